import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  deskAt,
  dialogueAt,
  type Input,
  makeDesk,
  makeDialogue,
  show,
} from "../../../test/helpers/dialogue.ts";
import { initGit, plant, random } from "../../../test/helpers/project.ts";
import { openingBody } from "../../../test/helpers/records.ts";
import { publishRecord } from "../../store/publish.ts";

describe("dialogue.list", () => {
  it("is empty and says how to begin", async () => {
    const listed = await makeDesk().call("dialogue.list");
    expect(listed).toMatchObject({ dialogues: [], total: 0, pages: 1, next: { tool: "blue_dialogue_create" } });
    expect(await show("dialogue.list", listed)).toContain("No dialogues.");
  });

  it("shows every state, newest first, and filters by it", async () => {
    const desk = makeDesk({ tree: { ".blue/dialogues/2025-01-01T0000Z-old/dialogue.md": "# Old" } });
    const open = async (title: string) => {
      desk.clock.now += 60_000;
      const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
        title,
        template: "general",
      });
      return dialogueAt(desk, dialogue_id);
    };
    const decided = await open("decided");
    await decided.round();
    await decided.verdict();
    const closed = await open("closed");
    await closed.call("dialogue.close", { dialogue_id: closed.id, outcome: "abandoned", reason: "no need" });
    const damaged = await open("damaged");
    await damaged.round();
    writeFileSync(join(desk.root, `.blue/dialogues/${damaged.id}/round-0/round.json`), "{");
    const begun = await open("begun");
    await begun.round({ Muffin: ["[MUFFIN-T0001: no]\nNo."] });

    const { dialogues } = await desk.call<{ dialogues: Answer[] }>("dialogue.list");
    expect(dialogues.map(({ title, state, rounds, velocity }) => [title, state, rounds, velocity])).toEqual([
      ["begun", "open", 1, 1],
      ["damaged", "damaged", 0, null],
      ["closed", "closed", 0, null],
      ["decided", "decided", 1, 0],
      ["old", "legacy", 0, null],
    ]);
    for (const state of ["open", "decided", "closed", "damaged", "legacy"]) {
      expect(await desk.call("dialogue.list", { state })).toMatchObject({ total: 1, dialogues: [{ state }] });
    }
    expect(await show("dialogue.list", await desk.call("dialogue.list"))).toMatch(/begun +open +1 +1 +\d+%/);
  });

  it("sorts by when a dialogue was opened, whatever its folder is called, and knows what is open behind a filter", async () => {
    const desk = makeDesk({ tree: { ".blue/dialogues/2026-02-03T1424Z-old/dialogue.md": "# Old" } });
    const open = async (input: Input) => {
      const { dialogue_id } = await desk.call("dialogue.create", { title: "T", ...input });
      desk.clock.now += 60_000;
      return dialogue_id;
    };
    const zebra = await open({ output_dir: ".blue/dialogues/zebra" });
    desk.clock.now += 60_000;
    const dated = await open({});
    const aardvark = await open({ output_dir: ".blue/dialogues/aardvark" });
    const { dialogues } = await desk.call<{ dialogues: Answer[] }>("dialogue.list");
    const old = "2026-02-03T1424Z-old";
    expect(dialogues.map(({ dialogue_id }) => dialogue_id)).toEqual([aardvark, dated, old, zebra]);
    expect(await desk.call("dialogue.list", { state: "closed" })).toMatchObject({
      dialogues: [],
      next: { tool: "blue_dialogue_status", arguments: { dialogue_id: aardvark } },
    });
    expect(await desk.refused("invalid_input", "dialogue.list", { page: 2 })).toMatchObject({
      field: "page",
      context: { pages: 1 },
    });
  });

  it("shows as damaged what lacks a record that git tracks, and says nothing else of it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    initGit(dialogue.root);
    const again = () => deskAt(dialogue.root).call("dialogue.list");
    expect(await again()).toMatchObject({ dialogues: [{ state: "decided", rounds: 1 }] });
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/verdict-final.json`));
    expect(await again()).toMatchObject({
      dialogues: [{ state: "damaged", rounds: 1 }],
      next: { tool: "blue_dialogue_verify", why: expect.stringContaining("missing from the disk") },
    });
  });

  it("comes in pages of a hundred", async () => {
    const desk = makeDesk();
    for (let n = 0; n < 101; n++) {
      const id = `2026-01-01T00${String(n % 60).padStart(2, "0")}Z-topic-${n}`;
      publishRecord(desk.project, `.blue/dialogues/${id}/opening.json`, openingBody({ dialogue: id }), random);
    }
    plant(desk.root, { ".blue/dialogues/README.md": "no dialogue", ".blue/dialogues/Not A Dialogue/": "" });
    const first = await desk.call<{ dialogues: Answer[] }>("dialogue.list");
    const second = await desk.call<{ dialogues: Answer[] }>("dialogue.list", { page: 2 });
    expect(first).toMatchObject({ total: 101, page: 1, pages: 2 });
    expect([first.dialogues.length, second.dialogues.length]).toEqual([100, 1]);
    expect(await show("dialogue.list", second)).toContain("Page 2 of 2, 101 in all");
  });
});
