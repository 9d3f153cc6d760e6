/**
 * Several Judges at one dialogue. Eight real processes pass one barrier and call at once; and, where the order matters, one call is made in the
 * middle of another, before every single file call of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BlueError, toWire, type WireError } from "../../src/errors.ts";
import type { OpenRound } from "../../src/store/asks.ts";
import { draftPath } from "../../src/store/drafts.ts";
import { type Files, nodeFiles } from "../../src/store/files.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { type Dialogue, deskAt, dialogueAt, draftOf, fourPoints, makeDialogue, poolOf } from "../helpers/dialogue.ts";
import { traceFiles } from "../helpers/faults.ts";
import { prepareCall } from "../helpers/operation-call.ts";
import type { OperationJob, OperationReply } from "../helpers/operation-child.ts";
import { makeFolder, plant, snapshot } from "../helpers/project.ts";
import { runOperationChild } from "../helpers/run-operation-child.ts";

const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const repeats = [0, 1, 2];
const slow = { timeout: 180_000 };

type Answer = Record<string, unknown>;
type Lane = { name: string; input: Record<string, unknown>; write?: Record<string, string> };

/** One process per lane, each with all repeats; the n-th calls of all lanes pass their barrier together. */
async function race(
  roots: readonly string[],
  lanes: number,
  asked: (lane: number, repeat: number) => Lane,
): Promise<OperationReply[][]> {
  const barriers = makeFolder();
  const runs = await Promise.all(
    eight.slice(0, lanes).map((lane) => {
      const jobs = roots.map((root, repeat): OperationJob => {
        const { name, input, write } = asked(lane, repeat);
        return {
          call: { root, name, input, now: `2026-02-03T14:23:0${lane}Z`, seed: `lane ${lane}` },
          barrier: { folder: join(barriers, String(repeat)), name: String(lane), of: lanes },
          ...(write === undefined ? {} : { write }),
        };
      });
      return runOperationChild(...jobs);
    }),
  );
  for (const { replies } of runs) expect(replies.length).toBe(roots.length);
  return roots.map((_, repeat) => runs.map(({ replies }) => replies[repeat]!));
}

const answers = (replies: readonly OperationReply[]) =>
  replies.flatMap((reply) => ("answer" in reply ? [reply.answer] : []));
const refusals = (replies: readonly OperationReply[]) =>
  replies.flatMap((reply) => ("refused" in reply ? [reply.refused] : []));
const withStatus = (replies: readonly OperationReply[], status: string) =>
  answers(replies).filter((answer) => answer.status === status);

async function makeThree(prepare: (dialogue: Dialogue) => unknown): Promise<Dialogue[]> {
  const made: Dialogue[] = [];
  for (const _ of repeats) {
    const dialogue = await makeDialogue({ experts: 2 });
    await prepare(dialogue);
    made.push(dialogue);
  }
  return made;
}

/** The records are whole, `sync` puts right what racing renderers left, and nothing is left under `.blue/tmp`. */
async function expectSettled({ root, id }: Dialogue): Promise<Answer> {
  const desk = deskAt(root);
  await desk.call("sync");
  const { findings } = await desk.call<{ findings: Answer[] }>("dialogue.verify", { dialogue_id: id });
  expect(findings.filter(({ kind }) => kind !== "superseded")).toEqual([]);
  expect(Object.keys(snapshot(join(root, ".blue/tmp")))).toEqual([]);
  return desk.call("dialogue.status", { dialogue_id: id });
}

const views = eight.map((n) => `[MUFFIN-P000${n + 1}: view ${n + 1}]\nText ${n + 1}.`);

