import { expect, it } from "vitest";
import { clocks, makeDecided, schemaLines, schemaPath } from "../../../test/helpers/decided.ts";
import { show } from "../../../test/helpers/dialogue.ts";

it("takes an item for all of its citations that are rotted or unclear, and says where it is", async () => {
  const decided = await makeDecided({ git: false });
  decided.change(
    schemaPath,
    schemaLines.filter((line) => !line.includes(clocks)),
  );
  const input = { dialogue_id: decided.id, items: ["E0001"], reason: "one database now" };
  const answer = await decided.call("dialogue.settle", input);
  expect(answer).toMatchObject({ status: "settled", settled: ["E0001.1"] });
  const said = await show("dialogue.settle", answer);
  expect(said).toContain(`.blue/settled/${decided.id}/`);
  expect(said).toMatch(/^Next: blue decisions$/m);
  expect(await decided.decisions({ fail_on: "rot" })).toMatchObject({ fails: false, counts: { settled: 1 } });
});

it("refuses words that are still there: they would be waived before anybody takes them away", async () => {
  const decided = await makeDecided({ git: false });
  const input = { dialogue_id: decided.id, items: ["E0001.1"], reason: "one database now" };
  expect((await decided.refused("not_found", "dialogue.settle", input)).suggestion).toContain("Nothing is rotted");
});

it("refuses where nothing is decided", async () => {
  const decided = await makeDecided({ git: false });
  await decided.round({ Muffin: ["[MUFFIN-T0101: still open]\nNo."] });
  const input = { dialogue_id: decided.id, items: ["E0001"], reason: "so" };
  await decided.refused("dialogue_not_decided", "dialogue.settle", input);
  expect((await decided.decisions()).superseded).toEqual([
    { id: decided.id, by: "round 1 of the same dialogue, still open" },
  ]);
});

it("says that the dialogue is damaged, where it is", async () => {
  const decided = await makeDecided({ git: false });
  decided.change(`.blue/dialogues/${decided.id}/CONVERGED.md`, "All agreed.\n");
  const input = { dialogue_id: decided.id, items: ["E0001"], reason: "so" };
  await decided.refused("unregistered_files", "dialogue.settle", input);
});
