import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, dialogueAt, makeDesk, poolOf } from "../../../../test/helpers/dialogue.ts";

const title = "Cursors";

async function open(text = "---\nstatus: draft\n---\n\n# Cursors\n") {
  const path = ".blue/docs/rfcs/0007-cursors.draft.md";
  const desk = makeDesk({ tree: { [path]: text, "docs/api.md": "api" } });
  const sources = [path, "docs/api.md"];
  const { dialogue_id: id } = await desk.call<{ dialogue_id: string }>("dialogue.create", {
    title,
    rfc: "0007",
    sources,
    expert_pool: poolOf(3),
  });
  return { desk, path, id, dialogue: dialogueAt(desk, id), read: (at: string) => readFileSync(join(desk.root, at)) };
}

describe("a dialogue created for an RFC", () => {
  it.each([
    ["YAML", "---\nstatus: draft\n---\n\n# Cursors\n", /^dialogue: (\S+)$/m],
    [
      "a table",
      "# RFC 0007: Cursors\n\n| | |\n|---|---|\n| **Status** | Draft |\n",
      /^\| \*\*Dialogue\*\* \| (\S+) \|$/m,
    ],
    ["no header", "# Cursors\n", /^dialogue: (\S+)$/m],
  ])("stands in the RFC's header, which is %s, and the opening holds the hash of that text", async (_, text, line) => {
    const { id, path, read, desk } = await open(text);
    expect(line.exec(read(path).toString("utf8"))?.[1]).toBe(id);
    const { subject, sources } = JSON.parse(read(`.blue/dialogues/${id}/opening.json`).toString()) as Answer;
    const sha256 = createHash("sha256").update(read(path)).digest("hex");
    expect(subject).toEqual({ path, sha256, lines: read(path).toString("utf8").trimEnd().split("\n") });
    expect((sources as unknown[])[0]).toEqual({ path, sha256 });
    await desk.call("dialogue.create", { title: "Again", rfc: "0007" });
    expect(read(path).toString("utf8")).toContain("-again");
  });

  it("keeps the RFC from being approved until it is decided", async () => {
    const { desk, dialogue, id } = await open();
    const error = await desk.refused("dialogue_not_decided", "rfc.status", { id: 7, status: "approved" });
    expect(error.context).toMatchObject({ dialogue_id: id });
    await dialogue.round();
    await dialogue.call("dialogue.verdict-register", { dialogue_id: id, recommendation: "Cursors." });
    expect(await desk.call("rfc.status", { id: 7, status: "approved" })).toMatchObject({ status: "approved" });
  });

  it("follows the RFC when its status renames the file, in prompts and in what it says of itself", async () => {
    const { desk, dialogue, id, path } = await open();
    const { path: now } = await desk.call<{ path: string }>("rfc.status", {
      id: 7,
      status: "approved",
      override: "needed today",
    });
    expect(now).not.toBe(path);
    const { warnings, folder, spawn } = await dialogue.call<{
      warnings: string[];
      folder: string;
      spawn: { prompt_file: string }[];
    }>("dialogue.round-prompt", { dialogue_id: id });
    expect(warnings).toEqual([]);
    const prompt = readFileSync(join(folder, spawn[0]!.prompt_file), "utf8");
    expect(prompt).toContain(join(desk.root, now));
    expect(prompt).not.toContain(path);
    expect(await dialogue.call("dialogue.get", { dialogue_id: id })).toMatchObject({ subject: now });
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: id });
    expect(context).toMatchObject({ subject: now, sources: [now, "docs/api.md"] });
  });

  it("says so when the file is gone for good", async () => {
    const { desk, dialogue, id, path } = await open();
    rmSync(join(desk.root, path));
    const { warnings } = await dialogue.call("dialogue.round-prompt", { dialogue_id: id });
    expect(warnings).toEqual([expect.stringContaining(`${path} is gone`), expect.stringContaining(`${path} is gone`)]);
  });

  it("is not opened at all when the RFC's header cannot be written to", async () => {
    const tree = { ".blue/docs/rfcs/0007-cursors.draft.md": "---\n{ status: draft }\n---\n" };
    const desk = makeDesk({ tree });
    await desk.refused("invalid_input", "dialogue.create", { title, rfc: "7" });
    expect(existsSync(join(desk.root, ".blue/dialogues"))).toBe(false);
  });
});
