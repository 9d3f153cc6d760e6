/** What a person can start by name (`/play-alignment`) in a client that knows prompts but no skills. A prompt is offered with its first tool. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ownPackage } from "../own-package.ts";

interface OwnPrompt extends Prompt {
  /** The tool it begins with. */
  tool: string;
  text(argument: string | undefined): string;
}

const prompts: readonly OwnPrompt[] = [
  {
    name: "play-alignment",
    tool: "blue_dialogue_create",
    description: "Let a panel of experts decide, with you as the Judge",
    arguments: [{ name: "topic", description: "What is to be decided; also `--panel-size 7`, `--rfc 0042` …" }],
    text: (topic) => `${skillText()}\n\nThe user said: /alignment-play ${topic ?? "(no topic yet: ask for one)"}`,
  },
  {
    name: "alignment-status",
    tool: "blue_dialogue_status",
    description: "Where a dialogue is, and what comes next",
    arguments: [{ name: "dialogue", description: "Its id or topic; left out: the ones that are open" }],
    text: (dialogue) =>
      [
        dialogue === undefined
          ? "Call blue_dialogue_list with `state` open, then blue_dialogue_status for each."
          : `Call blue_dialogue_status with dialogue_id ${JSON.stringify(dialogue)}.`,
        "Tell the user in at most ten lines: the question, the round, open tensions with their owners, new perspectives, who has not signalled, what blocks the verdict, and the next call. Read only: change nothing unless asked.",
      ].join(" "),
  },
];

/** The skill as it is installed elsewhere, without its front matter: there is one text about judging. */
function skillText(): string {
  const text = readFileSync(join(ownPackage().skills, "alignment-play", "SKILL.md"), "utf8");
  return text.replace(/^---\n[\s\S]*?\n---\n+/, "").trimEnd();
}

export function promptsFor(offered: ReadonlySet<string>): Prompt[] {
  return prompts.filter(({ tool }) => offered.has(tool)).map(({ tool: _, text: __, ...prompt }) => prompt);
}

export function getPrompt(
  offered: ReadonlySet<string>,
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name && offered.has(one.tool));
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${name} not found`);
  const said = given[prompt.arguments![0]!.name]?.trim();
  const text = prompt.text(said === "" ? undefined : said);
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
