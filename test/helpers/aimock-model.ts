/** The same scripts, spoken by `@copilotkit/aimock` instead of our own servers, so that the two check each other. */
import { LLMock } from "@copilotkit/aimock";
import {
  type Asked,
  baseUrlOf,
  type Format,
  ollamaFacts,
  type Script,
  type Turn,
  type WireModel,
} from "./wire-models.ts";

type Answer = Awaited<ReturnType<Extract<Parameters<LLMock["on"]>[1], (...args: never[]) => unknown>>>;
type AimockRequest = Parameters<Extract<Parameters<LLMock["on"]>[1], (...args: never[]) => unknown>>[0];

export async function startAimock(format: Format, script: Script): Promise<WireModel> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1" });
  const asked: Asked[] = [];
  for (const [path, fact] of Object.entries(ollamaFacts))
    if (format === "ollama")
      mock.mount(path, {
        async handleRequest(_, response) {
          response.end(JSON.stringify(fact));
          return true;
        },
      });
  // The turn is made when the fixture is matched, because how it breaks off belongs to the fixture.
  let turn: Turn = {};
  const next = (request: AimockRequest) => {
    const said = read(format, request);
    asked.push(said);
    turn = script(said);
    return turn.drop === undefined;
  };
  mock.on({ predicate: next }, () => answerOf(turn));
  mock.on({ predicate: () => true }, () => answerOf(turn), { chunkSize: 2, truncateAfterChunks: 3 });
  await mock.start();
  return { baseUrl: baseUrlOf(format, mock.url), asked, close: () => mock.stop() };
}

function read(format: Format, request: AimockRequest): Asked {
  const textOf = (content: unknown) =>
    typeof content === "string" ? content : ((content ?? []) as { text?: string }[]).map(({ text }) => text).join("");
  const from = (...roles: string[]) =>
    request.messages.filter(({ role }) => roles.includes(role)).map(({ content }) => textOf(content));
  // It hands on no choice of tools from Anthropic's format; the words say the same.
  const isNone = from("user").some((words) => words.endsWith("There are no more tools."));
  const tools = isNone ? [] : (request.tools ?? []).map((tool) => tool.function.name);
  return {
    model: request.model,
    words: from("user", "tool"),
    results: from("tool"),
    tools,
    schema: format,
    headers: {},
    body: request,
  };
}

function answerOf({ text, tools, finish, error }: Turn): Answer {
  if (error !== undefined) {
    const { status, message, type, retryAfter } = error;
    return {
      error: { message, ...(type === undefined ? {} : { type, code: type }) },
      status,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
  const finishReason = finish === "length" ? "length" : finish === "refused" ? "content_filter" : undefined;
  const overrides = finishReason === undefined ? {} : { finishReason };
  if (tools === undefined) return { content: text ?? "", ...overrides };
  const toolCalls = tools.map(({ name, input }) => ({
    name,
    arguments: typeof input === "string" ? input : JSON.stringify(input),
  }));
  return text === undefined ? { toolCalls, ...overrides } : { content: text, toolCalls, ...overrides };
}
