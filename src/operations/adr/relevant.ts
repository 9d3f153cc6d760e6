import { relative } from "node:path";
import * as z from "zod";
import { enforceRules } from "../../documents/adr.ts";
import { changeWords, shareOf } from "../../documents/change-words.ts";
import { compileGlob } from "../../documents/glob.ts";
import { refusal, refuse } from "../../errors.ts";
import { tellingWords } from "../../facts/text/telling-words.ts";
import { documentFileAt, listDocuments, openDocument, openDocuments } from "../../store/documents.ts";
import { insideProject } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { namesIn, runGit } from "../../store/run-git.ts";
import { matchedWords, queryWords, search } from "../../store/search.ts";
import { type DocumentEntry, documentEntry, entryOf } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

/** A decision that has less of what was asked, or far less than the best one, only shares a few words with it. */
const leastShare = 0.4;
const leastOfBest = 0.05;

export const operation = defineOperation({
  name: "adr.relevant",
  summary: "Which decisions bear on a question or a change",
  description:
    "The ADRs that matter for `query` (words), for `files` (paths that are about to change) or for `diff` (a git revision or range; HEAD for what is not committed), ranked by BM25 with stemming over title, decision, `applies_when` and body, and by how much of what was asked they speak of; what only shares a few words with it is left out. Every hit says why: the words and where they are, or the rule whose files are touched. Superseded and rejected ADRs come only with `all`. No relevant decision is an empty answer, not an error.",
  effect: "read",
  input: z.strictObject({
    query: z.string().max(2000).optional().describe("What it should be relevant to, in words."),
    files: z.array(z.string().min(1)).max(1000).default([]).describe("Paths of the project that change."),
    diff: z.string().min(1).optional().describe("A git revision or range, as `git diff` takes it."),
    limit: z.int().min(1).max(50).default(10),
    all: z.boolean().default(false).describe("Also decisions that are no longer in force."),
  }),
  output: z.strictObject({
    query: z.array(z.string()).describe("The words that were looked for."),
    files: z.array(z.string()),
    hits: z.array(
      z.strictObject({ ...documentEntry.shape, score: z.number(), why: z.array(z.string()), snippet: z.string() }),
    ),
  }),
  examples: [
    { command: 'blue adr relevant --query "alignment scoring"', note: "before you decide something" },
    { command: "blue adr relevant --diff main...HEAD", note: "in a review" },
  ],
  cli: { positional: ["query"], words: "query" },
  async run({ query, files, diff, limit, all }, { project }) {
    if (query === undefined && diff === undefined && files.length === 0)
      refuse("invalid_input", "query", "required", {
        message: "One of `query`, `files` and `diff` is required",
        suggestion: "Say what the decision should be relevant to.",
      });
    const change = diff === undefined ? { patch: "", files: [] } : gitDiff(project, diff);
    const given = files.map((path) => relative(project.root, insideProject(project, path, "files")));
    const touched = [...new Set([...given, ...change.files])];
    const asked = changeWords(change.patch, touched);
    const heaviest = Math.max(1, ...asked.values());
    for (const word of tellingWords(queryWords(query ?? ""))) asked.set(word, heaviest);
    const words = [...asked.keys()];
    const inForce = (status: string) => all || !["superseded", "rejected", "deprecated"].includes(status);
    const hits = new Map<string, { entry: DocumentEntry; score: number; why: string[]; snippet: string }>();
    for (const { file, why } of touchedRules(project, touched)) {
      if (inForce(file.status)) hits.set(file.path, { entry: file, score: 100, why, snippet: "" });
    }
    const found = await search(project, { wordings: [words], type: "adr", limit: limit * 3 });
    const weighed = found.hits.map((hit) => {
      const matched = matchedWords(hit.marked);
      const share = shareOf(asked, matched);
      return { ...hit, matched, share, score: hit.score * share };
    });
    const best = Math.max(0, ...weighed.map(({ score }) => score));
    for (const hit of weighed) {
      if (hit.share < leastShare || hit.score < best * leastOfBest) continue;
      const file = documentFileAt(hit.path);
      if (file === undefined) continue;
      const entry = entryOf(openDocument(project, file));
      if (!inForce(entry.status)) continue;
      const why = Object.entries(hit.matched).map(([field, some]) => `${field}: ${some.slice(0, 12).join(", ")}`);
      const known = hits.get(hit.path);
      const score = Math.round(hit.score * 1000) / 1000;
      hits.set(hit.path, {
        entry,
        score: (known?.score ?? 0) + score,
        why: [...(known?.why ?? []), ...why],
        snippet: hit.snippet,
      });
    }
    return {
      query: words,
      files: touched,
      hits: [...hits.values()]
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ entry, ...rest }) => ({ ...entry, ...rest })),
    };
  },
  render: ({ hits }) =>
    hits.length === 0
      ? "No decision bears on this."
      : hits
          .flatMap(({ id, title, status, path, why, snippet }) => [
            `${id}  ${title}  (${status})`,
            `    why: ${why.join("; ")}`,
            ...(snippet === "" ? [] : [`    ${snippet}`]),
            `    ${path}`,
          ])
          .join("\n"),
});

/** ADRs whose `enforce` rules are about a file that changes. */
function touchedRules(project: Project, files: readonly string[]): { file: DocumentEntry; why: string[] }[] {
  if (files.length === 0) return [];
  return openDocuments(project, listDocuments(project, "adr")).documents.flatMap((document) => {
    const why = enforceRules(document).rules.flatMap(({ files: patterns }) =>
      [patterns].flat().flatMap((pattern) => {
        try {
          const match = files.find(compileGlob(pattern));
          return match === undefined ? [] : [`its rule for ${pattern} is about ${match}`];
        } catch {
          return []; // `adr audit` says what is wrong with it
        }
      }),
    );
    return why.length === 0 ? [] : [{ file: entryOf(document), why }];
  });
}

/** The change as a patch and the files it touches, whatever git is configured to show; paths are the project's. */
function gitDiff(project: Project, revision: string): { patch: string; files: string[] } {
  const refuse = (why: string) =>
    refusal("invalid_input", { diff: revision }, "git_revision", {
      message: `\`diff\`: ${why}`,
      suggestion: "Give a revision or range that `git diff` knows, for example main...HEAD.",
    });
  if (revision.startsWith("-")) throw refuse("a revision does not start with a hyphen");
  if (!project.git) throw refuse("there is no git here");
  const shown = ["diff", "--no-color", "--no-renames", "--relative"];
  const diff = (...flags: string[]) => {
    const ran = runGit(project, [...shown, ...flags, revision, "--"]);
    if ("failed" in ran) throw refuse(ran.failed);
    return ran.out;
  };
  return { files: namesIn(diff("--name-only", "-z")), patch: diff() };
}
