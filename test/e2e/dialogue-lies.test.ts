/** A Judge that lies is refused, each lie by its own code, and the tree stays as it was: `refused` compares every byte. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { codesOf, type Dialogue, edit, makeDialogue, raisesTension } from "../helpers/dialogue.ts";

const resolves = "[MUFFIN-C0101: caching settles it]\n[RE:RESOLVE T0001]\nMeasured: both fit.";

/** Round 0 raised T0001. In round 1 Muffin resolves it and sees one thing more, Scone raises another tension, Cupcake agrees. */
async function secondRound(): Promise<Dialogue> {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  dialogue.writeAll({
    Muffin: [resolves, "[MUFFIN-P0101: caches go stale]\nThey do."],
    Scone: ["[MOVE:CONVERGE]", "[SCONE-T0101: staleness against cost]\nA cache lies."],
  });
  return dialogue;
}

describe("a Judge that lies about what was written", () => {
  let dialogue: Dialogue;
  beforeAll(async () => {
    dialogue = await secondRound();
  });

  it.each([
    ["no tension is open", { open_tensions: 0 }],
    ["one tension is open", { open_tensions: 1 }],
    ["only the first tension is open", { open_tensions: ["T0001"] }],
    ["one tension is open twice", { open_tensions: ["T0001", "T0001"] }],
    ["another tension is open", { open_tensions: ["T0001", "T0102"] }],
    ["no perspective is new", { new_perspectives: 0 }],
    ["no perspective is new, as a list", { new_perspectives: [] }],
    ["another perspective is new", { new_perspectives: ["P0102"] }],
    ["velocity is 0", { velocity: 0 }],
    ["velocity is the score's delta", { velocity: 4 }],
    ["everyone converged, as a number", { converge_signals: 3 }],
    ["everyone converged, by name", { converge_signals: ["Muffin", "Cupcake", "Scone"] }],
    ["who raised a tension converged", { converge_signals: ["Cupcake", "Scone"] }],
    ["one converged twice", { converge_signals: ["Cupcake", "Cupcake"] }],
    ["somebody else converged", { converge_signals: ["Muffin"] }],
    ["nobody converged", { converge_signals: [] }],
    ["the panel is smaller", { panel_size: 2 }],
    ["the panel is larger", { panel_size: 4 }],
    ["the score is another sum", { score: 5 }],
  ])("is refused by count_mismatch when it says that %s", async (_, lie) => {
    const error = await dialogue.registerRefused("count_mismatch", lie);
    const [field, claimed] = Object.entries(lie)[0]!;
    expect(error).toMatchObject({ field, value: claimed, constraint: "counted_from_drafts" });
    expect(error.context).toMatchObject({ claimed });
    expect(error.context?.counted).not.toEqual(claimed);
  });

  it("is shown every wrong count at once", async () => {
    const error = await dialogue.registerRefused("count_mismatch", { score: 9, open_tensions: 0, new_perspectives: 0 });
    expect(error.errors?.map(({ field }) => field)).toEqual(["score", "open_tensions", "new_perspectives"]);
  });

  it.each([
    ["a shortened panel", ["Muffin", "Cupcake"]],
    ["an extended panel", ["Muffin", "Cupcake", "Scone", "Eclair"]],
    ["a panel with one member twice", ["Muffin", "Cupcake", "Cupcake"]],
    ["a panel with one member too often", ["Muffin", "Cupcake", "Scone", "Scone"]],
    ["another member's panel", ["Muffin", "Cupcake", "Eclair"]],
    ["an empty panel", []],
    ["a shortened panel of objects", [{ name: "Muffin", role: "Expert 1" }]],
  ])("is refused by panel_mismatch when it hands in %s", async (_, panel) => {
    const error = await dialogue.registerRefused("panel_mismatch", { panel });
    expect(error).toMatchObject({ field: "panel", context: { panel: ["Muffin", "Cupcake", "Scone"] } });
  });

  it.each([
    ["an item in no draft", { perspectives: [{ local_id: "CUPCAKE-P0101" }] }, "perspectives.0.local_id"],
    ["an item of an earlier round", { perspectives: [{ local_id: "MUFFIN-P0001" }] }, "perspectives.0.local_id"],
    ["no ID at all", { claims: [{ local_id: "what Muffin meant" }] }, "claims.0.local_id"],
    [
      "an item in no draft, merged",
      { perspectives: [{ local_id: "MUFFIN-P0101", merges: ["SCONE-P0101"] }] },
      "perspectives.0.merges",
    ],
    [
      "an item in no draft, merged into an earlier one",
      { merged_into: [{ local_id: "SCONE-P0101", id: "P0001" }] },
      "merged_into.0.local_id",
    ],
    [
      "an item in no draft, dismissed",
      { dismissed: [{ local_id: "SCONE-P0101", reason: "no" }] },
      "dismissed.0.local_id",
    ],
    [
      "a contributor who wrote none of it",
      { perspectives: [{ local_id: "MUFFIN-P0101", contributors: ["muffin", "cupcake"] }] },
      "perspectives.0.contributors",
    ],
    ["a score for somebody who is not there", { expert_scores: { muffin: 3, eclair: 12 } }, "expert_scores"],
  ])("is refused by ungrounded_item when it registers %s", async (_, lie, field) => {
    expect(await dialogue.registerRefused("ungrounded_item", lie)).toMatchObject({ field });
  });

  it.each([
    ["a line with nothing wrong in it", { expert: "Muffin", line: 1, reason: "I dislike it" }],
    ["a line that is not there", { expert: "Muffin", line: 400, reason: "I dislike it" }],
    ["a line of somebody who is not there", { expert: "Eclair", line: 1, reason: "I dislike it" }],
  ])("is refused by ungrounded_item when it dismisses %s", async (_, dismissed) => {
    await dialogue.registerRefused("ungrounded_item", { dismissed: [dismissed] });
  });

  it("is refused by invalid_entity_type when it dismisses a tension", async () => {
    const error = await dialogue.registerRefused("invalid_entity_type", {
      dismissed: [{ local_id: "SCONE-T0101", reason: "immaterial" }],
    });
    expect(error).toMatchObject({ field: "dismissed.0.local_id", value: "SCONE-T0101" });
  });

  it.each([
    ["without naming what resolves it", {}],
    ["by an item that resolves nothing", { via: "MUFFIN-P0101" }],
    ["by an item of an earlier round that resolves nothing", { via: "P0001" }],
    ["by an item that does not exist", { via: "C0199" }],
    ["by words", { via: "as the panel agreed" }],
  ])("is refused by no_resolver when it closes a tension %s", async (_, via) => {
    const error = await dialogue.registerRefused("no_resolver", {
      tension_updates: [{ id: "T0001", status: "resolved", ...via }],
    });
    expect(error.suggestion).toContain("C0101");
  });

  it.each([
    ["closes it by its global ID", { id: "T0101", status: "resolved", via: "MUFFIN-C0101" }],
    ["closes it by its marker", { id: "SCONE-T0101", status: "resolved", via: "MUFFIN-C0101" }],
    ["accepts it by its global ID", { id: "T0101", status: "accepted", reason: "immaterial" }],
    ["accepts it by its marker", { id: "scone-t0101", status: "accepted", reason: "immaterial" }],
  ])("is refused by invalid_status_transition when, in the round that raises a tension, it %s", async (_, update) => {
    const error = await dialogue.registerRefused("invalid_status_transition", { tension_updates: [update] });
    expect(error.message).toContain("T0101 is raised in this round");
  });

  it("is refused by target_not_found when it closes a tension that does not exist", async () => {
    await dialogue.registerRefused("target_not_found", {
      tension_updates: [{ id: "T0007", status: "resolved", via: "MUFFIN-C0101" }],
    });
  });

  it("is refused by invalid_entity_type when it gives a perspective a tension's status", async () => {
    await dialogue.registerRefused("invalid_entity_type", {
      tension_updates: [{ id: "P0001", status: "resolved", via: "MUFFIN-C0101" }],
    });
    await dialogue.registerRefused("invalid_entity_type", {
      tension_updates: [{ id: "MUFFIN-C0101", owner: "Muffin" }],
    });
  });

  it("is refused by panel_mismatch when it calls absent who wrote, and incomplete who finished", async () => {
    expect(await dialogue.registerRefused("panel_mismatch", { absent: ["Scone"] })).toMatchObject({ field: "absent" });
    expect(await dialogue.registerRefused("panel_mismatch", { incomplete: ["scone"] })).toMatchObject({
      field: "incomplete",
    });
    await dialogue.registerRefused("panel_mismatch", { absent: ["Eclair"] });
    await dialogue.registerRefused("panel_mismatch", { incomplete: ["Eclair"] });
  });

  it.each([
    [
      "evolve-panel",
      "dialogue.evolve-panel",
      {
        panel: [
          { name: "Muffin", source: "retained" },
          { name: "Cupcake", source: "retained" },
        ],
      },
    ],
    ["sample-panel", "dialogue.sample-panel", { exclude: ["Scone"], panel_size: 2 }],
  ])("is refused by panel_mismatch when it takes a writer off the panel with %s", async (_, name, input) => {
    const error = await dialogue.refused("panel_mismatch", name, { dialogue_id: dialogue.id, ...input });
    expect(error).toMatchObject({ constraint: "panel_is_fixed", value: ["Scone"] });
  });

  it("is refused by round_not_registered when it leaves a gap in the rounds", async () => {
    const error = await dialogue.registerRefused("round_not_registered", { round: 2 });
    expect(error).toMatchObject({ field: "round", value: 2, constraint: "no_gaps" });
  });

  it("is refused by head_moved when it judged another head, and by drafts_changed when it read other drafts", async () => {
    const error = await dialogue.registerRefused("head_moved", { head: "0".repeat(64) });
    expect(error.context).toEqual({ head: dialogue.open().head });
    const changed = await dialogue.registerRefused("drafts_changed", { digest: "0".repeat(64) });
    expect(changed).toMatchObject({ field: "digest", constraint: "same_drafts" });
  });

  it("is refused by unregistered_files when it wants a verdict over the drafts of the next round", async () => {
    const error = await dialogue.verdictRefused("unregistered_files");
    expect(error.message).toContain("muffin/draft.md");
    expect(codesOf(error)).toContain("velocity_not_zero");
  });

  it("is believed only when everything it says is so", async () => {
    const registered = await dialogue.register({
      score: 4,
      open_tensions: ["T0001", "scone-t0101", "T0101"].slice(0, 1).concat("T0101"),
      new_perspectives: ["p0101"],
      velocity: 3,
      converge_signals: ["cupcake"],
      panel_size: 3,
      panel: ["scone", "Cupcake", "MUFFIN"],
      expert_scores: { muffin: 3, Cupcake: 0, scone: 1 },
      perspectives: [{ local_id: "MUFFIN-P0101", contributors: ["Muffin"] }],
    });
    expect(registered).toMatchObject({ status: "registered", velocity: { total: 3 }, convergence: { signals: 1 } });
  });
});

