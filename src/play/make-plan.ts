/** From what a command line says to a plan. */
import { basename, relative } from "node:path";
import * as z from "zod";
import { refuse, throwAll } from "../errors.ts";
import { whatIsWrong } from "../operations/run-operation.ts";
import { defaultPanelSize, findPanelSizeError, reviewPanel } from "../panel/panel-size.ts";
import { expertPool, normalisePool } from "../panel/pool-input.ts";
import { poolTemplates } from "../panel/templates.ts";
import { rotations } from "../rules/records.ts";
import { minuteStamp, slugOf } from "../rules/slug.ts";
import { citeRfc } from "../store/cited-documents.ts";
import { findDialogueId, topicOf } from "../store/find-dialogue.ts";
import { findFile, insideProject, readText } from "../store/paths.ts";
import { findState, listStates, readPlan } from "../store/play-state.ts";
import type { Project } from "../store/project.ts";
import { type PlayPlan, playPlan } from "./plan.ts";
import { parseRunnerPlan } from "./runners/index.ts";

const text = z.string().trim().min(1);
const input = z.strictObject({
  topic: z.string().trim().max(200).optional(),
  method: z.enum(["dialogue", "review"]).default("dialogue"),
  question: text.optional(),
  constraint: text.optional(),
  subject: text.optional(),
  rfc: z.coerce.string().optional(),
  source: z.array(text).default([]),
  include: z.array(text).default([]),
  template: z.enum(["infrastructure", "product", "ml", "governance", "general"]).optional(),
  pool: expertPool.optional(),
  panel_size: z.int().min(2).max(99).optional(),
  rotation: z.enum(rotations).optional(),
  max_rounds: z.int().min(2).max(99).optional(),
  max_size: z.int().min(500).optional(),
  convergence: z.number().min(0).max(1).optional(),
  cross_check: z.boolean().optional(),
  until_stop: z.boolean().optional(),
  allow_accept: z.boolean().optional(),
  allow_unconfined: z.boolean().optional(),
  force: z.boolean().optional(),
  runner: text.optional(),
  judge: text.optional(),
  author: text.optional(),
  budget_tokens: z.int().min(1).optional(),
  budget_usd: z.number().positive().optional(),
  concurrency: z.int().min(1).max(99).optional(),
  timeout: z
    .number()
    .positive()
    .max(24 * 60)
    .optional(),
  resume: text.optional(),
  dry_run: z.boolean().default(false),
  follow: text.optional(),
  yes: z.boolean().default(false),
});
export type PlayInput = z.output<typeof input>;

export function parsePlayInput(raw: Record<string, unknown>): PlayInput {
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue!.path.join(".");
  return refuse("invalid_input", field === "" ? {} : { [field]: raw[field] }, issue!.code!, {
    message: whatIsWrong(field.replaceAll("_", "-"), issue!, raw[field]),
    suggestion: "See `blue play --help` for what it takes.",
  });
}

/** Filled in once it is known what this machine has. */
const toBeFound = { runner: "", model: null };

/** A path that is misspelled is no topic: nobody wants to pay for that. */
function isFile(project: Project, topic: string): boolean {
  if (!/^[\w./-]+\.\w+$/.test(topic) || topic.includes("..")) return false;
  return /\/|\.(?:md|markdown|txt|rst|adoc)$/i.test(topic) || findFile(project, topic) !== undefined;
}

function fileInside(project: Project, path: string, field: string): string {
  readText(project, path, field);
  return relative(project.root, insideProject(project, path, field));
}

/** `wholePool`: unless the call says, everybody in the pool has a seat, at most twelve. */
export function newPlan(project: Project, given: PlayInput, now: Date, wholePool = false): PlayPlan {
  const rfc = given.rfc === undefined ? undefined : citeRfc(project, given.rfc);
  const topic = given.topic || (rfc && basename(rfc.path, ".md").replaceAll("-", " "));
  if (!topic)
    refuse("invalid_input", "topic", "required", {
      message: "`<topic>` is required. Give a topic: what the dialogue is about",
      suggestion: 'For example: blue play "API versioning strategy".',
    });
  if (given.template !== undefined && given.pool !== undefined)
    refuse("invalid_input", "pool", "one_pool", {
      message: "`--pool` and `--template` exclude each other",
      suggestion: "Give one.",
    });
  // A topic that names a file is that file: as in `blue review`.
  const named = given.subject ?? (isFile(project, topic) ? topic : undefined);
  const subject = named === undefined ? (rfc?.path ?? null) : fileInside(project, named, "subject");
  const review = given.method === "review";
  const seats = given.runner === undefined ? [] : parseRunnerPlan(given.runner);
  const pool = poolLength(given);
  const panel_size = panelSize(given, seats, wholePool ? defaultPanelSize(pool ?? largestPool) : usualSeats(given));
  const tooLarge = findPanelSizeError(panel_size, pool);
  if (tooLarge !== undefined) throw tooLarge;
  return {
    id: `${minuteStamp(now)}-${slugOf(topic) || "dialogue"}`,
    topic,
    question: given.question ?? (review ? `What is wrong with ${subject}?` : null),
    constraint: given.constraint ?? null,
    rfc: rfc?.path ?? null,
    subject,
    sources: given.source.map((path) => fileInside(project, path, "source")),
    include: given.include.map((path) => fileInside(project, path, "include")),
    template: given.template ?? null,
    pool: given.pool ?? null,
    pool_size: Math.max(usualPool, panel_size + (given.until_stop ? moreLooks : 0)),
    panel_size,
    rotation: given.rotation ?? "none",
    max_rounds: given.max_rounds ?? 10,
    convergence: given.convergence ?? 0.95,
    method: given.method,
    max_size: given.max_size ?? null,
    cross_check: given.cross_check ?? false,
    until_stop: given.until_stop ?? false,
    seats,
    judge: toBeFound,
    author: toBeFound,
    budget: { tokens: given.budget_tokens ?? 3_000_000, usd: given.budget_usd ?? null },
    concurrency: given.concurrency ?? null,
    timeout_minutes: given.timeout ?? 20,
    force: given.force ?? true,
    allow_accept: given.allow_accept ?? false,
    allow_unconfined: given.allow_unconfined ?? false,
  };
}

