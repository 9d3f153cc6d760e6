/**
 * The fault sweep over whole operations: each is stopped before every file call that changes something, by killing the process and by each error
 * number. Then the index and everything generated is deleted, what is left is compared with the only states there may be, and a new process
 * repeats the call.
 */
import { constants, cpSync, existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BlueError } from "../../src/errors.ts";
import { type Files, nodeFiles, openFlags } from "../../src/store/files.ts";
import { makeDialogue, poolOf, raisesTension } from "../helpers/dialogue.ts";
import { type Fault, type FileCall, traceFiles } from "../helpers/faults.ts";
import { callOperation, type OperationCall } from "../helpers/operation-call.ts";
import type { OperationJob } from "../helpers/operation-child.ts";
import { makeFolder, snapshot } from "../helpers/project.ts";
import { inParallel } from "../helpers/run-child.ts";
import { runOperationChild } from "../helpers/run-operation-child.ts";

/** Some hundred processes in all; on a busy machine they take their time. */
const slow = { timeout: 300_000 };
/** What a power loss would take is proved in publish.test.ts; here nothing waits for the disk. */
const quickFiles: Files = { ...nodeFiles, fsync: () => {} };

type State = Record<string, string>;
type Asked = Pick<OperationCall, "name" | "input">;
type Answer = Record<string, unknown>;

interface Scenario {
  /** A folder that every run gets a copy of. */
  start: string;
  asked: Asked;
  /** Every file before, and after an undisturbed run. */
  before: State;
  after: State;
  /** What `status` says of the dialogue, before and after. */
  statusBefore: Answer | undefined;
  statusAfter: Answer;
  /** The file calls of the undisturbed run. */
  calls: readonly FileCall[];
  id: string;
}

const first = { now: "2026-02-03T14:23:10Z", seed: "first" };
/** The same minute, another process. */
const second = { now: "2026-02-03T14:23:40Z", seed: "second" };

function copyOf(folder: string): string {
  const root = makeFolder();
  cpSync(folder, root, { recursive: true, preserveTimestamps: true });
  return root;
}

/** Every file but temporary ones, the index and what `.blue` opens with. */
function filesOf(root: string): State {
  const files = snapshot(root, ".blue/tmp", ".blue/.gitignore", ".blue/asks/.gitignore", ".blue/dialogues/.gitkeep");
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(".blue/blue.db")));
}

const isRecord = (path: string) =>
  /^\.blue\/dialogues\/[^/]+\/(?:opening\.json|(?:round-\d+\/)?(?:round|verdict-[a-z-]+)\.json)$/.test(path);
const isGenerated = (path: string) => path.startsWith(".blue/dialogues/") && !isRecord(path);

function recordsAndDrafts(files: State): State {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isGenerated(path)));
}

/** Deletes the index and everything generated, after proving that each generated file is an old or a new one, whole. */
function strip(root: string, { before, after }: Scenario): State {
  for (const [path, text] of Object.entries(filesOf(root)).filter(([name]) => isGenerated(name))) {
    expect([before[path], after[path]], `${path} is the old file or the new one`).toContain(text);
    rmSync(join(root, path));
  }
  rmSync(join(root, ".blue/blue.db"), { force: true });
  return recordsAndDrafts(filesOf(root));
}

async function statusOf(root: string, id: string): Promise<Answer> {
  const input = { dialogue_id: id };
  return callOperation({ root, name: "dialogue.status", input, ...first }, quickFiles);
}

/** A status without the hash of its head: a record that is made again has another time in it. */
function withoutHead(status: Answer): Answer {
  const head = status.head as string;
  return JSON.parse(JSON.stringify(status).replaceAll(head, "head").replaceAll(head.slice(0, 16), "head"));
}

async function scenarioOf(start: string, asked: Asked): Promise<Scenario> {
  const root = copyOf(start);
  const files = traceFiles(undefined, quickFiles);
  const answer = await callOperation<{ dialogue_id: string }>({ root, ...asked, ...first }, files);
  const id = answer.dialogue_id;
  const isNew = asked.name === "dialogue.create";
  return {
    start,
    asked,
    before: filesOf(start),
    after: filesOf(root),
    statusBefore: isNew ? undefined : await statusOf(start, id),
    statusAfter: await statusOf(root, id),
    calls: files.calls,
    id,
  };
}