describe("drafts that are not whole", () => {
  it("refuse by draft_missing until the Judge says absent, and then the signal is missing", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: null });
    expect(await dialogue.registerRefused("draft_missing")).toMatchObject({ value: "Scone" });
    const error = await dialogue.registerRefused("ungrounded_item", { absent: ["Scone"], expert_scores: { scone: 7 } });
    expect(error).toMatchObject({ field: "expert_scores", value: "scone" });
    await dialogue.registerRefused("count_mismatch", { absent: ["Scone"], converge_signals: 3 });
    const { convergence } = await dialogue.register({ absent: ["scone"], expert_scores: { scone: 0 } });
    expect(convergence).toMatchObject({ signals: 2, missing: ["Scone"] });
    await dialogue.verdictRefused("convergence_not_unanimous");
  });

  it("refuse by draft_incomplete until the Judge says incomplete, and then the signal does not count", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: "[MOVE:CONVERGE]\n\n[SCONE-P0001: half a thou" });
    expect(await dialogue.registerRefused("draft_incomplete")).toMatchObject({ value: "Scone" });
    dialogue.write("Scone", "[MOVE:CONVERGE]\n\n[SCONE-P0001: half a thought]\nIt breaks");
    expect(await dialogue.registerRefused("draft_incomplete")).toMatchObject({ value: "Scone" });
    const { convergence, id_mapping } = await dialogue.register({ incomplete: ["Scone"] });
    expect(convergence).toMatchObject({ signals: 2, missing: ["Scone"] });
    expect(id_mapping).toEqual({ "SCONE-P0001": "P0001" });
    expect(dialogue.record(0).signals).toContainEqual(expect.objectContaining({ by: "Scone", counted: false }));
  });

  it("refuse by draft_missing when nobody spoke, whatever the Judge calls it", async () => {
    const dialogue = await makeDialogue();
    const absent = dialogue.panel();
    const error = await dialogue.registerRefused("draft_missing", { absent });
    expect(error).toMatchObject({ constraint: "someone_spoke" });
    dialogue.writeAll({ Muffin: "", Cupcake: "\n \n", Scone: "\u00a0\t\n" });
    await dialogue.registerRefused("draft_missing", { absent });
    await dialogue.registerRefused("draft_missing", { incomplete: absent });
  });

  it("are nobody's when they are blank: no score, no signal, no word", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: " \n" });
    await dialogue.registerRefused("draft_missing");
    await dialogue.registerRefused("ungrounded_item", { absent: ["Scone"], expert_scores: { scone: 7 } });
    await dialogue.register({ absent: ["Scone"] });
    expect(dialogue.record(0).texts[2]).toMatchObject({ expert: "Scone", state: "absent", lines: [] });
  });
});

