/** What can be wrong with a document by itself: name against header, header against life cycle, links that lead nowhere, fences left open. */
import { type Document, nameOf } from "./document.ts";
import { typeShapes } from "./document-types.ts";
import { saysStatus } from "./file-name.ts";
import { localLinks } from "./links.ts";
import { headingsOf, readMarkdown } from "./markdown.ts";
import { writtenText } from "./sections.ts";

export interface Finding {
  path: string;
  /** From 1. */
  line: number | null;
  check: string;
  severity: "error" | "warning";
  message: string;
  fix?: string;
}

/** `line` from 1; null when it is about the whole file. */
export function finding(
  severity: Finding["severity"],
  check: string,
  path: string,
  line: number | null,
  said: { message: string; fix?: string },
): Finding {
  return { path, line, check, severity, ...said };
}

/** `exists` is asked for files of the project, as paths from its root; `findMoved` where a file that does not may be now. */
export function checkDocument(
  document: Document,
  exists: (path: string) => boolean,
  findMoved: (path: string) => readonly string[] = () => [],
): Finding[] {
  const { path, text, header } = document;
  const found: Finding[] = [];
  const add: Add = (severity, check, line, said) => found.push(finding(severity, check, path, line, said));
  const at = makeLineFinder(text);

  if (header.problem !== undefined)
    add("error", "front_matter", 1, {
      message: `The front matter cannot be read: ${header.problem}`,
      fix: "Correct the YAML between the two `---` lines.",
    });
  else if (header.form === "none")
    add("error", "front_matter", 1, {
      message: "It has no header, so its status is not known",
      fix: "Add front matter with `title`, `status` and `date`.",
    });
  checkStatus(document, add);
  const markdown = readMarkdown(text, header.bodyStart);
  const heading = headingsOf(text, markdown).find(({ level }) => level === 1);
  const [, label, digits] = /^([A-Za-z]+)[ -](\d+)\b/.exec(heading?.title ?? "") ?? [];
  if (
    heading !== undefined &&
    digits !== undefined &&
    document.name.number !== undefined &&
    label?.toLowerCase() === document.type &&
    Number(digits) !== document.name.number
  )
    add("error", "number", at(heading.start), {
      message: `The title says ${label} ${digits}, the file's name ${document.name.digits}`,
      fix: `\`blue ${document.type} renumber ${path} --to ${document.name.number}\` puts the title right.`,
    });
  for (const fence of markdown.fences) {
    if (fence.closed) continue;
    const mermaid = fence.info.split(/\s/)[0] === "mermaid";
    add("error", mermaid ? "mermaid" : "fence", at(markdown.lines[fence.line]!.start), {
      message: `A ${mermaid ? "mermaid diagram" : "code block"} is never closed: everything after it is lost to readers`,
      fix: "Close it with the same marks it was opened with.",
    });
  }
  for (const { start, target } of localLinks(path, text)) {
    if (target.startsWith("..") || exists(target)) continue;
    const moved = findMoved(target);
    add("error", "link", at(start), {
      message: `The link leads to ${target}, which is not there`,
      fix:
        moved.length > 0
          ? `It may be ${moved.slice(0, 3).join(" or ")} now.`
          : "Correct the path, or restore the file.",
    });
  }
  return found;
}

/** Where nobody has to write any more. */
const ended = ["rejected", "superseded", "deprecated", "archived"];

/** A document that was moved on while sections of it still hold nothing but the hint that it was created with. */
export function checkWritten({ path, text, type, status, header }: Document): Finding[] {
  if (status === typeShapes[type].first || ended.includes(status)) return [];
  const headings = headingsOf(text, readMarkdown(text, header.bodyStart));
  const empty = headings.filter(({ bodyStart }, i) => {
    const own = text.slice(bodyStart, headings[i + 1]?.start).trim();
    return own !== "" && writtenText(own) === "";
  });
  if (empty.length === 0) return [];
  const names = empty.map(({ title }) => `“${title}”`).join(", ");
  return [
    finding("warning", "content", path, lineAt(text, empty[0]!.start), {
      message: `It is ${status}, and nobody wrote ${names}`,
      fix: "Write what is missing, or take the section out.",
    }),
  ];
}

type Add = (
  severity: Finding["severity"],
  check: string,
  line: number | null,
  said: { message: string; fix?: string },
) => void;

function checkStatus(document: Document, add: Add): void {
  const { type, name, header, status } = document;
  if (type === "dialogue") return;
  const known = Object.keys(typeShapes[type].life);
  const fix = `One of: ${known.join(", ")}.`;
  if (name.style === "bare" && name.status === undefined)
    add("warning", "name", null, {
      message: `The file's name does not say the status (${status})`,
      fix: `Name it like \`${name.digits ?? name.stamp ?? ""}-${name.slug}.${status}.md\`.`,
    });
  if (header.form !== "none" && header.problem === undefined && header.fields.status === undefined)
    add("error", "status", 1, { message: "The header has no status", fix });
  else if (status !== "unknown" && !known.includes(status))
    add("warning", "status", 1, {
      message: `${nameOf(document)} has the status ${status}, which its type does not know`,
      fix,
    });
  if (name.status !== undefined && header.fields.status !== undefined && !saysStatus(name, status))
    add("error", "status", 1, {
      message: `The header says ${status}, the file's name ${name.status}`,
      fix: "Set the status again with Blue; it puts both right.",
    });
}

/** From 1. */
export function lineAt(text: string, offset: number): number {
  return makeLineFinder(text)(offset);
}

/** As `lineAt`, for a caller who asks often and from front to back: the text is walked once. */
function makeLineFinder(text: string): (offset: number) => number {
  let line = 1;
  let start = 0;
  return (offset) => {
    if (offset < start) [line, start] = [1, 0];
    for (let at = text.indexOf("\n", start); at !== -1 && at < offset; at = text.indexOf("\n", start)) {
      line++;
      start = at + 1;
    }
    return line;
  };
}
