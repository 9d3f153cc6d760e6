import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Dialogue, edit, makeDesk, makeDialogue, show } from "../../test/helpers/dialogue.ts";
import { runGit } from "../../test/helpers/project.ts";
import { operation } from "./doctor.ts";

interface Report {
  healthy: boolean;
  checks: { name: string; status: string; message: string; fix: string | null }[];
}

async function report({ call }: Pick<Dialogue, "call">, fix = false): Promise<Report & Record<string, unknown>> {
  const answer = await call<Report & Record<string, unknown>>("doctor", { fix });
  return { ...answer, ...Object.fromEntries(answer.checks.map(({ name, status }) => [name, status])) };
}

describe("doctor", () => {
  it("finds a fresh project and a decided dialogue healthy", async () => {
    expect(await report(makeDesk({ git: true }))).toMatchObject({ healthy: true, git: "ok", records: "ok" });
    const dialogue = await makeDialogue({ git: true });
    await dialogue.round();
    await dialogue.verdict();
    runGit(dialogue.root, "add", "-A");
    const answer = await dialogue.call<Report>("doctor");
    expect(answer.checks.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(operation.hasFindings!(answer as never)).toBe(false);
    expect(await show("doctor", answer)).toMatch(/^✓ Node: /);
  });

  it("repairs what is safe to repair: ignore rules, stray temporary files, generated files", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const stray = join(dialogue.root, ".blue/tmp/stray");
    writeFileSync(stray, "half a record");
    mkdirSync(`${stray}.db.lock`);
    for (const path of [stray, `${stray}.db.lock`]) utimesSync(path, 0, 0);
    edit(dialogue.root, ".blue/.gitignore", () => "drafts/\n");
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/scoreboard.md`));
    expect(await report(dialogue, true)).toMatchObject({
      healthy: true,
      project: "fixed",
      "temporary files": "fixed",
      "generated files": "fixed",
      git: "warning",
    });
    expect(readdirSync(join(dialogue.root, ".blue/tmp"))).toEqual([]);
    expect(await report(dialogue)).toMatchObject({ project: "ok", "temporary files": "ok", "generated files": "ok" });
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/scoreboard.md`));
    const sick = await report(dialogue);
    expect(sick).toMatchObject({ "generated files": "warning", next: { arguments: { fix: true } } });
  });

  it("fails on a damaged record, tracked drafts and a bad configuration, and repairs none of them", async () => {
    const dialogue = await makeDialogue({ git: true });
    await dialogue.round();
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`, (text) => text.slice(0, 100));
    writeFileSync(join(dialogue.root, ".blue/config.yaml"), "max_rounds: many\n");
    runGit(dialogue.root, "add", "-f", ".blue/drafts");
    const answer = await report(dialogue, true);
    expect(answer).toMatchObject({ healthy: false, records: "failed", configuration: "failed", git: "failed" });
    expect(operation.hasFindings!(answer as never)).toBe(true);
    for (const { status, fix } of answer.checks) if (status === "failed") expect(fix).not.toBeNull();
  });

  it("names documents that share a number after a merge", async () => {
    const header = "---\nstatus: draft\n---\n";
    const desk = makeDesk({
      tree: { ".blue/docs/rfcs/0003-a.draft.md": header, ".blue/docs/rfcs/0003-b.draft.md": header },
    });
    const answer = await report(desk);
    expect(answer).toMatchObject({ documents: "failed" });
    expect(answer.checks.find(({ name }) => name === "documents")).toMatchObject({
      message: expect.stringContaining("RFC 0003 (2 files)"),
      fix: expect.stringContaining("blue rfc renumber"),
    });
  });
});
