import { describe, expect, test } from "vitest";
import { link, makeProject } from "../../test/helpers/project.ts";
import { type Files, nodeFiles } from "./files.ts";
import { readPassage } from "./passages.ts";
import { largestFile } from "./paths.ts";

describe("a cited path", () => {
  test.each(["../../x", "/etc/passwd", "a\0b", "\0", "x".repeat(5_000), "", "a\\b"])(
    "%j is refused, and nothing outside the project is looked at",
    (path) => {
      const looked: string[] = [];
      const lstat: Files["lstat"] = (at) => {
        looked.push(at);
        return nodeFiles.lstat(at);
      };
      const project = { ...makeProject({ "a.md": "x" }), files: { ...nodeFiles, lstat } };
      expect(readPassage(project, path)).toEqual({ state: "refused" });
      expect(looked.filter((at) => !at.startsWith(project.root))).toEqual([]);
    },
  );

  test("that is a link now, or too large, is there and cannot be read", () => {
    const project = makeProject({
      "a.md": link("b.md"),
      "b.md": Buffer.alloc(largestFile + 1),
      "f/": "",
      l: link("f"),
    });
    expect(readPassage(project, "a.md")).toMatchObject({ state: "unreadable", why: "it is a link now" });
    expect(readPassage(project, "b.md")).toMatchObject({ state: "unreadable", why: "it is larger than 16 MB" });
    expect(readPassage(project, "f")).toEqual({ state: "refused" });
    expect(readPassage(project, "l/a.md")).toEqual({ state: "refused" });
    expect(readPassage(project, "gone.md")).toEqual({ state: "gone" });
  });
});
