/**
 * What a client tells its model about this server before any call: at most 2 KB, and only about tools that are offered.
 */
import type { OperationEntry } from "../operations/operation.ts";

const opening = `Blue keeps a project's deliberations and decisions as records in the project's own repository, under \`.blue/\`. \
A record is one file, written once and never changed. The index and the Markdown for readers are made from the records.`;

/** Advice per tool, in the order in which a newcomer needs it. */
const advice: readonly (readonly [tool: string, text: string])[] = [
  [
    "blue_status",
    "Start with blue_status: it says where the project is, what is open and what to do next. Call it again whenever you have lost your place.",
  ],
  [
    "blue_dialogue_create",
    "A decision that one opinion should not settle goes to a dialogue, opened by blue_dialogue_create. You are its Judge: experts, run as your own subagents, write drafts; you register what they wrote and never write for them.",
  ],
  [
    "blue_dialogue_status",
    "blue_dialogue_status says where one dialogue is and gives the exact next call, read from disk: nothing is lost with your context.",
  ],
  ["blue_rfc_create", "blue_rfc_create with `from_dialogue` turns a verdict into an RFC."],
  ["blue_search", "blue_search finds what was said and decided before."],
  ["blue_init", "blue_init prepares a project; the first call that writes does it too."],
  [
    "blue_sync",
    "blue_sync brings the index and the generated files up to date after a checkout, a merge or an edit by hand.",
  ],
  ["blue_doctor", "blue_doctor checks the installation and the project when something does not work."],
];

const closing = `Records and generated files are Blue's alone to write; never edit them. Every answer is one JSON object, without what is empty. A refusal is an error with \`error_code\`, \`message\` and, \
where there is one, the \`field\` and a \`suggestion\`: do what it suggests, then repeat the call.`;

export function instructionsFor(entries: readonly OperationEntry[]): string {
  const offered = new Set(entries.map((entry) => entry.tool));
  const lines = advice.filter(([tool]) => offered.has(tool)).map(([, text]) => `- ${text}`);
  return [opening, lines.join("\n"), closing].filter((part) => part !== "").join("\n\n");
}
