/** What OpenCode's stream of JSON lines says: its answer is the text of the step that ended without a tool call. */
import { relative } from "node:path";
import type { AgentExit, Problem } from "../spawn-agent.ts";
import { answered, readJsonLine } from "./process-runner.ts";
import type { RunEnd, RunRequest, Usage } from "./runner.ts";

interface StreamLine {
  type?: string;
  part?: {
    text?: string;
    tool?: string;
    state?: { input?: Record<string, unknown> };
    reason?: string;
    tokens?: { input: number; output: number; reasoning: number; cache: { read: number; write: number } };
    cost?: number;
  };
  error?: { name?: string; data?: { message?: string; statusCode?: number } };
}

export class OpenCodeStream {
  #request: RunRequest;
  #said = "";
  #tools: Record<string, number> = {};
  #usage: Usage | null = null;
  #ended: ReturnType<typeof answered> | null = null;

  constructor(request: RunRequest) {
    this.#request = request;
  }

  read(text: string): "done" | undefined {
    const line = readJsonLine<StreamLine>(text);
    const part = line?.part ?? {};
    if (line?.type === "step_start") this.#said = "";
    if (line?.type === "text") {
      this.#said += (this.#said === "" || this.#said.endsWith("\n") ? "" : "\n") + (part.text ?? "");
      this.#request.onEvent({ kind: "text", delta: `${part.text}\n` });
    }
    if (line?.type === "tool_use") this.#readTool(part.tool ?? "tool", part.state?.input ?? {});
    if (line?.type === "step_finish") this.#readStep(part);
    if (line?.type === "error") this.#ended = failureOf(line.error ?? {});
    return this.#ended === null ? undefined : "done";
  }

  end({ problem, words, seconds }: AgentExit): RunEnd {
    const ended = this.#ended ?? problem ?? { kind: "crashed", message: `It ended without an answer (${words}).` };
    return { ...ended, model: null, usage: this.#usage, tools: this.#tools, seconds };
  }

  #readTool(name: string, { filePath, path, pattern }: Record<string, unknown>): void {
    this.#tools[name] = (this.#tools[name] ?? 0) + 1;
    const place = String(filePath ?? path ?? "");
    const { shelf } = this.#request;
    const shown = shelf !== null && place.startsWith("/") ? relative(shelf, place) : place;
    this.#request.onEvent({ kind: "tool", name, about: [pattern, shown].filter(Boolean).join(" in ") });
  }

  #readStep({ reason, tokens, cost = 0 }: NonNullable<StreamLine["part"]>): void {
    if (tokens !== undefined) {
      const { input, cached, output, usd } = this.#usage ?? { input: 0, cached: 0, output: 0, usd: 0 };
      this.#usage = {
        input: input + tokens.input + tokens.cache.write,
        cached: cached + tokens.cache.read,
        output: output + tokens.output + tokens.reasoning,
        usd: (usd ?? 0) + cost,
      };
      this.#request.onEvent({ kind: "usage", usage: this.#usage });
    }
    if (reason === "tool-calls") return;
    this.#ended =
      reason === "content-filter"
        ? { kind: "refused", message: "The model's provider filtered its answer." }
        : answered(this.#said, reason === "length");
  }
}

function failureOf({
  name = "",
  data: { message = name, statusCode } = {},
}: NonNullable<StreamLine["error"]>): Problem {
  const spent = /quota|credit|billing|usage limit/i.test(message);
  if (name === "ContextOverflowError") return { kind: "context", message };
  if (name === "ProviderAuthError" || statusCode === 401 || statusCode === 403) return { kind: "auth", message };
  if (statusCode === 402 || (statusCode !== undefined && spent)) return { kind: "quota", message };
  if (statusCode === 404 || /model not found/i.test(`${name} ${message}`)) return { kind: "model", message };
  if (statusCode === 429 || (statusCode ?? 0) >= 500) return { kind: "overloaded", message };
  return { kind: name === "APIError" && statusCode === undefined ? "network" : "crashed", message };
}
