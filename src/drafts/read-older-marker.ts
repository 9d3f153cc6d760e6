/**
 * The dialect of older dialogues: `[PERSPECTIVE P03: label]`, `[TENSION T01: label]`, `[REFINEMENT T07: …]`, `[CONCESSION: …]`,
 * `[RESOLVED T01 …]`, `[REOPENED T01 …]`, `[ACKNOWLEDGED T09: …]`, `[CONVERGENCE CONFIRMED]`. A perspective keeps its own number under this
 * expert and round; the others are blocks of their own, so their reference belongs to the draft and not to the item above them.
 */

import { formatLocalId, parseId } from "../rules/ids.ts";
import { type ItemType, itemTypes, type RefKind } from "../rules/vocabulary.ts";
import { type Author, type Marker, malformed, type Target } from "./marker.ts";

const typeByWord: Record<string, ItemType> = Object.fromEntries(
  Object.entries(itemTypes).map(([letter, word]) => [word.name.toUpperCase(), letter as ItemType]),
);

const refByWord: Record<string, RefKind> = {
  REFINEMENT: "REFINE",
  RESOLVED: "RESOLVE",
  RESOLUTION: "RESOLVE",
  REOPENED: "REOPEN",
  ACKNOWLEDGED: "ADDRESS",
};

export function readOlderMarker(inner: string, author: Author): Marker | null {
  const head = inner.slice(0, 64);
  if (/^ ?CONVERGENCE CONFIRMED *$/.test(head)) {
    return { is: "move", kind: "CONVERGE", targets: [], topic: null, older: true };
  }
  const word = /^ ?([A-Z]+)(?= |:|$)/.exec(head);
  if (word === null) return readSmallLetters(head, author);
  const [start, name = ""] = word;
  const type = typeByWord[name];
  const kind = refByWord[name];
  if (type === undefined && kind === undefined && name !== "CONCESSION") return null;

  const behind = /^ *(:?) *([A-Za-z0-9-]*)/.exec(head.slice(start.length));
  const written = behind?.[2] ?? "";
  const id = parseId(written);
  const target: Target[] = id === null ? [] : [{ id, raw: written }];
  const label = inner
    .slice(start.length)
    .replace(/^ *:? */, "")
    .trim();

  if (type !== undefined) return readItem(name, type, target[0], behind?.[1] === ":" ? "" : label, author);
  if (name === "CONCESSION") return { is: "move", kind: "CONCEDE", targets: target, topic: label || null, older: true };
  if (kind !== undefined && target.length > 0) return { is: "ref", kind, targets: target, older: true };
  if (kind === "REFINE") return { is: "remark", older: true };
  return malformed(
    `${name} names no tension.`,
    `Write [${name} T01: how], or in the current form [RE:${kind} id].`,
    true,
  );
}

/** `[Tension T01: label]`: the dialect is written in capitals, so this counts for nothing. */
function readSmallLetters(head: string, author: Author): Marker | null {
  const [, word = "", written = ""] = /^ *([A-Za-z]+) +([A-Za-z0-9-]+)\.? *[:\u2013\u2014-]/.exec(head) ?? [];
  const id = parseId(written);
  if (id === null) return null;
  const type = typeByWord[word.toUpperCase()];
  const kind = refByWord[word.toUpperCase()];
  if (type === undefined && kind === undefined) return null;
  const fix =
    type === undefined ? `RE:${kind} id` : `${formatLocalId(author.expert, type, author.round, id.seq)}: label`;
  return malformed(`\`${word}\` is not how a marker begins.`, `Write [${fix}].`, true);
}

function readItem(name: string, type: ItemType, target: Target | undefined, rest: string, author: Author): Marker {
  const label =
    target === undefined
      ? ""
      : rest
          .slice(target.raw.length)
          .replace(/^\.? *:? */, "")
          .trim();
  if (target === undefined || target.id.type !== type || target.id.expert !== null || label === "") {
    return malformed(
      `This ${name.toLowerCase()} lacks its number or its label.`,
      `Write [${author.expert.toUpperCase()}-${type}0101: label], with the round and your own count in the number.`,
      true,
    );
  }
  const round = target.id.short ? author.round : target.id.round;
  return {
    is: "item",
    id: { ...target.id, expert: author.expert.toUpperCase(), round, short: false },
    label,
    older: true,
  };
}
