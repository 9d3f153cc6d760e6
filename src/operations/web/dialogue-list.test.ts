import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { dialogueAt, makeDesk, makeDialogue, poolOf, raisesTension } from "../../../test/helpers/dialogue.ts";
import { makeProject } from "../../../test/helpers/project.ts";
import { listForPage } from "./dialogue-list.ts";

const resolves = "[CUPCAKE-R0101: both]\n[RE:RESOLVE T0001]\nCache.";

/** Two rounds; the blind panel rejects, the last one approves. */
async function decide(dialogue: Awaited<ReturnType<typeof makeDialogue>>, headline?: string) {
  const rejects = (name: string) => [`[${name}-S0001: REJECT | 0.8]\nNo.`];
  await dialogue.round({
    Muffin: [...raisesTension.slice(0, 1), ...rejects("MUFFIN")],
    Cupcake: [...rejects("CUPCAKE"), '[CUPCAKE-E0001: the cost]\n[CITE docs/cost.md#L1 "Dear"]'],
  });
  await dialogue.round(
    { Cupcake: [resolves, "[MOVE:CONVERGE]"] },
    { tension_updates: [{ id: "T0001", status: "resolved", via: "R0101" }] },
  );
  await dialogue.verdict({ recommendation: "\n## **Use REST.**\nAnd no RPC.", ...(headline && { headline }) });
}

it("a project without `.blue` has no dialogues, and nothing is made in it", async () => {
  const project = makeProject();
  const { dialogues, statistics, ...head } = await listForPage(project);
  expect(head).toEqual({ project: basename(project.root), initialised: false });
  expect(dialogues).toEqual([]);
  expect(statistics).toEqual({
    rounds_to_converge: null,
    runs_to_converge: null,
    tensions_per_dialogue: null,
    blind_majority: { dialogues: 0, changed: 0 },
    most_cited: [],
    fared: null,
  });
});

it("a decided dialogue says in one line what was decided, by whom, after what", async () => {
  const dialogue = await makeDialogue({ tree: { "docs/cost.md": "Dear.\n" } });
  await decide(dialogue);
  const { dialogues, statistics } = await listForPage(dialogue.project);
  expect(dialogues).toEqual([
    {
      id: dialogue.id,
      title: "API design",
      question: "REST or RPC?",
      state: "decided",
      round: 1,
      max_rounds: expect.any(Number),
      velocity: [
        { open: 1, new: 0 },
        { open: 0, new: 0 },
      ],
      converge: { signals: 3, panel: 3 },
      panel: dialogue.record(1).panel.map(({ name, role }) => ({ name, role })),
      line: expect.stringContaining("no text is on record"),
      how: "converged",
      superseded_by: null,
      standing: "judged",
      outcome: null,
      last_change: expect.stringMatching(/^2026-02-03T14:2/),
      runs: 6,
      tensions: 1,
    },
  ]);
  expect(statistics).toEqual({
    rounds_to_converge: { dialogues: 1, least: 2, median: 2, most: 2 },
    runs_to_converge: { dialogues: 1, least: 6, median: 6, most: 6 },
    tensions_per_dialogue: { dialogues: 1, least: 1, median: 1, most: 1 },
    blind_majority: { dialogues: 1, changed: 1 },
    most_cited: [{ path: "docs/cost.md", citations: 1, dialogues: 1 }],
    fared: null,
  });
});

it("a headline is not what was decided; one round later the line says that it is superseded", async () => {
  const dialogue = await makeDialogue({ tree: { "docs/cost.md": "Dear.\n" } });
  await decide(dialogue, "REST it is.");
  const line = async () => (await listForPage(dialogue.project)).dialogues[0]!;
  expect(await line()).toMatchObject({ how: "converged" });
  expect((await line()).line).not.toContain("REST it is.");
  await dialogue.round({});
  expect(await line()).toMatchObject({ how: "superseded", state: "open" });
  expect((await line()).line).toContain("(superseded by round 2 of the same dialogue");
});

it.each([
  ["kept", ["APPROVE", "APPROVE", "HOLD"], { dialogues: 1, changed: 0 }],
  ["changed", ["HOLD", "APPROVE", "HOLD"], { dialogues: 1, changed: 1 }],
  ["none", ["HOLD", "APPROVE", "REJECT"], { dialogues: 0, changed: 0 }],
])("the blind round's majority: %s", async (_, positions, expected) => {
  const dialogue = await makeDialogue();
  const drafts = dialogue.panel().map((name, i) => [name, [`[${name.toUpperCase()}-S0001: ${positions[i]}]\nSo.`]]);
  await dialogue.round(Object.fromEntries(drafts));
  expect((await listForPage(dialogue.project)).statistics.blind_majority.dialogues).toBe(0);
  await dialogue.round({});
  await dialogue.verdict();
  expect((await listForPage(dialogue.project)).statistics.blind_majority).toEqual(expected);
});

it("newest first; what is damaged, of an older Blue, or not begun is in the list too", async () => {
  const desk = makeDesk();
  const create = async (title: string) => {
    const input = { title, question: "Which?", expert_pool: poolOf(3), panel_size: 3 };
    return dialogueAt(desk, (await desk.call<{ dialogue_id: string }>("dialogue.create", input)).dialogue_id);
  };
  const first = await create("First");
  await first.round({});
  rmSync(join(desk.root, ".blue/dialogues", first.id, "opening.json"));
  writeFileSync(join(desk.root, ".blue/dialogues", first.id, "opening.json"), "{}");
  const second = await create("Second");
  const older = "2020-01-01T0000Z-older";
  mkdirSync(join(desk.root, ".blue/dialogues", older, "round-0"), { recursive: true });
  writeFileSync(join(desk.root, ".blue/dialogues", older, "round-0/muffin.md"), "Words.\n");
  const { dialogues, statistics } = await listForPage(desk.project);
  expect(dialogues.map(({ id, state, round, title }) => [id, state, round, title])).toEqual([
    [second.id, "open", null, "Second"],
    [first.id, "damaged", null, null],
    [older, "legacy", null, "older"],
  ]);
  expect(statistics.tensions_per_dialogue).toBeNull();
});
