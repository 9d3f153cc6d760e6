import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";

describe("prd.list", () => {
  it("lists PRDs by number; another tool's words for complete are understood", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/prds/0002-b.done.md": "---\nstatus: Done\n---\n",
        ".blue/docs/prds/0001-a.draft.md": "---\nstatus: draft\n---\n",
      },
    });
    expect(await desk.call("prd.list", { status: "complete" })).toMatchObject({
      documents: [{ id: "PRD 0002", status: "complete" }],
    });
  });
});
