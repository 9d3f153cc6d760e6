/**
 * From markers to what a draft says: items with their text, references, moves, stances; and problems with their lines. Whether the target of a
 * reference exists is the ledger's question; here only what the draft itself decides.
 */
import { formatId, formatLocalId, type IdType, type ItemId } from "../rules/ids.ts";
import { type ItemType, type RefKind, severities } from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import { type BlockText, blockText, hasWords, type Span } from "./block-text.ts";
import { fixFor } from "./looks-like-marker.ts";
import { cutTo, shown } from "./plain-text.ts";
import type { Marker } from "./read-marker.ts";
import type { Mark } from "./read-marks.ts";
import type {
  Author,
  ScannedDraft,
  ScannedItem,
  ScannedStance,
  ScannedStatement,
  ScanProblem,
} from "./scanned-draft.ts";

type Of<Kind extends Marker["is"]> = Extract<Marker, { is: Kind }>;

/** Text that belongs together: what an item, a stance or a statement says, or what is outside of them. */
interface Block {
  from: number;
  item: ScannedItem | null;
  /** For a recommendation made of freestanding references: the last of them, so that the next one can join. */
  answer: Mark | null;
  /** References and moves in it. */
  said: Mark[];
  /** `words`: its text without them. */
  close(text: BlockText, words: BlockText): void;
}

/** References that make a recommendation where they are in no item, and how it is called when it has no words. */
const answers: Partial<Record<RefKind, string>> = { RESOLVE: "Resolves", ADDRESS: "Addresses" };

export class DraftBuilder {
  readonly draft: Omit<ScannedDraft, "stance" | "converge" | "cut" | "incomplete"> = {
    older: false,
    items: [],
    refs: [],
    moves: [],
    citations: [],
    stances: [],
    statements: [],
    outside: [],
    problems: [],
    notes: [],
  };
  /** The lines of items and stances, by local ID. */
  readonly marked = new Map<string, number>();
  private readonly text: string;
  private readonly author: Author;
  private readonly longestLabel: number;
  private readonly highest = new Map<ItemType, number>();
  private readonly advised = new Map<ItemType, number>();
  /** Own IDs that a marker or a fix has. */
  private readonly taken = new Set<string>();
  private block: Block;

  /** `text` ends where the reading did. */
  constructor(text: string, author: Author, marks: readonly Mark[], longestLabel: number) {
    this.text = text;
    this.author = author;
    this.longestLabel = longestLabel;
    this.draft.older = marks.some(({ marker }) => "older" in marker && marker.older);
    for (const { marker } of marks) {
      if (marker.is !== "item" || marker.id === null || !this.isOwn(marker.id)) continue;
      this.highest.set(marker.type, Math.max(marker.id.seq, this.highest.get(marker.type) ?? 0));
      this.taken.add(this.ownId(marker.type, marker.id.seq));
    }
    this.block = { from: 0, item: null, answer: null, said: [], close: this.keepOutside(1) };
    for (const mark of marks) this.add(mark);
    this.endBlock(text.length);
  }

  problem(code: ScanProblem["code"], line: number, message: string, fix: string): void {
    this.draft.problems.push({ code, line, message, fix });
  }

  note(line: number, message: string, fix: string): void {
    this.draft.notes.push({ line, message, fix });
  }

  private add(mark: Mark): void {
    const { marker, line } = mark;
    if (marker.is === "item") this.addItem(marker, mark);
    if (marker.is === "stance") this.addStance(marker, mark);
    if (marker.is === "statement") this.addStatement(marker, mark);
    if (marker.is === "ref") this.addRef(marker, mark);
    if (marker.is === "move") this.addMove(marker, mark);
    if (marker.is === "citation") {
      const { path, from, to, words } = marker;
      this.draft.citations.push({ path, from, to, words, line, span: spanOf(mark), item: this.standsIn() });
    }
    if (marker.is === "remark") {
      this.startOutside(mark);
      this.note(line, `${marker.word} names no item and counts for nothing.`, `Write [${marker.word} T01: …].`);
    }
    if (marker.is === "unreadable") this.addUnreadable(mark);
  }

