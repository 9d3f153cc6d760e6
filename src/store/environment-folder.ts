/** A folder of the project from which an environment can be brought up: the files that say how. */
import { relative, sep } from "node:path";
import { refuse } from "../errors.ts";
import { declaredVariables, detectKinds, type FoundKind } from "../staging/environment-kind.ts";
import { findStatus } from "./files.ts";
import { findFile, insideProject, type Rooted } from "./paths.ts";

export interface EnvironmentFolder {
  /** From the project's root; `.` is the root. */
  path: string;
  absolute: string;
  kinds: FoundKind[];
}

const largestSource = 1024 * 1024;

export function openEnvironmentFolder(project: Rooted, path: string): EnvironmentFolder {
  const absolute = insideProject(project, path);
  if (!findStatus(project.files, absolute)?.isDirectory())
    refuse("not_found", { path: path.slice(0, 200) }, "exists", {
      message: `\`path\`: there is no folder ${path.slice(0, 200)}`,
      suggestion: "Give a folder of the project, from its root.",
    });
  const names = project.files
    .readdir(absolute)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return {
    path: relative(project.root, absolute).split(sep).join("/") || ".",
    absolute,
    kinds: detectKinds(names),
  };
}

/** The input variables that the folder's Terraform files declare. */
export function terraformVariables(project: Rooted, { path, kinds }: EnvironmentFolder): string[] {
  const files = kinds.find(({ kind }) => kind === "terraform")?.files ?? [];
  return files
    .filter((name) => name.endsWith(".tf"))
    .flatMap((name) =>
      declaredVariables(findFile(project, `${path}/${name}`, "path", largestSource)?.toString("utf8") ?? ""),
    );
}
