/** Who could settle what is open: its owner, else whoever of the pool that is not seated stands nearest to it in words, else somebody new. */
import { roleKey } from "../../panel/roles.ts";
import { isOpen, type Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember, PoolExpert } from "../../rules/records.ts";
import { itemTexts } from "../../rules/round/item-texts.ts";
import { wordsOf } from "../../rules/round/near-duplicates.ts";

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
  const nearest = nearestOf(free);
  return open.map(({ id, label, owner, resolution_path }) => {
    const tension = `${id} (${label})`;
    const owns = (name: string) => expertKey(owner ?? "") === expertKey(name) || roleKey(owner ?? "") === roleKey(name);
    const member = panel.find(({ name, role }) => owns(name) || owns(role));
    if (member !== undefined) return { tension, who: `${member.name}, its owner`, seat: undefined };
    const sources = ledger.items.get(id)?.sources ?? [];
    const said = sources.flatMap(({ local_id }) => texts.get(local_id) ?? []);
    const seat = free.find(({ role }) => owns(role)) ?? nearest([label, resolution_path ?? "", ...said].join(" "));
    return { tension, who: seat === undefined ? "nobody yet: call a new expert" : `${seat.role}, in the pool`, seat };
  });
}

/** Words that many of them share tell nobody from the others. */
function nearestOf(experts: readonly PoolExpert[]): (text: string) => PoolExpert | undefined {
  const own = experts.map(
    ({ role, focus, description }) => new Set(wordsOf(`${role} ${focus ?? ""} ${description ?? ""}`)),
  );
  return (text) => {
    const words = [...new Set(wordsOf(text))].filter((word) => word.length > 3);
    const weight = (word: string) => Math.log((experts.length + 1) / own.filter((words) => words.has(word)).length);
    const near = own.map((known) =>
      words.filter((word) => known.has(word)).reduce((sum, word) => sum + weight(word), 0),
    );
    const most = Math.max(0, ...near);
    return most === 0 ? undefined : experts[near.indexOf(most)];
  };
}
