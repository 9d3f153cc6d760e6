/** An Ollama server: where it answers, what it has. Chats with its models are `play`'s. */
import * as z from "zod";
import { refuse } from "../errors.ts";
import { safeLine } from "../safe-text.ts";
import { endpointProblem } from "./user-config.ts";

const usualPort = 11434;
const patienceMs = 10_000;

/** `OLLAMA_HOST` as Ollama reads it (`127.0.0.1`, `:8080`, `http://host:port`), unless `base_url` says otherwise. */
export function ollamaUrl(env: NodeJS.ProcessEnv, baseUrl?: string): URL {
  const field = baseUrl === undefined ? "OLLAMA_HOST" : "base_url";
  const said = baseUrl ?? env.OLLAMA_HOST?.trim() ?? "";
  const [, scheme, rest = ""] = /^(https?:\/\/)?(.*)$/s.exec(said)!;
  const host = rest === "" || rest.startsWith(":") ? `127.0.0.1${rest}` : rest.replace(/(?<!\/)\/+$/, "");
  const hasPort = /:\d+$/.test(host.replace(/^\[.*\]/, "")) || scheme !== undefined;
  // A server that listens everywhere is asked here.
  const text = `${scheme ?? "http://"}${host}${hasPort ? "" : `:${usualPort}`}`.replace("//0.0.0.0", "//127.0.0.1");
  const problem = endpointProblem(text);
  if (problem !== undefined)
    refuse("invalid_input", field, "endpoint", {
      message: `\`${field}\` must be ${problem}`,
      suggestion: `For example http://127.0.0.1:${usualPort}.`,
    });
  return new URL(text);
}

async function ask<S extends z.ZodType>(server: URL, path: string, schema: S, body?: object): Promise<z.output<S>> {
  const response = await fetch(new URL(path, server), {
    signal: AbortSignal.timeout(patienceMs),
    redirect: "error",
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${server.host} answers ${path} with ${response.status}`);
  return schema.parse(await response.json());
}

/** Undefined when nothing answers there as Ollama does. */
export async function findOllama(server: URL): Promise<{ version: string } | undefined> {
  return ask(server, "/api/version", z.object({ version: z.string() })).catch(() => undefined);
}

/** Newest first. */
export async function ollamaModels(server: URL): Promise<string[]> {
  const schema = z.object({ models: z.array(z.object({ name: z.string(), modified_at: z.string().default("") })) });
  const { models } = await ask(server, "/api/tags", schema);
  return models.toSorted((a, b) => Date.parse(b.modified_at) - Date.parse(a.modified_at) || 0).map(({ name }) => name);
}

export interface OllamaModel {
  /** The most it can be given, in tokens; null where it does not say. */
  context: number | null;
  /** Whether it can chat, and call tools; older servers do not say, and then it may. */
  chats: boolean;
  callsTools: boolean;
}

export async function showOllamaModel(server: URL, model: string): Promise<OllamaModel> {
  const schema = z.object({
    model_info: z.record(z.string(), z.unknown()).default({}),
    capabilities: z.array(z.string()).optional(),
  });
  const { model_info, capabilities } = await ask(server, "/api/show", schema, { model });
  const context = Object.entries(model_info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const can = (what: string) => capabilities?.includes(what) ?? true;
  return { context: typeof context === "number" ? context : null, chats: can("completion"), callsTools: can("tools") };
}

/** Models in memory, with the context they were loaded with where the server says. */
export async function loadedOllamaModels(server: URL): Promise<Map<string, number | null>> {
  const loaded = z.object({ name: z.string(), context_length: z.number().nullable().default(null) });
  const { models } = await ask(server, "/api/ps", z.object({ models: z.array(loaded) }));
  return new Map(models.map(({ name, context_length }) => [name, context_length]));
}

/** Fetches a model; `say` hears how far it is, in bytes of the part that is on its way. */
export async function pullOllamaModel(
  server: URL,
  model: string,
  signal: AbortSignal,
  say: (status: string, done: number, total: number | undefined) => void,
): Promise<void> {
  const response = await fetch(new URL("/api/pull", server), {
    method: "POST",
    body: JSON.stringify({ model, stream: true }),
    redirect: "error",
    signal,
  });
  let last = response.ok ? "" : `${response.status}`;
  for await (const line of jsonLines(response)) {
    const said = progress.safeParse(line).data;
    if (said?.error !== undefined) refusePull(model, said.error);
    if (said?.status === undefined) continue;
    last = said.status;
    say(said.status, said.completed ?? 0, said.total);
  }
  if (last !== "success") refusePull(model, last === "" ? "it broke off" : `it broke off at ${last}`);
}

const progress = z.object({
  status: z.string().optional(),
  completed: z.number().optional(),
  total: z.number().optional(),
  error: z.string().optional(),
});

function refusePull(model: string, why: string): never {
  refuse("not_found", { model }, "model_exists", {
    message: `Ollama could not fetch ${model}: ${safeLine(why).slice(0, 300)}`,
    suggestion:
      "Check its name in Ollama's library, and the connection; then repeat the call: what was fetched is kept.",
  });
}

/** The objects of an answer that has one on each line. */
export async function* jsonLines(response: Response): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) if (line.trim() !== "") yield JSON.parse(line);
  }
  if (rest.trim() !== "") yield JSON.parse(rest);
}
