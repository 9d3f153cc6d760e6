/** Ollama's `/api/chat` as the step loop speaks to models. A prompt that does not fit is refused by the server, never cut. */
import { randomUUID } from "node:crypto";
import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Message,
  type LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { jsonLines } from "../store/ollama-server.ts";
import { httpFetch } from "./http-fetch.ts";

export function ollamaChat(server: URL, model: string, context: number): Pick<LanguageModelV3, "doStream"> {
  const url = new URL("/api/chat", server).href;
  return {
    async doStream({ prompt, tools = [], toolChoice, responseFormat, abortSignal }) {
      const offered = toolChoice?.type === "none" ? [] : tools;
      const body = {
        model,
        stream: true,
        truncate: false,
        shift: false,
        options: { num_ctx: context },
        messages: prompt.flatMap(toOllama),
        ...(offered.length > 0 ? { tools: offered.flatMap(toolOf) } : {}),
        ...(responseFormat?.type === "json" ? { format: responseFormat.schema ?? "json" } : {}),
      };
      const response = await httpFetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      });
      if (!response.ok)
        throw new APICallError({
          message: "Ollama refused the request",
          url,
          requestBodyValues: {},
          statusCode: response.status,
          responseHeaders: Object.fromEntries(response.headers),
          responseBody: await response.text(),
        });
      return { stream: ReadableStream.from(partsOf(response)) as ReadableStream<LanguageModelV3StreamPart> };
    },
  };
}

function toolOf(tool: NonNullable<LanguageModelV3CallOptions["tools"]>[number]) {
  if (tool.type !== "function") return [];
  const { name, description, inputSchema } = tool;
  return [{ type: "function", function: { name, description, parameters: inputSchema } }];
}

function toOllama(message: LanguageModelV3Message): object[] {
  if (message.role === "system") return [{ role: "system", content: message.content }];
  if (message.role === "tool")
    return message.content.flatMap((result) =>
      result.type === "tool-result" && "value" in result.output
        ? [
            {
              role: "tool",
              tool_name: result.toolName,
              tool_call_id: result.toolCallId,
              content: String(result.output.value),
            },
          ]
        : [],
    );
  const words = (type: "text" | "reasoning") =>
    message.content.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
  if (message.role === "user") return [{ role: "user", content: words("text") }];
  const calls = message.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }]
      : [],
  );
  const thinking = words("reasoning");
  return [
    {
      role: "assistant",
      content: words("text"),
      ...(thinking === "" ? {} : { thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

interface Chunk {
  model?: string;
  message?: {
    content?: string;
    thinking?: string;
    tool_calls?: { id?: string; function?: { name?: string; arguments?: unknown } }[];
  };
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
  error?: string;
}

/** A stream that ends without `done` has no finish, so the loop knows that it broke off. */
async function* partsOf(response: Response): AsyncGenerator<LanguageModelV3StreamPart> {
  yield { type: "stream-start", warnings: [] };
  const started = new Set<"text" | "reasoning">();
  let calls = 0;
  for await (const chunk of jsonLines(response) as AsyncGenerator<Chunk>) {
    if (chunk.error !== undefined) yield { type: "error", error: chunk.error };
    if (started.size === 0 && calls === 0 && chunk.model !== undefined)
      yield { type: "response-metadata", modelId: chunk.model };
    for (const [type, delta] of [
      ["reasoning", chunk.message?.thinking ?? ""],
      ["text", chunk.message?.content ?? ""],
    ] as const) {
      if (delta === "") continue;
      if (!started.has(type)) yield { type: `${type}-start`, id: type };
      started.add(type);
      yield { type: `${type}-delta`, id: type, delta };
    }
    for (const { id, function: called } of chunk.message?.tool_calls ?? []) {
      const toolCallId = id ?? randomUUID();
      const input = called?.arguments ?? {};
      const text = typeof input === "string" ? input : JSON.stringify(input);
      yield { type: "tool-call", toolCallId, toolName: called?.name ?? "", input: text };
      calls++;
    }
    if (chunk.done) yield finishOf(chunk, calls);
  }
}

function finishOf(
  { done_reason: raw, prompt_eval_count, eval_count }: Chunk,
  calls: number,
): LanguageModelV3StreamPart {
  const unified = raw === "length" ? "length" : calls > 0 ? "tool-calls" : "stop";
  return {
    type: "finish",
    finishReason: { unified, raw },
    usage: {
      inputTokens: {
        total: prompt_eval_count,
        noCache: prompt_eval_count,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: eval_count, text: undefined, reasoning: undefined },
    },
  };
}
