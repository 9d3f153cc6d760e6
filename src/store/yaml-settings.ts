/** Settings in a YAML file, checked against a schema. What cannot be understood is an error with the file's line. */
import type * as z from "zod";
import { findYamlExcess } from "../documents/yaml-bounds.ts";
import { refuse } from "../errors.ts";

interface Settings<T> {
  settings: T;
  /** As written, before the schema. */
  said: Record<string, unknown>;
  lineOf(path: readonly PropertyKey[]): number;
}

export interface SettingsFile {
  /** As errors name it. */
  path: string;
  text: string;
  /** What to do about an error. */
  suggestion: string;
  /** Keys that may not stand here, and why. */
  refused?: Readonly<Record<string, { message: string; suggestion: string }>>;
}

export async function parseSettings<S extends z.ZodObject>(
  schema: S,
  { path, text, suggestion, refused = {} }: SettingsFile,
): Promise<Settings<z.output<S>>> {
  const refuseLine = (line: number, message: string, field?: string, fix = suggestion): never =>
    refuse("invalid_input", field ?? {}, "config", {
      message: `${path}:${line}: ${message}`,
      suggestion: fix,
      context: { path, line },
    });
  const excess = findYamlExcess(text);
  if (excess !== undefined) refuseLine(1, `the file is not read: ${excess}`);
  const { LineCounter, parseDocument, visit } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const fault = document.errors[0];
  if (fault !== undefined) refuseLine(lines.linePos(fault.pos[0]).line, fault.message.split("\n")[0] ?? "not YAML");
  visit(document, {
    Alias(_, alias) {
      refuseLine(lines.linePos(alias.range?.[0] ?? 0).line, "an alias; write the value itself");
    },
  });
  const said: unknown = document.toJS() ?? {};
  const lineOf = (keys: readonly PropertyKey[]) => lines.linePos(startOf(document.contents, keys)).line;
  for (const [key, { message, suggestion }] of Object.entries(refused))
    if (typeof said === "object" && Object.hasOwn(said as object, key))
      refuseLine(lineOf([key]), `\`${key}\`: ${message}`, key, suggestion);
  const parsed = schema.safeParse(said);
  if (parsed.success) return { settings: parsed.data, said: said as Record<string, unknown>, lineOf };
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const keys = [...issue.path, ...unknown];
  if (keys.length === 0) return refuseLine(1, issue.message);
  const words = unknown.length > 0 ? "Blue does not know this key" : issue.message;
  const field = keys.filter((key) => typeof key === "string").join(".");
  return refuseLine(lineOf(keys), `\`${keys.join(".")}\`: ${words}`, field);
}

interface Pairs {
  items?: { key?: { value?: unknown; range?: [number, number, number] }; value?: unknown }[];
}

/** Where the deepest of these keys that is there starts. */
function startOf(contents: unknown, keys: readonly PropertyKey[], start = 0): number {
  const pair = (contents as Pairs | null)?.items?.find(({ key }) => String(key?.value) === String(keys[0]));
  if (keys.length === 0 || pair === undefined) return start;
  return startOf(pair.value, keys.slice(1), pair.key?.range?.[0] ?? start);
}
