/**
 * Model servers on the loopback that say what a test tells them to: one script, three wire formats (Anthropic's messages, OpenAI's chat
 * completions, Ollama's chat), streamed as the real ones stream.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const formats = ["anthropic", "openai", "ollama"] as const;
export type Format = (typeof formats)[number];

/** What the server was asked, in words that fit every format. */
export interface Asked {
  model: string;
  /** What users and tools said, in order. */
  words: string[];
  /** What tools answered, in order. */
  results: string[];
  /** Tools that may be called. */
  tools: string[];
  schema: unknown;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as the format has it
  body: any;
}

export interface Turn {
  text?: string;
  thinking?: string;
  /** A text instead of an object is sent as it stands, JSON or not. */
  tools?: { name: string; input: object | string }[];
  finish?: "length" | "refused";
  usage?: { input: number; cached?: number; output: number };
  /** An HTTP error, in the format's own envelope. */
  error?: { status: number; message: string; type?: string; retryAfter?: number };
  /** An error after the words, in the stream itself. */
  midway?: { type: string; message: string };
  /** As OpenAI says it, beside the text. */
  refusal?: string;
  /** Breaks off in the middle: the connection dies, or the answer just ends. */
  drop?: "connection" | "answer";
  /** Never says a word. */
  silent?: true;
}

export type Script = (asked: Asked) => Turn;

