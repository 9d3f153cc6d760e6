/** The stages of a play: each does one thing through the same operations as any Judge, and leaves the rest to the next look at where the dialogue stands. */
import { join } from "node:path";
import * as z from "zod";
import { BlueError, type ErrorCode, refusal, refuse } from "../errors.ts";
import { operation as close } from "../operations/dialogue/close.ts";
import { operation as create } from "../operations/dialogue/create.ts";
import { operation as crossCheck } from "../operations/dialogue/cross-check.ts";
import { operation as evolvePanel } from "../operations/dialogue/evolve-panel.ts";
import { operation as lintDialogue } from "../operations/dialogue/lint.ts";
import { operation as revise } from "../operations/dialogue/revise.ts";
import { operation as roundCollect } from "../operations/dialogue/round-collect.ts";
import { operation as roundPrompt } from "../operations/dialogue/round-prompt.ts";
import { operation as roundRegister } from "../operations/dialogue/round-register.ts";
import { operation as samplePanel } from "../operations/dialogue/sample-panel.ts";
import { operation as save } from "../operations/dialogue/save.ts";
import { operation as verdictRegister } from "../operations/dialogue/verdict-register.ts";
import { runOperation } from "../operations/run-operation.ts";
import { unsettled } from "../rules/unsettled.ts";
import { crossCheckFiles } from "../store/cross-checks.ts";
import { fileExists } from "../store/documents.ts";
import { answerPromptPath, draftsFolder, findPanel } from "../store/drafts.ts";
import { listTexts } from "../store/file-text.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { readText } from "../store/paths.ts";
import { findJudgement, keepJudgement, listRuns, readAnswer, writeStateFile } from "../store/play-state.ts";
import { revisionFiles } from "../store/revisions.ts";
import { answerErrors, fileAll, refusedAnswer } from "./file-answers.ts";
import { askJudge, keyOf } from "./judge/ask.ts";
import { impasseReport, judgementPrompt, verdictPrompt } from "./judge/briefs.ts";
import { type Judgement, judgementSchema, keptWishes, leaveOut, registerInput } from "./judge/judgement.ts";
import { designPool } from "./judge/pool.ts";
import { type JudgedVerdict, judgedVerdict, verdictInput, wordedVerdict } from "./judge/verdict.ts";
import { playedFor } from "./played.ts";
import { authorSeat, type Player } from "./player.ts";
import { failures } from "./runners/runner.ts";
import { type Ask, runAll } from "./runs.ts";
import { assignSeats, type Choice } from "./seats.ts";
import { fillShelf, type Shelf } from "./shelf.ts";

/** Opens the dialogue under the id of the plan. */
export async function open(player: Player): Promise<void> {
  const { plan, context } = player;
  const subject = plan.subject === null ? null : readText(context.project, plan.subject, "subject");
  const pool =
    plan.template !== null
      ? { template: plan.template }
      : { expert_pool: plan.pool ?? (await designPool(player, subject)) };
  const created = await runOperation(
    create,
    {
      title: plan.topic.slice(0, 200),
      question: plan.question ?? plan.topic,
      ...(plan.constraint === null ? {} : { constraint: plan.constraint }),
      ...pool,
      panel_size: plan.panel_size,
      rotation: plan.rotation,
      max_rounds: plan.max_rounds,
      ...(plan.method === "review" ? { method: plan.method } : {}),
      ...(plan.max_size === null ? {} : { max_size: plan.max_size }),
      ...(plan.cross_check ? { cross_check: true } : {}),
      ...(plan.subject === null ? {} : { subject: plan.subject }),
      ...(plan.rfc === null ? {} : { rfc: plan.rfc }),
      sources: plan.sources,
      output_dir: `.blue/dialogues/${plan.id}`,
    },
    { ...context, ifTaken: "refuse" },
  );
  for (const message of created.warnings) player.emit({ event: "warning", message });
}

