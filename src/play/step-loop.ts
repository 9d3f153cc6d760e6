/**
 * A run of a model that only answers messages: it is given tools that read its shelf, step after step, until it writes its answer. No limit of
 * ours throws away what was paid for: when one comes near, the model is told to write its answer with what it has.
 */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderOptions,
} from "@ai-sdk/provider";
import type { Price } from "../store/user-config.ts";
import { type Fault, faultOf } from "./model-fault.ts";
import { type Failure, failures, type RunEnd, type RunFacts, type RunRequest, type Usage } from "./runners/runner.ts";
import { openShelf, type Shelf, shelfTools } from "./shelf-tools.ts";
import { backoff, mostTries, type Throttle } from "./throttle.ts";

const mostSteps = 40;
const mostBadCalls = 5;
/** How often a model may call tools after it was told that there are no more. */
const mostDeafSteps = 3;
/** How much of the time, the context and the share may be used before the answer is written. */
const enough = 0.7;
export const usualContext = 128_000;
/** No draft can be longer, in bytes. */
const largestAnswer = 1024 * 1024;
const charactersPerToken = 4;

const writeNow =
  "Write your draft now, with what you have: your next message is the draft, whole, nothing before or after. There are no more tools.";

export interface SteppedModel {
  model: Pick<LanguageModelV3, "doStream">;
  /** Who is asked: one throttle for each. */
  endpoint: URL;
  /** In tokens. */
  context: number;
  throttle: Throttle;
  /** Whether what comes from its cache is known to cost a tenth or less. */
  cacheIsCheap: boolean;
  price: Price | undefined;
  /** How long it may be silent before its first word, where that is longer than later on. */
  firstWordMs?: number;
  maxOutputTokens?: number;
  /** Marks the end of what the next step will send again, for servers that must be told what to cache. */
  cacheMark?: SharedV3ProviderOptions;
  /** Takes keys out of words. */
  mask(text: string): string;
}

/** Why a run ends without an answer. */
class Ended extends Error {
  readonly kind: Failure;
  constructor(kind: Failure, message: string) {
    super(message);
    this.kind = kind;
  }
}

type Assistant = Extract<LanguageModelV3Message, { role: "assistant" }>["content"];
type Part = LanguageModelV3StreamPart;

interface Step {
  content: Assistant;
  text: string;
  calls: { id: string; name: string; input: string }[];
  finish: Extract<Part, { type: "finish" }>;
  refusal: string;
}

export async function runSteps(request: RunRequest, stepped: SteppedModel): Promise<RunEnd> {
  const { clock } = stepped.throttle;
  const began = clock.now();
  const facts: Omit<RunFacts, "seconds"> = { model: null, usage: null, tools: {} };
  const ending = new AbortController();
  const end = (kind: Failure, message: string) => ending.abort(new Ended(kind, message));
  const stop = () => end(reasonOf(request.signal), "the run was stopped");
  if (request.signal.aborted) stop();
  request.signal.addEventListener("abort", stop, { once: true });
  const deadline = setTimeout(() => end("timeout", `no answer after ${minutes(request.timeoutMs)}`), request.timeoutMs);
  try {
    const answer = await converse(request, stepped, facts, ending, began);
    return { ...facts, ...answer, kind: "answer", seconds: seconds() };
  } catch (thrown) {
    const { kind, message } = endOf(thrown, ending.signal, stepped);
    return { ...facts, kind, message, seconds: seconds() };
  } finally {
    clearTimeout(deadline);
    request.signal.removeEventListener("abort", stop);
    ending.abort(); // closes a connection that is still open
  }

  function seconds(): number {
    return Math.round((clock.now() - began) / 100) / 10;
  }
}

function reasonOf({ reason }: AbortSignal): Failure {
  const known: readonly string[] = Object.values(failures).flat();
  return known.includes(reason as string) ? (reason as Failure) : "stopped";
}

