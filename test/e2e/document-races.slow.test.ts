/** Numbers are drawn from the files: eight processes that create at once still get eight of them, and nothing is overwritten. */
import { createHash } from "node:crypto";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { deskAt, makeDesk } from "../helpers/dialogue.ts";
import { docsIn, readDoc } from "../helpers/documents.ts";
import { makeFolder, plant } from "../helpers/project.ts";
import { runOperationChild } from "../helpers/run-operation-child.ts";

describe("documents created at once", () => {
  it("get a number each", async () => {
    const desk = makeDesk({ tree: { ".blue/docs/rfcs/0001-x.draft.md": "---\nstatus: draft\n---\n" } });
    const folder = makeFolder();
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        runOperationChild({
          call: {
            root: desk.root,
            name: "rfc.create",
            input: { title: `Number ${i % 2}` },
            now: "2026-02-03T14:23:00Z",
            seed: `seed ${i}`,
          },
          barrier: { folder, name: String(i), of: 8 },
        }),
      ),
    );
    const told = runs.flatMap(({ replies }) =>
      replies.map((reply) => ("answer" in reply ? reply.answer.path : reply.refused)),
    );
    expect(new Set(told).size).toBe(8);
    const names = docsIn(desk, "rfcs");
    expect(names.map((name) => `.blue/docs/rfcs/${name}`)).toEqual(expect.arrayContaining(told));
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(names.every((name) => /^\d{4}-(?:x|number-[01])\.draft\.md$/.test(name))).toBe(true);
  });

  it("pass over a number that a killed process had claimed", async () => {
    const desk = makeDesk({ tree: { ".blue/tmp/claim-rfc-0001": "" } });
    expect(await desk.call("rfc.create", { title: "A" })).toMatchObject({ number: 2 });
    expect(await desk.call("rfc.create", { title: "B" })).toMatchObject({ number: 3 });
  });

  it("look again once a number is theirs: another may have used it and let go", async () => {
    const desk = makeDesk();
    await desk.call("init");
    const open: Files["open"] = (at, flags, mode) => {
      if (at.endsWith("claim-rfc-0001"))
        plant(desk.root, { ".blue/docs/rfcs/0001-theirs.draft.md": "---\nstatus: draft\n---\n" });
      return nodeFiles.open(at, flags, mode);
    };
    expect(await deskAt(desk.root, { open }).call("rfc.create", { title: "Ours" })).toMatchObject({ number: 2 });
    expect(docsIn(desk, "rfcs")).toEqual(["0001-theirs.draft.md", "0002-ours.draft.md"]);
  });
});

describe("one document edited by eight processes at once", () => {
  const tasks = Array.from({ length: 160 }, (_, i) => `task ${i + 1}`);
  const path = ".blue/docs/rfcs/0001-x.draft.md";

  it("keeps every edit that was acknowledged; the others are refused by name", async () => {
    const desk = makeDesk({ tree: { [path]: "---\nstatus: draft\n---\n\n# RFC 0001: X\n" } });
    await desk.call("rfc.plan", { id: 1, tasks });
    const folder = makeFolder();
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, process) =>
        runOperationChild(
          ...tasks
            .map((_, i) => i + 1)
            .filter((task) => task % 8 === process)
            .map((task, i) => ({
              call: {
                root: desk.root,
                name: "rfc.task-complete",
                input: { id: 1, task },
                now: "2026-02-03T14:23:00Z",
                seed: `${process} ${task}`,
              },
              ...(i === 0 ? { barrier: { folder, name: String(process), of: 8 } } : {}),
            })),
        ),
      ),
    );
    const done = runs.flatMap(({ replies }, process) =>
      replies.flatMap((reply, i) => {
        if ("answer" in reply) return [process === 0 ? 8 * (i + 1) : 8 * i + process];
        expect(reply.refused.error_code).toBe("document_changed");
        return [];
      }),
    );
    const text = readDoc(desk, path);
    const kept = [...text.matchAll(/\[x\] task (\d+)$/gm)].map(([, number]) => Number(number));
    expect(kept).toEqual(done.sort((a, b) => a - b));
    expect(done.length).toBeGreaterThan(8);
    expect(done.length).toBeLessThan(160); // they met
  });

  it("goes on over the claim of a process that was killed, once that is old", async () => {
    const desk = makeDesk({ tree: { [path]: "---\nstatus: draft\n---\n\n# RFC 0001: X\n" } });
    const name = createHash("sha256").update(path).digest("hex").slice(0, 32);
    plant(desk.root, { [`.blue/tmp/claim-${name}-1`]: "" });
    const before = Date.now() / 1000 - 60;
    utimesSync(join(desk.root, `.blue/tmp/claim-${name}-1`), before, before);
    await desk.call("rfc.plan", { id: 1, tasks: ["a"] });
    expect(readDoc(desk, path)).toContain("[ ] a");
    expect(readdirSync(join(desk.root, ".blue/tmp"))).toEqual([`claim-${name}-1`]);
  });
});
