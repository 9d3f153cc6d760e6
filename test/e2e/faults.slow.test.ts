/**
 * Faults of the machine and of git around the commands a Judge runs, each as a real process: whatever fails says what failed by a code, no record and
 * no draft is lost, the same command works once the fault is gone, and `doctor` explains it. docs/records.md has the table.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Dialogue, fourPoints, makeDialogue } from "../helpers/dialogue.ts";
import { makeFolder, runGit, snapshot } from "../helpers/project.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const entry = join(repository, "dist/blue.js");
const helper = (name: string) => join(repository, "test/helpers", name);
const slow = { timeout: 300_000 };

function commit(root: string): void {
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "-m", "as it is");
}

type Stage = "open" | "written" | "registered";
const stages = {} as Record<Stage, string>;
let id: string;

beforeAll(async () => {
  const dialogue: Dialogue = await makeDialogue({ git: true });
  id = dialogue.id;
  const keep = (stage: Stage) => {
    stages[stage] = makeFolder();
    cpSync(dialogue.root, stages[stage], { recursive: true, preserveTimestamps: true });
    runGit(stages[stage], "checkout", "-q", "-b", "work");
    commit(stages[stage]);
  };
  keep("open");
  await dialogue.call("dialogue.round-prompt", { dialogue_id: id });
  dialogue.writeAll();
  keep("written");
  await dialogue.register();
  keep("registered");
});

type Command = keyof typeof commands;
const commands = {
  create: { stage: "open", args: () => ["dialogue", "create", "--title", "Second", "--question", "Why?"], input: {} },
  "round-prompt": { stage: "open", args: () => ["dialogue", "round-prompt", id], input: {} },
  "round-collect": { stage: "written", args: () => ["dialogue", "round-collect", id], input: {} },
  "round-register": {
    stage: "written",
    args: () => ["dialogue", "round-register", id],
    input: { round: 0, ...fourPoints },
  },
  "verdict-register": {
    stage: "registered",
    args: () => ["dialogue", "verdict-register", id],
    input: { recommendation: "Use REST." },
  },
  status: { stage: "registered", args: () => ["dialogue", "status", id], input: {} },
} as const satisfies Record<string, { stage: Stage; args(): string[]; input: object }>;
const all = Object.keys(commands) as Command[];
const reading: readonly Command[] = ["round-collect", "status"];

interface Ran {
  status: number | null;
  answer: Record<string, unknown> & { error_code?: string; suggestion?: string; message?: string };
}

function ran({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): Ran {
  expect(stderr, "nothing but the answer").toBe("");
  return { status, answer: JSON.parse(stdout) };
}

function argumentsOf(name: Command): string[] {
  const { args, input } = commands[name];
  const given =
    Object.keys(input).length === 0
      ? []
      : ["--input", join(makeFolder({ "in.json": JSON.stringify(input) }), "in.json")];
  return [entry, ...args(), ...given, "--json"];
}

function copyOf(stage: Stage): string {
  const root = makeFolder();
  cpSync(stages[stage], root, { recursive: true, preserveTimestamps: true });
  return root;
}

function blue(root: string, args: readonly string[], flags: readonly string[] = [], environment = {}): Ran {
  const env = { ...process.env, ...environment };
  return ran(spawnSync(process.execPath, [...flags, ...args], { cwd: root, encoding: "utf8", env }));
}

const doctor = () => [entry, "doctor", "--json"];

/** What `doctor` found that is not well, by the name of the check. */
function unwell({ answer }: Ran): Record<string, string> {
  const checks = answer.checks as { name: string; status: string; message: string; fix: string | null }[];
  const found = checks.filter(({ name, status }) => status !== "ok" && name !== "git" && name !== "index");
  for (const { name, fix } of found) expect(fix, `${name} says how to fix it`).toBeTruthy();
  return Object.fromEntries(found.map(({ name, message, fix }) => [name, `${message} ${fix}`]));
}

