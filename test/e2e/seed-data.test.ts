/** RFC 0057 §10 as a seeds-only Judge meets it, through both faces: the database after a registration, empty lists, a score alone, times of signals. */
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/store/files.ts";
import { updateIndex } from "../../src/store/index/project-index.ts";
import type { Database } from "../../src/store/sqlite/database.ts";
import { getDriver } from "../../src/store/sqlite/find-driver.ts";
import { type Answer, type Dialogue, dialogueAt, makeDesk, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall } from "../helpers/faces.ts";

/** The file itself, as any other program opens it. */
async function inDatabase<T>(root: string, ask: (database: Database) => T): Promise<T> {
  const database = (await getDriver()).open(join(root, ".blue/blue.db"), true);
  try {
    return ask(database);
  } finally {
    database.close();
  }
}

const rowsOf = (root: string, sql: string) => inDatabase(root, (database) => database.all<Answer>(sql));

describe.each([
  ["the command line", async (call: FaceCall) => (await callByCli(call)).answer],
  ["MCP", async (call: FaceCall) => (await callByMcp(call)).structuredContent as Answer],
] as const)("RFC 0057 §10 on %s", (_, face) => {
  const register = (dialogue: Dialogue, more: object = {}) =>
    face({
      root: dialogue.root,
      name: "dialogue.round-register",
      input: { dialogue_id: dialogue.id, round: dialogue.open().round, score: 45, ...more },
    });

  it("the database holds a round when its registration answers, and every name of the tables", async () => {
    const dialogue = await makeDialogue({ create: { output_dir: ".blue/dialogues/nvidia-investment" } });
    expect(existsSync(join(dialogue.root, ".blue/blue.db"))).toBe(false);
    dialogue.writeAll({ Muffin: raisesTension });
    expect(await register(dialogue)).toMatchObject({ status: "registered" });
    for (const name of ["scoreboard", "alignment_scoreboard"])
      expect(
        await rowsOf(dialogue.root, `SELECT * FROM ${name} WHERE dialogue_id = 'nvidia-investment'`),
      ).toMatchObject([
        { round: 0, W: 0, C: 0, T: 0, R: 0, total: 45, velocity: 2, converge_signals: 2, panel_size: 3 },
      ]);
    dialogue.writeAll({ Cupcake: ["[CUPCAKE-R0101: a way]\n[RE:RESOLVE T0001]\nThus.", "[MOVE:CONVERGE]"] });
    expect(await register(dialogue)).toMatchObject({ status: "registered" });
    expect(await rowsOf(dialogue.root, "SELECT round FROM rounds ORDER BY round")).toEqual([
      { round: 0 },
      { round: 1 },
    ]);
    for (const name of ["convergence_signals", "alignment_convergence_signals"])
      expect(await rowsOf(dialogue.root, `SELECT expert_name FROM ${name} WHERE round = 1`)).toHaveLength(3);
  });

  it("round_context at convergence and a clean lint keep their empty lists", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const context = await face({
      root: dialogue.root,
      name: "dialogue.round-context",
      input: { dialogue_id: dialogue.id, round: 0 },
    });
    expect(context).toMatchObject({
      can_converge: true,
      convergence_blockers: [],
      convergence: { missing: [] },
      perspectives: [],
      tensions: [],
      recommendations: [],
      evidence: [],
      claims: [],
      open_tensions: [],
    });
    const saved = await dialogue.call<{ path: string }>("dialogue.save", { dialogue_id: dialogue.id });
    const linted = await face({ root: dialogue.root, name: "dialogue.lint", input: { file_path: saved.path } });
    expect(linted).toMatchObject({ score: expect.any(Number), issues: expect.any(Array) });
  });

  it("a score alone is enough: 0 in the tables, a dash for people; without either the refusal shows both", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const refused = await register(dialogue, { score: undefined });
    expect(refused).toMatchObject({ error_code: "invalid_input", field: "score_components" });
    expect(refused.suggestion).toContain('"score_components": {"W": 18, "C": 12, "T": 8, "R": 7}');
    expect(await register(dialogue)).toMatchObject({ scoreboard: { W: 0, C: 0, T: 0, R: 0, score: 45 } });
    expect(dialogue.record(0).scores).toEqual({ W: 0, C: 0, T: 0, R: 0, total: 45, experts: {} });
    const board = readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/scoreboard.md`), "utf8");
    expect(board).toContain("| 0 | – | – | – | – | 45 |");
    expect(board).toContain("**Total ALIGNMENT:** 45 (W:– C:– T:– R:–)");
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
    expect(await register(dialogue, { round: 0 })).toMatchObject({ status: "already_registered" });
    const saved = await dialogue.call<{ path: string }>("dialogue.save", { dialogue_id: dialogue.id });
    const linted = await face({ root: dialogue.root, name: "dialogue.lint", input: { file_path: saved.path } });
    expect((linted.issues as Answer[]).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

describe("the database after a registration", () => {
  it("takes in this dialogue alone, and the next question the others", async () => {
    const desk = makeDesk();
    const open = async (title: string) => {
      const input = { title, template: "general", panel_size: 2, output_dir: `.blue/dialogues/${title}` };
      await desk.call("dialogue.create", input);
      return dialogueAt(desk, title);
    };
    const [one, two] = [await open("one"), await open("two")];
    await one.round();
    await two.round();
    const ids = async () =>
      (await rowsOf(desk.root, "SELECT dialogue_id FROM rounds ORDER BY 1")).map((row) => row.dialogue_id);
    expect(await ids()).toEqual(["one", "two"]);
    rmSync(join(desk.root, ".blue/blue.db"));
    await two.round();
    expect(await ids()).toEqual(["two", "two"]);
    await updateIndex(desk.project, false);
    expect(await ids()).toEqual(["one", "two", "two"]);
    const [name] = one.panel();
    await one.round({ [name!]: [`[${name!.toUpperCase()}-P0101: queues]\nLong.`] });
    const items = () => rowsOf(desk.root, "SELECT dialogue_id, label FROM items");
    expect(await items()).toEqual([]);
    await updateIndex(desk.project, false);
    expect(await items()).toEqual([{ dialogue_id: "one", label: "queues" }]);
    expect(await ids()).toEqual(["one", "one", "two", "two"]);
  });

  it("is made anew where the file is not one that was made here", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const database = (await getDriver()).open(join(dialogue.root, ".blue/blue.db"));
    database.exec("CREATE TABLE sources (id); CREATE TABLE meta (key, value); CREATE TABLE planted (x)");
    database.close();
    expect(await dialogue.register()).toMatchObject({ status: "registered" });
    expect(await rowsOf(dialogue.root, "SELECT round FROM scoreboard")).toEqual([{ round: 0 }]);
    expect(await rowsOf(dialogue.root, "SELECT name FROM sqlite_schema WHERE name = 'planted'")).toEqual([]);
    writeFileSync(join(dialogue.root, ".blue/blue.db"), "not a database");
    await dialogue.round();
    expect(await rowsOf(dialogue.root, "SELECT round FROM scoreboard")).toHaveLength(2);
  });

  it("that cannot be written is a warning, and the round is registered", async () => {
    const rename = (from: string, to: string) => {
      if (to.endsWith("blue.db")) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      nodeFiles.rename(from, to);
    };
    const dialogue = await makeDialogue({ files: { rename } });
    dialogue.writeAll();
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ status: "registered" });
    expect(registered.warnings).toContainEqual(expect.stringContaining("no space left on device"));
    expect(existsSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`))).toBe(true);
  });

  it("is as printed: types, defaults and keys", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const columns = await rowsOf(
      dialogue.root,
      "SELECT name, type, dflt_value, \"notnull\" AS needed FROM pragma_table_xinfo('rounds')",
    );
    const printed = [
      "score_wisdom",
      "score_consistency",
      "score_truth",
      "score_relationships",
      "open_tensions",
      "new_perspectives",
      "converge_signals",
      "panel_size",
    ];
    for (const name of printed) expect(columns).toContainEqual({ name, type: "INTEGER", dflt_value: "0", needed: 1 });
    expect(columns.find(({ name }) => name === "velocity")).toMatchObject({ type: "INTEGER" });
    expect(columns.find(({ name }) => name === "converge_percent")).toMatchObject({ type: "REAL" });
    const keys = await rowsOf(
      dialogue.root,
      'SELECT "table", "from", "to" FROM pragma_foreign_key_list(\'convergence_signals\')',
    );
    expect(keys).toEqual([{ table: "dialogues", from: "dialogue_id", to: "dialogue_id" }]);
    const [index] = await rowsOf(
      dialogue.root,
      "SELECT name FROM sqlite_schema WHERE name = 'idx_convergence_by_round'",
    );
    expect(index).toBeDefined();
  });

  it("keeps a score with a fraction", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({}, { score_components: { W: 1.5, C: 1, T: 1, R: 0.25 } });
    expect(await rowsOf(dialogue.root, "SELECT W, total FROM scoreboard")).toEqual([{ W: 1.5, total: 3.75 }]);
  });
});

