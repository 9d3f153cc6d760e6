import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { makeOllama, withEnvironment } from "../../../test/helpers/fake-ollama.ts";
import { closeLater } from "../../../test/helpers/model-cases.ts";
import { startWireModel } from "../../../test/helpers/wire-models.ts";

describe("llm.stop", () => {
  it("leaves a server that Blue did not start", async () => {
    const { env } = await makeOllama();
    const { baseUrl } = closeLater(await startWireModel("ollama", () => ({})));
    const answer = await withEnvironment({ ...env, OLLAMA_HOST: baseUrl }, () => makeDesk().call("llm.stop"));
    expect(answer).toEqual({ stopped: false, pid: null, still_answers: true });
    expect(await show("llm.stop", answer)).toContain("goes on");
  });

  it("leaves a process that has only the same number", async () => {
    const { env } = await makeOllama();
    const folder = join(env.XDG_STATE_HOME!, "blue");
    mkdirSync(folder, { recursive: true });
    const other = { pid: process.pid, started: "1", endpoint: "127.0.0.1:1", log: "x" };
    writeFileSync(join(folder, "ollama.json"), JSON.stringify(other));
    const answer = await withEnvironment(env, () => makeDesk().call("llm.stop"));
    expect(answer).toMatchObject({ stopped: false, pid: null });
  });
});
