import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { callByMcp } from "../../../test/helpers/faces.ts";
import { makeOllama, withEnvironment } from "../../../test/helpers/fake-ollama.ts";
import { closeLater } from "../../../test/helpers/model-cases.ts";
import { startWireModel } from "../../../test/helpers/wire-models.ts";

describe("llm.start", () => {
  it("leaves a server that answers as it is", async () => {
    const { env } = await makeOllama();
    const { baseUrl } = closeLater(await startWireModel("ollama", () => ({})));
    const desk = makeDesk();
    const answer = await withEnvironment({ ...env, OLLAMA_HOST: baseUrl }, () =>
      desk.call("llm.start", { model: "scripted:1b" }),
    );
    expect(answer).toEqual({
      started: false,
      version: "0.30.1",
      endpoint: new URL(baseUrl).host,
      pid: null,
      log: null,
      models: ["scripted:1b"],
      fetched: null,
    });
    expect(await show("llm.start", answer)).toContain("was running already");
  });

  it("says how to get Ollama where it is not installed, and does not take one out of the project", async () => {
    const { env } = await makeOllama();
    const desk = makeDesk({ tree: { "bin/ollama": "#!/bin/sh\n" } });
    const error = await withEnvironment({ ...env, PATH: `bin:${desk.root}/bin` }, () =>
      desk.refused("not_found", "llm.start"),
    );
    expect(error.suggestion).toContain("https://ollama.com/download");
  });

  it("starts nothing for another machine", async () => {
    const { env } = await makeOllama();
    const elsewhere = { ...env, OLLAMA_HOST: "https://ollama.invalid" };
    const error = await withEnvironment(elsewhere, () => makeDesk().refused("not_found", "llm.start"));
    expect(error.message).toContain("on this machine only");
  });

  it("is a person's: over MCP it names the command", async () => {
    const { root } = makeDesk();
    const { structuredContent } = await callByMcp({ root, name: "llm.start", input: { model: "qwen3:8b" } });
    expect(structuredContent).toMatchObject({
      error_code: "invalid_input",
      suggestion: expect.stringContaining("blue llm start --model qwen3:8b"),
    });
  });
});
