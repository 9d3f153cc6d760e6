/** The Judge's judgement of a round, and what `round_register` takes of it. Items of this round are named by their markers: provisional IDs shift with merges. */
import * as z from "zod";
import { type ItemType, itemTypeLetters, itemTypes } from "../../rules/vocabulary.ts";

const closing = z.strictObject({
  tension: z.string().describe("An open tension of an earlier round, `T0003`."),
  via: z.string().describe("The one item whose text resolves it: a marker of this round or an ID."),
  note: z.string(),
});

const fields = {
  scores: z.strictObject({ W: z.number(), C: z.number(), T: z.number(), R: z.number() }),
  experts: z.array(z.strictObject({ name: z.string(), score: z.number() })),
  merges: z
    .array(z.strictObject({ lead: z.string(), same: z.array(z.string()) }))
    .describe("Markers that say the same."),
  repeats: z
    .array(z.strictObject({ marker: z.string(), of: z.string() }))
    .describe("Markers that repeat an item of an earlier round."),
  close: z.array(closing),
  own: z
    .array(z.strictObject({ tension: z.string(), owner: z.string(), path: z.string() }))
    .describe("Who is to settle a tension that stays open, and how."),
  dismiss: z
    .array(z.strictObject({ marker: z.string(), reason: z.string() }))
    .describe("Items that count for nothing; never perspectives or tensions."),
  summary: z.string(),
  directives: z.array(z.strictObject({ expert: z.string(), text: z.string() })).describe("For the next round."),
};

const accept = z
  .array(z.strictObject({ tension: z.string(), reason: z.string() }))
  .describe("Real trade-offs, or immaterial ones: accepted unresolved.");
const rotating = {
  add: z.array(z.string()).describe("Roles of the pool who should join the panel."),
  leave: z.array(z.string()).describe("Names of those who have nothing more to say."),
};

/** What the Judge is asked for: more where it may accept tensions or change the panel. */
export function judgementSchema({ accepts, rotates }: { accepts: boolean; rotates: boolean }) {
  return z.strictObject({
    ...fields,
    ...(accepts ? { accept } : {}),
    ...(rotates ? rotating : {}),
  }) as unknown as z.ZodType<Judgement>;
}
/** Of a judgement that was registered: what the next round's prompts take up. */
export const keptWishes = z.object({
  directives: fields.directives,
  add: rotating.add.optional(),
  leave: rotating.leave.optional(),
});
export type Judgement = z.output<z.ZodObject<typeof fields>> & {
  accept?: { tension: string; reason: string }[];
  add?: string[];
  leave?: string[];
};

/** What code adds to the Judge's words. */
export interface RoundFacts {
  dialogue_id: string;
  round: number;
  head: string;
  digest: string;
  missing: readonly string[];
  incomplete: readonly string[];
  problems: readonly { expert: string; line: number }[];
}

