/** What a draft says, as data: the answer of `scanDraft`. Lines count from 1. */
import type { ItemType, MoveKind, Position, RefKind } from "../rules/vocabulary.ts";

export interface ScannedItem {
  localId: string;
  type: ItemType;
  seq: number;
  label: string;
  line: number;
  endLine: number;
  /** Verbatim, references included; what stands behind the marker on its own line comes first; blank edges and a closing rule are cut off. */
  readonly text: string[];
}

export interface ScannedRef {
  kind: RefKind;
  target: string;
  raw: string;
  line: number;
  /** The local ID of the item it stands in; null: the draft. */
  item: string | null;
}

export interface ScannedMove {
  kind: MoveKind;
  targets: string[];
  topic: string | null;
  line: number;
  item: string | null;
}

export interface ScannedCitation {
  path: string;
  from: number | null;
  to: number | null;
  words: string | null;
  raw: string;
  line: number;
  item: string | null;
}

export interface ScannedStance {
  localId: string;
  position: Position;
  confidence: number | null;
  text: string;
  line: number;
}

export interface ScannedStatement {
  kind: "dissent" | "minority_verdict";
  label: string | null;
  text: string[];
  line: number;
}

export type ProblemCode =
  /** Meant as a marker, but not one. */
  | "malformed_marker"
  | "label_too_long"
  /** A whole marker where markers do not count: in a sentence, in code or a quote, where no reader sees it. */
  | "mid_sentence"
  | "quoted_marker"
  | "hidden_marker"
  /** A well-formed marker that cannot stand. */
  | "wrong_expert"
  | "wrong_round"
  | "duplicate_id"
  | "multiple_stances"
  | "after_stance"
  | "invalid_ref_target"
  | "refine_type_mismatch"
  /** The draft as a whole. */
  | "unclosed_fence"
  | "too_many";

export interface ScanProblem {
  line: number;
  raw: string;
  code: ProblemCode;
  message: string;
  fix: string;
  /** The expert corrects it or the Judge dismisses it before the round can be registered. */
  blocking: boolean;
}

export interface ScannedDraft {
  dialect: "current" | "older" | "mixed" | "none";
  items: ScannedItem[];
  refs: ScannedRef[];
  moves: ScannedMove[];
  citations: ScannedCitation[];
  /** The last one, should there be several. */
  stance: ScannedStance | null;
  stances: ScannedStance[];
  statements: ScannedStatement[];
  converge: { line: number } | null;
  /** The draft ends inside a marker. */
  cut: boolean;
  /** Each is corrected by the expert or dismissed by the Judge before the round can be registered, and costs the signal. */
  problems: ScanProblem[];
  /** Reported, and cost nothing. */
  notes: ScanProblem[];
}

export interface ScanLimits {
  /** UTF-8 bytes of the whole draft. */
  bytes: number;
  markers: number;
  problems: number;
  /** Characters of a label or a topic. */
  labelLength: number;
}

export const scanLimits: ScanLimits = { bytes: 1_048_576, markers: 5_000, problems: 1_000, labelLength: 300 };
