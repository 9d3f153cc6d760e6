/** How long a person or a script waits for a command that does little, beside Node starting for nothing. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figure, type Group } from "./figure.ts";
import { type Desk, initGit, makeDesk } from "./folders.ts";
import { compare } from "./measure.ts";
import { openPanel, playRound } from "./panel.ts";
import { blue } from "./places.ts";

const version = "blue --version";
const status = "blue status, a small git project";

export const startUp: Group = {
  figures: [version, status],
  async measure(wanted) {
    const desk = await smallProject();
    const start = (...args: string[]) => {
      const { status } = spawnSync(process.execPath, args, { cwd: desk.root, env: environment(), stdio: "ignore" });
      if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
    };
    const bare = { run: () => start("-e", "0") };
    const figures = [];
    if (wanted(version)) {
      const times = await compare(bare, { run: () => start(blue, "--version") }, { turns: 25 });
      figures.push(
        figure(version, "ms", times, {
          most: 1.5,
          why: "a script that asks feels no more than Node itself",
        }),
      );
    }
    if (wanted(status)) {
      const times = await compare(bare, { run: () => start(blue, "status") }, { turns: 25 });
      figures.push(
        figure(status, "ms", times, {
          most: 2.5,
          why: "below 0.3 s a command seems to answer at once",
        }),
      );
    }
    return figures;
  },
};

/** A few tracked files, and one dialogue with one round. */
export async function smallProject(): Promise<Desk> {
  const desk = makeDesk();
  mkdirSync(join(desk.root, "src"));
  for (let n = 0; n < 20; n++) writeFileSync(join(desk.root, `src/file-${n}.txt`), `${n}\n`.repeat(50));
  const panel = await openPanel(desk, { experts: 5 });
  await playRound(panel, 0);
  initGit(desk.root);
  return desk;
}

export function environment(): NodeJS.ProcessEnv {
  const { BLUE_PROJECT: _, CLAUDE_PROJECT_DIR: __, BLUE_CHECK_OUTPUT: ___, ...rest } = process.env;
  return rest;
}