describe("a signal that is not the expert's own", () => {
  it.each([
    ["a quote", "Scone said:\n\n> [MOVE:CONVERGE]"],
    ["a code block", "```\n[MOVE:CONVERGE]\n```"],
    ["an indented fence", "- so:\n  ~~~\n  [MOVE:CONVERGE]\n  ~~~"],
    ["inline code", "`[MOVE:CONVERGE]` is what I cannot write."],
    ["the middle of a sentence", "I do not say [MOVE:CONVERGE] yet."],
  ])("does not count when it stands in %s", async (_, block) => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: [block] });
    await dialogue.registerRefused("count_mismatch", { converge_signals: ["Muffin", "Cupcake", "Scone"] });
    const { convergence } = await dialogue.register({ converge_signals: ["Cupcake", "Scone"] });
    expect(convergence.missing).toEqual(["Muffin"]);
    await dialogue.verdictRefused("convergence_not_unanimous");
  });

  it("does not count for another: what Muffin writes of Scone's signal is Muffin's or nobody's", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MOVE:CONVERGE]", "Scone: [MOVE:CONVERGE]"], Scone: ["I am not sure."] });
    const { convergence } = await dialogue.register();
    expect(convergence).toMatchObject({ signals: 2, missing: ["Scone"] });
  });

  it("does not count as filed under another's name: the stance says whose text it is", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: "[MOVE:CONVERGE]\n\n[MUFFIN-S0001: APPROVE | 0.9]\nFine.\n" });
    const error = await dialogue.registerRefused("draft_incomplete");
    expect(codesOf(error)).toEqual(["draft_incomplete", "unmapped_marker"]);
  });

  it.each([
    ["raises a tension", 0, "[MUFFIN-T0001: cost]\nToo dear."],
    ["reopens a tension", 2, "[MUFFIN-C0201: it is back]\n[RE:REOPEN T0001]\nSeen again."],
  ])("does not count in a draft that %s", async (_, round, block) => {
    const dialogue = await makeDialogue();
    if (round === 2) {
      await dialogue.round({ Muffin: raisesTension });
      await dialogue.round(
        { Muffin: [resolves] },
        { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] },
      );
    }
    const { convergence } = await dialogue.round({ Muffin: ["[MOVE:CONVERGE]", block] });
    expect(convergence).toMatchObject({ signals: 2, missing: ["Muffin"] });
    await dialogue.verdictRefused("velocity_not_zero");
  });
});

