import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { type Dialogue, deskAt, dialogueAt, edit, makeDialogue, show, treeOf } from "../../../test/helpers/dialogue.ts";
import { makeFolder } from "../../../test/helpers/project.ts";
import { hashOf } from "../../rules/comparison.ts";
import { toLines } from "../../rules/lines.ts";
import type { ComparisonRecord } from "../../rules/records.ts";
import { decisionOf } from "../../rules/standing.ts";
import { loadDialogue } from "../../store/dialogues.ts";
import { encodeRecord, type RecordBody, sealRecord } from "../../store/record.ts";
import { controlFiles } from "../../store/revisions.ts";

const subject = "# Keys\n\nOne key for all.\nNo cache.\n";
const polished = "# Keys\n\nOne key for all, rotated.\nNo cache.\n";
const rewritten = "# Keys\n\nOne key for each customer.\nNo cache.\n";
const alone = "# Keys\n\nNo keys at all.\n";

interface Compared {
  status: string;
  letters: string[];
  folder: string;
  key: string;
  spawn: { expert: string; prompt: string; prompt_file: string; draft_file: string }[];
  compared: { letter: string; source: string; decided: boolean; runs: number; grades: { rank: number }[] }[];
  summary: string | null;
  record: string | null;
  next: { tool: string; arguments: Record<string, unknown> };
}

/** A copy of the one decided dialogue, for each test its own. */
async function decided(): Promise<Dialogue> {
  original ??= decide();
  const { root, id } = await original;
  const copy = makeFolder({});
  cpSync(root, copy, { recursive: true });
  return dialogueAt(deskAt(copy), id);
}

let original: Promise<Dialogue> | undefined;

/** Polished once, broken by one expert, rewritten once, signed and decided. */
async function decide(create: Record<string, unknown> = {}): Promise<Dialogue> {
  const dialogue = await makeDialogue({
    tree: { "keys.md": subject, "docs/threats.md": "Thieves.\n" },
    create: { subject: "keys.md", sources: ["docs/threats.md"], rotation: "none", ...create },
  });
  const author = authorOf(dialogue);
  await author.rewrite(polished, "major: one key\n");
  await author.prompt();
  await dialogue.round({ Muffin: ["[MUFFIN-T0001: one key leaks all | critical]\nWhoever has it has everything."] });
  await author.rewrite(rewritten, "T0001 resolved: a key each\n");
  await author.prompt();
  dialogue.write("Muffin", ["[MUFFIN-C0101: settled]\n[RE:RESOLVE T0001]\nIt is.", "[MOVE:CONVERGE]"]);
  await dialogue.register({ tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }] });
  await author.prompt();
  await dialogue.round();
  await dialogue.call("dialogue.verdict-register", { dialogue_id: dialogue.id });
  return dialogue;
}

async function withControl(): Promise<Dialogue> {
  const dialogue = await decided();
  await dialogue.call("dialogue.revise", { dialogue_id: dialogue.id, control: true });
  writeFileSync(join(dialogue.root, controlFiles(dialogue.id).text), alone);
  writeFileSync(join(dialogue.root, controlFiles(dialogue.id).sheet), "critical: a key for all\n");
  return dialogue;
}

const compare = (dialogue: Dialogue, input: Record<string, unknown> = {}) =>
  dialogue.call<Compared>("dialogue.compare", { dialogue_id: dialogue.id, ...input });

const textOf = ({ folder }: Compared, letter: string) => readFileSync(join(folder, "texts", `${letter}.md`), "utf8");
const letterOf = (asked: Compared, text: string) => asked.letters.find((letter) => textOf(asked, letter) === text)!;

/** A sheet that ranks the letters as given, with one major defect in all but the first. */
function sheetOf({ folder }: Compared, ranking: readonly string[]): string {
  const title = readFileSync(join(folder, "empty-sheet.md"), "utf8").split("\n")[0]!;
  const sections = [...ranking].sort().map((letter) => {
    return `## ${letter}\n\n${letter === ranking[0] ? "none" : '- major: "Keys": too short <!-- never closed'}`;
  });
  const ranks = ranking.map((letter, i) => `${i + 1}. ${letter}`);
  return `${[title, ...sections, "## Ranking", ranks.join("\n")].join("\n\n")}\n`;
}

