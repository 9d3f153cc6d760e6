/** Reading a dialogue that something happened to: what does not fit is a problem with the file's name, and never a round or a verdict. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeProject, plant, random, snapshot } from "../../test/helpers/project.ts";
import {
  dialogueFolder,
  dialogueId,
  openingBody,
  publishDialogue,
  roundBody,
  verdictBody,
} from "../../test/helpers/records.ts";
import { BlueError } from "../errors.ts";
import { listDialogueIds } from "./dialogue-ids.ts";
import { findStray, type LoadedDialogue, loadDialogue } from "./dialogues.ts";
import { nodeFiles } from "./files.ts";
import { generatedFiles, writeGenerated } from "./generated.ts";
import { problemError } from "./problems.ts";
import type { Project } from "./project.ts";
import { publishRecord } from "./publish.ts";
import { encodeRecord, type RecordBody, sealRecord } from "./record.ts";

/** Two rounds, a final verdict, and everything rendered. */
function wholeDialogue(): Project {
  const project = makeProject();
  publishDialogue(project);
  writeGenerated(project, generatedFiles(loadDialogue(project, dialogueId)), random);
  return project;
}

function at(project: Project, path: string): string {
  return join(project.root, dialogueFolder, path);
}

function put(project: Project, path: string, body: RecordBody): void {
  writeFileSync(at(project, path), encodeRecord(sealRecord(body)));
}

/** Each problem as `code path`. */
function problemsOf(loaded: LoadedDialogue): string[] {
  return loaded.problems.map(
    (problem) => `${problemError(problem).code} ${problem.path?.replace(`${dialogueFolder}/`, "")}`,
  );
}

function begunIn({ begun }: LoadedDialogue): string[] {
  return begun.map((path) => path.replace(`${dialogueFolder}/`, ""));
}

function messagesOf({ problems }: Pick<LoadedDialogue, "problems">): string[] {
  return problems.map((problem) => problemError(problem).message);
}

const records = ["opening.json", "round-0/round.json", "round-1/round.json", "round-1/verdict-final.json"];

test("a whole dialogue has its opening, its rounds in order, its verdict and no problems", () => {
  const project = wholeDialogue();
  const loaded = loadDialogue(project, dialogueId);
  expect(loaded).toMatchObject({ id: dialogueId, path: dialogueFolder, legacy: false, problems: [] });
  expect(loaded.opening?.title).toBe("API design");
  expect(loaded.rounds.map(({ round }) => round)).toEqual([0, 1]);
  expect(loaded.verdicts.map(({ verdict_type }) => verdict_type)).toEqual(["final"]);
});

test("a dialogue closed before its first round has its closing", () => {
  const project = makeProject();
  const { opening } = publishDialogue(project, { rounds: 0 });
  const closing = verdictBody(null, opening.self, { verdict_type: "abandoned", verdict_id: "close" });
  publishRecord(project, `${dialogueFolder}/verdict-close.json`, closing, random);
  const loaded = loadDialogue(project, dialogueId);
  expect(loaded.problems).toEqual([]);
  expect(loaded.verdicts.map(({ verdict_type }) => verdict_type)).toEqual(["abandoned"]);
});

describe("a damaged record", () => {
  test.each(records)("%s, cut anywhere, is named and counts for nothing", (path) => {
    const project = wholeDialogue();
    const bytes = readFileSync(at(project, path));
    const whole = loadDialogue(project, dialogueId);
    for (let length = 0; length < bytes.length - 1; length += 61) {
      writeFileSync(at(project, path), bytes.subarray(0, length));
      const loaded = loadDialogue(project, dialogueId);
      expect(problemsOf(loaded)).toContain(`record_damaged ${path}`);
      expect(loaded.rounds.length + loaded.verdicts.length).toBeLessThan(whole.rounds.length + whole.verdicts.length);
    }
    writeFileSync(at(project, path), bytes);
    expect(loadDialogue(project, dialogueId)).toEqual(whole);
  });

  test.each(records)("%s of a later format is told apart", (path) => {
    const project = wholeDialogue();
    const text = readFileSync(at(project, path), "utf8");
    writeFileSync(at(project, path), text.replace('"format": 1', '"format": 2'));
    expect(problemsOf(loadDialogue(project, dialogueId))).toContain(`unknown_format ${path}`);
  });

  test.each(records)("%s in the form a CRLF checkout or a formatter gives it is whole", (path) => {
    const project = wholeDialogue();
    const value = JSON.parse(readFileSync(at(project, path), "utf8"));
    writeFileSync(at(project, path), `\ufeff${JSON.stringify(value, null, 4).replaceAll("\n", "\r\n")}\r\n`);
    expect(loadDialogue(project, dialogueId).problems).toEqual([]);
  });

  test("that nests without end is named like any other, and the rest of the project can still be read", () => {
    const project = wholeDialogue();
    const text = readFileSync(at(project, "opening.json"), "utf8");
    const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    writeFileSync(at(project, "opening.json"), text.replace('"domain": null', `"domain": ${nested}`));
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["record_damaged opening.json"]);
  });

  test("that is sealed but has not the shape of its kind is refused with the field", () => {
    const project = wholeDialogue();
    put(project, "opening.json", { ...openingBody(), surprise: 1 });
    const loaded = loadDialogue(project, dialogueId);
    expect(problemsOf(loaded)).toEqual(["record_damaged opening.json"]);
    expect(messagesOf(loaded)[0]).toContain("surprise");
  });
});

