import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docExists, type Entry, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/reminders/2026-01-01T1000Z-look.snoozed.md";
const text = "---\ntitle: Look\nstatus: snoozed\ndue: 2026-02-01\nsnoozed_until: 2026-03-01\n---\n\nMine.\n";

describe("reminder.clear", () => {
  it("records the day and what became of it, and keeps the file", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    const out = await desk.call<Entry>("reminder.clear", { id: "look", resolution: "renewed:\nuntil 2027" });
    expect(out).toMatchObject({ status: "cleared", state: "cleared", resolution: "renewed: until 2027" });
    expect(out.path).toBe(".blue/reminders/2026-01-01T1000Z-look.cleared.md");
    expect(docExists(desk, path)).toBe(false);
    expect(readDoc(desk, out.path)).toBe(
      text
        .replace("snoozed\n", "cleared\n")
        .replace("03-01\n", '03-01\ncleared: 2026-02-03\nresolution: "renewed: until 2027"\n'),
    );
    expect(await show("reminder.clear", out)).toContain("✓ cleared: Look");
  });

  it("finishes what was interrupted between header and name, and refuses other words for what is cleared", async () => {
    const half = text.replace("status: snoozed", "status: cleared\ncleared: 2026-02-01\nresolution: gone");
    const desk = makeDesk({ tree: { [path]: half } });
    await desk.refused("invalid_status_transition", "reminder.clear", { id: "look", resolution: "other" });
    const out = await desk.call<Entry>("reminder.clear", { id: "look", resolution: "gone" });
    expect(readDoc(desk, out.path)).toBe(half);
    expect(out.path).toContain(".cleared.md");
  });

  it("needs a resolution", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    expect((await desk.refused("invalid_input", "reminder.clear", { id: "look" })).field).toBe("resolution");
    expect((await desk.refused("invalid_input", "reminder.clear", { id: "look", resolution: " " })).field).toBe(
      "resolution",
    );
  });
});
