import { type Finding, finding } from "./check-document.ts";
import type { DocumentFile } from "./document.ts";
import { typeShapes } from "./document-types.ts";
import { digitsOf } from "./file-name.ts";

/** `RFC 0003` → the files that carry this number. */
export function numberHolders(files: readonly DocumentFile[]): Map<string, DocumentFile[]> {
  const holders = new Map<string, DocumentFile[]>();
  for (const file of files) {
    if (typeShapes[file.type].naming !== "numbered" || file.name.number === undefined) continue;
    const key = `${typeShapes[file.type].label} ${digitsOf(file.name.number)}`;
    holders.set(key, [...(holders.get(key) ?? []), file]);
  }
  return holders;
}

/** Files of one type that carry the same number: a merge brought two. */
export function duplicateNumbers(files: readonly DocumentFile[]): Finding[] {
  return [...numberHolders(files).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) =>
      same.map(({ path, type, name }) => {
        const others = same.map((other) => other.path).filter((other) => other !== path);
        return finding("error", "number", path, null, {
          message: `${typeShapes[type].label} ${name.digits} is also ${others.join(", ")}`,
          fix:
            type === "rfc"
              ? `\`blue rfc renumber ${path}\` gives it the next free number.`
              : "Rename one of them, and its title.",
        });
      }),
    );
}