test.each(["../../x", "/x", "a b", "\0", "", "x".repeat(101), "é"])(
  "a round that seats somebody called %j is damaged: a seat's name is the name of a folder",
  (name) => {
    const project = makeProject();
    const { opening } = publishDialogue(project, { rounds: 0 });
    const body = roundBody(0, opening.self);
    const panel = [body.panel[0]!, { ...body.panel[1]!, name }];
    publishRecord(project, `${dialogueFolder}/round-0/round.json`, { ...body, panel }, random);
    const loaded = loadDialogue(project, dialogueId);
    expect(problemsOf(loaded)).toEqual(["record_damaged round-0/round.json"]);
    expect(messagesOf(loaded)[0]).toContain("panel.1.name");
  },
);

test.each(["../../../../readme", "a/b", "..", ".", "Muffin\n<!--", "judge", "round", ""])(
  "a round that calls an expert %j is rendered inside its own folder, beside everything else that belongs there",
  (expert) => {
    const project = makeProject({ "readme.md": "keep" });
    const { opening } = publishDialogue(project, { rounds: 0 });
    const body = roundBody(0, opening.self);
    const texts = [body.texts[0]!, { ...body.texts[0]!, expert, lines: ["the other text"] }];
    publishRecord(project, `${dialogueFolder}/round-0/round.json`, { ...body, texts }, random);
    const before = snapshot(project.root);
    writeGenerated(project, generatedFiles(loadDialogue(project, dialogueId)), random);
    const after = snapshot(project.root);
    for (const [path, text] of Object.entries(before)) expect(after[path]).toBe(text);
    for (const path of Object.keys(after)) expect(path in before || path.startsWith(`${dialogueFolder}/`)).toBe(true);
    expect(Object.values(after).filter((text) => text.includes("> the other text")).length).toBeGreaterThan(0);
    expect(loadDialogue(project, dialogueId).problems).toEqual([]);
  },
);

