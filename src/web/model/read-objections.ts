/** The objections of a dialogue as every face reads them, from what the page is given. */
import { type Objection, offersOf, readObjections } from "../../facts/objections.ts";
import { cutItem, type Marked, withoutMarker } from "../../facts/text/cut-item.ts";
import { type Dialogue, itemLists, personKey } from "./dialogue.ts";

const known = new WeakMap<Dialogue, Objection[]>();

/** Kept: reading them takes as long as drawing them. */
export function readAll(dialogue: Dialogue): readonly Objection[] {
  const found = known.get(dialogue) ?? read(dialogue);
  known.set(dialogue, found);
  return found;
}

function read({ view: { export: all, status }, tensions }: Dialogue): Objection[] {
  const items = new Map(itemLists(all).flatMap(({ list }) => list.map((item) => [item.id, item] as const)));
  const marked = markedTexts(all);
  const open = new Map(status.open_tensions.map(({ id, resolvers }) => [id, resolvers]));
  const offered = new Map(
    tensions.map((one) => [one.id, offersOf(one, open.get(one.id) ?? one.resolvers.map(({ item }) => item))]),
  );
  return readObjections(all.facts.tensions, {
    said: (id) =>
      (items.get(id)?.sources ?? []).flatMap(({ expert, round, line }) => {
        const text = marked.get(`${round} ${personKey(expert)}`);
        return text === undefined ? [] : [{ by: expert, lines: withoutMarker(cutItem(text, line)) }];
      }),
    label: (id) => items.get(id)?.label ?? "",
    offers: (id) => offered.get(id) ?? [],
    cited: all.citations,
    isText: (path) => path === all.subject?.path || path.startsWith(`.blue/dialogues/${all.dialogue_id}/`),
  });
}

/** Every text by round and person, with the lines at which its markers start. */
function markedTexts(all: Dialogue["view"]["export"]): Map<string, Marked> {
  const texts = new Map<string, Marked>();
  for (const { round, texts: own } of all.rounds)
    for (const { expert, text } of own)
      texts.set(`${round} ${personKey(expert)}`, { lines: text.split("\n"), starts: new Set() });
  const start = (round: number, who: string, line: number) => texts.get(`${round} ${personKey(who)}`)?.starts.add(line);
  for (const { list } of itemLists(all))
    for (const { sources } of list) for (const { round, expert, line } of sources) start(round, expert, line);
  for (const { round, by, line } of [...all.stances, ...all.statements]) start(round, by, line);
  for (const { round, dismissed } of all.rounds) for (const { expert, line } of dismissed) start(round, expert, line);
  return texts;
}