const makers: Record<string, () => Promise<Scenario>> = {
  async "dialogue.create"() {
    const input = { title: "API design", question: "REST or RPC?", expert_pool: poolOf(3), panel_size: 3 };
    return scenarioOf(makeFolder({ "README.md": "not Blue's" }), { name: "dialogue.create", input });
  },
  async "dialogue.round-register"() {
    const dialogue = await makeDialogue({ experts: 2 });
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({ Cupcake: ["[CUPCAKE-C0101: caching]\n[RE:RESOLVE T0001]\nMeasured."] });
    await dialogue.call("sync");
    const input = {
      dialogue_id: dialogue.id,
      round: 1,
      score_components: { W: 3, C: 2, T: 1, R: 0 },
      summary: "A calm round.",
      tension_updates: [{ id: "T0001", status: "resolved", via: "CUPCAKE-C0101" }],
    };
    return scenarioOf(dialogue.root, { name: "dialogue.round-register", input });
  },
  async "dialogue.verdict-register"() {
    const dialogue = await makeDialogue({ experts: 2 });
    await dialogue.round({}, { proposal: "Use REST." });
    await dialogue.call("sync");
    const input = { dialogue_id: dialogue.id, recommendation: "Use REST." };
    return scenarioOf(dialogue.root, { name: "dialogue.verdict-register", input });
  },
  async "dialogue.evolve-panel"() {
    const dialogue = await makeDialogue({ experts: 2 });
    await dialogue.call("sync");
    const panel = [
      { name: "Muffin", role: "Expert 1", source: "pool" },
      { name: "Scone", role: "Expert 3", source: "pool" },
    ];
    return scenarioOf(dialogue.root, { name: "dialogue.evolve-panel", input: { dialogue_id: dialogue.id, panel } });
  },
};

const changingNames: readonly string[] = ["write", "link", "rename", "unlink", "mkdir", "rmdir"];

function changes({ name, args }: FileCall): boolean {
  if (name === "open") return ((args[1] as number) & constants.O_CREAT) !== 0;
  return changingNames.includes(name);
}

function isOfIndex({ args }: FileCall): boolean {
  return args.some((arg) => typeof arg === "string" && /\/\.blue\/(?:blue\.db|tmp\/index-)/.test(arg));
}

/** A kill before a call that changes nothing leaves what a kill before the next one leaves. */
function kills({ calls }: Scenario): Fault[] {
  const all = calls.filter(changes).flatMap(({ n: at, name }): Fault[] => {
    const fault = { at, by: "SIGKILL" };
    return name === "write" ? [fault, { ...fault, halfWritten: true }] : [fault];
  });
  const step = Math.ceil(all.length / 60);
  return [...all.filter((_, i) => i % step === 0), { at: 0, by: "SIGKILL" }];
}

function errorsIn({ calls }: Scenario): Fault[] {
  return calls
    .filter((call) => changes(call) || call.name === "fsync")
    .flatMap(({ n: at, name }) => {
      const faults: Fault[] = ["ENOSPC", "EIO", "EACCES"].map((by) => ({ at, by }));
      return name === "write" ? [...faults, { at, by: "ENOSPC", halfWritten: true }] : faults;
    });
}

interface Stopped {
  root: string;
  label: string;
  answered: boolean;
  /** Whether the record, or the panel, is there; of `create`: the opening. */
  landed: boolean;
}

/** What a stopped run left: the state before or the state after, and a status that says which. */
async function expectBeforeOrAfter(scenario: Scenario, root: string, label: string, answered: boolean) {
  const found = strip(root, scenario);
  const before = recordsAndDrafts(scenario.before);
  const after = recordsAndDrafts(scenario.after);
  if (scenario.asked.name === "dialogue.create") return expectCreated(scenario, root, label, answered, found);
  const landed = JSON.stringify(found) === JSON.stringify(after);
  expect(found, label).toEqual(landed ? after : before);
  if (answered) expect(landed, label).toBe(true);
  expect(await statusOf(root, scenario.id), label).toEqual(landed ? scenario.statusAfter : scenario.statusBefore);
  return { root, label, answered, landed };
}

