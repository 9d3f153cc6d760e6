import * as z from "zod";
import { refuse } from "../../errors.ts";
import { findStarted, startOllama } from "../../store/ollama-process.ts";
import { findOllama, ollamaModels, pullOllamaModel } from "../../store/ollama-server.ts";
import { findProgram } from "../../store/programs.ts";
import { isLoopback, modelPattern } from "../../store/user-config.ts";
import { defineOperation } from "../operation.ts";
import { findServer, refuseOverMcp } from "./ollama.ts";

export const operation = defineOperation({
  name: "llm.start",
  summary: "Start a local Ollama, and fetch a model for it",
  description:
    "Starts `ollama serve` where none answers yet, on its own, so that it outlives this command; its process and log are kept in the state folder for `blue llm stop`. Waits until it answers. With `model` it fetches that model where it is missing, which can be gigabytes. A server that answers already is left as it is. Command line only.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    model: z.string().regex(modelPattern).optional().describe("A model to fetch, as Ollama's library names it."),
  }),
  output: z.strictObject({
    started: z.boolean().describe("False: it was running already."),
    version: z.string(),
    endpoint: z.string(),
    pid: z.int().nullable().describe("Of a server that Blue started."),
    log: z.string().nullable(),
    models: z.array(z.string()),
    fetched: z.string().nullable(),
  }),
  examples: [
    { command: "blue llm start", note: "start it" },
    { command: "blue llm start --model qwen3:8b", note: "and fetch a model" },
  ],
  async run({ model }, context) {
    const { env } = process;
    refuseOverMcp(context, model === undefined ? "blue llm start" : `blue llm start --model ${model}`);
    const server = await findServer(env);
    const wasThere = (await findOllama(server)) !== undefined;
    if (!wasThere) await bringUp(server, context.project.root, context.signal);
    const models = await ollamaModels(server);
    const fetch = model !== undefined && !models.includes(model) && !models.includes(`${model}:latest`);
    if (fetch)
      await pullOllamaModel(server, model, context.signal, (status, done, total) =>
        context.progress(
          total === undefined
            ? { done: 0, message: `${model}: ${status}` }
            : { done: megabytes(done), total: megabytes(total), message: `MB of ${model}` },
        ),
      );
    const started = findStarted(env);
    return {
      started: !wasThere,
      version: (await findOllama(server))?.version ?? "",
      endpoint: server.host,
      pid: started?.pid ?? null,
      log: started?.log ?? null,
      models: fetch ? await ollamaModels(server) : models,
      fetched: fetch ? model : null,
    };
  },
  render: (out) =>
    [
      `✓ Ollama ${out.version} ${out.started ? "started" : "was running already"} at ${out.endpoint}`,
      ...(out.fetched === null ? [] : [`✓ ${out.fetched} fetched`]),
      out.models.length > 0
        ? `Models: ${out.models.join(", ")}`
        : "It has no model yet: `blue llm start --model qwen3:8b`",
      ...(out.log === null ? [] : [`Log: ${out.log}; end it with \`blue llm stop\``]),
    ].join("\n"),
});

async function bringUp(server: URL, root: string, signal: AbortSignal): Promise<void> {
  if (!isLoopback(server.hostname))
    refuse("not_found", { OLLAMA_HOST: server.host }, "this_machine", {
      message: `No Ollama answers at ${server.host}, and Blue starts one on this machine only`,
      suggestion: "Start it there, or unset OLLAMA_HOST.",
    });
  const host = { root, env: process.env };
  const program = findProgram(host, "ollama");
  if (program === undefined)
    return refuse("not_found", "ollama", "installed", {
      message: "ollama is not installed, or not on the PATH",
      suggestion: "Install it from https://ollama.com/download, then repeat the call.",
    });
  const started = await startOllama(program, server, host, signal);
  if (typeof started === "object" && "failed" in started)
    refuse("io_error", "ollama", "answers", {
      message: `ollama serve does not come up: ${started.failed}`,
      suggestion: "Put right what it complains of, then repeat the call.",
    });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
