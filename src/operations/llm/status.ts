import * as z from "zod";
import { findStarted } from "../../store/ollama-process.ts";
import { findOllama, loadedOllamaModels, ollamaModels, showOllamaModel } from "../../store/ollama-server.ts";
import { defineOperation } from "../operation.ts";
import { findServer } from "./ollama.ts";

const modelSchema = z.strictObject({
  name: z.string(),
  context: z.int().nullable().describe("The most it can be given, in tokens."),
  tools: z.boolean().describe("Whether it can call tools, as an expert must."),
  loaded: z.boolean(),
  loaded_context: z.int().nullable(),
});

export const operation = defineOperation({
  name: "llm.status",
  summary: "Show the local Ollama: server, models, contexts",
  description:
    "Says whether an Ollama answers, which version, whether Blue started it, and which models it has: how many tokens each can be given, whether it can call tools, whether it is in memory. A Judge needs 32,768 tokens.",
  effect: "read",
  toolset: "maintenance",
  input: z.strictObject({}),
  output: z.strictObject({
    running: z.boolean(),
    endpoint: z.string(),
    version: z.string().nullable(),
    pid: z.int().nullable().describe("Of a server that Blue started."),
    log: z.string().nullable(),
    models: z.array(modelSchema),
  }),
  examples: [{ command: "blue llm status", note: "what there is" }],
  async run() {
    const server = await findServer(process.env);
    const found = await findOllama(server);
    const started = findStarted(process.env);
    return {
      running: found !== undefined,
      endpoint: server.host,
      version: found?.version ?? null,
      pid: started?.pid ?? null,
      log: started?.log ?? null,
      models: found === undefined ? [] : await modelsAt(server),
    };
  },
  render: (out) =>
    out.running
      ? [
          `Ollama ${out.version} at ${out.endpoint}${out.pid === null ? "" : ` (process ${out.pid}, log ${out.log})`}`,
          ...out.models.map(
            ({ name, context, tools, loaded }) =>
              `  ${name}: ${context === null ? "context unknown" : `${context} tokens`}${tools ? "" : ", calls no tools"}${loaded ? ", loaded" : ""}`,
          ),
          ...(out.models.length === 0 ? ["  no model yet: `blue llm start --model qwen3:8b`"] : []),
        ].join("\n")
      : `No Ollama answers at ${out.endpoint}. Start one with \`blue llm start\`.`,
});

async function modelsAt(server: URL): Promise<z.output<typeof modelSchema>[]> {
  const loaded = await loadedOllamaModels(server);
  const names = await ollamaModels(server);
  return Promise.all(
    names.map(async (name) => {
      const { context, chats, callsTools } = await showOllamaModel(server, name);
      return {
        name,
        context,
        tools: chats && callsTools,
        loaded: loaded.has(name),
        loaded_context: loaded.get(name) ?? null,
      };
    }),
  );
}
