import { describe, expect, it } from "vitest";
import { systemError, withCalls } from "../../test/helpers/faults.ts";
import { answered, failed, instantPlan, openPlayer, usualAnswer } from "../../test/helpers/instant-player.ts";
import { initGit, makeFolder, snapshot } from "../../test/helpers/project.ts";
import { makeContext } from "../context.ts";
import { operation as expertWrite } from "../operations/dialogue/expert-write.ts";
import { runOperation } from "../operations/run-operation.ts";
import { type Files, nodeFiles } from "../store/files.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { listRuns, openState } from "../store/play-state.ts";
import { findProject } from "../store/project.ts";
import type { Emit, PlayEvent } from "./events.ts";
import type { PlayPlan } from "./plan.ts";
import { play } from "./play.ts";
import type { RunRequest } from "./runners/runner.ts";

const key = "sk-of-a-test-0123456789abcdef";

/** A repository, and sessions of one play in it. */
function makeSessions() {
  const root = makeFolder({ "design.md": "# Cache\n\nWe cache everything for ever.\n" });
  initGit(root);
  const home = makeFolder();
  const plan = instantPlan();
  const contextOf = (calls: Partial<Files>) =>
    makeContext(findProject({ flag: root, env: {}, files: withCalls({ fsync: () => {}, ...calls }) }));
  return {
    session: (
      run = async (request: RunRequest) => answered(usualAnswer(request)),
      {
        calls = {},
        flags = {},
        emit = () => {},
      }: { calls?: Partial<Files>; flags?: Partial<PlayPlan>; emit?: Emit } = {},
    ) => play(openPlayer({ context: contextOf(calls), home, plan, run, flags, emit, env: { A_TEST_API_KEY: key } })),
    write: (expert: string, text: string) =>
      runOperation(expertWrite, { dialogue_id: plan.id, expert, text }, contextOf({})),
    rounds: () => openDialogue(contextOf({}).project, { dialogue_id: plan.id }).loaded.rounds.length,
    /** What lies in the project and in the home. */
    files: () => [...Object.values(snapshot(root, ".git")), ...Object.values(snapshot(home))],
    /** Who was asked, how often. */
    asked: (purpose: string) => {
      const runs = listRuns(openState(contextOf({}).project, plan.id, { HOME: home }));
      const seats = runs.filter(({ started }) => started.purpose === purpose).map(({ started }) => started.seat);
      return Object.fromEntries(
        [...new Set(seats)].sort().map((seat) => [seat, seats.filter((one) => one === seat).length]),
      );
    },
  };
}

/** Stops before a file gets this name. */
const stopsAt = (name: string): Partial<Files> => ({
  link(from, to) {
    if (to.endsWith(name)) throw systemError("EIO", "link", to);
    nodeFiles.link(from, to);
  },
});

