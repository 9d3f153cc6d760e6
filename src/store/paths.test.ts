/** The choke point, tried from outside: whatever leads out of the project, or is not a plain file, is refused before anything is touched. */
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { traceFiles, withCalls } from "../../test/helpers/faults.ts";
import { link, makeFolder, makeProject, random, snapshot } from "../../test/helpers/project.ts";
import { dialogueFolder, dialogueId, openingBody, publishDialogue } from "../../test/helpers/records.ts";
import { BlueError } from "../errors.ts";
import { ensureBlueFolder } from "./blue-folder.ts";
import { listDialogueIds } from "./dialogue-ids.ts";
import { loadDialogue } from "./dialogues.ts";
import { type Files, nodeFiles } from "./files.ts";
import { generatedFiles, writeGenerated } from "./generated.ts";
import {
  assertSlug,
  findFile,
  inOneLook,
  insideProject,
  largestFile,
  listInside,
  lookInside,
  readText,
} from "./paths.ts";
import { problemError } from "./problems.ts";
import { findProject } from "./project.ts";
import { publishRecord } from "./publish.ts";

function caught(action: () => unknown): BlueError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was refused");
}

function expectRefused(action: () => unknown): BlueError {
  const error = caught(action);
  expect(error.code).toBe("path_outside_project");
  return error;
}

/** Names, sizes and times of the folder and everything below: equal means that nobody wrote there. */
function watched(folder: string): unknown[] {
  return [".", ...(readdirSync(folder, { recursive: true }) as string[])].map((path) => {
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(join(folder, path));
    return { path, mtimeMs, ctimeMs, size, ino };
  });
}

const writing: (keyof Files)[] = ["open", "link", "rename", "unlink", "mkdir", "rmdir"];

describe("a path from outside", () => {
  const long = "n".repeat(256);
  const cases: [string, string][] = [
    ["that climbs", ".."],
    ["that climbs out of a folder", "../secret.txt"],
    ["that climbs from deep inside", ".blue/dialogues/../../../secret.txt"],
    ["that is absolute", "/etc/passwd"],
    ["that is absolute and climbs", "/tmp/../etc/passwd"],
    ["that is encoded", "%2e%2e%2fsecret.txt"],
    ["that is encoded in capitals", ".blue/%2E%2E/%2E%2E/secret.txt"],
    ["with an encoded slash", "..%2fsecret.txt"],
    ["with an encoded backslash", "..%5csecret.txt"],
    ["with an encoded NUL", "a%00.md"],
    ["with a NUL", "README.md\0.png"],
    ["with a line end", "README.md\nx"],
    ["with a backslash", "..\\secret.txt"],
    ["that is empty", ""],
    ["with a name too long", `.blue/${long}`],
    ["with a name too long in bytes", `.blue/${"é".repeat(128)}`],
    ["that is too long", "d/".repeat(2100)],
    ["whose full form is too long", `${"d/".repeat(2040)}x`],
  ];

  test.each(cases)("%s is refused without a look at the file", (_, path) => {
    const outside = makeFolder({ "secret.txt": "secret", "project/README.md": "inside" });
    const files = traceFiles();
    const project = { root: join(outside, "project"), files };
    const error = expectRefused(() => findFile(project, path, "subject"));
    expect(error).toMatchObject({ field: "subject" });
    expect(error.message).not.toContain("\0");
    expectRefused(() => insideProject(project, path, "subject"));
    expectRefused(() => publishRecord(project, `${path}/x.json`, openingBody(), random));
    expect(files.calls.length).toBeLessThan(500);
    expect(files.calls.filter(({ name, args }) => name === "open" && !String(args[0]).includes(".blue"))).toEqual([]);
    rmSync(join(outside, "project/.blue"), { recursive: true, force: true });
    expect(snapshot(outside)).toEqual({ "secret.txt": "secret", "project/README.md": "inside" });
  });

  test("that names a sibling with the same beginning is refused", () => {
    const outside = makeFolder({ "project/a": "", "project-other/secret": "s" });
    const project = { root: join(outside, "project"), files: nodeFiles };
    expectRefused(() => findFile(project, join(outside, "project-other/secret")));
    expectRefused(() => findFile(project, "../project-other/secret"));
  });

  test("that only looks strange is accepted", () => {
    const tree = { "..name": "1", "a..b": "2", "...": "3", "100%.md": "4", "naïve 🧁.md": "5", "a/b/c": "6" };
    const project = makeProject(tree);
    for (const [path, content] of Object.entries(tree)) {
      expect(readText(project, path)).toBe(content);
      expect(readText(project, join(project.root, path))).toBe(content);
    }
    expect(readText(project, "a/../a/./b//c")).toBe("6");
    expect(insideProject(project, ".")).toBe(project.root);
    expect(findFile(project, "a/none")).toBeUndefined();
    expect(findFile(project, "none/none")).toBeUndefined();
    expect(caught(() => readText(project, "none", "subject"))).toMatchObject({ code: "not_found", field: "subject" });
  });
});

