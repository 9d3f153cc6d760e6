import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskAt, makeDialogue, treeOf } from "../../test/helpers/dialogue.ts";
import { runWords } from "../../test/helpers/faces.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { encodeRecord, sealRecord } from "../store/record.ts";
import { extraCommands } from "./extra-commands.ts";

async function reportOf(root: string, command: "report" | "open", id: string) {
  const { code, out } = await runWords(root, ["--json", "dialogue", command, id], { entries: extraCommands });
  return { code, ...(JSON.parse(out) as { error_code?: string; message?: string }) };
}

test.each(["report", "open"] as const)("%s writes no file whose name a record chose", async (command) => {
  const outside = makeFolder({ "victim.html": "keep", "project/": "" });
  const desk = deskAt(join(outside, "project"));
  const { dialogue_id } = await desk.call<{ dialogue_id: string }>("dialogue.create", { title: "API design" });
  const opening = join(desk.root, `.blue/dialogues/${dialogue_id}/opening.json`);
  const honest = JSON.parse(readFileSync(opening, "utf8"));
  for (const name of [join(outside, "victim"), "../victim", "../../victim", `${dialogue_id}\0`, "x".repeat(5_000)]) {
    writeFileSync(opening, encodeRecord(sealRecord({ ...honest, dialogue: name })));
    const before = treeOf(outside);
    expect(await reportOf(desk.root, command, dialogue_id)).toMatchObject({ error_code: "record_damaged" });
    expect(treeOf(outside)).toEqual(before);
  }
});

test("of a dialogue whose records are damaged there is no report", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round();
  const folder = `.blue/dialogues/${dialogue.id}`;
  writeFileSync(join(dialogue.root, folder, "CONVERGED.md"), "All agreed.\n");
  const refused = await reportOf(dialogue.root, "report", dialogue.id);
  expect(refused).toMatchObject({ error_code: "unregistered_files" });
  expect(refused.message).toContain(`${folder}/CONVERGED.md`);
});
