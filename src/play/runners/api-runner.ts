/** What the runners over HTTP have in common: keys from the environment alone, an endpoint that is checked, the step loop. */
import { BlueError } from "../../errors.ts";
import type { ApiSettings, Price } from "../../store/user-config.ts";
import { endpointProblem } from "../../store/user-config.ts";
import { runSteps, type SteppedModel } from "../step-loop.ts";
import { makeThrottle, type Throttle } from "../throttle.ts";
import type { Failure, Found, RunEnd, Runner, RunRequest } from "./runner.ts";

export interface ApiOptions {
  env: NodeJS.ProcessEnv;
  /** As the user's configuration names it; else the kind. */
  name?: string;
  settings?: ApiSettings | undefined;
  prices?: Readonly<Record<string, Price>>;
  /** One for all runners, so that a server which is asked under two names is left alone by both. */
  throttle?: Throttle;
}

export const sharedThrottle = makeThrottle();

/** The Judge reads every draft of a round at once. */
export const judgeContext = 32_768;

/** It cannot be asked: which failure that is for a run, why, and what to do. */
export interface Unusable {
  kind: Failure;
  unusable: string;
  fix: string;
}

export interface Definition {
  name: string;
  concurrency: number;
  find(): Promise<Found | Unusable>;
  /** Called for each run; the SDK is loaded here and no earlier. */
  open(model: string | null): Promise<SteppedModel | Unusable>;
}

export function apiRunner({ name, concurrency, find, open }: Definition): Runner {
  return {
    name,
    kind: "api",
    structured: true,
    concurrency,
    find: async () => {
      const found = await find().catch(asUnusable);
      return "unusable" in found ? { unusable: found.unusable, fix: found.fix } : found;
    },
    run: async (request) => {
      const stepped = await open(request.model).catch(asUnusable);
      if ("unusable" in stepped) return notStarted(stepped.kind, `${stepped.unusable}. ${stepped.fix}`);
      if (request.schema !== null && stepped.context < judgeContext)
        return notStarted(
          "context",
          `a Judge needs a context of ${judgeContext} tokens; this one has ${stepped.context}`,
        );
      return runSteps({ ...request, schema: withoutDialect(request) }, stepped);
    },
  };
}

/** Servers know JSON Schema by its keywords; some refuse a key they do not know. */
function withoutDialect({ schema }: RunRequest): RunRequest["schema"] {
  if (schema === null) return null;
  const { $schema, ...rest } = schema;
  return rest;
}

function notStarted(kind: Failure, message: string): RunEnd {
  return { kind, message, model: null, usage: null, tools: {}, seconds: 0 };
}

function asUnusable(thrown: unknown): Unusable {
  if (!(thrown instanceof BlueError)) throw thrown;
  return { kind: "model", unusable: thrown.message, fix: thrown.suggestion ?? "" };
}

/** The key in a variable of the environment; `whose` says which server wants it. */
export function keyIn(env: NodeJS.ProcessEnv, variable: string, whose: string): { key: string } | Unusable {
  const key = env[variable]?.trim() ?? "";
  if (key !== "") return { key };
  return { kind: "auth", unusable: `${variable} is not set`, fix: `Set ${variable} to your key for ${whose}.` };
}

/** `variable`: where the URL came from, for the person who has to correct it. */
export function endpointOf(url: string, variable: string): URL | Unusable {
  const problem = endpointProblem(url);
  if (problem === undefined) return new URL(url);
  return { kind: "model", unusable: `${variable} must be ${problem}`, fix: `Correct ${variable}.` };
}

/** Servers repeat keys in their errors; nobody else has to. */
export function maskOf(variable: string, key: string): (text: string) => string {
  return (text) => (key === "" ? text : text.replaceAll(key, `[key ${variable}]`));
}

/** Only our tools, so a run cannot get out. */
export function foundAt(endpoint: URL, usual: string, variable: string): Found {
  const notes = endpoint.host === usual ? [] : [`${variable} sends everything to ${endpoint.host}.`];
  return { version: null, endpoint: endpoint.host, confined: true, notes };
}
