import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, type Entry, readDoc } from "../../../test/helpers/documents.ts";
import { runGit } from "../../../test/helpers/project.ts";

describe("rfc.renumber", () => {
  it("repairs two branches that each made RFC 0003; links still resolve", async () => {
    const desk = makeDesk({
      tree: { ".blue/docs/rfcs/0002-x.draft.md": "---\nstatus: draft\n---\n# RFC 0002: X\n" },
      git: true,
    });
    const { root } = desk;
    for (const [branch, title] of [
      ["ours", "Cursor"],
      ["theirs", "Offset"],
    ] as const) {
      runGit(root, "checkout", "-q", "-b", branch, "main");
      await desk.call("rfc.create", { title });
      const adr = join(root, `.blue/docs/rfcs/0002-${branch}.draft.md`);
      writeFileSync(adr, `---\nstatus: draft\n---\n[it](0003-${title.toLowerCase()}.draft.md), that is RFC 0003.\n`);
      runGit(root, "add", "-A");
      runGit(root, "commit", "-q", "-m", branch);
    }
    runGit(root, "merge", "-q", "ours");
    await desk.refused("invalid_input", "rfc.get", { id: 3 });
    const answer = await desk.call<Entry & { relinked: string[]; mentions: { path: string; line: number }[] }>(
      "rfc.renumber",
      { id: ".blue/docs/rfcs/0003-offset.draft.md" },
    );
    expect(answer).toMatchObject({ id: "RFC 0004", relinked: [".blue/docs/rfcs/0002-theirs.draft.md"] });
    expect(answer.mentions.map(({ path, line }) => [path, line])).toEqual([
      [".blue/docs/rfcs/0002-ours.draft.md", 4],
      [".blue/docs/rfcs/0002-theirs.draft.md", 4],
      [".blue/docs/rfcs/0003-cursor.draft.md", 7],
    ]);
    expect(readDoc(desk, answer.path)).toContain("# RFC 0004: Offset");
    expect(readDoc(desk, ".blue/docs/rfcs/0002-theirs.draft.md")).toContain("[it](0004-offset.draft.md)");
    expect(readDoc(desk, ".blue/docs/rfcs/0002-ours.draft.md")).toContain("[it](0003-cursor.draft.md)");
    expect(runGit(root, "ls-files", ".blue/docs/rfcs")).toContain("0004-offset.draft.md");
    expect(await show("rfc.renumber", answer)).toContain("look whether it meant this one");
  });

  it("refuses a number that is taken", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "A" });
    await desk.call("rfc.create", { title: "B" });
    expect((await desk.refused("invalid_input", "rfc.renumber", { id: 1, to: 2 })).suggestion).toContain("0003");
    await desk.call("rfc.renumber", { id: 1, to: 9 });
    expect(docsIn(desk, "rfcs")).toEqual(["0002-b.draft.md", "0009-a.draft.md"]);
  });
});