/** Records and drafts, to the byte. */
function kept(root: string): Record<string, string> {
  const files = Object.entries(snapshot(root, ".git", ".blue/tmp"));
  return Object.fromEntries(
    files.filter(([path]) => /\/(?:opening|round|verdict-final)\.json$|\/draft\.md$/.test(path)),
  );
}

function expectNamed({ status, answer }: Ran, code: string, advice: RegExp): void {
  expect({ status, code: answer.error_code }, answer.message).toEqual({ status: expect.any(Number), code });
  expect(status).not.toBe(0);
  expect(answer.suggestion).toMatch(advice);
}

const mounts = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

describe.skipIf(!mounts)("on a disk of its own (needs `unshare -rm`, which is not allowed here)", () => {
  const faults = {
    full: { make: "dd if=/dev/zero of=filler bs=1k 2>/dev/null", end: "rm filler", advice: /disk is full/ },
    "read-only": { make: "mount -o remount,ro .", end: "mount -o remount,rw .", advice: /read-only/ },
  };

  /** Runs a command on a small disk while it is so, and again afterwards. */
  function onDisk(fault: keyof typeof faults, stage: Stage, args: readonly string[]) {
    const [disk, left] = [makeFolder(), makeFolder()];
    const { make, end } = faults[fault];
    const script = `mount -t tmpfs -o size=3m tmpfs '${disk}' && cp -a '${stages[stage]}/.' '${disk}/' && cd '${disk}' || exit 99
      ${make}; cd '${disk}'
      "$@" >'${left}/first'; echo $? >'${left}/code'; cp -a . '${left}/tree'
      ${end}; cd '${disk}'
      "$@" >'${left}/second'; echo $? >'${left}/code2'`;
    const { stderr } = spawnSync("unshare", ["-rm", "sh", "-c", script, "sh", process.execPath, ...args], {
      encoding: "utf8",
    });
    const read = (name: string) => readFileSync(join(left, name), "utf8");
    return {
      first: ran({ status: Number(read("code")), stdout: read("first"), stderr }),
      left: kept(join(left, "tree")),
      second: ran({ status: Number(read("code2")), stdout: read("second"), stderr: "" }),
    };
  }

  for (const fault of Object.keys(faults) as (keyof typeof faults)[]) {
    it.each(all)(`${fault}: %s`, slow, (name) => {
      const { stage } = commands[name];
      const { first, left, second } = onDisk(fault, stage, argumentsOf(name));
      if (reading.includes(name)) expect(first.status, first.answer.message).toBe(0);
      else expectNamed(first, "io_error", faults[fault].advice);
      expect(left).toEqual(kept(stages[stage]));
      expect(second.status, second.answer.message).toBe(0);
    });

    it(`${fault}: doctor`, slow, () => {
      const { first, second } = onDisk(fault, "registered", doctor());
      expect(first.status).toBe(6);
      expect(Object.values(unwell(first)).join()).toMatch(faults[fault].advice);
      expect(second.status).toBe(0);
    });
  }
});

