import * as z from "zod";
import { BlueError } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import { itemTypeLetters } from "../rules/vocabulary.ts";
import { fileText, findPanel } from "../store/drafts.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { findTranscript, readTranscript } from "../store/transcripts.ts";
import { dialogueKey } from "./dialogue/dialogue-key.ts";
import { nextStep } from "./dialogue/next-step.ts";
import { refuseDamaged } from "./dialogue/open-round.ts";
import { type Next, nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

const longestAnswer = 60_000;
const itemHeads = new RegExp(`^[^\\p{L}\\n]{0,40}\\[[\\p{L}\\p{N}-]+-[${itemTypeLetters.join("")}]\\d{4,}\\s*:`, "gmu");

export const operation = defineOperation({
  name: "extract-dialogue",
  summary: "Read what a subagent said, from its transcript",
  description:
    "For an expert that answered without writing its draft. Reads the last message of a subagent by `task_id`, or of a transcript at `file_path` (JSON lines, a task's output, or plain text), says whether it is whole, torn or empty, and counts tool uses (0 means nothing was read). With a dialogue and `expert` it is saved straight as that expert's draft, with this origin; it never replaces a draft.",
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
    format: z.string(),
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
      command: "blue extract-dialogue --task-id a6dc70c --id nvidia-investment --expert Muffin",
      note: "and file it as a draft",
    },
  ],
  cli: { flagAliases: { dialogue_id: ["id"] } },
  run({ task_id, file_path, all, expert, ...key }, { project, random, now }) {
    if ((task_id === undefined) === (file_path === undefined)) {
      throw new BlueError("invalid_input", "Give `task_id` or `file_path`", {
        field: "task_id",
        constraint: "one_source",
        suggestion: "One of the two.",
      });
    }
    const named = key.dialogue_id !== undefined || key.output_dir !== undefined;
    if (expert !== undefined && !named) {
      throw new BlueError("invalid_input", "`expert` needs the dialogue whose draft it is", {
        field: "dialogue_id",
        constraint: "required",
        suggestion: "Name the dialogue, or leave `expert` out to only read the text.",
      });
    }
    if (expert === undefined && named) {
      throw new BlueError("invalid_input", "A dialogue without `expert` says not whose draft the text is", {
        field: "expert",
        constraint: "required",
        suggestion: "Name the panel member who wrote it, or leave the dialogue out to only read the text.",
      });
    }
    const found = file_path === undefined ? findTranscript(task_id!, { env: process.env }) : undefined;
    const transcript = readTranscript(found?.path ?? file_path!, { all, base: project.root });
    const saved = expert === undefined ? null : save(expert);
    const dialogue = expert === undefined ? undefined : openDialogue(project, key);
    return {
      path: transcript.path,
      format: transcript.format,
      state: transcript.state,
      text: transcript.text.slice(0, longestAnswer),
      cut: transcript.cut || transcript.text.length > longestAnswer,
      messages: transcript.messages,
      tool_uses: transcript.tool_uses,
      bytes: transcript.bytes,
      notes: [...(found?.notes ?? []), ...transcript.notes],
      markers: countItems(transcript.text),
      saved,
      next: dialogue === undefined ? nextToRead(transcript.text) : nextStep(project, dialogue),
    };

    function save(name: string): { path: string; beside: boolean } {
      const dialogue = openDialogue(project, key);
      refuseDamaged(dialogue);
      const { loaded, next } = dialogue;
      const panel = findPanel(project, next) ?? loaded.rounds.at(-1)?.panel ?? [];
      const seat = panel.find((one) => expertKey(one.name) === expertKey(name));
      if (seat === undefined) {
        throw new BlueError("panel_mismatch", `${name} is not on the panel of round ${next.round}`, {
          field: "expert",
          value: name,
          constraint: "panel_member",
          suggestion: `The panel is ${panel.map((one) => one.name).join(", ") || "not seated yet"}.`,
        });
      }
      if (transcript.text.trim() === "" || transcript.cut) {
        throw new BlueError(
          "draft_missing",
          `${transcript.path} ${transcript.cut ? "is longer than a draft may be" : "contains no text"}`,
          {
            field: task_id === undefined ? "file_path" : "task_id",
            value: task_id ?? file_path,
            constraint: "has_text",
            suggestion: `Start ${seat.name} again.`,
          },
        );
      }
      const origin = {
        source: "transcript" as const,
        filed_by: "Judge",
        filed_at: now().toISOString(),
        note: `${transcript.state} transcript, ${transcript.tool_uses} tool uses`,
      };
      const field = task_id === undefined ? "file_path" : "task_id";
      return fileText(project, next, seat.name, transcript.text, origin, random, field);
    }
  },
  render: (out) =>
    [
      `${out.path}: ${out.format}, ${out.state}, ${out.messages} messages, ${out.tool_uses} tool uses, ${out.markers} markers`,
      ...out.notes.map((note) => `! ${note}`),
      out.saved === null ? out.text : `✓ Filed: ${out.saved.path}${out.saved.beside ? " (beside the first text)" : ""}`,
      renderNext(out.next),
    ].join("\n"),
});

/** Items whoever's they are: without an expert nobody has said whose text this is. */
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