function endOf(thrown: unknown, { aborted, reason }: AbortSignal, { endpoint, mask }: SteppedModel): Ended {
  if (aborted && reason instanceof Ended) return reason;
  if (thrown instanceof Ended) return thrown;
  const { kind, message } = faultOf(thrown, endpoint.host, mask);
  return new Ended(kind, message);
}

/** One conversation, from the prompt to the answer. */
async function converse(
  request: RunRequest,
  stepped: SteppedModel,
  facts: Omit<RunFacts, "seconds">,
  ending: AbortController,
  began: number,
): Promise<{ text: string; cut: boolean }> {
  const { context, throttle } = stepped;
  const shelf = request.shelf === null ? undefined : openShelf(request.shelf, context);
  const messages: LanguageModelV3Message[] = [{ role: "user", content: [{ type: "text", text: request.prompt }] }];
  /** Tokens: of the conversation so far, spent so far, spent by the last step. */
  let size = request.prompt.length / charactersPerToken;
  let spent = 0;
  let last = 0;
  let bad = 0;
  let deaf = 0;
  for (let n = 1; ; n++) {
    const wrapUp = deaf > 0 || n > mostSteps || bad >= mostBadCalls || mustWrapUp();
    if (wrapUp && shelf !== undefined && deaf === 0)
      messages.push({ role: "user", content: [{ type: "text", text: writeNow }] });
    const step = await takeStep({
      request,
      stepped,
      messages,
      facts,
      ending,
      tools: shelf !== undefined,
      wrapUp,
      began,
    });
    account(step);
    if (step.finish.finishReason.unified === "content-filter" || (step.refusal !== "" && step.text === ""))
      throw new Ended("refused", `the model refused${step.refusal === "" ? "" : `: ${step.refusal.slice(0, 300)}`}`);
    if (step.calls.length === 0 || shelf === undefined) return answerOf(step);
    if (wrapUp && ++deaf >= mostDeafSteps) return answerOf(step);
    messages.push({ role: "assistant", content: step.content }, await resultsOf(step, shelf, wrapUp));
  }

  function mustWrapUp(): boolean {
    const { tokens, usd } = request.share;
    const usdSpent = facts.usage?.usd ?? 0;
    return (
      request.wrapUp.aborted ||
      throttle.clock.now() - began >= enough * request.timeoutMs ||
      size >= enough * context ||
      spent >= enough * tokens ||
      (spent > 0 && spent + 2 * last > tokens) || // one more step, then the answer
      (usd !== null && usdSpent >= enough * usd)
    );
  }

  function account(step: Step): void {
    const written = step.text.length + step.calls.reduce((sum, { input }) => sum + input.length, 0);
    const { usage, total } = usageOf(step.finish.usage, stepped.cacheIsCheap);
    const input = total ?? size;
    const output = usage.output ?? written / charactersPerToken;
    last = (usage.input ?? size) + (usage.cached ?? 0) / 10 + output;
    spent += last;
    size = input + output;
    if (usage.input === undefined && usage.output === undefined) return;
    facts.usage = added(
      facts.usage,
      { input: usage.input ?? 0, cached: usage.cached ?? 0, output: usage.output ?? 0 },
      stepped.price,
    );
    request.onEvent({ kind: "usage", usage: facts.usage });
  }

  async function resultsOf(step: Step, shelf: Shelf, wrapUp: boolean): Promise<LanguageModelV3Message> {
    const content: Extract<LanguageModelV3Message, { role: "tool" }>["content"] = [];
    for (const { id, name, input } of step.calls) {
      const known = shelfTools.some((tool) => tool.name === name) ? name : "unknown";
      facts.tools[known] = (facts.tools[known] ?? 0) + 1;
      const full = wrapUp || size >= enough * context;
      const answer = full
        ? { text: `Not read: there is no room for more. ${writeNow}`, bad: false, about: "" }
        : await shelf.call(name, input, ending.signal);
      if (!full) request.onEvent({ kind: "tool", name: known, about: answer.about });
      bad = answer.bad ? bad + 1 : 0;
      size += answer.text.length / charactersPerToken;
      const type = answer.bad ? "error-text" : "text";
      content.push({ type: "tool-result", toolCallId: id, toolName: name, output: { type, value: answer.text } });
    }
    return { role: "tool", content };
  }
}

