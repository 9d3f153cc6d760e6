/** A document that names a dialogue binds nobody before that has a verdict in force: whatever its header looks like, and whichever call moves it. */
import { describe, expect, it } from "vitest";
import { type Dialogue, dialogueAt, type Input, makeDesk, poolOf } from "../helpers/dialogue.ts";
import { docsIn, readDoc } from "../helpers/documents.ts";

const id = "2026-02-03T1423Z-api-design";
const headers: Record<string, (status: string) => string> = {
  "front matter": (status) => `---\ntitle: X\nstatus: ${status}\ndialogue: api-design\n---\n\n# X\n`,
  "a list in front matter": (status) => `---\nstatus: ${status}\ndialogues:\n  - ${id}\n---\n\n# X\n`,
  "a table": (status) => `# X\n\n| | |\n|---|---|\n| **Status** | ${status} |\n| **Dialogue** | \`${id}\` |\n\n## Y\n`,
  "bold lines": (status) =>
    `# X\n\n**Status:** ${status}\n**Dialogue:** see [it](../../dialogues/${id}/dialogue.md)\n\n## Y\n`,
};
const moves: [string, string, Input][] = [
  [".blue/docs/rfcs/0001-x.draft.md", "rfc.status", { id: 1, status: "approved" }],
  [".blue/docs/rfcs/0001-x.in-review.md", "rfc.status", { id: 1, status: "implemented" }],
  [".blue/docs/adrs/0001-x.proposed.md", "adr.status", { id: 1, status: "accepted" }],
  [".blue/docs/prds/0001-x.draft.md", "prd.approve", { id: 1 }],
];

async function deskWith(path: string, text: string): Promise<Dialogue> {
  const desk = makeDesk({ tree: { [path]: text } });
  await desk.call("dialogue.create", { title: "API design", expert_pool: poolOf(3), panel_size: 2 });
  return dialogueAt(desk, id);
}

describe.each(Object.entries(headers))("a dialogue named in %s", (_, header) => {
  it.each(moves)("keeps %s from %s until it is decided", async (path, name, input) => {
    const status = path.split(".").at(-2)!;
    const dialogue = await deskWith(path, header(status));
    const error = await dialogue.refused("dialogue_not_decided", name, input);
    expect(error.message).toContain("it is open");
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.call(name, input);
  });
});

describe("an ADR", () => {
  it("is accepted over an open dialogue only with a reason, which it then carries", async () => {
    const dialogue = await deskWith(".blue/docs/adrs/0001-x.proposed.md", headers["bold lines"]!("Proposed"));
    const input = { id: 1, status: "accepted", override: "the lawyer said so" };
    const { warnings } = await dialogue.call<{ warnings: string[] }>("adr.status", input);
    expect(warnings.join()).toContain("accepted all the same: the lawyer said so");
    expect(readDoc(dialogue, ".blue/docs/adrs/0001-x.accepted.md")).toContain("the lawyer said so");
  });

  it("is not born accepted while the dialogue it names is open, linked or taken over", async () => {
    const dialogue = await deskWith("a.md", "");
    for (const named of [
      { dialogue: id, title: "X" },
      { from_dialogue: id, reason: "now" },
    ])
      await dialogue.refused("dialogue_not_decided", "adr.create", { ...named, status: "accepted" });
    await dialogue.call("adr.create", { dialogue: id, title: "X" });
    expect(docsIn(dialogue, "adrs")).toEqual(["0001-x.proposed.md"]);
  });

  it("takes what takes its place only when it is superseded", async () => {
    const desk = makeDesk();
    for (const title of ["A", "B"]) await desk.call("adr.create", { title });
    const input = { id: 1, status: "accepted", superseded_by: 2 };
    expect(await desk.refused("invalid_input", "adr.status", input)).toMatchObject({ field: "superseded_by" });
  });
});
