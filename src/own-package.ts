/** This very package: where it lies, and what it ships beside its code. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const packageName = "blue-align";

/** Blue's package around `file`. */
export function findPackageRoot(file: string): string | undefined {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const name = nameIn(folder);
    if (name !== undefined) return name === packageName ? folder : undefined;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The name of the package in this folder; undefined where there is none. */
export function nameIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: string }).name ?? "";
  } catch {
    return undefined;
  }
}

/** This package: its entry, and the skills it ships (the build lays them beside the bundle). */
export function ownPackage(): { entry: string; skills: string } {
  const here = fileURLToPath(import.meta.url);
  const root = findPackageRoot(here);
  if (root === undefined) throw new Error("Blue does not find its own package");
  const built = here.startsWith(join(root, "dist") + sep);
  return { entry: join(root, "dist", "blue.js"), skills: join(root, ...(built ? ["dist"] : []), "skills") };
}
