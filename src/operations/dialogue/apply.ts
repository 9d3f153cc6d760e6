import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import * as z from "zod";
import { throwAll } from "../../errors.ts";
import { findAuthors } from "../../facts/decided.ts";
import { safeLine } from "../../safe-text.ts";
import { documentFileAt } from "../../store/documents.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { saveText } from "../../store/write-document.ts";
import { dialogueSource, notDecided } from "../decided-dialogue.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { getDecidedDocument } from "./support/decided-document.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";

export const operation = defineOperation({
  name: "dialogue.apply",
  summary: "Write the decided text into the document it is about",
  description:
    "Shows as a diff what the decision makes of the dialogue's subject, and changes nothing; `write` does it. A document keeps its title and header, which then names the dialogue, the day and the verdict. Another file must be tracked by git and is replaced whole. What changed since the dialogue took it up is refused (`document_changed`) with both hashes.",
  effect: "write",
  idempotent: true,
  input: z.strictObject({
    ...dialogueKey,
    write: z.boolean().default(false).describe("Write it; without this the diff is only shown."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    path: z.string(),
    status: z.enum(["shown", "written", "already_there"]),
    diff: z.string().describe("Unified; empty when the document already says it."),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue apply", note: "the newest decided text that its document does not have yet, as a diff" },
    { command: "blue dialogue apply orders-pagination", note: "the diff" },
    { command: "blue dialogue apply orders-pagination --write", note: "into the document" },
  ],
  cli: { ...namedDialogueFlags, showsUnapplied: true },
  run({ write, ...key }, { project, random }) {
    const dialogue = openDialogue(project, key);
    throwAll([...dialogue.problems]);
    const { id: dialogue_id } = dialogue.loaded;
    const source = dialogueSource(project, dialogue_id);
    if (source.decided === undefined)
      throw notDecided(source, "dialogue_id", "Only decided words are written into a document: finish the dialogue.");
    const { verdict } = source.decided;
    const { path, before, after } = getDecidedDocument(project, dialogue.loaded, verdict);
    const status = before === after ? ("already_there" as const) : write ? ("written" as const) : ("shown" as const);
    if (write) saveText(project, path, before, after, random);
    return {
      dialogue_id,
      path,
      status,
      diff:
        before === after
          ? ""
          : createTwoFilesPatch(path, path, before, after, "", "", { headerOptions: FILE_HEADERS_ONLY }),
      warnings: [
        ...(verdict.forced ? ["The verdict was forced: not everyone signed these words."] : []),
        ...(findAuthors(verdict.recommendation, source.decided.ledger) === undefined
          ? ["No author wrote these words: they may be an answer about the document, not the document anew."]
          : []),
        ...oldStatus(path, after),
      ],
      next:
        status === "shown"
          ? nextCall("dialogue.apply", { dialogue_id, write: true }, "If that is what the document should say.")
          : nextStep(project, dialogue),
    };
  },
  render({ path, status, diff, warnings, next }) {
    const said = {
      shown: `Nothing is written yet. This is what would change in ${path}.`,
      written: `✓ ${path} says what was decided`,
      already_there: `✓ ${path} already says what was decided`,
    };
    return [
      ...(status === "shown" ? [diff.trimEnd(), ""] : []),
      said[status],
      ...warnings.map((warning) => `! ${warning}`),
      renderNext(next),
    ].join("\n");
  },
});

/** A status line at the head of an ordinary file. The decision does not cover it, so Blue names it and its author changes it. */
function oldStatus(path: string, text: string): string[] {
  if (documentFileAt(path) !== undefined) return [];
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.startsWith("## "));
  const at = lines
    .slice(0, end === -1 ? mostHead : Math.min(end, mostHead))
    .findIndex((line) => /^\W*status\W+(?:draft|propos(?:al|ed)|under review|in review|rfc|wip)\b/i.test(line));
  return at === -1
    ? []
    : [`Line ${at + 1} stays as it is: “${safeLine(lines[at]!)}” Edit it, if that is no longer so.`];
}

const mostHead = 20;
