import * as z from "zod";
import { stopOllama } from "../../store/ollama-process.ts";
import { findOllama } from "../../store/ollama-server.ts";
import { defineOperation } from "../operation.ts";
import { findServer, refuseOverMcp } from "./ollama.ts";

export const operation = defineOperation({
  name: "llm.stop",
  summary: "End the Ollama that `blue llm start` started",
  description:
    "Ends the process that `blue llm start` kept, if it is still the same one, and nothing else: an Ollama that somebody else started goes on. Command line only.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({}),
  output: z.strictObject({
    stopped: z.boolean(),
    pid: z.int().nullable(),
    still_answers: z.boolean().describe("Another Ollama answers at the same place; it is not Blue's."),
  }),
  examples: [{ command: "blue llm stop", note: "end it" }],
  async run(_, context) {
    refuseOverMcp(context, "blue llm stop");
    const stopped = await stopOllama(process.env);
    const still_answers = (await findOllama(await findServer(process.env))) !== undefined;
    return { stopped: stopped !== undefined, pid: stopped?.pid ?? null, still_answers };
  },
  render: ({ stopped, pid, still_answers }) =>
    [
      stopped ? `✓ Ollama (process ${pid}) ended` : "There is no Ollama that Blue started.",
      ...(still_answers ? ["Another one answers; it is not Blue's and goes on."] : []),
    ].join("\n"),
});
