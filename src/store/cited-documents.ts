/** Documents a dialogue takes up, as they are at that moment: checked to exist, their hash recorded. */
import { createHash } from "node:crypto";
import { relative } from "node:path";
import { BlueError } from "../errors.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";

export interface CitedDocument {
  path: string;
  sha256: string;
}

export function citeDocument(project: Rooted, path: string, field: string): CitedDocument {
  const bytes = findFile(project, path, field);
  if (bytes === undefined) {
    throw new BlueError("not_found", `\`${field}\`: there is no file ${path}`, {
      field,
      value: path,
      constraint: "file_exists",
      suggestion: "Give its path from the project's root.",
    });
  }
  return {
    path: relative(project.root, insideProject(project, path, field)).replaceAll("\\", "/"),
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** An RFC by path, number or name: `0057`, `judge-convergence-discipline`, `.blue/docs/rfcs/…`. */
export function citeRfc(project: Rooted, asked: string): CitedDocument {
  const folder = ".blue/docs/rfcs";
  const there = findStatus(project.files, insideProject(project, folder));
  const names = there?.isDirectory()
    ? project.files.readdir(insideProject(project, folder)).map(({ name }) => name)
    : [];
  const slug = asked
    .toLowerCase()
    .replace(/^rfc[\s-]*/, "")
    .replace(/[^a-z0-9]+/g, "-");
  const number = /^\d{1,4}$/.test(slug) ? slug.padStart(4, "0") : undefined;
  const matches = names.filter(
    (name) => name.endsWith(".md") && (number === undefined ? name.includes(slug) : name.startsWith(`${number}-`)),
  );
  if (matches.length > 1) {
    throw new BlueError("invalid_input", `\`rfc\`: ${asked} names ${matches.length} documents: ${matches.join(", ")}`, {
      field: "rfc",
      value: asked,
      constraint: "one_document",
      suggestion: "Give the path of one.",
    });
  }
  return citeDocument(project, matches[0] === undefined ? asked : `${folder}/${matches[0]}`, "rfc");
}