describe("eight processes that register one round", () => {
  it(
    "with the same judgement: one registers, seven are told that it stands, with the same IDs and head",
    slow,
    async () => {
      const dialogues = await makeThree((dialogue) => dialogue.writeAll({ Muffin: views }));
      const outcomes = await race(
        dialogues.map(({ root }) => root),
        8,
        (_, repeat) => ({
          name: "dialogue.round-register",
          input: { dialogue_id: dialogues[repeat]!.id, round: 0, ...fourPoints, summary: "Agreed." },
        }),
      );
      for (const [repeat, replies] of outcomes.entries()) {
        const { head, id_mapping } = withStatus(replies, "registered")[0]!;
        expect(withStatus(replies, "registered").length).toBe(1);
        expect(withStatus(replies, "already_registered").length).toBe(7);
        for (const answer of answers(replies)) expect(answer).toMatchObject({ head, id_mapping, differs: [] });
        expect(await expectSettled(dialogues[repeat]!)).toMatchObject({ rounds_registered: 1, head, state: "open" });
      }
    },
  );

  it(
    "with eight different judgements: one registers, seven are refused by round_taken, and the winner's record stands",
    slow,
    async () => {
      const dialogues = await makeThree((dialogue) => dialogue.writeAll({ Muffin: views }));
      const outcomes = await race(
        dialogues.map(({ root }) => root),
        8,
        (lane, repeat) => ({
          name: "dialogue.round-register",
          input: {
            dialogue_id: dialogues[repeat]!.id,
            round: 0,
            ...fourPoints,
            perspectives: [{ local_id: `MUFFIN-P000${8 - lane}` }],
          },
        }),
      );
      for (const [repeat, replies] of outcomes.entries()) {
        const [won, ...others] = withStatus(replies, "registered");
        expect(others).toEqual([]);
        expect(refusals(replies).map(({ error_code }) => error_code)).toEqual(Array(7).fill("round_taken"));
        expect(dialogues[repeat]!.record(0).mapping).toEqual(won!.id_mapping);
        expect(await expectSettled(dialogues[repeat]!)).toMatchObject({ rounds_registered: 1, head: won!.head });
      }
    },
  );
});

describe("eight processes that register a verdict", () => {
  const decided = () => makeThree((dialogue) => dialogue.round());

  it("with the same words: one registers, seven are told that it stands", slow, async () => {
    const dialogues = await decided();
    const outcomes = await race(
      dialogues.map(({ root }) => root),
      8,
      (_, repeat) => ({
        name: "dialogue.verdict-register",
        input: { dialogue_id: dialogues[repeat]!.id, recommendation: "Use REST." },
      }),
    );
    for (const [repeat, replies] of outcomes.entries()) {
      expect(withStatus(replies, "registered").length).toBe(1);
      expect(withStatus(replies, "already_registered").length).toBe(7);
      for (const answer of answers(replies))
        expect(answer).toMatchObject({
          decision: true,
          warnings: expect.not.arrayContaining([expect.stringContaining("not the decision")]),
        });
      expect(await expectSettled(dialogues[repeat]!)).toMatchObject({ state: "decided" });
    }
  });

  it("with eight different recommendations: one registers, seven are refused by verdict_exists", slow, async () => {
    const dialogues = await decided();
    const outcomes = await race(
      dialogues.map(({ root }) => root),
      8,
      (lane, repeat) => ({
        name: "dialogue.verdict-register",
        input: { dialogue_id: dialogues[repeat]!.id, recommendation: `Use REST ${lane}.` },
      }),
    );
    for (const [repeat, replies] of outcomes.entries()) {
      const winner = replies.findIndex((reply) => "answer" in reply);
      expect(withStatus(replies, "registered").length).toBe(1);
      expect(refusals(replies).map(({ error_code }) => error_code)).toEqual(Array(7).fill("verdict_exists"));
      const { verdicts } = openDialogue(deskAt(dialogues[repeat]!.root).project, {
        dialogue_id: dialogues[repeat]!.id,
      }).loaded;
      expect(verdicts.map(({ recommendation }) => recommendation)).toEqual([[`Use REST ${winner}.`]]);
      expect(await expectSettled(dialogues[repeat]!)).toMatchObject({ state: "decided" });
    }
  });
});

