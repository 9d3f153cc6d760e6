/** What the drafts of a round do to tensions: raise, address, reopen. Closing one is the Judge's (`judge-events.ts`). */
import type { Ledger } from "../ledger.ts";
import type { TensionEvent } from "../records.ts";
import type { Assignment } from "./assign-ids.ts";
import type { Resolved } from "./resolve-refs.ts";

/** The note of a tension that is addressed by [RE:RESOLVE …]. */
export const offersResolution = "offers a resolution";

/** The note of one that a tension of a later round was merged into, before that one's local ID. */
export const raisedAgain = "raised again as ";

export function expertEvents(
  ledger: Ledger,
  { items, merged, markers }: Assignment,
  { refs }: Pick<Resolved, "refs">,
): TensionEvent[] {
  const raised = items
    .filter(({ type }) => type === "T")
    .map(({ id, sources }): TensionEvent => {
      const actors = [...new Set(sources.map(({ expert }) => expert))];
      return { id, change: "raised", actors, item: id, note: null };
    });
  // Merged into a tension of an earlier round: that one is raised again, and who said so is kept.
  const again = merged.flatMap(({ local_id, into }): TensionEvent[] => {
    const marker = markers.get(local_id);
    if (marker?.item.type !== "T" || !ledger.tensions.has(into)) return [];
    return [{ id: into, change: "raised", actors: [marker.expert], item: null, note: raisedAgain + local_id }];
  });
  const answered = refs.flatMap(({ kind, by, from, target }): TensionEvent[] => {
    const event = { id: target, actors: [by], item: from, note: null };
    if (kind === "ADDRESS") return [{ ...event, change: "addressed" }];
    if (kind === "RESOLVE") return [{ ...event, change: "addressed", note: offersResolution }];
    return kind === "REOPEN" ? [{ ...event, change: "reopened" }] : [];
  });
  return [...raised, ...again, ...answered];
}
