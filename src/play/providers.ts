/** Every runner, usable or why not: what the faces give `blue llm providers`. */
import type { Provider } from "../context.ts";
import { readUserConfig } from "../store/user-config.ts";
import { listRunners } from "./runners/index.ts";

export async function listProviders(root: string, env: NodeJS.ProcessEnv): Promise<Provider[]> {
  const runners = listRunners({ root, env }, await readUserConfig(env));
  return Promise.all(
    runners.map(async ({ name, structured: judges, find }) => {
      const found = await find();
      if ("unusable" in found) {
        const { unusable: why, fix } = found;
        const nothing = { version: null, endpoint: null, model: null, confined: null, notes: [] };
        return { name, usable: false, judges, ...nothing, why, fix };
      }
      const { version, endpoint, model = null, confined, notes } = found;
      return { name, usable: true, judges, version, endpoint, model, confined, notes, why: null, fix: null };
    }),
  );
}