/** Both graders put the author's text first. */
function grade(asked: Compared): string[] {
  const best = letterOf(asked, rewritten);
  const others = asked.letters.filter((letter) => letter !== best);
  const sheets = [sheetOf(asked, [best, ...others]), sheetOf(asked, [best, ...others.reverse()])];
  for (const [i, sheet] of sheets.entries()) writeFileSync(join(asked.folder, `grader-${i + 1}/sheet.md`), sheet);
  return sheets;
}

const recordOf = (dialogue: Dialogue) => loadDialogue(dialogue.project, dialogue.id).comparisons[0]!;
const pageOf = (dialogue: Dialogue) =>
  readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8");

describe("compare", () => {
  it("hands out every text once under a letter; nothing the graders get says whose it is", async () => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    expect(asked).toMatchObject({
      status: "asked",
      letters: ["A", "B", "C", "D"],
      compared: [],
      spawn: [
        { expert: "Grader 1", prompt_file: "grader-1/task.md", draft_file: "grader-1/sheet.md" },
        { expert: "Grader 2", prompt_file: "grader-2/task.md", draft_file: "grader-2/sheet.md" },
      ],
      next: { tool: "blue_dialogue_compare" },
    });
    expect(asked.letters.map((letter) => textOf(asked, letter)).sort()).toEqual(
      [subject, polished, rewritten, alone].sort(),
    );
    const files = treeOf(asked.folder);
    expect(Object.keys(files).filter((name) => !name.endsWith("/"))).toEqual(
      expect.arrayContaining(["empty-sheet.md", "grader-1/task.md", "grader-2/task.md", "texts/A.md"]),
    );
    expect(Object.keys(files).filter((name) => !name.endsWith("/"))).toHaveLength(7);
    // The question is "REST or RPC?"; no word of who wrote what, or how.
    const handed = Object.entries(files).filter(([name]) => !name.startsWith("texts/"));
    for (const [, text] of handed)
      expect(text.replaceAll(dialogue.root, "")).not.toMatch(
        /muffin|cupcake|scone|author|judge|panel|expert|polish|rewrit|control|subject|keys\.md|[0-9a-f]{64}/i,
      );
    expect(files["grader-1/task.md"]).toContain("docs/threats.md");
  });

  it("keeps the key in another folder, by hash", async () => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    expect(asked.key.startsWith(`${asked.folder}/`)).toBe(false);
    expect(join(asked.folder, "../..").startsWith(join(asked.key, ".."))).toBe(false);
    const key = JSON.parse(readFileSync(asked.key, "utf8"));
    for (const letter of asked.letters) expect(key.letters[letter]).toBe(hashOf(toLines(textOf(asked, letter))));
  });

  it("gives every grader an order of its own, and more graders when asked", async () => {
    const asked = await compare(await withControl(), { graders: 4 });
    const orders = [1, 2, 3, 4].map((n) =>
      [...readFileSync(join(asked.folder, `grader-${n}/task.md`), "utf8").matchAll(/texts\/([A-Z])\.md/g)]
        .map(([, letter]) => letter)
        .join(""),
    );
    expect(orders).toEqual(["ABCD", "DCBA", "BCDA", "ADCB"]);
  });

  it("draws the letters by chance", async () => {
    const dialogue = await decided();
    const drawn = new Set<string>();
    // By chance all the same once in 2,048 times.
    for (let n = 0; n < 12; n++) {
      const asked = await compare(dialogue);
      drawn.add(letterOf(asked, rewritten));
      renameSync(asked.folder, join(dialogue.root, `old-${n}`));
      renameSync(asked.key, join(dialogue.root, `key-${n}`));
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  it("says again whom it waits for, and changes no letter", async () => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    grade(asked);
    renameSync(join(asked.folder, "grader-1/sheet.md"), join(dialogue.root, "one.md"));
    const before = treeOf(dialogue.root);
    expect(await compare(dialogue)).toMatchObject({ status: "asked", spawn: [{ expert: "Grader 1" }] });
    expect(treeOf(dialogue.root)).toEqual(before);
  });

  it("records the sheets beside the verdict, word for word, with the control; the page and the exports show them", async () => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    const sheets = grade(asked);
    const done = await compare(dialogue);
    expect(done).toMatchObject({
      status: "recorded",
      spawn: [],
      record: `.blue/dialogues/${dialogue.id}/round-2/comparison.json`,
      compared: [
        { source: "subject", runs: 1, decided: false },
        { source: "polished", runs: 2, decided: false },
        { source: "rewritten", runs: 6, decided: true, grades: [{ rank: 1 }, { rank: 1 }] },
        { source: "control", runs: 2, decided: false },
      ],
    });
    expect(done.summary).toMatch(
      /^Two blind graders ranked the decided text 1st and 1st of 4, and the control, one agent alone, \d.. and \d..\. In it they still found \d and \d critical or major defects\.$/,
    );
    expect(await show("dialogue.compare", done)).toContain("**rewritten by the author for round 1: the decision**");
    expect(recordOf(dialogue)).toMatchObject({
      control: { alone: true, lines: toLines(alone), sheet: ["critical: a key for all"] },
      graders: sheets.map((sheet) => ({ sheet: toLines(sheet), provenance: { source: "draft" } })),
    });
    expect((await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).findings).toEqual([]);

    const page = pageOf(dialogue);
    expect(page.slice(0, page.indexOf("## Decision"))).toContain(done.summary);
    expect(page).toContain("<details><summary>Compared blind: 4 texts, 2 graders</summary>");
    expect(page).toMatch(
      /\| \*\*rewritten by the author for round 1: the decision\*\* \| [A-D] \| 6 \| 0\/0\/0 · 0\/0\/0 \| 1, 1 \|/,
    );
    expect(page).toContain('> - major: "Keys": too short &lt;!-- never closed');
    expect(page).toContain("> No keys at all.");

    await dialogue.call("dialogue.export", { dialogue_id: dialogue.id });
    const exported = JSON.parse(
      readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/dialogue.json`), "utf8"),
    );
    expect(exported.comparisons).toMatchObject([
      { round: 2, texts: [{}, {}, { decided: true }, {}], control: { text: alone.trimEnd() } },
    ]);
    expect(exported.comparisons[0].graders[1].sheet).toBe(sheets[1]!.trimEnd());
    const saved = await dialogue.call<{ path: string }>("dialogue.save", { dialogue_id: dialogue.id });
    expect(readFileSync(join(dialogue.root, saved.path), "utf8")).toContain(`## Blind Comparison\n\n${done.summary}`);
  });

  it("changes no decision, is written once, and stays with its verdict when a later round follows", async () => {
    const dialogue = await withControl();
    const sheets = grade(await compare(dialogue));
    const before = decisionOf(loadDialogue(dialogue.project, dialogue.id) as never);
    const done = await compare(dialogue);
    expect(decisionOf(loadDialogue(dialogue.project, dialogue.id) as never)).toEqual(before);
    expect(await compare(dialogue)).toEqual({ ...done, status: "already_recorded" });
    writeFileSync(join(dialogue.root, "one.md"), sheets[0]!);
    writeFileSync(join(dialogue.root, "two.md"), sheets[1]!);
    expect(await compare(dialogue, { sheets: ["one.md", "two.md"] })).toMatchObject({ status: "already_recorded" });
    edit(dialogue.root, "one.md", (sheet) => `${sheet}\nAnd more.\n`);
    const error = await dialogue.refused("verdict_exists", "dialogue.compare", {
      dialogue_id: dialogue.id,
      sheets: ["one.md"],
    });
    expect(error).toMatchObject({ field: "sheets", constraint: "written_once" });

    await authorOf(dialogue).prompt();
    await dialogue.round();
    expect(
      (await dialogue.call<{ findings: { kind: string }[] }>("dialogue.verify", { dialogue_id: dialogue.id })).findings,
    ).toMatchObject([{ kind: "superseded" }]);
    expect(recordOf(dialogue)).toMatchObject({ round: 2 });
  });

  it("records every sheet of the graders that were asked; one from elsewhere is the Judge's and ranks nothing", async () => {
    const dialogue = await decided();
    const asked = await compare(dialogue, { graders: 3 });
    const best = letterOf(asked, rewritten);
    const against = [...asked.letters.filter((letter) => letter !== best), best];
    const filed = [1, 2].map((n) => {
      const sheet = sheetOf(asked, n === 1 ? against : [against[1]!, against[0]!, best]);
      writeFileSync(join(asked.folder, `grader-${n}/sheet.md`), sheet);
      return toLines(sheet);
    });
    mkdirSync(join(dialogue.root, "grades"));
    const nice = sheetOf(asked, [best, ...against.slice(0, 2)]);
    writeFileSync(join(dialogue.root, "grades/nice.md"), nice);
    expect(await compare(dialogue)).toMatchObject({ status: "asked", spawn: [{ expert: "Grader 3" }] });
    const done = await compare(dialogue, { sheets: ["grades/nice.md"] });
    expect(done).toMatchObject({
      status: "recorded",
      summary:
        "Two of 3 blind graders ranked the decided text 3rd and 3rd of 3. In it they still found 1 and 1 critical or major defects. 1 more sheet filed by the Judge is not counted.",
    });
    expect(done.compared.find((text) => text.decided)?.grades.map(({ rank }) => rank)).toEqual([3, 3]);
    expect(recordOf(dialogue)).toMatchObject({
      asked: 3,
      graders: [
        { sheet: filed[0] },
        { sheet: filed[1] },
        { sheet: toLines(nice), provenance: { filed_by: "Judge", note: "grades/nice.md", unasked: true } },
      ],
    });
    expect(recordOf(dialogue).graders[0]!.provenance).not.toHaveProperty("unasked");
    expect(pageOf(dialogue)).toContain("### A sheet that the Judge filed, not counted");
    expect((await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).findings).toEqual([]);
  });

  it("counts who was asked in the log: a task that is gone unasks nobody, and a changed one is written anew", async () => {
    const dialogue = await decided();
    const asked = await compare(dialogue, { graders: 3 });
    const task = readFileSync(join(asked.folder, "grader-2/task.md"), "utf8");
    writeFileSync(join(asked.folder, "grader-2/task.md"), "Rank A first.\n");
    renameSync(join(asked.folder, "grader-3"), join(dialogue.root, "gone"));
    expect((await compare(dialogue)).spawn.map(({ expert }) => expert)).toEqual(["Grader 1", "Grader 2", "Grader 3"]);
    expect(readFileSync(join(asked.folder, "grader-2/task.md"), "utf8")).toBe(task);
    grade(asked);
    expect(await compare(dialogue)).toMatchObject({ status: "asked", spawn: [{ expert: "Grader 3" }] });
  });
});

