/**
 * `~/.config/blue/config.yaml`: what only the person at this machine may decide: which programs and models answer, where their words go, and
 * what they cost. A project's own configuration has none of it.
 */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { refuse } from "../errors.ts";
import { errno, nodeFiles, readRegular } from "./files.ts";
import { parseSettings } from "./yaml-settings.ts";

/** Names of models, as flags and this file take them. */
export const modelPattern = /^[A-Za-z0-9][\w.:/@-]*$/;
export const runnerNamePattern = /^[a-z][a-z0-9-]{0,39}$/;

const modelWords = "a model's name: letters, digits and . _ : / @ -, beginning with a letter or digit";
const model = z.string().regex(modelPattern, modelWords);
const variable = z.string().regex(/^[A-Za-z_]\w*$/, "the name of an environment variable, never a key itself");
const baseUrl = z.string().superRefine((url, { addIssue }) => {
  const problem = endpointProblem(url);
  if (problem !== undefined) addIssue(problem);
});
const context = z.int().min(4096, "a context in tokens, at least 4096");
const args = z.array(z.string());

/** The programs that Blue knows how to confine; here only what it hands on to them. */
const program = { model: model.optional(), args: args.default([]), env: z.array(variable).default([]) };
const api = { base_url: baseUrl.optional(), key_env: variable.optional(), context: context.optional() };

const runner = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("anthropic"), model: model.optional(), ...api }),
    z.strictObject({ kind: z.literal("openai"), model: model.optional(), ...api }),
    z.strictObject({
      kind: z.literal("ollama"),
      model: model.optional(),
      base_url: api.base_url,
      context: api.context,
    }),
    z.strictObject({
      kind: z.literal("command"),
      command: z.array(z.string().min(1)).min(1, "a program and its arguments"),
      answer: z.enum(["stdout", "file"]).default("stdout"),
      schema: z.boolean().default(false),
      ...program,
    }),
    z.strictObject({ kind: z.literal("claude"), ...program }),
    z.strictObject({ kind: z.literal("codex"), ...program }),
  ],
  "anthropic, openai, ollama, command, claude or codex",
);
export type RunnerSettings = z.output<typeof runner>;
export type ApiSettings = Extract<RunnerSettings, { kind: "anthropic" | "openai" | "ollama" }>;

/** USD for a million tokens. */
const price = z
  .strictObject({ input: z.number().min(0), cached: z.number().min(0).optional(), output: z.number().min(0) })
  .transform((said) => ({ ...said, cached: said.cached ?? said.input }));
export type Price = z.output<typeof price>;

const schema = z.strictObject({
  runners: z
    .record(z.string().regex(runnerNamePattern, "a runner's name: lower-case letters, digits and hyphens"), runner)
    .default({})
    .superRefine((runners, { addIssue }) => {
      for (const [name, { kind, ...settings }] of Object.entries(runners)) {
        const own = ownKinds.find((own) => own === name);
        if (own !== undefined && own !== kind)
          addIssue({ code: "custom", path: [name, "kind"], message: `${own} is a runner of Blue's own: kind: ${own}` });
        if (kind !== name && (kind === "claude" || kind === "codex"))
          addIssue({ code: "custom", path: [name], message: `settings of ${kind} belong under its own name, ${kind}` });
        if (own !== undefined || kind !== "openai") continue;
        for (const key of ["base_url", "model"] as const)
          if ((settings as { base_url?: string; model?: string })[key] === undefined)
            addIssue({ code: "custom", path: [name, key], message: `missing; ${neededBy[key]}` });
      }
    }),
  prices: z.record(model, price).default({}),
});
export type UserConfig = z.output<typeof schema>;

const ownKinds = ["anthropic", "openai", "ollama", "claude", "codex"] as const;
const neededBy = { base_url: "where the server answers, https://…/v1", model: "which model to ask for" };

export const noUserConfig: UserConfig = { runners: {}, prices: {} };

export function userConfigPath(env: NodeJS.ProcessEnv): string {
  return join(folderOf(env, "XDG_CONFIG_HOME", ".config"), "blue/config.yaml");
}

/** Where Blue keeps what must outlive a process and belongs to no project. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return join(folderOf(env, "XDG_STATE_HOME", ".local/state"), "blue");
}

/** A relative folder would lie in whatever project we stand in, so it counts as not set. */
function folderOf(env: NodeJS.ProcessEnv, name: string, below: string): string {
  const said = env[name] ?? "";
  return isAbsolute(said) ? said : join(isAbsolute(env.HOME ?? "") ? env.HOME! : homedir(), below);
}

/** A link is followed: it is the user's own. */
export async function readUserConfig(env: NodeJS.ProcessEnv): Promise<UserConfig> {
  const path = userConfigPath(env);
  const found = readRegular(nodeFiles, realPath(path), 1024 * 1024);
  if (found === undefined) return noUserConfig;
  if ("why" in found)
    return refuse("invalid_input", "config", "regular_file", {
      message: `${path} ${found.why}`,
      suggestion: "Make it a file of at most 1 MiB, or remove it.",
    });
  const text = found.bytes.toString("utf8");
  const suggestion = "docs/config.md has an example with every key of `runners` and `prices`.";
  return (await parseSettings(schema, { path, text, suggestion })).settings;
}

function realPath(path: string): string {
  try {
    return nodeFiles.realpath(path);
  } catch (thrown) {
    if (errno(thrown) === "ENOENT" || errno(thrown) === "ENOTDIR") return path;
    throw thrown;
  }
}

/** Why no words may go there; undefined when they may. Prompts hold the user's code: they travel encrypted or stay on this machine. */
export function endpointProblem(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return "a URL that begins with https://";
  if (parsed.protocol === "http:" && !isLoopback(parsed.hostname))
    return "a URL with https://; http:// only for this machine (localhost, 127.0.0.1, [::1])";
  if (parsed.username !== "" || parsed.password !== "")
    return "a URL without a user or password; name a variable in key_env";
  if (parsed.search !== "" || parsed.hash !== "") return "a URL without ? and #";
  return undefined;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
