/** Documents a dialogue takes up, as they are at that moment: checked to exist, their hash recorded. */
import { createHash } from "node:crypto";
import { basename, relative } from "node:path";
import { refuse } from "../errors.ts";
import { isTextOf } from "../rules/comparison.ts";
import { toLines } from "../rules/lines.ts";
import { slugOf } from "../rules/slug.ts";
import { documentFileAt, fileExists, listDocuments, matchDocuments } from "./documents.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, largestFile, type Rooted } from "./paths.ts";

export interface CitedDocument {
  path: string;
  sha256: string;
}

export function citeDocument(project: Rooted, path: string, field: string): CitedDocument {
  const absolute = insideProject(project, path, field);
  const status = findStatus(project.files, absolute);
  const isFile = status?.isFile() === true;
  if (status !== undefined && (!isFile || status.size > largestFile)) {
    const why = isFile ? `is larger than ${largestFile} bytes` : status.isDirectory() ? "is a folder" : "is not a file";
    refuse("invalid_input", { [field]: path }, "readable_file", {
      message: `${path} ${why}`,
      suggestion: `Name one file of at most ${largestFile} bytes, by its path from the project's root.`,
    });
  }
  const bytes = findFile(project, path, field);
  if (bytes === undefined) {
    refuse("not_found", { [field]: path }, "file_exists", {
      message: `There is no file ${path}`,
      suggestion: "Give its path from the project's root.",
    });
  }
  return {
    path: relative(project.root, absolute).replaceAll("\\", "/"),
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/**
 * The subject with its words: once the file changes, the first step of the diff still starts from them. Of a file whose lines do not give its hash again
 * (mixed line ends, no UTF-8) they are left out: nobody could prove them.
 */
export function citeSubject(project: Rooted, { path, sha256 }: CitedDocument): CitedDocument & { lines?: string[] } {
  return { path, sha256, ...provenLines(findFile(project, path, "subject")?.toString("utf8") ?? "", sha256) };
}

export function provenLines(text: string, sha256: string): { lines?: string[] } {
  const lines = toLines(text);
  return isTextOf(lines, sha256) ? { lines } : {};
}

/**
 * Where a cited file is now. A document's name says its status, so it changes in the middle of a dialogue; the record keeps the name it had, and
 * a reader needs the one it has now. Unknown, the old name is the best there is.
 */
export function currentPath(project: Rooted, path: string): string {
  const cited = documentFileAt(path);
  if (cited === undefined || fileExists(project, path)) return path;
  const all = listDocuments(project, cited.type);
  const sameSlug = all.filter(({ name }) => name.slug === cited.name.slug && name.stamp === cited.name.stamp);
  const sameNumber = all.filter(({ name }) => name.number !== undefined && name.number === cited.name.number);
  return [sameSlug, sameNumber].find((found) => found.length === 1)?.[0]?.path ?? path;
}

/** An RFC by path, number or whole name: `57`, `judge-convergence-discipline` or its title, `.blue/docs/rfcs/…`. Never by a part of a name. */
export function citeRfc(project: Rooted, asked: string): CitedDocument {
  const key = asked.trim();
  const title = key.replace(/^rfc[\s-]+/i, "");
  const named = matchDocuments(project, key, ["rfc"], true);
  const titled = () => matchDocuments(project, slugOf(title), ["rfc"], true);
  const found = named.length > 0 ? named : titled();
  if (key !== "" && found.length === 1) return citeDocument(project, found[0]!.path, "rfc");
  if (key !== "" && found.length === 0 && (key.includes("/") || key.endsWith(".md"))) {
    return citeDocument(project, key, "rfc");
  }
  const all = listDocuments(project, "rfc");
  const part = slugOf(key);
  const near = part === "" ? [] : all.filter(({ name }) => name.slug.includes(part));
  const candidates = (found.length > 0 ? found : near.length > 0 ? near : all.slice(-5)).map(({ path }) => path);
  const there = candidates.map((path) => basename(path)).join(", ");
  const message =
    key === ""
      ? "`rfc` is empty"
      : found.length === 0
        ? `\`rfc\`: there is no RFC ${asked}`
        : `\`rfc\`: ${asked} names ${found.length} documents: ${there}`;
  refuse(key !== "" && found.length === 0 ? "not_found" : "invalid_input", { rfc: asked }, "one_document", {
    message,
    suggestion:
      candidates.length === 0
        ? "There is no RFC yet; leave `rfc` out, or give a `subject`."
        : `Give the number, the whole name or the path of one: ${there}.`,
    context: { candidates },
  });
}
