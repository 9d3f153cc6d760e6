import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("runbook.actions", () => {
  it("lists every action with its trigger words", async () => {
    const desk = makeDesk();
    expect(await show("runbook.actions", await desk.call("runbook.actions"))).toBe("No runbook describes an action.");
    await desk.call("runbook.create", { title: "Deploy", action: "ship", triggers: ["release"], steps: ["tag"] });
    const answer = await desk.call("runbook.actions");
    expect(answer).toMatchObject({ actions: [{ action: "ship", triggers: ["release"], steps: 1, runbook: "Deploy" }] });
    expect(await show("runbook.actions", answer)).toContain("ship    release   1      Deploy");
  });
});
