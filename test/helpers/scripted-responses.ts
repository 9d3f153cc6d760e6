/** A model on the loopback over the wire format of OpenAI's responses (streamed), as Codex speaks it. */
import { startLoopback } from "./scripted-model.ts";

export interface Asked {
  model: string;
  input: { type: string; role?: string; content?: { text?: string }[]; output?: unknown }[];
  /** `format` is there when the answer must fit a schema. */
  text?: { format?: unknown };
}

/** What the model says: words, or a script for its tool `exec`; or why it does not. */
export interface Reply {
  text?: string;
  exec?: string;
  /** How it stopped before its end. */
  incomplete?: string;
  /** Its response failed, with this code. */
  failed?: { code: string; message: string };
  refusal?: { status: number; code: string; message: string };
}

export interface ResponsesModel {
  url: string;
  /** Every request, in order, and the key of each. */
  asked: Asked[];
  keys: string[];
  /** Hosts that somebody wanted to reach. */
  outside: string[];
  close(): Promise<void>;
}

export async function startResponses(speak: (asked: Asked) => Reply): Promise<ResponsesModel> {
  const asked: Asked[] = [];
  const keys: string[] = [];
  const loopback = await startLoopback((request, body, response) => {
    if (request.method !== "POST" || request.url !== "/v1/responses") return void response.writeHead(404).end("{}");
    const one = JSON.parse(body) as Asked;
    asked.push(one);
    keys.push(String(request.headers.authorization));
    const { text, exec, incomplete, failed, refusal } = speak(one);
    if (refusal !== undefined) {
      const { status, ...error } = refusal;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (type: string, data: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    const id = `resp_${asked.length}`;
    const usage = {
      ...{ input_tokens: 100, input_tokens_details: { cached_tokens: 40 } },
      ...{ output_tokens: 10, output_tokens_details: { reasoning_tokens: 3 }, total_tokens: 110 },
    };
    send("response.created", { response: { id } });
    if (text !== undefined) {
      const content = [{ type: "output_text", text }];
      send("response.output_item.done", { item: { type: "message", id: `m_${id}`, role: "assistant", content } });
    }
    if (exec !== undefined) {
      const item = { type: "custom_tool_call", id: `t_${id}`, call_id: `c_${id}`, name: "exec", input: exec };
      send("response.output_item.done", { item });
    }
    if (failed !== undefined) send("response.failed", { response: { id, error: failed } });
    else if (incomplete !== undefined)
      send("response.incomplete", { response: { id, incomplete_details: { reason: incomplete }, usage } });
    else send("response.completed", { response: { id, usage } });
    response.end();
  });
  return { ...loopback, asked, keys };
}

/** Answers of tools so far, as text. */
export function outputsOf({ input }: Asked): string[] {
  return input.filter(({ type }) => /_output$/.test(type)).map(({ output }) => JSON.stringify(output));
}
