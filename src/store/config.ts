/**
 * `.blue/config.yaml`: a project's defaults. Optional. A value that cannot be understood is an error with its line; an unknown key is only a warning,
 * because the original Blue has keys of its own in this file.
 */
import * as z from "zod";
import { refuse } from "../errors.ts";
import { findFile, type Rooted } from "./paths.ts";

export const configPath = ".blue/config.yaml";

const schema = z.object({
  model: z.string().min(1).optional(),
  panel_size: z.int().min(2).optional(),
  rotation: z.enum(["graduated", "none", "wildcards", "full"]).optional(),
  max_rounds: z.int().min(2).max(99).optional(),
  toolsets: z.array(z.string().min(1)).optional(),
});

export type Config = z.output<typeof schema>;

/** A warning names the keys that are not read, with their lines. */
export async function readConfig(project: Rooted): Promise<{ config: Config; warnings: string[] }> {
  const bytes = findFile(project, configPath, "config", 1024 * 1024);
  if (bytes === undefined) return { config: {}, warnings: [] };
  const { LineCounter, parseDocument, visit } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(bytes.toString("utf8"), { lineCounter: lines });
  const refuseLine = (line: number, message: string, field?: string): never =>
    refuse("invalid_input", field ?? {}, "config", {
      message: `${configPath}:${line}: ${message}`,
      suggestion: `Known keys: ${Object.keys(schema.shape).join(", ")}.`,
      context: { path: configPath, line },
    });
  const fault = document.errors[0];
  if (fault !== undefined) refuseLine(lines.linePos(fault.pos[0]).line, fault.message.split("\n")[0] ?? "not YAML");
  visit(document, {
    Alias(_, alias) {
      refuseLine(lines.linePos(alias.range?.[0] ?? 0).line, "an alias; write the value itself");
    },
  });
  const said: unknown = document.toJS() ?? {};
  const lineOf = (key: string) => lines.linePos(findPair(document.contents, key) ?? 0).line;
  const parsed = schema.safeParse(said);
  if (parsed.success) {
    const unknown = Object.keys(said as object).filter((key) => !Object.hasOwn(schema.shape, key));
    const named = unknown.map((key) => `\`${key}\` (line ${lineOf(key)})`).join(", ");
    return { config: parsed.data, warnings: named === "" ? [] : [`${configPath}: Blue does not read ${named}.`] };
  }
  const issue = parsed.error.issues[0]!;
  const key = issue.path[0] === undefined ? undefined : String(issue.path[0]);
  const message = key === undefined ? issue.message : `\`${issue.path.join(".")}\`: ${issue.message}`;
  return refuseLine(key === undefined ? 1 : lineOf(key), message, key);
}

/** Where a top-level key starts. */
function findPair(contents: unknown, key: string): number | undefined {
  const items = (contents as { items?: { key?: { value?: unknown; range?: [number, number, number] } }[] } | null)
    ?.items;
  return items?.find((item) => String(item.key?.value) === key)?.key?.range?.[0];
}
