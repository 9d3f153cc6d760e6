/**
 * Whatever happens to a play (it is killed before any file call, resumed with other flags, runs fail, somebody discards the round, files a text or registers it
 * from another face meanwhile): every answer is in a record or named as late, no seat that has a text is asked again in that attempt, and every session ends.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Context, makeContext } from "../../src/context.ts";
import { BlueError } from "../../src/errors.ts";
import { operation as expertWrite } from "../../src/operations/dialogue/expert-write.ts";
import { operation as collect } from "../../src/operations/dialogue/round-collect.ts";
import { operation as discard } from "../../src/operations/dialogue/round-discard.ts";
import { operation as register } from "../../src/operations/dialogue/round-register.ts";
import { operation as status } from "../../src/operations/dialogue/status.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import type { PlayEvent } from "../../src/play/events.ts";
import { registerInput } from "../../src/play/judge/judgement.ts";
import type { PlayPlan } from "../../src/play/plan.ts";
import { type Played, play } from "../../src/play/play.ts";
import type { RunEnd, RunRequest } from "../../src/play/runners/runner.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { listRuns, openState } from "../../src/store/play-state.ts";
import { findProject } from "../../src/store/project.ts";
import { answered, failed, instantPlan, openPlayer, usualAnswer } from "../helpers/instant-player.ts";
import { initGit, makeFolder } from "../helpers/project.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { nameOf, roundOf } from "../helpers/scripted-answers.mjs";

const runs = Number(process.env.BLUE_PLAYS ?? 25);
const plan = instantPlan({
  ...{ max_rounds: 4, timeout_minutes: 1 },
  pool: {
    domain: "Design",
    experts: ["Builder", "Reader", "Operator"].map((role) => ({
      ...{ role, tier: "Core" as const, relevance: 0.9, focus: "it", description: null, model: null },
    })),
  },
});

type Act = "answer" | "empty" | "oversize" | "crashed" | "overloaded" | "quota" | "unmarked" | "hold";
type Meddling = "discard" | "write" | "register";
interface Session {
  acts: Act[];
  /** Before which file call it is killed. */
  kill: number | null;
  flags: Partial<PlayPlan>;
  /** What another face does while an expert runs, or when nobody plays. */
  during: { run: number; does: Meddling } | null;
  after: Meddling | null;
}

const meddling = fc.constantFrom<Meddling>("discard", "write", "register");
const act = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Act>("answer") },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Act>("empty", "oversize", "crashed", "overloaded", "quota", "unmarked", "hold"),
  },
);
const session: fc.Arbitrary<Session> = fc.record({
  acts: fc.array(act, { maxLength: 12 }),
  kill: fc.option(fc.integer({ min: 1, max: 4000 }), { freq: 2 }),
  flags: fc.record(
    {
      concurrency: fc.constantFrom(null, 1, 2),
      convergence: fc.constantFrom(0.5, 0.95),
      force: fc.boolean(),
      budget: fc.constantFrom({ tokens: 1000, usd: null }, { tokens: 3_000_000, usd: null }),
    },
    { requiredKeys: [] },
  ),
  during: fc.option(fc.record({ run: fc.integer({ min: 1, max: 8 }), does: meddling })),
  after: fc.option(meddling),
});

class Killed extends Error {}

/** Before the given call everything stops: nothing more reaches the disk. */
function mortal(at: number | null): Files {
  let calls = 0;
  const wrap =
    (name: keyof Files) =>
    (...args: unknown[]): unknown => {
      if (at !== null && ++calls >= at) throw new Killed();
      return name === "fsync" ? undefined : (nodeFiles[name] as (...args: unknown[]) => unknown)(...args);
    };
  const all = Object.keys(nodeFiles) as (keyof Files)[];
  return Object.fromEntries(all.map((name) => [name, wrap(name)])) as unknown as Files;
}

