import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import { makeOllama, withEnvironment } from "../../../test/helpers/fake-ollama.ts";

interface Started {
  started: boolean;
  pid: number;
  log: string;
  models: string[];
  fetched: string | null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a local Ollama", () => {
  it("is started once, fetches a model, is shown, and is ended", async () => {
    const { env } = await makeOllama();
    await withEnvironment(env, async () => {
      const desk = makeDesk();
      onTestFinished(() => withEnvironment(env, async () => void (await desk.call("llm.stop"))));
      const first = await desk.call<Started>("llm.start", { model: "qwen3:8b" });
      expect(first).toMatchObject({ started: true, fetched: "qwen3:8b", models: ["qwen3:8b", "small:1b"] });
      expect(isAlive(first.pid)).toBe(true);
      expect(readFileSync(first.log, "utf8")).toContain(`Listening on ${env.OLLAMA_HOST}`);
      expect(statSync(first.log).mode & 0o077).toBe(0);
      const second = await desk.call<Started>("llm.start", { model: "qwen3:8b" });
      expect(second).toMatchObject({ started: false, fetched: null, pid: first.pid });
      expect(await desk.call("llm.status")).toMatchObject({ running: true, pid: first.pid });
      expect(await desk.call("llm.stop")).toEqual({ stopped: true, pid: first.pid, still_answers: false });
      expect(isAlive(first.pid)).toBe(false);
      expect(await desk.call("llm.stop")).toMatchObject({ stopped: false });
    });
  });

  it("started twice at once is one process", async () => {
    const { env } = await makeOllama();
    await withEnvironment(env, async () => {
      const desk = makeDesk();
      onTestFinished(() => withEnvironment(env, async () => void (await desk.call("llm.stop"))));
      const both = await Promise.all([desk.call<Started>("llm.start"), desk.call<Started>("llm.start")]);
      expect(both[0].pid).toBe(both[1].pid);
      expect(await desk.call("llm.stop")).toEqual({ stopped: true, pid: both[0].pid, still_answers: false });
    });
  });

  it("that does not come up says why, and leaves nothing", async () => {
    const { env } = await makeOllama();
    await withEnvironment({ ...env, OLLAMA_FAKE: "broken" }, async () => {
      const error = await makeDesk().refused("io_error", "llm.start");
      expect(error.message).toContain("no GPU and no patience");
      expect(existsSync(`${env.XDG_STATE_HOME}/blue/ollama.json`)).toBe(false);
    });
  });

  it("says which model there is none of", async () => {
    const { env } = await makeOllama();
    await withEnvironment(env, async () => {
      const desk = makeDesk();
      onTestFinished(() => withEnvironment(env, async () => void (await desk.call("llm.stop"))));
      const error = await desk.refused("not_found", "llm.start", { model: "nobody:1b" });
      expect(error.message).toContain("nobody:1b");
    });
  });
});
