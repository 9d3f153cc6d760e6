import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("prd.create", () => {
  it("writes criteria as check boxes", async () => {
    const desk = makeDesk();
    const made = await desk.call<Entry>("prd.create", {
      title: "Export",
      users: "Accounting.",
      goals: ["fewer calls"],
      criteria: ["every order", "within\nan hour"],
    });
    expect(made.path).toBe(".blue/docs/prds/0001-export.draft.md");
    expect(readDoc(desk, made.path)).toContain(
      "## Goals\n\n- fewer calls\n\n## Requirements\n\n<!-- What must it do? -->\n\n## Acceptance Criteria\n\n- [ ] every order\n- [ ] within an hour\n",
    );
    expect(await show("prd.create", made)).toContain("blue prd approve --id 0001");
  });
});
