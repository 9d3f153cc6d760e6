import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  edit,
  expectUnchanged,
  makeDialogue,
  raisesTension,
  show,
  treeOf,
} from "../../../test/helpers/dialogue.ts";
import { random } from "../../../test/helpers/project.ts";
import { publishRecord } from "../../store/publish.ts";

describe("dialogue.export", () => {
  it("writes JSON, the document or the scoreboard, and answers with the path and the totals", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const write = async (format?: string) => {
      const answer = await dialogue.call<{ path: string; bytes: number }>("dialogue.export", {
        dialogue_id: dialogue.id,
        ...(format && { format }),
      });
      const text = readFileSync(join(dialogue.root, answer.path), "utf8");
      expect(answer.bytes).toBe(Buffer.byteLength(text));
      return { answer, text };
    };
    const json = await write();
    expect(JSON.parse(json.text)).toMatchObject({ dialogue_id: dialogue.id, scoreboard: { totals: { rounds: 1 } } });
    expect(json.answer).toMatchObject({
      totals: { rounds: 1, tensions: 1, tensions_resolved: 0, final_velocity: 2, convergence_achieved: false },
    });
    expect(await show("dialogue.export", json.answer)).toContain("velocity=2, 2/3 signals");
    const { text: csv } = await write("csv");
    expect(csv.split("\n")).toEqual([
      "round,W,C,T,R,score,open_tensions,new_perspectives,velocity,converge_signals,panel_size,converge_percent",
      "0,1,1,1,1,4,1,1,2,2,3,66",
      "",
    ]);
    expect((await write("md")).text).toContain("# ");
    const { findings } = await dialogue.call<{ findings: unknown[] }>("dialogue.verify", { dialogue_id: dialogue.id });
    expect(findings).toEqual([]);
  });

  it("writes what is open as issues: a table, a list to tick, a file for Jira; csv of a review is the table", async () => {
    const dialogue = await makeDialogue({ create: { method: "review" } });
    const draft =
      "[MUFFIN-T0001: =keys, forgotten | critical]\nKeys go.\nFailing case: day 2 charges <twice>.\nTest: wait.";
    await dialogue.round({ Muffin: [draft] });
    const write = async (format: string) => {
      const key = { dialogue_id: dialogue.id, format };
      const { path } = await dialogue.call<{ path: string }>("dialogue.export", key);
      return [path.split("/").at(-1), readFileSync(join(dialogue.root, path), "utf8")];
    };
    const table = [
      "id,severity,title,line,found_by,failing_case,test,smallest_fix,sources",
      'T0001,critical,"\'=keys, forgotten",,Muffin,Keys go. Failing case: day 2 charges <twice>.,wait.,,',
      "",
    ].join("\r\n");
    expect(await write("csv")).toEqual(["findings.csv", table]);
    expect(await write("findings")).toEqual(["findings.csv", table]);
    expect(await write("github")).toEqual([
      "issues.md",
      "## API design: 1 finding\n\n### Critical\n\n- [ ] **=keys, forgotten** T0001\n      What is wrong: Keys go.\n      Failing case: day 2 charges \\<twice\\>.\n      Test: wait.\n",
    ]);
    expect(await write("jira")).toEqual([
      "issues.jira.csv",
      'Summary,Issue Type,Priority,Description,Labels\r\n"\'=keys, forgotten",Bug,Highest,"Keys go. Failing case: day 2 charges <twice>.\n\nTest: wait.\n\nT0001, found by Muffin",blue-review\r\n',
    ]);
  });

  it("says what deliberation changed: stances then and now, and what each cites", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-P0001: cost]\nDear.", "[MUFFIN-S0001: REJECT | 0.8]\nNo."] });
    await dialogue.round({ Muffin: ["[MOVE:CONVERGE]\n[MOVE:CONCEDE P0001]"] });
    const { path } = await dialogue.call<{ path: string }>("dialogue.export", { dialogue_id: dialogue.id });
    const { delta } = JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as { delta: unknown };
    expect(delta).toMatchObject([
      {
        expert: "Muffin",
        from: "REJECT",
        to: "APPROVE",
        changed: true,
        cites: ["P0001"],
        first_round: 0,
        last_round: 1,
      },
      { expert: "Cupcake", changed: false, cites: [] },
      { expert: "Scone", changed: false },
    ]);
  });

  it("a forged one is made again by sync; a later round and a verdict bring it up to date", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    await dialogue.round({ Muffin: raisesTension });
    const formats = ["json", "md", "csv"];
    const paths: string[] = [];
    for (const format of formats)
      paths.push((await dialogue.call<Answer>("dialogue.export", { ...key, format })).path as string);
    const texts = () => paths.map((path) => readFileSync(join(dialogue.root, path), "utf8"));
    const before = texts();
    const findings = async () => (await dialogue.call<{ findings: Answer[] }>("dialogue.verify", key)).findings;
    for (const path of paths) edit(dialogue.root, path, (text) => text.replaceAll("66", "100"));
    expect(texts()).not.toEqual(before);
    expect(await findings()).toMatchObject(paths.map((path) => ({ kind: "drift", path })));
    await dialogue.call("sync");
    expect(texts()).toEqual(before);
    expect(await findings()).toEqual([]);

    const accepted = { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] };
    await dialogue.round({}, accepted);
    expect(await findings()).toEqual([]);
    await dialogue.verdict({ tensions_accepted: ["T0001"] });
    expect(await findings()).toEqual([]);
    expect(JSON.parse(texts()[0]!)).toMatchObject({ rounds: [{}, {}], verdicts: [{ in_force: true }] });
    const now = texts();
    for (const format of formats) await dialogue.call("dialogue.export", { ...key, format });
    expect(texts()).toEqual(now);
  });

  it("holds second texts, and of two contested decisions none in force", async () => {
    const dialogue = await makeDialogue();
    const key = { dialogue_id: dialogue.id };
    dialogue.writeAll();
    const second = "[MUFFIN-S0001: APPROVE | 0.9]\nOn second thoughts, still yes.\n";
    await dialogue.call("dialogue.expert-write", { ...key, expert: "Muffin", text: second, note: "came later" });
    await dialogue.register();
    const { path } = await dialogue.call<{ path: string }>("dialogue.verdict-register", {
      ...key,
      recommendation: "Use REST.",
    });
    const { format: _, self: __, ...first } = JSON.parse(readFileSync(join(dialogue.root, path), "utf8"));
    const rival = { ...first, verdict_id: "rival", recommendation: ["Use RPC."] };
    publishRecord(dialogue.project, path.replace("final", "rival"), rival, random);
    const { path: exported } = await dialogue.call<{ path: string }>("dialogue.export", key);
    expect(JSON.parse(readFileSync(join(dialogue.root, exported), "utf8"))).toMatchObject({
      verdicts: [
        { verdict_id: "final", in_force: false },
        { verdict_id: "rival", in_force: false },
      ],
      rounds: [
        {
          texts: [
            {
              expert: "Muffin",
              others: [{ text: second.trimEnd(), provenance: { source: "expert_write", note: "came later" } }],
            },
            { expert: "Cupcake", others: [] },
            { expert: "Scone", others: [] },
          ],
        },
      ],
    });
  });

  it("works in a fresh clone, which has no place for files on their way", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    rmSync(join(dialogue.root, ".blue/tmp"), { recursive: true });
    expect(await dialogue.call("dialogue.export", { dialogue_id: dialogue.id })).toMatchObject({
      totals: { rounds: 1 },
    });
  });

  it("twice is once, and over damaged records it is refused", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id });
    const tree = treeOf(dialogue.root);
    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id });
    expectUnchanged(dialogue.root, tree);
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`), "{}");
    await dialogue.refused("record_damaged", "dialogue.export", { dialogue_id: dialogue.id });
  });
});
