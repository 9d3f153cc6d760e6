import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import { docsIn, readDoc } from "../../../test/helpers/documents.ts";

describe("prd.renumber", () => {
  it("gives a PRD the number asked for, in the file and in the title", async () => {
    const desk = makeDesk();
    await desk.call("prd.create", { title: "Export" });
    await desk.call("prd.renumber", { id: 1, to: 7 });
    expect(docsIn(desk, "prds")).toEqual(["0007-export.draft.md"]);
    expect(readDoc(desk, ".blue/docs/prds/0007-export.draft.md")).toContain("# PRD 0007: Export");
    await desk.call("delete", { id: "PRD 0007", reason: "x" });
    await desk.call("prd.create", { title: "Import" });
    const error = await desk.refused("invalid_input", "prd.renumber", { id: "import", to: 7 });
    expect(error.message).toBe("0007 belongs to one that was deleted or moved away");
  });
});
