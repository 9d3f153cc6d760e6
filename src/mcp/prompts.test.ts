import { describe, expect, it } from "vitest";
import { registry } from "../operations/registry.generated.ts";
import { getPrompt, promptsFor } from "./prompts.ts";

const all = new Set(registry.map(({ tool }) => tool));
const textOf = (name: string, given?: Record<string, string>) => {
  const [message] = getPrompt(all, name, given).messages;
  return message?.content.type === "text" ? message.content.text : "";
};

describe("prompts, for clients without skills", () => {
  it("are the two a person starts by name, each where its first tool is offered", () => {
    expect(promptsFor(all).map(({ name }) => name)).toEqual(["play-alignment", "alignment-status"]);
    expect(promptsFor(new Set(["blue_dialogue_status"])).map(({ name }) => name)).toEqual(["alignment-status"]);
    expect(() => getPrompt(new Set(), "play-alignment")).toThrow("Prompt play-alignment not found");
  });

  it("play-alignment is the skill without its front matter, and the topic", () => {
    const text = textOf("play-alignment", { topic: "one repository or many" });
    expect(text).toMatch(/^# Alignment play\n/);
    expect(text).toMatch(/one repository or many$/);
  });

  it("alignment-status asks for one dialogue, or for all that are open", () => {
    expect(textOf("alignment-status", { dialogue: "pagination" })).toContain('dialogue_id "pagination"');
    expect(textOf("alignment-status")).toContain("blue_dialogue_list");
  });

  it("name only tools there are", () => {
    for (const { name } of promptsFor(all))
      for (const tool of textOf(name).match(/\bblue_[a-z_]+/g) ?? []) expect([...all]).toContain(tool);
  });
});