export async function seatPanel(player: Player): Promise<void> {
  await runOperation(samplePanel, { dialogue_id: player.plan.id }, player.context);
}

/** The author writes; an answer that breaks its rules goes back once, with what is wrong. */
export async function author(player: Player, args: Record<string, unknown>): Promise<void> {
  const { context, plan, emit } = player;
  const asked = await runOperation(revise, { ...args, dialogue_id: plan.id }, context);
  if (asked.status === "written") return;
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  const files = revisionFiles(next, asked.revision);
  const ask: Ask = {
    purpose: "author",
    seat: authorSeat,
    choice: plan.author,
    prompt: readText(context.project, files.answerPrompt),
    round: next.round,
    head: next.head,
    attempt: asked.revision,
    shelf: roundShelf(player, [files.before, `${files.folder}/inventory.md`]),
    schema: null,
  };
  const wrong = await askInForm(player, ask);
  if (wrong.length > 0)
    refuse("author_unusable", { author: plan.author.runner }, "answers_in_form", {
      message: `The author's text was refused twice: ${wrong.join("; ")}`,
      suggestion: `Resume with another author: \`blue play --resume ${plan.id} --author …\`.`,
    });
  const written = await runOperation(revise, { dialogue_id: plan.id }, context);
  emit({
    event: "revised",
    round: written.round,
    size: written.size.now ?? 0,
    max: written.size.max,
    resolved: written.resolved.length,
    refused: written.refused.length,
  });
}

/** Somebody who raised nothing tries to refute what is open. Nobody is held up by a sheet that cannot be used. */
export async function verify(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const asked = await runOperation(crossCheck, { dialogue_id: plan.id }, context);
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  for (const { expert } of asked.spawn) {
    const number = Number(/\d+$/.exec(expert)![0]);
    const files = crossCheckFiles(next, number);
    const ask: Ask = {
      purpose: "verifier",
      seat: expert,
      choice: plan.seats.at(-1)!,
      prompt: readText(context.project, files.answerPrompt),
      round: next.round,
      head: next.head,
      attempt: number,
      shelf: roundShelf(player, [files.before]),
      schema: null,
    };
    const wrong = await askInForm(player, ask);
    if (wrong.length === 0) continue;
    emit({ event: "warning", message: `${expert}'s sheet was refused twice: ${wrong.join("; ")}` });
    await author(player, {});
  }
}

/** What is wrong with the second answer; nothing: one was filed. */
async function askInForm(player: Player, ask: Ask): Promise<string[]> {
  const { state, since } = player;
  const refused = () =>
    listRuns(state).filter(
      ({ n, started, filed }) =>
        n > since &&
        filed === refusedAnswer &&
        started.purpose === ask.purpose &&
        started.head === ask.head &&
        started.attempt === ask.attempt,
    );
  while (true) {
    const before = refused();
    const last = before.at(-1);
    const errors = last === undefined ? [] : answerErrors(player, last);
    if (before.length >= 2) return errors;
    const prompt = last === undefined ? ask.prompt : withErrors(ask.prompt, readAnswer(state, last.n), errors);
    const [outcome] = await runAll(player, [{ ...ask, prompt }], () => fileAll(player));
    if (outcome!.kind === "none") throw wroteNothing(player, ask);
    if (refused().length === before.length) return [];
  }
}

function withErrors(prompt: string, answer: string, errors: readonly string[]): string {
  const quoted = answer.split("\n").map((line) => `> ${line}`);
  return [
    prompt,
    "",
    "## Your answer was refused",
    "",
    ...errors.map((error) => `- ${error}`),
    "",
    "You answered:",
    "",
    ...quoted,
    "",
    "Answer again, whole.",
  ].join("\n");
}

function wroteNothing({ plan }: Player, { seat, choice }: Ask): BlueError {
  return refusal("runner_failed", { runner: choice.runner }, "answers", {
    message: `${seat} ended twice without a text`,
    suggestion: `Resume with another runner: \`blue play --resume ${plan.id}\`.`,
  });
}

