/**
 * What a verdict rests on: what lies outside the dialogue and its subject. Quoting the text under deliberation shows that it was read; that is
 * counted apart.
 */

import { textHashes } from "../rules/comparison.ts";
import { authorsOf } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import type { RoundRecord, VerdictRecord } from "../rules/records.ts";
import { type CarriedCitation, carriedCitations, carriedItems, isFound } from "../rules/rot.ts";
import { decidedLines } from "./decided.ts";
import type { VerdictFacts } from "./schema.ts";

type Rests = VerdictFacts["rests"];
type Citation = Pick<RoundRecord["citations"][number], "path" | "blob">;

/** `ledger`: as it stood when the verdict was given. */
export function restsOf(ledger: Ledger, verdict: VerdictRecord | undefined): Rests {
  const cited = ledger.records.flatMap(({ citations }) => citations);
  const isOwn = isOfText(ledger, verdict);
  const outside = cited.filter((one) => !isOwn(one));
  const items = verdict === undefined ? new Map() : carriedItems(verdict);
  const [carried, debated] = [true, false].map((is) =>
    outside.filter((one) => (isFound(one) && items.has(one.item)) === is),
  ) as [typeof outside, typeof outside];
  return {
    items: verdict === undefined ? [] : groundsOf(verdict, ledger),
    carried: counted(carried),
    outside: counted(outside),
    debated: counted(debated),
    text: counted(cited.filter(isOwn)),
  };
}

/** Whether there is anything by which a later look can tell that a decision still holds; if not, nobody calls it sound. */
export function canBeChecked({ citations }: Pick<Rests["carried"], "citations">): boolean {
  return citations > 0;
}

/** The citations by which a decision in force is judged. */
export function carriedOutside(ledger: Ledger, verdict: VerdictRecord): CarriedCitation[] {
  const isOwn = isOfText(ledger, verdict);
  return carriedCitations(verdict, ledger.records).filter((citation) => !isOwn(citation));
}

/** What was said of a draft is no ground: the draft was rewritten because of it. The subject as it was decided is one. */
function isOfText({ opening, records }: Ledger, verdict: VerdictRecord | undefined): (citation: Citation) => boolean {
  const own = `.blue/dialogues/${opening.dialogue}/`;
  const adopted = textHashes(verdict === undefined ? [] : decidedLines(verdict, records));
  return ({ path, blob }) =>
    path.startsWith(own) || (path === opening.subject?.path && !(blob !== null && adopted.includes(blob)));
}

function counted(
  citations: readonly Pick<RoundRecord["citations"][number], "path" | "result" | "item" | "by">[],
): Rests["carried"] {
  const lost = citations.filter((one) => !isFound(one));
  return {
    citations: citations.length,
    not_found: lost.length,
    lost_by: [...new Set(lost.map(({ item, by }) => item ?? by))].sort(),
    files: [...new Set(citations.map(({ path }) => path))],
  };
}

/** What the verdict names, each with the tensions it settles; where it names nothing, what settled them. */
function groundsOf(verdict: VerdictRecord, ledger: Ledger): Rests["items"] {
  const uses = new Map<string, string[]>();
  const use = (ids: readonly string[], as: string) => {
    for (const id of ids) uses.set(id, [...(uses.get(id) ?? []), as]);
  };
  use(verdict.key_evidence, "key evidence");
  use(verdict.key_claims, "key claim");
  use(verdict.recommendations_adopted, "adopted");
  use(verdict.recommendations_rejected, "rejected");
  const settles = new Map<string, string[]>();
  for (const { id, state, events } of ledger.tensions.values()) {
    const item = state === "resolved" ? events.findLast(({ change }) => change === "resolved")?.item : undefined;
    if (item != null) settles.set(item, [...(settles.get(item) ?? []), id]);
  }
  const carried = carriedItems(verdict);
  return [...(uses.size > 0 ? uses.keys() : settles.keys())].map((id) => {
    const item = ledger.items.get(id);
    return {
      id,
      label: item?.label ?? "no such item in the ledger",
      by: item === undefined ? [] : authorsOf(ledger, item),
      as: uses.get(id) ?? [],
      settles: settles.get(id) ?? [],
      carried: carried.has(id),
    };
  });
}