describe("a deleted file", () => {
  test("opening.json is named when rounds stand beside it", () => {
    const project = wholeDialogue();
    rmSync(at(project, "opening.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ legacy: false, opening: undefined, rounds: [], verdicts: [] });
    expect(problemsOf(loaded)).toEqual(["record_damaged opening.json"]);
  });

  test("opening.json is named when only a closing stands beside it", () => {
    const project = makeProject();
    const { opening } = publishDialogue(project, { rounds: 0 });
    const closing = verdictBody(null, opening.self, { verdict_type: "impasse" });
    publishRecord(project, `${dialogueFolder}/verdict-close.json`, closing, random);
    rmSync(at(project, "opening.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.legacy).toBe(false);
    expect(problemsOf(loaded)).toEqual(["record_damaged opening.json"]);
  });

  test("a round's record is named through the gap it leaves", () => {
    const project = wholeDialogue();
    rmSync(at(project, "round-0/round.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ rounds: [], verdicts: [] });
    expect(problemsOf(loaded)).toContain("record_damaged round-1/round.json");
    expect(messagesOf(loaded).join()).toContain("round 0 is missing");
    expect(begunIn(loaded)).toContain("round-0/judge.md");
  });

  test("a round's whole folder is named through the gap it leaves", () => {
    const project = wholeDialogue();
    rmSync(at(project, "round-0"), { recursive: true });
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ rounds: [], verdicts: [] });
    expect(problemsOf(loaded)).toEqual(["record_damaged round-1/round.json"]);
  });

  test("the last round's record is named through what was rendered from it and the verdict on it", () => {
    const project = wholeDialogue();
    rmSync(at(project, "round-1/round.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.rounds.length).toBe(1);
    expect(loaded.verdicts).toEqual([]);
    expect(begunIn(loaded)).toEqual(expect.arrayContaining(["round-1/verdict-final.json", "round-1/muffin.md"]));
  });

  test("a generated file is no problem for the records", () => {
    const project = wholeDialogue();
    const generated = generatedFiles(loadDialogue(project, dialogueId));
    expect(generated.size).toBeGreaterThan(8);
    for (const [path, shown] of generated) {
      if (typeof shown !== "string") continue; // an export, which nobody asked for
      const text = readFileSync(join(project.root, path));
      rmSync(join(project.root, path));
      expect(loadDialogue(project, dialogueId).problems, path).toEqual([]);
      writeFileSync(join(project.root, path), text);
    }
  });
});

describe("records that do not belong together", () => {
  test("a round from another branch, with another record before it, is refused", () => {
    const project = wholeDialogue();
    const theirs = sealRecord(openingBody({ title: "Theirs" }));
    put(project, "round-0/round.json", roundBody(0, theirs.self));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ rounds: [], verdicts: [] });
    expect(problemsOf(loaded)).toEqual(["record_damaged round-0/round.json"]);
    expect(messagesOf(loaded)[0]).toContain("does not follow the record before it");
  });

  test("an opening from another branch breaks every round after it", () => {
    const project = wholeDialogue();
    put(project, "opening.json", openingBody({ title: "Theirs" }));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ rounds: [], verdicts: [] });
    expect(problemsOf(loaded)).toEqual(["record_damaged round-0/round.json"]);
  });

  test("two rounds in each other's place are refused", () => {
    const project = wholeDialogue();
    const [first, second] = ["round-0", "round-1"].map((n) => readFileSync(at(project, `${n}/round.json`)));
    writeFileSync(at(project, "round-0/round.json"), second!);
    writeFileSync(at(project, "round-1/round.json"), first!);
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.rounds).toEqual([]);
    expect(problemsOf(loaded)).toEqual(["record_damaged round-0/round.json"]);
  });

  test("a round that says another number is refused", () => {
    const project = makeProject();
    const { opening } = publishDialogue(project, { rounds: 0 });
    plant(project.root, { [`${dialogueFolder}/round-0/`]: "" });
    put(project, "round-0/round.json", roundBody(1, opening.self));
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["record_damaged round-0/round.json"]);
  });

  test("a round after a gap is refused", () => {
    const project = makeProject();
    const { rounds } = publishDialogue(project, { rounds: 1, verdict: false });
    publishRecord(project, `${dialogueFolder}/round-2/round.json`, roundBody(2, rounds[0]!.self), random);
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.rounds.length).toBe(1);
    expect(messagesOf(loaded)[0]).toContain("round 1 is missing");
    expect(problemsOf(loaded)).toEqual(["record_damaged round-2/round.json"]);
  });

  test("a verdict that quotes another round is refused", () => {
    const project = wholeDialogue();
    cpSync(at(project, "round-1/verdict-final.json"), at(project, "round-0/verdict-final.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.verdicts.length).toBe(1);
    expect(problemsOf(loaded)).toEqual(["record_damaged round-0/verdict-final.json"]);
  });

  test("a renamed or copied dialogue says whose records it holds", () => {
    const project = wholeDialogue();
    const copy = "2026-03-02T0900Z-copied";
    cpSync(join(project.root, dialogueFolder), join(project.root, ".blue/dialogues", copy), { recursive: true });
    const loaded = loadDialogue(project, copy);
    expect(loaded.problems.map(({ kind }) => kind)).toEqual(["damaged"]);
    expect(messagesOf(loaded)[0]).toContain(dialogueId);
    expect(loaded).toMatchObject({ opening: undefined, rounds: [], verdicts: [] });
    expect(loadDialogue(project, dialogueId).problems).toEqual([]);
  });

  test("a record of another kind in its place is refused", () => {
    const project = wholeDialogue();
    cpSync(at(project, "opening.json"), at(project, "round-1/round.json"));
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["record_damaged round-1/round.json"]);
  });
});

