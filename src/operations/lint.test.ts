import { describe, expect, it } from "vitest";
import { makeDesk, makeDialogue, show } from "../../test/helpers/dialogue.ts";

interface Answer {
  documents: number;
  errors: number;
  findings: { path: string; check: string; severity: string; line: number | null; message: string }[];
}

describe("lint", () => {
  it("finds broken headers, disagreeing names, dead links, open fences and shared numbers in one go", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/rfcs/0001-a.draft.md": "---\nstatus: [\n---\n",
        ".blue/docs/rfcs/0001-b.draft.md":
          "---\nstatus: approved\n---\n# RFC 0002: B\n[x](nope.md) [y](0001-a.draft.md) [z](https://example.org)\n",
        ".blue/docs/adrs/0001-c.md": "# ADR 0001: C\n\n**Status:** Accepted\n\n~~~\n",
        ".blue/docs/spikes/2026-01-01T0000Z-d.done.md": "no header\n```mermaid\n",
        ".blue/docs/rfcs/README.md": "[x](nope.md)",
      },
    });
    const answer = await desk.call<Answer>("lint");
    expect(
      answer.findings
        .map(({ path, check, line, severity }) => `${path.split("/").at(-1)} ${check} ${line} ${severity}`)
        .sort(),
    ).toEqual(
      [
        "0001-a.draft.md front_matter 1 error",
        "0001-a.draft.md number null error",
        "0001-b.draft.md status 1 error",
        "0001-b.draft.md number 4 error",
        "0001-b.draft.md link 5 error",
        "0001-b.draft.md number null error",
        "0001-c.md name null warning",
        "0001-c.md fence 5 error",
        "2026-01-01T0000Z-d.done.md front_matter 1 error",
        "2026-01-01T0000Z-d.done.md mermaid 2 error",
      ].sort(),
    );
    expect(await show("lint", answer)).toContain("4 documents, 9 errors, 1 warning");
    expect((await desk.call<Answer>("lint", { type: "adr" })).documents).toBe(1);
    expect((await desk.call<Answer>("lint", { path: ".blue/docs/rfcs/0001-b.draft.md" })).errors).toBe(4);
    expect((await desk.refused("not_found", "lint", { path: "README.md" })).field).toBe("path");
  });

  it("lists errors first, names where a document is now, and what it skipped", async () => {
    const many = Array.from({ length: 600 }, (_, n) => [`.blue/docs/adrs/${1000 + n}-a.md`, "**Status:** Accepted\n"]);
    const desk = makeDesk({
      tree: {
        ...Object.fromEntries(many),
        ".blue/docs/rfcs/0001-old-name.approved.md": "---\nstatus: approved\n---\n",
        ".blue/docs/rfcs/0001-old-name.plan.md": "- [ ] a task\n",
        ".blue/docs/rfcs/0009-gone.plan.md": "- [ ] a task\n",
        ".blue/docs/spikes/2026-01-01T0000Z-z.done.md": "---\nstatus: done\n---\n[x](../rfcs/0001-D-old-name.md)\n",
        ".blue/docs/patterns/p.md": "# P\n",
        ".blue/docs/TODO.md": "later\n",
      },
    });
    const answer = await desk.call<Answer & { warnings: number }>("lint");
    expect(answer).toMatchObject({
      errors: 1,
      warnings: 600,
      shown: 500,
      skipped: [".blue/docs/TODO.md", ".blue/docs/patterns/p.md", ".blue/docs/rfcs/0009-gone.plan.md"],
    });
    expect(answer.findings[0]).toMatchObject({
      check: "link",
      fix: "It may be .blue/docs/rfcs/0001-old-name.approved.md now.",
    });
    expect(await show("lint", answer)).toContain("Skipped, not documents of Blue: .blue/docs/TODO.md");
  });

  it("lints saved dialogues too, and is content with our own", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.call("dialogue.save", { dialogue_id: dialogue.id });
    await dialogue.call("rfc.create", { from_dialogue: dialogue.id });
    const answer = await dialogue.call<Answer>("lint");
    expect(answer).toMatchObject({ documents: 2, findings: [] });
    expect(await show("lint", answer)).toBe("✓ 2 documents are in order");
    expect(await show("lint", { ...answer, documents: 1 })).toBe("✓ 1 document is in order");
    const broken = makeDesk({ tree: { ".blue/docs/dialogues/2026-01-01T0000Z-x.dialogue.md": "# nothing\n" } });
    expect((await broken.call<Answer>("lint")).errors).toBeGreaterThan(0);
  });
});
