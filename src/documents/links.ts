/** Links from one document to another, and what becomes of them when a document gets another name. */
import { posix } from "node:path";
import type { DocumentFile } from "./document.ts";
import { parseFileName } from "./file-name.ts";
import { keyOf, readHeader } from "./header.ts";
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

/** For a path that leads nowhere: the documents with the same slug, of its folder where there are any. Their status or date changed since. */
export function makeFinder(files: readonly DocumentFile[]): (target: string) => string[] {
  const bySlug = new Map<string, string[]>();
  for (const { path, name } of files) {
    const same = bySlug.get(name.slug);
    if (same === undefined) bySlug.set(name.slug, [path]);
    else same.push(path);
  }
  return (target) => {
    const found = bySlug.get(parseFileName("rfc", posix.basename(target))?.slug ?? "") ?? [];
    const near = found.filter((path) => posix.dirname(path) === posix.dirname(target));
    return near.length > 0 ? near : found;
  };
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
  // What no link writes in another way; most texts have not even that.
  const [plain = ""] = /^[\w-]*/.exec(posix.basename(from)) ?? [];
  if (!text.includes(plain)) return text;
  let out = text;
  for (const link of localLinks(path, text)
    .filter(({ target }) => target === from)
    .reverse()) {
    const file = link.destination.startsWith("/") ? `/${to}` : posix.relative(posix.dirname(path), to);
    // These would end the link.
    const written = file.replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
    out = splice(out, link.start, link.end, `${written}${link.anchor}`);
  }
  return relinkHeader(path, out, from, to);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Which folder a header field speaks of; those that supersede speak of their own. */
const fieldFolders: Readonly<Record<string, string>> = {
  rfc: "rfcs",
  rfcs: "rfcs",
  adr: "adrs",
  adrs: "adrs",
  prd: "prds",
  source_spike: "spikes",
  spike: "spikes",
  audit: "audits",
  postmortem: "postmortems",
  runbook: "runbooks",
};

/** A header names files without link syntax: a whole name, in a field that speaks of that kind of document. */
function relinkHeader(path: string, text: string, from: string, to: string): string {
  const folder = posix.basename(posix.dirname(from));
  const own = posix.basename(posix.dirname(path));
  const { bodyStart, form } = readHeader(text);
  const end = form === "yaml" ? bodyStart : (/^##/m.exec(text)?.index ?? text.length);
  const name = new RegExp(`(?<![\\w.-])(?:([\\w-]+)/)?${literal(posix.basename(from))}(?![\\w-])`, "g");
  let key = "";
  const lines = text
    .slice(0, end)
    .split("\n")
    .map((line) => {
      const [, found] = /^(?:\|\s*)?\*{0,2}([A-Za-z_](?:[\w -]*[\w-])?)\*{0,2}\s*(?::|\|)/.exec(line) ?? [];
      if (found !== undefined) key = keyOf(found);
      const spokenOf = key === "supersedes" || key === "superseded_by" ? own : (fieldFolders[key] ?? folder);
      return line.replace(name, (whole, inFolder: string | undefined) =>
        (inFolder ?? spokenOf) === folder
          ? whole.slice(0, whole.length - posix.basename(from).length) + posix.basename(to)
          : whole,
      );
    });
  return lines.join("\n") + text.slice(end);
}
