/**
 * An item's text without the references and moves that lead its lines: whoever is given those as data need not read them twice. Only what the
 * scanner counted goes; a marker quoted in code or in a sentence is part of the words.
 */
import type { ScannedDraft, ScannedItem } from "../../drafts/scanned-draft.ts";

const leading = /^[\s*_#-]*(?:\[(?:RE|MOVE):[^\]]*\][\s,;*_]*)+/i;

export function ownWords({ localId, text, endLine }: ScannedItem, { refs, moves }: ScannedDraft): string[] {
  const counted = new Set([...refs, ...moves].filter(({ item }) => item === localId).map(({ line }) => line));
  const first = endLine - text.length + 1;
  return text.flatMap((line, i) => {
    if (!counted.has(first + i)) return [line];
    const words = line.replace(leading, "");
    return words === "" ? [] : [words];
  });
}
