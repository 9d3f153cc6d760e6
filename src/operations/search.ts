import * as z from "zod";
import { documentTypes } from "../documents/document-types.ts";
import { refuse } from "../errors.ts";
import { searchOrg } from "../org/search.ts";
import { queryWords, type SearchHit, search } from "../store/search.ts";
import { defineOperation } from "./operation.ts";
import { askOrg, scope } from "./org/ask-org.ts";
import { wordings } from "./wordings.ts";

const hit = z.strictObject({
  type: z.string(),
  id: z.string().describe("`RFC 0003`, or the dialogue's id and the item."),
  title: z.string(),
  status: z.string().nullable().describe("Of a document or dialogue; of what was said in one, what became of it."),
  date: z.string().nullable(),
  path: z.string(),
  snippet: z.string(),
  repository: z.string().optional().describe("With `scope`: the repository it is in."),
  commit: z.string().optional(),
});

const date = z.iso.date("is no day; write it as 2026-11-19");

export const operation = defineOperation({
  name: "search",
  summary: "Find what was decided and said: documents and dialogues, best first",
  description: "Searches documents and dialogues, best first; a document named by number (`RFC 0033`) leads.",
  effect: "read",
  toolset: "core",
  input: z.strictObject({
    questions: wordings(1000, 'Best three wordings; "phrases".'),
    type: z.enum(documentTypes).optional(),
    status: z.string().min(1).optional().describe("draft, decided …"),
    since: date.optional(),
    until: date.optional(),
    limit: z.int().min(1).max(100).default(20),
    page: z.int().min(1).max(10_000).default(1),
    scope,
  }),
  output: z.strictObject({
    questions: z.array(z.string()),
    hits: z.array(hit),
    total: z.int(),
    page: z.int(),
    pages: z.int(),
    all_words: z.boolean().describe("A hit has all words of a wording."),
    did_you_mean: z.string().optional().describe("With `scope` and one wording: a spelling suggestion from titles."),
    searched_for: z.string().optional().describe("The same, where nothing has any of the words."),
    more: z.boolean().optional().describe("With `scope`: more match than were ranked."),
  }),
  examples: [
    { command: "blue search pagination cursor", note: "everywhere" },
    { command: "blue search RFC 0033", note: "that document first, then who speaks of it" },
    { command: `blue search '"deep pages"' --type adr --status accepted`, note: "a phrase, in decisions in force" },
    { command: "blue search --org pagination cursor", note: "in every published repository" },
  ],
  cli: { positional: ["questions"], words: "questions", switches: ["scope"] },
  async run({ questions, type, status, since, until, limit, page, scope }, { project, signal }) {
    const asWords = questions.map(queryWords);
    if (asWords.every((words) => words.length === 0))
      refuse("invalid_input", { questions: questions.join(" · ") }, "words", {
        message: "`questions` has no word to search for",
        suggestion: "Give letters or digits.",
      });
    const asked = { wordings: asWords, type, status, since, until, limit, offset: (page - 1) * limit };
    const answer = (hits: z.output<typeof hit>[], total: number, all: boolean) => ({
      questions,
      hits,
      total,
      page,
      pages: Math.max(1, Math.ceil(total / limit)),
      all_words: all,
    });
    if (scope === undefined) {
      const found = await search(project, asked);
      return answer(found.hits.map(shownHit), found.total, found.all);
    }
    const found = await askOrg(signal, (client) => searchOrg(client, asked));
    const hits = found.hits.map(({ repository, commit, ...one }) => ({ ...shownHit(one), repository, commit }));
    return {
      ...answer(hits, found.total, found.all),
      ...(found.didYouMean !== undefined && { did_you_mean: found.didYouMean.join(" ") }),
      ...(found.searchedFor !== undefined && { searched_for: found.searchedFor.join(" ") }),
      ...(found.cut && { more: true }),
    };
  },
  render: ({ questions, hits, total, page, pages, all_words, did_you_mean, searched_for, more }) =>
    [
      ...(did_you_mean === undefined ? [] : [`! Did you mean: ${did_you_mean}`]),
      ...(searched_for === undefined ? [] : [`! Nothing has these words. Searched for: ${searched_for}`]),
      ...(hits.length === 0 ? [`Nothing found for ${questions.join(" · ")}.`] : []),
      ...(all_words || hits.length === 0 ? [] : ["! Nothing has all of these words; these have some."]),
      ...shownHits(hits),
      ...(hits.length === 0
        ? []
        : [`${total} found${more ? ", more match" : ""}${pages > 1 ? `, page ${page} of ${pages}` : ""}`]),
    ].join("\n"),
});

function shownHit(one: Omit<SearchHit, "marked" | "score">): z.output<typeof hit> {
  return {
    type: one.type ?? "dialogue",
    id:
      one.dialogue_id !== null
        ? `${one.dialogue_id} ${one.what}`
        : one.number === null
          ? one.path.slice(one.path.lastIndexOf("/") + 1)
          : `${one.what.toUpperCase()} ${String(one.number).padStart(4, "0")}`,
    title: one.title,
    status: statusOf(one),
    date: one.date,
    path: one.path,
    snippet: one.snippet,
  };
}

/** A dialogue is decided, not everything that was said in it. */
function statusOf({ dialogue_id, what, status, fate }: Pick<SearchHit, "dialogue_id" | "what" | "status" | "fate">) {
  const isWhole = dialogue_id === null || /^(?:opening|final verdict)$/.test(what);
  if (isWhole || status === null || status === "legacy" || status === "damaged") return status;
  const where = `in ${status === "open" ? "an" : "a"} ${status} dialogue`;
  return fate == null ? where : `${fate}, ${where}`;
}

/** What was said in one dialogue stands below its name and state. */
function shownHits(hits: readonly z.output<typeof hit>[]): string[] {
  let above: string | undefined;
  const isIn = (one: string, other: string) => other.toLowerCase().includes(one.toLowerCase());
  return hits.flatMap(({ id, title, status, path, snippet, repository, commit }) => {
    const place = repository === undefined ? "" : ` in ${repository} at ${commit!.slice(0, 7)}`;
    const words = (note: string | null | undefined) => (note == null ? "" : `  (${note})`);
    const [, dialogue, what = id] = /^(\d{4}-\d{2}-\d{2}T\S+) (.+)$/.exec(id) ?? [];
    const named = isIn(what, title) ? title : isIn(title, what) ? what : `${what}  ${title}`;
    const [, fate, state = status] = /^(?:(.+), )?in an? (\w+) dialogue$/.exec(status ?? "") ?? [];
    const head = dialogue === undefined ? undefined : `${dialogue}${words(state)}${place}`;
    const isSame = head === above;
    above = head;
    if (dialogue === undefined) return [`${named}${words(status)}`, `    ${snippet}`, `    ${path}${place}`];
    const file = path.slice(path.indexOf(dialogue) + dialogue.length + 1);
    const said = [`  ${named}${words(fate)}`, ...(snippet === "" ? [] : [`      ${snippet}`]), `      ${file}`];
    return isSame ? said : [head!, ...said];
  });
}