  private addItem({ type, id, label, severity, unknown }: Of<"item">, mark: Mark): void {
    if (unknown !== undefined)
      this.note(
        mark.line,
        `“${shown(unknown)}” behind the last bar is no severity; it stays in the label.`,
        `Write | ${severities.join(", | ")} or nothing.`,
      );
    if (id !== null && !this.claims(id, mark.line)) this.startOutside(mark);
    else this.openItem(type, id?.seq ?? this.nextSeq(type), this.label(label, mark.line), mark, severity);
  }

  private openItem(
    type: ItemType,
    seq: number,
    label: string,
    mark: Mark,
    severity: ScannedItem["severity"] = null,
  ): ScannedItem {
    const { line } = mark;
    const localId = this.ownId(type, seq);
    const place = { line, span: spanOf(mark), endLine: line };
    const item: ScannedItem = { localId, type, seq, label, severity, ...place, text: [], words: [] };
    this.start(mark, item, ({ lines, last }, words) => {
      Object.assign(item, { text: lines, words: words.lines, endLine: line + last });
    });
    this.marked.set(localId, line);
    this.draft.items.push(item);
    return item;
  }

  private addStance({ id, position, confidence }: Of<"stance">, mark: Mark): void {
    const { line } = mark;
    if (!this.claims(id, line)) {
      this.startOutside(mark);
      return;
    }
    const [first] = this.draft.stances;
    if (first !== undefined) this.note(line, "This is a second stance.", `The first is on line ${first.line}.`);
    const stance: ScannedStance = { localId: this.name(id), position, confidence, text: "", line, span: spanOf(mark) };
    this.draft.stances.push(stance);
    this.marked.set(stance.localId, line);
    this.start(mark, null, ({ lines }) => {
      stance.text = lines.join("\n");
      if (position === "CONDITIONAL" && lines.length === 0)
        this.note(line, "CONDITIONAL without its condition.", "Write it behind the stance.");
    });
  }

  private addStatement({ kind, label }: Of<"statement">, mark: Mark): void {
    const { line } = mark;
    const said = label && this.label(label, line);
    const statement: ScannedStatement = { kind, label: said, text: [], line, span: spanOf(mark) };
    this.draft.statements.push(statement);
    this.start(mark, null, ({ lines }) => {
      statement.text = lines;
    });
  }

  private addRef(marker: Of<"ref">, mark: Mark): void {
    const { kind, targets, label, older } = marker;
    const { item, answer } = this.block;
    const isFree = older || answer !== null || item === null || targets.some((id) => this.name(id) === item.localId);
    if (isFree && kind in answers) this.addAnswer(marker, mark);
    else {
      if (older) this.startOutside(mark);
      if (label === "") this.block.said.push(mark);
    }
    const place = { line: mark.line, span: spanOf(mark), item: this.standsIn() };
    for (const id of targets) this.draft.refs.push({ kind, target: this.name(id), ...place });
  }

  /** A reference that is an item itself, or goes on with the one that the reference before it opened. */
  private addAnswer({ kind, targets, label }: Of<"ref">, mark: Mark): void {
    const { answer, said } = this.block;
    if (answer !== null && label === "" && this.follows(answer, mark)) said.push(mark);
    else {
      const item = this.openItem("R", this.nextSeq("R"), this.label(label, mark.line), mark);
      const { close } = this.block;
      this.block.close = (text, words) => {
        close(text, words);
        item.label ||= shown(words.lines.find(hasWords) ?? "");
        item.label ||= `${answers[kind]} ${targets.map((id) => this.name(id)).join(", ")}`;
      };
    }
    this.block.answer = mark;
  }

  /** On the same line or the next, or with no word between. */
  private follows(before: Mark, mark: Mark): boolean {
    return mark.line <= before.line + 1 || !hasWords(this.text.slice(before.to, mark.start));
  }

  private addMove({ kind, targets, topic, older }: Of<"move">, mark: Mark): void {
    const { line } = mark;
    if (older) this.startOutside(mark);
    this.block.said.push(mark);
    const label = topic && this.label(topic, line);
    this.draft.moves.push({
      kind,
      targets: targets.map((id) => this.name(id)),
      topic: label,
      line,
      span: spanOf(mark),
      item: this.standsIn(),
    });
  }

