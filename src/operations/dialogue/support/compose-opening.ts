/** What `create` was told, as an opening record: everything wrong with it is reported at once, and nothing said twice may differ. */
import type { Context } from "../../../context.ts";
import { BlueError, refusal, throwAll } from "../../../errors.ts";
import { defaultPanelSize, findPanelSizeError } from "../../../panel/panel-size.ts";
import { type ExpertPoolInput, normalisePool } from "../../../panel/pool-input.ts";
import { poolTemplates, type TemplateName, templateNames } from "../../../panel/templates.ts";
import { toLines } from "../../../rules/lines.ts";
import { type OpeningRecord, rulesVersion } from "../../../rules/records.ts";
import { citeDocument, citeRfc, citeSubject } from "../../../store/cited-documents.ts";
import type { Config } from "../../../store/config.ts";
import type { CreateInput } from "../create.ts";

export type OpeningBody = Omit<OpeningRecord, "format" | "self">;

/** Where neither the call nor `.blue/config.yaml` says otherwise. */
export const defaults = { rotation: "graduated", max_rounds: 10 } as const;

export function composeOpening(
  input: CreateInput,
  config: Config,
  { project, now, random }: Context,
): { body: OpeningBody; warnings: string[] } {
  const errors: BlueError[] = [];
  const title = (input.title ?? input.topic ?? "").trim();
  if (title === "") {
    errors.push(
      refusal("invalid_input", "title", "required", {
        message: "`title` is required",
        suggestion: "Say in a few words what is being decided.",
      }),
    );
  }
  if (input.expert_pool !== undefined && input.template !== undefined) {
    errors.push(
      refusal("invalid_input", { template: input.template }, "one_pool", {
        message: "`expert_pool` and `template` exclude each other",
        suggestion: "Give one.",
      }),
    );
  }
  const given = input.expert_pool ?? (input.template === undefined ? undefined : templatePool(input.template));
  if (given === undefined && input.alignment === true) {
    errors.push(
      refusal("invalid_input", "expert_pool", "pool_required", {
        message: "`alignment` needs experts: give `expert_pool` or `template`",
        suggestion: `Design 8 to 24 experts for the question, or take a template: ${templateNames.join(", ")}.`,
      }),
    );
  }
  const pool = given === undefined ? undefined : normalisePool(given);
  errors.push(...(pool?.errors ?? []));
  errors.push(...findDifferent(input, "title", "topic"), ...findDifferent(input, "panel_size", "agents"));
  const wanted = input.panel_size ?? input.agents;
  const size =
    wanted ??
    (pool === undefined
      ? null
      : Math.min(config.panel_size ?? defaultPanelSize(pool.pool.length, input.method), pool.pool.length));
  if (size !== null && (pool?.errors ?? []).length === 0) {
    const field = input.panel_size === undefined && input.agents !== undefined ? "agents" : "panel_size";
    const sizeError = findPanelSizeError(size, pool?.pool.length ?? null, 0, field);
    if (sizeError !== undefined) errors.push(sizeError);
  }
  const rfc = input.rfc === undefined ? null : attempt(errors, () => citeRfc(project, input.rfc!));
  const subject =
    input.subject === undefined ? rfc : attempt(errors, () => citeDocument(project, input.subject!, "subject"));
  const sources = (input.sources ?? []).map((path, i) =>
    attempt(errors, () => citeDocument(project, path, `sources.${i}`)),
  );
  if (input.control === true && input.subject === undefined && input.rfc === undefined) {
    errors.push(
      refusal("invalid_input", { control: true }, "has_subject", {
        message: "`control` needs a `subject`: that is what a lone agent revises",
        suggestion: "Give the `subject`, or leave `control` out.",
      }),
    );
  }
  throwAll(errors);
  const body: OpeningBody = {
    kind: "opening",
    prev: null,
    rules: rulesVersion,
    dialogue: "",
    created_at: now().toISOString(),
    title,
    question: input.question ?? pool?.question ?? null,
    constraint: input.constraint ?? null,
    background: toLines(input.background ?? ""),
    domain: pool?.domain ?? null,
    subject: subject && citeSubject(project, subject),
    sources: sources.filter((source) => source !== null),
    rfc: rfc?.path ?? null,
    pool: pool?.pool ?? [],
    settings: {
      panel_size: size,
      rotation: input.rotation ?? config.rotation ?? defaults.rotation,
      max_rounds: input.max_rounds ?? config.max_rounds ?? defaults.max_rounds,
      model: input.model ?? config.model ?? null,
      template: input.template ?? null,
      alignment: input.alignment ?? pool !== undefined,
      ...(input.method === undefined ? {} : { method: input.method }),
      ...(input.max_size === undefined ? {} : { max_size: input.max_size }),
      ...(input.cross_check ? { cross_check: true } : {}),
      ...(input.control === true ? { control: true } : {}),
    },
    seed: Buffer.from(random(16)).toString("hex"),
  };
  return { body, warnings: pool?.warnings ?? [] };
}

/** Two names of one thing may both be given, as long as they say the same. */
function findDifferent(input: CreateInput, field: keyof CreateInput, alias: keyof CreateInput): BlueError[] {
  const [one, other] = [input[field], input[alias]].map((value) =>
    JSON.stringify(typeof value === "string" ? value.trim() : value),
  );
  if (one === undefined || other === undefined || one === other) return [];
  return [
    refusal("invalid_input", { [alias]: input[alias] }, `same_as_${field}`, {
      message: `\`${alias}\` is ${other} and \`${field}\` is ${one}; they are the same thing`,
      suggestion: `Give \`${field}\` only.`,
    }),
  ];
}

function templatePool(name: TemplateName): ExpertPoolInput {
  const { domain, pool } = poolTemplates[name];
  return { domain, experts: pool.map((expert) => ({ ...expert })) };
}

function attempt<T>(errors: BlueError[], run: () => T): T | null {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    errors.push(thrown);
    return null;
  }
}
