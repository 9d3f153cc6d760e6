/** What a draft says, as data: the answer of `scanDraft`. Lines count from 1. */
import type { ItemType, MoveKind, Position, RefKind, Severity, statements } from "../rules/vocabulary.ts";
import type { Span } from "./block-text.ts";

export interface Author {
  /** As the panel spells it: "Muffin". */
  expert: string;
  round: number;
}

/** What a marker says. */
interface Marked {
  line: number;
  /** The marker itself, with the emphasis around it, in the lines joined by line feeds. */
  span: Span;
}

export interface ScannedItem extends Marked {
  localId: string;
  type: ItemType;
  seq: number;
  label: string;
  /** Of a tension, where it says one. */
  severity: Severity | null;
  /** Of the last line of its text. */
  endLine: number;
  /** As written, without signals; what follows the marker on its own line comes first; blank edges and a closing rule are cut off. */
  text: string[];
  /** The same without references and moves: `refs` and `moves` say those. */
  words: string[];
}

export interface ScannedRef extends Marked {
  kind: RefKind;
  target: string;
  /** The local ID of the item it is in; null: the draft. */
  item: string | null;
}

export interface ScannedMove extends Marked {
  kind: MoveKind;
  targets: string[];
  topic: string | null;
  item: string | null;
}

export interface ScannedCitation extends Marked {
  path: string;
  from: number | null;
  to: number | null;
  words: string | null;
  item: string | null;
}

export interface ScannedStance extends Marked {
  localId: string;
  position: Position;
  confidence: number | null;
  text: string;
}

export interface ScannedStatement extends Marked {
  kind: (typeof statements)[keyof typeof statements]["kind"];
  label: string | null;
  text: string[];
}

/** Something the draft's author should know. `message` says what is there, `fix` what to write. */
export interface ScanNote {
  line: number;
  message: string;
  fix: string;
}

export interface ScanProblem extends ScanNote {
  /** Meant as a marker and none; a marker that breaks a rule; a code fence that nothing closes. */
  code: "unreadable" | "refused" | "fence";
}

export interface ScannedDraft {
  /** It speaks the older dialect, in which `T01` is a number of the whole dialogue. */
  older: boolean;
  items: ScannedItem[];
  refs: ScannedRef[];
  moves: ScannedMove[];
  citations: ScannedCitation[];
  /** The last one; `stances` has all, and each of them can cost the signal. */
  stance: ScannedStance | null;
  stances: ScannedStance[];
  statements: ScannedStatement[];
  converge: { line: number } | null;
  /** The draft ends inside a marker. */
  cut: boolean;
  /** It is empty or cut. */
  incomplete: boolean;
  /** Text that belongs to no item, stance or statement, without its markers. */
  outside: { line: number; text: string }[];
  /** The expert corrects these, or the Judge dismisses them by line, before the round can be registered. They cost the signal. */
  problems: ScanProblem[];
  /** Reported only. */
  notes: ScanNote[];
}

export interface ScanLimits {
  markers: number;
  /** Characters of a label or a topic. */
  labelLength: number;
}

export const scanLimits: ScanLimits = { markers: 5_000, labelLength: 300 };