it("signaled_at is when that expert's draft was written, in the export and in the table", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll();
  const at = (minute: number) => new Date(`2026-02-03T15:${minute}:00Z`);
  for (const [i, name] of dialogue.panel().entries())
    utimesSync(join(dialogue.root, dialogue.write(name, ["[MOVE:CONVERGE]"])), at(23 + i), at(23 + i));
  await dialogue.register();
  const { path } = await dialogue.call<{ path: string }>("dialogue.export", { dialogue_id: dialogue.id });
  const exported = JSON.parse(readFileSync(join(dialogue.root, path), "utf8")) as { convergence_signals: Answer[] };
  expect(exported.convergence_signals).toEqual([
    { round: 0, expert: "muffin", signaled_at: "2026-02-03T15:23:00.000Z" },
    { round: 0, expert: "cupcake", signaled_at: "2026-02-03T15:24:00.000Z" },
    { round: 0, expert: "scone", signaled_at: "2026-02-03T15:25:00.000Z" },
  ]);
  const rows = await rowsOf(dialogue.root, "SELECT signaled_at FROM convergence_signals ORDER BY 1");
  expect(rows.map(({ signaled_at }) => signaled_at)).toEqual(
    exported.convergence_signals.map(({ signaled_at }) => signaled_at),
  );
});

