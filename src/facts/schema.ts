/** What is said of a verdict, as plain data. Every face prints this value and works nothing out. */
import * as z from "zod";
import { severities } from "../rules/vocabulary.ts";

/** How a verdict came about, and whether it still decides. */
export const hows = [
  "converged",
  "forced",
  "refused",
  "contested",
  "superseded",
  "closed",
  "reviewed",
  "undecided",
] as const;

const names = z.array(z.string());

/** What the Judge decided by itself. */
export const handSchema = z.strictObject({
  merged: z.int(),
  proposed: z.int().optional().describe("Of the merges, those that Blue proposed."),
  dismissed: z.int(),
  discarded: z.int().describe("Drafts set aside before a round was registered."),
  accepted: z.int(),
  only_resolver: z.int().optional().describe("Tensions closed by a count alone, each by its only resolver."),
  renamed: z.int().describe("Items that the Judge calls otherwise than their experts."),
  own_words: z
    .int()
    .describe("Headline, topics, description, conditions: what the Judge wrote beside what was signed."),
  filed: z.int().describe("Texts filed for an expert by someone else."),
  guests: z.int().optional().describe("Texts of people who were not on the panel; left out when there are none."),
  absent: z.int(),
  incomplete: z.int(),
  rotated_out: z.int(),
  player: z
    .strictObject({
      unreadable: z.int(),
      left_out: z.int(),
      unwrapped: z.int(),
      masked: z.int(),
      failed: z.int(),
      shown: z.int(),
    })
    .optional()
    .describe("What code decided in a dialogue played from the command line."),
});

/** Somebody who left the panel without agreeing. */
export const unconvincedSchema = z.strictObject({
  expert: z.string(),
  role: z.string(),
  last_round: z.int(),
  position: z.string().nullable(),
  condition: z.string().nullable(),
});

const tension = z.strictObject({
  id: z.string(),
  label: z.string().describe("The expert's own."),
  renamed: z.string().optional().describe("What the Judge calls it."),
  severity: z.enum(severities).nullable(),
  state: z.enum(["open", "addressed", "reopened", "resolved", "accepted"]).describe("`accepted`: unresolved."),
  round: z.int(),
  raised_by: names,
  answer: z
    .strictObject({ answer: z.enum(["resolved", "refused"]), text: z.string(), round: z.int() })
    .nullable()
    .describe("The author's last."),
  closed: z
    .strictObject({
      by: names,
      too: names.optional(),
      round: z.int(),
      item: z.string().nullable(),
      why: z.string().nullable(),
    })
    .nullable()
    .describe(
      "By whose item, and who raised it too and accepts that; of one accepted unresolved, why the Judge did it.",
    ),
});

const disagreement = z.strictObject({
  who: z.string(),
  role: z.string().nullable(),
  as: z
    .enum(["seated", "left", "guest", "dissent", "minority_verdict", "verdict", "set_aside", "second_text"])
    .describe("`verdict`: a rival of this one; `set_aside`, `second_text`: words that count nowhere."),
  round: z.int().nullable(),
  position: z.string().nullable(),
  words: z.string(),
});

const ground = z.strictObject({
  id: z.string(),
  label: z.string(),
  by: names,
  as: names.describe("`key evidence`, `key claim`, `adopted`, `rejected`."),
  settles: names.describe("Tensions."),
  carried: z.boolean().describe("The verdict rests on it."),
});

const stood = z.strictObject({
  positions: z.record(z.string(), z.int()),
  majority: z.string().nullable().describe("What more than half of the panel said."),
});

const cited = z.strictObject({
  citations: z.int(),
  not_found: z.int(),
  lost_by: names.describe("Whose citations were not found: items, or experts where the citation is in none."),
  files: names,
});

const range = { low: z.int(), high: z.int() };
const counted = {
  experts: z.int().describe("Of the panel, who delivered a text."),
  found: z.int().describe("Objections."),
  once: z.int().describe("Of them, raised by one expert only."),
  severities: z.partialRecord(
    z.enum(severities),
    z.strictObject({ found: z.int(), once: z.int(), one_more: z.number().optional() }),
  ),
};

/** What the blind round probably did not find, and what one more expert would bring. It is advice. */
export const coverageSchema = z.discriminatedUnion("advice", [
  z.strictObject({
    advice: z.enum(["add", "open", "stop"]),
    ...counted,
    missed: z.strictObject({ ...range, median: z.int() }),
    one_more: z.strictObject({ ...range, mean: z.number() }),
    two_more: z.number(),
  }),
  z.strictObject({ advice: z.literal("too few"), ...counted }),
  z.strictObject({
    advice: z.literal("not blind"),
    not_asked: names.describe("Whose texts Blue did not ask for."),
  }),
]);

