/** The recorded dialogue that the package ships, and a temporary project to play it into. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { type Context, makeContext } from "../context.ts";
import type { Recording } from "../play/recording.ts";
import type { Script } from "../play/story.ts";
import { findProject, type Project } from "../store/project.ts";
import { makeRepository, runGit } from "../store/run-git.ts";

/** What the build ships: records of one dialogue, the files it was about, and which passages are told. */
interface Shipped extends Recording {
  files: Record<string, string>;
  script: Script;
}

export function makeDemo(): { recording: Recording; script: Script; context: Context } {
  const packed = readFileSync(fileURLToPath(new URL("demo.json.br", bundleRoot())));
  const shipped = JSON.parse(brotliDecompressSync(packed).toString("utf8")) as Shipped;
  return { recording: shipped, script: shipped.script, context: makeContext(makeProject(shipped.files)) };
}

function makeProject(files: Record<string, string>): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "blue-demo-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  // Without git the dialogue works all the same, and says what that risks.
  makeRepository(root, { root: process.cwd(), env: process.env });
  const project = findProject({ flag: root, env: {} });
  if (project.git) runGit(project, ["add", "."]);
  return project;
}

/** The folder of the bundle: chunks lie one below it. */
function bundleRoot(): URL {
  return new URL(import.meta.url.includes("/chunks/") ? "../" : "./", import.meta.url);
}