describe("a play that goes on", () => {
  it("files first what was answered and not filed, and asks nobody for it again", async () => {
    const { session, asked } = makeSessions();
    await expect(session(undefined, { calls: stopsAt("/draft.md") })).rejects.toThrow("EIO");
    expect(asked("expert")).toEqual({ Cupcake: 1, Muffin: 1, Scone: 1 });
    expect((await session()).outcome).toBe("converged");
    expect(asked("expert")).toEqual({ Cupcake: 2, Muffin: 2, Scone: 2 });
  });

  it("asks only those again who have no text", async () => {
    const { session, asked } = makeSessions();
    const crashes = async (request: RunRequest) =>
      request.name === "Scone" ? failed("crashed") : answered(usualAnswer(request));
    await expect(session(crashes)).rejects.toMatchObject({ code: "runner_failed" });
    expect((await session()).outcome).toBe("converged");
    expect(asked("expert")).toEqual({ Cupcake: 2, Muffin: 2, Scone: 4 });
  });

  it("does not ask once more who got a text from elsewhere meanwhile", async () => {
    const { session, asked, write } = makeSessions();
    let failures = 0;
    const elsewhere = async (request: RunRequest) => {
      if (request.name !== "Scone" || failures++ > 0) return answered(usualAnswer(request));
      await write("Scone", usualAnswer(request));
      return answered("");
    };
    expect((await session(elsewhere)).outcome).toBe("converged");
    expect(asked("expert")).toEqual({ Cupcake: 2, Muffin: 2, Scone: 2 });
  });

  it("registers nothing while more than half of the panel is absent", async () => {
    const { session, asked, rounds } = makeSessions();
    const empty = async (request: RunRequest) =>
      ["Scone", "Muffin"].includes(request.name) ? answered("") : answered(usualAnswer(request));
    await expect(session(empty)).rejects.toMatchObject({ code: "experts_absent" });
    expect(rounds()).toBe(0);
    expect(asked("expert")).toEqual({ Cupcake: 1, Muffin: 2, Scone: 2 });
  });

  it("keeps no key that an answer repeats", async () => {
    const { session, files } = makeSessions();
    const leaks = async (request: RunRequest) =>
      request.name === "Muffin" ? answered(`${usualAnswer(request)}\n${key}\n`) : answered(usualAnswer(request));
    await session(leaks);
    expect(files().filter((text) => text.includes("[key A_TEST_API_KEY]")).length).toBeGreaterThan(1);
    expect(files().filter((text) => text.includes(key))).toEqual([]);
  });

  it("has the judgement that was given, also when another Judge plays now", async () => {
    const { session, asked } = makeSessions();
    await expect(session(undefined, { calls: stopsAt("/round.json") })).rejects.toMatchObject({ code: "io_error" });
    expect(asked("judge")).toEqual({ Judge: 1 });
    const judge = { runner: "instant", model: "another" };
    expect((await session(undefined, { flags: { judge } })).outcome).toBe("converged");
    expect(asked("judge")).toEqual({ Judge: 3 }); // of round 1, and the verdict
  });
});

describe("a Judge who closes nothing although all raisers said that it is resolved", () => {
  /** Forgets to close, as often as it says. */
  const forgets = (times: number) => {
    let forgotten = 0;
    return async (request: RunRequest) => {
      const text = usualAnswer(request);
      const isClosing = request.schema !== null && /"close":\[\{/.test(text);
      if (!isClosing || forgotten++ >= times) return answered(text);
      return answered(JSON.stringify({ ...JSON.parse(text), close: [] }));
    };
  };
  const warningsOf = (events: readonly PlayEvent[]) =>
    events.flatMap((one) => (one.event === "warning" && one.message.includes("Judge") ? [one.message] : []));

  it("is named and asked once more, and no round is lost", async () => {
    const { session, asked, rounds } = makeSessions();
    const events: PlayEvent[] = [];
    expect((await session(forgets(1), { emit: (event) => events.push(event) })).outcome).toBe("converged");
    expect(warningsOf(events)).toEqual([
      "The Judge left T0001, T0002, T0003 open, which everybody who raised it calls resolved; it is asked once more.",
    ]);
    expect([rounds(), asked("judge")]).toEqual([2, { Judge: 4 }]);
  });

  it("keeps its word when it leaves them open again, which is said", async () => {
    const { session, rounds } = makeSessions();
    const events: PlayEvent[] = [];
    expect((await session(forgets(2), { emit: (event) => events.push(event) })).outcome).toBe("converged");
    expect(warningsOf(events)).toContain("The Judge leaves T0001, T0002, T0003 open; its summary should say why.");
    expect(rounds()).toBe(3);
  });
});

describe("what a play says of itself", () => {
  it("tells polishing from rewriting, and how far it is", async () => {
    const { session } = makeSessions();
    const events: PlayEvent[] = [];
    await session(undefined, { emit: (event) => events.push(event) });
    const told = events.flatMap((one) =>
      one.event === "stage" && one.stage === "author"
        ? [[one.round, one.words, one.progress?.step, one.progress?.of]]
        : [],
    );
    expect(told).toEqual([
      [null, "polishes the text, 1 of 2", 2, 18],
      [null, "polishes the text, 2 of 2", 3, 18],
      [1, "rewrites the text", 8, 18],
    ]);
  });

  it("prints no hint that only a Judge can follow", async () => {
    const { session } = makeSessions();
    const events: PlayEvent[] = [];
    const unsigned = (request: RunRequest) => answered(usualAnswer(request).replaceAll("[MOVE:CONVERGE]", ""));
    await session(async (request) => unsigned(request), {
      flags: { max_rounds: 2 },
      emit: (event) => events.push(event),
    });
    expect(JSON.stringify(events)).not.toContain("a verdict can be forced with a warning");
  });
});
