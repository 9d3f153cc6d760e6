import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, makeDialogue, show } from "../../test/helpers/dialogue.ts";
import type { Checked } from "./check.ts";
import { checkMarkdown, hasNews, words } from "./checked-change/markdown.ts";

describe("check, without git", () => {
  it("checks everything there is", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const whole = await dialogue.call<Checked>("check");
    expect(whole).toMatchObject({ against: null, dialogues: [dialogue.id], damage: [], verdicts: [], fails: false });
    expect(await show("check", whole)).toBe("✓ 1 dialogue checked, whole; no decision rots");
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`, (text) => text.replace("final", "great"));
    expect(await dialogue.call("check")).toMatchObject({ damage: [{ kind: "drift" }], fails: true });
    expect(await dialogue.call("check", { fail_on: "never" })).toMatchObject({ damage: [{}], fails: false });
  });

  it("names a document that lint would refuse", async () => {
    const dialogue = await makeDialogue();
    const { path } = await dialogue.call<{ path: string }>("rfc.create", { title: "Cursors" });
    const file = join(dialogue.root, path);
    writeFileSync(file, `${readFileSync(file, "utf8")}\nSee [it](../adrs/0009-gone.accepted.md).\n`);
    expect(await dialogue.call("check")).toMatchObject({ damage: [{ path, kind: "link", line: expect.any(Number) }] });
  });
});

const rotted: Checked["decisions"][number] = {
  ...{ id: "a", kind: "verdict", title: "A", decided: "A.", date: null, standing: "judged", documents: [] },
  ...{ rests_on: { items: 1, citations: 1, files: 1 }, health: "rotted", findings: [], settled: 0 },
};

describe("a checked change in Markdown", () => {
  const nothing: Checked = {
    ...{ against: null, dialogues: [], documents: [], damage: [], decisions: [], settled: [], verdicts: [] },
    ...{ notes: [], warnings: [], fails: false },
  };

  it("bears the mark that says how it ends", async () => {
    const rotting = { ...nothing, decisions: [rotted] };
    const damage = [{ path: null, line: null, kind: "record", message: "It is damaged", fix: null }];
    const marked: [Checked, string][] = [
      [nothing, "✓"],
      [rotting, "⚠"],
      [{ ...rotting, fails: true }, "✗"],
      [{ ...nothing, damage }, "✗"],
    ];
    for (const [checked, mark] of marked) {
      expect(checkMarkdown(checked)).toContain(`## ${mark} Blue`);
      expect((await show("check", checked)).split("\n").at(-1)!.slice(0, 2)).toBe(`${mark} `);
    }
  });

  it("is no news where nothing was found", () => {
    expect(hasNews(nothing)).toBe(false);
    expect(hasNews({ ...nothing, warnings: ["History is cut here."] })).toBe(false);
    expect(hasNews({ ...nothing, notes: ["superseded"] })).toBe(true);
  });

  it.each([
    ["a mention", "ask @octocat", "ask @&#8203;octocat"],
    ["a mention by its number", "&#64;octocat", "&amp;#&#8203;64;octocat"],
    ["an issue", "fixes #12 and o/r#7, GH-3", "fixes #&#8203;12 and o/r#&#8203;7, GH-&#8203;3"],
    ["a picture", "![x](https://e.example/x.png)", "!\\[x\\](https:&#8203;//e.example/x.png)"],
    ["a link", "www.e.example", "www&#8203;.e.example"],
    ["a link after a mark", "_www.e.example", "\\_www&#8203;.e.example"],
    ["an emoji's name", ":tada: and :+1:", ":&#8203;tada: and :&#8203;+1:"],
    ["markup", "<img src=x> <!-- a", "\\<img src=x\\> \\<!-- a"],
    ["a table's end", "a | b\n| c", "a \\| b \\| c"],
    ["emphasis and formulas", "**a** $b$ `c`", "\\*\\*a\\*\\* \\$b\\$ \\`c\\`"],
    ["characters that hide", "a\u202eb\u200bc", "abc"],
  ])("takes the force out of %s", (_, text, safe) => {
    expect(words(text)).toBe(safe);
  });

  it("holds nothing of a hostile repository that works, in any part", () => {
    const evil = "@octocat #12 ![p](http://e.example/p.png) <script>x</script> `@octocat` \n::error::x";
    const line = { path: `src/${evil}`, line: 3 };
    const finding = {
      state: "rotted",
      reason: "gone",
      id: evil,
      label: evil,
      ...line,
      words: evil,
      why: evil,
    } as const;
    const markdown = checkMarkdown(
      {
        ...nothing,
        damage: [{ ...line, kind: evil, message: evil, fix: `Restore it: \`${evil}\`.` }],
        decisions: [
          {
            ...{ id: evil, kind: "verdict", title: evil, decided: evil, date: null, standing: "judged" },
            documents: [{ id: evil, status: evil, path: evil }],
            ...{ rests_on: { items: 1, citations: 1, files: 1 }, health: "rotted", findings: [finding], settled: 0 },
          },
        ],
        settled: [{ id: evil, path: evil, reason: evil }],
        verdicts: [
          {
            ...{
              dialogue_id: evil,
              title: evil,
              question: evil,
              path: evil,
              type: evil,
              standing: evil,
              decided: evil,
            },
            ...{
              blind: { positions: { [evil]: 1 }, majority: evil },
              final: { positions: {}, majority: null },
              moved: 1,
            },
            not_convinced: [{ who: evil, words: evil }],
            accepted: [{ id: evil, label: evil, why: evil }],
            cost: { rounds: 2, runs: 2, tokens: null, known_runs: 0 },
          },
        ],
        notes: [evil],
        warnings: [evil],
      },
      (path) => `https://github.example/o/r/blob/main/${encodeURIComponent(path)}`,
    );
    const outsideCode = markdown.replace(/`[^`\n]*`/g, "");
    expect(outsideCode).not.toMatch(/@[a-z]/);
    expect(outsideCode).not.toMatch(/(?<!&)#\d/);
    expect(outsideCode).not.toMatch(/(?<!\\)!?\[p/);
    expect(outsideCode).not.toMatch(/(?<!\\)<(?!br>|\/?details>|\/?summary>)/);
    expect(outsideCode).not.toMatch(/http:\/\//);
    expect(markdown.split("\n").filter((one) => one.trimStart().startsWith("::"))).toEqual([]);
  });
});
