import * as z from "zod";
import { ensureBlueFolder } from "../store/blue-folder.ts";
import { isIgnored } from "../store/git.ts";
import { nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "init",
  summary: "Create the .blue folder in this project",
  description:
    "Creates `.blue/` with its own `.gitignore` and an empty `dialogues/`. Optional: the first write does the same silently. Safe to repeat; it only adds what is missing.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({}),
  output: z.strictObject({
    root: z.string(),
    created: z.array(z.string()).describe("What was missing and is there now, from the project's root."),
    ignored_by_git: z
      .boolean()
      .describe("Whether git ignores `.blue/dialogues/`, so that records would never be committed."),
    next: nextSchema,
  }),
  examples: [{ command: "blue init", note: "in the project's folder" }],
  run(_, { project, random }) {
    const created = ensureBlueFolder(project, random);
    return {
      root: project.root,
      created,
      ignored_by_git: isIgnored(project, ".blue/dialogues/.gitkeep"),
      next: nextCall("status", {}, "See what is here."),
    };
  },
  render({ root, created, ignored_by_git, next }) {
    const lines = [
      created.length > 0 ? `✓ Blue is ready in ${root}` : `✓ Blue was already set up in ${root}`,
      ...created.map((path) => `  + ${path}`),
    ];
    if (ignored_by_git) {
      lines.push("! Git ignores .blue/dialogues/: records will not be committed, and a lost disk loses them.");
    }
    lines.push(renderNext(next));
    return lines.join("\n");
  },
});
