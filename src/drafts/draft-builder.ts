/**
 * The draft under construction: takes markers in order, keeps what counts, and reports what cannot stand. Whether a reference's
 * target exists is the ledger's question; here only what the draft itself decides.
 */

import { formatId, formatLocalId, type ItemId, parseId } from "../rules/ids.ts";
import type { ItemType } from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import { checkMove, checkOwner, checkReference } from "./check-marker.ts";
import { explainLostTension } from "./explain-uncounted.ts";
import { type Author, type Marker, startsBlock, type Target } from "./marker.ts";
import { cutTo } from "./plain-text.ts";
import { type Finding, type Place, ProblemList } from "./problem-list.ts";
import type { Citation } from "./read-citation.ts";
import type {
  ProblemCode,
  ScanLimits,
  ScannedDraft,
  ScannedItem,
  ScannedStance,
  ScanProblem,
} from "./scanned-draft.ts";
import { type Body, bodyLines, trimmedBody } from "./trimmed-body.ts";

type Of<Kind extends Marker["is"]> = Extract<Marker, { is: Kind }>;

/** Where a marker stands: `lineStart` is the first character of its line, `behind` the first one that is no longer part of it. */
export interface Spot extends Place {
  lineStart: number;
  behind: number;
}

/** What the text that follows belongs to. */
interface Block {
  item: ScannedItem | null;
  spot: Spot;
  close(body: Body, endLine: number): void;
}

export class DraftBuilder {
  readonly problems: ProblemList;
  private readonly text: string;
  private readonly author: Author;
  private readonly limits: ScanLimits;
  private readonly draft: Omit<ScannedDraft, "dialect" | "stance" | "converge" | "cut" | "problems" | "notes">;
  private readonly targets: ItemId[] = [];
  private readonly moveTargets: Target[][] = [];
  private readonly seen = new Map<string, number>();
  private readonly unbracketed: { localId: string; place: Place }[] = [];
  private readonly midSentence: { localId: string; note: ScanProblem }[] = [];
  private block: Block | null = null;
  private last: Place | null = null;
  private lastStance: Place | null = null;
  private current = false;
  private older = false;

  constructor(text: string, author: Author, limits: ScanLimits) {
    this.text = text;
    this.author = author;
    this.limits = limits;
    this.problems = new ProblemList(limits);
    this.draft = { items: [], refs: [], moves: [], citations: [], stances: [], statements: [] };
  }

  addMarker(marker: Marker, spot: Spot): void {
    if (startsBlock(marker)) this.endBlock(spot.lineStart);
    this.last = spot;
    if (marker.is === "malformed") this.refuse("malformed_marker", spot, marker.message, marker.fix);
    else if (this.problems.admit(spot)) this.accept(marker, spot);
  }

  private accept(marker: Exclude<Marker, Of<"malformed">>, spot: Spot): void {
    if ("older" in marker && marker.older) this.older = true;
    else if (marker.is !== "move") this.current = true;
    if (marker.is === "item") this.addItem(marker, spot);
    if (marker.is === "stance") this.addStance(marker, spot);
    if (marker.is === "statement") this.addStatement(marker, spot);
    if (marker.is === "ref") for (const target of marker.targets) this.addRef(marker, target, spot);
    if (marker.is === "move") this.addMove(marker, spot);
  }

  addCitation({ path, from, to, words }: Citation, { line, raw }: Place): void {
    if (!this.problems.admit({ line, raw })) return;
    this.current = true;
    this.draft.citations.push({ path, from, to, words, raw, line, item: this.standsIn() });
  }

  /** A line that begins with an own ID without brackets is a mention if that item is marked somewhere, a lost marker if not. */
  noteUnbracketed(localId: string, place: Place): void {
    if (this.unbracketed.length <= this.limits.problems) this.unbracketed.push({ localId, place });
  }

  /** A tension of one's own in mid-sentence, or in a table: likewise, and so far only noted. */
  noteMidSentence(localId: string, note: ScanProblem): void {
    this.midSentence.push({ localId, note });
  }

  /** `end` is where the reading stopped. */
  finish(end: number): ScannedDraft {
    this.endBlock(end);
    this.reportLeftovers();
    const { refs, moves, stances } = this.draft;
    // only now is it known which dialect the draft speaks, and so what its short numbers mean
    const name = (id: ItemId) => formatId(id, this.older);
    refs.forEach((ref, index) => {
      const id = this.targets[index];
      if (id !== undefined) ref.target = name(id);
    });
    moves.forEach((move, index) => {
      move.targets = this.moveTargets[index]?.map((target) => name(target.id)) ?? [];
    });
    const converge = moves.find((move) => move.kind === "CONVERGE");
    return {
      dialect: this.dialect(),
      ...this.draft,
      stance: stances.at(-1) ?? null,
      converge: converge === undefined ? null : { line: converge.line },
      cut: false,
      problems: this.problems.inOrder().filter(({ blocking }) => blocking),
      notes: this.problems.inOrder().filter(({ blocking }) => !blocking),
    };
  }