describe("a clock that stands two years back", () => {
  const flags = ["--import", helper("shifted-clock.mjs")];

  it.each(all)("stops nothing: %s", slow, (name) => {
    const root = copyOf(commands[name].stage);
    const { status, answer } = blue(root, argumentsOf(name), flags);
    expect(status, answer.message).toBe(0);
    expect(kept(root)).toMatchObject(kept(stages[commands[name].stage]));
    expect(blue(root, [entry, "dialogue", "verify", "--json"]).status).toBe(0);
  });

  it("is noticed by doctor", slow, () => {
    const root = copyOf("registered");
    expect(unwell(blue(root, doctor(), flags)).clock).toMatch(/Set this computer's clock/);
    expect(unwell(blue(root, doctor()))).toEqual({});
  });
});

describe("a `.blue` that goes away in the middle of a call", () => {
  const flags = ["--import", helper("remove-blue-folder.mjs")];
  const places = [0, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95];
  const named = ["io_error", "not_found", "record_damaged", "panel_mismatch", "draft_missing"];

  it.each(all)("%s fails by a name, and works once the folder is back", slow, (name) => {
    const { stage } = commands[name];
    const count = join(makeFolder(), "calls");
    blue(copyOf(stage), argumentsOf(name), flags, { REMOVE_COUNT: count });
    const calls = Number(readFileSync(count, "utf8"));
    for (const place of places) {
      const root = copyOf(stage);
      const at = String(1 + Math.floor(calls * place));
      const { status, answer } = blue(root, argumentsOf(name), flags, { REMOVE_AT: at });
      if (status !== 0) expect(named, `${answer.message}, call ${at} of ${calls}`).toContain(answer.error_code);
      rmSync(join(root, ".blue"), { recursive: true, force: true });
      cpSync(join(stages[stage], ".blue"), join(root, ".blue"), { recursive: true, preserveTimestamps: true });
      expect(blue(root, argumentsOf(name)).status).toBe(0);
    }
  });

  it("doctor names what git has and the disk lacks", slow, () => {
    const root = copyOf("registered");
    rmSync(join(root, ".blue"), { recursive: true });
    const { status, answer } = blue(root, doctor());
    expect(status).toBe(6);
    expect(unwell({ status, answer }).records).toMatch(`${id} is tracked by git and missing from the disk`);
    runGit(root, "checkout", "-q", "--", ".blue");
    expect(unwell(blue(root, doctor()))).toEqual({});
  });
});

describe("another branch in the middle of a round", () => {
  it("has no such dialogue; back on the first one everything is there", slow, () => {
    for (const name of all) {
      const { stage } = commands[name];
      const root = copyOf(stage);
      runGit(root, "checkout", "-q", "-");
      const { status, answer } = blue(root, argumentsOf(name));
      if (name === "create") expect(status, answer.message).toBe(0);
      else expectNamed({ status, answer }, "not_found", /blue dialogue list|Dialogues here|Did you mean/);
      // Drafts stay on the disk while the branch takes the lines along that keep them out of git.
      const { project: _, ...others } = unwell(blue(root, doctor()));
      expect(others).toEqual({});
      if (name === "create") commit(root);
      runGit(root, "checkout", "-q", "work");
      expect(kept(root)).toMatchObject(kept(stages[stage]));
      expect(blue(root, argumentsOf(name)).status, name).toBe(0);
    }
  });
});

describe.each([
  {
    what: "a record from a newer version",
    change: (text: string) => text.replace('"format": 1', '"format": 2'),
    code: "unknown_format",
    words: "has format 2",
    advice: /Upgrade Blue/,
  },
  {
    what: "a half-pulled merge",
    change: (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`,
    code: "record_damaged",
    words: "the marks of a merge conflict",
    advice: /Restore it/,
  },
])("$what", ({ change, code, words, advice }) => {
  function damaged(stage: Stage): { root: string; mend(): void } {
    const root = copyOf(stage);
    const path = join(root, `.blue/dialogues/${id}`, stage === "registered" ? "round-0/round.json" : "opening.json");
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, change(whole));
    return { root, mend: () => writeFileSync(path, whole) };
  }

  it.each(all)("%s", slow, (name) => {
    const { stage } = commands[name];
    const { root, mend } = damaged(stage);
    const before = kept(root);
    const { status, answer } = blue(root, argumentsOf(name));
    if (name === "create") expect(status, answer.message).toBe(0);
    else if (name === "status")
      expect({ ...answer, text: JSON.stringify(answer) }).toMatchObject({
        state: "damaged",
        text: expect.stringContaining(words),
      });
    else expectNamed({ status, answer }, code, advice);
    expect(kept(root)).toMatchObject(before);
    mend();
    expect(blue(root, argumentsOf(name)).status).toBe(0);
  });

  it("doctor says what it is and what to do", slow, () => {
    const { root } = damaged("registered");
    const found = blue(root, doctor());
    expect(found.status).toBe(6);
    expect(unwell(found).records).toMatch(advice);
  });
});