/** What the runs of one stage may read: what git tracks, and the files of the round that their prompts name. */
function roundShelf(player: Player, extra: readonly string[]): Ask["shelf"] {
  const { context, room, shelf } = player;
  const there = extra.filter((path) => fileExists(context.project, path));
  const folder = join(room, `master-${Buffer.from(context.random(4)).toString("hex")}`);
  const filled: Shelf = fillShelf(context.project, shelf, there, folder);
  return { ...filled, paths: [...new Set([...shelf.paths, ...there])] };
}

export async function prompt(player: Player): Promise<void> {
  const { context, plan, state } = player;
  const { loaded, next } = openDialogue(context.project, { dialogue_id: plan.id });
  const wishes = findJudgement(state, `applied-${next.head.slice(0, 24)}`, keptWishes);
  if (plan.rotation === "graduated" && wishes !== undefined && findPanel(context.project, next) === undefined)
    await rotate(player, wishes);
  const panel = findPanel(context.project, next) ?? loaded.rounds.at(-1)?.panel ?? [];
  const seated = new Map(panel.map(({ name }) => [name.toLowerCase(), name]));
  const directives = Object.fromEntries(
    (wishes?.directives ?? []).flatMap(({ expert, text }) => {
      const name = seated.get(expert.toLowerCase());
      return name === undefined || text.trim() === "" ? [] : [[name, text]];
    }),
  );
  const given = Object.keys(directives).length > 0 ? { directives } : {};
  await runOperation(roundPrompt, { dialogue_id: plan.id, ...given }, context);
}

/** Whom the Judge wants on the panel. Nobody leaves unsettled, and newcomers join beyond the size. */
async function rotate(
  { context, plan, emit }: Player,
  { add = [], leave = [] }: z.output<typeof keptWishes>,
): Promise<void> {
  const { loaded, ledger } = openDialogue(context.project, { dialogue_id: plan.id });
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const held = new Set(unsettled(ledger).map(({ expert }) => expert));
  const panel = loaded.rounds.at(-1)!.panel;
  const staying = panel.filter(({ name }) => held.has(name) || !leave.some((one) => same(one, name)));
  const joining = loaded.opening.pool.filter(
    ({ role }) => add.some((one) => same(one, role)) && !panel.some((member) => same(member.role, role)),
  );
  if (joining.length === 0 && staying.length === panel.length) return;
  const seats = [
    ...staying.map(({ name, role }) => ({ name, role, source: "retained" })),
    ...joining.map(({ role }) => ({ role, source: "pool" })),
  ];
  const changed = await tried(() => runOperation(evolvePanel, { dialogue_id: plan.id, panel: seats }, context));
  if (changed instanceof BlueError) emit({ event: "warning", message: `The panel stays as it is: ${changed.message}` });
}

/** The names that are asked and have neither written nor ended twice without a text. */
export function waitingExperts({ context, plan, state, since }: Player, members: readonly string[]): string[] {
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  const own: readonly string[] = failures.model;
  const failed = (name: string) =>
    listRuns(state).filter(
      ({ n, started, ended }) =>
        n > since &&
        started.purpose === "expert" &&
        started.seat === name &&
        started.head === dialogue.next.head &&
        started.attempt === dialogue.next.attempt &&
        own.includes(ended?.kind ?? ""),
    ).length;
  return members.filter((name) => failed(name) < 2);
}

