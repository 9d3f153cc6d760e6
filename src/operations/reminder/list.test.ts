import { describe, expect, it } from "vitest";
import { type Desk, makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { link } from "../../../test/helpers/project.ts";

interface Listed {
  id: string;
  due: string | null;
  problem: string | null;
}

type List = Record<"overdue" | "due" | "snoozed" | "future" | "cleared", Listed[]> & {
  counts: Record<string, number>;
  pages: number;
  unreadable: { path: string }[];
};

const file = (due: string, rest = "status: pending") => `---\ntitle: T\n${rest}\ndue: ${due}\n---\n\n# Reminder: T\n`;

function deskWith(files: Record<string, string>): Desk {
  return makeDesk({
    tree: Object.fromEntries(Object.entries(files).map(([name, text]) => [`.blue/reminders/${name}.md`, text])),
  });
}

const ids = (entries: readonly Listed[]) => entries.map(({ id }) => id);

describe("reminder.list", () => {
  it("groups by the day of the call: overdue before today, due today, later, and what is put off", async () => {
    const desk = deskWith({
      "a.pending": file("2026-02-02"),
      "b.pending": file("2026-01-01"),
      "c.pending": file("2026-02-03"),
      "d.pending": file("2026-02-04"),
      "e.snoozed": file("2026-01-01", "status: snoozed\nsnoozed_until: 2026-02-04"),
      "f.snoozed": file("2026-01-01", "status: snoozed\nsnoozed_until: 2026-02-03"),
      "g.snoozed": file("2026-01-01", "status: snoozed\nsnoozed_until: 2026-02-02"),
      "h.cleared": file("2026-01-01", "status: cleared\nresolution: done"),
      README: "# About\n",
    });
    const list = await desk.call<List>("reminder.list");
    expect(ids(list.overdue)).toEqual(["b", "a", "g"]);
    expect(ids(list.due)).toEqual(["c", "f"]);
    expect(ids(list.snoozed)).toEqual(["e"]);
    expect(ids(list.future)).toEqual(["d"]);
    expect(list.cleared).toEqual([]);
    expect(list.counts).toEqual({ overdue: 3, due: 2, snoozed: 1, future: 1, cleared: 1 });
    const text = await show("reminder.list", list);
    expect(text).toMatch(/^Overdue:\n {2}• 2026-01-01 {2}T\n {6}b\n[\s\S]*Due today:[\s\S]*Snoozed:[\s\S]*Later:/);
  });

  it("shows one group when asked, cleared ones included", async () => {
    const desk = deskWith({ "a.pending": file("2026-02-02"), "h.cleared": file("2026-01-01", "status: cleared") });
    expect(await desk.call("reminder.list", { state: "due" })).toMatchObject({ overdue: [], due: [] });
    expect(ids((await desk.call<List>("reminder.list", { state: "cleared" })).cleared)).toEqual(["h"]);
    expect((await desk.refused("invalid_input", "reminder.list", { state: "late" })).field).toBe("state");
  });

  it("says that there are none", async () => {
    const desk = makeDesk();
    expect(await show("reminder.list", await desk.call("reminder.list"))).toBe("No reminders.");
  });

  it("counts a day nobody can read as due, and says what is wrong with it", async () => {
    const desk = deskWith({ a: file("whenever"), b: "no header", c: file("2026-02-30") });
    const { due } = await desk.call<List>("reminder.list");
    expect(due.map(({ id, problem }) => [id, problem])).toEqual([
      ["b", "its header has no `due`"],
      ["c", "`due` is not a day: 2026-02-30"],
      ["a", "`due` is not a day: whenever"],
    ]);
  });

  it("passes over links, and names apart what is too large to read", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/reminders/huge.md": "x".repeat(2 * 1024 * 1024 + 1),
        ".blue/reminders/linked.md": link("/etc/passwd"),
        ".blue/reminders/fine.pending.md": file("2026-02-03"),
      },
    });
    const list = await desk.call<List>("reminder.list");
    expect(ids(list.due)).toEqual(["fine"]);
    expect(list.unreadable.map(({ path }) => path)).toEqual([".blue/reminders/huge.md"]);
    expect(await show("reminder.list", list)).toContain("✗ .blue/reminders/huge.md");
  });

  it("comes in pages", async () => {
    const desk = deskWith(
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`r${100 + i}.pending`, file("2026-02-03")])),
    );
    const first = await desk.call<List>("reminder.list");
    expect([first.due.length, first.pages, first.counts.due]).toEqual([50, 2, 51]);
    expect(ids((await desk.call<List>("reminder.list", { page: 2 })).due)).toEqual(["r150"]);
  });
});
