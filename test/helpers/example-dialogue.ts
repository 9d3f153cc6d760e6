/** Records of a whole dialogue without a disk: chained, and with the numbers of RFC 0057's examples. */
import type { ComparisonRecord, OpeningRecord, RoundRecord, VerdictRecord } from "../../src/rules/records.ts";
import { type Body, comparisonBody, openingBody, roundBody, verdictBody } from "./records.ts";

export interface Records {
  opening: OpeningRecord;
  rounds: RoundRecord[];
  verdicts: VerdictRecord[];
  comparisons: ComparisonRecord[];
}

/** A `self` that is none, but tells records apart. */
const seal = <R>(body: Body<R>, n: number): R =>
  ({ format: 1, self: n.toString(16).padStart(64, "0"), ...body }) as unknown as R;

export interface Sketch {
  opening?: Partial<Body<OpeningRecord>>;
  rounds?: Partial<Body<RoundRecord>>[];
  /** `round`: the last one unless it says otherwise. */
  verdicts?: Partial<Body<VerdictRecord>>[];
  /** On the first verdict. */
  comparison?: Partial<Body<ComparisonRecord>>;
}

export function dialogueOf({ opening = {}, rounds = [], verdicts = [], comparison }: Sketch): Records {
  const first = seal<OpeningRecord>(openingBody(opening), 1);
  const records: RoundRecord[] = [];
  for (const [n, round] of rounds.entries()) {
    records.push(seal<RoundRecord>(roundBody(n, (records.at(-1) ?? first).self, round), 16 + n));
  }
  const last = records.length === 0 ? null : records.length - 1;
  const sealed = verdicts.map((verdict, n) => {
    const round = verdict.round === undefined ? last : verdict.round;
    const prev = round === null ? first.self : records[round]!.self;
    return seal<VerdictRecord>(verdictBody(round, prev, verdict), 256 + n);
  });
  return {
    opening: first,
    rounds: records,
    verdicts: sealed,
    comparisons:
      comparison === undefined
        ? []
        : [seal<ComparisonRecord>(comparisonBody(sealed[0]!.round!, sealed[0]!.self, comparison), 512)],
  };
}

export const six = ["Muffin", "Cupcake", "Scone", "Donut", "Eclair", "Brioche"];

export function panelOf(names: readonly string[]): RoundRecord["panel"] {
  return names.map((name) => ({
    name,
    role: `${name}'s role`,
    tier: "Core",
    relevance: 0.9,
    focus: null,
    description: null,
    model: null,
    source: "pool",
    reason: null,
  }));
}

export function textsOf(names: readonly string[]): RoundRecord["texts"] {
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  return names.map((expert) => ({ expert, state: "present", lines: ["A text."], provenance, others: [] }));
}

export function itemOf(id: string, label: string, experts: readonly string[]): RoundRecord["items"][number] {
  const sources = experts.map((expert) => ({ local_id: `${expert.toUpperCase()}-${id}`, expert, line: 1 }));
  return { id, type: id[0] as "P", label, sources, new: id.startsWith("P") };
}

export function eventOf(
  id: string,
  change: RoundRecord["tensions"][number]["change"],
  extra: Partial<RoundRecord["tensions"][number]> = {},
): RoundRecord["tensions"][number] {
  return { id, change, actors: ["Judge"], item: null, note: null, ...extra };
}

export function signalsOf(names: readonly string[]): RoundRecord["signals"] {
  return names.map((by) => ({ by, line: 1, counted: true, why: null }));
}

/** A round of `names` in which nothing happens but what is said. */
export function roundOf(names: readonly string[], round: Partial<Body<RoundRecord>>): Partial<Body<RoundRecord>> {
  const quiet = { items: [], mapping: {}, moves: [], stances: [], signals: [], tensions: [], judge: [] };
  return { panel: panelOf(names), texts: textsOf(names), ...quiet, ...round };
}

/** The three rounds of RFC 0057 §7: velocity 11, 3, 0; signals 0, 3 and 6 of 6. */
export function rfcRounds(): Partial<Body<RoundRecord>>[] {
  const scores = (W: number, C: number, T: number, R: number) => ({ W, C, T, R, experts: {} });
  const perspectives = (round: number, count: number) =>
    Array.from({ length: count }, (_, i) => itemOf(`P0${round}0${i + 1}`, `perspective ${i + 1}`, ["Muffin"]));
  const tensions = ["T0001", "T0002", "T0003"];
  return [
    roundOf(six, {
      items: [...perspectives(0, 8), ...tensions.map((id) => itemOf(id, `tension ${id}`, ["Scone"]))],
      tensions: tensions.map((id) => eventOf(id, "raised", { actors: ["Scone"], item: id })),
      scores: scores(45, 30, 25, 25),
    }),
    roundOf(six, {
      items: [...perspectives(1, 2), itemOf("R0101", "one rule for both", ["Cupcake"])],
      tensions: [
        eventOf("T0001", "resolved", { item: "R0101", note: "Local keys never rotated - disposable with DB reset" }),
        eventOf("T0002", "resolved", { item: "R0101" }),
      ],
      signals: signalsOf(six.slice(0, 3)),
      scores: scores(32, 22, 18, 17),
    }),
    roundOf(six, {
      items: [itemOf("R0201", "the last rule", ["Donut"])],
      tensions: [eventOf("T0003", "resolved", { item: "R0201" })],
      signals: signalsOf(six),
      scores: scores(18, 12, 8, 7),
    }),
  ];
}