it("a saved dialogue has its constraint, and lint advises the line of participants that save writes", async () => {
  const dialogue = await makeDialogue({ create: { constraint: "different AWS accounts" } });
  await dialogue.round();
  const { path } = await dialogue.call<{ path: string }>("dialogue.save", { dialogue_id: dialogue.id });
  const text = readFileSync(join(dialogue.root, path), "utf8");
  expect(text).toContain("\n**Constraint**: different AWS accounts\n");
  const [line] = /^\*\*Participants\*\*: .*$/m.exec(text)!;
  writeFileSync(join(dialogue.root, path), text.replace(`${line}\n`, ""));
  const { issues } = await dialogue.call<{ issues: { message: string }[] }>("dialogue.lint", { file_path: path });
  const advice = issues.find(({ message }) => message.includes("Participants"))!.message;
  const form = /`(\*\*Participants\*\*: .*)`/.exec(advice)![1]!;
  const shape = (said: string) => said.replace(/🧁 \w+/g, "🧁").replace(/(?:🧁 \| )+/, "🧁 | ");
  expect(shape(form)).toBe(shape(line));
});

it("a tension has one of RFC 0057's three statuses; that a fix is offered stands in its path", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  await dialogue.round({ Cupcake: ["[CUPCAKE-R0101: both]\n[RE:RESOLVE T0001]\nThus."] });
  const folder = join(dialogue.root, `.blue/dialogues/${dialogue.id}`);
  for (const page of ["round-1/round-1.summary.md", "tensions.md"]) {
    const text = readFileSync(join(folder, page), "utf8");
    expect(text).toMatch(/T0001.* \| cost against speed \|.*a fix is offered: both \(R0101\)/);
    expect(text).not.toContain("ADDRESSED");
  }
});