/** An opening and its first panel are two files: between them stands a whole dialogue whose panel `next` draws, and it is the same one. */
async function expectCreated(
  { after, id, statusAfter }: Scenario,
  root: string,
  label: string,
  answered: boolean,
  found: State,
) {
  const opening = `.blue/dialogues/${id}/opening.json`;
  const panel = Object.keys(after).find((path) => path.endsWith("/1-1.json"))!;
  const landed = found[opening] !== undefined;
  const seated = found[panel] !== undefined;
  const expected = {
    "README.md": "not Blue's",
    ...(landed ? { [opening]: after[opening] } : {}),
    ...(seated ? { [panel]: after[panel] } : {}),
  };
  expect(found, label).toEqual(expected);
  if (seated) expect(landed, label).toBe(true);
  if (answered) expect(seated, label).toBe(true);
  const { counts } = await callOperation({ root, name: "status", input: {}, ...first }, quickFiles);
  expect(counts, label).toEqual({ open: landed ? 1 : 0, decided: 0, closed: 0, damaged: 0, legacy: 0 });
  if (!landed) return { root, label, answered, landed };
  if (!seated) {
    const { next } = await statusOf(root, id);
    expect(next, label).toMatchObject({ tool: "blue_dialogue_sample_panel" });
    const { arguments: input } = next as { arguments: Answer };
    await callOperation({ root, name: "dialogue.sample-panel", input, now: first.now, seed: "between" }, quickFiles);
    expect(filesOf(root)[panel], label).toBe(after[panel]);
  }
  expect(await statusOf(root, id), label).toEqual(statusAfter);
  return { root, label, answered, landed };
}

/** One new process repeats the call in every folder, and asks where the dialogue stands. */
async function expectRetriesToSettle({ asked, after, statusAfter, id }: Scenario, stopped: Stopped[]): Promise<void> {
  const isNew = asked.name === "dialogue.create";
  const retried = (landed: boolean) => (isNew && landed ? `${id}-2` : id);
  const { replies } = await runOperationChild(
    ...stopped.flatMap(({ root, landed }): OperationJob[] => [
      { call: { root, ...asked, ...second } },
      { call: { root, name: "dialogue.status", input: { dialogue_id: retried(landed) }, ...second } },
    ]),
  );
  expect(replies.length).toBe(2 * stopped.length);
  for (const [i, { root, label, landed }] of stopped.entries()) {
    const [told, status] = replies.slice(2 * i, 2 * i + 2).map((reply) => {
      if ("refused" in reply) throw new Error(`${label}: ${reply.refused.message}`);
      return reply.answer;
    });
    const there = filesOf(root);
    const records = Object.keys(there).filter(isRecord);
    const expected = Object.keys(after).filter(isRecord);
    if (isNew) {
      const fresh = retried(landed);
      expect(told, label).toMatchObject({ status: "created", dialogue_id: fresh });
      const copies = [...new Set([id, fresh])].map((one) => `.blue/dialogues/${one}/opening.json`);
      expect(records.sort(), label).toEqual((landed ? copies : copies.slice(-1)).sort());
      expect(JSON.parse(JSON.stringify(withoutHead(status!)).replaceAll(fresh, id)), label).toEqual(
        withoutHead(statusAfter),
      );
      continue;
    }
    if (asked.name !== "dialogue.evolve-panel")
      expect(told, label).toMatchObject({ status: landed ? "already_registered" : "registered" });
    expect(records, label).toEqual(expected);
    expect(withoutHead(status!), label).toEqual(withoutHead(statusAfter));
    if (landed) expect(recordsAndDrafts(there), label).toEqual(recordsAndDrafts(after));
    const rendered = asked.name === "dialogue.evolve-panel" ? [] : Object.keys(after).filter(isGenerated);
    expect(Object.keys(there).filter(isGenerated), `${label}: what people read is there again`).toEqual(rendered);
  }
}

