import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FileCall, systemError, traceFiles, withCalls } from "../../test/helpers/faults.ts";
import { makeProject, random, snapshot } from "../../test/helpers/project.ts";
import { dialogueFolder, openingBody, roundBody } from "../../test/helpers/records.ts";
import { BlueError } from "../errors.ts";
import { type Files, nodeFiles } from "./files.ts";
import { largestFile } from "./paths.ts";
import { probeHardLinks, publishRecord } from "./publish.ts";
import { decodeRecord, encodeRecord, sealRecord } from "./record.ts";

const path = `${dialogueFolder}/opening.json`;

function caught(action: () => unknown): BlueError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was refused");
}

describe("an answer", () => {
  test("is `published` with the record when this call put it there", () => {
    const project = makeProject();
    const answer = publishRecord(project, path, openingBody(), random);
    expect(answer).toEqual({ outcome: "published", same: true, stored: sealRecord(openingBody()) });
    expect(readFileSync(join(project.root, path), "utf8")).toBe(encodeRecord(sealRecord(openingBody())));
  });

  test("is `taken` and `same` when an equal record stands there, however it is indented", () => {
    const project = makeProject({ [path]: JSON.stringify(sealRecord(openingBody())) });
    const answer = publishRecord(project, path, openingBody(), random);
    expect(answer).toEqual({ outcome: "taken", same: true, stored: sealRecord(openingBody()) });
    expect(readFileSync(join(project.root, path), "utf8")).toBe(JSON.stringify(sealRecord(openingBody())));
  });

  test("is `taken` and not `same` when another record stands there, and leaves it as it is", () => {
    const other = encodeRecord(sealRecord(openingBody({ title: "Another" })));
    const project = makeProject({ [path]: other });
    const answer = publishRecord(project, path, openingBody(), random);
    expect(answer).toMatchObject({ outcome: "taken", same: false, stored: { title: "Another" } });
    expect(readFileSync(join(project.root, path), "utf8")).toBe(other);
  });

  test("is a refusal that names the file when what stands there is damaged", () => {
    const cut = encodeRecord(sealRecord(openingBody())).slice(0, 400);
    const project = makeProject({ [path]: cut });
    const error = caught(() => publishRecord(project, path, openingBody(), random));
    expect(error).toMatchObject({ code: "record_damaged", context: { path } });
    expect(readFileSync(join(project.root, path), "utf8")).toBe(cut);
  });

  test("comes from the target, not from the error number of link", () => {
    // A network file system may link, lose the reply and report the repetition as EEXIST.
    const files = withCalls({
      link(from, to) {
        nodeFiles.link(from, to);
        throw systemError("EEXIST", "link", from);
      },
    });
    const project = makeProject({}, { files });
    expect(publishRecord(project, path, openingBody(), random)).toMatchObject({ outcome: "published", same: true });
  });

  test("is never `published` for another's record that took over the number of our swept inode", () => {
    const theirs = encodeRecord(sealRecord(openingBody({ title: "Theirs" })));
    let reused: boolean | undefined;
    const files = withCalls({
      link(from, to) {
        const ours = lstatSync(from).ino;
        rmSync(from); // a sweeper takes the staged file, and another publisher is quicker
        const second = join(dirname(from), "theirs");
        writeFileSync(second, theirs);
        reused = lstatSync(second).ino === ours;
        renameSync(second, to);
        nodeFiles.link(from, to);
      },
    });
    const project = makeProject({}, { files });
    const answer = publishRecord(project, path, openingBody(), random);
    expect(answer).toMatchObject({ outcome: "taken", same: false, stored: { title: "Theirs" } });
    expect(reused).toBe(false); // the staged file is held open until the answer is known
  });

  test("is still `published` when the folder vanished for a moment after the link", () => {
    let failures = 1;
    const files = withCalls({
      open(at, flags, mode) {
        if (failures > 0 && at.endsWith(dialogueFolder)) {
          failures--;
          throw systemError("ENOENT", "open", at);
        }
        return nodeFiles.open(at, flags, mode);
      },
    });
    const project = makeProject({}, { files });
    expect(publishRecord(project, path, openingBody(), random)).toMatchObject({ outcome: "published", same: true });
    expect(failures).toBe(0);
  });
});

