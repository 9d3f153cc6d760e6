import * as z from "zod";
import { refuse } from "../errors.ts";
import type { FaredGroup } from "../facts/track-record.ts";
import { readDecisions, readRepositories } from "../org/read.ts";
import { faredWords, tooFew } from "../pages/outcome-lines.ts";
import { plural } from "../pages/page.ts";
import { safeLine, shellWord } from "../safe-text.ts";
import { dialoguesFolder } from "../store/dialogue-ids.ts";
import type { OpenDialogue } from "../store/find-dialogue.ts";
import { type ComparedTrees, compareTrees } from "../store/git-trees.ts";
import type { Project } from "../store/project.ts";
import { loadDecisions } from "./decisions-in-force/decision.ts";
import { faredOf } from "./decisions-in-force/fared.ts";
import { judgeChange } from "./decisions-in-force/judge-change.ts";
import { judgeHere } from "./decisions-in-force/judge-here.ts";
import { placed } from "./decisions-in-force/recalled.ts";
import { makeSettledHere, type SettledHere } from "./decisions-in-force/settled-here.ts";
import {
  countsAs,
  decisionSchema,
  renderSettled,
  type Shown,
  settledSchema,
  shown,
} from "./decisions-in-force/shown.ts";
import { type SetAside, setAsideSchema, setAsideWords } from "./decisions-in-force/standings.ts";
import { defineOperation } from "./operation.ts";
import { askOrg, scope } from "./org/ask-org.ts";
import { publishedDecision, publishedLists, takeFitting } from "./org/published-shape.ts";
import { renderOutcome } from "./record-outcome.ts";

const faredGroup = z.strictObject({
  name: z.string(),
  held: z.int(),
  changed: z.int(),
  failed: z.int(),
  too_few: z.boolean().describe("Too few to mean anything."),
});

const faredSchema = z.strictObject({
  decisions: z.int().describe("That have an outcome; the last of each counts."),
  without: z.int(),
  by_confidence: z.array(faredGroup).describe("Of those who signed, on average."),
  by_way: z.array(faredGroup),
});

