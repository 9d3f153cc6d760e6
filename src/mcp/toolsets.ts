/** Which toolsets a server offers: the flag's, else the project's, else the default ones. An unknown name is refused, never dropped. */
import { join } from "node:path";
import { asBlueError, refuse } from "../errors.ts";
import { defaultToolsets, type Toolset, toolsets } from "../operations/operation.ts";
import { findStatus } from "../store/files.ts";
import type { Project } from "../store/project.ts";

export async function chooseToolsets(flag: string | undefined, find: () => Project): Promise<readonly Toolset[]> {
  if (flag !== undefined) return namedToolsets(flag.split(","), "--toolsets");
  const configured = await configuredToolsets(find);
  return configured === undefined ? defaultToolsets : namedToolsets(configured, ".blue/config.yaml: toolsets");
}

/** In the one order there is; an unknown name is refused. */
export function namedToolsets(names: readonly string[], field: string): readonly Toolset[] {
  const asked = names.map((name) => name.trim()).filter((name) => name !== "");
  const wrong = asked.find((name) => name !== "all" && !isToolset(name));
  if (wrong !== undefined || asked.length === 0) {
    const what = wrong === undefined ? "names no toolset" : `unknown toolset \`${wrong}\``;
    refuse("invalid_input", { [field]: wrong }, "toolset", {
      message: `${field}: ${what}`,
      suggestion: `Name some of ${toolsets.join(", ")}, separated by commas, or \`all\`.`,
    });
  }
  return asked.includes("all") ? toolsets : toolsets.filter((toolset) => asked.includes(toolset));
}

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}

async function configuredToolsets(find: () => Project): Promise<string[] | undefined> {
  const project = projectIfAny(find);
  // Reading a config loads a schema library and a YAML parser: looked at only where there is a file.
  if (project === undefined || !findStatus(project.files, join(project.root, ".blue", "config.yaml"))) return undefined;
  const { readConfig } = await import("../store/config.ts");
  try {
    return (await readConfig(project)).config.toolsets;
  } catch (thrown) {
    // A server that does not start cannot say why to the model it serves; `blue_status` can, and refuses a bad config by file and line.
    console.error(`blue mcp: ${asBlueError(thrown).message}; offering the default toolsets`);
    return undefined;
  }
}

/** A project that cannot be found yet is no reason not to start: every call looks again and says why. */
function projectIfAny(find: () => Project): Project | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
