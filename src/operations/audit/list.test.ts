import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";

describe("audit.list", () => {
  it("lists audits oldest first, by status", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/audits/2026-01-02T0000Z-b.done.md": "---\nstatus: done\n---\n",
        ".blue/docs/audits/2026-01-01T0000Z-a.wip.md": "---\nstatus: wip\n---\n",
      },
    });
    expect(await desk.call("audit.list")).toMatchObject({
      documents: [{ title: "a", date: "2026-01-01" }, { title: "b" }],
    });
    expect(await desk.call("audit.list", { status: "done" })).toMatchObject({ total: 1 });
    expect((await desk.refused("invalid_input", "audit.list", { status: "x" })).field).toBe("status");
  });
});
