/** Links from one document to another, and what becomes of them when a document gets another name. */
import { posix } from "node:path";
import { readHeader } from "./header.ts";
import { type Link, linksOf, readMarkdown, splice } from "./markdown.ts";

export interface LocalLink extends Link {
  /** From the project's root. */
  target: string;
  anchor: string;
}

/** The links of a document that lead to files of the project. `path` is the document's own. */
export function localLinks(path: string, text: string): LocalLink[] {
  return linksOf(readMarkdown(text, readHeader(text).bodyStart)).flatMap((link) => {
    const target = targetOf(path, link.destination);
    return target === undefined ? [] : [{ ...link, ...target }];
  });
}

function targetOf(path: string, destination: string): { target: string; anchor: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(destination) || destination.startsWith("//")) return undefined;
  const [, file = "", anchor = ""] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/.exec(destination) ?? [];
  if (file === "") return undefined;
  const decoded = decode(file);
  const target = posix.normalize(decoded.startsWith("/") ? decoded.slice(1) : posix.join(posix.dirname(path), decoded));
  return { target, anchor };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text with every link and header field that led to `from` leading to `to`. */
export function relink(path: string, text: string, from: string, to: string): string {
  const oldName = posix.basename(from);
  if (!text.includes(oldName)) return text;
  let out = text;
  for (const link of localLinks(path, text)
    .filter(({ target }) => target === from)
    .reverse()) {
    const file = link.destination.startsWith("/") ? `/${to}` : posix.relative(posix.dirname(path), to);
    out = splice(out, link.start, link.end, `${file}${link.anchor}`);
  }
  const { bodyStart } = readHeader(out);
  // A header names files without link syntax; a name with number or date and slug is nobody else's.
  return bodyStart === 0 ? out : out.slice(0, bodyStart).replaceAll(oldName, posix.basename(to)) + out.slice(bodyStart);
}
