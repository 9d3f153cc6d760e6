/** Reads what is between the brackets of a marker: the marker it is, or null. The table of words says what there is to read. */
import { type ItemId, parseId, parseIds } from "../rules/ids.ts";
import {
  type ItemType,
  type MoveKind,
  moveKinds,
  moves,
  type Position,
  positions,
  type RefKind,
  refKinds,
  type SeverityReading,
  statements,
} from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import type { Citation } from "./read-citation.ts";
import { readOlderMarker } from "./read-older-marker.ts";
import { type LabelRead, readSeverity } from "./read-severity.ts";
import type { Author, ScannedStatement } from "./scanned-draft.ts";

/** Items, stances and statements start a block of text; so does everything of the older dialect. */
export type Marker =
  | ({
      is: "item";
      type: ItemType;
      /** Null: the draft's next free number. */
      id: ItemId | null;
      older: boolean;
    } & LabelRead)
  | { is: "stance"; id: ItemId; position: Position; confidence: number | null }
  | { is: "statement"; kind: ScannedStatement["kind"]; label: string | null }
  /** `label`: how, where the older dialect says it inside the brackets. */
  | { is: "ref"; kind: RefKind; targets: ItemId[]; label: string; older: boolean }
  | { is: "move"; kind: MoveKind; targets: ItemId[]; topic: string | null; older: boolean }
  /** The older dialect's reference to nothing that can be found: `[REFINEMENT: of the whole]`. */
  | { is: "remark"; word: string }
  | ({ is: "citation" } & Citation);

/** A head as models write it: emphasis and the full-width colon do not matter. */
export function readMarker(written: string, author: Author, severities: SeverityReading): Marker | null {
  const inner = written.replace(/^([^:：]{0,96})：/, "$1:");
  return (
    readRef(inner) ??
    readMove(inner) ??
    readStatement(inner) ??
    readOlderMarker(inner, author, severities) ??
    readItem(inner, severities)
  );
}

const refHead = new RegExp(`^\\s{0,3}RE\\s{0,3}:\\s{0,3}(${refKinds.join("|")})\\b`, "i");
const moveHead = new RegExp(`^\\s{0,3}MOVE\\s{0,3}:\\s{0,3}(${moveKinds.join("|")})\\b`, "i");

function readRef(inner: string): Marker | null {
  const match = refHead.exec(inner);
  if (match === null) return null;
  const targets = parseIds(inner.slice(match[0].length));
  return targets && { is: "ref", kind: match[1]!.toUpperCase() as RefKind, targets, label: "", older: false };
}

function readMove(inner: string): Marker | null {
  const match = moveHead.exec(inner);
  if (match === null) return null;
  const kind = match[1]!.toUpperCase() as MoveKind;
  const rest = inner.slice(match[0].length).replace(/^\s*:/, "").trim();
  const move = { is: "move" as const, kind, targets: [], topic: null, older: false };
  switch (moves[kind].takes) {
    case "nothing":
      return rest === "" ? move : null;
    case "topic":
      return rest === "" ? null : { ...move, topic: rest };
    case "items": {
      const targets = parseIds(rest);
      return targets && { ...move, targets };
    }
  }
}

function readStatement(inner: string): Marker | null {
  const [, word, label = ""] = /^\s?([A-Z]+(?:[ _][A-Z]+)?)\s{0,3}(?::(.*))?$/i.exec(inner) ?? [];
  const name = word?.toUpperCase().replace("_", " ");
  if (name === undefined || !Object.hasOwn(statements, name)) return null;
  const { kind, needsLabel } = statements[name as keyof typeof statements];
  if (label.trim() === "" && needsLabel) return null;
  return { is: "statement", kind, label: label.trim() || null };
}

/** `MUFFIN-P0101: label`, `MUFFIN-T0101: label | major`; the ID names its expert. */
function readItem(inner: string, severities: SeverityReading): Marker | null {
  const colon = inner.indexOf(":");
  const id = colon < 0 ? null : parseId(inner.slice(0, colon));
  const written = safeLine(inner.slice(colon + 1));
  if (id === null || id.expert === null || written === "") return null;
  if (id.type === "S") return readStance(id, written);
  const read = id.type === "T" ? readSeverity(written, severities) : { label: written, severity: null };
  return read.label === "" ? null : { is: "item", type: id.type, id, ...read, older: false };
}

const stance = new RegExp(`^(${positions.join("|")})(?:\\s*(?:\\\\?\\||[,;]|\\s)\\s*(.*))?$`, "i");

/** `APPROVE | 0.85`, `APPROVE, confidence 85%`; the confidence may be left out. */
function readStance(id: ItemId, written: string): Marker | null {
  const [, word, behind = ""] = stance.exec(written) ?? [];
  if (word === undefined) return null;
  const position = word.toUpperCase() as Position;
  const value = behind.replace(/^confidence\s*[:=]?\s*/i, "");
  if (value === "") return { is: "stance", id, position, confidence: null };
  const [, number, percent] = /^(\d{1,3}(?:\.\d{0,6})?|\.\d{1,6})\s?(%)?$/.exec(value) ?? [];
  const confidence = Number(number) / (percent === undefined ? 1 : 100);
  return confidence >= 0 && confidence <= 1 ? { is: "stance", id, position, confidence } : null;
}