/** Experts that the Judge designs, unless more have a seat. */
const usualPool = 8;
const largestPool = 12;
/** Experts beyond the panel who may be added to the blind round. */
const moreLooks = 4;
const usualSeats = ({ method }: PlayInput) => (method === "review" ? reviewPanel : 4);

/** Null: the Judge designs one, as large as it must be. What is wrong with one that is given is said before anything is paid. */
function poolLength({ template, pool }: PlayInput): number | null {
  if (template !== undefined) return poolTemplates[template].pool.length;
  if (pool === undefined) return null;
  const { pool: experts, errors } = normalisePool(pool);
  throwAll(errors);
  return experts.length;
}

/** Where every runner has a count, they are the seats. */
function panelSize({ panel_size }: PlayInput, seats: readonly { count: number | null }[], usual: number): number {
  const counts = seats.flatMap(({ count }) => count ?? []);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length === 0 || counts.length < seats.length) return panel_size ?? usual;
  if (panel_size === undefined || panel_size === counted) return counted;
  return refuse("invalid_input", { panel_size }, "counts_and_size", {
    message: `\`--runner\` gives ${counted} seats, \`--panel-size\` ${panel_size}`,
    suggestion: "Give one of them, or make them equal.",
  });
}

/** What the dialogue's opening holds cannot be said anew. */
const fixed = [
  "topic",
  "question",
  "constraint",
  "subject",
  "rfc",
  "source",
  "template",
  "pool",
  "panel_size",
  "rotation",
  "max_rounds",
  "max_size",
  "cross_check",
] as const;

function refuseFixed(given: PlayInput): void {
  const said = fixed.filter((field) =>
    Array.isArray(given[field]) ? given[field].length > 0 : given[field] !== undefined,
  );
  if (said.length === 0) return;
  const flags = said.map((field) => (field === "topic" ? "a topic" : `--${field.replaceAll("_", "-")}`));
  refuse("invalid_input", said[0]!, "fixed_at_the_opening", {
    message: `${flags.join(", ")}: that was fixed when the dialogue was opened`,
    suggestion: "Leave it out to go on, or begin another play without --resume.",
  });
}

/** The plan of an earlier play, with what this call says otherwise. */
export function resumedPlan(project: Project, given: PlayInput, env: NodeJS.ProcessEnv): PlayPlan {
  refuseFixed(given);
  const played = listStates(project, env);
  const meant = played.filter((one) => one === given.resume || topicOf(one) === given.resume);
  if (meant.length > 1)
    refuse("invalid_input", { resume: given.resume! }, "one_dialogue", {
      message: `${given.resume} was played ${meant.length} times here`,
      suggestion: `Say which: ${meant.join(", ")}.`,
    });
  const id = meant[0] ?? findDialogueId(project, { dialogue_id: given.resume! });
  const state = findState(project, id, env);
  const plan = state === undefined ? undefined : readPlan(state, playPlan);
  if (plan === undefined)
    return refuse("not_found", { resume: given.resume! }, "played_here", {
      message: `${given.resume} was not played on this machine`,
      suggestion:
        played.length === 0 ? "Begin one: `blue play <topic>`." : `Played here: ${played.slice(0, 5).join(", ")}.`,
    });
  return {
    ...plan,
    // Who leaves a vendor leaves it with author and Judge too, unless they are named.
    ...(given.runner === undefined
      ? {}
      : { seats: parseRunnerPlan(given.runner), author: toBeFound, judge: toBeFound }),
    include: [...plan.include, ...given.include.map((path) => fileInside(project, path, "include"))],
    budget: {
      tokens: given.budget_tokens ?? plan.budget.tokens,
      usd: given.budget_usd ?? plan.budget.usd,
    },
    concurrency: given.concurrency ?? plan.concurrency,
    timeout_minutes: given.timeout ?? plan.timeout_minutes,
    convergence: given.convergence ?? plan.convergence,
    until_stop: given.until_stop ?? plan.until_stop,
    force: given.force ?? plan.force,
    allow_accept: given.allow_accept ?? plan.allow_accept,
    allow_unconfined: given.allow_unconfined ?? plan.allow_unconfined,
  };
}

/** What the command line of this machine names, beside what git tracks. */
export function namedFiles({ subject, sources, include }: PlayPlan): string[] {
  return [...new Set([...(subject === null ? [] : [subject]), ...sources, ...include])];
}