describe.each(Object.keys(makers))("%s", (name) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await makers[name]!();
  });

  it(
    "killed before any file call that changes something, or after its answer, leaves the state before or after, and a new process settles it",
    slow,
    async () => {
      const stopped = await inParallel(kills(scenario), 3, async (fault) => {
        const root = copyOf(scenario.start);
        const run = await runOperationChild({ call: { root, ...scenario.asked, ...first }, fault });
        expect(run.signal).toBe("SIGKILL");
        expect(run.replies.length).toBe(fault.at === 0 ? 1 : 0);
        const label =
          fault.at === 0
            ? "killed after the answer"
            : `killed before ${fault.halfWritten ? "the second half of " : ""}${nameOf(scenario, fault)}`;
        return expectBeforeOrAfter(scenario, root, label, run.replies.length > 0);
      });
      expect(new Set(stopped.map(({ landed }) => landed))).toEqual(new Set([true, false]));
      await expectRetriesToSettle(scenario, stopped);
    },
  );

  it(
    "failing at any file call that changes something leaves the state before or after, and a new process settles it",
    slow,
    async () => {
      const stopped: Stopped[] = [];
      for (const fault of errorsIn(scenario)) {
        const root = copyOf(scenario.start);
        const label = `${fault.by} at ${nameOf(scenario, fault)}`;
        const call = { root, ...scenario.asked, ...first };
        let warnings: unknown;
        const thrown: unknown = await callOperation(call, traceFiles(fault, quickFiles)).then(
          (answer) => {
            warnings = answer.warnings;
          },
          (error: unknown) => error,
        );
        // Only a staged file that cannot be removed goes unmentioned: it is harmless where it is. What the index lacks is said.
        if (thrown === undefined) {
          const call = scenario.calls[fault.at - 1]!;
          if (call.name !== "unlink") {
            expect(isOfIndex(call), label).toBe(true);
            if (!existsSync(join(root, ".blue/blue.db")))
              expect(warnings, label).toContainEqual(
                expect.stringMatching(/^\.blue\/blue\.db does not hold this round/),
              );
          }
        } else {
          expect(thrown, label).toBeInstanceOf(BlueError);
          expect(thrown, label).toMatchObject({ code: "io_error", value: fault.by });
        }
        stopped.push(await expectBeforeOrAfter(scenario, root, label, thrown === undefined));
      }
      expect(new Set(stopped.map(({ landed }) => landed))).toEqual(new Set([true, false]));
      await expectRetriesToSettle(scenario, stopped);
    },
  );
});

describe("a repeated call", () => {
  it.each([
    ["dialogue.round-register", "round-1"],
    ["dialogue.verdict-register", "round-0"],
  ])(
    "%s makes the names above its record last before it answers: whoever published it may have died before",
    async (name, round) => {
      const { start, asked, id } = await makers[name]!();
      const root = copyOf(start);
      await callOperation({ root, ...asked, ...first }, quickFiles);
      const { calls, answer } = await tracedCall({ root, ...asked, ...second });
      expect(answer).toMatchObject({ status: "already_registered" });
      const synced = calls
        .filter((call) => call.name === "open" && call.args[1] === openFlags.directory)
        .filter(({ n, result }) => calls.some((call) => call.n > n && call.name === "fsync" && call.args[0] === result))
        .map(({ args }) => relative(root, args[0] as string));
      const folder = `.blue/dialogues/${id}`;
      expect(synced).toEqual([`${folder}/${round}`, folder, ".blue/dialogues", ".blue", ""]);
    },
  );
});

describe("a round", () => {
  it("makes the record it follows last before it is published itself: whoever registered that one may have died before", async () => {
    const { start, asked, id } = await makers["dialogue.round-register"]!();
    const root = copyOf(start);
    const { calls } = await tracedCall({ root, ...asked, ...first });
    const folder = join(root, `.blue/dialogues/${id}/round-0`);
    const opened = calls.find(
      ({ name, args }) => name === "open" && args[0] === folder && args[1] === openFlags.directory,
    );
    const synced = calls.find(
      ({ n, name, args }) => opened !== undefined && n > opened.n && name === "fsync" && args[0] === opened.result,
    );
    const published = calls.find(({ name, args }) => name === "link" && String(args[1]).endsWith("round-1/round.json"));
    expect(synced?.n).toBeLessThan(published!.n);
  });
});

async function tracedCall(call: OperationCall): Promise<{ calls: readonly FileCall[]; answer: Answer }> {
  const files = traceFiles();
  const answer = await callOperation(call, files);
  return { calls: files.calls, answer };
}

function nameOf({ calls, start }: Scenario, { at }: Fault): string {
  const { name, args } = calls[at - 1]!;
  return `call ${at} (${name} ${args
    .map((arg) => (typeof arg === "string" ? arg.slice(start.length) : ""))
    .join(" ")
    .trim()})`;
}
