/**
 * `.blue/config.yaml`: a project's defaults. Optional; what it says must be understood, so an unknown or bad key is an error that names file and line.
 */
import * as z from "zod";
import { refuse } from "../errors.ts";
import { findFile, type Rooted } from "./paths.ts";

export const configPath = ".blue/config.yaml";

const schema = z.strictObject({
  model: z.string().min(1).optional(),
  panel_size: z.int().min(2).optional(),
  rotation: z.enum(["graduated", "none", "wildcards", "full"]).optional(),
  max_rounds: z.int().min(2).max(99).optional(),
  toolsets: z.array(z.string().min(1)).optional(),
});

export type Config = z.output<typeof schema>;

export async function readConfig(project: Rooted): Promise<Config> {
  const bytes = findFile(project, configPath, "config", 1024 * 1024);
  if (bytes === undefined) return {};
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
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const key = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0];
  const pair = key === undefined ? undefined : findPair(document.contents, String(key));
  const line = pair === undefined ? 1 : lines.linePos(pair).line;
  const message =
    issue.code === "unrecognized_keys"
      ? `unknown key \`${String(key)}\``
      : `\`${issue.path.join(".")}\`: ${issue.message}`;
  return refuseLine(line, message, key === undefined ? undefined : String(key));
}

/** Where a top-level key starts. */
function findPair(contents: unknown, key: string): number | undefined {
  const items = (contents as { items?: { key?: { value?: unknown; range?: [number, number, number] } }[] } | null)
    ?.items;
  return items?.find((item) => String(item.key?.value) === key)?.key?.range?.[0];
}
