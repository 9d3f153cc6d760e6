import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.close", () => {
  it("is recorded like a verdict, with its reason and what was set aside, and decides nothing", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll();
    await dialogue.call("dialogue.round-discard", { dialogue_id: dialogue.id, reason: "hopeless" });
    const input = { dialogue_id: dialogue.id, outcome: "impasse", reason: "two mandates\nexclude each other" };
    const closed = await dialogue.call<{ path: string }>("dialogue.close", input);
    expect(closed).toMatchObject({ status: "closed", outcome: "impasse", next: { tool: "blue_dialogue_export" } });
    expect(JSON.parse(readFileSync(join(dialogue.root, closed.path), "utf8"))).toMatchObject({
      kind: "verdict",
      verdict_type: "impasse",
      verdict_id: "close",
      round: 0,
      prev: dialogue.record(0).self,
      recommendation: [],
      description: ["two mandates", "exclude each other"],
      discarded: [{ reason: "hopeless" }],
    });
    expect(await show("dialogue.close", closed)).toContain("is closed: impasse");
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      state: "closed",
      verdicts: [{ verdict_type: "impasse", in_force: false }],
      judges_hand: { discarded: 3 },
    });
    expect(await dialogue.call("dialogue.export", { dialogue_id: dialogue.id })).toMatchObject({
      judges_hand: { discarded: 3 },
    });
  });

  it("refuses over words of the open round, an expert's or a guest's; set aside, its record holds them", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: raisesTension });
    const path = dialogue.write("Muffin", "[MUFFIN-T0101: no]\nNever.\n");
    const closing = { ...key, outcome: "impasse", reason: "nobody moves" };
    const error = await dialogue.refused("unregistered_files", "dialogue.close", closing);
    expect(error).toMatchObject({ constraint: "recorded", value: [path] });
    expect(error.suggestion).toContain("round-discard");
    await dialogue.call("dialogue.round-discard", { ...key, reason: "we stop here" });
    await dialogue.call("dialogue.say", { ...key, text: "hi" });
    await dialogue.refused("unregistered_files", "dialogue.close", closing);
    await dialogue.call("dialogue.round-discard", { ...key, reason: "and hear nobody" });
    const closed = await dialogue.call<{ path: string }>("dialogue.close", closing);
    expect(JSON.parse(readFileSync(join(dialogue.root, closed.path), "utf8"))).toMatchObject({
      discarded: [
        { reason: "we stop here", texts: [{ expert: "Muffin", lines: ["[MUFFIN-T0101: no]", "Never."] }] },
        { reason: "and hear nobody", texts: [{ expert: "Guest", lines: ["hi"] }] },
      ],
    });
    await dialogue.call("dialogue.say", { ...key, text: "One more thing." });
    expect(await dialogue.call("dialogue.close", closing)).toMatchObject({ status: "already_closed" });
  });

  it("refuses a blank reason and an outcome that is a decision", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.refused("invalid_input", "dialogue.close", { ...key, outcome: "impasse", reason: " " });
    await dialogue.refused("invalid_input", "dialogue.close", { ...key, outcome: "final", reason: "done" });
  });
});
