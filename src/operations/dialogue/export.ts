import * as z from "zod";
import { throwAll } from "../../errors.ts";
import { handSchema, unconvincedSchema } from "../../facts/schema.ts";
import { exportDialogue, renderExport } from "../../pages/export.ts";
import { plural } from "../../pages/page.ts";
import { type ExportFormat, exportNames } from "../../pages/page-names.ts";
import { ensureBlueFolder, replaceFile } from "../../store/blue-folder.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";

const formats = Object.keys(exportNames) as [ExportFormat, ...ExportFormat[]];

export const operation = defineOperation({
  name: "dialogue.export",
  summary: "Export a dialogue with its full scoreboard",
  description:
    "Writes it into its folder; answers with path and totals. `csv`: the scoreboard; `findings`, `github`, `jira`: what is open.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({ ...dialogueKey, format: z.enum(formats).default("json") }),
  output: z.strictObject({
    dialogue_id: z.string(),
    path: z.string(),
    bytes: z.int(),
    totals: z.strictObject({
      rounds: z.int(),
      alignment: z.strictObject({ W: z.number(), C: z.number(), T: z.number(), R: z.number(), total: z.number() }),
      experts_consulted: z.int(),
      tensions: z.int(),
      tensions_resolved: z.int(),
      tensions_accepted: z.int(),
      final_velocity: z.int(),
      convergence_achieved: z.boolean(),
      convergence_reason: z.string(),
    }),
    judges_hand: handSchema,
    left_unconvinced: z.array(unconvincedSchema),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue export --id webhook-delivery", note: "JSON, to dialogue.json" },
    { command: "blue dialogue export webhook-delivery --format csv", note: "the scoreboard as a table" },
    { command: "blue dialogue export review-of-docs-play-md --format github", note: "findings as a list to tick" },
  ],
  cli: dialogueFlags,
  run({ format: wanted, ...key }, { project, random }) {
    const { loaded, ledger, problems } = openDialogue(project, key);
    throwAll([...problems]);
    const format = wanted === "csv" && loaded.opening.settings.method === "review" ? "findings" : wanted;
    const exported = exportDialogue(ledger, loaded);
    const text = renderExport(format, loaded, ledger);
    const path = `${loaded.path}/${exportNames[format]}`;
    ensureBlueFolder(project, random); // a fresh clone has dialogues and no place for files on their way
    replaceFile(project, path, text, random);
    return {
      dialogue_id: loaded.id,
      path,
      bytes: Buffer.byteLength(text),
      totals: exported.scoreboard.totals,
      judges_hand: exported.judges_hand,
      left_unconvinced: exported.left_unconvinced,
      next: nextCall(
        "dialogue.save",
        { dialogue_id: loaded.id },
        "Keep it as a document among the project's decisions.",
      ),
    };
  },
  render: (out) =>
    [
      `✓ ${out.path} (${out.bytes} bytes)`,
      `${plural(out.totals.rounds, "round")}, ALIGNMENT ${out.totals.alignment.total}, ${plural(out.totals.experts_consulted, "expert")}, ${out.totals.tensions_resolved}/${out.totals.tensions} tensions resolved, ${out.totals.convergence_reason}`,
      renderNext(out.next),
    ].join("\n"),
});
