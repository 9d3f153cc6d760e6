import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { handEdited, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

describe("rfc.plan", () => {
  it("makes the plan at the end, adds to it later, and leaves everything else alone", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited() } });
    expect(await desk.call("rfc.plan", { id: 1 })).toMatchObject({ plan: { total: 0 } });
    expect(readDoc(desk, path)).toBe(handEdited());
    await desk.call("rfc.plan", { id: 1, tasks: ["one", "two"] });
    expect(readDoc(desk, path)).toBe(`${handEdited()}\n## Plan\n\n- [ ] one\n- [ ] two\n`);
    const answer = await desk.call("rfc.plan", { id: 1, tasks: ["two", "three\nlines"] });
    expect(readDoc(desk, path)).toBe(`${handEdited()}\n## Plan\n\n- [ ] one\n- [ ] two\n- [ ] three lines\n`);
    expect(await show("rfc.plan", answer)).toContain("Plan: 0/3 (0%)");
  });

  it("uses the plan file beside the RFC, which follows it to another number", async () => {
    const plan = ".blue/docs/rfcs/0001-hand-made.plan.md";
    const tasks = "# Plan: hand-made\n\n| | |\n|---|---|\n| **Status** | in-progress |\n\n## Tasks\n\n- [ ] one\n";
    const linked = `${handEdited()}\n[the plan](0001-hand-made.plan.md)\n`;
    const desk = makeDesk({ tree: { [path]: linked, [plan]: tasks } });
    expect(await desk.call("rfc.list")).toMatchObject({ total: 1 });
    expect(await desk.call("rfc.plan", { id: 1, tasks: ["two"] })).toMatchObject({ plan: { total: 2, done: 0 } });
    expect(await desk.call("rfc.task-complete", { id: 1, task: "one" })).toMatchObject({ plan: { done: 1 } });
    expect(readDoc(desk, plan)).toBe(`${tasks.replace("[ ]", "[x]")}- [ ] two\n`);
    expect(readDoc(desk, path)).toBe(linked);
    expect(await desk.call("rfc.renumber", { id: 1, to: 7 })).toMatchObject({ id: "RFC 0007" });
    expect(readDoc(desk, plan.replace("0001", "0007"))).toContain("- [x] one");
    expect(readDoc(desk, path.replace("0001", "0007"))).toContain("[the plan](0007-hand-made.plan.md)");
  });

  it("uses a plan in the middle of the document, also an empty one", async () => {
    const text =
      "---\nstatus: draft\n---\n\n## Implementation Plan\n\nWords.\n\n- [x] a\n  - [ ] b\n\nMore.\n\n## After\n";
    const desk = makeDesk({ tree: { [path]: text } });
    await desk.call("rfc.plan", { id: 1, tasks: ["c"] });
    expect(readDoc(desk, path)).toBe(text.replace("  - [ ] b\n", "  - [ ] b\n- [ ] c\n"));
    const empty = makeDesk({ tree: { [path]: "---\nstatus: draft\n---\n## Plan\n## After\n" } });
    await empty.call("rfc.plan", { id: 1, tasks: ["c"] });
    expect(readDoc(empty, path)).toBe("---\nstatus: draft\n---\n## Plan\n\n- [ ] c\n\n## After\n");
  });

  it("puts a new task behind what belongs to the last one", async () => {
    const text = "---\nstatus: draft\n---\n\n## Plan\n\n- [ ] migrate\n  the table first\n";
    const desk = makeDesk({ tree: { [path]: text } });
    await desk.call("rfc.plan", { id: 1, tasks: ["switch"] });
    expect(readDoc(desk, path)).toBe(`${text.trimEnd()}\n- [ ] switch\n`);
  });
});