export interface WireModel {
  /** As each format's own clients take it. */
  baseUrl: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** What Ollama says of its models. */
export const ollamaFacts = {
  "/api/version": { version: "0.30.1" },
  "/api/tags": { models: [{ name: "scripted:1b", modified_at: "2026-10-01T00:00:00Z" }] },
  "/api/show": { model_info: { "test.context_length": 65536 }, capabilities: ["completion", "tools"] },
  "/api/ps": { models: [] },
};

export const baseUrlOf = (format: Format, origin: string) => (format === "openai" ? `${origin}/v1` : origin);

export async function startWireModel(
  format: Format,
  script: Script,
  facts: Record<string, object> = ollamaFacts,
): Promise<WireModel> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const path = request.url ?? "";
    const fact = format === "ollama" ? facts[path] : undefined;
    if (fact !== undefined) return void response.end(JSON.stringify(fact));
    if (path !== paths[format]) return void response.writeHead(404).end("{}");
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const said: Asked = { ...readers[format](body), model: body.model, headers: request.headers, body };
    asked.push(said);
    speak(format, response, said, script(said), asked.length);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    baseUrl: baseUrlOf(format, `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const paths: Record<Format, string> = {
  anthropic: "/v1/messages",
  openai: "/v1/chat/completions",
  ollama: "/api/chat",
};

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come over the wire
type Body = any;
const textIn = (content: Body): string =>
  typeof content === "string" ? content : (content ?? []).map((part: Body) => part.text ?? "").join("");

const readers: Record<Format, (body: Body) => Pick<Asked, "words" | "results" | "tools" | "schema">> = {
  anthropic({ messages, tools = [], tool_choice, output_config }) {
    const blocks = messages.filter(({ role }: Body) => role === "user").flatMap(({ content }: Body) => content);
    const words = blocks.map((block: Body) => (block.type === "tool_result" ? textIn(block.content) : block.text));
    const results = blocks
      .filter(({ type }: Body) => type === "tool_result")
      .map(({ content }: Body) => textIn(content));
    const names = tools.map(({ name }: Body) => name);
    const schema = output_config?.format?.schema ?? tools.find(({ name }: Body) => name === "json")?.input_schema;
    return { words, results, tools: tool_choice?.type === "none" ? [] : names, schema };
  },
  openai({ messages, tools = [], tool_choice, response_format }) {
    const from = (...roles: string[]) =>
      messages.filter(({ role }: Body) => roles.includes(role)).map(({ content }: Body) => textIn(content));
    const names = tools.map((tool: Body) => tool.function.name);
    const schema = response_format?.json_schema?.schema;
    return { words: from("user", "tool"), results: from("tool"), tools: tool_choice === "none" ? [] : names, schema };
  },
  ollama({ messages, tools = [], format }) {
    const from = (...roles: string[]) =>
      messages.filter(({ role }: Body) => roles.includes(role)).map(({ content }: Body) => content);
    const names = tools.map((tool: Body) => tool.function.name);
    return { words: from("user", "tool"), results: from("tool"), tools: names, schema: format };
  },
};

function speak(format: Format, response: ServerResponse, asked: Asked, turn: Turn, n: number): void {
  if (turn.silent) return;
  if (turn.error !== undefined) {
    const { status, message, type = "error", retryAfter } = turn.error;
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    const error = format === "ollama" ? message : { type, code: type, message };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    return void response.end(JSON.stringify({ type: "error", error }));
  }
  const lines = writers[format](asked, turn, n);
  if (turn.midway !== undefined)
    lines.splice(lines.length - (format === "anthropic" ? 2 : 3), 9, fault(format, turn.midway));
  response.writeHead(200, { "content-type": format === "ollama" ? "application/x-ndjson" : "text/event-stream" });
  if (turn.drop === undefined) return void response.end(lines.join(""));
  response.write(lines.slice(0, Math.ceil(lines.length / 2)).join(""));
  if (turn.drop === "answer") response.end();
  else setTimeout(() => response.destroy(), 20);
}

const fault = (format: Format, error: object) =>
  format === "anthropic"
    ? `event: error\ndata: ${JSON.stringify({ type: "error", error })}\n\n`
    : `data: ${JSON.stringify({ error })}\n\n`;
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter(Boolean);
const asText = (input: object | string) => (typeof input === "string" ? input : JSON.stringify(input));

const writers: Record<Format, (asked: Asked, turn: Turn, n: number) => string[]> = {
  anthropic({ body }, { text, thinking, tools = [], finish, usage = { input: 10, output: 5 } }, n) {
    const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
    const asJson = body.tools?.some(({ name }: Body) => name === "json") && text !== undefined;
    const calls = asJson ? [{ name: "json", input: text! }] : tools;
    const blocks = [
      ...(thinking === undefined
        ? []
        : [
            [
              { type: "thinking", thinking: "" },
              { type: "thinking_delta", thinking },
              { type: "signature_delta", signature: `signed ${n}` },
            ],
          ]),
      ...(text === undefined || asJson
        ? []
        : [[{ type: "text", text: "" }, ...halves(text).map((half) => ({ type: "text_delta", text: half }))]]),
      ...calls.map(({ name, input }, i) => [
        { type: "tool_use", id: `toolu_${n}_${i}`, name, input: {} },
        { type: "input_json_delta", partial_json: asText(input) },
      ]),
    ];
    const stop_reason =
      finish === "length"
        ? "max_tokens"
        : finish === "refused"
          ? "refusal"
          : calls.length > 0
            ? "tool_use"
            : "end_turn";
    const counted = { input_tokens: usage.input, cache_read_input_tokens: usage.cached ?? 0, output_tokens: 1 };
    const message = { id: `msg_${n}`, type: "message", role: "assistant", model: body.model, content: [] };
    return [
      event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null, usage: counted } }),
      event("ping", {}),
      ...blocks.flatMap(([content_block, ...deltas], index) => [
        event("content_block_start", { index, content_block }),
        ...deltas.map((delta) => event("content_block_delta", { index, delta })),
        event("content_block_stop", { index }),
      ]),
      event("message_delta", {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: usage.output },
      }),
      event("message_stop", {}),
    ];
  },
  openai({ body }, { text, thinking, tools = [], finish, refusal, usage = { input: 10, output: 5 } }, n) {
    const chunk = (data: object) =>
      `data: ${JSON.stringify({ id: `chatcmpl-${n}`, object: "chat.completion.chunk", created: 1, model: body.model, ...data })}\n\n`;
    const delta = (delta: object, finish_reason: string | null = null) =>
      chunk({ choices: [{ index: 0, delta, finish_reason }] });
    const reason =
      finish === "length"
        ? "length"
        : finish === "refused"
          ? "content_filter"
          : tools.length > 0
            ? "tool_calls"
            : "stop";
    const counted = {
      prompt_tokens: usage.input + (usage.cached ?? 0),
      completion_tokens: usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
    };
    return [
      delta({ role: "assistant", content: "" }),
      ...(thinking === undefined ? [] : [delta({ reasoning_content: thinking })]),
      ...(refusal === undefined ? [] : [delta({ refusal })]),
      ...halves(text ?? "").map((content) => delta({ content })),
      ...tools.flatMap(({ name, input }, index) => [
        delta({
          tool_calls: [{ index, id: `call_${n}_${index}`, type: "function", function: { name, arguments: "" } }],
        }),
        delta({ tool_calls: [{ index, function: { arguments: asText(input) } }] }),
      ]),
      delta({}, reason),
      ...(body.stream_options?.include_usage ? [chunk({ choices: [], usage: counted })] : []),
      "data: [DONE]\n\n",
    ];
  },
  ollama({ body }, { text, thinking, tools = [], finish, usage = { input: 10, output: 5 } }) {
    const line = (data: object) =>
      `${JSON.stringify({ model: body.model, created_at: "2026-10-01T00:00:00Z", done: false, ...data })}\n`;
    const message = (data: object) => line({ message: { role: "assistant", content: "", ...data } });
    return [
      ...(thinking === undefined ? [] : [message({ thinking })]),
      ...halves(text ?? "").map((content) => message({ content })),
      ...tools.map(({ name, input }) => message({ tool_calls: [{ function: { name, arguments: input } }] })),
      line({
        message: { role: "assistant", content: "" },
        done: true,
        done_reason: finish === "length" ? "length" : "stop",
        prompt_eval_count: usage.input,
        eval_count: usage.output,
      }),
    ];
  },
};