describe("compare refuses", () => {
  it("before a final verdict, and says what to do", async () => {
    const dialogue = await makeDialogue({ tree: { "keys.md": subject }, create: { subject: "keys.md" } });
    const error = await dialogue.refused("dialogue_not_decided", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error.suggestion).toContain(`blue dialogue status ${dialogue.id}`);
  });

  it("while the control that was asked for has not written", async () => {
    const dialogue = await decide({ control: true });
    const error = await dialogue.refused("draft_missing", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error.suggestion).toContain(`blue dialogue revise ${dialogue.id} --control`);
  });

  it("where there is only one text", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const error = await dialogue.refused("invalid_input", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error).toMatchObject({ constraint: "two_texts" });
  });

  it("sheets that no package was made for, and sheets that are not there", async () => {
    const dialogue = await decided();
    const input = { dialogue_id: dialogue.id, sheets: ["keys.md"] };
    expect(await dialogue.refused("invalid_input", "dialogue.compare", input)).toMatchObject({
      constraint: "package_first",
    });
    await compare(dialogue);
    await dialogue.refused("not_found", "dialogue.compare", { ...input, sheets: ["nowhere.md"] });
  });

  it("a sheet from elsewhere while no grader that was asked has written", async () => {
    const dialogue = await decided();
    writeFileSync(join(dialogue.root, "nice.md"), sheetOf(await compare(dialogue), ["C", "A", "B"]));
    const input = { dialogue_id: dialogue.id, sheets: ["nice.md"] };
    expect(await dialogue.refused("draft_missing", "dialogue.compare", input)).toMatchObject({
      constraint: "an_asked_grader_wrote",
    });
  });

  it("a sheet with a missing or unknown letter, naming the file and the line of each", async () => {
    const dialogue = await decided();
    const asked = await compare(dialogue);
    grade(asked);
    const path = join(asked.folder, "grader-2/sheet.md");
    const sheet = readFileSync(path, "utf8");
    writeFileSync(path, sheet.replace("## B", "## E"));
    const error = await dialogue.refused("invalid_input", "dialogue.compare", { dialogue_id: dialogue.id });
    const line = (heading: string) => sheet.split("\n").indexOf(heading) + 1;
    expect(error.errors?.map(({ message }) => message.replace(/^.*\/compare\/[0-9a-f]+\//, ""))).toEqual([
      `grader-2/sheet.md, line ${line("## B")}: there is no text E`,
      `grader-2/sheet.md, line ${line("## Ranking")}: B is not graded: its heading \`## B\` is missing`,
    ]);
  });

  it("a sheet of another package", async () => {
    const dialogue = await decided();
    const asked = await compare(dialogue);
    grade(asked);
    edit(asked.folder, "grader-1/sheet.md", (sheet) => sheet.replace(/^.*$/m, "# Grading sheet 000000000000"));
    const error = await dialogue.refused("invalid_input", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error.message).toContain("line 1: the first line is not");
  });

  it("when the key cannot be read", async () => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    grade(asked);
    edit("/", asked.key, (key) => key.replace('"A"', '"B"'));
    const error = await dialogue.refused("record_damaged", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error.message).toContain("package.json cannot be read");
  });

  it.each<[string, (dialogue: Dialogue, asked: Compared) => void, string]>([
    [
      "a text in the package",
      (_, asked) => edit(asked.folder, "texts/B.md", (text) => `${text}Better.\n`),
      "B.md is not",
    ],
    ["the control", ({ root, id }) => edit(root, controlFiles(id).text, (text) => `${text}Better.\n`), "(control)"],
  ])("when %s changed since the package was made", async (_, change, message) => {
    const dialogue = await withControl();
    const asked = await compare(dialogue);
    grade(asked);
    change(dialogue, asked);
    const error = await dialogue.refused("drafts_changed", "dialogue.compare", { dialogue_id: dialogue.id });
    expect(error.message).toContain(message);
  });
});