export async function experts(player: Player): Promise<void> {
  const { context, plan } = player;
  const prompted = await runOperation(roundPrompt, { dialogue_id: plan.id }, context);
  const { next } = openDialogue(context.project, { dialogue_id: plan.id });
  const waiting = waitingExperts(
    player,
    prompted.spawn.map(({ expert }) => expert),
  );
  const folder = draftsFolder(next);
  const shelf = roundShelf(player, [`${folder}/inventory.md`, `${folder}/proposal.md`]);
  const seats = seatsOf(player, waiting);
  const asks = waiting.map(
    (name): Ask => ({
      purpose: "expert",
      seat: name,
      choice: seats.get(name)!,
      prompt: readText(context.project, answerPromptPath(next, name)),
      round: next.round,
      head: next.head,
      attempt: next.attempt,
      shelf,
      schema: null,
      hasText: () => listTexts(context.project, next, name).length > 0,
    }),
  );
  const outcomes = await runAll(player, asks, () => fileAll(player));
  const absent = outcomes.filter(({ kind }) => kind === "none").length;
  const asked = prompted.spawn.length + prompted.written.length;
  if (absent * 2 > asked)
    refuse("experts_absent", { round: next.round }, "half_present", {
      message: `${absent} of ${asked} experts ended twice without a text; nothing is registered`,
      suggestion: `Resume with another runner: \`blue play --resume ${plan.id} --runner …\`.`,
    });
}

function seatsOf({ state, plan }: Player, members: readonly string[]): Map<string, Choice> {
  const before = new Map(
    listRuns(state)
      .filter(({ started }) => started.purpose === "expert")
      .map(({ started }) => [started.seat, { runner: started.runner, model: started.model }]),
  );
  return assignSeats(members, plan.seats, before);
}

/** Everything that was written, for the Judge to judge. */
async function collectAll({ context, plan }: Player) {
  const first = await runOperation(roundCollect, { dialogue_id: plan.id, outside: true }, context);
  const items = [...first.items];
  for (let page = 2; page <= first.pages; page++)
    items.push(...(await runOperation(roundCollect, { dialogue_id: plan.id, outside: true, page }, context)).items);
  return { ...first, items };
}

export async function register(player: Player): Promise<void> {
  const { context, plan, state, emit } = player;
  const collected = await collectAll(player);
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  const schema = judgementSchema({ accepts: plan.allow_accept, rotates: plan.rotation === "graduated" });
  const question = {
    purpose: "judge" as const,
    schema,
    round: collected.round,
    head: collected.head,
  };
  const prompt = judgementPrompt(player, dialogue, collected);
  const key = keyOf("judgement", collected.head, collected.digest);
  const facts = {
    dialogue_id: plan.id,
    round: collected.round,
    head: collected.head,
    digest: collected.digest,
    missing: collected.missing,
    incomplete: collected.incomplete,
    problems: uniquePlaces(collected.problems),
  };
  // A judgement that was refused is not asked for by its name again.
  let tries = 1;
  while (findJudgement(state, `${key}-${tries}-refused`, refusedMark) !== undefined) tries++;
  const markRefused = () => keepJudgement(state, `${key}-${tries}-refused`, { refused: true }, context.random);
  let judged: Judgement = await askJudge(player, { ...question, key: `${key}-${tries}`, prompt });
  let input = registerInput(onlySeated(judged, collected), facts);
  let left: string[] = [];
  const attempt = async () => {
    const play = playedFor(player, collected.head, collected.round, left, facts.problems.length);
    const done = await tried(() => runOperation(roundRegister, input, { ...context, play }));
    if (done instanceof BlueError && errorsOf(done).some(({ code }) => notTheJudges.has(code))) throw done;
    return done;
  };
  let done = await attempt();
  if (done instanceof BlueError) {
    const errors = errorsOf(done);
    emit({ event: "judge.refused", errors: errors.map(({ message }) => message) });
    const second = `${prompt}\n\n## Your judgement was refused\n\n${errors.map(({ message, suggestion }) => `- ${message}. ${suggestion ?? ""}`).join("\n")}\n\nYou answered:\n\n> ${JSON.stringify(judged)}\n\nAnswer again, whole.`;
    markRefused();
    tries++;
    judged = await askJudge(player, { ...question, key: `${key}-${tries}`, prompt: second });
    input = registerInput(onlySeated(judged, collected), facts);
    done = await attempt();
  }
  if (done instanceof BlueError) {
    const without = leaveOut(input, errorsOf(done));
    if (without !== undefined) {
      ({ input, left } = without);
      for (const message of left) emit({ event: "warning", message: `left out of the Judge's judgement: ${message}` });
      done = await attempt();
    }
  }
  if (done instanceof BlueError) {
    markRefused();
    throw refusal("judge_refused", { judge: plan.judge.runner }, "registered", {
      message: `The Judge's judgement of round ${collected.round} was refused: ${done.message}`,
      suggestion: `The drafts are kept. Judge it yourself (\`blue dialogue round-register ${plan.id} --scaffold\`), or resume with another \`--judge\`.`,
    });
  }
  keepJudgement(state, `applied-${done.head.slice(0, 24)}`, judged, context.random);
  const { scoreboard: row } = done;
  emit({
    event: "registered",
    round: done.round,
    velocity: done.velocity.total,
    open: done.velocity.open_tensions,
    new_perspectives: done.velocity.new_perspectives,
    signals: done.convergence.signals,
    panel: done.convergence.panel_size,
    score: row.score,
  });
  for (const message of done.warnings) emit({ event: "warning", message });
}

