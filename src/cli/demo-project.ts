/** The recorded dialogue that the package ships, and a temporary project to play it into. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { type Context, makeContext } from "../context.ts";
import type { Recording } from "../play/recording.ts";
import type { Script } from "../play/story.ts";
import { findProject } from "../store/project.ts";

/** What the build ships: records of one dialogue, the files it was about, and which passages are told. */
interface Shipped extends Recording {
  files: Record<string, string>;
  script: Script;
}

export function makeDemo(): { recording: Recording; script: Script; context: Context } {
  const packed = readFileSync(fileURLToPath(new URL("demo.json.br", bundleRoot())));
  const shipped = JSON.parse(brotliDecompressSync(packed).toString("utf8")) as Shipped;
  const context = makeContext(findProject({ flag: makeProject(shipped.files), env: {} }));
  return { recording: shipped, script: shipped.script, context };
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
