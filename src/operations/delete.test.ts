import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../test/helpers/dialogue.ts";
import { docExists, type Entry, handEdited, readDoc } from "../../test/helpers/documents.ts";
import { runGit } from "../../test/helpers/project.ts";

const path = ".blue/docs/rfcs/0001-hand-made.draft.md";

describe("delete", () => {
  it("moves the document to the trash with reason and place, and names who still refers to it", async () => {
    const desk = makeDesk({
      tree: { [path]: handEdited(), ".blue/docs/adrs/0001-a.accepted.md": "---\nstatus: accepted\n---\nRFC 0001\n" },
      git: true,
    });
    await desk.refused("invalid_input", "delete", { id: 1, reason: "which one?" });
    const gone = await desk.call<Entry & { kept: string; trash_id: string }>("delete", {
      id: "RFC 0001",
      reason: "never needed",
    });
    expect(gone).toMatchObject({
      trash_id: "2026-02-03T1423Z-0001-hand-made-draft",
      referred_by: [".blue/docs/adrs/0001-a.accepted.md:4"],
    });
    expect(docExists(desk, path)).toBe(false);
    expect(readDoc(desk, gone.kept)).toBe(handEdited());
    expect(JSON.parse(readDoc(desk, `.blue/trash/${gone.trash_id}/deleted.json`))).toMatchObject({
      path,
      reason: "never needed",
      title: "Hand made",
    });
    expect(runGit(desk.root, "ls-files", ".blue/trash")).toContain(gone.kept);
    expect(await show("delete", gone)).toContain("! Still referred to by");
    expect((await desk.call<Entry>("rfc.create", { title: "New" })).number).toBe(2);
    await desk.refused("not_found", "delete", { id: "RFC 0001", reason: "again" });
    expect((await desk.refused("invalid_input", "delete", { id: "RFC 0002" })).field).toBe("reason");
  });

  it("deletes only what is named in full", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "Dialogue engine" });
    await desk.refused("not_found", "delete", { id: "日本語", reason: "x" });
    await desk.refused("not_found", "delete", { id: "engine", reason: "x" });
    expect((await desk.call<Entry>("rfc.create", { title: "日本語" })).path).toBe(
      ".blue/docs/rfcs/0002-日本語.draft.md",
    );
    await desk.call("delete", { id: "dialogue-engine", reason: "x" });
  });
});