describe("a file that no record accounts for", () => {
  test.each([
    "round-0/donut.md",
    "round-1/muffin 2.md",
    "round-0/extra.json",
    "round-1/NOTES.MD",
    "round-1/verdict.json",
  ])("%s is named", (path) => {
    const project = wholeDialogue();
    writeFileSync(at(project, path), "[MOVE:CONVERGE]");
    const loaded = loadDialogue(project, dialogueId);
    expect(problemsOf(loaded)).toEqual([`unregistered_files ${path}`]);
    expect(loaded.rounds.length).toBe(2);
  });

  test.each([
    "CONVERGED.md",
    "VERDICT.md",
    "findings.md",
    "report.html",
    "notes.markdown",
    "pages/deep/down/verdict.md",
    ".hidden/page.htm",
    "round-0/pages/x.json",
    "round-1/verdict.html",
    "README",
    "README.rst",
    "verdict.txt",
    "verdict.svg",
    "verdict.pdf",
    "round-1/muffin.mdx",
    "round-1/verdict.xhtml",
    "pages/verdict",
    ".github/README.adoc",
  ])("%s, anywhere below the folder, is named", (path) => {
    const project = wholeDialogue();
    plant(project.root, { [`${dialogueFolder}/${path}`]: "All agreed." });
    const loaded = loadDialogue(project, dialogueId);
    expect(problemsOf(loaded)).toEqual([`unregistered_files ${path}`]);
    expect(loaded).toMatchObject({ rounds: { length: 2 }, verdicts: { length: 1 } });
  });

  test("a link beside the pages or in a registered round is named: it may lead to one", () => {
    const project = wholeDialogue();
    symlinkSync("..", at(project, "pages"));
    symlinkSync("../..", at(project, "round-0/more"));
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual([
      "unregistered_files round-0/more",
      "unregistered_files pages",
    ]);
  });

  test("the page of a verdict is named while there is no verdict", () => {
    const project = makeProject();
    publishDialogue(project, { rounds: 1, verdict: false });
    plant(project.root, { [`${dialogueFolder}/verdict.md`]: "# Verdict" });
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["unregistered_files verdict.md"]);
  });

  test("what a file browser or an editor leaves behind is none of them, and an export neither", () => {
    const project = wholeDialogue();
    const files = [
      ".DS_Store",
      "Thumbs.db",
      "scoreboard.csv",
      "dialogue.md~",
      "round-0/.DS_Store",
      "round-1/.x.md.swp",
    ];
    files.push("desktop.ini", "round-0/.gitkeep");
    plant(project.root, Object.fromEntries(files.map((name) => [`${dialogueFolder}/${name}`, "x"])));
    expect(loadDialogue(project, dialogueId).problems).toEqual([]);
  });

  test("over a damaged record only that is named: which pages belong here is not known", () => {
    const project = wholeDialogue();
    writeFileSync(at(project, "round-1/round.json"), "{}");
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["record_damaged round-1/round.json"]);
  });

  test("in a round that is not registered is named where it may be a text or hide one", () => {
    const project = wholeDialogue();
    const files = ["muffin.md", "NOTES.MD", "extra.json", "scone/draft.md", ".DS_Store", "x.txt"];
    plant(project.root, Object.fromEntries(files.map((name) => [`${dialogueFolder}/round-2/${name}`, "text"])));
    mkdirSync(at(project, "round-2/empty"));
    symlinkSync("..", at(project, "round-2/link"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.problems).toEqual([]);
    expect(begunIn(loaded)).toEqual([
      ...["round-2/NOTES.MD", "round-2/extra.json", "round-2/link", "round-2/muffin.md", "round-2/scone"],
      "round-2/x.txt",
    ]);
    renameSync(at(project, "round-2"), at(project, "round-3"));
    expect(problemsOf(loadDialogue(project, dialogueId))).toContain("unregistered_files round-3/muffin.md");
  });

  test("an empty folder is none: git does not keep it", () => {
    const project = wholeDialogue();
    mkdirSync(at(project, "round-2"));
    expect(loadDialogue(project, dialogueId).problems).toEqual([]);
  });

  test.each(["round-00", "round-01", "round-2x", "round-100", "round--1", "Round-2"])(
    "a record in a folder called %s, which is no round's name, is named",
    (name) => {
      const project = wholeDialogue();
      plant(project.root, { [`${dialogueFolder}/${name}/round.json`]: "{}" });
      const loaded = loadDialogue(project, dialogueId);
      expect(loaded.rounds.length).toBe(2);
      expect(problemsOf(loaded)).toEqual([`unregistered_files ${name}/round.json`]);
    },
  );

  test("a file in the place of a round's folder is named", () => {
    const project = wholeDialogue();
    writeFileSync(at(project, "round-2"), "not a folder");
    expect(problemsOf(loadDialogue(project, dialogueId))).toEqual(["unregistered_files round-2"]);
  });
});