function answerOf({ text, finish }: Step): { text: string; cut: boolean } {
  if (text.trim() === "") throw new Ended("empty", "the model ended its turn without a text");
  return { text, cut: finish.finishReason.unified === "length" };
}

interface Asked {
  request: RunRequest;
  stepped: SteppedModel;
  messages: readonly LanguageModelV3Message[];
  facts: Omit<RunFacts, "seconds">;
  ending: AbortController;
  tools: boolean;
  wrapUp: boolean;
  began: number;
}

/** One message of the model. Where its server has too much to do, it is asked again. */
async function takeStep(asked: Asked): Promise<Step> {
  const { stepped, request, ending, began } = asked;
  const { throttle, endpoint, mask } = stepped;
  const left = () => request.timeoutMs - (throttle.clock.now() - began);
  for (let n = 1; ; n++) {
    const closed = throttle.wait(endpoint.origin);
    if (closed > left())
      throw new Ended("overloaded", `${endpoint.host} wants to be left alone for ${minutes(closed)}`);
    await throttle.enter(endpoint.origin, ending.signal);
    const seen = { text: false };
    let fault: Fault;
    try {
      return await streamStep(asked, seen);
    } catch (thrown) {
      if (ending.signal.aborted || thrown instanceof Ended) throw thrown;
      fault = faultOf(thrown, endpoint.host, mask);
    }
    const wait = backoff(n, fault.wait);
    if (fault.kind === "overloaded") throttle.close(endpoint.origin, wait);
    // Words that somebody may have seen are not taken back by asking again.
    if (fault.kind !== "overloaded" || n === mostTries || wait > left() || seen.text)
      throw new Ended(fault.kind, fault.message);
  }
}

async function streamStep(
  { request, stepped, messages, facts, ending, tools, wrapUp }: Asked,
  seen: { text: boolean },
): Promise<Step> {
  const options: LanguageModelV3CallOptions = {
    prompt: stepped.cacheMark === undefined ? [...messages] : marked(messages, stepped.cacheMark),
    abortSignal: ending.signal,
    includeRawChunks: true, // a server that keeps the connection alive is not silent; and a refusal is only there
    ...(stepped.maxOutputTokens === undefined ? {} : { maxOutputTokens: stepped.maxOutputTokens }),
    ...(tools ? { tools: shelfTools, toolChoice: { type: wrapUp ? "none" : "auto" } } : {}),
    ...(request.schema === null ? {} : { responseFormat: { type: "json", schema: request.schema } }),
  };
  const silence = watchSilence(ending);
  silence.expect(Math.max(request.idleMs, stepped.firstWordMs ?? 0));
  try {
    const { stream } = await untilEnded(stepped.model.doStream(options), ending.signal);
    const reader = stream.getReader();
    const step = new StepReader();
    let bytes = 0;
    for (;;) {
      const { done, value: part } = await untilEnded(reader.read(), ending.signal);
      if (done) return step.ended();
      if (part.type !== "stream-start") silence.expect(request.idleMs);
      step.take(part);
      if (part.type === "response-metadata" && part.modelId !== undefined) facts.model = part.modelId;
      if (part.type !== "text-delta" || part.delta === "") continue;
      seen.text = true;
      request.onEvent({ kind: "text", delta: part.delta });
      bytes += Buffer.byteLength(part.delta);
      if (bytes > largestAnswer) throw new Ended("oversize", "the answer is longer than 1 MiB");
    }
  } finally {
    silence.over();
  }
}

