import { describe, expect, it } from "vitest";
import { makeDialogue } from "../../../test/helpers/dialogue.ts";

describe("rfc.outcome", () => {
  it("is said of the dialogue where one decided it", async () => {
    const dialogue = await makeDialogue();
    const made = await dialogue.call<{ number: number }>("rfc.create", { title: "Pages", dialogue: dialogue.id });
    const refused = await dialogue.refused("invalid_input", "rfc.outcome", {
      id: made.number,
      outcome: "held",
      because: "x",
    });
    expect(refused.suggestion).toContain(`blue dialogue outcome ${dialogue.id} held`);
  });
});
