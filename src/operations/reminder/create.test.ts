import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, handEdited, readDoc } from "../../../test/helpers/documents.ts";
import { link } from "../../../test/helpers/project.ts";

const rfc = ".blue/docs/rfcs/0003-pages.draft.md";

describe("reminder.create", () => {
  it("writes one file with what was given, and says the day it understood", async () => {
    const desk = makeDesk({ tree: { [rfc]: handEdited() } });
    const made = await desk.call<Entry>("reminder.create", {
      title: "Drop: offset pages",
      due: "in 2 weeks",
      gate: "no client\nuses them",
      link: "RFC 3",
      note: "Ask the mobile team.\n",
    });
    expect(made).toMatchObject({
      id: "2026-02-03T1423Z-drop-offset-pages",
      path: ".blue/reminders/2026-02-03T1423Z-drop-offset-pages.pending.md",
      state: "future",
      status: "pending",
      due: "2026-02-17",
      gate: "no client uses them",
      link: rfc,
    });
    expect(readDoc(desk, made.path)).toBe(
      `---\ntitle: "Drop: offset pages"\nstatus: pending\ndate: 2026-02-03\ndue: 2026-02-17\ngate: no client uses them\nlink: ${rfc}\n---\n\n# Reminder: Drop: offset pages\n\nAsk the mobile team.\n`,
    );
    expect(await show("reminder.create", made)).toContain("• 2026-02-17  Drop: offset pages");
  });

  it("needs no more than a title and a day; today is due", async () => {
    const desk = makeDesk();
    const made = await desk.call<Entry>("reminder.create", { title: "Look", due: "today" });
    expect(made).toMatchObject({ state: "due", gate: null, link: null, problem: null });
    expect(readDoc(desk, made.path)).toBe(
      "---\ntitle: Look\nstatus: pending\ndate: 2026-02-03\ndue: 2026-02-03\n---\n\n# Reminder: Look\n",
    );
  });

  it("gives a second one of the same minute and title a name of its own, also when the first was cleared", async () => {
    const desk = makeDesk();
    const input = { title: "Twice", due: "friday" };
    const first = await desk.call<Entry>("reminder.create", input);
    await desk.call("reminder.clear", { id: first.id, resolution: "done" });
    expect((await desk.call<Entry>("reminder.create", input)).id).toBe("2026-02-03T1423Z-twice-2");
    expect((await desk.call<Entry>("reminder.create", input)).id).toBe("2026-02-03T1423Z-twice-3");
  });

  it("refuses a day it does not understand or that is past, naming the field and the forms", async () => {
    const desk = makeDesk();
    const unclear = await desk.refused("invalid_input", "reminder.create", { title: "X", due: "soon" });
    expect(unclear).toMatchObject({ field: "due", value: "soon", constraint: "date" });
    expect(unclear.suggestion).toContain("`in 2 weeks`");
    const past = await desk.refused("invalid_input", "reminder.create", { title: "X", due: "2026-02-02" });
    expect(past).toMatchObject({ field: "due", constraint: "not_in_the_past" });
    expect(past.message).toContain("today is 2026-02-03");
    expect((await desk.refused("invalid_input", "reminder.create", { due: "today" })).field).toBe("title");
    expect((await desk.refused("invalid_input", "reminder.create", { title: " ", due: "today" })).field).toBe("title");
    expect((await desk.refused("invalid_input", "reminder.create", { title: "X" })).field).toBe("due");
  });

  it("links a path of the project as well, and refuses what is not there or outside", async () => {
    const desk = makeDesk({ tree: { "src/pages.ts": "", out: link("/etc") } });
    const made = await desk.call<Entry>("reminder.create", { title: "A", due: "today", link: "./src/pages.ts" });
    expect(made.link).toBe("src/pages.ts");
    for (const wrong of ["src/none.ts", "RFC 9", "../elsewhere", "/etc/passwd", "out/passwd"])
      expect(
        (await desk.refused("not_found", "reminder.create", { title: "B", due: "today", link: wrong })).field,
      ).toBe("link");
  });

  it("keeps its link when the document's status changes its name", async () => {
    const desk = makeDesk({ tree: { [rfc]: handEdited() } });
    const made = await desk.call<Entry>("reminder.create", {
      title: "A",
      due: "friday",
      link: "3",
      note: `[the RFC](../docs/rfcs/0003-pages.draft.md)`,
    });
    const moved = await desk.call<Entry>("rfc.status", { id: 3, status: "approved" });
    expect(moved.relinked).toEqual([made.path]);
    const text = readDoc(desk, made.path);
    expect(text).toContain(`link: ${moved.path}\n`);
    expect(text).toContain("[the RFC](../docs/rfcs/0003-pages.approved.md)");
  });
});
