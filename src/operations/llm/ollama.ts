/** What the commands of `llm` have in common: the Ollama of this user. */
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { ollamaUrl } from "../../store/ollama-server.ts";
import { readUserConfig } from "../../store/user-config.ts";

/** As the runner asks it. */
export async function findServer(env: NodeJS.ProcessEnv): Promise<URL> {
  const { ollama } = (await readUserConfig(env)).runners;
  return ollamaUrl(env, ollama?.kind === "ollama" ? ollama.base_url : undefined);
}

/** What starts and ends programs is a person's alone. */
export function refuseOverMcp({ face }: Context, command: string): void {
  if (face === "cli") return;
  const tool = command.split(" ").slice(0, 3).join("_");
  refuse("invalid_input", {}, "command_line_only", {
    message: `\`${tool}\`: a person runs this, on the command line`,
    suggestion: `Ask the user to run \`${command}\`.`,
  });
}
