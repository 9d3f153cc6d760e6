import * as z from "zod";
import { shareOf, tellingWords } from "../documents/change-words.ts";
import { refuse } from "../errors.ts";
import { readRecalled } from "../org/read.ts";
import { findSpoken } from "../org/search.ts";
import { safeLine } from "../safe-text.ts";
import { queryWords } from "../store/search.ts";
import { passages, rankSources, rankSpeaking } from "./decisions-in-force/rank-sources.ts";
import {
  findContradictions,
  mostAbout,
  placed,
  type Recalled,
  recallDialogue,
  recallDocument,
  recalled,
  withSuperseded,
} from "./decisions-in-force/recalled.ts";
import { defineOperation } from "./operation.ts";
import { askOrg, scope } from "./org/ask-org.ts";

export const operation = defineOperation({
  name: "recall",
  summary: "What was decided about this already, and what spoke against it",
  description:
    "Before you decide: what was decided about `question`, best first, with minority verdicts, tensions accepted unresolved, what was rejected, why; contradictions are named.",
  effect: "read",
  toolset: "core",
  input: z.strictObject({
    question: z.string().trim().min(1).max(2000),
    limit: z.int().min(1).max(20).default(5),
    scope,
  }),
  output: z.strictObject({ decisions: z.array(recalled), contradictions: z.array(z.string()) }),
  examples: [
    { command: "blue recall how should orders be paged", note: "before a dialogue, a document or a change" },
    { command: "blue recall --org how should orders be paged", note: "in any published repository" },
  ],
  cli: { positional: ["question"], words: "question", switches: ["scope"] },
  async run({ question, limit, scope }, { project, signal }) {
    const words = tellingWords(queryWords(question));
    if (words.length === 0)
      refuse("invalid_input", { question }, "words", {
        message: "`question` has no word that says what it is about",
        suggestion: "Name what is to be decided.",
      });
    const asked = new Map(words.map((word) => [word.toLowerCase(), 1]));
    const about = (text: string) => shareOf(asked, { body: text.toLowerCase().split(/[^\p{L}\p{N}_]+/u) });
    const recallHere = async () => {
      const found: Recalled[] = [];
      for (const source of await rankSources(project, words, asked)) {
        if (found.length === limit) break;
        const one =
          source.kind === "dialogue" ? recallDialogue(project, source.id) : recallDocument(project, source.path);
        if (one !== undefined) found.push(one);
      }
      return found;
    };
    const recallInOrg = () =>
      askOrg(signal, async (client): Promise<Recalled[]> => {
        const spoken = await findSpoken(client, words, passages);
        const speaking = spoken.map((one) => ({ ...one, key: `${one.source.repository} ${one.source.id}` }));
        const rows = await readRecalled(client, rankSpeaking(speaking, asked).slice(0, limit));
        return rows.map(({ repository, commit, recalled, health }) => ({
          ...(recalled as Recalled),
          repository,
          commit,
          ...(health !== null && { health }),
        }));
      });
    const found = scope === "org" ? await recallInOrg() : await recallHere();
    const decisions = withSuperseded(found.map((one) => mostAbout(one, about)));
    return { decisions, contradictions: findContradictions(decisions) };
  },
  render: ({ decisions, contradictions }) =>
    decisions.length === 0
      ? "Nothing was decided about this yet."
      : [
          ...decisions.flatMap((one) => [
            `${one.standing === "in force" ? "✓" : "-"} ${placed(one)}  ${one.standing}${one.health === undefined ? "" : `, ${one.health}`}  ${safeLine(one.decided).slice(0, 160)}`,
            ...one.minority.map((text) => `    minority: ${safeLine(text)}`),
            ...one.accepted.map(
              ({ id, label, why }) => `    unresolved: ${id} ${safeLine(label)}${why ? `: ${safeLine(why)}` : ""}`,
            ),
            ...one.rejected.map(
              ({ id, label, why }) => `    rejected: ${id} ${safeLine(label)}${why ? `: ${safeLine(why)}` : ""}`,
            ),
            `    ${one.path}${one.commit === undefined ? "" : ` at ${one.commit.slice(0, 7)}`}`,
          ]),
          ...contradictions.map((one) => `! ${safeLine(one)}`),
        ].join("\n"),
});
