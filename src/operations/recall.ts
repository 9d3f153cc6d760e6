import type { Client } from "pg";
import * as z from "zod";
import { wordsShared } from "../documents/change-words.ts";
import { refuse } from "../errors.ts";
import { asksForNumber, tellingWords } from "../facts/text/telling-words.ts";
import { readRecalled } from "../org/read.ts";
import { findSpoken, joined, readTerms, type Spoken } from "../org/search.ts";
import { plural } from "../pages/page.ts";
import { safeLine } from "../safe-text.ts";
import { reopeningsOf } from "../store/reopening.ts";
import { hear, queryWords } from "../store/search.ts";
import { fuse, rankedLists } from "../store/wordings.ts";
import { fittingSources, surelyFits } from "./decisions-in-force/fit.ts";
import { quoteDecided } from "./decisions-in-force/quote.ts";
import { passages, rankSources, rankSpeaking } from "./decisions-in-force/rank-sources.ts";
import {
  decides,
  findContradictions,
  mostAbout,
  placed,
  quoted,
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
const near = recalled
  .pick({
    ...{ id: true, standing: true, question: true, decided: true, date: true, path: true },
    ...{ passage: true, repository: true, commit: true, health: true },
  })
  .strip();

export const operation = defineOperation({
  name: "recall",
  summary: "What was decided about this already, and what spoke against it",
  description:
    "Before you decide: what was decided, best first, with minority verdicts, what was accepted unresolved, refused or rejected, why; contradictions.",
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
      .array(near)
      .optional()
      .describe("Where no decision is about it in these words: what shares some of them, the closest first."),
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
    const asksNumber = questions.some((question) => asksForNumber(queryWords(question)));
    const asked = questions.map((question) => tellingWords(queryWords(question)));
    const lists = rankedLists(asked);
    if (lists.length === 0)
      refuse("invalid_input", { questions: questions.join(" · ") }, "words", {
        message: "`questions` has no word that says what it is about",
        suggestion: "Name what is to be decided.",
      });
    const weighed = (words: readonly string[]) => new Map(words.map((word) => [word.toLowerCase(), 1]));
    const all = lists.at(-1)!;
    const about = (text: string) => wordsShared(all, text);
    const answer = (found: readonly Recalled[], nearest: readonly Recalled[]) => {
      const decisions = decidedFirst(withSuperseded(found.map((one) => mostAbout(one, about))));
      const contradictions = findContradictions(decisions);
      return {
        decisions,
        contradictions,
        ...(nearest.length > 0 && { nearest: decidedFirst(nearest).map((one) => near.parse(one)) }),
      };
    };
    if (scope === "org") {
      const { found, nearest, warnings, cut } = await askOrg(signal, async (client) => {
        const terms = await readTerms(client, lists);
        const ranked: ReturnType<typeof rankSpeaking<Spoken["source"]>>[] = [];
        let cut = false;
        for (const [i, words] of lists.entries()) {
          const heard = await findSpoken(client, words, terms[i]!, passages);
          cut ||= heard.cut;
          const speaking = heard.spoken.map((one) => ({ ...one, key: `${one.source.repository} ${one.source.n}` }));
          ranked.push(rankSpeaking(speaking, weighed(words)));
        }
        const sourcesIn = (lists: typeof ranked) => fuse(lists, ({ key }) => key).map(({ source }) => source);
        const fitting = ranked.map((list) => list.filter(({ fits }) => fits));
        const spoken = { words: all, asksNumber, terms: joined(terms.at(-1)!, "|") };
        const read = await readFitting(client, sourcesIn(fitting), spoken, limit);
        if (read.found.some(decides)) return { ...read, nearest: [], cut };
        const { found, warnings } = await readFitting(
          client,
          sourcesIn(ranked),
          spoken,
          read.found.length + mostNearest,
        );
        const nearest = nearestOf(read.found, found);
        return { found: read.found, nearest, warnings: [...new Set([...read.warnings, ...warnings])], cut };
      });
      return { ...answer(found, nearest), ...(cut && { more: true }), ...(warnings.length > 0 && { warnings }) };
    }
    const heard = await hear(project, asked, passages);
    const ranked = heard.map((one) => rankSources(project, one));
    const fitting = fittingSources(ranked.map((sources, i) => ({ asked: heard[i]!, sources })));
    const findReopening = reopeningsOf(project);
    const together = new Map(ranked.at(-1)!.map((one) => [one.key, one]));
    const asks = ({ question }: Recalled) => asked.some((words) => wordsShared(words, question) * 2 >= words.length);
    const recallSome = (is: (key: string) => boolean, most: number) => {
      const found: Recalled[] = [];
      let answered = false;
      for (const { source, key } of fuse(ranked, (one) => one.key)) {
        if (found.length === most) break;
        const one = is(key) ? recallSource(project, source, findReopening) : undefined;
        if (one === undefined || found.some(({ path }) => path === one.path)) continue;
        const { about = 0, quote } = together.get(key) ?? {};
        const passage = quote?.(asksNumber);
        answered ||= decides(one) && passage !== undefined && about >= surelyFits;
        found.push(quoted(one, passage));
      }
      // Beside a sure answer, what decides nothing must itself ask this.
      return answered ? found.filter((one) => decides(one) || asks(one)) : found;
    };
    const found = recallSome((key) => fitting.has(key), limit);
    return answer(
      found,
      found.some(decides)
        ? []
        : nearestOf(
            found,
            recallSome(() => true, found.length + mostNearest),
          ),
    );
  },
  render: ({ decisions, contradictions, nearest = [], warnings = [], more }) => {
    const none =
      nearest.length > 0
        ? "No decision says this in these words; the closest:"
        : more
          ? "Nothing was found."
          : "Nothing was decided about this.";
    const isCut = decisions.length === 0 && more === true;
    return [
      ...decisions.flatMap((one) => [
        headOf(one),
        ...passageOf(one),
        ...renderOutcome(one.date, one.outcomes),
        ...(one.risk === undefined ? [] : [`    risk: ${safeLine(one.risk)}`]),
        ...one.minority.map((text) => `    minority: ${safeLine(text)}`),
        ...one.accepted.map((some) => saidLine("unresolved", some)),
        ...one.refused.map((some) => saidLine("refused", some)),
        ...one.rejected.map((some) => saidLine("rejected", some)),
        ...leftOut(one),
        pathOf(one),
      ]),
      ...(decisions.length === 0 || nearest.length > 0 ? [none] : []),
      ...nearest.flatMap((one) => [headOf(one), ...passageOf(one), pathOf(one)]),
      ...(isCut ? ["! More passages have these words than were looked at: ask in rarer words."] : []),
      ...[...contradictions, ...warnings].map((one) => `! ${safeLine(one)}`),
    ].join("\n");
  },
});

