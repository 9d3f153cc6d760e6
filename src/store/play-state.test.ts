import { describe, expect, test } from "vitest";
import { makeFolder, makeProject, random } from "../../test/helpers/project.ts";
import { endRun, holdSession, listRuns, markFiled, openState, type StartedRun, startRun } from "./play-state.ts";

const started: StartedRun = {
  ...{ purpose: "expert", seat: "Muffin", round: 0, head: "h", attempt: 1, runner: "instant", model: null },
  ...{
    version: null,
    endpoint: null,
    confined: true,
    prompt_sha256: "p",
    characters: 9,
    shelf_sha256: null,
    process: null,
  },
  started_at: "2026-01-01T00:00:00Z",
};
const ended = {
  ...{ kind: "answer", message: null, model: null, usage: null, tools: {}, seconds: 0, cut: false, characters: 9 },
  ...{ answer: "The draft.", answer_sha256: null, unwrapped: false, masked: 0 },
};

function stateOf() {
  const env = { HOME: makeFolder() };
  return { state: openState(makeProject(), "a-play", env), env };
}

describe("a session", () => {
  test("is held until it is released, and a second one is refused meanwhile", async () => {
    const { state, env } = stateOf();
    const release = await holdSession(state, env, random);
    await expect(holdSession(state, env, random)).rejects.toMatchObject({ code: "play_running" });
    release();
    (await holdSession(state, env, random))();
  });

  test("of two that begin at once one is held", async () => {
    const { state, env } = stateOf();
    const both = await Promise.allSettled([holdSession(state, env, random), holdSession(state, env, random)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const one of both) if (one.status === "fulfilled") one.value();
  });
});

test("what is known of a run grows, and what was linked stays", () => {
  const { state } = stateOf();
  startRun(state, 1, started, random);
  expect(listRuns(state)).toMatchObject([{ n: 1, started, ended: undefined, filed: null }]);
  endRun(state, 1, ended, random);
  expect(listRuns(state)).toMatchObject([{ ended, filed: null }]);
  markFiled(state, 1, "filed", random);
  markFiled(state, 1, "late", random);
  startRun(state, 2, { ...started, seat: "Scone" }, random);
  expect(listRuns(state)).toMatchObject([{ filed: "filed" }, { n: 2, ended: undefined }]);
});
