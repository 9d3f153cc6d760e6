import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../test/helpers/dialogue.ts";
import { docsIn, type Entry, handEdited, readDoc } from "../../test/helpers/documents.ts";
import { runGit } from "../../test/helpers/project.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

describe("rename", () => {
  it("changes title, heading, file name and links, and no other byte", async () => {
    const link = "---\nstatus: draft\nrfc: 0001-hand-made.draft.md\n---\n[it](0001-hand-made.draft.md#problem)\n";
    const desk = makeDesk({ tree: { [path]: handEdited(), ".blue/docs/rfcs/0002-b.draft.md": link } });
    const renamed = await desk.call<Entry>("rename", { id: "RFC 0001", title: "Größe:  of \n pages" });
    expect(renamed).toMatchObject({
      id: "RFC 0001",
      title: "Größe: of pages",
      path: ".blue/docs/rfcs/0001-groesse-of-pages.draft.md",
      from: path,
      relinked: [".blue/docs/rfcs/0002-b.draft.md"],
      outside: [],
    });
    expect(readDoc(desk, renamed.path)).toBe(
      handEdited()
        .replace("title: Hand made", 'title: "Größe: of pages"')
        .replace("0001: Hand made", "0001: Größe: of pages"),
    );
    expect(readDoc(desk, ".blue/docs/rfcs/0002-b.draft.md")).toBe(
      link.replaceAll("0001-hand-made", "0001-groesse-of-pages"),
    );
    expect(await desk.call("rename", { id: 1, title: "Größe: of pages" })).toMatchObject({ from: renamed.path });
  });

  it("keeps the convention of an older document, its letter and its table", async () => {
    const text = "# RFC 0049: Guard\r\n\r\n| | |\r\n|---|---|\r\n| **Status** | Implemented |\r\n";
    const desk = makeDesk({ tree: { ".blue/docs/rfcs/0049-I-guard.md": text } });
    await desk.call("rename", { id: "0049-I-guard.md", title: "Wächter" });
    expect(docsIn(desk, "rfcs")).toEqual(["0049-I-waechter.md"]);
    expect(readDoc(desk, ".blue/docs/rfcs/0049-I-waechter.md")).toBe(text.replace("Guard", "Wächter"));
  });

  it("says the title in the header where there is no heading", async () => {
    const desk = makeDesk({ tree: { ".blue/docs/spikes/2026-01-01-a.wip.md": "---\nstatus: wip\n---\ntext\n" } });
    const renamed = await desk.call<Entry>("rename", { id: "a", title: "注文のページ" });
    expect(renamed).toMatchObject({ path: ".blue/docs/spikes/2026-01-01-注文のページ.wip.md", title: "注文のページ" });
    const link = ".blue/docs/spikes/2026-01-02-b.wip.md";
    writeFileSync(join(desk.root, link), `[x](${encodeURI("2026-01-01-注文のページ.wip.md")})\n`);
    await desk.call("rename", { id: "注文のページ", title: "Orders" });
    expect(readDoc(desk, link)).toBe("[x](2026-01-01-orders.wip.md)\n");
  });

  it.each([true, false])(
    "names lines outside .blue that have the old name (git: %s), and so does a status change",
    async (git) => {
      const desk = makeDesk({ tree: { [path]: handEdited(), "docs/a.md": `one\n[r](../${path})\n` }, git });
      mkdirSync(join(desk.root, "src"));
      writeFileSync(join(desk.root, "src/new.ts"), `// see ${path}\n`);
      const answer = await desk.call("rename", { id: 1, title: "Pages" });
      const outside = [
        { path: "docs/a.md", line: 2, text: `[r](../${path})` },
        { path: "src/new.ts", line: 1, text: `// see ${path}` },
      ];
      expect(answer).toMatchObject({ outside });
      expect(await show("rename", answer)).toContain("    docs/a.md:2  [r]");
      if (git)
        expect(runGit(desk.root, "ls-files", ".blue/docs/rfcs").trim()).toBe(".blue/docs/rfcs/0001-pages.draft.md");
      writeFileSync(join(desk.root, "docs/a.md"), "[r](../.blue/docs/rfcs/0001-pages.draft.md)\n");
      expect(await desk.call("rfc.status", { id: 1, status: "approved" })).toMatchObject({
        outside: [{ path: "docs/a.md", line: 1 }],
      });
    },
  );

  it("refuses a name that is taken and changes nothing", async () => {
    const runbook = "---\ntitle: Deploy\nstatus: active\n---\n";
    const desk = makeDesk({
      tree: { ".blue/docs/runbooks/deploy.active.md": runbook, ".blue/docs/runbooks/ship.active.md": runbook },
    });
    const error = await desk.refused("invalid_input", "rename", { id: "deploy", title: "Ship" });
    expect(error.message).toBe(".blue/docs/runbooks/ship.active.md exists already");
    expect(readDoc(desk, ".blue/docs/runbooks/deploy.active.md")).toBe(runbook);
    expect((await desk.refused("invalid_input", "rename", { id: "deploy", title: " " })).field).toBe("title");
  });
});
