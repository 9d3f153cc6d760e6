/** `blue site`: the page and its data as a folder. It writes only where nothing is, or where it wrote before. */
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeContext } from "../context.ts";
import { refuse } from "../errors.ts";
import { readPageFiles, readSiteStyle } from "../http/page-files.ts";
import { dataScript, sitePage } from "../http/site.ts";
import { siteParts } from "../operations/web/site.ts";
import { siteData } from "../store/passages.ts";
import { findProject } from "../store/project.ts";
import { version } from "../version.ts";
import type { SiteData } from "../web/data.ts";
import type { Started } from "./extra-commands.ts";
import { whereNotIgnored } from "./not-ignored.ts";
import { paintFor, writeJson, writeText } from "./output.ts";

interface Asked {
  output?: string;
  public?: boolean;
}

/** Says that the folder is ours. */
const marker = "blue-site.json";
const own = [marker, "index.html", "page.js", "page.css", siteData];

export async function writeSite(
  { output, public: isPublic = false }: Asked,
  { project: flag, mode, color, terminal }: Started,
): Promise<void> {
  const project = findProject({ flag, env: terminal.env, cwd: terminal.cwd() });
  const folder = output === undefined ? join(project.root, "site") : resolve(terminal.cwd(), output);
  const written = { files: 0, bytes: 0 };
  let site: SiteData | undefined;
  try {
    clear(folder);
    const write = (name: string, text: string) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: "wx" });
      written.files++;
      written.bytes += Buffer.byteLength(text);
    };
    // First, so that a folder that was left half done can be written again.
    write(marker, `${JSON.stringify({ written_by: "blue site", version, public: isPublic })}\n`);
    const files = readPageFiles();
    const title = `Decisions of ${basename(project.root)}`;
    write("index.html", sitePage(files, { title, data: siteData }));
    write("page.js", files.script);
    write("page.css", `${files.style}${readSiteStyle()}`);
    for await (const { name, value } of siteParts(makeContext(project), { isPublic })) {
      write(`${siteData}/${name}.js`, dataScript(name, value));
      if ("left_out" in value) site = value;
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).syscall === undefined) throw thrown;
    refuse("io_error", { output: folder }, "writable", {
      message: `The site cannot be written: ${(thrown as Error).message}`,
      suggestion: "Give `--output` a folder that you may write to.",
      cause: thrown,
    });
  }
  const { list, facts, decisions, documents, left_out } = site!;
  const unread = list.dialogues.map(({ id }) => id).filter((id) => facts[id] === undefined);
  const counts = {
    dialogues: list.dialogues.length,
    decisions: decisions.filter(({ standing }) => standing === "judged").length,
    documents: documents.documents.length,
  };
  const warnings = whereNotIgnored(project, folder, "--output");
  if (mode === "json") {
    writeJson(terminal.stdout, { path: folder, ...counts, ...written, unread, public: isPublic, left_out, warnings });
    return;
  }
  const lines = [
    `✓ ${join(folder, "index.html")}`,
    `  dialogues: ${counts.dialogues}, decisions in force: ${counts.decisions}, documents: ${counts.documents}; ${written.files} files, ${(written.bytes / 1e6).toFixed(1)} MB`,
    ...(unread.length === 0
      ? []
      : [`! Without a page, because their records cannot be read (\`blue dialogue verify\`): ${namesOf(unread)}`]),
    ...warnings.map((warning) => `! ${warning}`),
    ...(left_out === null
      ? ["  It shows everything, drafts too; `--public` leaves out what is not for everybody."]
      : ["  Left out:", ...left_out.map((one) => `    ${one}`)]),
  ];
  writeText(terminal.stdout, lines.join("\n"), paintFor(terminal.stdout, terminal, color));
}

const mostNamed = 5;

function namesOf(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return `${ids.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Takes away what was written before. A link is nobody's folder. */
function clear(folder: string): void {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status !== undefined && !status.isDirectory())
    refuse("invalid_input", { output: folder }, "folder", {
      message: `\`output\`: ${folder} is not a folder`,
      suggestion: "Give `--output` a new or empty folder.",
    });
  const there = status === undefined ? [] : readdirSync(folder);
  if (there.length > 0 && !there.includes(marker))
    refuse("invalid_input", { output: folder }, "own_folder", {
      message: `\`output\`: ${folder} holds files that \`blue site\` did not write`,
      suggestion: "Give `--output` a new or empty folder, or one that `blue site` wrote before.",
    });
  for (const name of there.filter((one) => own.includes(one))) rmSync(join(folder, name), { recursive: true });
}