/** Puts the parts of a message together. */
class StepReader {
  readonly #blocks = new Map<string, Extract<Assistant[number], { type: "text" | "reasoning" }>>();
  readonly #content: Assistant = [];
  readonly #calls: Step["calls"] = [];
  #finish: Step["finish"] | undefined;
  #refusal = "";

  take(part: Part): void {
    if (part.type === "text-start" || part.type === "reasoning-start") {
      const block = { type: part.type === "text-start" ? ("text" as const) : ("reasoning" as const), text: "" };
      this.#blocks.set(`${block.type} ${part.id}`, block);
      this.#content.push(block);
    }
    if ("id" in part && /^(?:text|reasoning)-/.test(part.type)) {
      const block = this.#blocks.get(`${part.type.split("-")[0]} ${part.id}`);
      if (block !== undefined && "delta" in part) block.text += part.delta;
      // What a server must get back to know its own thoughts again.
      const { providerMetadata } = part as { providerMetadata?: SharedV3ProviderOptions };
      if (block !== undefined && providerMetadata !== undefined) block.providerOptions = providerMetadata;
    }
    if (part.type === "tool-call") {
      const { toolCallId: id, toolName: name, input, providerMetadata } = part;
      this.#calls.push({ id, name, input });
      const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
      this.#content.push({ type: "tool-call", toolCallId: id, toolName: name, input: jsonOr(input), ...options });
    }
    if (part.type === "raw") this.#refusal += refusalIn(part.rawValue);
    if (part.type === "error") throw part.error;
    if (part.type === "finish") this.#finish = part;
  }

  ended(): Step {
    if (this.#finish === undefined || this.#finish.finishReason.unified === "error")
      throw new Error("the answer broke off");
    const text = this.#content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const content = this.#content.filter((part) => part.type !== "text" || part.text !== "");
    return { content, text, calls: this.#calls, finish: this.#finish, refusal: this.#refusal };
  }
}

/** The input of a call goes back to the model as it came; one that is not JSON has no other form that servers take. */
function jsonOr(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input === "" ? "{}" : input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** OpenAI says a refusal in a field of its own, beside the text. */
function refusalIn(raw: unknown): string {
  const [choice] = (raw as { choices?: { delta?: { refusal?: unknown } }[] } | null)?.choices ?? [];
  return typeof choice?.delta?.refusal === "string" ? choice.delta.refusal : "";
}

function marked(messages: readonly LanguageModelV3Message[], mark: SharedV3ProviderOptions): LanguageModelV3Message[] {
  return messages.map((message, i) => (i === messages.length - 1 ? { ...message, providerOptions: mark } : message));
}

/** Ends the run when nothing comes for as long as was expected. */
function watchSilence(ending: AbortController): { expect(ms: number): void; over(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    expect(ms) {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(new Ended("idle", `silent for ${minutes(ms)}`)), ms);
    },
    over: () => clearTimeout(timer),
  };
}

/** What a library does about an abort is its own affair; we do not wait for it. */
function untilEnded<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener("abort", stop));
  });
}

/** `input` is what is charged in full: without what came from a cache that is known to be cheap. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage, cacheIsCheap: boolean) {
  const { total, cacheRead = 0 } = inputTokens;
  const cached = cacheIsCheap ? cacheRead : 0;
  const usage = { input: total === undefined ? undefined : total - cached, cached, output: outputTokens.total };
  return { usage, total };
}

function added(before: Usage | null, step: Omit<Usage, "usd">, price: Price | undefined): Usage {
  const million = 1_000_000;
  const usd =
    price === undefined
      ? null
      : (step.input * price.input + step.cached * price.cached + step.output * price.output) / million;
  return {
    input: (before?.input ?? 0) + step.input,
    cached: (before?.cached ?? 0) + step.cached,
    output: (before?.output ?? 0) + step.output,
    usd: usd === null ? null : (before?.usd ?? 0) + usd,
  };
}

function minutes(ms: number): string {
  return ms >= 90_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
}
