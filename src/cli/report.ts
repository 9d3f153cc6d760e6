/** `blue dialogue report` and `blue dialogue open`. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { type Context, makeContext } from "../context.ts";
import { refuse, throwAll } from "../errors.ts";
import { openBrowser } from "../http/open-browser.ts";
import { readPageFiles } from "../http/page-files.ts";
import { renderReport } from "../http/report.ts";
import { viewForPage } from "../operations/web/dialogue-view.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { findProject } from "../store/project.ts";
import { version } from "../version.ts";
import type { Started } from "./extra-commands.ts";
import { whereNotIgnored } from "./not-ignored.ts";
import { paintFor, writeJson, writeText } from "./output.ts";
import { findMeant } from "./which-dialogue.ts";

interface Asked {
  dialogue_id?: string;
  out?: string;
}

interface Report {
  dialogue_id: string;
  html: string;
}

/** Named after the dialogue's folder. Of damaged records there is none: the reader of the file cannot verify them. */
export async function makeReport(asked: string, context: Context): Promise<Report> {
  const { loaded, problems } = openDialogue(context.project, { dialogue_id: asked });
  throwAll([...problems]);
  const view = await viewForPage(loaded.id, context);
  const about = { project: basename(context.project.root), written_at: context.now().toISOString(), version };
  return { dialogue_id: loaded.id, html: renderReport(readPageFiles(), { ...about, view }) };
}

export async function writeReport(asked: Asked, started: Started): Promise<void> {
  const { terminal, project: flag } = started;
  const report = await reportAsked(asked, started);
  const { out = `${report.dialogue_id}.html` } = asked;
  const written = write(report, resolve(terminal.cwd(), out));
  const project = findProject({ flag, env: terminal.env, cwd: terminal.cwd() });
  say({ ...written, warnings: whereNotIgnored(project, written.path, "--out") }, started);
}

export async function openReport(asked: Asked, started: Started): Promise<void> {
  const report = await reportAsked(asked, started);
  const written = write(report, join(mkdtempSync(join(tmpdir(), "blue-report-")), `${report.dialogue_id}.html`));
  const { terminal, project: flag } = started;
  const { root } = findProject({ flag, env: terminal.env, cwd: terminal.cwd() });
  const opened = await openBrowser(written.path, { root, env: terminal.env });
  say({ ...written, opened }, started);
}

async function reportAsked({ dialogue_id }: Asked, { project: flag, terminal }: Started): Promise<Report> {
  const project = findProject({ flag, env: terminal.env, cwd: terminal.cwd() });
  return makeReport(dialogue_id ?? (await findMeant(project, "read")).id, makeContext(project));
}

function write({ dialogue_id, html }: Report, path: string): { dialogue_id: string; path: string; bytes: number } {
  try {
    writeFileSync(path, html);
  } catch (thrown) {
    refuse("io_error", { out: path }, "writable", {
      message: `The report cannot be written: ${(thrown as Error).message}`,
      suggestion: "Give `--out` a file in a folder that exists.",
      cause: thrown,
    });
  }
  return { dialogue_id, path, bytes: Buffer.byteLength(html) };
}

function say(
  answer: ReturnType<typeof write> & { opened?: boolean; warnings?: readonly string[] },
  { mode, color, terminal }: Started,
): void {
  if (mode === "json") {
    writeJson(terminal.stdout, answer);
    return;
  }
  const { path, bytes, opened, warnings = [] } = answer;
  const lines = [
    `✓ ${path} (${bytes} bytes)`,
    ...(opened === false ? ["! There is no browser to show it; open the file yourself."] : []),
    ...warnings.map((warning) => `! ${warning}`),
  ];
  writeText(terminal.stdout, lines.join("\n"), paintFor(terminal.stdout, terminal, color));
}
