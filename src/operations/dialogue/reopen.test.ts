import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clocks, decidedAt, makeDecided, schemaLines, schemaPath } from "../../../test/helpers/decided.ts";
import { show } from "../../../test/helpers/dialogue.ts";
import type { Body } from "../../../test/helpers/records.ts";
import type { OpeningRecord } from "../../rules/records.ts";
import { encodeRecord, type SealedRecord, sealRecord } from "../../store/record.ts";

interface Reopened {
  dialogue_id: string;
  subject: string;
  background: string[];
  warnings: string[];
}

it("opens a dialogue on the decided text, with why and what rotted; once decided it supersedes the old one", async () => {
  const decided = await makeDecided({ git: false });
  decided.change(
    schemaPath,
    schemaLines.filter((line) => !line.includes(clocks)),
  );
  const input = { dialogue_id: decided.id, because: "one database now" };
  const answer = await decided.call<Reopened>("dialogue.reopen", input);
  expect(readFileSync(join(decided.root, answer.subject), "utf8")).toBe("Use REST.\n");
  expect(answer.background).toEqual([
    `This reopens ${decided.id}. Why: one database now`,
    `- E0001.1 clocks drift: the words are gone (${schemaPath}:3): "${clocks}"`,
  ]);
  expect(await show("dialogue.reopen", answer)).toContain(`reopens ${decided.id}`);
  expect((await decided.decisions()).decisions.map(({ id }) => id)).toEqual([decided.id]);

  const again = decidedAt(decided.root, answer.dialogue_id);
  await again.round();
  await again.verdict({ recommendation: "Use RPC." });
  const { decisions, superseded } = await decided.decisions();
  expect(decisions.map(({ id }) => id)).toEqual([answer.dialogue_id]);
  expect(superseded).toEqual([{ id: decided.id, by: answer.dialogue_id }]);
  const { decisions: recalled } = await decided.call<{ decisions: { id: string; standing: string }[] }>("recall", {
    questions: ["API design"],
  });
  expect(recalled.find(({ id }) => id === decided.id)!.standing).toBe(`superseded by ${answer.dialogue_id}`);
  expect((await decided.refused("dialogue_not_decided", "dialogue.reopen", input)).message).toContain(
    answer.dialogue_id,
  );
});

it("names all that git does not have yet, and opens no second one beside it", async () => {
  const decided = await makeDecided();
  const input = { dialogue_id: decided.id, because: "one database now" };
  const { dialogue_id, subject, warnings } = await decided.call<Reopened>("dialogue.reopen", input);
  for (const path of [`.blue/dialogues/${dialogue_id}`, subject])
    expect(warnings.filter((one) => one.startsWith(`${path} is not committed yet`))).toHaveLength(1);
  expect((await decided.refused("id_taken", "dialogue.reopen", input)).message).toContain(dialogue_id);
  await decided.call("dialogue.close", { dialogue_id, outcome: "abandoned", reason: "not now" });
  expect((await decided.call<Reopened>("dialogue.reopen", input)).dialogue_id).not.toBe(dialogue_id);
});

/** The dialogue with another opening, every record after it sealed anew. */
function reopening(root: string, id: string, reopens: string): void {
  const folder = join(root, ".blue/dialogues", id);
  let prev: string | null = null;
  for (const path of ["opening.json", "round-0/round.json", "round-0/verdict-final.json"]) {
    const { self: _, ...record } = JSON.parse(readFileSync(join(folder, path), "utf8")) as Body<OpeningRecord>;
    const sealed: SealedRecord<Body<OpeningRecord>> = sealRecord({
      ...record,
      prev,
      ...(path === "opening.json" ? { reopens } : {}),
    } as Body<OpeningRecord>);
    writeFileSync(join(folder, path), encodeRecord(sealed));
    prev = sealed.self;
  }
}

it.each([
  ["itself", (id: string) => id, "it names itself"],
  ["what is not there", () => "2020-01-01T0000Z-nothing", "there is no dialogue 2020-01-01T0000Z-nothing"],
])("supersedes nothing by a record that names %s, and verify says so", async (_, named, why) => {
  const decided = await makeDecided({ git: false });
  reopening(decided.root, decided.id, named(decided.id));
  await decided.call("sync");
  const { decisions, superseded } = await decided.decisions();
  expect(decisions.map(({ id }) => id)).toEqual([decided.id]);
  expect(superseded).toEqual([]);
  const { dialogues } = await decided.call<{ dialogues: { decided: string }[] }>("dialogue.list");
  expect(JSON.stringify(dialogues)).not.toContain("superseded");
  expect(JSON.stringify(await decided.call("recall", { questions: ["API design"] }))).not.toContain("superseded by");
  const { findings } = await decided.call<{ findings: unknown[] }>("dialogue.verify");
  expect(findings).toMatchObject([{ kind: "recount", message: expect.stringContaining(why) }]);
});

it("refuses what decides nothing", async () => {
  const decided = await makeDecided({ git: false });
  await decided.round({ Muffin: ["[MUFFIN-T0101: still open]\nNo."] });
  await decided.refused("dialogue_not_decided", "dialogue.reopen", { dialogue_id: decided.id, because: "so" });
});
