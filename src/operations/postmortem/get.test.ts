import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("postmortem.get", () => {
  it("shows the action items and which are open", async () => {
    const desk = makeDesk();
    await desk.call("postmortem.create", { title: "Lost", actions: ["Count | us | 2026-03-01", "Alert"] });
    await desk.call("postmortem.action-to-rfc", { id: "lost", action: 1 });
    const answer = await desk.call("postmortem.get", { id: "lost" });
    expect(answer).toMatchObject({
      items: [
        { number: 1, action: "Count", owner: "us", due: "2026-03-01", open: false },
        { number: 2, action: "Alert", owner: "", status: "open", open: true },
      ],
    });
    expect(await show("postmortem.get", answer)).toContain("Action items: 2 (1 open)\n");
  });
});
