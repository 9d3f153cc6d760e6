import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, type Entry, readDoc } from "../../../test/helpers/documents.ts";
import { runGit } from "../../../test/helpers/project.ts";

describe("rfc.create", () => {
  it("writes a draft under the next number, with what was given and a hint for the rest", async () => {
    const desk = makeDesk();
    const first = await desk.call<Entry>("rfc.create", {
      title: "Cursor: pagination",
      problem: "Deep pages time out.",
    });
    expect(first).toMatchObject({
      id: "RFC 0001",
      path: ".blue/docs/rfcs/0001-cursor-pagination.draft.md",
      status: "draft",
      title: "Cursor: pagination",
    });
    expect(readDoc(desk, first.path)).toBe(
      '---\ntitle: "Cursor: pagination"\nstatus: draft\ndate: 2026-02-03\n---\n\n# RFC 0001: Cursor: pagination\n\n## Problem\n\nDeep pages time out.\n\n## Proposal\n\n<!-- What do we do about it? -->\n\n## Alternatives\n\n<!-- What else was thought of, and why not? -->\n',
    );
    expect((await desk.call<Entry>("rfc.create", { title: "Next" })).id).toBe("RFC 0002");
    expect(await show("rfc.create", first)).toContain("✓ RFC 0001 created");
  });

  it("takes numbers from the files and from git's index, so a file deleted on disk keeps its own", async () => {
    const desk = makeDesk({ tree: { ".blue/docs/rfcs/0007-old.draft.md": "# RFC 0007: old\n" }, git: true });
    rmSync(join(desk.root, ".blue/docs/rfcs/0007-old.draft.md"));
    expect((await desk.call<Entry>("rfc.create", { title: "New" })).number).toBe(8);
    expect(runGit(desk.root, "ls-files", ".blue/docs")).toContain("0007");
  });

  it("follows the convention it finds: header table, bold lines, status letters", async () => {
    const table = makeDesk({
      tree: {
        ".blue/docs/rfcs/0012-x.impl.md":
          "# RFC 0012: X\n\n| | |\n|---|---|\n| **Status** | Implemented |\n\n---\n\n## Problem\n",
      },
    });
    const made = await table.call<Entry>("rfc.create", { title: "Y", problem: "p" });
    expect(made.path).toBe(".blue/docs/rfcs/0013-y.draft.md");
    expect(readDoc(table, made.path)).toMatch(
      /^# RFC 0013: Y\n\n\| \| \|\n\|---\|---\|\n\| \*\*Status\*\* \| Draft \|\n/,
    );
    const letter = makeDesk({
      tree: { ".blue/docs/rfcs/0049-I-guard.md": "# RFC 0049: Guard\n\n**Status**: Implemented\n\n## Problem\n" },
    });
    const lettered = await letter.call<Entry>("rfc.create", { title: "Z" });
    expect(lettered.path).toBe(".blue/docs/rfcs/0050-D-z.md");
    expect(readDoc(letter, lettered.path)).toContain("**Status:** Draft");
  });

  it("turns a verdict into an RFC whose statements link to the items that carry them", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round(
      { Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-C0101: so]\n[RE:RESOLVE T0001]\nThus."] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }], proposal: "Use REST." },
    );
    await dialogue.refused("dialogue_not_decided", "rfc.create", { from_dialogue: dialogue.id });
    await dialogue.verdict({
      decisions: { Style: "REST, see C0101" },
      key_claims: ["C0101"],
      description: "Read C0101 first.",
      conditions: ["If it is tested."],
    });
    const made = await dialogue.call<Entry>("rfc.create", { from_dialogue: dialogue.id });
    expect(made).toMatchObject({ title: "API design", decided: true });
    const text = readDoc(dialogue, made.path);
    const folder = `../../dialogues/${dialogue.id}`;
    expect(text).toContain(`dialogue: ${dialogue.id}`);
    expect(text).toContain("> Use REST.");
    expect(text).toMatch(
      /## Decision\n\n> \*\*Use REST\.\*\* [\s\S]*\| Signed by \| .*\n\| In the blind first round \| .*\|[\s\S]*\n\n> Use REST\.\n/,
    );
    const [, judges] = text.split("## The Judge's own words, which nobody signed\n\n");
    expect(judges).toContain(`> Read [C0101](${folder}/round-1/muffin.md) first.`);
    expect(judges).toContain("Condition 1:\n\n> If it is tested.");
    expect(judges).toContain(`| Style | REST, see [C0101](${folder}/round-1/muffin.md) |`);
    expect(text).toContain(
      `| [T0001](${folder}/tensions.md) | cost against speed | — | Muffin, [C0101](${folder}/round-1/muffin.md) |`,
    );
    expect(text).toContain("## Dissent\n\nNobody");
    const { findings } = await dialogue.call<{ findings: unknown[] }>("rfc.validate", { id: 1 });
    expect(findings).toEqual([]);
  });

  it("marks an RFC that comes from an undecided dialogue, with the reason", async () => {
    const dialogue = await makeDialogue();
    const made = await dialogue.call<Entry>("rfc.create", {
      from_dialogue: dialogue.id,
      reason: "the deadline is today",
    });
    expect(made.decided).toBe(false);
    expect(readDoc(dialogue, made.path)).toMatch(/not_decided: the deadline is today[\s\S]*\*\*Not decided\.\*\*/);
    expect(await show("rfc.create", made)).toContain("! Its dialogue has no verdict in force.");
  });

  it("links the spike and the postmortem it comes from, and refuses ones that are not there", async () => {
    const desk = makeDesk({
      tree: { ".blue/docs/spikes/2026-01-01T1000Z-deep-pages.done.md": "---\nstatus: done\n---\n" },
    });
    const made = await desk.call<Entry>("rfc.create", { title: "X", source_spike: "deep-pages" });
    expect(readDoc(desk, made.path)).toContain("source_spike: 2026-01-01T1000Z-deep-pages.done.md\n");
    expect((await desk.refused("not_found", "rfc.create", { title: "Y", postmortem: "none" })).field).toBe(
      "postmortem",
    );
    expect((await desk.refused("invalid_input", "rfc.create", {})).field).toBe("title");
    expect(docsIn(desk, "rfcs")).toHaveLength(1);
  });
});