/** What everyone writes in round 1, and where: a tension is raised. */
function nextDrafts(dialogue: Dialogue): Record<string, string> {
  const open: OpenRound = { dialogue: dialogue.id, round: 1, head: dialogue.record(0).self, attempt: 1 };
  return {
    [draftPath(open, "Muffin")]: draftOf("Muffin", 1, ["[MUFFIN-T0101: a doubt]\nNot yet."]),
    [draftPath(open, "Cupcake")]: draftOf("Cupcake", 1, ["[MOVE:CONVERGE]"]),
  };
}

describe("a verdict that races the next round", () => {
  it(
    "in eight processes: the round is registered once, and a verdict that was quicker reads superseded",
    slow,
    async () => {
      const dialogues = await makeThree((dialogue) => dialogue.round());
      const drafts = dialogues.map(nextDrafts);
      const outcomes = await race(
        dialogues.map(({ root }) => root),
        8,
        (lane, repeat) => {
          const { id } = dialogues[repeat]!;
          return lane % 2 === 0
            ? { name: "dialogue.verdict-register", input: { dialogue_id: id, round: 0, recommendation: "Use REST." } }
            : {
                name: "dialogue.round-register",
                input: { dialogue_id: id, round: 1, ...fourPoints },
                write: drafts[repeat]!,
              };
        },
      );
      for (const [repeat, replies] of outcomes.entries()) {
        const registering = replies.filter((_, lane) => lane % 2 === 1);
        const deciding = replies.filter((_, lane) => lane % 2 === 0);
        // Four processes write the same drafts in place, so one of them may read another's half-written one and be refused for it.
        for (const { error_code } of refusals(registering))
          expect(["draft_missing", "draft_incomplete", "round_taken", "unmapped_marker"]).toContain(error_code);
        expect(withStatus(registering, "registered").length).toBe(1);
        for (const { error_code } of refusals(deciding))
          expect(["unregistered_files", "round_not_registered"]).toContain(error_code);
        expect(withStatus(deciding, "registered").length).toBeLessThanOrEqual(1);
        const status = await expectSettled(dialogues[repeat]!);
        expect(status).toMatchObject({ state: "open", rounds_registered: 2, can_converge: false });
        const { verdicts } = await deskAt(dialogues[repeat]!.root).call<{ verdicts: Answer[] }>("dialogue.get", {
          dialogue_id: dialogues[repeat]!.id,
        });
        expect(verdicts.length).toBe(answers(deciding).length > 0 ? 1 : 0);
        for (const verdict of verdicts) expect(verdict).toMatchObject({ in_force: false, superseded: true });
      }
    },
  );
});

/** `files` that do `action` once, before their n-th call. */
function interrupted(at: number, action: () => void): Files {
  let calls = 0;
  const wrap =
    (name: keyof Files) =>
    (...args: unknown[]) => {
      if (++calls === at) action();
      return (quickFiles[name] as (...args: unknown[]) => unknown)(...args);
    };
  return Object.fromEntries(
    Object.keys(quickFiles).map((name) => [name, wrap(name as keyof Files)]),
  ) as unknown as Files;
}

const quickFiles: Files = { ...nodeFiles, fsync: () => {} };

type Outcome = { answer: Answer } | { refused: WireError };

async function attempt(call: () => Promise<Answer>): Promise<Outcome> {
  try {
    return { answer: await call() };
  } catch (thrown) {
    if (!(thrown instanceof BlueError)) throw thrown;
    return { refused: toWire(thrown) };
  }
}

interface Meeting {
  dialogue: Dialogue;
  /** The call that was interrupted, and the one that happened in its middle. */
  outer: Outcome;
  inner: Outcome;
}

