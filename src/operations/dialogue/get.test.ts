import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, makeDesk, makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";

describe("dialogue.get", () => {
  it("shows opening, panel, scoreboard, items, verdicts, files and what is next", async () => {
    const dialogue = await makeDialogue({ tree: { "design.md": "The design." }, create: { subject: "design.md" } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.verdict({ verdict_type: "interim", recommendation: "Leaning to REST." });
    const got = await dialogue.call("dialogue.get", { dialogue_id: "api-design" });
    expect(got).toMatchObject({
      dialogue_id: dialogue.id,
      state: "open",
      title: "API design",
      question: "REST or RPC?",
      subject: "design.md",
      panel: [{ name: "Muffin" }, { name: "Cupcake" }, { name: "Scone" }],
      scoreboard: [{ round: 0, score: 4, velocity: 2, converge_percent: 66 }],
      total_alignment: 4,
      items: [
        { id: "T0001", label: "cost against speed", status: ["open"], experts: ["Muffin"] },
        { id: "P0001", label: "cost", status: [] },
      ],
      verdicts: [{ verdict_id: "interim", in_force: false, superseded: false }],
      can_converge: false,
    });
    expect(got.files).toEqual(expect.arrayContaining(["opening.json", "round-0/round.json", "round-0/muffin.md"]));
    expect(await show("dialogue.get", got)).toContain("T0001 cost against speed (open)");
  });

  it("still shows what is whole of a damaged dialogue, and says what is not", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    await dialogue.round();
    const path = `.blue/dialogues/${dialogue.id}/round-1/round.json`;
    edit(dialogue.root, path, (text) => text.replace('"round": 1', '"round": 7'));
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      state: "damaged",
      scoreboard: [{ round: 0 }],
      // Of round 0 it would be in force, and nobody knows what round 1 says.
      facts: null,
      verdicts: [{ in_force: false }],
      can_converge: false,
      convergence_blockers: expect.arrayContaining([expect.stringContaining("round-1/round.json is damaged")]),
      next: { tool: "blue_dialogue_verify" },
    });
    rmSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/opening.json`));
    expect(await dialogue.call("dialogue.get", { dialogue_id: dialogue.id })).toMatchObject({
      state: "damaged",
      title: null,
      convergence_blockers: [expect.stringContaining("opening.json is missing")],
    });
  });

  it("shows title, question, rounds and experts of an older Blue's folder, and no counts", async () => {
    const folder = ".blue/dialogues/2026-01-02T0304Z-old-topic";
    const desk = makeDesk({
      tree: {
        [`${folder}/scoreboard.md`]: "# Scoreboard — Where it lives (FINAL)\n",
        [`${folder}/expert-pool.json`]: '{ "question": "Disk or memory?" }',
        [`${folder}/round-0/muffin.md`]: "[PERSPECTIVE P01: x]\n",
        [`${folder}/round-0/muffin.prompt.md`]: "You are Muffin\n",
        [`${folder}/round-1/scone.md`]: "[MOVE:CONVERGE]\n",
        ".blue/dialogues/other-topic/round-0/judge.md": "Nothing.\n",
      },
    });
    const got = await desk.call("dialogue.get", { dialogue_id: "old-topic" });
    expect(got).toMatchObject({
      state: "legacy",
      title: "Where it lives",
      question: "Disk or memory?",
      created_at: "2026-01-02T03:04:00Z",
      rounds: 2,
      experts: ["Muffin", "Scone"],
      velocity: null,
      convergence: null,
    });
    expect(await show("dialogue.get", got)).toMatch(
      /2 rounds, 2 experts: Muffin, Scone\nIt was written by an older Blue/,
    );
    expect(await desk.call("dialogue.get", { dialogue_id: "other-topic" })).toMatchObject({
      title: "other topic",
      question: null,
      created_at: null,
      rounds: 1,
      experts: [],
    });
    const verified = await desk.call("dialogue.verify");
    expect(verified).toMatchObject({ verified: 0, not_proved: 2, findings: [] });
    expect(await show("dialogue.verify", verified)).toContain("2 dialogues of an older Blue, not proved");
  });
});