  private reportLeftovers(): void {
    for (const { localId, place } of this.unbracketed) {
      if (!this.isLost(localId)) continue;
      this.refuse("malformed_marker", place, `${localId} is not in brackets.`, `Write [${localId}: label].`);
    }
    for (const { localId, note } of this.midSentence) {
      if (this.isLost(localId)) Object.assign(note, explainLostTension(localId));
    }
    const stance = this.draft.stances.at(-1);
    if (stance === undefined || this.last === null || this.last === this.lastStance) return;
    const message = "The stance is not the last marker of the draft.";
    const fix = `Move this above the stance of line ${stance.line}.`;
    this.problems.report(this.last, { code: "after_stance", message, fix, blocking: false });
  }

  /** Of this round, and marked nowhere. */
  private isLost(localId: string): boolean {
    return !this.seen.has(localId) && parseId(localId)?.round === this.author.round;
  }

  private dialect(): ScannedDraft["dialect"] {
    if (this.older) return this.current ? "mixed" : "older";
    return this.current || this.draft.moves.length > 0 ? "current" : "none";
  }

  private addItem(marker: Of<"item">, spot: Spot): void {
    const localId = this.claim(marker.id, spot);
    if (localId === null) return;
    const { type, seq } = marker.id as { type: ItemType; seq: number };
    const label = this.label(marker.label, spot);
    let body: Body = { text: "", lastLine: 0 };
    let lines: string[] | undefined;
    const item: ScannedItem = {
      localId,
      type,
      seq,
      label,
      line: spot.line,
      endLine: spot.line,
      get text() {
        lines ??= bodyLines(body);
        return lines;
      },
    };
    this.draft.items.push(item);
    this.openBlock(spot, item, (found, endLine) => {
      body = found;
      item.endLine = endLine;
    });
  }

  private addStance({ id, position, confidence }: Of<"stance">, spot: Spot): void {
    const localId = this.claim(id, spot);
    if (localId === null) return;
    const first = this.draft.stances[0];
    if (first !== undefined) {
      const fix = `Keep one; the first stands on line ${first.line}.`;
      this.refuse("multiple_stances", spot, "The draft has more than one stance.", fix);
    }
    const stance: ScannedStance = { localId, position, confidence, text: "", line: spot.line };
    this.draft.stances.push(stance);
    this.lastStance = spot;
    this.openBlock(spot, null, ({ text }) => {
      stance.text = text;
      if (position !== "CONDITIONAL" || text !== "") return;
      this.refuse("malformed_marker", spot, "CONDITIONAL without its condition.", "Write it below the stance.");
    });
  }

  private addStatement(marker: Of<"statement">, spot: Spot): void {
    const label = marker.label === null ? null : this.label(marker.label, spot);
    const statement = { kind: marker.kind, label, text: [] as string[], line: spot.line };
    this.draft.statements.push(statement);
    this.openBlock(spot, null, (body) => {
      statement.text = bodyLines(body);
    });
  }

  private addRef({ kind }: Of<"ref">, target: Target, { line, raw }: Place): void {
    if (this.isRefused(checkReference(kind, target, this.block?.item ?? null), { line, raw })) return;
    this.targets.push(target.id);
    this.draft.refs.push({ kind, target: "", raw, line, item: this.standsIn() });
  }

  private addMove({ kind, targets, topic }: Of<"move">, place: Place): void {
    if (this.isRefused(checkMove(targets), place)) return;
    const label = topic === null ? null : this.label(topic, place);
    this.moveTargets.push(targets);
    this.draft.moves.push({ kind, targets: [], topic: label, line: place.line, item: this.standsIn() });
  }

  /** The local ID, unless it cannot stand. */
  private claim(id: ItemId, place: Place): string | null {
    const localId = formatLocalId(id.expert ?? "", id.type, id.round, id.seq);
    if (this.isRefused(checkOwner(id, this.author, this.seen.get(localId)), place)) return null;
    this.seen.set(localId, place.line);
    return localId;
  }

  private label(written: string, place: Place): string {
    const label = safeLine(written);
    const max = this.limits.labelLength;
    if (label.length > max) {
      const fix = `At most ${max} characters in the brackets; the rest is text.`;
      this.refuse("label_too_long", place, `The label has ${label.length} characters.`, fix);
    }
    return cutTo(label, max);
  }

  private openBlock(spot: Spot, item: ScannedItem | null, close: Block["close"]): void {
    this.block = { item, spot, close };
  }

  private endBlock(end: number): void {
    if (this.block === null) return;
    const { spot, close } = this.block;
    this.block = null;
    const body = trimmedBody(this.text, spot.behind, end);
    close(body, spot.line + body.lastLine);
  }

  private standsIn(): string | null {
    return this.block?.item?.localId ?? null;
  }

  private isRefused(finding: Finding | null, place: Place): boolean {
    if (finding !== null) this.problems.report(place, finding);
    return finding !== null;
  }

  private refuse(code: ProblemCode, place: Place, message: string, fix: string): void {
    this.problems.report(place, { code, message, fix });
  }
}
