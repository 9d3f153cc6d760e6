import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codesOf, makeDialogue, raisesTension, show } from "../../../test/helpers/dialogue.ts";
import { systemError } from "../../../test/helpers/faults.ts";

describe("dialogue.round-register", () => {
  it("answers with mapping, scoreboard, counts, blockers, warnings and the next call", async () => {
    const dialogue = await makeDialogue();
    const registered = await dialogue.round(
      { Muffin: raisesTension },
      { score_components: { W: 3, C: 2.5, T: -1, R: 0 }, score: 4.5, summary: "# Round 0\n\nCalm.\n" },
    );
    expect(registered).toMatchObject({
      status: "registered",
      round: 0,
      id_mapping: { "MUFFIN-T0001": "T0001", "MUFFIN-P0001": "P0001" },
      scoreboard: { W: 3, C: 2.5, T: -1, R: 0, score: 4.5, velocity: 2, converge_percent: 66 },
      can_converge: false,
      differs: [],
      next: { tool: "blue_dialogue_revise" },
    });
    expect(registered.head).toBe(dialogue.open().head);
    expect(registered.convergence_blockers).toHaveLength(2);
    const text = await show("dialogue.round-register", registered);
    expect(text).toContain("Velocity: 2 left to settle (1 open tension + 1 new perspective)");
    expect(text).toContain("! Not decided yet: ");
    const folder = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0`);
    for (const file of ["round.json", "panel.json", "muffin.md", "judge.md", "round-0.summary.md"]) {
      expect(existsSync(join(folder, file)), file).toBe(true);
    }
    expect(readFileSync(join(folder, "judge.md"), "utf8")).toContain("Calm.");
  });

  it("says of a round that was already registered that, and where its dialogue is since: no figures, no gate", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: "[MOVE:CONVERGE]", Cupcake: "[MOVE:CONVERGE]", Scone: "[MOVE:CONVERGE]" });
    await dialogue.verdict();
    const again = await dialogue.call("dialogue.round-register", { dialogue_id: dialogue.id, round: 0, score: 0 });
    const [first, ...rest] = (await show("dialogue.round-register", again)).split("\n");
    expect(first).toBe(`✓ Round 0 of ${dialogue.id} was already registered`);
    expect(rest.filter((line) => !line.startsWith("! This call differs"))).toEqual([
      `Next: blue rfc create --from-dialogue ${dialogue.id}`,
      expect.stringContaining("It is decided: read "),
    ]);
  });

  it("chains its record to the head it answers", async () => {
    const dialogue = await makeDialogue();
    const { head } = dialogue.open();
    const first = await dialogue.round();
    const second = await dialogue.round({}, { head: first.head });
    expect(dialogue.record(0)).toMatchObject({ prev: head, self: first.head, round: 0 });
    expect(dialogue.record(1)).toMatchObject({ prev: first.head, self: second.head, round: 1 });
  });

  it("leaves every page as `verify` wants it, also those of a round whose registering process died before it wrote them", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Scone: ["[SCONE-C0101: so]\n[RE:RESOLVE T0001]\nMeasured."] });
    const folder = join(dialogue.root, `.blue/dialogues/${dialogue.id}`);
    for (const lost of ["round-0/muffin.md", "round-1/round-1.summary.md", "scoreboard.md", "expert-pool.json"])
      rmSync(join(folder, lost));
    const update = { id: "T0001", status: "resolved", via: "C0101" };
    await dialogue.round({}, { tension_updates: [update] });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("adds fractions as people do", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const score_components = { W: 0.1, C: 0.2, T: 0, R: 0 };
    await dialogue.registerRefused("count_mismatch", { score_components, score: 0.31 });
    expect((await dialogue.register({ score_components, score: 0.3 })).status).toBe("registered");
  });

  it("refuses without a panel, without components, and with a field nobody knows", async () => {
    const bare = await makeDialogue({ create: { expert_pool: undefined, panel_size: undefined } });
    expect(await bare.registerRefused("panel_mismatch")).toMatchObject({ constraint: "panel_written_first" });
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    expect(await dialogue.registerRefused("invalid_input", { score_components: undefined })).toMatchObject({
      field: "score_components",
    });
    await dialogue.registerRefused("invalid_input", { score_components: { W: 1, C: 1, T: 1 } });
    await dialogue.registerRefused("invalid_input", { velocity_threshold: 0 });
    await dialogue.registerRefused("invalid_input", { round: 99 });
    await dialogue.registerRefused("invalid_input", { dismissed: [{ local_id: "MUFFIN-P0001", reason: " " }] });
  });

  it("reports every failing item at once and writes nothing", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({
      Muffin: ["[MUFFIN-P0001: cost]\n[RE:SUPPORT P0042]\nDear."],
      Cupcake: "[CUPCAKE-P0001: half a",
      Scone: null,
    });
    const error = await dialogue.registerRefused("draft_incomplete", {
      perspectives: [{ local_id: "SCONE-P0001" }],
      tension_updates: [{ id: "T0009", status: "resolved" }],
      score: 9,
      panel: ["Muffin"],
    });
    expect(codesOf(error)).toEqual([
      "draft_incomplete",
      "draft_missing",
      "target_not_found",
      "ungrounded_item",
      "target_not_found",
      "panel_mismatch",
      "count_mismatch",
    ]);
  });

  it("acknowledges nothing that was not published", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    const files = dialogue.project.files;
    const { link } = files;
    files.link = () => {
      throw systemError("ENOSPC", "link");
    };
    await dialogue.register().then(
      () => expect.unreachable(),
      (error) => expect(error).toMatchObject({ code: "io_error", value: "ENOSPC" }),
    );
    expect(dialogue.record(0)).toBeUndefined();
    files.link = link;
    expect((await dialogue.register()).status).toBe("registered");
  });
});

it("an owner and a way to settle it may be said where the tension is listed", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round(
    { Muffin: ["[MUFFIN-T0001: who pays]\nNobody said."] },
    { tensions: [{ local_id: "MUFFIN-T0001", owner: "Muffin", resolution_path: "ask finance" }] },
  );
  expect(dialogue.record(0).owners).toEqual([{ id: "T0001", owner: "Muffin", resolution_path: "ask finance" }]);
});

it("a value of the wrong type is told from one that is missing", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll();
  const wrong = await dialogue.registerRefused("invalid_input", { expert_scores: { Muffin: { W: 1 } } });
  expect(wrong.message).toContain("expected number, received object");
  const missing = await dialogue.registerRefused("invalid_input", { score_components: undefined });
  expect(missing.message).toContain("`score_components` is required");
});

it("says what a wrong score differs from, and that an expert is scored once", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll();
  const score_components = { W: 50, C: 25, T: 25, R: 25 };
  const wrong = await dialogue.registerRefused("count_mismatch", { score_components, score: 100 });
  expect(wrong.message).toBe("`score` is given as 100; `score_components` add up to 125");
  const twice = await dialogue.registerRefused("invalid_input", { expert_scores: { muffin: 1, Muffin: 2 } });
  expect(twice).toMatchObject({ field: "expert_scores", message: expect.stringContaining("muffin and Muffin") });
});

it("names whose draft changed since it was read", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll();
  const { digest } = await dialogue.call<{ digest: string }>("dialogue.round-collect", { dialogue_id: dialogue.id });
  dialogue.write("Scone", ["One more thought.", "[MOVE:CONVERGE]"]);
  const error = await dialogue.registerRefused("drafts_changed", { digest });
  expect(error).toMatchObject({
    message: "The drafts of round 0 changed since you read them: Scone",
    context: { changed: ["Scone"] },
  });
  const { digest: now } = await dialogue.call<{ digest: string }>("dialogue.round-collect", {
    dialogue_id: dialogue.id,
  });
  expect((error.context as { digest: string }).digest).toBe(now);
  await dialogue.register({ digest: now });
});
