/**
 * The draft under construction: takes markers and lines in order, keeps what counts, and reports what cannot stand. Whether a reference's
 * target exists is the ledger's question; here only what the draft itself decides.
 */
import { formatId, formatLocalId, type ItemId, type ItemType, parseId } from "./ids.ts";
import { type Author, type Marker, startsBlock, type Target } from "./marker.ts";
import { cleanLabel, cutTo } from "./plain-text.ts";
import { type Place, ProblemList } from "./problem-list.ts";
import type { Citation } from "./read-citation.ts";
import type { ProblemCode, ScanLimits, ScannedDraft, ScannedItem, ScannedStance } from "./scanned-draft.ts";
import { trimmedBody } from "./trimmed-body.ts";

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
  close(lines: string[], endLine: number): void;
}

export class DraftBuilder {
  readonly problems: ProblemList;
  private readonly text: string;
  private readonly author: Author;
  private readonly limits: ScanLimits;
  private readonly draft: Omit<ScannedDraft, "dialect" | "stance" | "converge" | "complete" | "problems">;
  private readonly targets: ItemId[] = [];
  private readonly moveTargets: Target[][] = [];
  private readonly seen = new Map<string, number>();
  private readonly unbracketed: { localId: string; place: Place }[] = [];
  private block: Block | null = null;
  private last: { is: Marker["is"]; place: Place } | null = null;
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
    this.last = { is: marker.is, place: spot };
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
      complete: stances.length > 0 && this.last?.is === "stance",
      problems: this.problems.inOrder(),
    };
  }

  private reportLeftovers(): void {
    for (const { localId, place } of this.unbracketed) {
      if (this.seen.has(localId) || parseId(localId)?.round !== this.author.round) continue;
      this.refuse("malformed_marker", place, `${localId} is not in brackets.`, `Write [${localId}: label].`);
    }
    const stance = this.draft.stances.at(-1);
    if (stance === undefined || this.last === null || this.last.is === "stance") return;
    const message = "The stance is not the last marker of the draft.";
    const fix = `Move this above the stance of line ${stance.line}.`;
    this.problems.report(this.last.place, { code: "after_stance", message, fix, blocking: false });
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
    const item: ScannedItem = { localId, type, seq, label, line: spot.line, endLine: spot.line, text: [] };
    this.draft.items.push(item);
    this.openBlock(spot, item, (lines, endLine) => Object.assign(item, { text: lines, endLine }));
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
    this.openBlock(spot, null, (lines) => {
      stance.text = lines.join("\n");
      if (position !== "CONDITIONAL" || lines.length > 0) return;
      this.refuse("malformed_marker", spot, "CONDITIONAL without its condition.", "Write it below the stance.");
    });
  }

  private addStatement(marker: Of<"statement">, spot: Spot): void {
    const label = marker.label === null ? null : this.label(marker.label, spot);
    const statement = { kind: marker.kind, label, text: [] as string[], line: spot.line };
    this.draft.statements.push(statement);
    this.openBlock(spot, null, (lines) => Object.assign(statement, { text: lines }));
  }

  private addRef({ kind }: Of<"ref">, { id, raw }: Target, place: Place): void {
    const item = this.block?.item ?? null;
    const tensionsOnly = kind === "RESOLVE" || kind === "REOPEN" || kind === "ADDRESS";
    if (id.type === "S") {
      this.refuse("invalid_ref_target", place, `${raw} is a stance, not an item.`, "Refer to the item it is about.");
    } else if (tensionsOnly && id.type !== "T") {
      const fix = "Name the tension, or use SUPPORT, OPPOSE, QUESTION or DEPEND.";
      this.refuse("invalid_ref_target", place, `${kind} is for tensions only; ${raw} is none.`, fix);
    } else if (kind === "REFINE" && item !== null && item.type !== id.type) {
      const fix = `Put it into an item of type ${id.type}, or use SUPPORT, QUESTION or DEPEND.`;
      this.refuse("refine_type_mismatch", place, `${item.localId} and ${raw} are of different types.`, fix);
    } else {
      this.targets.push(id);
      this.draft.refs.push({ kind, target: "", raw: place.raw, line: place.line, item: this.standsIn() });
    }
  }

  private addMove(marker: Of<"move">, place: Place): void {
    const stance = marker.targets.find(({ id }) => id.type === "S");
    if (stance !== undefined) {
      this.refuse("invalid_ref_target", place, `${stance.raw} is a stance, not an item.`, "Name the item it is about.");
      return;
    }
    const topic = marker.topic === null ? null : this.label(marker.topic, place);
    this.moveTargets.push(marker.targets);
    this.draft.moves.push({ kind: marker.kind, targets: [], topic, line: place.line, item: this.standsIn() });
  }

  /** The local ID, if it is this expert's, of this round, and new. */
  private claim(id: ItemId, place: Place): string | null {
    const { expert, round } = this.author;
    const localId = formatLocalId(id.expert ?? "", id.type, id.round, id.seq);
    const fix = `Write ${formatLocalId(expert, id.type, round, id.seq)}; to take up another item use [RE:… id].`;
    const first = this.seen.get(localId);
    if (id.expert !== expert.toUpperCase()) {
      this.refuse("wrong_expert", place, `${localId} is not ${expert}'s.`, fix);
    } else if (id.round !== round) {
      this.refuse("wrong_round", place, `${localId} is not of round ${round}.`, fix);
    } else if (first !== undefined) {
      this.refuse("duplicate_id", place, `${localId} is on line ${first} already.`, "Give it the next free number.");
    } else {
      this.seen.set(localId, place.line);
      return localId;
    }
    return null;
  }

  private label(written: string, place: Place): string {
    const label = cleanLabel(written);
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
    const { lines, lastLine } = trimmedBody(this.text.slice(spot.behind, end));
    close(lines, spot.line + lastLine);
  }

  private standsIn(): string | null {
    return this.block?.item?.localId ?? null;
  }

  private refuse(code: ProblemCode, place: Place, message: string, fix: string): void {
    this.problems.report(place, { code, message, fix });
  }
}
