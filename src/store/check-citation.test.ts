import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { link, makeFolder, makeProject } from "../../test/helpers/project.ts";
import { makeCitationChecker } from "./check-citation.ts";
import { type Files, nodeFiles } from "./files.ts";
import { largestFile } from "./paths.ts";

const design = "# Design\n\nThe path is the key.\nRecords are written once.\n";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const cite = (path: string, from: number | null = null, to: number | null = from, words: string | null = null) => ({
  path,
  from,
  to,
  words,
});

test("a citation is found, found elsewhere or not found, with the hash of the file it was checked against", () => {
  const check = makeCitationChecker(makeProject({ "docs/design.md": design }));
  const blob = sha256(design);
  expect(check(cite("docs/design.md", 3, 4, "the key. Records"))).toEqual({ result: "found", blob });
  expect(check(cite("docs/design.md", 1, 2, "The path"))).toEqual({ result: "found_elsewhere", found_at: 3, blob });
  expect(check(cite("docs/design.md", 3, 3, "The path is open"))).toEqual({ result: "not_found", blob });
  expect(check(cite("docs/design.md", 4))).toEqual({ result: "found", blob });
  expect(check(cite("docs/design.md", 4, 5))).toEqual({ result: "not_found", blob });
});

test("a file that is not there is missing", () => {
  const check = makeCitationChecker(makeProject({ "design.md": design }));
  expect(check(cite("docs/other.md", 1))).toEqual({ result: "file_missing", blob: null });
  expect(check(cite("docs/", 1))).toEqual({ result: "file_missing", blob: null });
});

test("what lies outside the project, or behind a link, is refused", () => {
  const outside = makeFolder({ "secret.md": "words" });
  const project = makeProject({
    "linked.md": link(join(outside, "secret.md")),
    folder: link(outside),
    "a.md": "words",
  });
  const check = makeCitationChecker(project);
  for (const path of [
    "../secret.md",
    join(outside, "secret.md"),
    "linked.md",
    "folder/secret.md",
    "a\0.md",
    "%2e%2e/a",
  ])
    expect(check(cite(path, 1, 1, "words"))).toEqual({ result: "refused", blob: null });
  expect(check(cite(join(project.root, "a.md"), 1, 1, "words")).result).toBe("found");
});

test("a folder, a pipe, a binary and a file too large are refused", () => {
  const project = makeProject({
    "folder/": "",
    "picture.png": new Uint8Array([0x89, 0x50, 0, 1]),
    "large.txt": "x".repeat(largestFile + 1),
  });
  execFileSync("mkfifo", [join(project.root, "pipe")]);
  const check = makeCitationChecker(project);
  for (const path of ["folder", "pipe", "picture.png", "large.txt"])
    expect(check(cite(path))).toEqual({ result: "refused", blob: null });
});

test("a file Blue may not read is refused and a failing disk is an error", () => {
  const failing = (code: string): Files => ({
    ...nodeFiles,
    open: () => {
      throw Object.assign(new Error(`${code}: open`), { code, errno: -1, syscall: "open" });
    },
  });
  const checkWith = (code: string) => makeCitationChecker(makeProject({ "a.md": "words" }, { files: failing(code) }));
  expect(checkWith("EACCES")(cite("a.md"))).toEqual({ result: "refused", blob: null });
  expect(() => checkWith("EIO")(cite("a.md"))).toThrow("EIO");
});

test("84 citations of one file read it once, however its path is written", () => {
  let opened = 0;
  const files: Files = {
    ...nodeFiles,
    open(path, flags, mode) {
      opened++;
      return nodeFiles.open(path, flags, mode);
    },
  };
  const check = makeCitationChecker(makeProject({ "docs/design.md": design }, { files }));
  for (let n = 0; n < 84; n++) {
    const path = n % 2 === 0 ? "docs/design.md" : "./docs//design.md";
    expect(check(cite(path, 3, 3, "The path")).result).toBe("found");
  }
  expect(opened).toBe(1);
});

test("a call that cites more than it may read in all is refused the rest", () => {
  const project = makeProject({ "0.txt": "word word ", "1.txt": "word word ", "2.txt": "word word " });
  const check = makeCitationChecker(project, new Map(), 25);
  const results = [0, 1, 2].map((n) => check(cite(`${n}.txt`, 1, 1, "word word")).result);
  expect(results).toEqual(["found", "found", "refused"]);
  expect(check(cite("0.txt")).result).toBe("found");
});