describe("a symbolic link", () => {
  /** A project whose `.blue` is real but for one link that leads outside. */
  function outsideAnd(path: string, target: string): { outside: string; root: string } {
    const outside = makeFolder({
      "victim/keep.txt": "keep",
      "victim/opening.json": "{}",
      "victim/round-0/round.json": "{}",
    });
    const root = makeFolder();
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target === "dangling" ? join(outside, "nothing") : join(outside, target), join(root, path));
    return { outside, root };
  }

  const actions: [string, (root: string) => unknown][] = [
    [
      "publish",
      (root) => publishRecord({ root, files: nodeFiles }, `${dialogueFolder}/opening.json`, openingBody(), random),
    ],
    ["init", (root) => ensureBlueFolder({ root, files: nodeFiles }, random)],
    [
      "list",
      (root) => listDialogueIds({ root, files: nodeFiles }).map((id) => loadDialogue({ root, files: nodeFiles }, id)),
    ],
    ["load", (root) => loadDialogue({ root, files: nodeFiles }, dialogueId)],
  ];

  const places: [string, string, string[]][] = [
    [".blue", "victim", ["publish", "init", "list", "load"]],
    [".blue", "dangling", ["publish", "init", "list", "load"]],
    [".blue/dialogues", "victim", ["publish", "init", "list", "load"]],
    [".blue/dialogues", "dangling", ["publish", "init", "list", "load"]],
    [".blue/tmp", "victim", ["publish", "init"]],
    [".blue/tmp", "dangling", ["publish", "init"]],
    [".blue/.gitignore", "victim/keep.txt", ["publish", "init"]],
    [dialogueFolder, "victim", ["publish", "load"]],
    [dialogueFolder, "dangling", ["publish", "load"]],
    [`${dialogueFolder}/opening.json`, "victim/opening.json", ["publish"]],
    [`${dialogueFolder}/opening.json`, "dangling", ["publish"]],
  ];

  test.each(places.flatMap(([at, to, refused]) => refused.map((action) => [at, to, action] as const)))(
    "at %s to %s refuses to %s, and nothing outside is touched",
    (path, target, action) => {
      const { outside, root } = outsideAnd(path, target);
      const before = watched(outside);
      expectRefused(() => actions.find(([name]) => name === action)![1](root));
      expect(watched(outside)).toEqual(before);
    },
  );

  test.each([".blue", ".blue → nothing"])("as %s is refused when the project is found", (which) => {
    const { root } = outsideAnd(".blue", which === ".blue" ? "victim" : "dangling");
    const error = expectRefused(() => findProject({ flag: root, env: {} }));
    expect(error.message).toContain("symbolic link");
    expectRefused(() => findProject({ cwd: root, env: {} }));
  });

  test("in place of a record makes the dialogue damaged, and the target is not read", () => {
    const project = makeProject();
    const { opening } = publishDialogue(project, { rounds: 1, verdict: false });
    const outside = makeFolder({ "opening.json": JSON.stringify(opening) });
    rmSync(join(project.root, dialogueFolder, "opening.json"));
    symlinkSync(join(outside, "opening.json"), join(project.root, dialogueFolder, "opening.json"));
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded).toMatchObject({ opening: undefined, legacy: false });
    expect(loaded.problems.map((problem) => problemError(problem).code)).toEqual(["path_outside_project"]);
  });

  test("in place of a round's folder is named, not skipped", () => {
    const project = makeProject();
    publishDialogue(project, { rounds: 2, verdict: false });
    const outside = makeFolder();
    const round = join(project.root, dialogueFolder, "round-1");
    execFileSync("mv", [round, join(outside, "round-1")]);
    symlinkSync(join(outside, "round-1"), round);
    const loaded = loadDialogue(project, dialogueId);
    expect(loaded.rounds.length).toBe(1);
    expect(loaded.problems.map((problem) => problemError(problem).message).join()).toContain(
      `${dialogueFolder}/round-1`,
    );
  });

  test("in place of a generated file or its folder is never written through", () => {
    for (const path of ["dialogue.md", "round-0/muffin.md"]) {
      const project = makeProject();
      publishDialogue(project, { rounds: 1, verdict: false });
      const outside = makeFolder({ "victim.md": "keep" });
      symlinkSync(join(outside, "victim.md"), join(project.root, dialogueFolder, path));
      const before = watched(outside);
      writeGenerated(project, generatedFiles(loadDialogue(project, dialogueId)), random);
      expect(watched(outside)).toEqual(before);
      expect(lstatSync(join(project.root, dialogueFolder, path)).isFile()).toBe(true);
    }
  });

  test("in place of a round's folder is not written through", () => {
    const project = makeProject();
    publishDialogue(project, { rounds: 1, verdict: false });
    const generated = generatedFiles(loadDialogue(project, dialogueId));
    const outside = makeFolder({ "victim.md": "keep" });
    rmSync(join(project.root, dialogueFolder, "round-0"), { recursive: true });
    symlinkSync(outside, join(project.root, dialogueFolder, "round-0"));
    const before = watched(outside);
    expectRefused(() => writeGenerated(project, generated, random));
    expect(watched(outside)).toEqual(before);
  });

  test("that stays inside the project is refused too: a branch may point it elsewhere", () => {
    const project = makeProject({ "real/a.md": "a", linked: link("real"), "b.md": link("real/a.md") });
    expectRefused(() => findFile(project, "linked/a.md"));
    expectRefused(() => findFile(project, "b.md"));
    expectRefused(() => findFile(project, "linked"));
  });

  test("that appears after the look is not followed when the file is opened", () => {
    const outside = makeFolder({ secret: "secret" });
    const { root } = makeProject({ "a.md": "a" });
    const files: Files = {
      ...nodeFiles,
      open(path, flags, mode) {
        rmSync(path, { force: true });
        symlinkSync(join(outside, "secret"), path);
        return nodeFiles.open(path, flags, mode);
      },
    };
    expectRefused(() => findFile({ root, files }, "a.md"));
  });

  test("above the project is no obstacle: it works under its real path and under the linked one", () => {
    const real = makeFolder({ "project/src/": "", "project/README.md": "read me" });
    const elsewhere = makeFolder({ linked: link(real) });
    const linked = join(elsewhere, "linked/project");
    for (const options of [{ flag: linked }, { cwd: join(linked, "src") }, { cwd: linked }]) {
      const project = findProject({ env: {}, ...options });
      if ("flag" in options || options.cwd === linked) expect(project.root).toBe(join(real, "project"));
      publishRecord(project, ".blue/dialogues/a/opening.json", openingBody(), random);
      expect(listDialogueIds(project)).toEqual(["a"]);
    }
    const project = findProject({ flag: linked, env: {} });
    expect(readText(project, join(linked, "README.md"))).toBe("read me");
    expect(readText(project, join(real, "project/README.md"))).toBe("read me");
    expect(findFile(project, join(linked, "none/at/all"))).toBeUndefined();
    expectRefused(() => findFile(project, join(linked, "../../elsewhere")));
  });
});

