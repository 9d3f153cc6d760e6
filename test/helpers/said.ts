/** A scanned draft in a few words, so that a test can be a table: what is written, and what is read. */

import { type ScannedDraft, scanDraft } from "../../src/drafts/scan-draft.ts";
import { toLines } from "../../src/rules/lines.ts";

/** As Muffin in round 1. */
export function read(...lines: string[]): ScannedDraft {
  return scanDraft(toLines(lines.join("\n")), { expert: "Muffin", round: 1 });
}

/** In the order of their lines; Muffin's name is left out. */
export function said(draft: ScannedDraft): string {
  const inside = ({ item }: { item: string | null }) => (item === null ? "" : `in ${item}`);
  const on = <One extends { line: number }>(list: One[], words: (one: One) => (string | number | null)[]) =>
    list.map((one) => ({
      line: one.line,
      words: words(one)
        .filter((word) => word !== null && word !== "")
        .join(" "),
    }));
  return [
    ...on(draft.items, ({ localId, label }) => [`${localId}:`, label]),
    ...on(draft.refs, (ref) => [ref.kind, ref.target, inside(ref)]),
    ...on(draft.moves, (move) => [move.kind, ...move.targets, move.topic && `(${move.topic})`, inside(move)]),
    ...on(draft.citations, (cited) => [`cites ${cited.path} ${cited.from}-${cited.to}`, cited.words, inside(cited)]),
    ...on(draft.stances, ({ position, confidence }) => [position, confidence]),
    ...on(draft.statements, ({ kind, label }) => [kind, label]),
    ...on(draft.problems, ({ line }) => ["problem", line]),
    ...on(draft.notes, ({ line }) => ["note", line]),
    ...(draft.cut ? [{ line: Number.POSITIVE_INFINITY, words: "cut" }] : []),
  ]
    .sort((a, b) => a.line - b.line)
    .map(({ words }) => words.replaceAll("MUFFIN-", ""))
    .join("; ");
}

/** Rows of `written => read`, one a line; `⏎` is a line end, `·` one at either side a space. */
export function rows(table: string): [written: string, expected: string][] {
  return lines(table).map((row) => {
    const [written = "", expected = ""] = row.split(/ *=> ?/);
    return [written.replaceAll("⏎", "\n"), expected];
  });
}

/** Rows without an answer. */
export function lines(table: string): string[] {
  return table
    .split("\n")
    .map((row) => row.trim())
    .filter((row) => row !== "");
}
