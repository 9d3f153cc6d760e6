import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  type Dialogue,
  deskAt,
  edit,
  expectUnchanged,
  makeDialogue,
  raisesTension,
  show,
  treeOf,
} from "../../../test/helpers/dialogue.ts";
import { runGit } from "../../../test/helpers/project.ts";
import type { Body } from "../../../test/helpers/records.ts";
import type { RoundRecord, VerdictRecord } from "../../rules/records.ts";
import { encodeRecord, sealRecord } from "../../store/record.ts";
import { operation } from "./verify.ts";

/** A forger who knows how to seal: the record is whole, and says what its texts do not. */
function forge(dialogue: Dialogue, change: (record: Body<RoundRecord>) => unknown): void {
  const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`);
  const record = JSON.parse(readFileSync(path, "utf8")) as Body<RoundRecord>;
  change(record);
  writeFileSync(path, encodeRecord(sealRecord(record)));
}

async function findings(dialogue: Dialogue): Promise<Answer[]> {
  const before = treeOf(dialogue.root);
  const answer = await dialogue.call<{ findings: Answer[] }>("dialogue.verify", { dialogue_id: dialogue.id });
  expectUnchanged(dialogue.root, before);
  expect(operation.hasFindings!(answer as never)).toBe(answer.findings.length > 0);
  return answer.findings;
}

describe("dialogue.verify", () => {
  it("does not take a dialogue whose records were deleted for one of an older Blue", async () => {
    const dialogue = await makeDialogue({ git: true });
    await dialogue.round();
    runGit(dialogue.root, "add", "-A");
    runGit(dialogue.root, "commit", "-q", "-m", "round");
    const folder = join(dialogue.root, ".blue/dialogues", dialogue.id);
    for (const file of ["opening.json", "round-0/round.json"]) rmSync(join(folder, file));
    const key = { dialogue_id: dialogue.id };
    expect(await dialogue.call("dialogue.verify")).toMatchObject({
      not_proved: 0,
      findings: expect.arrayContaining([expect.objectContaining({ kind: "record" })]),
    });
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({ state: "damaged" });
    expect(await dialogue.call("dialogue.list")).toMatchObject({ dialogues: [{ state: "damaged" }] });
    expect(await dialogue.call("status")).toMatchObject({ counts: { damaged: 1, legacy: 0 } });
  });

  it("finds nothing in a dialogue as Blue wrote it, reindented or not", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "so" }] });
    await dialogue.verdict({ tensions_accepted: ["T0001"] });
    expect(await findings(dialogue)).toEqual([]);
    for (const path of ["opening.json", "round-0/round.json", "round-1/round.json", "round-1/verdict-final.json"]) {
      edit(dialogue.root, `.blue/dialogues/${dialogue.id}/${path}`, (text) => JSON.stringify(JSON.parse(text)));
    }
    expect(await findings(dialogue)).toEqual([]);
    const all = await dialogue.call("dialogue.verify");
    expect(await show("dialogue.verify", all)).toContain("✓ 1 dialogue verified");
  });

  it("names a changed record, a missing one, a broken chain and a verdict on another record", async () => {
    const made = async () => {
      const dialogue = await makeDialogue();
      await dialogue.round();
      await dialogue.round();
      await dialogue.verdict();
      return dialogue;
    };
    const folder = (dialogue: Dialogue) => `.blue/dialogues/${dialogue.id}`;
    const changed = await made();
    edit(changed.root, `${folder(changed)}/round-1/round.json`, (text) =>
      text.replace("Muffin agrees.", "Muffin objects."),
    );
    expect(await findings(changed)).toContainEqual(
      expect.objectContaining({ kind: "record", path: `${folder(changed)}/round-1/round.json` }),
    );
    const gone = await made();
    rmSync(join(gone.root, `${folder(gone)}/round-0/round.json`));
    expect(await findings(gone)).toContainEqual(
      expect.objectContaining({ kind: "record", message: expect.stringContaining("gap") }),
    );
    const forged = await made();
    forge(forged, ({ judge }) => judge.push("never said"));
    expect(await findings(forged)).toContainEqual(
      expect.objectContaining({
        kind: "record",
        message: expect.stringContaining("does not follow the record before it"),
      }),
    );
  });

  it.each<[string, (record: Body<RoundRecord>) => unknown, string]>([
    [
      "counts that do not add up",
      (record) => record.counts.open_tensions.pop(),
      "its counts are not what its records add up to",
    ],
    [
      "a marker left out",
      (record) => {
        record.items = record.items.filter(({ id }) => id !== "T0001");
        record.tensions = [];
        delete record.mapping["MUFFIN-T0001"];
        record.counts.open_tensions = [];
      },
      "the texts say that T0001 is a T, made of MUFFIN-T0001 in line 1 (Muffin); the record does not",
    ],
    [
      "a signal nobody gave",
      (record) => {
        record.signals.unshift({ by: "Muffin", line: 1, counted: true, why: null });
        record.counts.signals = ["Muffin", "Cupcake", "Scone"];
      },
      "the record says that Muffin's signal in line 1 counts; the texts do not",
    ],
    [
      "a signal that did not count",
      (record) => {
        record.signals[0] = { ...record.signals[0]!, counted: false, why: "so" };
        record.counts.signals.shift();
      },
      "the texts say that Cupcake's signal in line 1 counts; the record does not",
    ],
    [
      "another stance",
      (record) => {
        record.stances[0]!.position = "REJECT";
      },
      "the record says that Muffin's stance is REJECT | 0.9",
    ],
    [
      "a tension closed in its own round by nobody",
      (record) => {
        record.tensions.push({ id: "T0001", change: "resolved", actors: ["Judge"], item: null, note: null });
        record.counts.open_tensions = [];
      },
      "T0001 is raised in this round and cannot be closed in it",
    ],
    [
      "a tension dismissed",
      (record) => {
        record.items = record.items.filter(({ id }) => id !== "T0001");
        record.tensions = [];
        delete record.mapping["MUFFIN-T0001"];
        record.counts.open_tensions = [];
        record.dismissed.push({ local_id: "MUFFIN-T0001", expert: "Muffin", line: 1, reason: "immaterial" });
      },
      "MUFFIN-T0001 is a tension; perspectives and tensions cannot be dismissed",
    ],
    [
      "a text that nobody wrote",
      (record) => {
        record.texts[1]!.state = "absent";
      },
      "the record says that Cupcake's text is absent; the texts do not",
    ],
    [
      "an objector dropped from the panel",
      (record) => {
        record.panel = record.panel.filter(({ name }) => name !== "Muffin");
        record.counts.panel_size = 2;
      },
      "Muffin's text: its author is not on the panel of round 0",
    ],
  ])("recounts a sealed record from its texts and finds %s", async (_, change, message) => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    forge(dialogue, change);
    const found = await findings(dialogue);
    expect(found).toContainEqual(
      expect.objectContaining({ kind: "recount", message: expect.stringContaining(`round 0: ${message}`) }),
    );
  });

  it("holds a sealed verdict to its claims, as the ledger stood after its round", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.verdict({ verdict_type: "interim", verdict_id: "half-way", supporting_experts: ["muffin"] });
    await dialogue.round({
      Scone: ["[SCONE-C0101: a cache]\n[RE:RESOLVE T0001]\nMeasured.", "[SCONE-E0101: seen]\nSo."],
    });
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] });
    await dialogue.verdict({ tensions_resolved: ["T0001"], key_claims: ["C0101"], supporting_experts: ["Scone"] });
    const kept = ({ kind }: Answer) => kind === "recount";
    expect((await findings(dialogue)).filter(kept)).toEqual([]);
    const folder = `.blue/dialogues/${dialogue.id}`;
    const early = `${folder}/round-0/verdict-half-way.json`;
    const final = `${folder}/round-2/verdict-final.json`;
    for (const [path, claims] of [
      [early, { tensions_resolved: ["T0001"] }],
      [
        final,
        {
          ...{ supporting_experts: ["Ghost"], tensions_resolved: ["T0999"] },
          ...{ key_evidence: ["C0101"], recommendations_adopted: ["R0101"] },
        },
      ],
    ] as const) {
      const record = JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as Body<VerdictRecord>;
      writeFileSync(
        join(dialogue.root, path),
        encodeRecord(sealRecord({ ...record, ...claims } as Body<VerdictRecord>)),
      );
    }
    const found = (await findings(dialogue)).filter(kept);
    expect(found.map(({ fix }) => fix)).not.toContain(null);
    const { next } = await dialogue.call<{ next: { why: string } }>("dialogue.verify");
    expect(next.why).toMatch(/^Restore the verdict's record: .* Then look again\.$/);
    const saying = (path: string, message: string) =>
      expect.objectContaining({ path, message: expect.stringContaining(message) });
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        saying(early, "the verdict half-way claims what the rounds do not say: `tensions_resolved`: T0001 is open"),
        saying(final, "`tensions_resolved`: there is no item T0999 after round 2"),
        saying(final, "`recommendations_adopted`: there is no item R0101"),
        saying(final, "`key_evidence`: C0101 is of another type"),
        saying(final, "`supporting_experts`: Ghost was never seated"),
      ]),
    );
  });

  it("finds nothing to recount in the dialogues that Blue keeps about itself", async () => {
    const { call } = deskAt(fileURLToPath(new URL("../../..", import.meta.url)));
    const { verified, findings: found } = await call<{ verified: number; findings: Answer[] }>("dialogue.verify");
    expect(verified).toBeGreaterThan(0);
    expect(found.filter(({ kind }) => kind === "recount" || kind === "refused")).toEqual([]);
  });

  it("names files that no record accounts for, and drift that sync puts right", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const folder = `.blue/dialogues/${dialogue.id}`;
    writeFileSync(join(dialogue.root, `${folder}/round-0/eclair.md`), "[ECLAIR-T0001: no]\n");
    edit(dialogue.root, `${folder}/verdict.md`, (text) => text.replace("Use REST.", "Use RPC."));
    rmSync(join(dialogue.root, `${folder}/scoreboard.md`));
    expect(await findings(dialogue)).toMatchObject([
      { kind: "unaccounted", path: `${folder}/round-0/eclair.md` },
      { kind: "drift", path: `${folder}/scoreboard.md`, message: expect.stringContaining("is missing") },
      { kind: "drift", path: `${folder}/verdict.md`, message: expect.stringContaining("is not what the record says") },
    ]);
    await dialogue.call("sync");
    expect(await findings(dialogue)).toMatchObject([{ kind: "unaccounted" }]);
  });
});
