/** What can be wrong with a document by itself: name against header, header against life cycle, links that lead nowhere, fences left open. */
import { type Document, nameOf } from "./document.ts";
import { typeShapes } from "./document-types.ts";
import { localLinks } from "./links.ts";
import { headingsOf, readMarkdown } from "./markdown.ts";

export interface Finding {
  path: string;
  /** From 1. */
  line: number | null;
  check: string;
  severity: "error" | "warning";
  message: string;
  fix?: string;
}

/** `exists` is asked for files of the project, as paths from its root. */
export function checkDocument(document: Document, exists: (path: string) => boolean): Finding[] {
  const { path, text, header } = document;
  const found: Finding[] = [];
  const add = (check: string, severity: Finding["severity"], line: number | null, message: string, fix?: string) =>
    found.push({ path, line, check, severity, message, ...(fix === undefined ? {} : { fix }) });
  const at = (offset: number) => lineAt(text, offset);

  if (header.problem !== undefined)
    add(
      "front_matter",
      "error",
      1,
      `The front matter cannot be read: ${header.problem}`,
      "Correct the YAML between the two `---` lines.",
    );
  else if (header.form === "none")
    add(
      "front_matter",
      "error",
      1,
      "There is no header: nothing says its status",
      "Add front matter with `title`, `status` and `date`.",
    );
  checkStatus(document, add);
  const markdown = readMarkdown(text, header.bodyStart);
  const heading = headingsOf(text, markdown).find(({ level }) => level === 1);
  const [, label, digits] = /^([A-Za-z]+)[ -]0*(\d+)\b/.exec(heading?.title ?? "") ?? [];
  if (
    heading !== undefined &&
    digits !== undefined &&
    document.name.number !== undefined &&
    label?.toLowerCase() === document.type &&
    Number(digits) !== document.name.number
  )
    add(
      "number",
      "error",
      at(heading.start),
      `The title says ${label} ${digits}, the file's name ${document.name.digits}`,
      `\`blue ${document.type} renumber\` puts both right.`,
    );
  for (const fence of markdown.fences) {
    if (fence.closed) continue;
    const what = fence.info.split(/\s/)[0] === "mermaid" ? "mermaid diagram" : "code block";
    add(
      what === "mermaid diagram" ? "mermaid" : "fence",
      "error",
      at(markdown.lines[fence.line]!.start),
      `A ${what} is never closed: everything after it is lost to readers`,
      "Close it with the same marks it was opened with.",
    );
  }
  for (const { start, target } of localLinks(path, text)) {
    if (target.startsWith("..") || exists(target)) continue;
    add(
      "link",
      "error",
      at(start),
      `The link leads to ${target}, which is not there`,
      "Correct the path, or restore the file.",
    );
  }
  return found;
}

type Add = (check: string, severity: Finding["severity"], line: number | null, message: string, fix?: string) => void;

function checkStatus(document: Document, add: Add): void {
  const { type, name, header, status } = document;
  const { life } = typeShapes[type];
  if (type === "dialogue") return;
  if (name.style === "bare" && name.status === undefined)
    add(
      "name",
      "warning",
      null,
      `The file's name does not say the status (${status})`,
      `Name it like \`${name.digits ?? name.stamp ?? ""}-${name.slug}.${status}.md\`.`,
    );
  if (header.form !== "none" && header.problem === undefined && header.fields.status === undefined)
    add("status", "error", 1, "The header has no status", `One of: ${Object.keys(life).join(", ")}.`);
  else if (status !== "unknown" && !(status in life))
    add(
      "status",
      "warning",
      1,
      `${nameOf(document)} has the status ${status}, which its type does not know`,
      `One of: ${Object.keys(life).join(", ")}.`,
    );
  if (name.status !== undefined && header.fields.status !== undefined && name.status !== status)
    add(
      "status",
      "error",
      1,
      `The header says ${status}, the file's name ${name.status}`,
      "Set the status again with Blue; it puts both right.",
    );
}

/** From 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
