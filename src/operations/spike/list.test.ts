import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";

describe("spike.list", () => {
  it("lists spikes oldest first, by status", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/spikes/2026-01-02T0000Z-b.done.md": "---\nstatus: done\noutcome: resolved\n---\n",
        ".blue/docs/spikes/2026-01-01T0000Z-a.wip.md": "# Spike: A\n\n| | |\n|---|---|\n| **Status** | In Progress |\n",
      },
    });
    expect(await desk.call("spike.list")).toMatchObject({
      documents: [
        { title: "A", status: "wip", date: "2026-01-01" },
        { title: "b", status: "done" },
      ],
    });
    expect(await desk.call("spike.list", { status: "done" })).toMatchObject({ total: 1 });
  });
});
