import * as z from "zod";
import { refuse } from "../errors.ts";
import { plural } from "../pages/page.ts";
import { itemTypeLetters } from "../rules/vocabulary.ts";
import { fileText } from "../store/file-text.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { currentPanel } from "../store/in-work.ts";
import { findTranscript, readTranscript } from "../store/transcripts.ts";
import { dialogueKey } from "./dialogue/support/dialogue-key.ts";
import { nextStep } from "./dialogue/support/next-step.ts";
import { refuseDamaged } from "./dialogue/support/open-round.ts";
import { getMember } from "./dialogue/support/seat-panel.ts";
import { type Next, nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

const longestAnswer = 60_000;
const itemHeads = new RegExp(`^[^\\p{L}\\n]{0,40}\\[[\\p{L}\\p{N}-]+-[${itemTypeLetters.join("")}]\\d{4,}\\s*:`, "gmu");

export const operation = defineOperation({
  name: "extract-dialogue",
  summary: "Read what a subagent said, from its transcript",
  description:
    "For an expert that answered without writing its draft. Reads the last message of a subagent by `task_id`, or of a transcript at `file_path` (JSON lines only), says whether it is whole, and counts tool uses. With a dialogue and `expert` it is saved as that expert's draft; it never replaces one.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    task_id: z.string().optional().describe("The subagent's id, e.g. `a6dc70c`."),
    file_path: z.string().optional().describe("A transcript or output file."),
    all: z.boolean().default(false).describe("All assistant text, not only the last message."),
    ...dialogueKey,
    expert: z.string().optional().describe("Save the text as this panel member's draft."),
  }),
  output: z.strictObject({
    path: z.string(),
    state: z.enum(["whole", "torn", "empty"]),
    text: z.string(),
    cut: z.boolean(),
    messages: z.int(),
    tool_uses: z.int(),
    bytes: z.int(),
    notes: z.array(z.string()),
    markers: z.int().describe("Items found in the text."),
    saved: z.strictObject({ path: z.string(), beside: z.boolean() }).nullable(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue extract-dialogue --task-id a6dc70c", note: "what the subagent said" },
    {
      command: "blue extract-dialogue --task-id a6dc70c --id webhook-delivery --expert Muffin",
      note: "and file it as a draft",
    },
  ],
  cli: { flagAliases: { dialogue_id: ["id"] } },
  run({ task_id, file_path, all, expert, ...key }, { project, random, now }) {
    if ((task_id === undefined) === (file_path === undefined))
      refuse("invalid_input", "task_id", "one_source", {
        message: "Give `task_id` or `file_path`",
        suggestion: "One of the two.",
      });
    const named = key.dialogue_id !== undefined || key.output_dir !== undefined;
    if (expert !== undefined && !named)
      refuse("invalid_input", "dialogue_id", "required", {
        message: "`expert` needs the dialogue whose draft it is",
        suggestion: "Name the dialogue, or leave `expert` out to only read the text.",
      });
    if (expert === undefined && named)
      refuse("invalid_input", "expert", "required", {
        message: "A dialogue alone does not say whose draft the text is",
        suggestion: "Name the panel member who wrote it, or leave the dialogue out to only read the text.",
      });
    const transcript = readTranscript(file_path ?? findTranscript(task_id!, process.env), { all, base: project.root });
    const { asked: _, run, ...answer } = transcript;
    const { text, state, tool_uses } = answer;
    const saved = expert === undefined ? null : save(expert);
    const dialogue = expert === undefined ? undefined : openDialogue(project, key);
    return {
      ...answer,
      text: text.slice(0, longestAnswer),
      cut: text.length > longestAnswer,
      markers: countItems(text),
      saved,
      next: dialogue === undefined ? nextToRead(text) : nextStep(project, dialogue),
    };

    function save(expert: string): { path: string; beside: boolean } {
      const dialogue = openDialogue(project, key);
      refuseDamaged(dialogue);
      const seat = getMember(currentPanel(dialogue) ?? [], expert);
      if (text.trim() === "")
        refuse("draft_missing", task_id === undefined ? { file_path } : { task_id }, "has_text", {
          message: `${transcript.path} contains no text`,
          suggestion: `Start ${seat.name} again.`,
        });
      const provenance = {
        source: "transcript" as const,
        filed_by: "Judge",
        filed_at: now().toISOString(),
        note: `${state} transcript, ${tool_uses} tool uses`,
        ...run,
      };
      const field = task_id === undefined ? "file_path" : "task_id";
      return fileText(project, dialogue, seat.name, { text, provenance }, random, field);
    }
  },
  render: (out) =>
    [
      `${out.path}: ${out.state}, ${plural(out.messages, "message")}, ${plural(out.tool_uses, "tool use")}, ${plural(out.markers, "marker")}`,
      ...out.notes.map((note) => `! ${note}`),
      out.saved === null ? out.text : `✓ Filed: ${out.saved.path}${out.saved.beside ? " (beside the first text)" : ""}`,
      renderNext(out.next),
    ].join("\n"),
});

/** Items of any expert: without an expert nobody has said whose text this is. */
function countItems(text: string): number {
  return text.match(itemHeads)?.length ?? 0;
}

function nextToRead(text: string): Next {
  if (text.trim() !== "") {
    const args = { dialogue_id: "…", expert: "…", text: "…" };
    return nextCall("dialogue.expert-write", args, "File it as the expert's draft, word for word.");
  }
  const why = "There is no text to file: start the expert again as this says; who wrote nothing is `absent`.";
  return nextCall("dialogue.round-prompt", { dialogue_id: "…" }, why);
}
