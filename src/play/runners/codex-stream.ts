/** What Codex's stream of JSON lines says: its answer is the last message before its turn is complete. Errors are words only, so they are read as such. */
import type { AgentExit, Problem } from "../spawn-agent.ts";
import { answered, readJsonLine } from "./process-runner.ts";
import type { RunEnd, RunRequest, Usage } from "./runner.ts";

interface StreamLine {
  type?: string;
  message?: string;
  item?: { id: string; type: string; text?: string; command?: string };
  error?: { message?: string };
  usage?: { input_tokens?: number; cached_input_tokens?: number; output_tokens?: number };
}

export class CodexStream {
  #request: RunRequest;
  #patienceMs: number;
  #lost: () => void;
  #waiting: NodeJS.Timeout | undefined;
  #last = "";
  #seen = new Set<string>();
  #tools: Record<string, number> = {};
  #usage: Usage | null = null;
  #ended: ReturnType<typeof answered> | null = null;

  /** `lost` is called when it tried for so long to reach its model again. */
  constructor(request: RunRequest, patienceMs: number, lost: () => void) {
    this.#request = request;
    this.#patienceMs = patienceMs;
    this.#lost = lost;
  }

  read(text: string): Problem | "done" | undefined {
    const line = readJsonLine<StreamLine>(text);
    if (line?.type === "error" && /^Reconnecting/.test(line.message ?? ""))
      this.#waiting ??= setTimeout(this.#lost, this.#patienceMs);
    if (line?.item !== undefined && line.item.type !== "error")
      this.#readItem(line.item, line.type === "item.completed");
    if (line?.type === "turn.completed") {
      const { input_tokens = 0, cached_input_tokens = 0, output_tokens = 0 } = line.usage ?? {};
      const input = Math.max(0, input_tokens - cached_input_tokens);
      this.#usage = { input, cached: cached_input_tokens, output: output_tokens, usd: null };
      this.#request.onEvent({ kind: "usage", usage: this.#usage });
      this.#ended = answered(this.#last, false);
    }
    if (line?.type === "turn.failed") this.#ended = this.#failure(line.error?.message ?? "It failed.");
    return this.#ended === null ? undefined : "done";
  }

  end({ problem, words, seconds }: AgentExit): RunEnd {
    clearTimeout(this.#waiting);
    const ended = this.#ended ?? problem ?? { kind: "crashed", message: `It ended without an answer (${words}).` };
    return { ...ended, model: null, usage: this.#usage, tools: this.#tools, seconds };
  }

  #readItem({ id, type, text = "", command = "" }: NonNullable<StreamLine["item"]>, completed: boolean): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (type === "agent_message" && completed) {
      this.#last = text;
      this.#request.onEvent({ kind: "text", delta: `${text}\n` });
    }
    if (type === "agent_message" || type === "reasoning" || this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#tools[type] = (this.#tools[type] ?? 0) + 1;
    this.#request.onEvent({ kind: "tool", name: type, about: command.replace(/^\S+ -lc /, "") });
  }

  #failure(message: string): ReturnType<typeof answered> {
    if (/max_output_tokens/.test(message)) return answered(this.#last, true);
    return { kind: kinds.find(([words]) => words.test(message))?.[1] ?? "crashed", message };
  }
}

/** In this order: the words for a lost line are around those for its cause. */
const kinds: [RegExp, Problem["kind"]][] = [
  [/\b40[13]\b|unauthorized|not logged in|log ?in|api key/i, "auth"],
  [/quota|usage limit|billing|credits/i, "quota"],
  [/\b429\b|too many requests|\b5\d\d\b|overloaded|capacity/i, "overloaded"],
  [/context window|too long/i, "context"],
  [/content_filter|content policy|safety|flagged/i, "refused"],
  [/\bmodel\b.*(?:not exist|not found|not supported)/i, "model"],
  [/stream disconnected|error sending request|connection|timed out|network/i, "network"],
];