describe("closing what cannot be closed", () => {
  it("is refused by no_resolver when nobody offered a resolution, in any form of words", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: ["[RE:RESOLVE T0001]", "[MUFFIN-C0101: it is settled]\n[RE:ADDRESS T0001]\n`[RE:RESOLVE T0001]`"],
    });
    for (const via of [undefined, "MUFFIN-C0101", "C0101", "T0001"]) {
      const update = { id: "T0001", status: "resolved", ...(via === undefined ? {} : { via }) };
      const error = await dialogue.registerRefused("no_resolver", { tension_updates: [update] });
      expect(error.message).toBe("T0001 cannot be closed: no item resolves it");
    }
  });

  it("is refused by no_resolver when the item that resolves it is dismissed in the same breath", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({ Muffin: [resolves] });
    await dialogue.registerRefused("no_resolver", {
      dismissed: [{ local_id: "MUFFIN-C0101", reason: "weak" }],
      tension_updates: [{ id: "T0001", status: "resolved", via: "MUFFIN-C0101" }],
    });
  });

  it("is refused when the tension is raised again under an earlier ID", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({ Muffin: [resolves], Scone: ["[SCONE-T0101: cost again]\nStill dear."] });
    const merged_into = [{ local_id: "SCONE-T0101", id: "T0001" }];
    for (const update of [
      { id: "T0001", status: "resolved", via: "C0101" },
      { id: "SCONE-T0101", status: "resolved", via: "C0101" },
      { id: "T0001", status: "accepted", reason: "a trade-off" },
    ]) {
      await dialogue.registerRefused("invalid_status_transition", { merged_into, tension_updates: [update] });
    }
    const registered = await dialogue.register({ merged_into });
    expect(registered).toMatchObject({ id_mapping: { "SCONE-T0101": "T0001" }, velocity: { open_tensions: 1 } });
    expect(registered.convergence.missing).toEqual(["Muffin", "Scone"]);
  });

  it("is refused when a draft of the round reopens it, closed or not", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const close = { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] };
    const accept = { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] };
    dialogue.writeAll({ Muffin: [resolves], Scone: ["[RE:REOPEN T0001]", "[MOVE:CONVERGE]"] });
    await dialogue.registerRefused("invalid_status_transition", close);
    await dialogue.registerRefused("invalid_status_transition", accept);
    dialogue.write("Scone", ["[MOVE:CONVERGE]"]);
    await dialogue.register(close);
    dialogue.writeAll({ Scone: ["[SCONE-C0201: not so]\n[RE:REOPEN T0001]\nIt broke."] });
    await dialogue.registerRefused("invalid_status_transition", close);
    await dialogue.registerRefused("invalid_status_transition", accept);
    expect((await dialogue.register()).velocity.open_tensions).toBe(1);
  });

  it("is refused when a draft of the round opposes the resolver that is named, merged or not", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: [resolves],
      Cupcake: ["[CUPCAKE-C0101: another way]\n[RE:RESOLVE T0001]\nOr pay."],
      Scone: ["[SCONE-C0101: no]\n[RE:OPPOSE MUFFIN-C0101]\nIt does not hold."],
    });
    const close = (via: string) => ({ tension_updates: [{ id: "T0001", status: "resolved", via }] });
    for (const via of ["MUFFIN-C0101", "C0101"]) {
      const error = await dialogue.registerRefused("invalid_status_transition", close(via));
      expect(error.message).toContain("Scone opposes it");
    }
    const claims = [{ local_id: "CUPCAKE-C0101", merges: ["MUFFIN-C0101"] }];
    await dialogue.registerRefused("invalid_status_transition", { claims, ...close("CUPCAKE-C0101") });
    expect((await dialogue.register(close("CUPCAKE-C0101"))).velocity.open_tensions).toBe(0);
  });

  it("is refused when a new tension is merged into a resolved or an accepted one", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: [...raisesTension, "[MUFFIN-T0002: now or later]\nLater."] });
    await dialogue.round(
      { Muffin: [resolves] },
      {
        tension_updates: [
          { id: "T0001", status: "resolved", via: "C0101" },
          { id: "T0002", status: "accepted", reason: "a trade-off" },
        ],
      },
    );
    dialogue.writeAll({ Scone: ["[SCONE-T0201: cost again]\nStill dear."] });
    for (const id of ["T0001", "T0002"]) {
      const merged_into = [{ local_id: "SCONE-T0201", id }];
      await dialogue.registerRefused("invalid_status_transition", { merged_into });
    }
    expect((await dialogue.register()).velocity.open_tensions).toBe(1);
  });

  it("is refused when it is closed already, or opened by the Judge", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const update = (status: string) => ({ tension_updates: [{ id: "T0001", status, via: "C0101", reason: "so" }] });
    await dialogue.round({ Muffin: [resolves] }, update("resolved"));
    dialogue.writeAll();
    for (const status of ["resolved", "accepted", "reopened", "open", "addressed"]) {
      await dialogue.registerRefused("invalid_status_transition", update(status));
    }
  });

  it("is refused when it is accepted without a reason, or gets two statuses", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll();
    await dialogue.registerRefused("invalid_input", { tension_updates: [{ id: "T0001", status: "accepted" }] });
    await dialogue.registerRefused("invalid_input", {
      tension_updates: [{ id: "T0001", status: "accepted", reason: "  " }],
    });
    await dialogue.registerRefused("invalid_input", {
      tension_updates: [
        { id: "T0001", status: "open" },
        { id: "T0001", status: "accepted", reason: "so" },
      ],
    });
  });

  it("is refused when a tension of this round is listed as anything but open", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: raisesTension });
    for (const status of ["resolved", "RESOLVED", "ACCEPTED UNRESOLVED"]) {
      const tensions = [{ local_id: "MUFFIN-T0001", status }];
      await dialogue.registerRefused("invalid_status_transition", { tensions });
    }
    expect((await dialogue.register({ tensions: [{ local_id: "MUFFIN-T0001", status: "OPEN" }] })).status).toBe(
      "registered",
    );
  });
});