  /** Ends the text before it, unless it would have belonged to that. */
  private addUnreadable(mark: Mark): void {
    const raw = this.text.slice(mark.from, mark.to);
    if (!/^\W*(?:RE|MOVE|CITE)\b/i.test(raw)) this.startOutside(mark);
    this.problem(
      "unreadable",
      mark.line,
      `${shown(raw)} is not a valid marker.`,
      fixFor(raw, (type, digits) => this.freeId(type, digits)),
    );
  }

  /** Whether an ID is the author's own, of this round and new; a stance may come twice. */
  private claims(id: ItemId, line: number): boolean {
    const { expert, round } = this.author;
    const seen = this.marked.get(this.name(id));
    const fix = () => `Write ${this.freeId(id.type)}; to take up another item use [RE:… id].`;
    if (id.expert !== expert.toUpperCase())
      this.problem("refused", line, `${this.name(id)} is not ${expert}'s.`, fix());
    else if (id.round !== round) this.problem("refused", line, `${this.name(id)} is not of round ${round}.`, fix());
    else if (seen !== undefined && id.type !== "S")
      this.problem("refused", line, `${this.name(id)} is on line ${seen} already.`, `Write ${this.freeId(id.type)}.`);
    else return true;
    return false;
  }

  private nextSeq(type: ItemType): number {
    const seq = (this.highest.get(type) ?? 0) + 1;
    this.highest.set(type, seq);
    return seq;
  }

  /** For a fix: the number that was written, since references of the draft name it; else the next that neither the draft has nor another fix. */
  private freeId(type: IdType, digits = ""): string {
    if (type === "S") return this.ownId(type, 1);
    const written = /^(\d\d)?(\d\d?)$/.exec(digits);
    const isOfRound = written !== null && Number(written[1] ?? this.author.round) === this.author.round;
    let seq = isOfRound ? Number(written[2]) : 0;
    if (seq === 0 || this.taken.has(this.ownId(type, seq))) {
      seq = Math.max(this.highest.get(type) ?? 0, this.advised.get(type) ?? 0);
      do seq++;
      while (this.taken.has(this.ownId(type, seq)));
      this.advised.set(type, seq);
    }
    this.taken.add(this.ownId(type, seq));
    return this.ownId(type, seq);
  }

  private ownId(type: IdType, seq: number): string {
    return formatLocalId(this.author.expert, type, this.author.round, seq);
  }

  private isOwn({ expert, round }: ItemId): boolean {
    return expert === this.author.expert.toUpperCase() && round === this.author.round;
  }

  private name(id: ItemId): string {
    return formatId(id, this.draft.older);
  }

  private label(written: string, line: number): string {
    const label = safeLine(written);
    const max = this.longestLabel;
    if (label.length > max) {
      const fix = `At most ${max} characters in the brackets; the rest is text.`;
      this.problem("refused", line, `The label has ${label.length} characters.`, fix);
    }
    return cutTo(label, max);
  }

  private standsIn(): string | null {
    return this.block.item?.localId ?? null;
  }

  private start(mark: Mark, item: ScannedItem | null, close: Block["close"], from = mark.to): void {
    this.endBlock(mark.start);
    this.block = { from, item, answer: null, said: [], close };
  }

  /** What the marker says is then shown with the text behind it. */
  private startOutside(mark: Mark): void {
    this.start(mark, null, this.keepOutside(mark.line), mark.from);
  }

  private keepOutside(line: number): Block["close"] {
    return (_, { lines, first }) => {
      if (lines.length > 0) this.draft.outside.push({ line: line + first, text: lines.join("\n") });
    };
  }

  private endBlock(to: number): void {
    const { from, said, close } = this.block;
    const isSignal = ({ marker }: Mark) => marker.is === "move" && marker.kind === "CONVERGE";
    const text = blockText(this.text, { from, to }, said.filter(isSignal));
    close(text, said.length === 0 ? text : blockText(this.text, { from, to }, said));
  }
}

function spanOf({ from, to }: Mark): Span {
  return { from, to };
}
