import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("spike.get", () => {
  it("shows a spike with its outcome, null while it is under way", async () => {
    const desk = makeDesk();
    await desk.call("spike.create", { title: "Deep pages", question: "How slow?" });
    const open = await desk.call("spike.get", { id: "deep-pages" });
    expect(open).toMatchObject({ status: "wip", outcome: null });
    expect(await show("spike.get", open)).toMatch(/^Spike: Deep pages\n {2}wip, 2026-02-03\n/);
    await desk.call("spike.complete", { id: "deep-pages", outcome: "resolved" });
    expect(await desk.call("spike.get", { id: "deep-pages" })).toMatchObject({ status: "done", outcome: "resolved" });
    expect((await desk.refused("not_found", "spike.get", { id: "nothing" })).message).toBe("There is no Spike nothing");
  });
});
