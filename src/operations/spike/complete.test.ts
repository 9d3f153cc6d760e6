import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/spikes/2026-01-01T1000Z-deep.wip.md";
const text =
  "---\ntitle: Deep\nstatus: wip\n---\n\n# Spike: Deep\n\nmy notes\n\n## Outcome\n\n<!-- hint -->\n\n## Mine\n\nkept\n";

describe("spike.complete", () => {
  it("records outcome and summary, renames, and names the RFC to create", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    const done = await desk.call<Entry>("spike.complete", {
      id: path,
      outcome: "recommends-implementation",
      summary: "Cursors.",
    });
    expect(done).toMatchObject({
      status: "done",
      next: { tool: "blue_rfc_create", arguments: { title: "Deep", source_spike: "2026-01-01T1000Z-deep.done.md" } },
    });
    expect(readDoc(desk, done.path)).toBe(
      text
        .replace("status: wip\n", "status: done\noutcome: recommends-implementation\n")
        .replace("<!-- hint -->", "Cursors."),
    );
    expect(await show("spike.complete", done)).toContain("blue rfc create --title Deep");
    await desk.call("rfc.create", (done.next as { arguments: Record<string, string> }).arguments);
    await desk.refused("invalid_status_transition", "spike.complete", { id: "deep", outcome: "resolved" });
  });

  it("has no next for what is settled, and refuses an outcome that is none", async () => {
    const desk = makeDesk({
      tree: { [path]: "# Spike: Old\n\n| | |\n|---|---|\n| **Status** | In Progress |\n\n---\n" },
    });
    expect((await desk.refused("invalid_input", "spike.complete", { id: "deep", outcome: "fine" })).field).toBe(
      "outcome",
    );
    const done = await desk.call<Entry>("spike.complete", { id: "deep", outcome: "no-action" });
    expect(done.next).toBeNull();
    expect(readDoc(desk, done.path)).toContain("| **Status** | Done |\n| **Outcome** | no-action |\n");
  });
});
