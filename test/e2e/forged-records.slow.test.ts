/**
 * Records that somebody wrote by hand, whole and with the right hash. A final verdict over a round that never passed the gate decides nothing, on no
 * face; a round that says what its texts do not is a finding.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { RoundRecord, VerdictRecord } from "../../src/rules/records.ts";
import { encodeRecord, sealRecord } from "../../src/store/record.ts";
import { type Answer, type Dialogue, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { exported } from "../helpers/exported.ts";
import { type Body, verdictBody } from "../helpers/records.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

function blue(dialogue: Dialogue, ...args: string[]): { code: number | null; answer: Answer } {
  const { BLUE_PROJECT: _, CLAUDE_PROJECT_DIR: __, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [entry, ...args, "--json"], {
    cwd: dialogue.root,
    env,
    encoding: "utf8",
  });
  return { code: status, answer: JSON.parse(stdout) as Answer };
}

/** As a person would who knows how records are sealed; then everything for people is made again. */
async function forgeVerdict(dialogue: Dialogue, claims: Partial<Body<VerdictRecord>> = {}): Promise<string> {
  const round = dialogue.open().round - 1;
  const path = `.blue/dialogues/${dialogue.id}/round-${round}/verdict-final.json`;
  const body = verdictBody(round, dialogue.record(round).self, { dialogue: dialogue.id, ...claims });
  writeFileSync(join(dialogue.root, path), encodeRecord(sealRecord(body)));
  await dialogue.call("sync");
  return path;
}

async function unfinished(create = {}): Promise<Dialogue> {
  const dialogue = await makeDialogue({ create });
  await dialogue.round({ Muffin: raisesTension });
  return dialogue;
}

