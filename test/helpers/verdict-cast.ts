/** Verdicts as they should not be taken for more than they are: each made by the operations, with what every face must say of it. */
import { authorOf } from "./author.ts";
import { type Dialogue, type Input, makeDialogue } from "./dialogue.ts";

export interface CastVerdict {
  name: string;
  make(): Promise<Dialogue>;
  /** In one line, as every list says it. */
  line: string;
  /** By the key of the line: what it must hold. */
  holds: Record<string, string>;
  /** The Judge's, which no face may call decided. */
  judges?: string[];
}

const twoExperts = { experts: 2, create: { max_rounds: 3 } };

/** Asks both with this text, and registers what they write; who is not named signs. */
async function asked(
  dialogue: Dialogue,
  shown: Input,
  drafts: Parameters<Dialogue["round"]>[0] = {},
  judgement: Input = {},
) {
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, ...shown });
  return dialogue.round(drafts, judgement);
}

const postgres = { proposal: "Use Postgres for the ledger. One table.", decision: "The ledger goes into Postgres." };
const signed = async (verdict: Input = {}, create: Input = {}) => {
  const dialogue = await makeDialogue({ experts: 2, create: { ...twoExperts.create, ...create } });
  await asked(dialogue, postgres);
  await dialogue.verdict({ recommendation: postgres.proposal, ...verdict });
  return dialogue;
};

/** Hard-wrapped prose under a title, a metadata line, and SQL. */
export const design = `# Job queue

Status: proposal. Author: the payments team. Date: 2026-11-17

Jobs move from Redis into PostgreSQL, so that a retry
charges once, and nobody has to remember a key.

\`\`\`sql
CREATE TABLE job_keys (key text PRIMARY KEY);
\`\`\`
`;

const raises = (expert: string, label: string) => [`[${expert}-T0001: ${label}]\nIt does.`];
const resolves = (expert: string) => [
  `[${expert}-C0101: fine]\n[RE:RESOLVE T0001]\nI can live with it.`,
  "[MOVE:CONVERGE]",
];
const closes = { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] };

