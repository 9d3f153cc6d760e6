/**
 * When a decision has rotted: what it carries cites words that no longer stand, was withdrawn, or rests on something superseded. The rules only; who
 * reads files and asks git tells them what was found. Unclear is never rot: what cannot be told fails nobody.
 */
import type { RoundRecord, VerdictList, VerdictRecord } from "./records.ts";

/** What a decision rests on. A tension is not among them: it is what speaks against. */
export const carriedLists = [
  "recommendations_adopted",
  "key_evidence",
  "key_claims",
] as const satisfies readonly VerdictList[];

export interface CarriedCitation {
  /** `R0109.2`: the second citation of R0109. Records never change, so the number stays. */
  id: string;
  item: string;
  list: (typeof carriedLists)[number];
  path: string;
  from: number | null;
  to: number | null;
  words: string | null;
  /** SHA-256 of the file it was checked against. */
  blob: string | null;
}

export function carriedItems(verdict: VerdictRecord): Map<string, CarriedCitation["list"]> {
  const items = new Map<string, CarriedCitation["list"]>();
  for (const list of carriedLists) for (const id of verdict[list]) if (!items.has(id)) items.set(id, list);
  return items;
}

/** On the lines that it names, or on others. */
export function isFound({ result }: Pick<RoundRecord["citations"][number], "result">): boolean {
  return result === "found" || result === "found_elsewhere";
}

/** Only what was there when it was cited can be lost. */
export function carriedCitations(verdict: VerdictRecord, rounds: readonly RoundRecord[]): CarriedCitation[] {
  const items = carriedItems(verdict);
  const counted = new Map<string, number>();
  return rounds
    .filter(({ round }) => verdict.round !== null && round <= verdict.round)
    .flatMap(({ citations }) => citations)
    .flatMap(({ item, path, from, to, words, result, blob }) => {
      const list = item === null ? undefined : items.get(item);
      if (item === null || list === undefined) return [];
      const number = (counted.get(item) ?? 0) + 1;
      counted.set(item, number);
      if (!isFound({ result })) return [];
      return [{ id: `${item}.${number}`, item, list, path, from, to, words, blob }];
    });
}

export type Health = "stands" | "moved" | "unclear" | "rotted";

export interface Judged {
  health: Health;
  /** In words, for people; empty where it stands. */
  why: string;
  /** Where the words are now. */
  now?: string;
}

export const stands: Judged = { health: "stands", why: "" };
const unclear = (why: string, now?: string): Judged => ({
  health: "unclear",
  why,
  ...(now === undefined ? {} : { now }),
});

/** What a search of all other files found. */
export interface Elsewhere {
  /** A file of the same kind (code, document) that holds the words, or has the very bytes. */
  sameKind: string | undefined;
  sameBytes: string | undefined;
  otherKind: string | undefined;
  /** Files that could not be searched. */
  unread: readonly string[];
}

/** The cited file as it was found. `refused`: reached only through a link or a file. */
export type CitedFile = "gone" | "here" | "refused";

/** A citation whose own file does not hold its words, in one tree and without a base to compare with. */
export function judgeMissing(file: CitedFile, identifying: boolean, found: Elsewhere): Judged {
  const { sameKind, sameBytes, otherKind, unread } = found;
  const moved = (now: string): Judged => ({ health: "moved", why: `moved to ${now}`, now });
  if (file !== "here" && sameBytes !== undefined) return moved(sameBytes);
  if (file === "refused")
    return sameKind !== undefined && identifying ? moved(sameKind) : unclear("its path leads through a link or a file");
  if (sameKind !== undefined) {
    if (file === "here") return unclear(`moved, or only a copy is left in ${sameKind}`, sameKind);
    return identifying ? moved(sameKind) : unclear(`too short to say whether it moved to ${sameKind}`, sameKind);
  }
  if (file === "gone" && otherKind !== undefined)
    return unclear(`the file is gone, the words stand in ${otherKind}`, otherKind);
  if (unread.length > 0) return unclear(`${unread.length} files could not be searched, the first ${unread[0]}`);
  return { health: "rotted", why: file === "gone" ? "the file is gone, and the words with it" : "the words are gone" };
}

/** What became of a citation from one tree to another. */
export type Step = "kept" | "moved" | "unclear" | "lost";

/**
 * Whose doing a loss is. `toHere` and `toMain` have one step for each merge base: rotted by this change is what is lost from some base to here, for the
 * others may never have had it, and from none to the main branch.
 */
export function blameOf(toHere: readonly Step[], toMain: readonly Step[]): "rotted" | "unclear" | "not_ours" {
  if (toMain.includes("lost")) return "not_ours";
  if (toHere.includes("lost")) return "rotted";
  return toHere.includes("unclear") ? "unclear" : "not_ours";
}

/** Without words the cited lines tell two citations of one item apart. */
export function keyWords({ words, from, to }: Pick<CarriedCitation, "words" | "from" | "to">): string {
  return words ?? (from === null ? "the whole file" : `lines ${from}-${to ?? from}`);
}

/** Where a decision's documents put it. `under_way`: an RFC is being done, so its lines are expected to change. */
export type Standing = "judged" | "under_way" | "overruled";

const ended = ["rejected", "superseded", "deprecated"];

export function standingBy(documents: readonly { type: string; status: string }[]): Standing {
  const binding = documents.filter(({ type }) => type === "rfc" || type === "adr");
  if (binding.length > 0 && binding.every(({ status }) => ended.includes(status))) return "overruled";
  return binding.some(({ type, status }) => type === "rfc" && status === "wip") ? "under_way" : "judged";
}

/** The weakest first. */
const standings: readonly Standing[] = ["overruled", "under_way", "judged"];

/**
 * By what a change is judged: the standing that a decision had before it, at one of the bases and on the main branch. A change can make it count more,
 * never less. A new verdict may be under way at once; nothing can have overruled it.
 */
export function standingInChange(
  here: Standing,
  atBases: readonly (Standing | undefined)[],
  onMain: Standing | undefined,
): Standing {
  const ranks = (some: readonly (Standing | undefined)[]) =>
    some.filter((one) => one !== undefined).map((one) => standings.indexOf(one));
  const atBase = ranks(atBases);
  const known = [...(atBase.length > 0 ? [Math.max(...atBase)] : []), ...ranks([onMain])];
  const before = known.length > 0 ? standings[Math.min(...known)]! : here === "overruled" ? "judged" : here;
  return standings[Math.max(...ranks([here, before]))]!;
}

/** Whether a document that was cited no longer holds, and did when it was cited. */
export function hasEnded(statusThen: string | undefined, statusNow: string): boolean {
  return ended.includes(statusNow) && !(statusThen !== undefined && ended.includes(statusThen));
}
