import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/rfcs/0001-x.approved.md";
const text =
  "---\nstatus: approved\n---\n\n# RFC 0001: X\n\n## Plan\n\n- [ ] write the migration\n- [ ] write the readers\n- [ ] ship\n\n## Notes\n\n- [ ] not a task\n";

describe("rfc.task-complete", () => {
  it("ticks one character, by number or by words, and says what is next", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    const first = await desk.call<{ plan: unknown; next: { tool: string } }>("rfc.task-complete", {
      id: 1,
      task: "migration",
    });
    expect(readDoc(desk, path)).toBe(text.replace("[ ] write the migration", "[x] write the migration"));
    expect(first).toMatchObject({
      plan: { done: 1, total: 3, percent: 33 },
      next: { tool: "blue_rfc_status", arguments: { status: "wip" } },
    });
    expect(await show("rfc.task-complete", first)).toContain("✓ 1. write the migration");
    await desk.call("rfc.task-complete", { id: 1, task: 2 });
    await desk.call("rfc.task-complete", { id: 1, task: 2 });
    const last = await desk.call("rfc.task-complete", { id: 1, task: "ship" });
    expect(last).toMatchObject({ plan: { percent: 100 }, next: { arguments: { status: "implemented" } } });
  });

  it("refuses a task that is not there or could be several", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    expect((await desk.refused("not_found", "rfc.task-complete", { id: 1, task: "write" })).message).toContain(
      "several",
    );
    expect((await desk.refused("not_found", "rfc.task-complete", { id: 1, task: 4 })).suggestion).toContain("3. ship");
  });
});
