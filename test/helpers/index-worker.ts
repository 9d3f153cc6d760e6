/** A process of its own that opens, refreshes and asks the index again and again. Prints what it was told, or why it failed. */

import { openIndex } from "../../src/store/index/open-index.ts";
import { askIndex } from "../../src/store/index/refresh.ts";
import { recordScan } from "../../src/store/index/scan.ts";
import { findProject } from "../../src/store/project.ts";
import { decodeRecord } from "../../src/store/record.ts";

const [, , root = "", repetitions = "1", startAt = "0"] = process.argv;
const project = findProject({ flag: root });
const scan = recordScan(decodeRecord);
await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(startAt) - Date.now())));

const answers: unknown[] = [];
try {
  for (let i = 0; i < Number(repetitions); i++) {
    const index = await openIndex(project);
    for (let j = 0; j < 2; j++) {
      answers.push(
        await askIndex(index, scan, (database) => ({
          ...database.get("SELECT count(*) AS records, count(problem) AS problems FROM records"),
        })),
      );
    }
    index.close();
  }
  console.log(JSON.stringify({ answers }));
} catch (thrown) {
  console.log(
    JSON.stringify({
      failure: thrown instanceof Error ? `${thrown.stack} ${JSON.stringify(thrown.cause)}` : String(thrown),
    }),
  );
  process.exitCode = 1;
}
