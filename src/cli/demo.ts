/** `blue demo`: a recorded dialogue, replayed through the real operations into a temporary project, for people to watch and open. */
import { setTimeout as sleep } from "node:timers/promises";
import { refuse } from "../errors.ts";
import { ownPackage } from "../own-package.ts";
import { type ReplayEvent, replay } from "../play/replay.ts";
import { makeStoryteller } from "../play/story.ts";
import { openPage, untilEnded } from "./dashboard.ts";
import { makeDemo } from "./demo-project.ts";
import { chooseLauncher } from "./install/launcher.ts";
import { type Mode, paintFor, writeJson, writeText } from "./output.ts";
import type { OutputStream } from "./terminal.ts";

export interface DemoOptions {
  /** Seconds between the parts, as typed; 0 shows it all at once. */
  pace?: unknown;
  /** Also show it in the browser, draft by draft. */
  open: boolean;
  mode: Mode;
}

/** What a browser takes to start. */
const longestStartMs = 5000;

export async function runDemo(stdout: OutputStream, { open, mode, pace = open ? 1 : 0.2 }: DemoOptions): Promise<void> {
  if (typeof pace !== "number" || !(pace >= 0 && pace <= 60))
    refuse("invalid_input", { pace }, "seconds", {
      message: "--pace takes seconds, 0 to 60",
      suggestion: "Try --pace 1.",
    });
  const { recording, script, context } = makeDemo();
  const { root } = context.project;
  const events: ReplayEvent[] = [];
  const tell = makeStoryteller(script, recording, context.project);
  const paint = paintFor(stdout, { env: process.env }, true);
  let said = 0;
  const say = async (lines: readonly string[]) => {
    if (said++ > 0) {
      await sleep(pace * 1000);
      stdout.write("\n");
    }
    writeText(stdout, lines.join("\n"), paint);
  };
  if (mode === "text") await say(["A real dialogue, replayed: the words are the experts', the rest is computed now."]);
  const page = open ? await openPage(root) : undefined;
  if (page !== undefined && mode === "text") await say([page.words]);
  if (page?.shown) await Promise.race([page.server.visited, sleep(longestStartMs)]);
  for await (const event of replay(recording, context, page && (() => sleep(pace * 1000)))) {
    events.push(event);
    const lines = mode === "text" ? tell(event) : [];
    if (lines.length > 0) await say(lines);
  }
  const path = (events[0] as ReplayEvent & { kind: "created" }).path;
  if (mode === "json") {
    writeJson(stdout, { project: root, path, events });
    return page && untilEnded();
  }
  const blue = chooseLauncher({ ...ownPackage(), env: process.env }).words.join(" ");
  await say([
    `All of it is on record, in ${root}`,
    `  ${path}/verdict.md`,
    'Your own question? Say "play alignment on docs/design.md" to your agent, after:',
    `  ${blue} install`,
    ...(page === undefined ? [] : ["The page stays until you press Ctrl+C."]),
  ]);
  if (page !== undefined) await untilEnded();
}
