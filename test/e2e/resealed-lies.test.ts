/** A round whose record was changed and sealed again, with the right hash. Its texts still say what the experts wrote. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RoundRecord } from "../../src/rules/records.ts";
import { encodeRecord, sealRecord } from "../../src/store/record.ts";
import { type Dialogue, makeDialogue } from "../helpers/dialogue.ts";

const lie = "the record says that Muffin's signal in line 1 counts; the texts do not";

/** Muffin signalled beside a stance of HOLD; the record says that it counts. */
async function withLie(): Promise<Dialogue> {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: HOLD | 0.9]\nNot yet.\n" });
  const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`);
  const { self: _, ...record } = JSON.parse(readFileSync(path, "utf8")) as RoundRecord;
  record.signals = record.signals.map((signal) => ({ ...signal, counted: true, why: null }));
  record.counts.signals = record.panel.map(({ name }) => name);
  writeFileSync(path, encodeRecord({ ...sealRecord(record) }));
  await dialogue.call("sync");
  return dialogue;
}

describe("a resealed lie", () => {
  it("opens the gate by its counts, and is refused by the verdict that would stand on it", async () => {
    const dialogue = await withLie();
    const error = await dialogue.verdictRefused("record_damaged");
    expect(error.message).toContain(lie);
  });

  it("is named by doctor and by verify", async () => {
    const dialogue = await withLie();
    const { checks } = await dialogue.call<{ checks: { name: string; status: string; message: string }[] }>("doctor");
    expect(checks.find(({ message }) => message.includes(lie))).toMatchObject({ status: "failed" });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ kind: "recount" })]),
    });
  });

  it("under a verdict decides no document", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`);
    const { self, ...record } = JSON.parse(readFileSync(path, "utf8")) as RoundRecord;
    record.stances[0]!.position = "ABSTAIN";
    const sealed = sealRecord(record);
    writeFileSync(path, encodeRecord({ ...sealed }));
    const verdictPath = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/verdict-final.json`);
    const verdict = JSON.parse(readFileSync(verdictPath, "utf8"));
    expect(verdict.prev).toBe(self);
    delete verdict.self;
    writeFileSync(verdictPath, encodeRecord(sealRecord({ ...verdict, prev: sealed.self })));
    await dialogue.call("sync");
    const from = { from_dialogue: dialogue.id };
    const error = await dialogue.refused("dialogue_not_decided", "rfc.create", from);
    await dialogue.call("rfc.create", { title: "REST", dialogue: dialogue.id });
    await dialogue.refused("dialogue_not_decided", "rfc.status", { id: "0001", status: "approved" });
    expect(error.message).toContain("its records do not say what its texts say");
  });

  it("about what was asked is named: that nobody was, or that other recommendations stood", async () => {
    const dialogue = await makeDialogue({ experts: 2 });
    await dialogue.round({ Muffin: ["[MUFFIN-R0001: use Postgres]\nYes.", "[MUFFIN-R0002: use MongoDB]\nOr this."] });
    await dialogue.round({ Cupcake: ["[RE:OPPOSE R0002]\nNo."] });
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, directives: { Muffin: "Sign." } });
    await dialogue.round();
    const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-2/round.json`);
    const { self: _, ...record } = JSON.parse(readFileSync(path, "utf8")) as RoundRecord;
    expect(record.recommendations).toEqual(["R0001"]);
    const found = async (change: Partial<RoundRecord>) => {
      writeFileSync(path, encodeRecord({ ...sealRecord({ ...record, ...change }) }));
      await dialogue.call("sync");
      const { findings } = await dialogue.call<{ findings: { kind: string; message: string }[] }>("dialogue.verify");
      return findings.map(({ message }) => message);
    };
    expect(await found({})).toEqual([]);
    expect(await found({ asks: [] })).toEqual([
      "round 2: the record says that Blue did not ask, and holds what only an ask gives: recommendations, directives",
    ]);
    expect(await found({ recommendations: ["R0002"] })).toEqual([
      "round 2: the record says that these recommendations stood: R0002; the rounds before say R0001",
    ]);
  });
});
