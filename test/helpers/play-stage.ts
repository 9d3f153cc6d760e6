/** `blue play` as its user runs it: the built program in a repository, with a home of its own. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { initGit, makeFolder, type Tree } from "./project.ts";

const built = () => fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What tests look at in a round's record. */
export interface PlayedRound {
  texts: {
    expert: string;
    state: string;
    lines: string[];
    provenance: {
      source: string;
      cut?: true;
      run?: { runner: string; model: string; confined: boolean; endpoint: string; tools: Record<string, number> };
    } | null;
  }[];
  items: { id: string; sources: { expert: string }[] }[];
  signals: { by: string; counted: boolean; why: string | null }[];
  dismissed: { expert: string; reason: string }[];
  played: {
    runs: { purpose: string; seat: string; runner: string; model: string; ended: string; used: boolean }[];
    unreadable: number;
  };
}

export interface PlayStage {
  root: string;
  home: string;
  run(...args: string[]): Promise<Ended>;
  /** With other variables. */
  runWith(env: Record<string, string>, ...args: string[]): Promise<Ended>;
  id(): string;
  record<T = PlayedRound>(path: string): T;
  read(path: string): string;
  rounds(): number;
  /** Every run so far, as the player keeps it outside the project. */
  runs(): { seat: string; purpose: string; runner: string; ended: string; tokens: number }[];
}

export interface StageOptions {
  tree: Tree;
  home?: Tree;
  env?: Record<string, string>;
  /** The built program, for whoever is bundled elsewhere. */
  blue?: string;
}

export function makePlayStage({ tree, home: homeTree = {}, env = {}, blue = built() }: StageOptions): PlayStage {
  const root = makeFolder(tree);
  const home = makeFolder(homeTree);
  initGit(root);
  const dialogues = join(root, ".blue/dialogues");
  const id = () => readdirSync(dialogues).filter((name) => !name.startsWith("."))[0]!;
  const read = (path: string) => readFileSync(join(dialogues, id(), path), "utf8");
  const runWith = (more: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, [blue, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH!, HOME: home, NO_COLOR: "1", ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    return new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
  };
  return {
    root,
    home,
    run: (...args) => runWith({}, ...args),
    runWith,
    id,
    read,
    record: <T>(path: string) => JSON.parse(read(path)) as T,
    rounds: () =>
      existsSync(dialogues)
        ? readdirSync(join(dialogues, id())).filter((name) => existsSync(join(dialogues, id(), name, "round.json")))
            .length
        : 0,
    runs() {
      const states = join(home, ".local/state/blue/play");
      const [project] = readdirSync(states);
      const [play] = readdirSync(join(states, project!));
      const folder = join(states, project!, play!, "runs");
      const numbers = readdirSync(folder).flatMap((name) => /^(\d+)\.started$/.exec(name)?.[1] ?? []);
      return numbers
        .map(Number)
        .sort((a, b) => a - b)
        .map((n) => {
          const started = JSON.parse(readFileSync(join(folder, `${n}.started`), "utf8"));
          const end = join(folder, `${n}.ended`);
          const ended = existsSync(end) ? JSON.parse(readFileSync(end, "utf8")) : { kind: "killed", usage: null };
          const { seat, purpose, runner } = started;
          const tokens = (ended.usage?.input ?? 0) + (ended.usage?.output ?? 0);
          return { seat, purpose, runner, ended: ended.kind as string, tokens };
        });
    },
  };
}
