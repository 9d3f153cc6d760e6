/**
 * The one executor: validate input, run, and (where asked, as in tests) validate the output. Both faces call it and nothing else,
 * so an operation behaves the same wherever it is called from.
 */
import type * as z from "zod";
import type { Context } from "../context.ts";
import { asBlueError, BlueError, refusal, refuse, throwAll } from "../errors.ts";
import { nearestWord } from "../rules/nearest-word.ts";
import type { Operation } from "./operation.ts";

export interface RunOptions {
  /** Check the answer against the output schema. On in tests; an answer that does not fit is a bug, not the user's problem. */
  checkOutput?: boolean;
}

export async function runOperation<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  rawInput: unknown,
  context: Context,
  options: RunOptions = {},
): Promise<z.output<O>> {
  const input = parseInput(operation, rawInput);
  context.signal.throwIfAborted();
  try {
    const output = await operation.run(input, context);
    if (!(options.checkOutput ?? process.env.BLUE_CHECK_OUTPUT === "1")) return output;
    const checked = operation.output.safeParse(output);
    if (checked.success) return output;
    const issue = checked.error.issues[0];
    throw new BlueError(
      "internal_error",
      `${operation.name} answered outside its own schema: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  } catch (thrown) {
    throw asBlueError(thrown);
  }
}

/** What the call would take, for somebody to edit: what was given is checked and kept, the operation fills in the rest. */
export async function scaffoldOperation(
  operation: Operation,
  given: Record<string, unknown>,
  context: Context,
): Promise<Record<string, unknown>> {
  const known = parseInput({ ...operation, input: operation.input.partial() }, given);
  try {
    return { ...(await operation.scaffold!(known, context)), ...given };
  } catch (thrown) {
    throw asBlueError(thrown);
  }
}

export function parseInput<I extends z.ZodObject, O extends z.ZodObject>(
  operation: Operation<I, O>,
  raw: unknown,
): z.output<I> {
  refuseUnseen(operation, raw);
  const input = ownFields(operation, raw ?? {});
  throwAll(placeholdersIn(operation, input));
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed.data;
  // What did not parse has at least one issue.
  return throwAll(parsed.error.issues.flatMap((issue) => issueToErrors(operation, issue, raw))) as never;
}

/**
 * What was given, under the operation's own names: one that the seeds call by several (`id`, `number`, `path`) is taken under each of them.
 * `$schema`, which a scaffold prints, is for editors.
 */
function ownFields({ cli }: Operation, raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const { $schema: _, ...given } = raw as Record<string, unknown>;
  const own = new Map(
    Object.entries(cli?.flagAliases ?? {}).flatMap(([field, others]) => others.map((other) => [other, field] as const)),
  );
  // A field given twice stays as it was said, and its other name is refused as unknown.
  const nameOf = (key: string) => (Object.hasOwn(given, own.get(key) ?? key) ? key : own.get(key)!);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [nameOf(key), value]));
}

/** What `next` and a scaffold print where only the caller can say something; taken literally it would end up in a record. */
export function isPlaceholder(value: unknown): value is string {
  return typeof value === "string" && /^\s*(?:…|<[\w .|-]+>)\s*$/.test(value);
}

function placeholdersIn(operation: Operation, value: unknown, path: readonly string[] = []): BlueError[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => placeholdersIn(operation, one, [...path, key]));
  if (!isPlaceholder(value)) return [];
  const field = path.join(".");
  return [
    refusal("invalid_input", { [field]: value }, "no_placeholder", {
      message: `${operation.name}: \`${field}\` is still the placeholder \`${value.trim()}\``,
      suggestion: "Put in what belongs there, or leave the field out if it is optional.",
    }),
  ];
}

/** Deeper than any input; walking it further would run out of stack. */
const deepest = 64;

/** What no schema sees: a key that JavaScript drops, and nesting without end. */
function refuseUnseen(operation: Operation, value: unknown, path: readonly string[] = []): void {
  if (typeof value !== "object" || value === null) return;
  const field = path.join(".");
  if (path.length > deepest)
    refuse("invalid_input", field, "depth", {
      message: `${operation.name}: \`${path[0]}\` is nested deeper than ${deepest} levels`,
      suggestion: "Give it flat.",
    });
  for (const [key, one] of Object.entries(value)) {
    if (key === "__proto__")
      refuse("invalid_input", [...path, key].join("."), "name", {
        message: `${operation.name}: nothing can be kept under the name \`__proto__\``,
        suggestion: "Use another name.",
      });
    refuseUnseen(operation, one, [...path, key]);
  }
}

function issueToErrors(operation: Operation, issue: z.core.$ZodIssue, raw: unknown): BlueError[] {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(operation.input.shape);
    return issue.keys.map((key) => {
      const field = [...issue.path, key].join(".");
      return refusal("invalid_input", field, "known_fields", {
        message: `${operation.name}: unknown field \`${field}\``,
        suggestion: issue.path.length === 0 ? `Known fields: ${known.join(", ")}.` : "Remove it.",
      });
    });
  }
  const field = issue.path.join(".");
  const found = valueAt(raw, issue.path);
  const value = typeof found === "object" ? undefined : found; // a whole object says less than its field's name
  const help = `See \`blue ${operation.name.replace(".", " ")} --help\` for what it takes.`;
  const meant = issue.code === "invalid_value" ? nearestWord(String(value ?? ""), issue.values.map(String)) : undefined;
  return [
    refusal("invalid_input", field === "" ? {} : { [field]: value }, issue.code, {
      message: `${operation.name}: ${field === "" ? issue.message : whatIsWrong(field, issue, found)}`,
      suggestion: meant === undefined ? help : `Did you mean \`${meant}\`? ${help}`,
    }),
  ];
}

/** In plain words where that is easily said, in the schema's own otherwise. */
export function whatIsWrong(field: string, issue: z.core.$ZodIssue, value: unknown): string {
  const name = `\`${field}\``;
  if (value === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return issue.code === "invalid_type"
      ? `${name} is required`
      : `${name} is required: one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_value" && issue.values.length > 1)
    return `${name}: ${JSON.stringify(value)} is none of ${issue.values.join(", ")}`;
  if (issue.code === "too_small" && issue.minimum === 1 && (issue.origin === "string" || issue.origin === "array"))
    return `${name} is empty`;
  return `${name}: ${issue.message}`;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = raw;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}