const refusedMark = z.object({ refused: z.literal(true) });

/** What no other judgement would change: somebody else moved the round, or the disk failed. */
const notTheJudges: ReadonlySet<string> = new Set<ErrorCode>([
  "head_moved",
  "round_taken",
  "round_not_registered",
  "drafts_changed",
  "draft_missing",
  "unregistered_files",
  "record_damaged",
  "io_error",
  "internal_error",
]);

/** Scores and owners only for those who sit there: a name that the Judge made up is no decision. */
function onlySeated(
  judged: Judgement,
  { present, missing, incomplete, not_asked = [] }: Awaited<ReturnType<typeof collectAll>>,
): Judgement {
  const seated = new Map(
    [...present, ...missing, ...incomplete, ...not_asked].map((name) => [name.toLowerCase(), name]),
  );
  return {
    ...judged,
    experts: judged.experts.flatMap(({ name, score }) => {
      const own = seated.get(name.toLowerCase());
      return own === undefined ? [] : [{ name: own, score }];
    }),
    own: judged.own.flatMap(({ owner, ...rest }) => {
      const own = seated.get(owner.toLowerCase());
      return own === undefined ? [] : [{ ...rest, owner: own }];
    }),
  };
}

function uniquePlaces(problems: readonly { expert: string; line: number }[]): { expert: string; line: number }[] {
  return [...new Map(problems.map(({ expert, line }) => [`${expert} ${line}`, { expert, line }])).values()];
}

function errorsOf(error: BlueError): readonly BlueError[] {
  return error.errors ?? [error];
}

async function tried<T>(work: () => Promise<T>): Promise<T | BlueError> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
}

