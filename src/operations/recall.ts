import type { Client } from "pg";
import * as z from "zod";
import { shareOf, tellingWords } from "../documents/change-words.ts";
import { refuse } from "../errors.ts";
import { readRecalled } from "../org/read.ts";
import { findSpoken, readTerms, type Spoken } from "../org/search.ts";
import { safeLine } from "../safe-text.ts";
import { reopeningsOf } from "../store/reopening.ts";
import { hear, queryWords } from "../store/search.ts";
import { fuse, rankedLists } from "../store/wordings.ts";
import { fittingSources } from "./decisions-in-force/fit.ts";
import { passages, rankSources, rankSpeaking } from "./decisions-in-force/rank-sources.ts";
import {
  findContradictions,
  mostAbout,
  placed,
  type Recalled,
  recalled,
  recallSource,
  withSuperseded,
} from "./decisions-in-force/recalled.ts";
import { defineOperation } from "./operation.ts";
import { askOrg, scope } from "./org/ask-org.ts";
import { publishedRecall, takeFitting } from "./org/published-shape.ts";
import { renderOutcome } from "./record-outcome.ts";
import { wordings } from "./wordings.ts";

/** Named where nothing is about the question. */
const mostNearest = 3;

export const operation = defineOperation({
  name: "recall",
  summary: "What was decided about this already, and what spoke against it",
  description:
    "Before you decide: what was decided about it, best first, with minority verdicts, what was accepted unresolved or rejected, why; contradictions.",
  effect: "read",
  toolset: "core",
  input: z.strictObject({
    questions: wordings(2000, "Best three wordings: yours, a manager's, an engineer's."),
    limit: z.int().min(1).max(20).default(5),
    scope,
  }),
  output: z.strictObject({
    decisions: z.array(recalled),
    contradictions: z.array(z.string()),
    nearest: z
      .array(z.strictObject({ id: z.string(), question: z.string() }))
      .optional()
      .describe("Where nothing was decided about it: what shares some of its words."),
    warnings: z.array(z.string()).optional().describe("With `scope`: what was published and cannot be read."),
    more: z.boolean().optional().describe("With `scope`: more passages have these words than were looked at."),
  }),
  examples: [
    {
      command:
        'blue recall how should orders be paged --also "customers wait for long lists" --also "cursor or offset"',
      note: "before a dialogue, a document or a change; three wordings find more than one",
    },
    { command: "blue recall --org how should orders be paged", note: "in any published repository" },
  ],
  cli: { positional: ["questions"], words: "questions", switches: ["scope"] },
  async run({ questions, limit, scope }, { project, signal }) {
    const asked = questions.map((question) => tellingWords(queryWords(question)));
    const lists = rankedLists(asked);
    if (lists.length === 0)
      refuse("invalid_input", { questions: questions.join(" · ") }, "words", {
        message: "`questions` has no word that says what it is about",
        suggestion: "Name what is to be decided.",
      });
    const weighed = (words: readonly string[]) => new Map(words.map((word) => [word.toLowerCase(), 1]));
    const all = weighed(lists.at(-1)!);
    const about = (text: string) => shareOf(all, { body: text.toLowerCase().split(/[^\p{L}\p{N}_]+/u) });
    const answer = (found: readonly Recalled[], nearest?: readonly Recalled[]) => {
      const decisions = withSuperseded(found.map((one) => mostAbout(one, about)));
      const near = nearest?.map(({ id, question }) => ({ id, question })) ?? [];
      const contradictions = findContradictions(decisions);
      return { decisions, contradictions, ...(near.length > 0 && { nearest: near }) };
    };
    if (scope === "org") {
      const { found, warnings, cut } = await askOrg(signal, async (client) => {
        const terms = await readTerms(client, lists);
        const ranked = [];
        let cut = false;
        for (const [i, words] of lists.entries()) {
          const heard = await findSpoken(client, words, terms[i]!, passages);
          cut ||= heard.cut;
          const speaking = heard.spoken.map((one) => ({ ...one, key: `${one.source.repository} ${one.source.n}` }));
          ranked.push(rankSpeaking(speaking, weighed(words)));
        }
        const sources = fuse(ranked, ({ key }) => key).map(({ source }) => source);
        return { ...(await readFitting(client, sources, limit)), cut };
      });
      return { ...answer(found), ...(cut && { more: true }), ...(warnings.length > 0 && { warnings }) };
    }
    const heard = await hear(project, asked, passages);
    const ranked = heard.map((one) => rankSources(project, one));
    const fitting = fittingSources(ranked.map((sources, i) => ({ asked: heard[i]!, sources })));
    const findReopening = reopeningsOf(project);
    const recallSome = (is: (key: string) => boolean, most: number) => {
      const found: Recalled[] = [];
      for (const { source, key } of fuse(ranked, (one) => one.key)) {
        if (found.length === most) break;
        const one = is(key) ? recallSource(project, source, findReopening) : undefined;
        if (one !== undefined && !found.some(({ path }) => path === one.path)) found.push(one);
      }
      return found;
    };
    const found = recallSome((key) => fitting.has(key), limit);
    return answer(found, found.length > 0 ? [] : recallSome(() => true, mostNearest));
  },
  render: ({ decisions, contradictions, nearest = [], warnings = [], more }) =>
    decisions.length === 0
      ? [
          more
            ? "Nothing was found, but more passages have these words than were looked at: ask in rarer words."
            : "Nothing was decided about this.",
          ...(nearest.length === 0 ? [] : ["These share some of its words:"]),
          ...nearest.map(({ id, question }) => `  ${id}  ${safeLine(question).slice(0, 160)}`),
          ...warnings.map((one) => `! ${safeLine(one)}`),
        ].join("\n")
      : [
          ...decisions.flatMap((one) => [
            `${one.standing === "in force" ? "✓" : "-"} ${placed(one)}  ${one.standing}${one.health === undefined ? "" : `, ${one.health}`}  ${safeLine(one.decided)}`,
            ...renderOutcome(one.date, one.outcomes),
            ...one.minority.map((text) => `    minority: ${safeLine(text)}`),
            ...one.accepted.map(
              ({ id, label, why }) => `    unresolved: ${id} ${safeLine(label)}${why ? `: ${safeLine(why)}` : ""}`,
            ),
            ...one.rejected.map(
              ({ id, label, why }) => `    rejected: ${id} ${safeLine(label)}${why ? `: ${safeLine(why)}` : ""}`,
            ),
            `    ${one.path}${one.commit === undefined ? "" : ` at ${one.commit.slice(0, 7)}`}`,
          ]),
          ...[...contradictions, ...warnings].map((one) => `! ${safeLine(one)}`),
        ].join("\n"),
});

/**
 * The first that can be read. A repository of which one cannot is not asked further, so that what it published takes nobody else's place more than once.
 */
async function readFitting(client: Client, sources: readonly Spoken["source"][], limit: number) {
  const found: Recalled[] = [];
  const warnings: string[] = [];
  let rest = sources;
  while (rest.length > 0 && found.length < limit) {
    const asked = rest.slice(0, limit - found.length);
    const rows = await readRecalled(client, asked);
    const taken = takeFitting(rows, "decision", publishedRecall, (row) => row.recalled);
    for (const { row, value } of taken.fitting) {
      const { repository, commit, health } = row;
      found.push({ ...value, repository, commit, ...(health !== null && { health }) });
    }
    warnings.push(...taken.warnings);
    rest = rest.slice(asked.length).filter(({ repository }) => !taken.unread.has(repository));
  }
  return { found, warnings };
}