export const operation = defineOperation({
  name: "decisions",
  summary: "Every decision in force, what it rests on, and whether that is still there",
  description:
    "Lists the decisions in force (final verdicts, accepted ADRs, approved RFCs) with what each rests on and its health. A decision has rotted when words that its adopted recommendations, key evidence or key claims cite are gone, when such an item was withdrawn or cites something superseded, when its subject was undone, or when its dialogue decides nothing any more. Moved or reformatted lines are not rot. `diff` lists only what a change touches, compared with the common base of the work tree and a branch: what this side took away and that branch did not. `unclear` is what Blue cannot tell; it fails nothing.",
  effect: "read",
  input: z.strictObject({
    diff: z.string().optional().describe("A branch or commit; `A...HEAD` means the same. Empty: the main branch."),
    fail_on: z
      .enum(["rot", "unclear"])
      .optional()
      .describe("Exit 6 on rot or a damaged dialogue; `unclear`: also on what is unclear, touched or not known."),
    outcomes: z.boolean().default(false).describe("How past decisions fared, instead of what they rest on."),
    limit: z.int().min(1).max(1000).default(50).describe("Of each list."),
    page: z.int().min(1).max(10_000).default(1),
    scope,
  }),
  output: z.strictObject({
    decisions: z.array(decisionSchema),
    superseded: z.array(z.strictObject({ id: z.string(), by: z.string() })),
    damaged: z.array(z.strictObject({ id: z.string(), why: z.string() })),
    counts: z.strictObject({
      rotted: z.int(),
      unclear: z.int(),
      touched: z.int().describe("With `diff`: what they rest on, or a file of theirs, changed; no word of it is lost."),
      sound: z.int(),
      unchecked: z.int().describe("Nothing to check."),
      settled: z.int(),
    }),
    against: z
      .strictObject({
        commit: z.string(),
        guessed: z.boolean().describe("History is cut or there is no common base: fetch more for a sure answer."),
        settled: z.array(settledSchema),
        set_aside: z.array(setAsideSchema).describe("Decisions that the change ends, overrules or makes `wip`."),
        marks_only: z.int().describe("Cited lines in which only marks and breaks changed."),
        not_known: z.array(z.string()).describe("Files whose text at the base is not here."),
      })
      .nullable(),
    fared: faredSchema.optional().describe("With `outcomes`."),
    warnings: z.array(z.string()),
    page: z.int(),
    pages: z.int(),
    fails: z.boolean(),
  }),
  examples: [
    { command: "blue decisions", note: "all of them, the rotten first" },
    { command: "blue decisions --diff", note: "what this branch touches" },
    { command: "blue decisions --diff origin/main --fail-on rot", note: "in CI: exit 6 says that a decision rots" },
    { command: "blue decisions --org", note: "of all published repositories" },
    { command: "blue decisions --outcomes", note: "how past decisions fared" },
  ],
  cli: { alone: { diff: "" }, switches: ["scope"] },
  async run({ diff, fail_on, outcomes, limit, page, scope }, { project, signal }) {
    if (outcomes) return howTheyFared(project, { diff, scope, limit, page });
    const judged =
      scope === "org"
        ? await listOrg(diff, signal)
        : judgeDecisions(project, diff === undefined ? undefined : compareTrees(project, diff));
    const { counts, decisions, superseded, damaged, against } = judged;
    const shownOf = <T>(list: readonly T[]) => list.slice((page - 1) * limit, page * limit);
    const longest = Math.max(decisions.length, superseded.length, damaged.length);
    const doubtful = counts.unclear + counts.touched + (against?.not_known.length ?? 0);
    return {
      ...judged,
      decisions: shownOf(decisions),
      superseded: shownOf(superseded),
      damaged: shownOf(damaged),
      page,
      pages: Math.max(1, Math.ceil(longest / limit)),
      fails:
        fail_on !== undefined && (counts.rotted > 0 || damaged.length > 0 || (fail_on === "unclear" && doubtful > 0)),
    };
  },
  hasFindings: ({ fails }) => fails,
  render({ decisions, superseded, damaged, counts, against, fared, warnings, page, pages }) {
    if (fared !== undefined) return renderFared(decisions, fared, warnings);
    return [
      ...decisions.flatMap((decision) => renderDecision(decision, against !== null)),
      ...superseded.map(({ id, by }) => `- ${id}  superseded by ${by}`),
      ...damaged.map(({ id, why }) => `✗ ${id}  damaged: ${safeLine(why)}`),
      ...(against?.set_aside ?? []).map(renderSetAside),
      ...(against?.settled ?? []).map(renderSettled),
      ...warnings.map((warning) => `! ${safeLine(warning)}`),
      ...(against?.guessed ? ["! History is cut here, so the base is guessed: fetch more for a sure answer."] : []),
      `${summaryOf(counts, against)}${pages > 1 ? `; page ${page} of ${pages}` : ""}`,
    ].join("\n");
  },
});

/** All decisions in force, or those that a change touches. */
export function judgeDecisions(project: Project, compared: ComparedTrees | undefined, loaded = loadDecisions(project)) {
  const change = compared === undefined ? undefined : judgeChange(project, loaded, compared);
  const found = change?.found ?? judgeHere(project, loaded.decisions, loaded);
  const settledHere = makeSettledHere(project, loaded);
  const early: SettledHere["early"] = [];
  const decisions = (change?.decisions ?? loaded.decisions)
    .filter((decision) => change === undefined || found.has(decision))
    .map((decision) => {
      const findings = found.get(decision) ?? [];
      if (change !== undefined) return shown(decision, findings, change.settledBy(decision));
      const here = settledHere(decision, findings);
      early.push(...here.early);
      return shown(decision, findings, here.settled);
    })
    .sort((a, b) => rank(a) - rank(b));
  return {
    decisions,
    superseded: change === undefined ? loaded.superseded : [],
    damaged: loaded.damaged.filter(({ id }) => change?.inFolder(id) ?? true),
    counts: countsOf(decisions),
    against: change?.against ?? null,
    warnings: [
      ...loaded.decisions.flatMap(({ settlements }) => settlements.unusable),
      ...(change?.unusable ?? []),
      ...early,
    ].map(({ path, why }) => `${path} settles nothing: ${why}`),
  };
}

/** One verdict among them. Of the other dialogues only those are read that it cites: their verdicts may be in force no more. */
export function judgeVerdict(project: Project, { loaded, ledger }: OpenDialogue): Shown | undefined {
  const cited = ledger.records.flatMap(({ citations }) => citations.map(({ path }) => path.split("/", 3).join("/")));
  const read = new Set([loaded.path, ...cited]);
  const all = loadDecisions(project, (path) => !path.startsWith(`${dialoguesFolder}/`) || read.has(path));
  const decisions = all.decisions.filter(({ id }) => id === loaded.id);
  return judgeDecisions(project, undefined, { ...all, decisions }).decisions[0];
}

