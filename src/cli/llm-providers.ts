/** `blue llm providers`: every runner, usable or why not. No operation, because operations do not know who plays them. */
import { listRunners } from "../play/runners/index.ts";
import { safeLine } from "../safe-text.ts";
import { findProject } from "../store/project.ts";
import { readUserConfig } from "../store/user-config.ts";

export interface Provider {
  name: string;
  usable: boolean;
  version: string | null;
  endpoint: string | null;
  /** It was measured that a run cannot get out; null where it is not usable. */
  confined: boolean | null;
  judges: boolean;
  notes: string[];
  why: string | null;
  fix: string | null;
}

export async function listProviders(project: string | undefined, env: NodeJS.ProcessEnv): Promise<Provider[]> {
  const { root } = findProject({ flag: project, env });
  const runners = listRunners({ root, env }, await readUserConfig(env));
  return Promise.all(
    runners.map(async ({ name, structured: judges, find }) => {
      const found = await find();
      if (!("unusable" in found)) return { name, usable: true, judges, ...found, why: null, fix: null };
      const { unusable: why, fix } = found;
      return { name, usable: false, version: null, endpoint: null, confined: null, judges, notes: [], why, fix };
    }),
  );
}

export function renderProviders(providers: readonly Provider[]): string {
  const width = Math.max(...providers.map(({ name }) => name.length));
  const lines = providers.map((provider) => {
    const { name, usable, version, endpoint, confined, judges, notes, why, fix } = provider;
    const facts = usable
      ? [
          version,
          endpoint,
          confined ? "confined" : "not confined: needs --allow-unconfined",
          judges ? "can judge" : "cannot judge",
          ...notes,
        ]
      : [why, fix];
    const words = facts.filter((fact) => fact !== null).map((fact) => safeLine(fact));
    return `${usable ? "✓" : "✗"} ${name.padEnd(width)}  ${words.join(usable ? ", " : ". ")}`;
  });
  const none = providers.some(({ usable }) => usable) ? [] : ["", "Nobody can play yet: any one of these is enough."];
  return [...lines, ...none].join("\n");
}
