import type { Finding } from "./check-document.ts";
import type { DocumentFile } from "./document.ts";
import { typeShapes } from "./document-types.ts";

/** Files of one type that carry the same number: a merge brought two. */
export function duplicateNumbers(files: readonly DocumentFile[]): Finding[] {
  const byNumber = new Map<string, DocumentFile[]>();
  for (const file of files) {
    if (typeShapes[file.type].naming !== "numbered" || file.name.number === undefined) continue;
    const key = `${file.type} ${file.name.number}`;
    byNumber.set(key, [...(byNumber.get(key) ?? []), file]);
  }
  return [...byNumber.values()].flatMap((same) =>
    same.length < 2
      ? []
      : same.map(({ path, type, name }) => ({
          path,
          line: null,
          check: "number",
          severity: "error" as const,
          message: `${typeShapes[type].label} ${name.digits} is also ${same
            .filter((other) => other.path !== path)
            .map((other) => other.path)
            .join(", ")}`,
          fix:
            type === "rfc"
              ? `\`blue rfc renumber ${path}\` gives it the next free number.`
              : "Rename one of them, and its title.",
        })),
  );
}
