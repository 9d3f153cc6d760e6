/**
 * A model on the loopback that says what a test tells it to, over the wire format of Anthropic's messages (streamed), and keeps what it was shown.
 * It is also the proxy of whoever talks to it, so that every attempt to reach another host is seen, and refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Shown {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string | Block[] }[];
  tools?: { name: string; input_schema?: unknown; defer_loading?: boolean }[];
}

export interface Block {
  type: string;
  text?: string;
  tool_use_id?: string;
  content?: string | { type: string; text?: string; tool_name?: string }[];
  is_error?: boolean;
}

/** What the model says: words, tool calls, or both; or why it does not. */
export interface Turn {
  text?: string;
  tools?: { name: string; input: Record<string, unknown> }[];
  /** How it stopped, where that is not what its words and calls say. */
  stop?: string;
  /** That it read. */
  tokens?: number;
  refusal?: { status: number; type: string; message: string };
}

export interface Model extends Loopback {
  /** Every request for a message, in order. */
  shown: Shown[];
  /** The key of each. */
  keys: string[];
  /** What the script threw; the model then says so and ends its turn, so that a session never waits for a word that will not come. */
  failures: unknown[];
}

export async function startModel(speak: (shown: Shown) => Turn): Promise<Model> {
  const shown: Shown[] = [];
  const keys: string[] = [];
  const failures: unknown[] = [];
  const spoken = (asked: Shown): Turn => {
    try {
      return speak(asked);
    } catch (thrown) {
      failures.push(thrown);
      return { text: "The script failed." };
    }
  };
  const loopback = await startLoopback((request, body, response) => {
    if (!/^\/v1\/messages(?:\?|$)/.test(request.url ?? "")) return void response.writeHead(404).end("{}");
    const asked = JSON.parse(body) as Shown;
    shown.push(asked);
    keys.push(String(request.headers["x-api-key"] ?? request.headers.authorization));
    answer(response, asked, spoken(asked), shown.length);
  });
  return { ...loopback, shown, keys, failures };
}

interface Loopback {
  url: string;
  /** Hosts that somebody wanted to reach. */
  outside: string[];
  close(): Promise<void>;
}

/** A server that is also the proxy of whoever talks to it. */
export async function startLoopback(
  handle: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<Loopback> {
  const outside: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (/^https?:/.test(request.url ?? "")) outside.push(request.url!);
    handle(request, body, response);
  });
  server.on("connect", (request, socket) => {
    outside.push(request.url ?? "");
    socket.on("error", () => {}); // whoever wanted out may hang up first
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    outside,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(
  response: ServerResponse,
  asked: Shown,
  { text, tools = [], stop, tokens = 1, refusal }: Turn,
  n: number,
): void {
  if (refusal !== undefined) {
    const { status, ...error } = refusal;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: "error", error }));
    return;
  }
  const blocks = [
    ...(text === undefined ? [] : [{ type: "text" as const, text }]),
    ...tools.map(({ name, input }, i) => ({ type: "tool_use" as const, id: `toolu_${n}_${i}`, name, input })),
  ];
  const stop_reason = stop ?? (tools.length > 0 ? "tool_use" : "end_turn");
  const head = { id: `msg_${n}`, type: "message", role: "assistant", model: asked.model, stop_sequence: null };
  const usage = { input_tokens: tokens, output_tokens: 1 };
  if (asked.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...head, content: blocks, stop_reason, usage }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("message_start", { message: { ...head, content: [], stop_reason: null, usage } });
  for (const [index, block] of blocks.entries()) {
    const [content_block, delta] =
      block.type === "text"
        ? [
            { type: "text", text: "" },
            { type: "text_delta", text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
          ];
    send("content_block_start", { index, content_block });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
  send("message_stop", {});
  response.end();
}

/** The words of a conversation: what people and tools said in it, in order. */
export function blocksOf(shown: Shown): Block[] {
  return shown.messages.flatMap(({ content }) =>
    typeof content === "string" ? [{ type: "text", text: content }] : content,
  );
}

export function textOf(shown: Shown): string {
  return blocksOf(shown)
    .map(({ text }) => text ?? "")
    .join("\n");
}

/** Answers of tools so far. */
export function resultsOf(shown: Shown): Block[] {
  return blocksOf(shown).filter(({ type }) => type === "tool_result");
}

/** One answer as the model reads it. */
export function resultText({ content }: Block): string {
  return typeof content === "string"
    ? content
    : (content ?? []).map(({ text, tool_name }) => text ?? tool_name).join("\n");
}