export const verdictCast: CastVerdict[] = [
  {
    name: "forced with a critical tension open",
    async make() {
      const dialogue = await makeDialogue({ experts: 2, create: { max_rounds: 2 } });
      await dialogue.round({ Muffin: raises("MUFFIN", "the ledger loses payments | critical") });
      await asked(dialogue, postgres, { Muffin: ["Still."], Cupcake: ["[CUPCAKE-S0101: REJECT | 0.9]\nNot yet."] });
      await dialogue.verdict({
        recommendation: postgres.proposal,
        headline: "All experts agreed",
        forced: true,
        warning: "Payments may be lost.",
      });
      return dialogue;
    },
    line: "The ledger goes into Postgres. (forced, 0 of 2 signed, T0001 critical open",
    holds: {
      how: "forced at the limit of 2 rounds; the Judge's warning: Payments may be lost.",
      signed: "nobody, 0 of 2",
      open: "T0001 critical: the ledger loses payments",
      disagree: "REJECT (0.9) “Not yet.”",
      judge: "a headline",
    },
    judges: ["All experts agreed"],
  },
  {
    name: "words that the panel never saw",
    make: () => signed({ recommendation: "Move everything to MongoDB." }),
    line: "The ledger goes into Postgres. (the panel never saw the verdict's text)",
    holds: { signed: "2 of 2 AI experts; the panel never saw the verdict's text", judge: "the verdict's text" },
    judges: ["Move everything to MongoDB."],
  },
  {
    name: "a headline against the text",
    make: () => signed({ headline: "Move the whole ledger to MongoDB" }),
    line: "The ledger goes into Postgres.",
    holds: {
      how: "everybody agreed after 1 round",
      signed: "Muffin and Cupcake, 2 of 2 AI experts, this exact text",
      judge: "a headline",
    },
    judges: ["Move the whole ledger to MongoDB"],
  },
  {
    name: "a topic cut from a sentence that denies it",
    async make() {
      const proposal = "Nobody shall use MongoDB for the ledger. One table in Postgres.";
      const dialogue = await makeDialogue(twoExperts);
      await asked(dialogue, { proposal });
      await dialogue.verdict({ recommendation: proposal, decisions: { Store: "use MongoDB for the ledger" } });
      return dialogue;
    },
    line: "Nobody shall use MongoDB for the ledger.",
    holds: { judge: "1 topic" },
  },
  {
    name: "a renamed tension",
    async make() {
      const dialogue = await makeDialogue({ experts: 2, create: { max_rounds: 2 } });
      await dialogue.round(
        { Muffin: raises("MUFFIN", "the ledger loses committed payments | critical") },
        { tensions: [{ local_id: "MUFFIN-T0001", label: "spelling of a column name" }] },
      );
      await asked(dialogue, postgres);
      await dialogue.verdict({ recommendation: postgres.proposal, forced: true, warning: "It is open." });
      return dialogue;
    },
    line: "The ledger goes into Postgres. (forced, T0001 critical open)",
    holds: { open: "T0001 critical: the ledger loses committed payments", judge: "1 item renamed" },
  },
  {
    name: "one that the author refused and its raiser accepted",
    async make() {
      const dialogue = await makeDialogue({
        experts: 2,
        tree: { "docs/queue.md": design },
        create: { ...twoExperts.create, subject: "docs/queue.md" },
      });
      await dialogue.round({ Muffin: raises("MUFFIN", "done rows bloat the table | minor") });
      await authorOf(dialogue).rewrite(
        design.replace("charges once", "charges exactly once"),
        "Decision: Jobs move into PostgreSQL.\nT0001 refused: it costs a vacuum setting later\n",
      );
      await asked(dialogue, { ask: "everyone" }, { Muffin: resolves("MUFFIN") }, closes);
      await dialogue.verdict({ recommendation: undefined });
      return dialogue;
    },
    line: "Jobs move into PostgreSQL. (T0001 refused)",
    holds: { refused: "done rows bloat the table (T0001, accepted by Muffin)", open: "no objection" },
  },
  {
    name: "no citation",
    make: () => signed(),
    line: "The ledger goes into Postgres.",
    holds: { rests: "nothing to check", judge: "none", disagree: "nobody", supersedes: "nothing" },
  },
  {
    name: "an ordinary design document",
    async make() {
      const dialogue = await makeDialogue({
        experts: 2,
        tree: { "docs/queue.md": design },
        create: { ...twoExperts.create, subject: "docs/queue.md" },
      });
      await dialogue.round({ Muffin: raises("MUFFIN", "keys are forgotten") });
      await asked(dialogue, { proposal: `${design}\nKeys are kept.\n` }, { Muffin: resolves("MUFFIN") }, closes);
      await dialogue.verdict({ recommendation: undefined });
      return dialogue;
    },
    line: "Job queue, as rewritten: 1 objection settled",
    holds: { open: "no objection", signed: "this exact text" },
  },
  {
    name: "a round for which Blue did not ask",
    async make() {
      const dialogue = await makeDialogue(twoExperts);
      await dialogue.round({}, { proposal: "Use Postgres for the ledger. One table." });
      await dialogue.verdict({ recommendation: "Use Postgres for the ledger. One table." });
      return dialogue;
    },
    line: "Use Postgres for the ledger. (",
    holds: { signed: "Blue did not ask: what they read is not known" },
  },
  {
    name: "a text that the Judge brought when everybody had signed recommendations",
    async make() {
      const dialogue = await makeDialogue(twoExperts);
      await asked(dialogue, {}, { Muffin: ["[MUFFIN-R0001: use Postgres]\nYes."] });
      await asked(dialogue, {}, {}, { proposal: "Move everything to MongoDB." });
      await dialogue.verdict({ recommendation: undefined });
      return dialogue;
    },
    line: "the recommendations that stood: R0001 use Postgres (the panel never saw the verdict's text)",
    holds: {
      decided: "the recommendations that stood: R0001 use Postgres",
      signed: "2 of 2 AI experts; the panel never saw the verdict's text",
      judge: "the verdict's text",
    },
    judges: ["Move everything to MongoDB."],
  },
  {
    name: "a round for which Blue did not ask, without a text",
    async make() {
      const dialogue = await makeDialogue(twoExperts);
      await dialogue.round();
      await dialogue.verdict({ recommendation: "Use Postgres for the ledger. One table." });
      return dialogue;
    },
    line: "API design: no text is on record (the panel never saw the verdict's text, Blue did not ask: what they read is not known)",
    holds: { decided: "API design: no text is on record", judge: "the verdict's text" },
    judges: ["Use Postgres"],
  },
];
