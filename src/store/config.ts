/**
 * `.blue/config.yaml`: a project's defaults. Optional. A value that cannot be understood is an error with its line; an unknown key is only a warning,
 * because the original Blue has keys of its own in this file.
 */
import * as z from "zod";
import { findFile, type Rooted } from "./paths.ts";
import { parseSettings } from "./yaml-settings.ts";

export const configPath = ".blue/config.yaml";

const schema = z.object({
  model: z.string().min(1).optional(),
  panel_size: z.int().min(2).optional(),
  rotation: z.enum(["graduated", "none", "wildcards", "full"]).optional(),
  max_rounds: z.int().min(2).max(99).optional(),
  toolsets: z.array(z.string().min(1)).optional(),
});

export type Config = z.output<typeof schema>;

const refusedKey = {
  message: "a project may not choose programs, models or prices for the people who open it",
  suggestion: "Move it to `~/.config/blue/config.yaml`.",
};

/** A warning names the keys that are not read, with their lines. */
export async function readConfig(project: Rooted): Promise<{ config: Config; warnings: string[] }> {
  const bytes = findFile(project, configPath, "config", 1024 * 1024);
  if (bytes === undefined) return { config: {}, warnings: [] };
  const { settings, said, lineOf } = await parseSettings(schema, {
    path: configPath,
    text: bytes.toString("utf8"),
    suggestion: `Known keys: ${Object.keys(schema.shape).join(", ")}.`,
    refused: { runners: refusedKey, prices: refusedKey },
  });
  const unknown = Object.keys(said).filter((key) => !Object.hasOwn(schema.shape, key));
  const named = unknown.map((key) => `\`${key}\` (line ${lineOf([key])})`).join(", ");
  return { config: settings, warnings: named === "" ? [] : [`${configPath}: Blue does not read ${named}.`] };
}
