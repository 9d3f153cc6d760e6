/** A file that git keeps through a filter: Blue runs none, so it leaves the staging to the person and says so. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../test/helpers/dialogue.ts";
import { makeFolder, plant, runGit } from "../../test/helpers/project.ts";

const header = (title: string) => `---\ntitle: ${title}\nstatus: draft\n---\n\n# ${title}\n\n`;
const tree = {
  ".blue/docs/rfcs/0001-one.draft.md": `${header("One")}Words.\n`,
  ".blue/docs/rfcs/0002-two.draft.md": `${header("Two")}See [one](0001-one.draft.md).\n`,
};

function deskWith(attributes: string) {
  const desk = makeDesk({ tree, git: true });
  const ran = join(makeFolder(), "ran");
  runGit(desk.root, "config", "filter.crypt.clean", `tee ${ran}`);
  plant(desk.root, { ".git/info/attributes": attributes });
  const staged = () => runGit(desk.root, "-c", "filter.crypt.clean=", "diff", "--cached", "--name-status").trim();
  return { ...desk, staged, ran: () => existsSync(ran) };
}

describe("a tracked document that an attribute gives a filter", () => {
  it("is moved and not staged, and the answer names it; its neighbours are staged", async () => {
    const { call, staged, ran, root } = deskWith("*0001* filter=crypt\n");
    const answer = await call("rename", { id: "RFC 0001", title: "Uno" });
    expect(answer).toMatchObject({ unstaged: [".blue/docs/rfcs/0001-uno.draft.md"] });
    expect(await show("rename", answer)).toContain(
      "! Not staged, because git would run a filter on it: .blue/docs/rfcs/0001-uno.draft.md. `git add -A .blue` stages it.",
    );
    expect(staged()).toBe("M\t.blue/docs/rfcs/0002-two.draft.md");
    expect(existsSync(join(root, ".blue/docs/rfcs/0001-uno.draft.md"))).toBe(true);
    expect(ran()).toBe(false);
  });

  it("is a neighbour whose links were fixed", async () => {
    const { call, staged } = deskWith("*0002* filter=crypt\n");
    expect(await call("rename", { id: "RFC 0001", title: "Uno" })).toMatchObject({
      unstaged: [".blue/docs/rfcs/0002-two.draft.md"],
    });
    expect(staged()).toMatch(/^R\d+\t.blue\/docs\/rfcs\/0001-one.draft.md\t.blue\/docs\/rfcs\/0001-uno.draft.md$/);
  });

  it("is deleted and restored without a word to git's index", async () => {
    const { call, staged, ran } = deskWith("*.md filter=crypt\n");
    const { trash_id, kept, unstaged } = await call<Record<string, string>>("delete", { id: "RFC 0001", reason: "x" });
    expect(unstaged).toEqual([kept]);
    expect(staged()).toBe(`A\t.blue/trash/${trash_id}/deleted.json`);
    expect(await call("restore", { id: trash_id })).toMatchObject({ unstaged: [] }); // what was kept was never tracked
    expect(ran()).toBe(false);
  });

  it("is one whatever the attribute says but nothing, and none where it is taken back", async () => {
    for (const [attribute, filtered] of [
      ["filter=crypt", true],
      ["filter=unknown", true],
      ["-filter", false],
      ["!filter", false],
      ["text", false],
    ] as const) {
      const { call } = deskWith(`*.md ${attribute}\n`);
      const { unstaged } = await call<{ unstaged: string[] }>("rename", { id: "RFC 0001", title: "Uno" });
      expect(unstaged.length > 0, attribute).toBe(filtered);
    }
  });
});
