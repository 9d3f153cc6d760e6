/** A Judge that lies about a round is refused, each lie by its own code, and the tree stays as it was: `refused` compares every byte. */
import { beforeAll, describe, expect, it } from "vitest";
import { codesOf, type Dialogue, makeDialogue, raisesTension } from "../helpers/dialogue.ts";

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
    ["three tensions are open", { open_tensions: 3 }],
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
    const constraint = field === "score" ? "sum_of_score_components" : "counted_from_drafts";
    expect(error).toMatchObject({ field, value: claimed, constraint });
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

  it("is refused when it dismisses a new perspective to talk velocity down", async () => {
    const other = await makeDialogue();
    other.writeAll({ Muffin: ["[MUFFIN-P0001: a view]\nSo."] });
    const dismissed = [{ local_id: "MUFFIN-P0001", reason: "-" }];
    expect(await other.registerRefused("invalid_entity_type", { dismissed })).toMatchObject({
      constraint: "counted_items_stay",
      suggestion: "Merge it into the perspective it repeats, or let it count.",
    });
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
      open_tensions: ["t0001", "T0101"],
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
  it("refuse a text handed over in the call, with the two calls that file it for each expert", async () => {
    const dialogue = await makeDialogue();
    const error = await dialogue.registerRefused("draft_missing", {
      perspectives: [{ local_id: "MUFFIN-P0001", label: "Cost first", content: "It is cheap." }],
      tensions: [{ local_id: "MUFFIN-T0001", label: "Too slow", content: "It waits." }],
    });
    const missing = error.errors!.filter(({ constraint }) => constraint === "every_member_wrote");
    expect(missing.map(({ value }) => value)).toEqual(["Muffin", "Cupcake", "Scone"]);
    expect(missing[0]!.message).toBe("Muffin wrote no draft for this round; a text in this call is not a draft");
    expect(missing[1]!.message).toBe("Cupcake wrote no draft for this round");
    for (const { suggestion } of missing)
      expect(suggestion).toMatch(/`blue_dialogue_expert_write`.*`blue_extract_dialogue`/);
    const [file] = missing[0]!.context!.calls as { tool: string; arguments: Record<string, unknown> }[];
    expect(file).toMatchObject({
      tool: "blue_dialogue_expert_write",
      arguments: { text: "[MUFFIN-P0001: Cost first]\nIt is cheap.\n\n[MUFFIN-T0001: Too slow]\nIt waits." },
    });
    expect(await dialogue.call("dialogue.expert-write", file!.arguments)).toMatchObject({
      complete: true,
      problems: [],
    });
  });

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
    dialogue.write("Scone", "[MOVE:CONVERGE]\n\n[SCONE-P0001: half a thought]\nIt goes on.\n\n[SCONE-P0002: and ano");
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
    const error = await dialogue.registerRefused("unmapped_marker");
    expect(error.message).toContain("MUFFIN-S0001");
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
