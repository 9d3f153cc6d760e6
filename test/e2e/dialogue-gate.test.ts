/** A verdict that is not earned is refused, by everything that keeps it from standing, and leaves the tree as it was. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftsFolder } from "../../src/store/drafts.ts";
import { getDriver } from "../../src/store/sqlite/find-driver.ts";
import { codesOf, edit, makeDialogue, raisesTension } from "../helpers/dialogue.ts";

const resolves = "[MUFFIN-C0101: caching settles it]\n[RE:RESOLVE T0001]\nMeasured: both fit.";

describe("a verdict that is not earned", () => {
  it("is refused by velocity_not_zero, then by convergence_not_unanimous, all at once and in RFC 0057's order", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const error = await dialogue.verdictRefused("velocity_not_zero");
    expect(codesOf(error)).toEqual(["velocity_not_zero", "convergence_not_unanimous"]);
  });

  it("is told what keeps it from standing before what it should say: no recommendation is the last refusal", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const error = await dialogue.verdictRefused("velocity_not_zero", { recommendation: undefined });
    expect(codesOf(error)).toEqual(["velocity_not_zero", "convergence_not_unanimous", "invalid_input"]);
    expect(error.errors?.at(-1)).toMatchObject({ field: "recommendation", constraint: "required" });
  });

  it("names forced with a warning as the way out, at the limit of rounds and not before", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({ Muffin: raisesTension });
    expect((await dialogue.verdictRefused("velocity_not_zero")).suggestion).not.toContain("forced");
    await dialogue.round();
    const { errors, suggestion } = await dialogue.verdictRefused("velocity_not_zero");
    for (const said of [suggestion, ...(errors ?? []).map((error) => error.suggestion)])
      expect(said).toContain("send `forced: true` with a `warning`");
  });

  it("is refused by what the records say when the index says that everything converged", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const key = { dialogue_id: dialogue.id };
    const before = await dialogue.call("dialogue.status", key);
    expect(before).toMatchObject({ can_converge: false, velocity: { total: 2 } });
    const { path } = await dialogue.call<{ path: string }>("db.path");
    const poison = (await getDriver()).open(path);
    const { changes } = poison.run(
      "UPDATE rounds SET open_tensions = 0, new_perspectives = 0, converge_signals = panel_size WHERE dialogue_id = ?",
      dialogue.id,
    );
    poison.close();
    expect(changes).toBe(1);
    expect(await dialogue.call("dialogue.status", key)).toEqual(before);
    expect(codesOf(await dialogue.verdictRefused("velocity_not_zero"))).toEqual([
      "velocity_not_zero",
      "convergence_not_unanimous",
    ]);
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

  it.each(["interim", "minority", "dissent"])(
    "is refused over damaged records when it is %s too, whatever round it names",
    async (verdict_type) => {
      const dialogue = await makeDialogue();
      for (const _ of [0, 1, 2]) await dialogue.round();
      const { head } = dialogue.open();
      await dialogue.verdict();
      const note = { verdict_type, verdict_id: "note", recommendation: "leaning" };
      await dialogue.verdict({ ...note, round: 0 });
      const damage = `.blue/dialogues/${dialogue.id}/round-1/round.json`;
      edit(dialogue.root, damage, (text) => text.replace('"W": 1', '"W": 2'));
      for (const input of [{}, { round: 0 }, { round: 2 }, { head }, { verdict_id: "other" }]) {
        const error = await dialogue.verdictRefused("record_damaged", { ...note, ...input });
        expect(codesOf(error)).toEqual(["record_damaged"]);
        expect(error.message).toContain(damage);
      }
      expect(codesOf(await dialogue.verdictRefused("record_damaged"))[0]).toBe("record_damaged");
    },
  );

  it("is refused by what the ledger said when the verdict's round was over, not by what came later", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round(
      { Muffin: ["[MOVE:CONVERGE]", resolves] },
      { tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }] },
    );
    const minority = { verdict_type: "minority", round: 0 };
    const early = await dialogue.verdictRefused("count_mismatch", { ...minority, tensions_resolved: ["T0001"] });
    expect(early.message).toContain("T0001 is open after round 0, not resolved");
    await dialogue.verdictRefused("target_not_found", { ...minority, key_claims: ["C0101"] });
    expect(await dialogue.verdict({ ...minority, round: 1, tensions_resolved: ["T0001"] })).toMatchObject({
      status: "registered",
    });
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

  it("is refused by unregistered_files when somebody wrote in the next round, in a draft or in the round's own folder; an empty round is no obstacle", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const key = { dialogue_id: dialogue.id };
    const folder = draftsFolder(dialogue.open());
    dialogue.write("Muffin", ["[MUFFIN-T0101: no]\nNo."]);
    expect((await dialogue.verdictRefused("unregistered_files")).value).toEqual([`${folder}/muffin/draft.md`]);
    rmSync(join(dialogue.root, folder), { recursive: true });

    dialogue.writeInRoundFolder("scone", "[SCONE-T0101: no]\nNo.\n\n[SCONE-S0101: REJECT | 1]\nNo.\n");
    expect((await dialogue.verdictRefused("unregistered_files")).message).toContain("round-1/scone.md");
    await dialogue.call("dialogue.round-discard", { ...key, reason: "no need" });

    const panel = ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" }));
    await dialogue.call("dialogue.evolve-panel", { ...key, panel });
    await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST." });
    expect(await dialogue.verdict()).toMatchObject({ status: "registered", judges_hand: { discarded: 1 } });
  });
});
