/** What a model server's error means for the run: which failure it is, in words without any key, and how long the server wants to be left alone. */
import { APICallError } from "@ai-sdk/provider";
import { safeLine } from "../safe-text.ts";
import type { Failure } from "./runners/runner.ts";
import { askedWait } from "./throttle.ts";

export interface Fault {
  kind: Failure;
  message: string;
  /** Milliseconds that the server asks for. */
  wait: number | undefined;
}

/** By what a server says, whatever its status; the first that fits. */
const byWords: [Failure, RegExp][] = [
  ["quota", /insufficient_quota|billing_error|credit balance|insufficient (?:credits|balance|funds)/i],
  ["refused", /content_filter|content_policy|content management policy|safety system/i],
  [
    "context",
    /context[_ ](?:length|window|size)|maximum context|prompt (?:is )?too long|too many (?:input )?tokens|exceeds? .{0,40}\bcontext\b/i,
  ],
  ["tools", /does not support (?:tools|function)|tool (?:use|calling) is not supported/i],
];

const byType: Record<string, Failure> = { overloaded_error: "overloaded", rate_limit_error: "overloaded" };

const byStatus: Record<number, Failure> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "model",
  408: "network",
  413: "context",
  429: "overloaded",
  503: "overloaded",
  529: "overloaded",
};

/** `thrown` by a model or said by it in the middle of an answer; `mask` takes keys out of words. */
export function faultOf(thrown: unknown, host: string, mask: (text: string) => string): Fault {
  const call = APICallError.isInstance(thrown) ? thrown : undefined;
  const { words, type } = saidBy(call?.responseBody === undefined ? thrown : parsed(call.responseBody), thrown);
  const status = call?.statusCode ?? 0;
  const wait = askedWait(call?.responseHeaders, new Date());
  const kind =
    byWords.find(([, pattern]) => pattern.test(`${type} ${words}`))?.[0] ??
    byType[type] ??
    byStatus[status] ??
    (wait !== undefined ? "overloaded" : status >= 400 && status < 500 ? "model" : "network");
  const shown = [host, status >= 400 ? `(${status})` : "", safeLine(mask(words)).slice(0, 300)].filter(Boolean);
  return { kind, message: shown.join(" "), wait };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `{error: {type, code, message}}`, `{error: "…"}`, `{type, message}`, a text or an Error: servers differ. */
function saidBy(value: unknown, thrown: unknown): { words: string; type: string } {
  const said = (value as { error?: unknown } | null)?.error ?? value;
  if (typeof said === "string" && said !== "") return { words: said, type: "" };
  const { message, type, code } = (said ?? {}) as { message?: unknown; type?: unknown; code?: unknown };
  const cause = (thrown as { cause?: { message?: unknown } } | undefined)?.cause?.message;
  const words = [message, cause].filter((word) => typeof word === "string" && word !== "")[0] ?? "no words";
  return { words: String(words), type: [type, code].filter((word) => typeof word === "string").join(" ") };
}
