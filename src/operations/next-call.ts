/** Every answer says what to do next: the exact call, for a model and for a person, and why. */
import * as z from "zod";
import { shellWord } from "../safe-text.ts";
import { toolName } from "./operation.ts";

export const nextSchema = z.strictObject({
  tool: z.string().describe("The tool to call."),
  arguments: z.record(z.string(), z.unknown()).describe("What it takes; `…` stands for what only you can say."),
  command: z.string().describe("The same as a command."),
  why: z.string(),
});

export type Next = z.output<typeof nextSchema>;

/** Where nothing waits. */
export const nothingOpen = nextCall(
  "dialogue.create",
  { title: "…", question: "…", subject: "…" },
  "Nothing is open. Open a dialogue on a question that one opinion should not settle.",
);

/** Of all dialogues, the oldest first: what is damaged, then the newest open one, where an agent that lost its context goes on. Its own step it says itself. */
export function nextAmong(dialogues: readonly { id: string; state: string }[]): Next | undefined {
  const damaged = dialogues.find(({ state }) => state === "damaged");
  if (damaged !== undefined)
    return nextCall("dialogue.verify", { dialogue_id: damaged.id }, "Its records cannot be trusted as they are.");
  const open = dialogues.findLast(({ state }) => state === "open");
  return open && nextCall("dialogue.status", { dialogue_id: open.id }, "Go on with the newest open dialogue.");
}

/** A call as a command; what does not fit on a command line goes into a file. */
export function commandFor(name: string, args: Record<string, unknown>): string {
  const nested = Object.values(args).some(isNested);
  const words = nested
    ? ["--input input.json"]
    : Object.entries(args)
        .filter(([field]) => /^[a-z_]+$/.test(field))
        .flatMap(([field, value]) => flagWords(field, value));
  return ["blue", ...name.split("."), ...words].join(" ");
}

/** What does not fit on a command line, the command prints filled in: to edit, and to give back by `--input`. */
export function nextCall(name: string, args: Record<string, unknown>, why: string): Next {
  const nested = Object.values(args).some((value) => isNested(value));
  const fields = Object.entries(args).filter(([field]) => !nested || field === "dialogue_id" || field === "round");
  const words = [...fields.flatMap(([field, value]) => flagWords(field, value)), ...(nested ? ["--scaffold"] : [])];
  return { tool: toolName(name), arguments: args, command: ["blue", ...name.split("."), ...words].join(" "), why };
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some((one) => typeof one === "object") : typeof value === "object";
}

function flagWords(field: string, value: unknown): string[] {
  const name = field === "dialogue_id" ? "id" : field.replaceAll("_", "-");
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  return [value].flat().map((one) => `--${name} ${shellWord(String(one))}`);
}

export function renderNext({ command, why }: Next): string {
  const edit = command.endsWith(" --scaffold")
    ? "\nPut what it prints into a file, fill in or delete every `…` and `<…>`, and give the file back by --input."
    : "";
  return `Next: ${command}\n${why}${edit}`.replaceAll("\n", "\n      ");
}