/** Of all that was ever decided here, also where it was decided anew since. */
function howTheyFared(
  project: Project,
  { diff, scope, limit, page }: { diff: string | undefined; scope: unknown; limit: number; page: number },
) {
  if (diff !== undefined || scope === "org")
    refuse("invalid_input", "outcomes", "one_project", {
      message: "`outcomes` is about all decisions of this project",
      suggestion: "Leave `diff` and `scope` out.",
    });
  const { past } = loadDecisions(project);
  const { known, ...fared } = faredOf(past);
  const decisions = known.map((decision) => shown(decision, [], []));
  return {
    decisions: decisions.slice((page - 1) * limit, page * limit),
    superseded: [],
    damaged: [],
    counts: countsOf([]),
    against: null,
    fared: { decisions: known.length, without: past.length - known.length, ...fared },
    warnings: past.flatMap(({ outcomes }) => outcomes.unusable.map(({ path, why }) => `${path} says nothing: ${why}`)),
    page,
    pages: Math.max(1, Math.ceil(decisions.length / limit)),
    fails: false,
  };
}

function renderFared(
  decisions: readonly Shown[],
  { decisions: known, without, by_confidence, by_way }: z.output<typeof faredSchema>,
  warnings: readonly string[],
): string {
  if (known === 0)
    return [
      `Nobody has said yet how any of ${plural(without, "decision")} fared.`,
      "  blue dialogue outcome <dialogue> held|changed|failed --because …",
    ].join("\n");
  const line = (group: FaredGroup) =>
    `  ${group.name.padEnd(18)} ${faredWords(group)}${group.too_few ? `  (${tooFew})` : ""}`;
  return [
    `${plural(known, "decision")} with an outcome, ${without} without`,
    "",
    "By how sure the signers were",
    ...by_confidence.map(line),
    "",
    "By how it was decided",
    ...by_way.map(line),
    "",
    ...decisions.flatMap((one) => [`- ${one.id}  ${safeLine(one.decided)}`, ...renderOutcome(one.date, one.outcomes)]),
    ...warnings.map((warning) => `! ${safeLine(warning)}`),
  ].join("\n");
}

/** The same list over every published repository, as each was when it was published. */
async function listOrg(diff: string | undefined, signal: AbortSignal): Promise<ReturnType<typeof judgeDecisions>> {
  if (diff !== undefined)
    refuse("invalid_input", { diff }, "one_project", {
      message: "`diff` compares trees of one project; with `scope` there is none",
      suggestion: "Leave one of them out.",
    });
  const { rows, repositories } = await askOrg(signal, async (client) => ({
    rows: await readDecisions(client),
    repositories: await readRepositories(client),
  }));
  const taken = takeFitting(rows, "decision", publishedDecision, ({ shown }) => shown);
  const lists = takeFitting(repositories, "list of what is damaged or superseded", publishedLists, (row) => row);
  const decisions = taken.fitting
    .map(({ row: { repository, commit, path }, value }) => ({ ...value, repository, commit, path }))
    .sort((a, b) => rank(a) - rank(b));
  const inOrg = <T extends { id: string }>(pick: (one: z.output<typeof publishedLists>) => T[]) =>
    lists.fitting.flatMap(({ row: { repository }, value }) =>
      pick(value).map((entry) => ({ ...entry, id: placed({ id: entry.id, repository }) })),
    );
  const cut = repositories.flatMap(({ repository, decisions: all }) => {
    const read = rows.filter((row) => row.repository === repository).length;
    return read < all ? [`${repository}: ${plural(all, "decision")}, of which ${read} are read`] : [];
  });
  return {
    decisions,
    superseded: inOrg((one) => one.superseded),
    damaged: inOrg((one) => one.damaged),
    counts: countsOf(decisions),
    against: null,
    warnings: [...taken.warnings, ...lists.warnings, ...cut],
  };
}

function countsOf(decisions: readonly Shown[]) {
  const count = (health: Shown["health"]) => decisions.filter((one) => countsAs(one, health)).length;
  return {
    rotted: count("rotted"),
    unclear: count("unclear"),
    touched: count("touched"),
    sound: count("sound"),
    unchecked: count("unchecked"),
    settled: decisions.reduce((sum, { settled }) => sum + settled, 0),
  };
}

