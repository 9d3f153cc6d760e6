import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, makeDesk, show } from "../../test/helpers/dialogue.ts";
import { docsIn, type Entry, handEdited, readDoc } from "../../test/helpers/documents.ts";
import { runGit } from "../../test/helpers/project.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

describe("restore", () => {
  it("brings it back byte for byte, and leaves nothing in the trash", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited() } });
    const { trash_id } = await desk.call<{ trash_id: string }>("delete", { id: 1, reason: "oops" });
    const back = await desk.call<Entry>("restore", { id: trash_id });
    expect(readDoc(desk, path)).toBe(handEdited());
    expect(readdirSync(join(desk.root, ".blue/trash"))).toEqual([]);
    expect(await show("restore", back)).toContain("✓ RFC 0001 restored");
  });

  it("stages document and note together where git tracks the document, and takes both back", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited() }, git: true });
    const staged = () => runGit(desk.root, "diff", "--cached", "--name-only", "--no-renames");
    const { trash_id } = await desk.call<{ trash_id: string }>("delete", { id: 1, reason: "oops" });
    const folder = `.blue/trash/${trash_id}`;
    expect(staged()).toBe(`${path}\n${folder}/0001-hand-made.draft.md\n${folder}/deleted.json\n`);
    await desk.call("restore", { id: trash_id });
    expect(staged()).toBe("");
  });

  it("refuses a place that is taken, a place that is none, and what was never deleted", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited() } });
    const { trash_id } = await desk.call<{ trash_id: string }>("delete", { id: 1, reason: "oops" });
    writeFileSync(join(desk.root, path), "another");
    await desk.refused("invalid_input", "restore", { id: "0001-hand-made.draft.md" });
    expect(docsIn(desk, "rfcs")).toHaveLength(1);
    edit(desk.root, `.blue/trash/${trash_id}/deleted.json`, (text) => text.replace(path, "src/evil.sh"));
    await desk.refused("path_outside_project", "restore", { id: trash_id });
    expect((await desk.refused("not_found", "restore", { id: "nothing" })).suggestion).toContain(trash_id);
    expect(existsSync(join(desk.root, "src"))).toBe(false);
  });

  it("is not led round to another place by a note from a branch", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/trash/x/CLAUDE.md": "hi",
        ".blue/trash/x/deleted.json": JSON.stringify({
          path: ".blue/docs/rfcs/../../../CLAUDE.md",
          title: "t",
          reason: "r",
          deleted_at: "2026-01-01T00:00:00Z",
        }),
      },
    });
    await desk.refused("path_outside_project", "restore", { id: "x" });
  });
});