function makeWorld() {
  const root = makeFolder({ "design.md": "# Cache\n\nWe cache everything for ever.\n" });
  initGit(root);
  const home = makeFolder();
  const contextOf = (files: Files): Context => makeContext(findProject({ flag: root, env: {}, files }));
  const safe = () => contextOf(mortal(null));
  /** Seats that have a text, by head and attempt, as other faces gave them. */
  const given = new Map<string, number>();
  const state = () => openState(safe().project, plan.id, { HOME: home });
  const open = () => openDialogue(safe().project, { dialogue_id: plan.id });
  const key = { dialogue_id: plan.id };

  async function meddle(what: Meddling): Promise<void> {
    try {
      if (what === "discard") await runOperation(discard, { ...key, reason: "another try" }, safe());
      if (what === "write") {
        const { next } = open();
        const two = String(next.round).padStart(2, "0");
        const text = `[SCONE-T${two}09: said elsewhere]\nAnother face filed it.\n`;
        await runOperation(expertWrite, { ...key, expert: "Scone", text }, safe());
        given.set(`${next.head} ${next.attempt} Scone`, listRuns(state()).at(-1)?.n ?? 0);
      }
      if (what === "register") {
        const { head, digest, round, missing, incomplete, problems } = await runOperation(collect, key, safe());
        const judged = {
          ...{ scores: { W: 1, C: 1, T: 1, R: 1 }, experts: [], merges: [], repeats: [], close: [], own: [] },
          ...{ dismiss: [], summary: "Judged elsewhere.", directives: [] },
        };
        const facts = { dialogue_id: plan.id, round, head, digest, missing, incomplete, problems };
        await runOperation(register, registerInput(judged, facts), safe());
      }
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
    }
  }

  /** Undefined: it was killed, or stopped with a message. */
  async function playOn({
    acts,
    kill,
    flags,
    during,
  }: Omit<Session, "after">): Promise<Played | BlueError | undefined> {
    const left = [...acts];
    let experts = 0;
    let stages = 0;
    const run = async (request: RunRequest): Promise<RunEnd> => {
      if (request.purpose !== "expert") return answered(usualAnswer(request));
      if (during !== null && ++experts === during.run) await meddle(during.does);
      const own = `[${nameOf(request.prompt)}-S${roundOf(request.prompt)}01: HOLD | 0.5]\nNot yet.\n`;
      switch (left.shift()) {
        case "empty":
          return answered("  \n");
        case "unmarked":
          return answered(`${nameOf(request.prompt)} has read it.\n`);
        case "hold":
          return answered(own);
        case "oversize":
          return failed("oversize");
        case "crashed":
          return failed("crashed");
        case "overloaded":
          return failed("overloaded");
        case "quota":
          return failed("quota");
        default:
          return answered(usualAnswer(request));
      }
    };
    const emit = (event: PlayEvent) => {
      if (event.event === "stage" && ++stages > 100) throw new Error("it does not end");
    };
    try {
      return await play(openPlayer({ context: contextOf(mortal(kill)), home, plan, run, emit, flags }));
    } catch (thrown) {
      if (thrown instanceof BlueError) return thrown;
      if (thrown instanceof Killed) return undefined;
      throw thrown;
    }
  }

  /** No seat that has a text is asked again in that attempt. */
  function checkSeats(): void {
    const texts = new Map(given);
    for (const { n, started, ended } of listRuns(state())) {
      if (started.purpose !== "expert") continue;
      const seat = `${started.head} ${started.attempt} ${started.seat}`;
      const had = texts.get(seat);
      expect(had !== undefined && n > had, `${started.seat} was asked again in run ${n}`).toBe(false);
      if (typeof ended?.answer === "string") texts.set(seat, n);
    }
  }

  /** Every answer of an expert is in a record, or status names its file. */
  async function checkAnswers(): Promise<void> {
    const { loaded } = open();
    const recorded = new Set(
      loaded.rounds
        .flatMap(({ texts, discarded }) => [
          ...texts.flatMap((text) => [text, ...text.others].map(({ lines }) => lines)),
          ...discarded.flatMap((one) => one.texts.map(({ lines }) => lines)),
        ])
        .map((lines) => lines.join("\n")),
    );
    const { warnings } = await runOperation(status, key, safe());
    const late = JSON.stringify(warnings);
    for (const { n, started, ended, filed } of listRuns(state())) {
      const answer = ended?.answer ?? null;
      if (started.purpose !== "expert" || answer === null) continue;
      const text = answer.replace(/\n$/, "");
      const isNamed = filed === "late" && late.includes(started.seat);
      expect(recorded.has(text) || isNamed, `${started.seat}'s answer of run ${n} (${filed}) is lost`).toBe(true);
    }
  }

  return { playOn, meddle, checkSeats, checkAnswers, opened: () => findOpened(open) };
}

function findOpened(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

describe("a play, whatever happens to it", { timeout: 900_000 }, () => {
  it("keeps every answer, asks nobody twice who has a text, and ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 3 }), async (sessions) => {
        const { playOn, meddle, checkSeats, checkAnswers, opened } = makeWorld();
        for (const { after, ...one } of sessions) {
          await playOn(one);
          checkSeats();
          if (after !== null && opened()) await meddle(after);
        }
        const flags = { ...plan, id: plan.id };
        let ended: Played | BlueError | undefined;
        for (let i = 0; i < 4 && (ended === undefined || ended instanceof BlueError); i++)
          ended = await playOn({ acts: [], kill: null, flags, during: null });
        checkSeats();
        expect(ended instanceof BlueError ? `${ended.code}: ${ended.message}` : ended?.outcome).toMatch(
          /^(?:converged|decided|interim)$/,
        );
        await checkAnswers();
      }),
      { numRuns: runs },
    );
  });
});
