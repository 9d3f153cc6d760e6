/** `blue dialogue report` and `blue dialogue open`. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { makeContext } from "../context.ts";
import { refuse } from "../errors.ts";
import { openBrowser } from "../http/open-browser.ts";
import { readPageFiles } from "../http/page-files.ts";
import { renderReport } from "../http/report.ts";
import { viewForPage } from "../operations/page/dialogue-view.ts";
import { findProject } from "../store/project.ts";
import { version } from "../version.ts";
import { type Mode, paintFor, writeJson, writeText } from "./output.ts";
import type { OutputStream } from "./terminal.ts";

interface Asked {
  dialogue_id?: string;
  out?: string;
}

interface Options {
  project: string | undefined;
  mode: Mode;
}

interface Report {
  dialogue_id: string;
  html: string;
}

export async function writeReport(stdout: OutputStream, asked: Asked, options: Options): Promise<void> {
  const report = await makeReport(asked, options);
  say(stdout, options.mode, write(report, asked.out ?? `${report.dialogue_id}.html`));
}

export async function openReport(stdout: OutputStream, asked: Asked, options: Options): Promise<void> {
  const report = await makeReport(asked, options);
  const written = write(report, join(mkdtempSync(join(tmpdir(), "blue-report-")), `${report.dialogue_id}.html`));
  const opened = await openBrowser(written.path);
  say(stdout, options.mode, { ...written, opened });
}

async function makeReport({ dialogue_id }: Asked, { project: flag }: Options): Promise<Report> {
  const project = findProject({ flag });
  const context = makeContext(project);
  const view = await viewForPage(dialogue_id ?? "", context);
  const about = { project: basename(project.root), written_at: context.now().toISOString(), version };
  return { dialogue_id: view.export.dialogue_id, html: renderReport(readPageFiles(), { ...about, view }) };
}

function write({ dialogue_id, html }: Report, out: string): { dialogue_id: string; path: string; bytes: number } {
  const path = resolve(out);
  try {
    writeFileSync(path, html);
  } catch (thrown) {
    refuse("io_error", { out }, "writable", {
      message: `The report cannot be written: ${(thrown as Error).message}`,
      suggestion: "Give `--out` a file in a folder that exists.",
      cause: thrown,
    });
  }
  return { dialogue_id, path, bytes: Buffer.byteLength(html) };
}

function say(stdout: OutputStream, mode: Mode, answer: ReturnType<typeof write> & { opened?: boolean }): void {
  if (mode === "json") {
    writeJson(stdout, answer);
    return;
  }
  const none = answer.opened === false ? "\n! There is no browser to show it; open the file yourself." : "";
  writeText(stdout, `✓ ${answer.path} (${answer.bytes} bytes)${none}`, paintFor(stdout, process, true));
}