/** The decision: the text that was signed, word for word. Without convergence it is forced with its warning, or reported as an impasse. */
export async function verdict(player: Player, args: Record<string, unknown>): Promise<"decided" | "impasse"> {
  const { context, plan, emit, state } = player;
  const dialogue = openDialogue(context.project, { dialogue_id: plan.id });
  if (args.forced === true && !plan.force) {
    const path = writeStateFile(state, "impasse.md", impasseReport(dialogue), context.random);
    emit({ event: "saved", path, score: null });
    return "impasse";
  }
  const last = dialogue.loaded.rounds.at(-1)!;
  const schema = last.proposal === null ? wordedVerdict : judgedVerdict;
  const question = {
    purpose: "judge" as const,
    schema: schema as typeof judgedVerdict,
    round: last.round,
    head: last.self,
  };
  const text = verdictPrompt(player, dialogue);
  const key = keyOf("verdict", last.self);
  const { recommendation: _, warning: __, ...mechanics } = args;
  const warning = args.forced === true ? { warning: forcedWarning(dialogue) } : {};
  const inputOf = (judged: JudgedVerdict) => ({
    ...mechanics,
    ...warning,
    ...verdictInput(judged),
    dialogue_id: plan.id,
  });
  const judged: JudgedVerdict = await askJudge(player, { ...question, key, prompt: text });
  let left: string[] = [];
  const attempt = (input: Record<string, unknown>) => {
    const play = playedFor(player, last.self, -1, left);
    return tried(() => runOperation(verdictRegister, input, { ...context, play }));
  };
  let done = await attempt(inputOf(judged));
  if (done instanceof BlueError) {
    // What the Judge lists beside the text is left out where the ledger does not bear it; the text and the counts are not the Judge's.
    const lists = ["key_evidence", "key_claims", "recommendations_adopted", "recommendations_rejected"];
    const wrong = errorsOf(done).map(({ field }) => lists.find((list) => field?.startsWith(list)));
    if (wrong.some((list) => list === undefined)) throw done;
    emit({ event: "judge.refused", errors: errorsOf(done).map(({ message }) => message) });
    left = [...new Set(wrong as string[])];
    const without = Object.fromEntries(Object.entries(inputOf(judged)).filter(([field]) => !left.includes(field)));
    done = await attempt(without);
    if (done instanceof BlueError) throw done;
  }
  emit({
    event: "verdict",
    type: done.verdict_type,
    decision: done.decision,
    forced: done.forced,
    summary: done.summary,
    path: done.path,
  });
  return "decided";
}

function forcedWarning({ ledger, loaded }: ReturnType<typeof openDialogue>): string {
  const { velocity, convergence } = ledger.rounds.at(-1)!;
  const missing = convergence.missing.length > 0 ? ` Did not sign: ${convergence.missing.join(", ")}.` : "";
  return `WARNING: forced after ${loaded.rounds.length} rounds without convergence: ${velocity.open_tensions} open tensions, ${velocity.new_perspectives} new perspectives, ${convergence.signals} of ${convergence.panel_size} signals.${missing}`;
}

/** Enough agree to stop spending, not enough to decide. */
export async function interim(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const { ledger, loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  const { convergence } = ledger.rounds.at(-1)!;
  const words = `${convergence.signals} of ${convergence.panel_size} signed, which is the share that was asked for (${plan.convergence}). This is no decision: ${convergence.missing.join(", ")} did not sign.`;
  const play = playedFor(player, loaded.rounds.at(-1)!.self, -1);
  const done = await runOperation(
    verdictRegister,
    { dialogue_id: plan.id, verdict_type: "interim", description: words },
    { ...context, play },
  );
  emit({ event: "verdict", type: "interim", decision: false, forced: false, summary: words, path: done.path });
}

export async function closeReviewed(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const { ledger, loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  const open = [...ledger.tensions.values()];
  const count = (severity: string) => open.filter((one) => one.severity === severity).length;
  const reason = `One look by ${loaded.rounds[0]!.panel.length} experts: ${open.length} findings, ${count("critical")} critical, ${count("major")} major, ${count("minor")} minor.`;
  const play = playedFor(player, loaded.rounds[0]!.self, -1);
  const done = await runOperation(close, { dialogue_id: plan.id, outcome: "reviewed", reason }, { ...context, play });
  emit({
    event: "verdict",
    type: done.outcome,
    decision: false,
    forced: false,
    summary: reason,
    path: `${loaded.path}/findings.md`,
  });
}

/** The dialogue as one document, checked. */
export async function finish(player: Player): Promise<void> {
  const { context, plan, emit } = player;
  const saved = await runOperation(save, { dialogue_id: plan.id }, context);
  const linted = await tried(() => runOperation(lintDialogue, { file_path: saved.path }, context));
  emit({ event: "saved", path: saved.path, score: linted instanceof BlueError ? null : saved.score });
}
