import { describe, expect, it } from "vitest";
import { makeDialogue } from "../../test/helpers/dialogue.ts";
import { registry } from "../operations/registry.generated.ts";
import { callTool } from "./call-tool.ts";

describe("a tool's answer", () => {
  it("gives the next step as a tool and its arguments, in data and text alike, and not as a command besides", async () => {
    const { root, id, call } = await makeDialogue();
    const entry = registry.find(({ name }) => name === "dialogue.status")!;
    const asked = { project: root, signal: new AbortController().signal, progress: () => {} };
    const { content, structuredContent } = await callTool(entry, { dialogue_id: id }, asked);
    const [block] = content;
    expect(JSON.parse(block?.type === "text" ? block.text : "")).toEqual(structuredContent);
    const { next } = await call<{ next: Record<string, unknown> }>("dialogue.status", { dialogue_id: id });
    expect(next.command).toContain("blue dialogue round-prompt");
    const { command: _, ...step } = next;
    expect(structuredContent).toMatchObject({ next: step });
    expect(JSON.stringify(structuredContent)).not.toContain('"command"');
  });
});
