import { describe, expect, it } from "vitest";
import { edit, makeDesk, show } from "../../../test/helpers/dialogue.ts";
import type { Entry } from "../../../test/helpers/documents.ts";

describe("prd.complete", () => {
  it("is refused while criteria are unchecked, listing each", async () => {
    const desk = makeDesk();
    await desk.call("prd.create", { title: "Export", criteria: ["every order", "within an hour"] });
    await desk.refused("invalid_status_transition", "prd.complete", { id: 1 });
    const { path } = await desk.call<Entry>("prd.approve", { id: 1 });
    edit(desk.root, path, (text) => text.replace("[ ] every", "[x] every"));
    const error = await desk.refused("criteria_unchecked", "prd.complete", { id: 1 });
    expect(error.message).toMatch(/1 of 2 acceptance criteria of PRD 0001 are unchecked: line \d+: within an hour/);
    edit(desk.root, path, (text) => text.replace("[ ] within", "[X] within"));
    const done = await desk.call<Entry>("prd.complete", { id: 1 });
    expect(done.path).toBe(".blue/docs/prds/0001-export.complete.md");
    expect(await show("prd.complete", done)).toContain("✓ PRD 0001 complete");
  });
});
