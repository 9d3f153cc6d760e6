/**
 * What Claude Code's stream of JSON lines says. The exit code says nothing (an interrupt exits with 0) and neither does the word `success` (a failed
 * login has it too), so the end is read from the `result` line and the error before it.
 *
 * At the output limit Claude Code asks the model to go on, and its result is then the last piece alone. The answer is all pieces, and it counts as cut.
 */
import { relative } from "node:path";
import type { AgentExit, Problem } from "../spawn-agent.ts";
import { answered, readJsonLine } from "./process-runner.ts";
import type { RunEnd, RunRequest, Usage } from "./runner.ts";

interface StreamLine {
  type?: string;
  subtype?: string;
  parent_tool_use_id?: string | null;
  /** init */
  tools?: string[];
  mcp_servers?: { name: string }[];
  /** api_retry */
  attempt?: number;
  /** stream_event */
  event?: {
    type: string;
    message?: { id: string; model: string; usage?: ApiUsage };
    delta?: { type?: string; text?: string; stop_reason?: string | null };
    usage?: ApiUsage;
  };
  /** assistant */
  message?: { content?: { type: string; text?: string; name?: string; input?: Record<string, unknown> }[] };
  /** assistant, api_retry */
  error?: string;
  /** result */
  is_error?: boolean;
  result?: string;
  structured_output?: unknown;
  stop_reason?: string | null;
  terminal_reason?: string;
  api_error?: string;
  errors?: string[];
  total_cost_usd?: number;
  modelUsage?: Record<string, ModelUsage>;
}

interface ApiUsage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
}

interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
}

type Ended = ReturnType<typeof answered>;

export class ClaudeStream {
  #allowed: readonly string[];
  #request: RunRequest;
  #model: string | null = null;
  #tools: Record<string, number> = {};
  /** Requests so far, by the id of their answer. */
  #requests = new Map<string, ApiUsage>();
  #total: Usage | null = null;
  /** The text of the message in work, behind pieces of it that ended at the output limit. */
  #said = "";
  #pieces = "";
  #stop: string | null = null;
  #error: string | undefined;
  #ended: Ended | null = null;

  constructor(allowed: readonly string[], request: RunRequest) {
    this.#allowed = allowed;
    this.#request = request;
  }

  read(text: string): Problem | "done" | undefined {
    const line = readJsonLine<StreamLine>(text);
    if (line === undefined || (line.parent_tool_use_id ?? null) !== null) return undefined;
    if (line.type === "system" && line.subtype === "init") return this.#checkTools(line);
    if (line.type === "system" && line.subtype === "api_retry") return impatience(line);
    if (line.type === "stream_event") this.#readEvent(line.event!);
    if (line.type === "assistant") this.#readMessage(line);
    if (line.type !== "result") return undefined;
    this.#total = totalOf(line);
    this.#ended = this.#endOf(line);
    return "done";
  }

