/** Makers for tests of the index: a project with dialogues in it, and what the index says about it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Index, type IndexOptions, openIndex } from "../../src/store/index/open-index.ts";
import { askIndex } from "../../src/store/index/refresh.ts";
import { recordScan } from "../../src/store/index/scan.ts";
import { findProject, type Project } from "../../src/store/project.ts";
import { decodeRecord, encodeRecord, type RecordBody, type RecordKind, sealRecord } from "../../src/store/record.ts";

export const scan = recordScan(decodeRecord);

export function record(kind: RecordKind, text: string, prev: string | null = null): string {
  return encodeRecord(sealRecord<RecordBody>({ kind, prev, text }));
}

export function writeTree(root: string, tree: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Three dialogues of an opening, two rounds and a verdict each, with a generated file beside every round. */
export function makeDialogues(root: string, dialogues = 3): Project {
  for (let d = 0; d < dialogues; d++) {
    const folder = `.blue/dialogues/2026-01-01T000${d}Z-topic`;
    writeTree(root, {
      [`${folder}/opening.json`]: record("opening", `opening ${d}`),
      [`${folder}/round-0/round.json`]: record("round", `first ${d}`),
      [`${folder}/round-0/muffin.md`]: `[MUFFIN-P0001: ${d}]\n`,
      [`${folder}/round-1/round.json`]: record("round", `second ${d}`),
      [`${folder}/round-1/muffin.md`]: "[MOVE:CONVERGE]\n",
      [`${folder}/round-1/verdict-final.json`]: record("verdict", `verdict ${d}`),
    });
  }
  return findProject({ flag: root });
}

/** Everything the index says, in a form that can be compared. */
export function everything(index: Index): Promise<unknown> {
  return askIndex(index, scan, (database) =>
    database
      .all("SELECT f.path, f.kind AS file_kind, f.hash, r.* FROM files f LEFT JOIN records r USING (path) ORDER BY 1")
      .map((row) => ({ ...row })),
  );
}

/** Opens, asks and closes. */
export async function askOnce(project: Project, options: IndexOptions): Promise<unknown> {
  const index = await openIndex(project, options);
  try {
    return await everything(index);
  } finally {
    index.close();
  }
}
