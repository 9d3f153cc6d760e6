import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docExists, type Entry, readDoc } from "../../../test/helpers/documents.ts";
import { runGit } from "../../../test/helpers/project.ts";

const path = ".blue/reminders/2026-01-01T1000Z-look.pending.md";
const text = (status: string, extra = "") =>
  `---\r\ntitle: Look  # keep me\r\nstatus: ${status}\r\ndue: 2026-02-01\r\nteam: [a,  b]\r\n${extra}---\r\n\r\n# My own heading\r\n\r\n* kept\t\r\n`;

describe("reminder.snooze", () => {
  it("changes header and name, and no other byte of what people wrote", async () => {
    const desk = makeDesk({ tree: { [path]: text("pending") } });
    const out = await desk.call<Entry>("reminder.snooze", { id: "look", until: "next friday" });
    expect(out).toMatchObject({
      id: "2026-01-01T1000Z-look",
      path: ".blue/reminders/2026-01-01T1000Z-look.snoozed.md",
      state: "snoozed",
      due: "2026-02-13",
    });
    expect(docExists(desk, path)).toBe(false);
    expect(readDoc(desk, out.path)).toBe(text("snoozed", "snoozed_until: 2026-02-13\r\n"));
    expect(await show("reminder.snooze", out)).toContain("✓ snoozed until 2026-02-13");
    const later = await desk.call<Entry>("reminder.snooze", { id: out.id, until: "end of month" });
    expect(readDoc(desk, later.path)).toBe(text("snoozed", "snoozed_until: 2026-02-28\r\n"));
  });

  it("renames with git's knowledge, and keeps what linked to it", async () => {
    const spike = ".blue/docs/spikes/2026-01-01T1000Z-s.wip.md";
    const desk = makeDesk({
      tree: {
        [path]: text("pending"),
        [spike]: "---\nstatus: wip\n---\n\n[r](../../reminders/2026-01-01T1000Z-look.pending.md)\n",
      },
      git: true,
    });
    const out = await desk.call<Entry>("reminder.snooze", { id: path, until: "tomorrow" });
    expect(runGit(desk.root, "ls-files", ".blue/reminders").trim()).toBe(out.path);
    expect(out.relinked).toEqual([spike]);
    expect(readDoc(desk, spike)).toContain("2026-01-01T1000Z-look.snoozed.md");
  });

  it("is due on its day and overdue after it", async () => {
    const desk = makeDesk({ tree: { [path]: text("pending") } });
    await desk.call("reminder.snooze", { id: "look", until: "tomorrow" });
    desk.clock.now = Date.parse("2026-02-04T10:00:00Z");
    expect(await desk.call("reminder.list")).toMatchObject({ due: [{ due: "2026-02-04" }] });
    desk.clock.now = Date.parse("2026-02-05T10:00:00Z");
    expect(await desk.call("reminder.list")).toMatchObject({ overdue: [{ due: "2026-02-04" }] });
  });

  it("refuses today, the past, garbage, an unknown id, two that match, and a cleared one", async () => {
    const desk = makeDesk({
      tree: { [path]: text("pending"), ".blue/reminders/2026-01-01T1000Z-lookout.cleared.md": text("cleared") },
    });
    for (const until of ["today", "2020-01-01", "someday"])
      expect((await desk.refused("invalid_input", "reminder.snooze", { id: "look", until })).field).toBe("until");
    const missing = await desk.refused("not_found", "reminder.snooze", { id: "nothing", until: "tomorrow" });
    expect(missing.suggestion).toContain("2026-01-01T1000Z-look");
    const two = await desk.refused("invalid_input", "reminder.snooze", { id: "2026-01-01T1000Z", until: "tomorrow" });
    expect(two).toMatchObject({ field: "id", constraint: "one_reminder" });
    await desk.refused("invalid_status_transition", "reminder.snooze", { id: "lookout", until: "tomorrow" });
  });
});
