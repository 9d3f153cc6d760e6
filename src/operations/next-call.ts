/** Every answer says what to do next: the exact call, for a model and for a person, and why. */
import * as z from "zod";
import { toolName } from "./operation.ts";

export const nextSchema = z.strictObject({
  tool: z.string().describe("The tool to call."),
  arguments: z.record(z.string(), z.unknown()).describe("What it takes; `…` stands for what only you can say."),
  command: z.string().describe("The same as a command."),
  why: z.string(),
});

export type Next = z.output<typeof nextSchema>;

export function nextCall(name: string, args: Record<string, unknown>, why: string): Next {
  const flags = Object.entries(args)
    .filter(([, value]) => typeof value !== "object")
    .map(
      ([field, value]) =>
        `--${field === "dialogue_id" ? "id" : field.replaceAll("_", "-")} ${shellWord(String(value))}`,
    );
  const nested = Object.values(args).some((value) => typeof value === "object");
  const command = ["blue", ...name.split("."), ...flags, ...(nested ? ["--input", "<file.json>"] : [])].join(" ");
  return { tool: toolName(name), arguments: args, command, why };
}

export function renderNext({ command, why }: Next): string {
  return `Next: ${command}\n      ${why}`;
}

export function shellWord(value: string): string {
  return /^[\w./:@=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