/** `outer` with `inner` in its middle, once for every file call of `outer` (of those that look, every seventh), each in a dialogue of its own. */
async function meet(
  start: Dialogue,
  outer: { name: string; input: Answer },
  inner: { name: string; input: Answer; write?: Record<string, string> },
): Promise<Meeting[]> {
  const outerCall = await prepareCall(outer.name);
  const innerCall = await prepareCall(inner.name);
  const asked = { now: "2026-02-03T14:30:00Z" };
  const tree = snapshot(start.root);
  const copy = () => {
    const root = makeFolder();
    plant(root, tree);
    return root;
  };
  const traced = traceFiles(undefined, quickFiles);
  await outerCall({ root: copy(), input: outer.input, seed: "outer", ...asked }, traced);
  const looking = ["lstat", "fstat", "read", "readdir", "realpath", "close"];
  const points = traced.calls
    .filter(({ name, n }) => n > 1 && (!looking.includes(name) || n % 7 === 0))
    .map(({ n }) => n);
  const meetings: Meeting[] = [];
  for (const at of points) {
    const root = copy();
    let happened: Promise<Outcome> | undefined;
    const files = interrupted(at, () => {
      plant(root, inner.write ?? {});
      happened = attempt(() => innerCall({ root, input: inner.input, seed: "inner", ...asked }, quickFiles));
    });
    const outcome = await attempt(() => outerCall({ root, input: outer.input, seed: "outer", ...asked }, files));
    meetings.push({ dialogue: dialogueAt(deskAt(root), start.id), outer: outcome, inner: (await happened)! });
  }
  return meetings;
}