describe("a panel that is changed under its experts", () => {
  it("is refused for those who have not written either, once one draft exists", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MOVE:CONVERGE]"]);
    const seats = [
      { name: "Muffin", role: roleOf(dialogue, "Muffin"), source: "pool" },
      { name: "Cupcake", role: roleOf(dialogue, "Cupcake"), source: "pool" },
    ];
    const input = { dialogue_id: dialogue.id, panel: seats };
    await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", input);
    rmSync(join(dialogue.root, draftsFolder(dialogue.open()), "muffin"), { recursive: true });
    expect(await dialogue.call("dialogue.evolve-panel", input)).toMatchObject({ left: ["Scone"] });
  });

  it("is refused when a writer keeps the name and gets another's role", async () => {
    const dialogue = await makeDialogue();
    dialogue.write("Muffin", ["[MUFFIN-P0001: as I see it]\nFrom where I sit."]);
    const panel = [
      { name: "Muffin", role: roleOf(dialogue, "Cupcake"), source: "pool" },
      { name: "Cupcake", role: roleOf(dialogue, "Muffin"), source: "pool" },
      { name: "Scone", role: roleOf(dialogue, "Scone"), source: "pool" },
    ];
    const error = await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel,
    });
    expect(error).toMatchObject({ value: ["Muffin", "Cupcake"], constraint: "panel_is_fixed" });
  });

  it("is refused also when the draft lies straight in the round's folder", async () => {
    const dialogue = await makeDialogue();
    layStraight(dialogue, "muffin", "[MUFFIN-T0001: cost]\nNo.\n\n[MUFFIN-S0001: REJECT | 1]\nNo.\n");
    const panel = ["Cupcake", "Scone"].map((name) => ({ name, role: roleOf(dialogue, name), source: "pool" }));
    await dialogue.refused("panel_mismatch", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel });
    await dialogue.refused("panel_mismatch", "dialogue.sample-panel", {
      dialogue_id: dialogue.id,
      exclude: ["Expert 1"],
      panel_size: 2,
    });
  });

  it("keeps an objection in the ledger even if a hand removes the panel's file", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Scone: ["[SCONE-T0001: no]\nNo."] });
    rmSync(join(dialogue.root, draftsFolder(dialogue.open()), "panel.json"));
    await dialogue.registerRefused("panel_mismatch");
    await dialogue.call("dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: ["Expert 1", "Expert 2"].map((role, i) => ({ name: ["Muffin", "Cupcake"][i], role, source: "pool" })),
    });
    const registered = await dialogue.register();
    expect(registered).toMatchObject({ velocity: { open_tensions: 1 }, id_mapping: { "SCONE-T0001": "T0001" } });
  });

  it("cannot be read: every call that needs it is refused by record_damaged, and round-discard starts again", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.call("dialogue.sample-panel", { dialogue_id: dialogue.id });
    dialogue.writeAll();
    const key = { dialogue_id: dialogue.id };
    edit(dialogue.root, `${draftsFolder(dialogue.open())}/panel.json`, (text) => text.slice(0, 40));
    const error = await dialogue.registerRefused("record_damaged");
    expect(error.suggestion).toContain("round-discard");
    await dialogue.refused("record_damaged", "dialogue.evolve-panel", {
      ...key,
      panel: ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" })),
    });
    await dialogue.refused("record_damaged", "dialogue.sample-panel", key);
    await dialogue.verdictRefused("unregistered_files");
    expect(await dialogue.call("dialogue.get", key)).toMatchObject({ next: { tool: "blue_dialogue_round_discard" } });
    await dialogue.call("dialogue.round-discard", { ...key, reason: "the panel's file broke" });
    expect((await dialogue.round()).status).toBe("registered");
  });
});

