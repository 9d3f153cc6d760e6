import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  dialogueAt,
  expectUnchanged,
  makeDesk,
  makeDialogue,
  poolOf,
  show,
  treeOf,
} from "../../test/helpers/dialogue.ts";
import { link } from "../../test/helpers/project.ts";

describe("status", () => {
  it("says what is here before anything is, and writes nothing", async () => {
    const desk = makeDesk();
    const status = await desk.call("status");
    expectUnchanged(desk.root, {});
    expect(status).toMatchObject({
      root: desk.root,
      initialised: false,
      records: "no-git",
      dialogues: [],
      counts: { open: 0, decided: 0, closed: 0, damaged: 0, legacy: 0 },
      next: { tool: "blue_dialogue_create" },
    });
    expect(await show("status", status)).toContain("! Nothing here yet; .blue is created when it is needed.");
  });

  it("names what is open and sends the Judge there; what is decided is only counted", async () => {
    const dialogue = await makeDialogue();
    expect(await dialogue.call("status")).toMatchObject({
      initialised: true,
      dialogues: [{ id: dialogue.id, state: "open", title: "API design", rounds: 0, problems: [] }],
      next: { tool: "blue_dialogue_status", arguments: { dialogue_id: dialogue.id } },
    });
    const { dialogue_id } = await dialogue.call("dialogue.create", { title: "Second", question: "Which?" });
    for (const tool of ["status", "dialogue.list"])
      expect(await dialogue.call(tool)).toMatchObject({
        next: { tool: "blue_dialogue_status", arguments: { dialogue_id } },
      });
    await dialogue.call("dialogue.close", { dialogue_id, outcome: "abandoned", reason: "Not now." });
    await dialogue.round();
    await dialogue.verdict();
    expect(await dialogue.call("status")).toMatchObject({ dialogues: [], counts: { open: 0, decided: 1, closed: 1 } });
  });

  it("puts damage first", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`), "{");
    const before = treeOf(dialogue.root);
    const status = await dialogue.call("status");
    expectUnchanged(dialogue.root, before);
    expect(status).toMatchObject({
      counts: { damaged: 1 },
      dialogues: [{ state: "damaged", problems: [expect.stringContaining("is damaged")] }],
      next: { tool: "blue_dialogue_verify", arguments: { dialogue_id: dialogue.id } },
    });
  });

  it("counts more than a hundred by the index, and still reads what is open or damaged", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const { dialogue_id } = await dialogue.call<{ dialogue_id: string }>("dialogue.create", {
      title: "Decided",
      question: "Which?",
      expert_pool: poolOf(3),
      panel_size: 3,
    });
    const decided = dialogueAt(dialogue, dialogue_id);
    await decided.round();
    await decided.verdict();
    for (let n = 0; n < 100; n++) {
      const folder = join(dialogue.root, `.blue/dialogues/2020-01-01T0000Z-old-${n}`);
      mkdirSync(folder);
      writeFileSync(join(folder, "dialogue.md"), "# Alignment Dialogue: Old\n");
    }
    const counts = { open: 1, decided: 1, closed: 0, damaged: 0, legacy: 100 };
    expect(await dialogue.call("status")).toMatchObject({ counts, dialogues: [{ id: dialogue.id, rounds: 1 }] });
    writeFileSync(join(dialogue.root, `.blue/dialogues/${decided.id}/round-0/round.json`), "{");
    expect(await dialogue.call("status")).toMatchObject({
      counts: { ...counts, decided: 0, damaged: 1 },
      next: { tool: "blue_dialogue_verify", arguments: { dialogue_id: decided.id } },
    });
  });

  it("says how git sees the records, and what a bad configuration is", async () => {
    expect(await makeDesk({ git: true }).call("status")).toMatchObject({ records: "untracked" });
    const ignored = makeDesk({ git: true, tree: { ".gitignore": ".blue/\n" } });
    expect(await show("status", await ignored.call("status"))).toContain("Git ignores .blue/dialogues/");
    const unread = makeDesk({ tree: { ".blue/config.yaml": "version: 1\n" } });
    expect(await show("status", await unread.call("status"))).toContain(
      "! .blue/config.yaml: Blue does not read `version` (line 1).",
    );
    const bad = makeDesk({ tree: { ".blue/config.yaml": "max_rounds: 1\n" } });
    expect((await bad.refused("invalid_input", "status")).message).toContain(".blue/config.yaml:1");
  });

  it("counts the documents that wait, and sends there where no dialogue is open: as `next` does", async () => {
    const desk = makeDesk();
    expect(await desk.call("status")).toMatchObject({
      waiting: 0,
      next: { why: expect.stringContaining("Nothing is open") },
    });
    await desk.call("adr.create", { title: "Cursors" });
    await desk.call("postmortem.create", { title: "Lost orders" });
    const { things } = await desk.call<{ things: { next: unknown }[] }>("next");
    const status = await desk.call("status");
    expect(status).toMatchObject({ waiting: 2, next: things[0]!.next });
    expect(await show("status", status)).toContain("\nDocuments: 2 wait for somebody (`blue next`)\n");
    const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", { title: "Open" });
    expect(await desk.call("status")).toMatchObject({ waiting: 2, next: { arguments: { dialogue_id } } });
  });

  it("shows reminders that are due or overdue, the oldest first, at most twenty, and none that wait", async () => {
    const reminder = (day: string, status = "pending") => `---\ntitle: T\nstatus: ${status}\ndue: ${day}\n---\n`;
    const many = Array.from({ length: 25 }, (_, i) => [`.blue/reminders/r${10 + i}.md`, reminder("2026-02-03")]);
    const desk = makeDesk({
      tree: {
        ...Object.fromEntries(many),
        ".blue/reminders/late.md": reminder("2026-01-01"),
        ".blue/reminders/later.md": reminder("2026-02-04"),
        ".blue/reminders/done.md": reminder("2026-01-01", "cleared"),
      },
    });
    const status = await desk.call<{ reminders: unknown[] }>("status");
    expect(status.reminders).toHaveLength(20);
    expect(status.reminders.slice(0, 2)).toEqual([
      { id: "late", title: "T", due: "2026-01-01", state: "overdue" },
      { id: "r10", title: "T", due: "2026-02-03", state: "due" },
    ]);
    const text = await show("status", status);
    expect(text).toContain("Reminders:\n  ! 2026-01-01  T  (late)\n  • 2026-02-03  T  (r10)\n");
    expect(await makeDesk().call("status")).toMatchObject({ reminders: [] });
    const linked = makeDesk({ tree: { ".blue/reminders": link("/etc") } });
    expect(await linked.call("status")).toMatchObject({ reminders: [] });
  });
});
