import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { makeOllama, withEnvironment } from "../../../test/helpers/fake-ollama.ts";
import { closeLater } from "../../../test/helpers/model-cases.ts";
import { plant } from "../../../test/helpers/project.ts";
import { startWireModel } from "../../../test/helpers/wire-models.ts";

describe("llm.status", () => {
  it("says that nothing answers, and what to do", async () => {
    const { env } = await makeOllama();
    const answer = await withEnvironment(env, () => makeDesk().call("llm.status"));
    expect(answer).toMatchObject({ running: false, version: null, models: [], endpoint: env.OLLAMA_HOST });
    expect(await show("llm.status", answer)).toContain("`blue llm start`");
  });

  it("lists models with their contexts, at the address of the user's configuration", async () => {
    const { env } = await makeOllama();
    const facts = {
      "/api/version": { version: "0.30.1" },
      "/api/tags": {
        models: [
          { name: "a:1b", modified_at: "2026-01-01T00:00:00Z" },
          { name: "b:2b", modified_at: "2026-02-01T00:00:00Z" },
        ],
      },
      "/api/show": { model_info: { "x.context_length": 40960 }, capabilities: ["completion"] },
      "/api/ps": { models: [{ name: "a:1b", context_length: 8192 }] },
    };
    const { baseUrl } = closeLater(await startWireModel("ollama", () => ({}), facts));
    plant(env.XDG_CONFIG_HOME!, {
      "blue/config.yaml": `runners: { ollama: { kind: ollama, base_url: "${baseUrl}" } }\n`,
    });
    const answer = await withEnvironment(env, () => makeDesk().call("llm.status"));
    expect(answer).toEqual({
      running: true,
      endpoint: new URL(baseUrl).host,
      version: "0.30.1",
      pid: null,
      log: null,
      models: [
        { name: "b:2b", context: 40960, tools: false, loaded: false, loaded_context: null },
        { name: "a:1b", context: 40960, tools: false, loaded: true, loaded_context: 8192 },
      ],
    });
    expect(await show("llm.status", answer)).toContain("a:1b: 40960 tokens, calls no tools, loaded");
  });
});
