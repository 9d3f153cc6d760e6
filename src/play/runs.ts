/** One run from start to record: kept the moment it ended, counted, and tried once more where that may help. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BlueError, refusal, refuse } from "../errors.ts";
import { largestDraft } from "../store/drafts.ts";
import {
  type EndedRun,
  endRun,
  keepShown,
  listRuns,
  type StartedRun,
  type StoredRun,
  startRun,
} from "../store/play-state.ts";
import { startTimeOf } from "../store/processes.ts";
import { type Allowance, allowance, type Charged, expected, spentBy, tokensOf } from "./budget.ts";
import { cleanAnswer, keysIn } from "./clean-answer.ts";
import type { Player } from "./player.ts";
import { failures, type Purpose, type RunEnd, type Usage } from "./runners/runner.ts";
import type { Choice } from "./seats.ts";
import { sha256 } from "./sha256.ts";
import { copyShelf, type Shelf } from "./shelf.ts";

export interface Ask {
  purpose: Purpose;
  seat: string;
  choice: Choice;
  prompt: string;
  /** What it answers. */
  round: number;
  head: string;
  attempt: number;
  shelf: (Shelf & { paths: readonly string[] }) | null;
  schema: Record<string, unknown> | null;
  /** Whether another face has filed a text for it meanwhile: then it is not asked, or not once more. */
  hasText?: () => boolean;
}

export type Outcome =
  | { kind: "answer"; n: number; text: string }
  /** The model ended its turn twice without a text that can be filed; or there is one from elsewhere. */
  | { kind: "none" | "written"; why: string };

/** All runs of this play as they count against its budget. */
export function chargedRuns({ state }: Pick<Player, "state">): Charged[] {
  const runs = listRuns(state);
  const known = runs.flatMap(({ started, ended }) =>
    ended?.usage ? [{ purpose: started.purpose, tokens: tokensOf(ended.usage), usd: ended.usage.usd }] : [],
  );
  return runs.map(({ started: { purpose, characters }, ended }) => {
    const seconds = ended?.seconds;
    if (ended?.usage) return { purpose, seconds, tokens: tokensOf(ended.usage), usd: ended.usage.usd };
    // Nobody says what it took: what it read and wrote, or, where it died without a word, what others of its kind took.
    const usual = expected(known, purpose);
    if (ended?.kind === "answer")
      return { purpose, seconds, tokens: Math.ceil((characters + ended.characters) / 4), usd: usual.usd };
    return { purpose, seconds, ...usual };
  });
}

/** Runs all of them, as many at a time as their runners take, each kept by itself. Fails when the stage cannot go on; what runs then still ends. */
export async function runAll(
  player: Player,
  asks: readonly Ask[],
  answered: () => void = () => {},
): Promise<Outcome[]> {
  if (asks.length === 0) return [];
  const { purpose } = asks[0]!;
  const allowed = allowance(chargedRuns(player), player.plan.budget, purpose, asks.length);
  if (allowed.short !== undefined) throw budgetSpent(player, allowed.short);
  const meter = new Meter(player);
  const busy = new Map<string, number>();
  const outcomes: Outcome[] = [];
  let failed: unknown;
  let next = 0;
  const isFree = (ask: Ask) => {
    const { runner } = runnerOf(player, ask.choice);
    const all = [...busy.values()].reduce((sum, one) => sum + one, 0);
    return player.plan.concurrency === null
      ? (busy.get(runner.name) ?? 0) < runner.concurrency
      : all < player.plan.concurrency;
  };
  const waiting = asks.map((ask, i) => ({ ask, i }));
  await new Promise<void>((resolve) => {
    const fill = () => {
      const halted = player.halt.aborted || failed !== undefined || meter.wrapUp.signal.aborted;
      for (let at = 0; at < waiting.length && !halted; ) {
        const { ask, i } = waiting[at]!;
        if (!isFree(ask)) {
          at++;
          continue;
        }
        waiting.splice(at, 1);
        next++;
        busy.set(ask.choice.runner, (busy.get(ask.choice.runner) ?? 0) + 1);
        perform(player, ask, allowed.share, meter)
          .then((outcome) => {
            outcomes[i] = outcome;
            if (outcome.kind === "answer") answered();
          })
          .catch((thrown) => {
            failed ??= thrown;
          })
          .finally(() => {
            next--;
            busy.set(ask.choice.runner, busy.get(ask.choice.runner)! - 1);
            fill();
          });
      }
      if (next === 0) resolve();
    };
    fill();
  });
  if (failed !== undefined) throw failed;
  if (waiting.length > 0 && meter.wrapUp.signal.aborted) throw budgetSpent(player, meter.left());
  if (player.halt.aborted) throw new Halted();
  return outcomes;
}

/** Somebody asked the play to stop. */
export class Halted extends Error {
  constructor() {
    super("stopped");
  }
}

