/**
 * The two ways in which a Judge who has only the seeds meets Blue: the built server over stdio with its default tools, and the built program on the command
 * line. Both start processes; nothing here knows Blue from within.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Answer } from "./dialogue.ts";
import { builtServer, connectClient } from "./mcp-client.ts";
import { makeFolder, type Tree } from "./project.ts";
import { shellWords } from "./shell-words.ts";

export interface SeedProject {
  root: string;
  /** The environment's folders, apart from those of whoever runs the tests. */
  env: Record<string, string>;
  read(path: string): string;
  write(path: string, text: string): void;
  /** A printed command line, answered as JSON. */
  run(command: string): Promise<{ code: number | null; answer: Answer; text: string }>;
}

export interface SeedFace extends SeedProject {
  /** A tool by the seeds' name: over MCP the call, on the command line the command of that name with the payload in a file. */
  call<T = Answer>(tool: string, payload?: object): Promise<T>;
}

export function seedProject(tree: Tree = {}): SeedProject {
  const root = makeFolder(tree);
  const home = makeFolder();
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") };
  const at = (path: string) => (isAbsolute(path) ? path : join(root, path));
  return {
    root,
    env,
    read: (path) => readFileSync(at(path), "utf8"),
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    run: (command) => runBuilt(root, env, shellWords(command)!.slice(1)),
  };
}

function runBuilt(cwd: string, env: Record<string, string>, words: readonly string[]) {
  const { BLUE_PROJECT: _, CLAUDE_PROJECT_DIR: __, ...rest } = process.env;
  const child = spawn(process.execPath, [builtServer[0]!, ...words], {
    cwd,
    env: { ...rest, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
  child.stderr.setEncoding("utf8").on("data", (part) => (errors += part));
  return new Promise<{ code: number | null; answer: Answer; text: string }>((resolve, reject) =>
    child.on("close", (code) => {
      if (text.trim() === "") reject(new Error(`blue ${words.join(" ")} left with ${code} and said: ${errors}`));
      else resolve({ code, text, answer: text.startsWith("{") ? (JSON.parse(text) as Answer) : {} });
    }),
  );
}

async function overStdio(tree?: Tree): Promise<SeedFace> {
  const project = seedProject(tree);
  const { client } = await connectClient({ args: builtServer, cwd: project.root, env: project.env }, "2025-11-25");
  return {
    ...project,
    call: async <T>(name: string, payload: object = {}) =>
      (await client.callTool({ name, arguments: payload as Answer })).structuredContent as T,
  };
}

/** `blue_dialogue_verdict_register` is `blue dialogue verdict`, as RFC 0057 §12 maps it; every other tool has its own words. */
function wordsOf(tool: string): string[] {
  if (tool === "blue_dialogue_verdict_register") return ["dialogue", "verdict"];
  if (tool === "blue_extract_dialogue") return ["extract-dialogue"];
  const [, group, ...verb] = tool.split("_");
  return [group!, verb.join("-")];
}

async function byCommand(tree?: Tree): Promise<SeedFace> {
  const project = seedProject(tree);
  const inputs = makeFolder();
  return {
    ...project,
    async call<T>(tool: string, payload: object = {}) {
      const file = join(inputs, `${tool}.json`);
      writeFileSync(file, JSON.stringify(payload));
      return (await runBuilt(project.root, project.env, [...wordsOf(tool), "--input", file])).answer as T;
    },
  };
}

/** Close with `stopAll`. */
export const seedFaces = [
  ["stdio", overStdio],
  ["the command line", byCommand],
] as const;

export interface Prompted extends Answer {
  folder: string;
  task: Record<string, unknown>;
  /** Over MCP `task` says once where the prompts are. */
  spawn: { expert: string; role: string; prompt_file?: string }[];
  warnings?: string[];
}

/** Each expert that was spawned finds its own file named in its prompt and writes there; answers with the prompts by expert. */
export function expertsWrite(
  { read, write }: SeedProject,
  { folder, task, spawn }: Prompted,
  textOf: (expert: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    spawn.map(({ expert, prompt_file }) => {
      const below = prompt_file ?? `${expert.toLowerCase()}/prompt.md`;
      if (
        !String(task.prompt).includes(prompt_file === undefined ? "<expert in lower case>/prompt.md" : "<prompt_file>")
      )
        throw new Error(`\`task\` does not say where ${expert}'s prompt is`);
      const prompt = read(join(folder, below));
      const draft = join(folder, dirname(below), "draft.md");
      if (!prompt.includes(draft)) throw new Error(`${expert}'s prompt does not name its file`);
      write(draft, textOf(expert));
      return [expert, prompt];
    }),
  );
}
