import * as z from "zod";
import { BlueError } from "../errors.ts";
import { listDialogueIds } from "../store/dialogue-ids.ts";
import { makeTrackedLoader } from "../store/find-dialogue.ts";
import { folderWords, generatedFiles, writeGenerated } from "../store/generated.ts";
import { problemError } from "../store/problems.ts";
import type { Project } from "../store/project.ts";
import { nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

const index = z.strictObject({
  state: z.enum(["refreshed", "rebuilt", "unavailable"]),
  driver: z.string().nullable(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  ms: z.number(),
  problem: z.string().nullable(),
});

export const operation = defineOperation({
  name: "sync",
  summary: "Bring the index and the generated files up to date",
  description:
    "Makes generated files (scoreboard.md, verdict.md, an expert's copy …) again from the records where they are missing or were edited, and brings the search index up to date with the files. Records are never touched. `rebuild` starts the index from nothing.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({ rebuild: z.boolean().default(false).describe("Throw the index away first.") }),
  output: z.strictObject({
    dialogues: z.int(),
    written: z.array(z.strictObject({ path: z.string(), state: z.enum(["missing", "edited"]) })),
    damaged: z
      .array(z.string())
      .describe(
        "Records that cannot be read, whose generated files were left alone, and folders where a page belongs.",
      ),
    index,
    next: nextSchema,
  }),
  examples: [
    { command: "blue sync", note: "after a merge or a hand edit" },
    { command: "blue sync --rebuild", note: "with a new index" },
  ],
  async run({ rebuild }, { project, random, progress }) {
    const ids = listDialogueIds(project);
    const load = makeTrackedLoader(project);
    const written = [];
    const damaged: { id: string; message: string }[] = [];
    for (const [i, id] of ids.entries()) {
      progress({ done: i, total: ids.length, message: id });
      const loaded = load(id);
      damaged.push(...loaded.problems.map((problem) => ({ id, message: problemError(problem).message })));
      if (loaded.problems.every(({ kind }) => kind !== "damaged"))
        for (const { path, state } of writeGenerated(project, generatedFiles(loaded), random)) {
          if (state === "folder") damaged.push({ id, message: folderWords({ path }) });
          else written.push({ path, state });
        }
    }
    return {
      dialogues: ids.length,
      written,
      damaged: damaged.map(({ message }) => message),
      index: await syncIndex(project, rebuild),
      next:
        damaged[0] !== undefined
          ? nextCall("dialogue.verify", { dialogue_id: damaged[0].id }, "It says how that is put right.")
          : nextCall("status", {}, "Everything shows what the records say."),
    };
  },
  render(out) {
    const { state, driver, added, changed, removed, unchanged, ms, problem } = out.index;
    const whole = out.damaged.length === 0 ? "" : " of the dialogues whose records are whole";
    return [
      ...out.damaged.map((message) => `✗ ${message}`),
      out.written.length === 0
        ? `✓ Generated files${whole} are up to date`
        : `✓ ${out.written.length} generated files${whole} made again`,
      ...out.written.map(({ path, state: was }) => `  ${path} (was ${was})`),
      state === "unavailable"
        ? `! No index: ${problem}`
        : `✓ Index ${state} with ${driver}: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged (${Math.round(ms)} ms)`,
      renderNext(out.next),
    ].join("\n");
  },
});

/** Without a driver everything else still works; only a rebuild that was asked for is refused. */
async function syncIndex(project: Project, rebuild: boolean): Promise<z.output<typeof index>> {
  const { updateIndex } = await import("../store/index/project-index.ts");
  try {
    const { driver, ...counts } = await updateIndex(project, rebuild);
    return {
      state: rebuild ? "rebuilt" : "refreshed",
      driver: `${driver.name} (SQLite ${driver.sqliteVersion})`,
      ...counts,
      problem: null,
    };
  } catch (thrown) {
    if (!(thrown instanceof BlueError) || thrown.code !== "index_unavailable" || rebuild) throw thrown;
    const problem = `${thrown.message} ${thrown.suggestion ?? ""}`.trim();
    return { state: "unavailable", driver: null, added: 0, changed: 0, removed: 0, unchanged: 0, ms: 0, problem };
  }
}
