/** What a reader should know and no rule forbids. Every warning is said when its cause is there, not said when it is not, and blocks nothing. */
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue, type Registered, raisesTension } from "../helpers/dialogue.ts";

const about = (answer: { warnings?: unknown }, words: string) =>
  (answer.warnings as string[]).filter((warning) => warning.includes(words));

const views = (expert: string, round: number, count: number) =>
  Array.from({ length: count }, (_, i) => `[${expert.toUpperCase()}-P0${round}0${i + 1}: view ${i + 1}]\nSo.`);

async function rounds(dialogue: Dialogue, counts: readonly number[]): Promise<Registered[]> {
  const registered: Registered[] = [];
  for (const [round, count] of counts.entries()) {
    registered.push(await dialogue.round({ Muffin: views("Muffin", round, count) }));
  }
  return registered;
}

describe("a warning", () => {
  it("is said of unanimity before round 2 without a tension, and the verdict stands all the same", async () => {
    const dialogue = await makeDialogue();
    const words = "without a single tension";
    const registered = [await dialogue.round(), await dialogue.round(), await dialogue.round()];
    expect(registered.map((answer) => about(answer, words).length)).toEqual([1, 1, 0]);
    const early = await makeDialogue();
    await early.round();
    const verdict = await early.verdict();
    expect(verdict).toMatchObject({ status: "registered", decision: true });
    expect(about(verdict, words)).toHaveLength(1);
  });

  it("is not said of unanimity that a tension was tried on", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const settled = await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "so" }] });
    expect(settled.can_converge).toBe(true);
    expect(about(settled, "without a single tension")).toEqual([]);
  });

  it("is said of a velocity that has not fallen for two rounds", async () => {
    const words = "Velocity has not fallen for two rounds";
    const stalled = await rounds(await makeDialogue(), [2, 2, 3]);
    expect(stalled.map((answer) => about(answer, words).length)).toEqual([0, 0, 1]);
    expect(about(stalled[2]!, words)[0]).toContain("2 → 2 → 3");
    const falling = await rounds(await makeDialogue(), [3, 3, 2, 2, 1]);
    expect(falling.map((answer) => about(answer, words).length)).toEqual([0, 0, 0, 0, 0]);
  });

  it("is said of an expert with nothing to add twice, not of one whose only item was merged or dismissed", async () => {
    const dialogue = await makeDialogue({ experts: 4 });
    await dialogue.round({ Muffin: views("Muffin", 0, 1) });
    const second = await dialogue.round(
      { Cupcake: ["[CUPCAKE-P0101: the same]\nSo."], Scone: ["[SCONE-C0101: as asked]\nSo."] },
      {
        merged_into: [{ local_id: "CUPCAKE-P0101", id: "P0001" }],
        dismissed: [{ local_id: "SCONE-C0101", reason: "a restatement" }],
      },
    );
    expect(about(second, "nothing to add in two rounds")).toEqual([
      "Eclair had nothing to add in two rounds: is the seat still needed?",
    ]);
    const converged = await dialogue.round();
    expect(converged.can_converge).toBe(true);
    expect(about(converged, "nothing to add in two rounds")).toEqual([]);
  });

  it("is said of two drafts that are nearly the same", async () => {
    const dialogue = await makeDialogue();
    const same = (expert: string) => [
      `[${expert}-P0001: one voice]\nThe cache must be invalidated on every write, or the reader sees what nobody wrote any more, and then no test can tell who is right about which of the two values.`,
    ];
    const { warnings } = await dialogue.round({ Muffin: same("MUFFIN"), Scone: same("SCONE") });
    expect(about({ warnings }, "wrote nearly the same")).toEqual([
      "Muffin and Scone wrote nearly the same: one voice may have spoken twice.",
    ]);
  });

  it("is said of a changed stance that cites nothing, not of one that cites what changed it", async () => {
    const dialogue = await makeDialogue();
    const stance = (expert: string, id: string, position: string) => `[${expert}-S${id}: ${position} | 0.8]\nSo it is.`;
    await dialogue.round({
      Muffin: [...views("Muffin", 0, 1), stance("MUFFIN", "0001", "REJECT")],
      Scone: [stance("SCONE", "0001", "HOLD")],
    });
    const { warnings } = await dialogue.round({
      Muffin: ["[MOVE:CONVERGE]", stance("MUFFIN", "0101", "APPROVE")],
      Scone: ["[MOVE:CONCEDE P0001]", stance("SCONE", "0101", "APPROVE")],
    });
    expect(about({ warnings }, "cites nothing")).toEqual([
      "Muffin went from REJECT to APPROVE and cites nothing that changed it.",
    ]);
  });

  it("is said of a stance that changed while its expert was away", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Scone: ["[SCONE-S0001: ABSTAIN | 0.8]\nNot mine."] });
    await dialogue.round({ Scone: null }, { absent: ["Scone"] });
    expect(about(await dialogue.round(), "cites nothing")).toEqual([
      "Scone went from ABSTAIN to APPROVE and cites nothing that changed it.",
    ]);
    expect(about(await dialogue.round(), "cites nothing")).toEqual([]);
  });

  it("is said of every citation that was not found where it points", async () => {
    const dialogue = await makeDialogue({ tree: { "docs/cost.md": "Costs are low.\nVery low.\n" } });
    const { warnings } = await dialogue.round({
      Muffin: [
        [
          "[MUFFIN-E0001: the bill]",
          '[CITE docs/cost.md#L1 "Costs are low."]',
          '[CITE docs/cost.md#L2 "Costs are low."]',
          '[CITE docs/cost.md#L1 "Costs are high."]',
          '[CITE docs/none.md "anything"]',
          '[CITE ../outside.md "anything"]',
          "So.",
        ].join("\n"),
      ],
    });
    expect(about({ warnings }, "the citation of")).toEqual([
      "Muffin, line 3: the citation of docs/cost.md was found on line 1 instead.",
      "Muffin, line 4: the citation of docs/cost.md was not found.",
      "Muffin, line 5: the citation of docs/none.md was not found: there is no such file.",
      "Muffin, line 6: the citation of ../outside.md was not looked up.",
    ]);
  });

  it("is said of an open tension without an owner until it has one or is closed", async () => {
    const dialogue = await makeDialogue();
    const first = await dialogue.round({ Muffin: raisesTension });
    expect(about(first, "has no owner")).toEqual([
      "T0001 has no owner, whom the next prompt would ask to settle it: name one in `tension_updates`.",
    ]);
    const owned = await dialogue.round({}, { tension_updates: [{ id: "T0001", owner: "Muffin" }] });
    expect(about(owned, "has no owner")).toEqual([]);
  });

  it("asks for no owner where a text is deliberated on, whose author answers", async () => {
    const onText = await makeDialogue({
      tree: { "docs/cost.md": "It is dear.\n" },
      create: { subject: "docs/cost.md" },
    });
    expect(about(await onText.round({ Muffin: raisesTension }), "has no owner")).toEqual([]);
  });

  it("asks for no owner in a review, which has no next round", async () => {
    const review = await makeDialogue({ create: { method: "review" } });
    expect(about(await review.round({ Muffin: raisesTension }), "has no owner")).toEqual([]);
  });

  it("is said of an owner who is neither on the panel nor in the pool, not of an expert by name or role, nor of the Judge", async () => {
    const dialogue = await makeDialogue({ experts: 2 });
    const own = (owner: string) => ({ tension_updates: [{ id: "T0001", owner }] });
    await dialogue.round({ Muffin: raisesTension });
    for (const owner of ["muffin", "Expert 3", "Judge", "Muffin and Cupcake"]) {
      expect(about(await dialogue.round({}, own(owner)), "T0001")).toEqual([]);
    }
    expect(about(await dialogue.round({}, own("Bob")), "T0001")).toEqual([
      "T0001 is owned by Bob, who is neither on the panel nor in the pool: who is to settle it?",
    ]);
  });

  it("names all open tensions without an owner at once", async () => {
    const dialogue = await makeDialogue();
    const raised = ["[MUFFIN-T0001: cost]\nDear.", "[MUFFIN-T0002: speed]\nSlow."];
    const { warnings } = await dialogue.round({ Muffin: raised });
    expect(about({ warnings }, "no owner")).toEqual([
      "T0001, T0002 have no owner, whom the next prompt would ask to settle it: name one in `tension_updates`.",
    ]);
  });

  it("is said of markers that do not count and of moves that point at nothing", async () => {
    const dialogue = await makeDialogue();
    const { warnings } = await dialogue.round({
      Muffin: ["I will not say [MOVE:CONVERGE] now.", "[MOVE:DEFEND P0042]"],
    });
    expect(about({ warnings }, "muffin/draft.md:1:")).toHaveLength(1);
    expect(about({ warnings }, "points at P0042, which does not exist")).toHaveLength(1);
  });

  it("is said of a record that nothing but this disk keeps", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    expect(about(await dialogue.verdict(), "There is no git here")).toHaveLength(1);
    const tracked = await makeDialogue({ git: true });
    await tracked.round();
    expect(about(await tracked.verdict(), "is not committed yet")).toHaveLength(1);
    const ignored = await makeDialogue({ git: true, tree: { ".gitignore": ".blue/dialogues/\n" } });
    await ignored.round();
    expect(about(await ignored.verdict(), "Git ignores")).toHaveLength(1);
  });

  it("is said again by status, for a Judge who lost the answer", async () => {
    const dialogue = await makeDialogue();
    const { warnings } = await dialogue.round({ Muffin: raisesTension });
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status.warnings).toEqual([...warnings, "There is no git here: the record is on this disk only."]);
  });
});