describe("one call in the middle of another, before every file call of it", () => {
  it(
    "a whole next round in the middle of a verdict: the verdict is refused, or it lands superseded and its answer says so",
    slow,
    async () => {
      const start = await makeDialogue({ experts: 2 });
      await start.round();
      const meetings = await meet(
        start,
        { name: "dialogue.verdict-register", input: { dialogue_id: start.id, round: 0, recommendation: "Use REST." } },
        {
          name: "dialogue.round-register",
          input: { dialogue_id: start.id, round: 1, ...fourPoints },
          write: nextDrafts(start),
        },
      );
      const kinds = new Set<string>();
      for (const { dialogue, outer, inner } of meetings) {
        expect(inner).toMatchObject({ answer: { status: "registered" } });
        const { verdicts, state } = await dialogue.call<{ verdicts: Answer[]; state: string }>("dialogue.get", {
          dialogue_id: dialogue.id,
        });
        expect(state).toBe("open");
        if ("refused" in outer) {
          kinds.add(outer.refused.error_code);
          expect(verdicts).toEqual([]);
          continue;
        }
        expect(verdicts).toMatchObject([{ in_force: false, superseded: true }]);
        // The round may also come after the verdict was read back; then the answer was true when it was given.
        kinds.add(outer.answer.decision ? "decided first" : "superseded");
        if (outer.answer.decision) continue;
        expect(outer.answer).toMatchObject({
          can_converge: false,
          warnings: expect.arrayContaining([expect.stringMatching(/not the decision.*superseded/)]),
        });
      }
      expect([...kinds].sort()).toEqual(["decided first", "round_not_registered", "superseded", "unregistered_files"]);
    },
  );

  it(
    "a final verdict of another name in the middle of a verdict: both stand contested, and the second is told",
    slow,
    async () => {
      const start = await makeDialogue({ experts: 2 });
      await start.round();
      const input = { dialogue_id: start.id, round: 0 };
      const meetings = await meet(
        start,
        { name: "dialogue.verdict-register", input: { ...input, recommendation: "Use REST." } },
        { name: "dialogue.verdict-register", input: { ...input, recommendation: "Use RPC.", verdict_id: "rival" } },
      );
      const kinds = new Set<string>();
      for (const { dialogue, outer, inner } of meetings) {
        if ("refused" in inner || "refused" in outer) {
          // Whoever came second was refused by the first.
          const refused = "refused" in inner ? inner.refused : "refused" in outer ? outer.refused : undefined;
          expect(refused).toMatchObject({ error_code: "verdict_exists" });
          kinds.add("one");
          continue;
        }
        kinds.add("both");
        expect(outer.answer).toMatchObject({
          decision: false,
          warnings: expect.arrayContaining([expect.stringMatching(/not the decision.*contested/)]),
        });
        const { findings } = await dialogue.call<{ findings: Answer[] }>("dialogue.verify", {
          dialogue_id: dialogue.id,
        });
        expect(findings).toContainEqual(expect.objectContaining({ kind: "contested" }));
      }
      expect([...kinds].sort()).toEqual(["both", "one"]);
    },
  );

  it("a verdict in the middle of the next round's registration is refused: its drafts are there", slow, async () => {
    const start = await makeDialogue({ experts: 2 });
    await start.round();
    plant(start.root, nextDrafts(start));
    const meetings = await meet(
      start,
      { name: "dialogue.round-register", input: { dialogue_id: start.id, round: 1, ...fourPoints } },
      { name: "dialogue.verdict-register", input: { dialogue_id: start.id, round: 0, recommendation: "Use REST." } },
    );
    const codes = new Set<string>();
    for (const { outer, inner } of meetings) {
      expect(outer).toMatchObject({ answer: { status: "registered" } });
      codes.add("refused" in inner ? inner.refused.error_code : "decided");
    }
    expect([...codes].sort()).toEqual(["round_not_registered", "unregistered_files"]);
  });

  it("a reader in the middle of a registration sees the state before it or after it", slow, async () => {
    const start = await makeDialogue({ experts: 2 });
    start.writeAll({ Muffin: views });
    const meetings = await meet(
      start,
      { name: "dialogue.round-register", input: { dialogue_id: start.id, round: 0, ...fourPoints } },
      { name: "dialogue.status", input: { dialogue_id: start.id } },
    );
    const before = await start.call("dialogue.status", { dialogue_id: start.id });
    const seen = new Set<unknown>();
    for (const { dialogue, inner } of meetings) {
      const after = await dialogue.call("dialogue.status", { dialogue_id: start.id });
      if (!("answer" in inner)) throw new Error(inner.refused.message);
      expect([before, after]).toContainEqual(inner.answer);
      seen.add(inner.answer.rounds_registered);
    }
    expect([...seen].sort()).toEqual([0, 1]);
  });

  it(
    "a draft rewritten in the middle of a registration: the record holds the old text or the new one whole, or a half-read one is refused",
    slow,
    async () => {
      const start = await makeDialogue({ experts: 2 });
      start.writeAll({ Muffin: ["[MUFFIN-P0001: the old view]\nOld.", "[MOVE:CONVERGE]"] });
      const path = draftPath(start.open(), "Muffin");
      const later = draftOf("Muffin", 0, ["[MUFFIN-T0001: a doubt]\nNot yet.", "[MUFFIN-P0001: the new view]\nNew."]);
      const texts = [readFileSync(join(start.root, path), "utf8"), later].map((text) => text.trimEnd());
      const meetings = await meet(
        start,
        { name: "dialogue.round-register", input: { dialogue_id: start.id, round: 0, ...fourPoints } },
        { name: "dialogue.status", input: { dialogue_id: start.id }, write: { [path]: later } },
      );
      const seen = new Set<number>();
      for (const { dialogue, outer } of meetings) {
        if ("refused" in outer) {
          expect(outer.refused.error_code).toBe("draft_incomplete");
          expect(dialogue.open().round).toBe(0);
          continue;
        }
        const record = dialogue.record(0);
        const which = texts.indexOf(record.texts[0]!.lines.join("\n").trimEnd());
        expect(Object.keys(record.mapping)).toEqual(which === 0 ? ["MUFFIN-P0001"] : ["MUFFIN-T0001", "MUFFIN-P0001"]);
        expect(record.counts.signals).toEqual(which === 0 ? ["Muffin", "Cupcake"] : ["Cupcake"]);
        seen.add(which);
      }
      expect([...seen].sort()).toEqual([0, 1]);
    },
  );

  it(
    "a panel seated in the middle of seating another: one stands whole, and `replaces` refuses whoever still read the older",
    slow,
    async () => {
      const start = await makeDialogue({ experts: 2 });
      const seat = (first: number, second: number) => {
        const names = ["Muffin", "Cupcake", "Scone"];
        const panel = [first, second].map((n) => ({ name: names[n], role: `Expert ${n + 1}`, source: "pool" }));
        return {
          name: "dialogue.evolve-panel",
          input: { dialogue_id: start.id, panel, replaces: ["Muffin", "Cupcake"] },
        };
      };
      const meetings = await meet(start, seat(0, 2), seat(1, 2));
      const kinds = new Set<string>();
      for (const { dialogue, outer, inner } of meetings) {
        const panel = dialogue.panel();
        if ("refused" in outer) {
          kinds.add("the first was refused");
          expect(outer.refused).toMatchObject({ error_code: "panel_mismatch", constraint: "same_panel" });
          expect(panel).toEqual(["Cupcake", "Scone"]);
        } else {
          kinds.add("the second was refused");
          expect(inner).toMatchObject({ refused: { error_code: "panel_mismatch", constraint: "same_panel" } });
          expect(panel).toEqual(["Muffin", "Scone"]);
        }
      }
      expect([...kinds].sort()).toEqual(["the first was refused", "the second was refused"]);
    },
  );
});