export const factsSchema = z.strictObject({
  dialogue_id: z.string(),
  title: z.string(),
  question: z.string(),
  subject: z.string().nullable(),
  review: z.boolean().describe("One look whose findings are the result."),
  verdict: z
    .strictObject({
      type: z.string(),
      round: z.int().nullable(),
      path: z.string().describe("Of the record, from the dialogue's folder."),
      self: z.string(),
      registered_at: z.string(),
    })
    .nullable(),
  in_force: z.boolean(),
  decided: z.strictObject({
    words: z.string().describe("Never the Judge's headline. Empty where nothing is decided."),
    why: z.string().optional().describe("The author's reason, signed with the sentence."),
    risk: z.string().optional().describe("What may still go wrong, likewise."),
    begins: z.string().optional().describe("Where only the text was signed: how it begins."),
    as: z
      .enum(["sentence", "first_sentence", "title", "recommendations", "unknown", "nothing"])
      .describe("`sentence`: written before the panel signed, and shown to it; `unknown`: nothing on record was."),
    by: z.enum(["author", "judge", "subject"]).nullable().describe("Who wrote the sentence, or else the text."),
  }),
  how: z.enum(hows),
  forced: z.boolean(),
  why: z.string().nullable().describe("Why it is refused, or how it was closed."),
  warning: z.string().nullable().describe("The Judge's, of a forced verdict."),
  rounds: z.int(),
  signed: z.strictObject({
    count: z.int(),
    of: z.int(),
    by: names,
    not: z.array(z.strictObject({ expert: z.string(), why: z.string() })),
    text: z
      .enum(["shown", "brought", "other"])
      .nullable()
      .describe(
        "`shown`: the verdict's text is what the panel read; `brought`: so the Judge says; `other`: it is not.",
      ),
    asked: z.boolean().describe("False: Blue did not ask, so what they read is not known."),
  }),
  fresh: z.int().describe("New perspectives of the last round."),
  tensions: z.array(tension).describe("Worst first."),
  open: names,
  accepted: names.describe("Unresolved, by the Judge."),
  refused: names.describe("By the author, and accepted as such by its raiser."),
  in_part: names.describe("Fixed in part by the author, and accepted as such by its raiser."),
  not_taken_up: z
    .array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        by: names,
        round: z.int(),
        why: z.string().nullable().describe("The author's reason not to take it into the text."),
      }),
    )
    .describe("Perspectives that nobody has answered, and that the text does not take up, as far as its author says."),
  disagree: z.array(disagreement),
  suggestions: z
    .array(z.strictObject({ id: z.string(), by: names, label: z.string() }))
    .describe("Recommendations of the last round that settle nothing and that nobody signed: no part of the decision."),
  added: z
    .array(z.strictObject({ by: z.string(), words: z.string() }))
    .describe("What who signed wrote beside the last signature: no part of the decision either."),
  supersedes: z.string().nullable(),
  superseded_by: z.string().nullable(),
  judge: z.strictObject({
    recommendation: z.string().nullable().describe("The verdict's text, where it is not the one that was signed."),
    headline: z.string().nullable().describe("Where it is not the signed sentence."),
    topics: z.array(z.strictObject({ topic: z.string(), decision: z.string() })),
    description: z.string(),
    conditions: names,
    vote: z.string().nullable(),
    confidence: z.string().nullable(),
    supporters: names,
    hand: handSchema,
    renamed: z.array(z.strictObject({ id: z.string(), label: z.string(), renamed: z.string() })),
  }),
  rests: z.strictObject({
    items: z.array(ground),
    carried: cited.describe("Outside the dialogue and its subject, and cited by what the verdict rests on."),
    outside: cited.describe("All that was cited outside."),
    debated: cited.describe("Of those, what the verdict does not rest on."),
    text: cited.describe("Quotes of the text itself."),
  }),
  stood: z.strictObject({
    blind: stood,
    final: stood,
    moved: z.int().describe("Experts who changed their position."),
  }),
  change: z
    .strictObject({ before: z.int(), after: z.int() })
    .nullable()
    .describe("Words of the text that the blind round read, and of the last."),
  coverage: coverageSchema.nullable().describe("Of the blind round; null: none is registered."),
  cost: z.strictObject({
    experts: z.int().describe("Runs."),
    author: z.int(),
    verifiers: z.int(),
    runs: z.int(),
    bytes: z.int().describe("Of the experts' drafts."),
    minutes: z.int().nullable().describe("From opening to verdict; null where it was recorded afterwards."),
    tokens: z.int().nullable().describe("Of the runs of which they are known."),
    seconds: z.int().nullable().describe("Of agents, as far as known."),
    known_runs: z.int(),
    models: names,
    only_model: z.string().nullable().describe("It wrote every text and judged them."),
  }),
});

export type VerdictFacts = z.output<typeof factsSchema>;
export type TensionFacts = VerdictFacts["tensions"][number];
export type Disagreement = VerdictFacts["disagree"][number];

/** What a list says of each verdict, beside the one line. */
export const briefFacts = {
  how: factsSchema.shape.how,
  signed: z.strictObject({ count: z.int(), of: z.int() }),
  open: factsSchema.shape.open.describe("Tensions."),
};

export function brief({ how, signed: { count, of }, open }: VerdictFacts) {
  return { how, signed: { count, of }, open };
}