export function registerInput(judged: Judgement, facts: RoundFacts): Record<string, unknown> {
  const isMarker = (id: string) => id.includes("-");
  const lists: Record<string, { local_id: string; merges?: string[]; owner?: string; resolution_path?: string }[]> = {};
  const listOf = (marker: string) => {
    const letter = /-([A-Z])\d/.exec(marker.toUpperCase())?.[1] as ItemType | undefined;
    const name = letter !== undefined && itemTypeLetters.includes(letter) ? itemTypes[letter].list : undefined;
    if (name === undefined) return undefined;
    lists[name] ??= [];
    return lists[name];
  };
  for (const { lead, same } of judged.merges) if (same.length > 0) listOf(lead)?.push({ local_id: lead, merges: same });
  const closed = new Set(judged.close.map(({ tension }) => tension));
  const updates: Record<string, unknown>[] = [
    ...judged.close.map(({ tension, via, note }) => ({
      id: tension,
      status: "resolved",
      via,
      ...(note.trim() === "" ? {} : { note }),
    })),
    ...(judged.accept ?? []).map(({ tension, reason }) => ({ id: tension, status: "accepted", reason })),
  ];
  for (const { tension, owner, path } of judged.own) {
    if (closed.has(tension) || owner.trim() === "") continue;
    const way = path.trim() === "" ? {} : { resolution_path: path };
    if (!isMarker(tension)) {
      updates.push({ id: tension, owner, ...way });
      continue;
    }
    const list = listOf(tension);
    const there = list?.find(({ local_id }) => local_id === tension);
    if (there === undefined) list?.push({ local_id: tension, owner, ...way });
    else Object.assign(there, { owner, ...way });
  }
  return {
    dialogue_id: facts.dialogue_id,
    round: facts.round,
    head: facts.head,
    digest: facts.digest,
    score_components: judged.scores,
    expert_scores: Object.fromEntries(judged.experts.map(({ name, score }) => [name, score])),
    summary: judged.summary,
    ...lists,
    merged_into: judged.repeats.map(({ marker, of }) => ({ local_id: marker, id: of })),
    tension_updates: updates,
    dismissed: [
      ...judged.dismiss.map(({ marker, reason }) => ({ local_id: marker, reason })),
      ...facts.problems.map(({ expert, line }) => ({ expert, line, reason: "unreadable" })),
    ],
    absent: facts.missing,
    incomplete: facts.incomplete,
  };
}

/** What an overlooked closing is found by. */
interface Confirming {
  items: readonly { local_id: string; refs?: readonly string[] | undefined }[];
  stances: readonly { expert: string; refs?: readonly string[] | undefined }[];
  resolvers: readonly { tension: string; by: readonly string[]; now: boolean }[];
}

/**
 * Tensions that the judgement leaves open although they can be closed now, nobody disputes it, and everybody who raised one says in this round that it
 * is resolved. A Judge may have a reason; mostly it was forgotten, and a whole round would be paid for it.
 */
export function overlooked(
  { close, accept = [] }: Judgement,
  { items, stances, resolvers }: Confirming,
  raisersOf: (tension: string) => readonly string[],
): { tension: string; by: string[] }[] {
  const settled = new Set([...close, ...accept].map(({ tension }) => tension));
  const says = (refs: readonly string[] = [], tension: string) =>
    refs.some((ref) => ref.startsWith("RESOLVE ") && ref.slice("RESOLVE ".length).split(", ").includes(tension));
  const confirms = (expert: string, tension: string) =>
    items.some(({ local_id, refs }) => local_id.startsWith(`${expert.toUpperCase()}-`) && says(refs, tension)) ||
    stances.some((stance) => stance.expert.toUpperCase() === expert.toUpperCase() && says(stance.refs, tension));
  return resolvers
    .filter(({ tension, by, now }) => now && by.length > 0 && !settled.has(tension))
    .map(({ tension }) => ({ tension, by: [...new Set(raisersOf(tension))] }))
    .filter(({ tension, by }) => by.length > 0 && by.every((expert) => confirms(expert, tension)));
}

/** Without the entries that the errors name (`tension_updates.2.via`), and what was left out; undefined when an error names none. */
export function leaveOut(
  input: Readonly<Record<string, unknown>>,
  errors: readonly { field?: string | undefined; message: string }[],
): { input: Record<string, unknown>; left: string[] } | undefined {
  const out = new Map<string, Set<number>>();
  for (const { field } of errors) {
    const [, list, index] = /^(\w+)[.[](\d+)/.exec(field ?? "") ?? [];
    if (list === undefined || !Array.isArray(input[list])) return undefined;
    out.set(list, (out.get(list) ?? new Set()).add(Number(index)));
  }
  const without = Object.entries(input).map(([name, value]) => {
    const gone = out.get(name);
    return [name, gone === undefined ? value : (value as unknown[]).filter((_, i) => !gone.has(i))];
  });
  const left = [...out].flatMap(([list, indexes]) =>
    [...indexes].map((i) => `${list}: ${JSON.stringify((input[list] as unknown[])[i])}`),
  );
  return { input: Object.fromEntries(without), left };
}
