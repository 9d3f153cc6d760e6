import * as z from "zod";
import { lintDialogueDocument } from "../../documents/lint-dialogue.ts";
import { throwAll } from "../../errors.ts";
import { ownerLine, renderDialogueDocument } from "../../pages/dialogue-document.ts";
import { minuteStamp } from "../../rules/slug.ts";
import { ensureBlueFolder, ensureFolders, replaceFile } from "../../store/blue-folder.ts";
import { markdownFiles } from "../../store/documents.ts";
import { openDialogue, topicOf } from "../../store/find-dialogue.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { placeNew } from "../../store/write-document.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";

const folder = ".blue/docs/dialogues";

export const operation = defineOperation({
  name: "dialogue.save",
  summary: "Keep a dialogue as one document among the decisions",
  description:
    "Writes the dialogue to `.blue/docs/dialogues/<ISO>-<slug>.dialogue.md` in RFC 0023's format. Saving again replaces it; another document of that name stays.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject(dialogueKey),
  output: z.strictObject({
    dialogue_id: z.string(),
    path: z.string(),
    score: z.number().describe("Of its own lint."),
    next: nextSchema,
  }),
  examples: [{ command: "blue dialogue save webhook-delivery", note: "when it is decided" }],
  cli: dialogueFlags,
  run(key, { project, random }) {
    const { loaded, problems } = openDialogue(project, key);
    throwAll([...problems]);
    const stamp =
      /^\d{4}-\d{2}-\d{2}T\d{4}Z(?=-)/.exec(loaded.id)?.[0] ?? minuteStamp(new Date(loaded.opening.created_at));
    const text = renderDialogueDocument(loaded);
    ensureBlueFolder(project, random);
    ensureFolders(project, folder);
    const path = writeOwn(project, `${stamp}-${topicOf(loaded.id)}`, loaded.id, text, random);
    return {
      dialogue_id: loaded.id,
      path,
      score: lintDialogueDocument(text).score,
      next: nextCall("dialogue.lint", { file_path: path }, "Check it as a reader's tool would."),
    };
  },
  render: (out) => [`✓ ${out.path} (lint ${Math.round(out.score * 100)}%)`, renderNext(out.next)].join("\n"),
});

/** The document of this dialogue if it has one, else the first free name: whatever else has the name is somebody's and stays. */
function writeOwn(
  project: Project,
  stem: string,
  dialogue: string,
  text: string,
  random: (n: number) => Uint8Array,
): string {
  const nameOf = (n: number) => `${folder}/${n === 1 ? stem : `${stem}-${n}`}.dialogue.md`;
  const own = markdownFiles(project, folder).find(
    (path) => path.startsWith(`${folder}/${stem}`) && isOf(project, path, dialogue),
  );
  if (own !== undefined) {
    replaceFile(project, own, text, random);
    return own;
  }
  for (let n = 1; ; n++) if (placeNew(project, nameOf(n), text, random)) return nameOf(n);
}

function isOf(project: Project, path: string, dialogue: string): boolean {
  const text = findFile(project, path, "path", Number.MAX_SAFE_INTEGER)?.toString("utf8") ?? "";
  return text.split("\n", 10).includes(ownerLine(dialogue));
}