function decidedFirst(found: readonly Recalled[]): Recalled[] {
  return found.toSorted((a, b) => Number(decides(b)) - Number(decides(a)));
}

/** Where something fits that decides nothing, the decisions that are closest to the question; else whatever is. */
function nearestOf(fitting: readonly Recalled[], found: readonly Recalled[]): Recalled[] {
  return (fitting.length === 0 ? found : found.filter(decides)).slice(0, mostNearest);
}

/** Its standing, when it was decided, and the decision. */
function headOf(one: z.output<typeof near>): string {
  const known = [one.standing, one.health, one.date].filter((part) => part != null);
  return `${one.standing === "in force" ? "✓" : "-"} ${placed(one)}  ${known.join(", ")}  ${safeLine(one.decided)}`;
}

function passageOf({ passage }: Pick<Recalled, "passage">): string[] {
  return passage === undefined ? [] : [`    "${safeLine(passage)}"`];
}

function leftOut({ left_out }: Recalled): string[] {
  const { refused = 0, rejected = 0 } = left_out ?? {};
  const counted = [
    ...(refused > 0 ? [plural(refused, "refused objection")] : []),
    ...(rejected > 0 ? [plural(rejected, "rejected recommendation")] : []),
  ];
  return counted.length === 0 ? [] : [`    not shown, with no word of the question: ${counted.join(", ")}`];
}

function pathOf({ path, commit }: Pick<Recalled, "path" | "commit">): string {
  return `    ${path}${commit === undefined ? "" : ` at ${commit.slice(0, 7)}`}`;
}

function saidLine(as: string, { id, label, why }: Recalled["accepted"][number]): string {
  return `    ${as}: ${id} ${safeLine(label)}${why ? `: ${safeLine(why)}` : ""}`;
}

/**
 * The first that can be read. A repository of which one cannot is not asked further, so that what it published takes nobody else's place more than once.
 */
async function readFitting(
  client: Client,
  sources: readonly Spoken["source"][],
  asked: { words: readonly string[]; asksNumber: boolean; terms: string },
  limit: number,
) {
  const found: Recalled[] = [];
  const warnings: string[] = [];
  let rest = sources;
  while (rest.length > 0 && found.length < limit) {
    const next = rest.slice(0, limit - found.length);
    const rows = await readRecalled(client, next, asked.terms);
    const taken = takeFitting(rows, "decision", publishedRecall, (row) => row.recalled);
    for (const { row, value } of taken.fitting) {
      const { repository, commit, health } = row;
      const passage = quoteDecided(row.decided, asked.words, asked.asksNumber);
      found.push({ ...quoted(value, passage), repository, commit, ...(health !== null && { health }) });
    }
    warnings.push(...taken.warnings);
    rest = rest.slice(next.length).filter(({ repository }) => !taken.unread.has(repository));
  }
  return { found, warnings };
}