describe("a verdict that is not earned", () => {
  it("is refused by velocity_not_zero, then by convergence_not_unanimous, all at once and in RFC 0057's order", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const error = await dialogue.verdictRefused("velocity_not_zero");
    expect(codesOf(error)).toEqual(["velocity_not_zero", "convergence_not_unanimous"]);
  });

  it("is refused by round_not_registered on no round, an older round and a round to come", async () => {
    const dialogue = await makeDialogue();
    await dialogue.verdictRefused("round_not_registered");
    await dialogue.verdictRefused("round_not_registered", { verdict_type: "interim" });
    await dialogue.round();
    await dialogue.round();
    expect(await dialogue.verdictRefused("round_not_registered", { round: 0 })).toMatchObject({
      constraint: "highest_round",
      suggestion: "The last registered round is 1.",
    });
    await dialogue.verdictRefused("round_not_registered", { round: 2 });
    await dialogue.verdictRefused("round_not_registered", { round: 2, verdict_type: "dissent" });
  });

  it("is refused when it is forced too early, also over a warning", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 3 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round();
    const error = await dialogue.verdictRefused("invalid_input", { forced: true, warning: "We are late." });
    expect(error).toMatchObject({ field: "forced", constraint: "max_rounds" });
    expect(codesOf(error)).toContain("velocity_not_zero");
  });

  it("is refused by forced_convergence_no_warning at the limit, without a warning or with a blank one", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Scone: ["Not yet."] });
    expect(codesOf(await dialogue.verdictRefused("velocity_not_zero"))).toEqual([
      "velocity_not_zero",
      "convergence_not_unanimous",
    ]);
    for (const warning of [undefined, "", " \n\t"]) {
      const error = await dialogue.verdictRefused("forced_convergence_no_warning", {
        forced: true,
        ...(warning === undefined ? {} : { warning }),
      });
      expect(error.field).toBe("warning");
    }
    expect(await dialogue.verdict({ forced: true, warning: "T0001 is open." })).toMatchObject({ forced: true });
  });

  it("is refused over damaged records, forced or not", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Muffin: raisesTension.map((block) => block.replaceAll("00", "01")) });
    const forced = { forced: true, warning: "We are late." };
    const path = `.blue/dialogues/${dialogue.id}/round-1/round.json`;
    edit(dialogue.root, path, (text) => text.replace("We cannot have both.", "We can have both."));
    expect(codesOf(await dialogue.verdictRefused("record_damaged", forced))).toContain("record_damaged");
    await dialogue.registerRefused("record_damaged", { round: 1 });
  });

  it("is refused over a file in a round's folder that no record accounts for, forced or not", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round();
    writeFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/eclair.md`), "[ECLAIR-T0001: no]\n");
    const error = await dialogue.verdictRefused("unregistered_files", { forced: true, warning: "We are late." });
    expect(error.message).toContain("round-0/eclair.md");
  });

  it("is refused by accepted_not_acknowledged until it lists exactly what was accepted", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: [...raisesTension, "[MUFFIN-T0002: now or later]\nLater."] });
    await dialogue.round(
      { Muffin: ["[MOVE:CONVERGE]", resolves] },
      {
        tension_updates: [
          { id: "T0001", status: "resolved", via: "C0101" },
          { id: "T0002", status: "accepted", reason: "a trade-off" },
        ],
      },
    );
    for (const tensions_accepted of [undefined, [], ["T0001"], ["T0001", "T0002"]]) {
      const error = await dialogue.verdictRefused(
        "accepted_not_acknowledged",
        tensions_accepted && { tensions_accepted },
      );
      expect(error).toMatchObject({ field: "tensions_accepted", context: { accepted: ["T0002"] } });
    }
    await dialogue.verdictRefused("accepted_not_acknowledged", { tensions_accepted: ["T0002", "T0009"] });
    expect(await dialogue.verdict({ tensions_accepted: ["t0002"] })).toMatchObject({ status: "registered" });
  });

  it("is refused by what the ledger says of the items it names", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({
      Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-R0001: use REST]\nYes.", "[MUFFIN-T0001: cost]\nNo."],
    });
    await dialogue.round({}, { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] });
    const rest = { tensions_accepted: ["T0001"] };
    await dialogue.verdictRefused("count_mismatch", { ...rest, tensions_resolved: ["T0001"] });
    await dialogue.verdictRefused("target_not_found", { ...rest, tensions_resolved: ["T0042"] });
    await dialogue.verdictRefused("type_id_mismatch", { ...rest, key_evidence: ["R0001"] });
    await dialogue.verdictRefused("target_not_found", { ...rest, recommendations_adopted: ["R0099"] });
    await dialogue.verdictRefused("panel_mismatch", { ...rest, supporting_experts: ["Muffin", "Eclair"] });
    await dialogue.verdictRefused("count_mismatch", {
      verdict_type: "interim",
      round: 1,
      tensions_resolved: ["T0001"],
    });
  });

  it("is refused by ungrounded_item when it credits somebody who never wrote a word", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    for (const _ of [0, 1]) await dialogue.round({ Scone: null }, { absent: ["Scone"] });
    const forced = { forced: true, warning: "Scone never came." };
    const error = await dialogue.verdictRefused("ungrounded_item", {
      ...forced,
      supporting_experts: ["Muffin", "Scone"],
    });
    expect(error).toMatchObject({ field: "supporting_experts", value: "Scone" });
  });

  it("is refused by verdict_exists when one stands: a second final one, or another under the same id", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    await dialogue.verdict();
    const other = await dialogue.verdictRefused("verdict_exists", { recommendation: "Use RPC." });
    expect(other.message).toContain("Use REST.");
    const second = await dialogue.verdictRefused("verdict_exists", { verdict_id: "second" });
    expect(second).toMatchObject({ value: "final", context: { verdict_id: "final", round: 0 } });
    await dialogue.refused("verdict_exists", "dialogue.close", {
      dialogue_id: dialogue.id,
      outcome: "abandoned",
      reason: "changed my mind",
    });
  });

  it("is refused when a lesser verdict borrows the name of the decision, or of the closing", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    for (const verdict_id of ["final", "close", "Minority"]) {
      await dialogue.verdictRefused("invalid_input", { verdict_type: "interim", verdict_id });
    }
    await dialogue.verdictRefused("invalid_input", { verdict_id: "interim" });
    await dialogue.verdictRefused("invalid_input", { verdict_id: "../../final" });
    await dialogue.verdictRefused("invalid_input", { verdict_type: "interim", forced: true, warning: "now" });
  });

  it("is refused by head_moved when it judged another head; so is a panel", async () => {
    const dialogue = await makeDialogue();
    const { head } = dialogue.open();
    await dialogue.round();
    await dialogue.verdictRefused("head_moved", { head });
    const panel = ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" }));
    await dialogue.refused("head_moved", "dialogue.evolve-panel", { dialogue_id: dialogue.id, panel, head });
    expect(await dialogue.verdict({ head: dialogue.open().head })).toMatchObject({ status: "registered" });
  });

  it("is refused by unregistered_files when the next round was begun: a draft, a changed panel, a file laid straight", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    const folder = draftsFolder(dialogue.open());
    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    expect((await dialogue.verdictRefused("unregistered_files")).value).toEqual([`${folder}/muffin/draft.md`]);
    rmSync(join(dialogue.root, folder), { recursive: true });

    const panel = ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" }));
    await dialogue.call("dialogue.evolve-panel", { ...key, panel });
    expect((await dialogue.verdictRefused("unregistered_files")).value).toEqual([`${folder}/panel.json`]);
    await dialogue.call("dialogue.round-discard", { ...key, reason: "no need" });

    layStraight(dialogue, "scone", "[SCONE-T0101: no]\nNo.\n\n[SCONE-S0101: REJECT | 1]\nNo.\n");
    expect((await dialogue.verdictRefused("unregistered_files")).message).toContain("round-1/scone.md");
    await dialogue.call("dialogue.round-discard", { ...key, reason: "no need" });

    await dialogue.call("dialogue.sample-panel", key);
    expect(await dialogue.verdict()).toMatchObject({ status: "registered", judges_hand: { discarded: 1 } });
  });
});

function roleOf(dialogue: Dialogue, name: string): string {
  const file = JSON.parse(readText(dialogue, `${draftsFolder(dialogue.open())}/panel.json`)) as {
    experts: { name: string; role: string }[];
  };
  return file.experts.find((expert) => expert.name === name)!.role;
}

function readText(dialogue: Dialogue, path: string): string {
  return dialogue.project.files
    .read(dialogue.project.files.open(join(dialogue.root, path), 0), 1 << 20)
    .toString("utf8");
}

/** As RFC 0057's protocol has it: the expert writes into the round's own folder. */
function layStraight(dialogue: Dialogue, name: string, text: string): void {
  const path = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-${dialogue.open().round}/${name}.md`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
