/** What the Judge must have handed in for a recorded round: to compose it again when it is verified, and to play it again. */

import { isMember } from "../guests.ts";
import type { RoundRecord } from "../records.ts";
import { type ItemType, itemTypes } from "../vocabulary.ts";
import type { ListedItem, RoundInput } from "./round-input.ts";

export function judgementOf(record: RoundRecord): RoundInput {
  const { experts, total, ...components } = record.scores;
  const own = new Set(record.items.map(({ id }) => id));
  const inState = (state: "absent" | "incomplete") =>
    record.texts.filter((text) => text.state === state && isMember(record, text.expert)).map(({ expert }) => expert);
  const list = (type: ItemType): ListedItem[] =>
    record.items
      .filter((item) => item.type === type)
      .map(({ label, sources: [lead, ...rest] }) => ({
        local_id: lead!.local_id,
        label,
        merges: rest.map(({ local_id }) => local_id),
      }));
  return {
    ...(total === undefined ? { score_components: components } : { score: total }),
    expert_scores: experts,
    summary: record.judge.join("\n"),
    absent: inState("absent"),
    incomplete: inState("incomplete"),
    ...Object.fromEntries(Object.entries(itemTypes).map(([type, { list: name }]) => [name, list(type as ItemType)])),
    merged_into: record.merged
      .filter(({ into }) => !own.has(into))
      .map(({ local_id, into }) => ({ local_id, id: into })),
    dismissed: record.dismissed.map(({ local_id, expert, line, reason }) =>
      local_id === null ? { expert, line, reason } : { local_id, reason },
    ),
    tension_updates: [
      ...record.tensions.flatMap(({ id, change, item, note }): NonNullable<RoundInput["tension_updates"]> => {
        if (change === "resolved") return [{ id, status: change, via: item ?? undefined, note: note ?? undefined }];
        return change === "accepted" ? [{ id, status: change, reason: note ?? undefined }] : [];
      }),
      ...record.owners.map(({ id, owner, resolution_path }) => ({
        id,
        owner: owner ?? undefined,
        resolution_path: resolution_path ?? undefined,
      })),
    ],
  };
}