function budgetSpent({ plan }: Player, { of, needed, left }: NonNullable<Allowance["short"]>): BlueError {
  const words = (amount: number) =>
    of === "usd"
      ? `$${Math.max(0, amount).toFixed(2)}`
      : `${Math.max(0, Math.round(amount)).toLocaleString("en")} tokens`;
  const limit = of === "usd" ? plan.budget.usd! : plan.budget.tokens;
  const flag = of === "usd" ? "budget_usd" : "budget_tokens";
  return refusal("budget_spent", { [flag]: limit }, "enough_left", {
    message: `What comes next needs about ${words(needed)}, and ${words(left)} are left of ${words(limit)}`,
    suggestion: `Everything so far is kept. Go on with \`blue play --resume ${plan.id} --${flag.replace("_", "-")} ${limit * 2}\`.`,
  });
}

export function runnerOf({ runners }: Player, { runner }: Choice) {
  const found = runners.get(runner);
  if (found !== undefined) return found;
  return refuse("runner_unavailable", { runner }, "known_runner", {
    message: `There is no runner ${runner}`,
    suggestion: "`blue llm providers` lists those that can be used.",
  });
}

type Share = { tokens: number; usd: number | null };

/** The same question until it is answered or the rules say stop. */
async function perform(player: Player, ask: Ask, share: Share, meter: Meter): Promise<Outcome> {
  const own = failures.model as readonly string[];
  const passing = failures.passing as readonly string[];
  const isSame = ({ n, started }: StoredRun) =>
    n > player.since &&
    started.head === ask.head &&
    started.attempt === ask.attempt &&
    started.seat === ask.seat &&
    started.purpose === ask.purpose;
  let ownFailures = listRuns(player.state).filter((run) => isSame(run) && own.includes(run.ended?.kind ?? "")).length;
  for (let passed = 0; ; ) {
    if (ask.hasText?.()) return { kind: "written", why: "has a text from elsewhere" };
    if (ownFailures >= 2) return { kind: "none", why: "ended twice without a text" };
    const { n, end, text } = await runOnce(player, ask, share, meter);
    if (end.kind === "answer" && text !== null) return { kind: "answer", n, text };
    const kind = end.kind === "answer" ? "empty" : end.kind;
    const message = end.kind === "answer" ? "" : end.message;
    if (own.includes(kind)) ownFailures++;
    else if (kind === "budget") throw budgetSpent(player, meter.left());
    else if (!passing.includes(kind) || ++passed >= 2 || player.halt.aborted)
      throw runFailed(player, ask, kind, message);
    if (player.halt.aborted) throw new Halted();
    if (meter.wrapUp.signal.aborted) throw budgetSpent(player, meter.left());
  }
}

function runFailed({ plan, halt }: Player, { seat, choice }: Ask, kind: string, message: string): Error {
  if (kind === "stopped" || halt.aborted) return new Halted();
  const model = choice.model === null ? "" : `/${choice.model}`;
  return refusal("runner_failed", { runner: choice.runner }, kind, {
    message: `${seat}'s run on ${choice.runner}${model} ended without an answer (${kind}): ${message.slice(0, 500)}`,
    suggestion: `${whatToDo[kind] ?? "Everything so far is kept."} Then \`blue play --resume ${plan.id}\`, with another --runner if you like.`,
  });
}

const whatToDo: Readonly<Record<string, string>> = {
  auth: "Log in, or set the key.",
  quota: "The account's quota is used up: wait, or add to it.",
  model: "The model is not known there: name another.",
  context: "The prompt does not fit: name a model with a larger context.",
  tools: "The agent had tools it was not given: it was not started.",
};

/** Counts what runs take while they run: at the limit step loops finish, a quarter beyond it all are ended. */
class Meter {
  readonly #player: Player;
  readonly #before: { tokens: number; usd: number };
  readonly #live = new Map<number, Usage>();
  readonly wrapUp = new AbortController();
  readonly stop = new AbortController();

  constructor(player: Player) {
    this.#player = player;
    this.#before = spentBy(chargedRuns(player));
  }

  count(n: number, usage: Usage): void {
    this.#live.set(n, usage);
    const used = this.#used();
    if (used >= 1 && !this.wrapUp.signal.aborted) this.wrapUp.abort();
    if (used >= 1.25 && !this.stop.signal.aborted) this.stop.abort("budget");
  }