describe("two processes that seat a panel at once", () => {
  it("one of the two panels stands, whole", slow, async () => {
    const dialogues = await makeThree(() => {});
    const outcomes = await race(
      dialogues.map(({ root }) => root),
      2,
      (lane, repeat) => ({
        name: "dialogue.evolve-panel",
        input: {
          dialogue_id: dialogues[repeat]!.id,
          panel: ["Muffin", lane === 0 ? "Cupcake" : "Scone"].map((name) => ({
            name,
            role: `Expert ${["Muffin", "Cupcake", "Scone"].indexOf(name) + 1}`,
            source: "pool",
          })),
        },
      }),
    );
    for (const [repeat, replies] of outcomes.entries()) {
      const dialogue = dialogues[repeat]!;
      expect(refusals(replies)).toEqual([]);
      const { panel } = openDialogue(dialogue.project, { dialogue_id: dialogue.id }).asks();
      expect(answers(replies).map((answer) => answer.panel)).toContainEqual(panel);
    }
  });
});

describe("eight processes that open a dialogue of one title in one minute", () => {
  it("open eight, each whole with an opening and a panel of its own", slow, async () => {
    const roots = repeats.map(() => makeFolder());
    const outcomes = await race(roots, 8, (lane) => ({
      name: "dialogue.create",
      input: { title: "API design", question: `Question ${lane}?`, expert_pool: poolOf(4), panel_size: 2 },
    }));
    for (const [repeat, replies] of outcomes.entries()) {
      const ids = answers(replies).map(({ dialogue_id }) => dialogue_id as string);
      const id = "2026-02-03T1423Z-api-design";
      expect([...ids].sort()).toEqual([id, ...[2, 3, 4, 5, 6, 7, 8].map((n) => `${id}-${n}`)]);
      const desk = deskAt(roots[repeat]!);
      for (const [lane, dialogue_id] of ids.entries()) {
        const status = await desk.call("dialogue.status", { dialogue_id });
        expect(status).toMatchObject({ question: `Question ${lane}?`, state: "open", problems: [] });
        expect(dialogueAt(desk, dialogue_id).panel().length).toBe(2);
      }
    }
  });
});