describe("a forged final verdict on a round that did not converge", () => {
  it("is a finding of verify, and on the command line exit 6", async () => {
    const dialogue = await unfinished();
    const path = await forgeVerdict(dialogue);
    const { code, answer } = blue(dialogue, "dialogue", "verify", dialogue.id);
    expect(answer.findings).toMatchObject([
      { kind: "refused", path, message: expect.stringContaining("its round did not converge") },
    ]);
    expect(code).toBe(6);
  });

  it("decides nothing in status, list, get, next, export, search and the saved document", async () => {
    const dialogue = await unfinished();
    const key = { dialogue_id: dialogue.id };
    await forgeVerdict(dialogue, { recommendation: ["Use walrus."], recommendations_adopted: ["R0001"] });
    expect(blue(dialogue, "dialogue", "status", dialogue.id).answer).toMatchObject({
      state: "open",
      can_converge: false,
      next: { tool: "blue_dialogue_revise" },
    });
    expect(await dialogue.call("dialogue.list")).toMatchObject({ dialogues: [{ state: "open" }] });
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({ state: "open", verdicts: [{ in_force: false }] });
    expect((await exported(dialogue)).verdicts).toMatchObject([{ in_force: false }]);
    const search = await dialogue.call<{ hits: Answer[] }>("search", { questions: ["walrus"] });
    expect(search.hits).toMatchObject([{ status: "in an open dialogue" }]);
    const page = readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8");
    expect(page).toContain("refused by the gate: its round did not converge");
    const overview = readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/dialogue.md`), "utf8");
    expect(overview).toContain("Nothing was decided; the words were: ");
    expect(overview).toContain("(refused: its round did not converge, ");
  });

  it("makes no accepted decision: a document from that dialogue is refused", async () => {
    const dialogue = await unfinished();
    await forgeVerdict(dialogue);
    const { code, answer } = blue(
      dialogue,
      ...["adr", "create", "API", "--from-dialogue", dialogue.id, "--status", "accepted"],
    );
    expect(answer).toMatchObject({ error_code: "dialogue_not_decided" });
    expect(answer.message).toContain("decides nothing");
    expect(code).not.toBe(0);
  });

  it("does not stop the dialogue: it can be closed, or another round decides", async () => {
    const dialogue = await unfinished();
    await forgeVerdict(dialogue);
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "known" }] });
    await dialogue.verdict({ tensions_accepted: ["T0001"] });
    expect(await dialogue.call("dialogue.status", key)).toMatchObject({ state: "decided" });
    const other = await unfinished();
    await forgeVerdict(other);
    await other.call("dialogue.close", { dialogue_id: other.id, outcome: "impasse", reason: "nobody moves" });
    expect(await other.call("dialogue.status", { dialogue_id: other.id })).toMatchObject({ state: "closed" });
  });
});

describe("a forged final verdict that claims more than the gate gives", () => {
  it.each<[string, Partial<Body<VerdictRecord>>]>([
    ["forced before the limit", { forced: true, warning: "we ship" }],
    ["forced at the limit without a warning", { forced: true, warning: " " }],
  ])("%s decides nothing", async (name, claims) => {
    const dialogue = await unfinished({ max_rounds: 2 });
    if (name.includes("at the limit")) await dialogue.round();
    await forgeVerdict(dialogue, claims);
    expect(await dialogue.call("dialogue.list")).toMatchObject({ dialogues: [{ state: "open" }] });
    const { findings } = await dialogue.call<{ findings: Answer[] }>("dialogue.verify");
    expect(findings).toMatchObject([{ kind: "refused" }]);
  });

  it("hiding a tension that was accepted unresolved decides nothing, converged or not", async () => {
    const dialogue = await unfinished();
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "known" }] });
    await forgeVerdict(dialogue);
    expect(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id })).toMatchObject({
      state: "open",
      can_converge: true,
      next: { tool: "blue_dialogue_round_prompt" },
    });
    const { findings } = await dialogue.call<{ findings: Answer[] }>("dialogue.verify");
    expect(findings).toMatchObject([{ kind: "refused", message: expect.stringContaining("accepted unresolved") }]);
    // The name is taken; a verdict that earns its place may still stand beside it, and is the decision.
    await dialogue.verdictRefused("verdict_exists", { tensions_accepted: ["T0001"] });
    const earned = await dialogue.verdict({ verdict_id: "earned", tensions_accepted: ["T0001"] });
    expect(earned).toMatchObject({ decision: true });
    expect(await dialogue.call("dialogue.list")).toMatchObject({ dialogues: [{ state: "decided" }] });
  });
});

describe("a forged round", () => {
  /** The text raises T0001 and P0001, signals and rejects; the record says that all of it is settled and everybody agrees. */
  it("that calls an open, rejecting text settled and agreed is a finding of verify, claim by claim, and exit 6", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({
      Muffin: ["[MOVE:CONVERGE]", ...raisesTension, "[MUFFIN-S0001: REJECT | 0.9]\nNever."],
    });
    const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`);
    const record = JSON.parse(readFileSync(path, "utf8")) as Body<RoundRecord>;
    const muffin = record.signals.find(({ by }) => by === "Muffin")!;
    Object.assign(muffin, { counted: true, why: null });
    record.tensions.push({ id: "T0001", change: "resolved", actors: ["Judge"], item: null, note: null });
    record.items.find(({ id }) => id === "P0001")!.new = false;
    record.stances.find(({ by }) => by === "Muffin")!.position = "APPROVE";
    record.counts = { ...record.counts, open_tensions: [], new_perspectives: [], signals: dialogue.panel() };
    writeFileSync(path, encodeRecord(sealRecord(record)));
    await dialogue.call("sync");
    const { code, answer } = blue(dialogue, "dialogue", "verify", dialogue.id);
    expect(code).toBe(6);
    const findings = answer.findings as { kind: string; message: string }[];
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(["recount"]));
    for (const message of [
      "T0001 is raised in this round and cannot be closed in it",
      "the record says that Muffin's signal in line 1 counts; the texts do not",
      "the texts say that P0001 is a new P",
      "the record says that Muffin's stance is APPROVE",
    ])
      expect(findings).toContainEqual(expect.objectContaining({ message: expect.stringContaining(message) }));
  });
});
