/** A process of its own that asks the index again and again. Prints what it was told, or why it failed. */
import { queryIndex } from "../../src/store/index/project-index.ts";
import { findProject } from "../../src/store/project.ts";

const [, , root = "", repetitions = "1", startAt = "0"] = process.argv;
const project = findProject({ flag: root, env: {} });
await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(startAt) - Date.now())));

const answers: unknown[] = [];
try {
  for (let i = 0; i < Number(repetitions); i++) {
    answers.push(
      await queryIndex(project, (database) => ({
        ...database.get(
          "SELECT (SELECT count(*) FROM dialogues WHERE state = 'open') AS open, (SELECT count(*) FROM items) AS items, (SELECT count(*) FROM search WHERE search MATCH 'plain OR cursors') AS hits",
        ),
      })),
    );
  }
  console.log(JSON.stringify({ answers }));
} catch (thrown) {
  console.log(JSON.stringify({ failure: (thrown as Error).stack }));
}