describe("a comparison on the disk", () => {
  it("that was sealed over other texts is found by verify", async () => {
    const dialogue = await withControl();
    grade(await compare(dialogue));
    const { record } = await compare(dialogue);
    const forge = (change: (honest: ComparisonRecord) => Partial<ComparisonRecord>) => {
      const honest = recordOf(dialogue);
      const body = { ...honest, ...change(honest) } as unknown as RecordBody;
      writeFileSync(join(dialogue.root, record!), encodeRecord(sealRecord(body)));
      return dialogue.call<{ findings: { kind: string; message: string }[] }>("dialogue.verify", {
        dialogue_id: dialogue.id,
      });
    };
    const { findings } = await forge(({ texts }) => ({
      texts: texts.map((text) => (text.decided ? { ...text, sha256: hashOf(["Something better."]) } : text)),
    }));
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: "recount", message: expect.stringContaining("its texts are not those") }),
    );
    const moved = await forge(() => ({ prev: "c".repeat(64) }));
    expect(moved.findings).toContainEqual(
      expect.objectContaining({ kind: "record", message: expect.stringContaining("quotes another record") }),
    );
  });

  it("is a record of the round's folder, and no other file may be beside it", async () => {
    const dialogue = await decided();
    grade(await compare(dialogue));
    const { record } = await compare(dialogue);
    expect(loadDialogue(dialogue.project, dialogue.id).problems).toEqual([]);
    renameSync(join(dialogue.root, record!), join(dialogue.root, record!.replace("comparison", "comparison-2")));
    expect(loadDialogue(dialogue.project, dialogue.id).problems).toMatchObject([{ kind: "unaccounted" }]);
    expect(readdirSync(join(dialogue.root, record!, ".."))).toContain("comparison-2.json");
  });
});
