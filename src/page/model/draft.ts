/**
 * An expert's draft for reading: prose as written, and markers as what they mean. Only for the eye. What counts was decided when the round was
 * registered, by the reader of drafts.
 */
import type { ItemType } from "./dialogue.ts";

export type DraftPart =
  | { kind: "text"; text: string }
  | { kind: "item"; id: string; type: ItemType; label: string; severity: string | null; line: number }
  | { kind: "stance"; position: string; confidence: string | null }
  | { kind: "marks"; marks: Mark[] }
  | { kind: "cite"; path: string; from: number | null; words: string | null; line: number };

export type Mark =
  | { kind: "ref" | "move"; name: string; targets: string[]; topic: string }
  | { kind: "statement"; name: string; label: string };

const item = /^\s*[-*#>\s]*\**\[([A-Z][\w-]*?-([PRTECS])\d{4,}):\s*(.*?)\]\**\s*(.*)$/;
const cite = /\[CITE\s+([^\s#\]]+)(?:#L(\d+)(?:-L?\d+)?)?(?:\s+"([^"]*)")?\s*\]/;
const mark = /\[(RE|MOVE):([A-Z]+)\s*([^\]]*)\]|\[(DISSENT|MINORITY VERDICT)(?::\s*([^\]]*))?\]/g;

export function readDraft(text: string): DraftPart[] {
  const parts: DraftPart[] = [];
  let prose: string[] = [];
  let isCode = false;
  const flush = () => {
    if (prose.some((line) => line.trim() !== "")) parts.push({ kind: "text", text: prose.join("\n") });
    prose = [];
  };
  text.split("\n").forEach((line, i) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*[`~]{3}/.test(line) || /^\s*>/.test(line)) {
      prose.push(line);
      return;
    }
    const found = item.exec(line);
    if (found !== null) {
      flush();
      const [, id, type, label, rest] = found as unknown as [string, string, string, string, string];
      const [first = "", second] = label.split("|").map((part) => part.trim());
      if (type === "S") parts.push({ kind: "stance", position: first, confidence: second ?? null });
      else
        parts.push({ kind: "item", id, type: type as ItemType, label: first, severity: second ?? null, line: i + 1 });
      if (rest !== "") prose.push(rest);
      return;
    }
    const cited = cite.exec(line);
    if (cited !== null && /^\s*[-*]?\s*\[CITE/.test(line)) {
      flush();
      parts.push({
        kind: "cite",
        path: cited[1]!,
        from: cited[2] === undefined ? null : Number(cited[2]),
        words: cited[3] ?? null,
        line: i + 1,
      });
      return;
    }
    const marks = /^\s*[-*]?\s*\[(?:RE|MOVE):|^\s*\[(?:DISSENT|MINORITY)/.test(line) ? [...line.matchAll(mark)] : [];
    if (marks.length === 0) {
      prose.push(line);
      return;
    }
    flush();
    const last = parts.at(-1);
    if (last?.kind === "marks") last.marks.push(...marks.map(toMark));
    else parts.push({ kind: "marks", marks: marks.map(toMark) });
    const rest = line
      .replaceAll(mark, "")
      .replace(/^\s*[-*]\s*$/, "")
      .trim();
    if (rest !== "") prose.push(rest);
  });
  flush();
  return parts;
}

function toMark([, kind, name = "", rest = "", statement, label = ""]: RegExpMatchArray): Mark {
  if (statement !== undefined) return { kind: "statement", name: statement, label };
  const targets = rest
    .split(/[\s,]+/)
    .map((one) => one.replace(/[.;:]+$/, ""))
    .filter((one) => /\d{2,}$/.test(one));
  return { kind: kind === "RE" ? "ref" : "move", name, targets, topic: targets.length === 0 ? rest.trim() : "" };
}

/** The prose under an item, paragraph by paragraph. */
export function withoutMarkers(text: string): string[] {
  return readDraft(text)
    .flatMap((part) => (part.kind === "text" ? part.text.split(/\n\s*\n/) : []))
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}
