/** Pages that promise a test: `file › title` in the last cell of a table's row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export interface Promised {
  number: number;
  cells: string[];
  proofs: string[];
}

/** The tables of a page, one for each of its sections. */
export function tablesOf(page: string): Promised[][] {
  const [, ...sections] = readFileSync(join(repository, page), "utf8").split(/^## /m);
  return sections.map((section) =>
    [...section.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, number, rest]) => {
      const cells = rest!.split(/(?<!\\) \| /);
      return { number: Number(number), cells, proofs: cells.at(-1)!.split("<br>") };
    }),
  );
}

/** Proofs that name no test there is; those that begin with one of `words` name none on purpose. */
export function findMissing(tables: readonly Promised[][], words: readonly string[]): string[] {
  return tables.flat().flatMap(({ number, proofs }) =>
    proofs
      .filter((proof) => {
        if (words.some((word) => proof.startsWith(`${word}: `))) return false;
        const [, file, title] = /^((?:src|test)\/\S+\.ts) › (.+)$/.exec(proof) ?? [];
        return file === undefined || !hasTitle(file, title!.replaceAll("\\|", "|"));
      })
      .map((proof) => `${number}: ${proof}`),
  );
}

/** As the first argument of a call. */
function hasTitle(file: string, title: string): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${escaped}\\1,`).test(readFileSync(join(repository, file), "utf8"));
}
