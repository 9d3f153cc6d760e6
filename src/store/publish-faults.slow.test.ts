/**
 * The fault sweep: a publication and the rendering after it are stopped at each of their file calls, by killing the process and by each error
 * number. What is on disk afterwards is compared with the only two states there may be, and a new process repeats the call.
 */
import { cpSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Fault, traceFiles } from "../../test/helpers/faults.ts";
import { makeFolder, random, snapshot } from "../../test/helpers/project.ts";
import { dialogueFolder, dialogueId, openingBody, publishDialogue, roundBody } from "../../test/helpers/records.ts";
import { inParallel, runChild } from "../../test/helpers/run-child.ts";
import type { Job } from "../../test/helpers/store-child.ts";
import { loadDialogue } from "./dialogues.ts";
import { type Files, nodeFiles } from "./files.ts";
import { generatedFiles, writeGenerated } from "./generated.ts";
import { publishRecord } from "./publish.ts";
import { encodeRecord, type RecordBody, sealRecord } from "./record.ts";

/** Over a hundred processes; on a busy machine they take their time. */
const slow = { timeout: 240_000 };

type State = Record<string, string>;

interface Scenario {
  name: string;
  /** A folder that every run gets a copy of. */
  start: string;
  path: string;
  body: RecordBody;
  /** What the path holds once something stands there. */
  stored: string;
  generated: Record<string, string>;
}

const openingPath = `${dialogueFolder}/opening.json`;
const roundPath = `${dialogueFolder}/round-0/round.json`;
const opening = openingBody();
const round = roundBody(0, sealRecord(opening).self);
const otherRound = roundBody(0, sealRecord(opening).self, { judge: ["Another Judge was faster."] });

function copyOf(folder: string): string {
  const root = makeFolder();
  cpSync(folder, root, { recursive: true });
  return root;
}

const bare = makeFolder({ "README.md": "not Blue's" });
const opened = copyOf(bare);
publishDialogue({ root: opened, files: nodeFiles }, { rounds: 0 });
const taken = copyOf(opened);
publishRecord({ root: taken, files: nodeFiles }, roundPath, otherRound, random);

function scenario(name: string, start: string, path: string, body: RecordBody, stored: RecordBody): Scenario {
  return { name, start, path, body, stored: encodeRecord(sealRecord(stored)), generated: {} };
}

/** The same, with two of the files rendered from it afterwards; each is written by the same calls. */
function rendered(scenario: Scenario): Scenario {
  const project = { root: copyOf(scenario.start), files: nodeFiles };
  publishRecord(project, scenario.path, scenario.body, random);
  const generated = [...generatedFiles(loadDialogue(project, dialogueId))].slice(0, 2);
  return { ...scenario, generated: Object.fromEntries(generated.map(([path, text]) => [path, String(text)])) };
}

const scenarios = {
  opening: rendered(scenario("an opening in a project that has no .blue yet", bare, openingPath, opening, opening)),
  round: scenario("a round in a dialogue that stands", opened, roundPath, round, round),
  taken: scenario("a round whose name is taken", taken, roundPath, round, otherRound),
};

/** Every file but the leftovers in `.blue/tmp`; what `.blue` opens with is absent or complete, and then not counted. */
function stateOf(root: string): State {
  const { ".blue/.gitignore": ignore, ".blue/dialogues/.gitkeep": keep, ...rest } = snapshot(root, ".blue/tmp");
  expect([undefined, "blue.db*\ndrafts/\nlocks/\ntmp/\n"]).toContain(ignore);
  expect([undefined, ""]).toContain(keep);
  return rest;
}

function expectOnlyAllowedStates({ start, path, stored, generated }: Scenario, root: string, acknowledged: boolean) {
  const found = stateOf(root);
  const records: State = {};
  for (const [name, text] of Object.entries(found)) {
    if (name in generated) expect(text, name).toBe(generated[name]);
    else records[name] = text;
  }
  const before = stateOf(start);
  const after = { ...before, [path]: stored };
  if (acknowledged) expect(records).toEqual(after);
  else expect([before, after]).toContainEqual(records);
}