describe("which dialogues there are", () => {
  test("is asked of the folder: names that can be one, in order", () => {
    const project = makeProject({
      ".blue/dialogues/.gitkeep": "",
      ".blue/dialogues/README.md": "",
      ".blue/dialogues/2026-03-02T0900Z-b/opening.json": "",
      ".blue/dialogues/2026-03-01T0900Z-a/opening.json": "",
      ".blue/dialogues/older-style/dialogue.md": "",
      ".blue/dialogues/.hidden/opening.json": "",
      ".blue/dialogues/With Spaces/opening.json": "",
    });
    expect(listDialogueIds(project)).toEqual(["2026-03-01T0900Z-a", "2026-03-02T0900Z-b", "older-style"]);
  });

  test("an empty folder is none: whoever made it died before the opening stood in it", () => {
    const project = makeProject({ ".blue/dialogues/2026-03-02T0900Z-b/": "" });
    expect(listDialogueIds(project)).toEqual([]);
    expect(() => loadDialogue(project, "2026-03-02T0900Z-b")).toThrow("There is no dialogue 2026-03-02T0900Z-b");
  });

  test("is none without .blue", () => {
    expect(listDialogueIds(makeProject())).toEqual([]);
  });

  test("a folder of an older Blue is a legacy dialogue, without problems", () => {
    const project = makeProject({
      ".blue/dialogues/old/round-0/muffin.md": "text",
      ".blue/dialogues/old/verdict.md": "",
    });
    expect(loadDialogue(project, "old")).toMatchObject({ legacy: true, problems: [], rounds: [] });
  });

  test.each([
    ["verdict.md", "> Generated by Blue: the final verdict"],
    ["verdict.md", "# Verdict\n\n*Generated by Blue*, in force\n"],
    ["verdict.md", "# Verdict\n\n> Gene\u200brated by Blue: in force\n"],
    ["round-0/proposal.md", "> Use REST.\n\n> Generated by Blue: the text that round 0 judged\n"],
    ["dialogue-export.md", "> Saved by Blue from `round.json`\n"],
    ["pages/report.html", "<!-- generated by blue -->"],
  ])("a folder in which %s says that this Blue made it (%j) is not an older Blue's", (page, text) => {
    const project = makeProject({ [`.blue/dialogues/old/${page}`]: text, ".blue/dialogues/old/notes.md": "x" });
    const loaded = loadDialogue(project, "old");
    expect(loaded).toMatchObject({ legacy: false, opening: undefined, rounds: [], verdicts: [] });
    expect(messagesOf(loaded)).toEqual([
      `.blue/dialogues/old/opening.json is missing, but .blue/dialogues/old/${page} says that it was made from it`,
    ]);
  });

  test("one that only speaks of what Blue generates is an older Blue's", () => {
    const text = "We keep what was generated by Blue, and files\nthat are generated by Blueprints.\n";
    const project = makeProject({ ".blue/dialogues/old/verdict.md": text });
    expect(loadDialogue(project, "old")).toMatchObject({ legacy: true, problems: [] });
  });

  test("records and pages of Blue in no dialogue's folder are named; what people put there is not", () => {
    const mark = "> Generated by Blue: the final verdict";
    const project = makeProject({
      ".blue/dialogues/README.md": "What lies here.",
      ".blue/dialogues/verdict.md": mark,
      ".blue/dialogues/2026-11-17T0000Z-Fake/verdict.md": mark,
      ".blue/dialogues/With Spaces/round-0/round.json": "{}",
      ".blue/dialogues/With Spaces/notes.md": "x",
      ".blue/dialogues/old/verdict.md": "older",
    });
    expect(
      findStray(project)
        .map(({ path }) => path?.slice(".blue/dialogues/".length))
        .sort(),
    ).toEqual([...["2026-11-17T0000Z-Fake/verdict.md", "With Spaces/round-0/round.json", "verdict.md"]]);
  });

  test.each(["none", "..", "../..", ".", "a/b", "", "../../src", "A B"])(
    "%j is not found: a name from outside is never a path",
    (id) => {
      const project = makeProject({ "src/x.md": "x", ".blue/dialogues/a/b/opening.json": "{}" });
      expect(() => loadDialogue(project, id)).toThrow(BlueError);
    },
  );
});

test("a dialogue is read afresh on every call", () => {
  const project = wholeDialogue();
  const before = loadDialogue(project, dialogueId);
  renameSync(at(project, "round-1"), join(project.root, "aside"));
  expect(loadDialogue(project, dialogueId).rounds.length).toBe(1);
  renameSync(join(project.root, "aside"), at(project, "round-1"));
  expect(loadDialogue({ root: project.root, files: nodeFiles }, dialogueId)).toEqual(before);
});