describe("the order that a power loss cannot break", () => {
  const folders = [dialogueFolder, ".blue/dialogues", ".blue", ""];

  /** Each call as `name path`, descriptors resolved to the path they were opened with. */
  function steps(calls: readonly FileCall[], root: string): string[] {
    const opened = new Map<number, string>();
    const short = (at: unknown) =>
      String(at)
        .replace(root, "")
        .replace(/^\//, "")
        .replace(/^\.blue\/tmp\/[0-9a-f]+/, "staged");
    return calls.map(({ name, args, result }) => {
      if (name === "open") opened.set(result as number, short(args[0]));
      const first = typeof args[0] === "number" ? opened.get(args[0]) : short(args[0]);
      return name === "link" ? `link ${first} ${short(args[1])}` : `${name} ${first}`;
    });
  }

  function traced(prepare: (root: string) => void): string[] {
    const { root } = makeProject();
    prepare(root);
    const files = traceFiles();
    publishRecord({ root, files }, path, openingBody(), random);
    return steps(files.calls, root);
  }

  test.each([
    ["into a project without .blue", () => {}],
    ["into folders that already exist", (root: string) => mkdirSync(join(root, dialogueFolder), { recursive: true })],
    [
      "under a name that is taken",
      (root: string) => void publishRecord({ root, files: nodeFiles }, path, openingBody({ title: "First" }), random),
    ],
  ])("holds when a record is published %s", (_, prepare) => {
    const trace = traced(prepare);
    const link = trace.indexOf(`link staged ${path}`);
    expect(link).toBeGreaterThan(0);
    // The bytes are durable, all of them, before their name exists …
    const written = trace.lastIndexOf("write staged");
    const durable = trace.lastIndexOf("fsync staged");
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(durable);
    expect(durable).toBeLessThan(link);
    // … the name, and every folder on the way to it, before it is read for the answer.
    const answer = trace.indexOf(`read ${path}`, link);
    for (const folder of folders) {
      const synced = trace.indexOf(`fsync ${folder}`, link);
      expect(synced, `fsync of ${folder || "the root"}`).toBeGreaterThan(link);
      expect(synced).toBeLessThan(answer);
    }
    expect(trace.filter((step) => step.startsWith("link ")).length).toBe(1);
    expect(trace.some((step) => step.startsWith("rename ") && step.includes(path))).toBe(false);
  });

  test("holds for a round two folders deeper", () => {
    const { root } = makeProject();
    const files = traceFiles();
    const round = `${dialogueFolder}/round-0/round.json`;
    publishRecord({ root, files }, round, roundBody(0, "0".repeat(64)), random);
    const trace = steps(files.calls, root);
    const link = trace.indexOf(`link staged ${round}`);
    for (const folder of [dirname(round), ...folders])
      expect(trace.indexOf(`fsync ${folder}`, link)).toBeGreaterThan(link);
  });
});

describe("a sweeper that strikes once, before any one file call", () => {
  function strike(what: (root: string) => void): void {
    const count = traceFiles();
    publishRecord({ root: makeProject().root, files: count }, path, openingBody(), random);
    for (const { n } of count.calls) {
      const { root } = makeProject();
      let call = 0;
      const once = (name: keyof Files) =>
        ((...args: never[]) => {
          if (++call === n) what(root);
          return (nodeFiles[name] as (...args: never[]) => unknown)(...args);
        }) as never;
      const names = Object.keys(nodeFiles) as (keyof Files)[];
      const files = Object.fromEntries(names.map((name) => [name, once(name)])) as unknown as Files;
      const { stored } = publishRecord({ root, files }, path, openingBody(), random);
      expect(stored, `struck before call ${n}`).toEqual(sealRecord(openingBody()));
      // A strike after the answer was read takes a record that did stand.
      if (existsAt(root)) expect(decodeRecord(readFileSync(join(root, path), "utf8"), path)).toEqual(stored);
      else expect(n).toBeGreaterThan(count.calls.findLast(({ name }) => name === "open")!.n);
    }
  }

  const existsAt = (root: string) => path in snapshot(root);

  test("by emptying and removing `.blue/tmp`: the record is published all the same", () => {
    strike((root) => rmSync(join(root, ".blue/tmp"), { recursive: true, force: true }));
  });

  test("by removing the whole of `.blue`: the record is published all the same", () => {
    strike((root) => rmSync(join(root, ".blue"), { recursive: true, force: true }));
  });

  test("and one that never stops is named, with nothing published", () => {
    const files = withCalls({
      link(from) {
        rmSync(from);
        throw systemError("ENOENT", "link", from);
      },
    });
    const project = makeProject({}, { files });
    const error = caught(() => publishRecord(project, path, openingBody(), random));
    expect(error).toMatchObject({ code: "io_error", context: { path } });
    expect(error.message).toContain("kept vanishing");
    expect(Object.keys(snapshot(project.root)).sort()).toEqual([".blue/.gitignore", ".blue/dialogues/.gitkeep"]);
  });
});

describe("a file system without hard links", () => {
  const codes = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EXDEV"];

  test.each(codes)("(%s) is refused in words, and nothing is left behind", (code) => {
    const files = withCalls({
      link(from) {
        throw systemError(code, "link", from);
      },
    });
    const project = makeProject({}, { files });
    for (const refused of [
      () => publishRecord(project, path, openingBody(), random),
      () => probeHardLinks(project, random),
    ]) {
      const error = caught(refused);
      expect(error).toMatchObject({ code: "unsupported_filesystem", value: code, constraint: "hard_links" });
      expect(error.message).toContain("hard links");
      expect(error.suggestion).toContain("local file system");
      expect(Object.keys(snapshot(project.root)).sort()).toEqual([".blue/.gitignore", ".blue/dialogues/.gitkeep"]);
    }
  });

  test("is told from one that has them: the probe passes and leaves nothing", () => {
    const project = makeProject();
    probeHardLinks(project, random);
    expect(Object.keys(snapshot(project.root))).toEqual([]);
  });

  test("is told from a full disk: that stays what it is", () => {
    const files = withCalls({
      link(from) {
        throw systemError("ENOSPC", "link", from);
      },
    });
    const project = makeProject({}, { files });
    expect(() => publishRecord(project, path, openingBody(), random)).toThrow("ENOSPC");
    expect(Object.keys(snapshot(project.root, ".blue/.gitignore", ".blue/dialogues/.gitkeep"))).toEqual([]);
  });
});

test("a record too large to be read again is refused before it is published", () => {
  const project = makeProject();
  const background = Array.from({ length: 20 }, () => "x".repeat(largestFile / 16));
  const error = caught(() => publishRecord(project, path, openingBody({ background }), random));
  expect(error.code).toBe("invalid_input");
  expect(path in snapshot(project.root)).toBe(false);
});

test("publishing leaves no temporary file", () => {
  const project = makeProject();
  for (let i = 0; i < 3; i++) publishRecord(project, path, openingBody({ title: `${i}` }), random);
  expect(snapshot(join(project.root, ".blue/tmp"))).toEqual({});
});
