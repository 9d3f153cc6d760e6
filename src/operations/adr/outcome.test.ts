import { describe, expect, it } from "vitest";
import { makeDialogue } from "../../../test/helpers/dialogue.ts";

describe("adr.outcome", () => {
  it("is said of an ADR in force that no dialogue decided", async () => {
    const dialogue = await makeDialogue();
    const made = await dialogue.call<{ number: number }>("adr.create", { title: "Use cursors", decision: "Cursors." });
    const id = made.number;
    await dialogue.refused("invalid_input", "adr.outcome", { id, outcome: "held", because: "x" });
    await dialogue.call("adr.status", { id, status: "accepted" });
    await dialogue.call("adr.outcome", { id, outcome: "changed", because: "offsets for exports" });
    const { decisions } = await dialogue.call<{ decisions: object[] }>("decisions", {});
    expect(decisions).toMatchObject([{ kind: "adr", outcomes: [{ outcome: "changed" }] }]);
  });
});