describe("what is not a plain file of bounded size", () => {
  test("a pipe is refused at once, not waited for", () => {
    const project = makeProject();
    execFileSync("mkfifo", [join(project.root, "pipe.md")]);
    expectRefused(() => findFile(project, "pipe.md"));
  });

  test("a pipe in place of a record makes the dialogue damaged", () => {
    const project = makeProject();
    publishDialogue(project, { rounds: 1, verdict: false });
    const round = join(project.root, dialogueFolder, "round-0/round.json");
    rmSync(round);
    execFileSync("mkfifo", [round]);
    const { problems, rounds } = loadDialogue(project, dialogueId);
    expect(rounds).toEqual([]);
    expect(problems.map((problem) => problemError(problem).code)).toEqual(["path_outside_project"]);
  });

  test("a folder is refused", () => {
    const project = makeProject({ "folder/": "" });
    expectRefused(() => findFile(project, "folder"));
    expectRefused(() => findFile(project, "."));
  });

  test("a file in the middle of a path is refused", () => {
    const project = makeProject({ file: "x" });
    expectRefused(() => findFile(project, "file/below"));
    expectRefused(() => publishRecord(project, "file/below/opening.json", openingBody(), random));
  });

  test("a folder in place of a record is refused, and stays", () => {
    const project = makeProject({ [`${dialogueFolder}/opening.json/keep.txt`]: "keep" });
    expectRefused(() => publishRecord(project, `${dialogueFolder}/opening.json`, openingBody(), random));
    expect(snapshot(project.root, ".blue/.gitignore", ".blue/dialogues/.gitkeep")).toEqual({
      [`${dialogueFolder}/opening.json/keep.txt`]: "keep",
    });
    const { opening, problems } = loadDialogue(project, dialogueId);
    expect(opening).toBeUndefined();
    expect(problems.map((problem) => problemError(problem).code)).toEqual(["path_outside_project"]);
  });

  test("a device is refused, and not read", () => {
    const files = traceFiles();
    expectRefused(() => findFile({ root: "/dev", files }, "zero"));
    expectRefused(() => findFile({ root: "/dev", files }, "null"));
    expect(files.calls.some(({ name }) => name === "read")).toBe(false);
  });

  test("a socket is refused", async () => {
    const project = makeProject();
    const server = createServer();
    await new Promise<void>((ready) => server.listen(join(project.root, "s"), ready));
    try {
      expectRefused(() => findFile(project, "s"));
    } finally {
      server.close();
    }
  });

  test("a huge file is refused by its size, without being read", () => {
    const project = makeProject({ [`${dialogueFolder}/opening.json`]: "" });
    truncateSync(join(project.root, dialogueFolder, "opening.json"), 100 * 1024 ** 3);
    const files = traceFiles();
    const error = expectRefused(() => findFile({ root: project.root, files }, `${dialogueFolder}/opening.json`));
    expect(error.message).toContain("larger");
    expect(files.calls.some(({ name }) => name === "read")).toBe(false);
    expect(loadDialogue(project, dialogueId).problems.map((problem) => problemError(problem).code)).toEqual([
      "path_outside_project",
    ]);
  });

  test("a file of exactly the largest size is read", () => {
    const project = makeProject({ big: "" });
    truncateSync(join(project.root, "big"), largestFile);
    expect(findFile(project, "big")?.length).toBe(largestFile);
    writeFileSync(join(project.root, "small"), "12345");
    expect(findFile(project, "small", "path", 5)?.toString()).toBe("12345");
    expectRefused(() => findFile(project, "small", "path", 4));
  });

  test("an opened file is closed again, whatever came of it", () => {
    const project = makeProject({ "a.md": "a", "folder/": "" });
    const files = traceFiles();
    findFile({ ...project, files }, "a.md");
    expectRefused(() => findFile({ ...project, files }, "folder"));
    expectRefused(() => findFile({ ...project, files }, "a.md", "path", 0));
    const count = (name: keyof Files) => files.calls.filter((call) => call.name === name).length;
    expect(count("open")).toBe(3);
    expect(count("close")).toBe(3);
    expect(files.calls.some(({ name }) => name !== "open" && writing.includes(name))).toBe(false);
  });
});

