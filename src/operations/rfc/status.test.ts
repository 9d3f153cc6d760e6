import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, makeDialogue, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, type Entry, handEdited, readDoc } from "../../../test/helpers/documents.ts";
import { runGit } from "../../../test/helpers/project.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

describe("rfc.status", () => {
  it("changes header, name and links, and no other byte", async () => {
    const other =
      "---\nstatus: proposed\nrfc: 0001-hand-made.draft.md\n---\n\n[it](../rfcs/0001-hand-made.draft.md#x) and `0001-hand-made.draft.md`\n[r]: /.blue/docs/rfcs/0001-hand-made.draft.md\n";
    const desk = makeDesk({ tree: { [path]: handEdited(), ".blue/docs/adrs/0001-a.proposed.md": other } });
    const moved = await desk.call<Entry & { relinked: string[] }>("rfc.status", { id: 1, status: "approved" });
    expect(moved).toMatchObject({
      from: "draft",
      status: "approved",
      path: ".blue/docs/rfcs/0001-hand-made.approved.md",
      relinked: [".blue/docs/adrs/0001-a.proposed.md"],
    });
    expect(readDoc(desk, moved.path)).toBe(handEdited("Hand made", "approved"));
    expect(readDoc(desk, ".blue/docs/adrs/0001-a.proposed.md")).toBe(
      "---\nstatus: proposed\nrfc: 0001-hand-made.approved.md\n---\n\n[it](../rfcs/0001-hand-made.approved.md#x) and `0001-hand-made.draft.md`\n[r]: /.blue/docs/rfcs/0001-hand-made.approved.md\n",
    );
    expect(await show("rfc.status", moved)).toContain("links fixed in .blue/docs/adrs/0001-a.proposed.md");
  });

  it("shows the status where none is given, and changes nothing", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited() } });
    const shown = await desk.call("rfc.status", { id: 1 });
    expect(shown).toMatchObject({ from: "draft", status: "draft", path });
    expect(await show("rfc.status", shown)).toMatch(/^RFC 0001 is draft: Hand made\n.*\nNext: /);
    expect(docsIn(desk, "rfcs")).toEqual(["0001-hand-made.draft.md"]);
    expect(readDoc(desk, path)).toBe(handEdited());
    expect(await desk.refused("invalid_input", "rfc.status", { id: 1, override: "in a hurry" })).toMatchObject({
      field: "override",
    });
  });

  it("stages name, text and fixed links where git tracks the file, and nothing else", async () => {
    const adr = ".blue/docs/adrs/0001-a.proposed.md";
    const tree = { [path]: handEdited(), [adr]: "---\nrfc: 0001-hand-made.draft.md\n---\n", "mine.txt": "one\n" };
    const desk = makeDesk({ tree, git: true });
    writeFileSync(join(desk.root, "mine.txt"), "two\n");
    await desk.call("rfc.status", { id: "0001", status: "approved" });
    expect(runGit(desk.root, "status", "--short", "--untracked-files=no")).toBe(
      `M  ${adr}\nR  ${path} -> ${path.replace("draft", "approved")}\n M mine.txt\n`,
    );
  });

  it("stages nothing where git does not track the file", async () => {
    const desk = makeDesk({ git: true });
    const { number } = await desk.call<Entry>("rfc.create", { title: "New" });
    await desk.call("rfc.status", { id: number, status: "approved" });
    expect(runGit(desk.root, "diff", "--cached", "--name-only")).toBe("");
  });

  it("keeps the convention in use: letters, and a neighbour's word for the status", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/rfcs/0048-a.impl.md": "# RFC 0048: A\n\n| | |\n|---|---|\n| **Status** | Implemented |\n",
        ".blue/docs/rfcs/0050-b.wip.md": "# RFC 0050: B\n\n| | |\n|---|---|\n| **Status** | In-Progress |\n",
        ".blue/docs/rfcs/0073-A-c.md": "# RFC 0073: C\n\n**Status**: In Progress\n",
      },
    });
    await desk.call("rfc.status", { id: 50, status: "implemented" });
    await desk.call("rfc.status", { id: 73, status: "implemented" });
    expect(docsIn(desk, "rfcs")).toEqual(["0048-a.impl.md", "0050-b.impl.md", "0073-I-c.md"]);
    expect(readDoc(desk, ".blue/docs/rfcs/0050-b.impl.md")).toContain("| **Status** | Implemented |");
  });

  it("knows the life of an RFC, and which status is none", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited("Hand made", "implemented") } });
    expect(
      (await desk.refused("invalid_status_transition", "rfc.status", { id: 1, status: "wip" })).suggestion,
    ).toContain("superseded");
    expect((await desk.refused("invalid_input", "rfc.status", { id: 1, status: "done" })).field).toBe("status");
    await desk.refused("not_found", "rfc.status", { id: 2, status: "wip" });
    const other = await desk.call<Entry>("rfc.create", { title: "Better" });
    await desk.refused("invalid_input", "rfc.status", { id: 1, status: "superseded", superseded_by: 1 });
    const gone = await desk.call<Entry>("rfc.status", { id: 1, status: "superseded", superseded_by: other.number });
    expect(readDoc(desk, gone.path)).toContain("superseded_by: 0002-better.draft.md\n");
  });

  it("does not approve while the dialogue is undecided, unless a reason is recorded", async () => {
    const dialogue = await makeDialogue();
    const made = await dialogue.call<Entry>("rfc.create", { title: "X", dialogue: dialogue.id });
    const error = await dialogue.refused("dialogue_not_decided", "rfc.status", { id: 1, status: "approved" });
    expect(error.message).toContain("it is open (no round is registered)");
    await dialogue.round();
    await dialogue.verdict();
    expect(await dialogue.call("rfc.status", { id: 1, status: "approved" })).toMatchObject({
      warnings: ["It is approved, and nobody wrote “Problem”, “Proposal”, “Alternatives”"],
    });
    await dialogue.round(); // the verdict is superseded now
    await dialogue.call("rfc.status", { id: 1, status: "draft" });
    expect(
      (await dialogue.refused("dialogue_not_decided", "rfc.status", { id: 1, status: "approved" })).message,
    ).toContain("supersedes");
    const approved = await dialogue.call<Entry & { warnings: string[] }>("rfc.status", {
      id: 1,
      status: "approved",
      override: "agreed in the call",
    });
    expect(approved.warnings).toEqual([
      expect.stringMatching(/; approved all the same: agreed in the call$/),
      expect.stringContaining("nobody wrote “Problem”"),
    ]);
    expect(readFileSync(join(dialogue.root, approved.path), "utf8")).toContain(
      "approval_override: agreed in the call\n",
    );
    expect(made.path).not.toBe(approved.path);
  });

  it("refuses a linked dialogue that is not there", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited("Hand made", "draft", "dialogue: gone\n") } });
    expect((await desk.refused("dialogue_not_decided", "rfc.status", { id: 1, status: "approved" })).value).toBe(
      "gone",
    );
  });

  it("finishes what was interrupted between header and name", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited("Hand made", "approved") } });
    await desk.call("rfc.status", { id: 1, status: "approved" });
    expect(docsIn(desk, "rfcs")).toEqual(["0001-hand-made.approved.md"]);
  });

  it("refuses a file that is not UTF-8 rather than damage it", async () => {
    const desk = makeDesk({ tree: { [path]: Buffer.concat([Buffer.from(handEdited()), Buffer.from([0xfc, 0xdf])]) } });
    expect((await desk.refused("invalid_input", "rfc.status", { id: 1, status: "approved" })).constraint).toBe("utf8");
  });

  it("changes only header fields that speak of this document", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "Order export" });
    await desk.call("prd.create", { title: "Order export" });
    const spike = await desk.call<Entry>("spike.create", { title: "How", rfc: 1 });
    await desk.call("prd.approve", { id: 1 });
    expect(readDoc(desk, spike.path)).toContain("rfc: 0001-order-export.draft.md\n");
    await desk.call("rfc.status", { id: 1, status: "approved" });
    expect(readDoc(desk, spike.path)).toContain("rfc: 0001-order-export.approved.md\n");
  });

  it("follows names in a header table too, and takes no part of a longer name", async () => {
    const table = (rows: string) => `# Spike: S\n\n| | |\n|---|---|\n| **Status** | Wip |\n${rows}\n\n---\n\n## Q\n`;
    const desk = makeDesk({
      tree: {
        ".blue/docs/runbooks/deploy.active.md": "---\nstatus: active\n---\n",
        ".blue/docs/spikes/2026-01-01T0000Z-s.wip.md": table(
          "| **Runbook** | pre-deploy.active.md, deploy.active.md |",
        ),
      },
    });
    await desk.call("runbook.update", { id: "deploy", status: "archived" });
    expect(readDoc(desk, ".blue/docs/spikes/2026-01-01T0000Z-s.wip.md")).toBe(
      table("| **Runbook** | pre-deploy.active.md, deploy.archived.md |"),
    );
  });

  it("follows a file whose name has brackets and signs, in links and header alike", async () => {
    const odd = ".blue/docs/rfcs/0001-c++(new.draft.md";
    const other = (name: string, linked: string) =>
      `---\nstatus: draft\nrfc: ${name}\n---\n\n[a](${linked}) [b](<${linked}>)\n`;
    const desk = makeDesk({
      tree: {
        [odd]: handEdited("C++", "draft"),
        ".blue/docs/rfcs/0002-b.draft.md": other("0001-c++(new.draft.md", "0001-c++%28new.draft.md"),
      },
    });
    await desk.call("rfc.status", { id: 1, status: "approved" });
    expect(readDoc(desk, ".blue/docs/rfcs/0002-b.draft.md")).toBe(
      other("0001-c++(new.approved.md", "0001-c++%28new.approved.md"),
    );
    expect(await desk.call("lint")).toMatchObject({ errors: 0 });
  });

  it("honours an override once it is recorded", async () => {
    const desk = makeDesk({ tree: { [path]: handEdited("Hand made", "draft", "dialogue: gone\n") } });
    await desk.call("rfc.status", { id: 1, status: "approved", override: "because" });
    await desk.call("rfc.status", { id: 1, status: "wip" });
    await desk.call("rfc.status", { id: 1, status: "implemented" });
  });
});