/** What fails comes first, what is no longer judged last. */
function rank({ standing, health }: Shown): number {
  const order = ["rotted", "unclear", "touched", "sound", "unchecked"];
  return ["judged", "under_way", "overruled"].indexOf(standing) * 10 + order.indexOf(health);
}

const marks: Record<Shown["health"], string> = { rotted: "✗", unclear: "?", touched: "·", sound: "✓", unchecked: " " };

export function renderDecision(decision: Shown, isChange: boolean): string[] {
  const { decided, standing, health, rests_on, documents, findings, commit, path } = decision;
  const words =
    health === "rotted" && isChange ? "rotted by this change" : health === "unchecked" ? "nothing to check" : health;
  const binding = documents.map((one) => `${one.id} ${one.status}`).join(", ");
  const rests =
    rests_on.citations === 0
      ? ""
      : `  rests on ${plural(rests_on.citations, "passage")} in ${plural(rests_on.files, "file")}`;
  const state =
    standing === "judged"
      ? words
      : `${standing.replace("_", " ")}${health === "sound" || health === "unchecked" ? "" : `, ${health}`}`;
  return [
    `${standing === "judged" ? marks[health] : "-"} ${placed(decision)}  ${state}  ${safeLine(decided)}${binding === "" ? "" : `  (${binding})`}${rests}`,
    ...renderOutcome(decision.date, decision.outcomes),
    ...findings.flatMap((one) => [
      `    ${one.state === "rotted" ? "✗" : one.state === "unclear" ? "?" : "·"} ${one.id}  ${one.path === null ? "" : `${safeLine(one.path)}${one.line === null ? "" : `:${one.line}`}  `}${safeLine(one.why)}`,
      ...(one.words === null ? [] : [`        "${safeLine(one.words)}"`]),
      ...(one.label === "" || one.id === "subject" ? [] : [`        rests on it: ${safeLine(one.label)}`]),
    ]),
    ...(commit === undefined
      ? waysOut(decision, isChange).map(({ when, command }) => `    ${when.padEnd(12)} ${command}`)
      : [`    ${path} at ${commit.slice(0, 7)}`]),
  ];
}

export function renderSetAside(one: SetAside): string {
  return `! ${one.id}  ${setAsideWords(one)}`;
}

/** What to do about a rotted verdict. A change is judged by the standing before it, so making its RFC `wip` here would be too late. */
export function waysOut(decision: Shown, isChange: boolean): { when: string; command: string }[] {
  const { id, kind, documents, findings } = decision;
  if (kind !== "verdict" || !countsAs(decision, "rotted")) return [];
  const items = findings.filter(({ state }) => state === "rotted").map((finding) => finding.id);
  const approved = isChange
    ? undefined
    : documents.find((one) => one.id.startsWith("RFC ") && one.status === "approved");
  return [
    {
      when: "Still holds?",
      command: `blue dialogue settle ${shellWord(id)} --items ${[...new Set(items)].join(",")} --reason …`,
    },
    ...(approved === undefined
      ? []
      : [{ when: "Being done?", command: `blue rfc status ${approved.id.slice(4)} wip` }]),
    { when: "Wrong now?", command: `blue dialogue reopen ${shellWord(id)} --because …` },
  ];
}

function summaryOf(
  counts: Record<"rotted" | "unclear" | "touched" | "sound" | "unchecked" | "settled", number>,
  against: { commit: string; marks_only: number; not_known: string[]; settled: unknown[]; set_aside: unknown[] } | null,
): string {
  const { rotted, unclear, touched, sound, unchecked, settled } = counts;
  if (against === null)
    return `${rotted + unclear + sound + unchecked} in force: ${rotted} rotted, ${unclear} unclear, ${sound} sound, ${unchecked} with nothing to check; ${plural(settled, "finding")} settled`;
  const extra = [
    ...(against.marks_only > 0 ? [`in marks only: ${against.marks_only}`] : []),
    ...(against.not_known.length > 0 ? [`not known: ${plural(against.not_known.length, "file")}`] : []),
  ];
  return `${[`${rotted} rotted by this change`, `${unclear} unclear`, `${touched} touched`, `${against.settled.length} settled by it`, ...(against.set_aside.length > 0 ? [`${against.set_aside.length} set aside`] : []), ...extra].join(", ")}; against ${against.commit.slice(0, 7)}`;
}
