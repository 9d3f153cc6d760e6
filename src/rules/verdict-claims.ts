/** What a verdict says of items and experts must be so: a reader takes it from the verdict and looks no further. */

import { type BlueError, refusal } from "../errors.ts";
import { normalise } from "./ids.ts";
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";
import { type VerdictList, type VerdictRecord, verdictLists } from "./records.ts";

export type VerdictClaims = { [List in VerdictList | "supporting_experts"]?: readonly string[] | undefined } & {
  verdict_type: VerdictRecord["verdict_type"];
};

/** `ledger`: as it stood after the round the verdict is on. */
export function checkVerdictClaims(ledger: Ledger, claims: VerdictClaims): BlueError[] {
  const items = (Object.keys(verdictLists) as VerdictList[]).flatMap((list) =>
    (claims[list] ?? []).flatMap((raw) => checkItem(ledger, claims, list, raw)),
  );
  return [...items, ...checkSupporters(ledger, claims.supporting_experts ?? [])];
}

function checkItem(ledger: Ledger, { verdict_type }: VerdictClaims, list: VerdictList, raw: string): BlueError[] {
  const refuse = (code: "target_not_found" | "type_id_mismatch" | "count_mismatch", message: string) => [
    refusal(code, { [list]: raw }, "ledger", {
      message: `\`${list}\`: ${message}`,
      suggestion: "`blue dialogue get` lists the items.",
    }),
  ];
  const item = ledger.items.get(normalise(raw));
  const then = ledger.rounds.length === 0 ? "" : ` after round ${ledger.rounds.at(-1)!.round}`;
  if (item === undefined) return refuse("target_not_found", `there is no item ${raw}${then}`);
  if (item.type !== verdictLists[list].type) return refuse("type_id_mismatch", `${raw} is of another type`);
  const state = ledger.tensions.get(item.id)?.state;
  if (list === "tensions_resolved" && state !== "resolved")
    return refuse("count_mismatch", `${item.id} is ${state}${then}, not resolved`);
  // The gate holds a final verdict to exactly the accepted ones.
  if (list === "tensions_accepted" && verdict_type !== "final" && state !== "accepted")
    return refuse("count_mismatch", `${item.id} is ${state}${then}, not accepted`);
  return [];
}

function checkSupporters({ records }: Ledger, names: readonly string[]): BlueError[] {
  const seated = new Set(records.flatMap(({ panel }) => panel.map(({ name }) => expertKey(name))));
  const texts = records.flatMap((record) =>
    record.texts.filter(({ state }) => state === "present" || state === "incomplete"),
  );
  const wrote = new Set(texts.map(({ expert }) => expertKey(expert)));
  return names
    .filter((name) => !seated.has(expertKey(name)) || !wrote.has(expertKey(name)))
    .map((name) => {
      const known = seated.has(expertKey(name));
      return refusal(
        known ? "ungrounded_item" : "panel_mismatch",
        { supporting_experts: name },
        known ? "supporters_wrote" : "seated",
        {
          message: `\`supporting_experts\`: ${name} ${known ? "never wrote a word" : "was never seated"}`,
          suggestion: "Name experts of this dialogue who wrote.",
        },
      );
    });
}
