/** `blue demo`: a recorded dialogue, replayed through the real operations into a temporary project, for people to watch and open. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { makeContext } from "../context.ts";
import { refuse } from "../errors.ts";
import { ownPackage } from "../own-package.ts";
import type { Recording } from "../play/recording.ts";
import { type ReplayEvent, replay } from "../play/replay.ts";
import { makeStoryteller, type Script } from "../play/story.ts";
import { findProject } from "../store/project.ts";
import { chooseLauncher } from "./install/launcher.ts";
import { type Mode, paintFor, writeJson, writeText } from "./output.ts";
import type { OutputStream } from "./terminal.ts";

export interface DemoOptions {
  /** Seconds between the parts, as typed; 0 shows it all at once. */
  pace: unknown;
  mode: Mode;
}

/** What the build ships: records of one dialogue, the files it was about, and which passages are told. */
interface Shipped extends Recording {
  files: Record<string, string>;
  script: Script;
}

export async function runDemo(stdout: OutputStream, { pace, mode }: DemoOptions): Promise<void> {
  if (typeof pace !== "number" || !(pace >= 0 && pace <= 60))
    refuse("invalid_input", { pace }, "seconds", {
      message: "--pace takes seconds, 0 to 60",
      suggestion: "Try --pace 1.",
    });
  const packed = readFileSync(fileURLToPath(new URL("demo.json.br", bundleRoot())));
  const shipped = JSON.parse(brotliDecompressSync(packed).toString("utf8")) as Shipped;
  const context = makeContext(findProject({ flag: makeProject(shipped.files), env: {} }));
  const { root } = context.project;
  const events: ReplayEvent[] = [];
  const tell = makeStoryteller(shipped.script, shipped, context.project);
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
  for await (const event of replay(shipped, context)) {
    events.push(event);
    const lines = mode === "text" ? tell(event) : [];
    if (lines.length > 0) await say(lines);
  }
  const path = (events[0] as ReplayEvent & { kind: "created" }).path;
  if (mode === "json") return writeJson(stdout, { project: root, path, events });
  const blue = chooseLauncher({ ...ownPackage(), env: process.env }).words.join(" ");
  await say([
    `All of it is on record, in ${root}`,
    `  ${path}/verdict.md`,
    'Your own question? Say "play alignment on docs/design.md" to Claude Code, after:',
    `  ${blue} install`,
  ]);
}

function makeProject(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "blue-demo-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  try {
    for (const args of [
      ["init", "-q"],
      ["add", "."],
    ])
      execFileSync("git", args, { cwd: root, stdio: "ignore" });
  } catch {} // without git the dialogue works all the same, and says what that risks
  return root;
}

/** The folder of the bundle: chunks lie one below it. */
function bundleRoot(): URL {
  return new URL(import.meta.url.includes("/chunks/") ? "../" : "./", import.meta.url);
}