  /** Of the limit that is nearer. */
  #used(): number {
    const { tokens, usd } = this.#player.plan.budget;
    const spent = this.#spent();
    return Math.max(spent.tokens / tokens, usd === null ? 0 : spent.usd / usd);
  }

  #spent(): { tokens: number; usd: number } {
    const live = [...this.#live.values()];
    return {
      tokens: live.reduce((sum, usage) => sum + tokensOf(usage), this.#before.tokens),
      usd: live.reduce((sum, usage) => sum + (usage.usd ?? 0), this.#before.usd),
    };
  }

  left(): NonNullable<Allowance["short"]> {
    const { tokens, usd } = this.#player.plan.budget;
    const spent = this.#spent();
    const isUsd = usd !== null && spent.usd / usd > spent.tokens / tokens;
    return isUsd
      ? { of: "usd", needed: 0, left: usd - spent.usd }
      : { of: "tokens", needed: 0, left: tokens - spent.tokens };
  }
}

async function runOnce(
  player: Player,
  ask: Ask,
  share: Share,
  meter: Meter,
): Promise<{ n: number; end: RunEnd; text: string | null }> {
  const { state, context, plan, emit } = player;
  const { files } = context.project;
  const { runner, found } = runnerOf(player, ask.choice);
  const n = player.nextRun();
  const scratch = join(player.room, `run-${n}`);
  const ownShelf = join(player.room, `shelf-${n}`);
  files.mkdir(scratch, 0o700);
  const isProcess = runner.kind === "process";
  if (isProcess && ask.shelf !== null) copyShelf(context.project, ask.shelf, ask.shelf.paths, ownShelf);
  const started = (process: StartedRun["process"]): StartedRun => ({
    purpose: ask.purpose,
    seat: ask.seat,
    round: ask.round,
    head: ask.head,
    attempt: ask.attempt,
    runner: runner.name,
    model: ask.choice.model,
    version: found.version,
    endpoint: found.endpoint,
    confined: found.confined,
    prompt_sha256: sha256(ask.prompt),
    characters: ask.prompt.length,
    shelf_sha256: ask.shelf?.sha256 ?? null,
    process,
    started_at: context.now().toISOString(),
  });
  const named = { run: n, purpose: ask.purpose, name: ask.seat };
  emit({ event: "run.started", ...named, runner: runner.name, model: ask.choice.model });
  let usage: Usage | null = null;
  let doing: "reading" | "writing" = "reading";
  let about = "";
  const progress = () =>
    emit({
      event: "run.progress",
      run: n,
      doing,
      about,
      tokens: usage === null ? 0 : tokensOf(usage),
      usd: usage?.usd ?? null,
    });
  if (!isProcess) startRun(state, n, started(null), context.random);
  const followed = player.follow !== null && player.follow.toLowerCase() === ask.seat.toLowerCase();
  try {
    const end = await runner.run({
      purpose: ask.purpose,
      name: ask.seat,
      prompt: ask.prompt,
      model: ask.choice.model,
      shelf: ask.shelf === null ? null : isProcess ? ownShelf : ask.shelf.folder,
      schema: ask.schema,
      scratch,
      share,
      timeoutMs: plan.timeout_minutes * 60_000,
      idleMs: 5 * 60_000,
      signal: AbortSignal.any([player.abort, meter.stop.signal]),
      wrapUp: meter.wrapUp.signal,
      async begin(pid) {
        const start_time = startTimeOf(pid) ?? "";
        startRun(state, n, started({ pid, start_time }), context.random);
        await player.reaper.watch(pid, start_time);
      },
      onEvent(event) {
        if (event.kind === "usage") {
          usage = event.usage;
          meter.count(n, event.usage);
        } else if (event.kind === "tool") {
          doing = "reading";
          about = event.about;
        } else {
          doing = "writing";
          about = "";
          if (followed) {
            keepShown(state, n, event.delta);
            emit({ event: "run.text", run: n, name: ask.seat, delta: event.delta });
          }
        }
        progress();
      },
    });
    // What was seen of a run that ended without a report.
    return { n, ...keep(player, n, ask, { ...end, usage: end.usage ?? usage }) };
  } finally {
    for (const folder of [scratch, ownShelf]) rmSync(folder, { recursive: true, force: true });
  }
}

function keep(player: Player, n: number, ask: Ask, end: RunEnd): { end: RunEnd; text: string | null } {
  const { state, context, emit, env } = player;
  const clean = end.kind === "answer" ? cleanAnswer(end.text, keysIn(env)) : null;
  const wrong = clean === null ? undefined : unfit(clean.text);
  const text = wrong === undefined ? (clean?.text ?? null) : null;
  const kind = wrong ?? end.kind;
  const message = end.kind === "answer" ? null : cleanAnswer(end.message, keysIn(env)).text;
  const ended: EndedRun = {
    kind,
    message,
    model: end.model,
    usage: end.usage,
    tools: end.tools,
    seconds: Math.round(end.seconds * 10) / 10,
    characters: clean?.text.length ?? 0,
    cut: end.kind === "answer" && end.cut,
    answer: text,
    answer_sha256: end.kind === "answer" ? sha256(end.text) : null,
    unwrapped: clean?.unwrapped ?? false,
    masked: clean?.masked ?? 0,
  };
  endRun(state, n, ended, context.random);
  emit({ event: "run.ended", run: n, name: ask.seat, ended: kind, message, usage: end.usage, seconds: ended.seconds });
  const spent = spentBy(chargedRuns(player));
  emit({ event: "budget", ...spent, of_tokens: player.plan.budget.tokens, of_usd: player.plan.budget.usd });
  const known = message === null ? end : { ...end, message };
  return { end: wrong === undefined ? (known as RunEnd) : { ...end, kind: wrong, message: "" }, text };
}

function unfit(text: string): "empty" | "oversize" | undefined {
  if (text.trim() === "") return "empty";
  return Buffer.byteLength(text) > largestDraft ? "oversize" : undefined;
}
