/**
 * Who could settle what is open: what can close it already, its owner, else the expert whose words are nearest to it, on the panel or in the pool. Where nobody
 * is near, the author answers it and who raised it judges the answer; somebody new is called only where that one has left the panel.
 */
import { isOwner, roleKey } from "../../../panel/roles.ts";
import { isOpen, type Ledger } from "../../../rules/ledger.ts";
import { expertKey } from "../../../rules/names.ts";
import type { PanelMember, PoolExpert } from "../../../rules/records.ts";
import { resolversFor } from "../../../rules/resolvers.ts";
import { itemTexts } from "../../../rules/round/item-texts.ts";
import { wordsOf } from "../../../rules/round/proposed-merges.ts";

export interface Settler {
  tension: string;
  /** In words. */
  who: string;
  /** To be seated for it. */
  seat: PoolExpert | undefined;
}

export function whoSettles(ledger: Ledger, panel: readonly PanelMember[]): Settler[] {
  const open = [...ledger.tensions.values()].filter(isOpen);
  const rounds = new Set(open.map(({ round }) => round));
  const texts = itemTexts(ledger.records.filter(({ round }) => rounds.has(round)));
  const seated = new Set(panel.map(({ role }) => roleKey(role)));
  const free = ledger.opening.pool.filter(({ role }) => !seated.has(roleKey(role)));
  const nearest = makeNearest([...panel, ...free]);
  return open.map((stored) => {
    const { id: tension, label, owner, resolution_path } = stored;
    const resolvers = resolversFor(ledger, stored);
    if (resolvers.length > 0) return { tension, who: `could be closed by ${resolvers.join(" or ")}`, seat: undefined };
    const member = panel.find((seated) => isOwner(owner, seated));
    if (member !== undefined) return { tension, who: `${member.name}, its owner`, seat: undefined };
    const sources = ledger.items.get(tension)?.sources ?? [];
    const said = sources.flatMap(({ local_id }) => texts.get(local_id) ?? []);
    const raised = new Set(sources.map(({ expert }) => expertKey(expert)));
    const raiser = panel.find(({ name }) => raised.has(expertKey(name)));
    const absent = free.find(({ role }) => isOwner(owner, { name: role, role }));
    const found =
      absent ??
      nearest(
        [label, resolution_path ?? "", ...said].join(" "),
        (expert) => !("name" in expert && raised.has(expertKey(expert.name))),
      );
    if (found === undefined)
      return {
        tension,
        who: raiser ? `${raiser.name}, who raised it` : "nobody yet: call a new expert",
        seat: undefined,
      };
    const why = absent === undefined ? "the nearest" : "its owner";
    if ("name" in found) return { tension, who: `${found.name}, ${found.role}, ${why}`, seat: undefined };
    return { tension, who: `${found.role}, in the pool, ${why}`, seat: found };
  });
}

type Expert = PoolExpert | PanelMember;

/** The one whose role and focus share most words with a text; words that many of them share tell nobody from the others. */
function makeNearest(
  experts: readonly Expert[],
): (text: string, fits: (expert: Expert) => boolean) => Expert | undefined {
  const known = experts.map((expert) => ({
    expert,
    words: new Set(wordsOf(`${expert.role} ${expert.focus ?? ""} ${expert.description ?? ""}`)),
  }));
  const weight = (word: string) => Math.log((experts.length + 1) / known.filter(({ words }) => words.has(word)).length);
  return (text, fits) => {
    const asked = [...new Set(wordsOf(text))].filter((word) => word.length > 3);
    const ranked = known
      .filter(({ expert }) => fits(expert))
      .map(({ expert, words }) => ({
        expert,
        near: asked.filter((word) => words.has(word)).reduce((sum, word) => sum + weight(word), 0),
      }))
      .sort((a, b) => b.near - a.near);
    return ranked[0] !== undefined && ranked[0].near > 0 ? ranked[0].expert : undefined;
  };
}