describe("a name that becomes a file", () => {
  test.each(["a", "api-design", "2026", "a1-b2"])("may be %s", (name) => {
    expect(assertSlug(name, "topic")).toBe(name);
  });

  test.each([
    "",
    ".",
    "..",
    "-a",
    "a-",
    "A",
    "a b",
    "a/b",
    "a.b",
    "é",
    "a\n",
    "con",
    "nul",
    "com1",
    "x".repeat(101),
    "../x",
    "a\0",
  ])("may not be %j", (name) => {
    const error = caught(() => assertSlug(name, "topic"));
    expect(error).toMatchObject({ code: "invalid_input", field: "topic", constraint: "name" });
  });
});

describe("what is read in one look", () => {
  const tree = { "drafts/muffin/draft.md": "muffin", "drafts/scone/draft.md": "scone", "notes.md": "notes" };
  const readAll = (project: { root: string; files: Files }) =>
    inOneLook(project, () =>
      listInside(project, "drafts").map(({ name }) => {
        const names = listInside(project, `drafts/${name}`).map((entry) => entry.name);
        const missing = findFile(project, `drafts/${name}/origin.json`);
        return { names, missing, text: findFile(project, `drafts/${name}/draft.md`)?.toString() };
      }),
    );
  const found = (text: string) => ({ names: ["draft.md"], missing: undefined, text });

  test("costs two looks for each folder and none for a file", () => {
    const { root } = makeProject(tree);
    const files = traceFiles();
    expect(readAll({ root, files })).toEqual([found("muffin"), found("scone")]);
    const looked = files.calls.filter(({ name }) => name === "lstat").map(({ args }) => String(args[0]));
    const count = (path: string) => looked.filter((one) => one === join(root, path)).length;
    expect(count("drafts")).toBe(2);
    expect(count("drafts/muffin")).toBe(2);
    expect(looked).toHaveLength(6);
  });

  test("is seen anew by the next look, also after one that was refused", () => {
    const project = makeProject(tree);
    expectRefused(() => inOneLook(project, () => [listInside(project, "drafts"), findFile(project, "../x")]));
    mkdirSync(join(project.root, "drafts/eclair"));
    expect(lookInside(project, "drafts/eclair").status?.isDirectory()).toBe(true);
    expect(inOneLook(project, () => listInside(project, "drafts")).map(({ name }) => name)).toContain("eclair");
  });

  test("is not read through a link", () => {
    const project = makeProject({ ...tree, "drafts/eclair": link("muffin"), "linked/draft.md": link("../notes.md") });
    expectRefused(() => inOneLook(project, () => listInside(project, "drafts/eclair")));
    expectRefused(() =>
      inOneLook(project, () => [listInside(project, "linked"), findFile(project, "linked/draft.md")]),
    );
  });

  test("is refused where a listed file became a link", () => {
    const { root } = makeProject(tree);
    const draft = join(root, "drafts/muffin/draft.md");
    const files = withCalls({
      open(...args) {
        if (args[0] === draft && !lstatSync(draft).isSymbolicLink()) {
          rmSync(draft);
          symlinkSync("../../notes.md", draft);
        }
        return nodeFiles.open(...args);
      },
    });
    expectRefused(() => readAll({ root, files }));
  });

  const swaps: [string, (folder: string, outside: string) => void][] = [
    ["a link to the same folder", (folder) => symlinkSync(`${folder}-moved`, folder)],
    ["a link that leads outside", (folder, outside) => symlinkSync(outside, folder)],
    ["another folder", (folder) => mkdirSync(folder)],
    ["nothing", () => {}],
  ];
  test.each(swaps)("is refused where a folder became, after it was listed, %s", (_, swap) => {
    for (const path of ["drafts", "drafts/muffin"]) {
      const { root } = makeProject(tree);
      const outside = makeFolder({ "draft.md": "forged", "muffin/draft.md": "forged", "scone/draft.md": "forged" });
      const folder = join(root, path);
      let swapped = false;
      const files = withCalls({
        open(...args) {
          if (!swapped) {
            swapped = true;
            renameSync(folder, `${folder}-moved`);
            swap(folder, outside);
          }
          return nodeFiles.open(...args);
        },
      });
      expect(caught(() => readAll({ root, files }))).toMatchObject({ code: "io_error", constraint: "folder_stays" });
    }
  });
});

test("the root itself is no part of what is checked: a project below a linked folder has a name like any other", () => {
  const project = makeProject({ "a.md": "a" });
  expect(insideProject(project, project.root)).toBe(project.root);
  expect(basename(insideProject(project, "a.md"))).toBe("a.md");
});