/** One new process repeats the whole call in every folder; each is told of the one record that stands, and ends complete. */
async function expectRetriesToSettle({ start, path, body, stored, generated }: Scenario, roots: string[]) {
  const { answers } = await runChild(...roots.map((root): Job => ({ do: "publish", root, path, body, generated })));
  const { self } = JSON.parse(stored);
  const told = answers.filter((answer) => "published" in answer);
  expect(told.length).toBe(roots.length);
  for (const answer of told) expect(answer.published).toMatchObject({ self, same: self === sealRecord(body).self });
  for (const root of roots) expect(stateOf(root)).toEqual({ ...stateOf(start), [path]: stored, ...generated });
}

/** The file calls of one undisturbed run, and how many of them come before the acknowledgement. */
function countCalls({ start, path, body, generated }: Scenario): { calls: (keyof Files)[]; publishing: number } {
  const project = { root: copyOf(start), files: traceFiles() };
  publishRecord(project, path, body, random);
  const publishing = project.files.calls.length;
  writeGenerated(project, new Map(Object.entries(generated)), random);
  return { calls: project.files.calls.map(({ name }) => name), publishing };
}

const looking: (keyof Files)[] = ["lstat", "fstat", "read", "readdir", "realpath"];

/** A kill before a call that only looks leaves what a kill before the next one leaves: `every` call is for one scenario, the rest for all. */
function killsIn(calls: (keyof Files)[], every: boolean): Fault[] {
  return calls.flatMap((name, i): Fault[] => {
    const fault = { at: i + 1, by: "SIGKILL" };
    if (name === "write") return [fault, { ...fault, halfWritten: true }];
    return every || !looking.includes(name) ? [fault] : [];
  });
}

describe.each([
  { ...scenarios.opening, every: true },
  { ...scenarios.round, every: false },
])("publishing $name", ({ every, ...scenario }) => {
  const { start, path, body, generated } = scenario;

  test(
    "killed before any one file call, it leaves the state before or after, and a new process settles it",
    slow,
    async () => {
      const { calls, publishing } = countCalls(scenario);
      const roots = await inParallel(killsIn(calls, every), 3, async (fault) => {
        const root = copyOf(start);
        const run = await runChild({ do: "publish", root, path, body, generated, fault });
        const acknowledged = run.answers.some((answer) => "published" in answer);
        expect(run.signal).toBe("SIGKILL");
        expect(acknowledged, `acknowledged, killed before call ${fault.at}`).toBe(fault.at > publishing);
        expectOnlyAllowedStates(scenario, root, acknowledged);
        return root;
      });
      expect(roots.length).toBeGreaterThan(every ? calls.length : 20);
      await expectRetriesToSettle(scenario, roots);
    },
  );
});

const errors = ["ENOSPC", "EIO", "EACCES"];
/** Every error for a call that changes something or makes it last; for one that only looks, they take turns. */
function faultsAt(n: number, call: keyof Files): Fault[] {
  const all = looking.includes(call) ? [errors[n % errors.length]!] : errors;
  const faults: Fault[] = all.map((by) => ({ at: n, by }));
  return call === "write" ? [...faults, { at: n, by: "ENOSPC", halfWritten: true }] : faults;
}

describe.each(Object.values(scenarios))("publishing $name", (scenario) => {
  const { start, path, body, generated } = scenario;

  test(
    "failing at any one file call, it leaves the state before or after, and a new process settles it",
    slow,
    async () => {
      const { calls, publishing } = countCalls(scenario);
      const roots: string[] = [];
      for (const fault of calls.flatMap((call, i) => faultsAt(i + 1, call))) {
        const root = copyOf(start);
        const project = { root, files: traceFiles(fault) };
        const label = `${fault.by} at call ${fault.at} (${calls[fault.at - 1]})`;
        let acknowledged = false;
        let thrown: unknown;
        try {
          publishRecord(project, path, body, random);
          acknowledged = true;
          writeGenerated(project, new Map(Object.entries(generated)), random);
        } catch (error) {
          thrown = error;
        }
        // Only a staged file that cannot be removed goes unmentioned: it is harmless where it is.
        const unmentioned = calls[fault.at - 1] === "unlink";
        if (unmentioned) expect(thrown, label).toBeUndefined();
        else expect(thrown, label).toMatchObject({ code: fault.by });
        expect(acknowledged, label).toBe(unmentioned || fault.at > publishing);
        expectOnlyAllowedStates(scenario, root, acknowledged);
        roots.push(root);
      }
      await expectRetriesToSettle(scenario, roots);
    },
  );
});
