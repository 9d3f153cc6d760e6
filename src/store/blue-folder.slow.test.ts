import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, snapshot } from "../../test/helpers/project.ts";
import { runChild } from "../../test/helpers/run-child.ts";
import { findStatus, nodeFiles } from "./files.ts";

test("setting up .blue by eight processes at once ends in one complete folder, and none of them fails", async () => {
  for (const kept of ["", "notes/\n"]) {
    const { root } = makeProject(kept === "" ? {} : { ".blue/.gitignore": kept });
    const startAt = Date.now() + 1200;
    const runs = await Promise.all(Array.from({ length: 8 }, () => runChild({ do: "init", root, startAt })));
    for (const { answers } of runs) expect(answers[0]).toHaveProperty("made");
    expect(snapshot(root)).toEqual({
      ".blue/.gitignore": `${kept}blue.db*\ndrafts/\nlocks/\ntmp/\n`,
      ".blue/dialogues/.gitkeep": "",
    });
    expect(findStatus(nodeFiles, join(root, ".blue/tmp"))?.isDirectory()).toBe(true);
  }
});