  end({ problem, words, seconds }: AgentExit): RunEnd {
    const ended = this.#ended ?? problem ?? { kind: "crashed", message: `It ended without an answer (${words}).` };
    return { ...ended, model: this.#model, usage: this.#usage(), tools: this.#tools, seconds };
  }

  #checkTools({ tools = [], mcp_servers = [] }: StreamLine): Problem | undefined {
    const extra = [...tools.filter((name) => !this.#allowed.includes(name)), ...mcp_servers.map(({ name }) => name)];
    if (extra.length === 0) return undefined;
    return { kind: "tools", message: `It started with tools that were not asked for: ${extra.join(", ")}.` };
  }

  #readEvent({ type, message, delta, usage }: NonNullable<StreamLine["event"]>): void {
    if (type === "message_start") {
      if (this.#stop === "max_tokens") this.#pieces = this.#said;
      else if (this.#stop !== null) this.#pieces = "";
      this.#said = this.#pieces;
      this.#stop = null;
      this.#model = message!.model;
      this.#requests.set(message!.id, { ...message!.usage });
      this.#tellUsage();
    }
    if (type === "content_block_delta" && delta?.type === "text_delta")
      this.#request.onEvent({ kind: "text", delta: delta.text! });
    if (type === "message_delta") {
      this.#stop = delta?.stop_reason ?? null;
      const last = [...this.#requests.values()].at(-1);
      if (last !== undefined) Object.assign(last, usage);
      this.#tellUsage();
    }
  }

  #readMessage({ message, error }: StreamLine): void {
    if (error !== undefined) {
      this.#error = error;
      return;
    }
    for (const block of message?.content ?? []) {
      if (block.type === "text") {
        const needsBreak = this.#said !== this.#pieces && !this.#said.endsWith("\n");
        this.#said += (needsBreak ? "\n" : "") + block.text;
      }
      if (block.type !== "tool_use") continue;
      this.#said = this.#pieces = "";
      const name = block.name!;
      if (name === "StructuredOutput") continue;
      this.#tools[name] = (this.#tools[name] ?? 0) + 1;
      this.#request.onEvent({ kind: "tool", name, about: this.#about(block.input ?? {}) });
    }
  }

  #about({ file_path, path, pattern }: Record<string, unknown>): string {
    const place = [file_path, path].find((one) => typeof one === "string") as string | undefined;
    const { shelf } = this.#request;
    const shown = place?.startsWith("/") && shelf !== null ? relative(shelf, place) : place;
    return [pattern, shown].filter((one) => typeof one === "string" && one !== "").join(" in ");
  }

  #endOf(line: StreamLine): Ended {
    const cut = this.#pieces !== "" || this.#stop === "max_tokens";
    if (line.subtype === "success" && line.is_error !== true) {
      const structured = line.structured_output === undefined ? undefined : JSON.stringify(line.structured_output);
      return answered(structured ?? (this.#said || (line.result ?? "")), cut);
    }
    if (line.api_error === "max_output_tokens") return answered(this.#said, true);
    // The last message cost too much, and there it is.
    if (line.subtype === "error_max_budget_usd" && this.#stop === "end_turn") return answered(this.#said, cut);
    const message = line.result || (line.errors ?? []).join(" ") || `It ended as ${line.subtype}.`;
    return { kind: this.#failureOf(line, message), message };
  }

  #failureOf({ subtype, stop_reason, terminal_reason, api_error }: StreamLine, message: string): Problem["kind"] {
    if (subtype === "error_max_budget_usd") return "budget";
    if (stop_reason === "refusal") return "refused";
    if (terminal_reason === "prompt_too_long") return "context";
    if (api_error === "connection_failed") return "network";
    switch (this.#error) {
      case "authentication_failed":
      case "oauth_org_not_allowed":
        return "auth";
      case "billing_error":
        return "quota";
      // An allowance that is used up has the same word as a moment of too many requests.
      case "rate_limit":
        return /\b(?:hit|reached) your\b|usage limit|out of (?:extra )?(?:usage|credits)|spend limit/i.test(message)
          ? "quota"
          : "overloaded";
      case "model_not_found":
        return "model";
      case "server_error":
      case "overloaded":
        return "overloaded";
      default:
        return "crashed";
    }
  }

  #tellUsage(): void {
    this.#request.onEvent({ kind: "usage", usage: this.#usage()! });
  }

  /** As the result says it; until then what its requests add up to. */
  #usage(): Usage | null {
    if (this.#total !== null || this.#requests.size === 0) return this.#total;
    const sum = { input: 0, cached: 0, output: 0, usd: null };
    for (const one of this.#requests.values()) {
      sum.input += (one.input_tokens ?? 0) + (one.cache_creation_input_tokens ?? 0);
      sum.cached += one.cache_read_input_tokens ?? 0;
      sum.output += one.output_tokens ?? 0;
    }
    return sum;
  }
}

/** It would try a refused key ten times, for minutes; twice is enough for a helper that fetches a new one. */
function impatience({ error, attempt }: StreamLine): Problem | undefined {
  if (error !== "authentication_failed" || (attempt ?? 0) < 2) return undefined;
  return { kind: "auth", message: "The login or key was refused." };
}

/** Of all models it used; `usage` leaves out some requests. */
function totalOf({ modelUsage = {}, total_cost_usd = 0 }: StreamLine): Usage | null {
  const sum: Usage = { input: 0, cached: 0, output: 0, usd: total_cost_usd };
  for (const one of Object.values(modelUsage)) {
    sum.input += one.inputTokens + one.cacheCreationInputTokens;
    sum.cached += one.cacheReadInputTokens;
    sum.output += one.outputTokens;
  }
  return sum;
}
