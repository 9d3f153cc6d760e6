import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docsIn } from "../../../test/helpers/documents.ts";

describe("prd.approve", () => {
  it("moves a draft on, and warns when nobody could tell that it is done", async () => {
    const desk = makeDesk();
    await desk.call("prd.create", { title: "Export" });
    const approved = await desk.call("prd.approve", { id: 1 });
    expect(approved).toMatchObject({
      status: "approved",
      warnings: [
        "It is approved, and nobody wrote “Problem”, “Users”, “Goals”, “Requirements”, “Acceptance Criteria”",
        "It has no acceptance criteria; nobody can tell when it is done",
      ],
    });
    expect(docsIn(desk, "prds")).toEqual(["0001-export.approved.md"]);
    expect(await show("prd.approve", approved)).toContain("! It has no acceptance criteria");
    await desk.call("prd.complete", { id: 1 });
    await desk.refused("invalid_status_transition", "prd.approve", { id: 1 });
  });
});
