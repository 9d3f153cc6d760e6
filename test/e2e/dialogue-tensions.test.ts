/** What becomes of tensions and items as rounds go by: every change is an event with its round, its actors and its cause. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Input, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { close, exported, resolves } from "../helpers/exported.ts";

describe("a tension", () => {
  it("is raised, addressed, resolved, reopened and resolved again, each an event with its cause", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Scone: ["[SCONE-P0101: a thought]\n[RE:ADDRESS T0001]\nPerhaps."] });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "addressed" });
    await dialogue.round({ Muffin: [resolves("02")] }, close("MUFFIN-C0201", "both fit"));
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "resolved" });
    const reopened = await dialogue.round({ Scone: ["[SCONE-E0301: it broke]\n[RE:REOPEN T0001]\nSee the log."] });
    expect(reopened.velocity.open_tensions).toBe(1);
    await dialogue.round({ Cupcake: ["[RE:ADDRESS T0001]", "[MOVE:CONVERGE]"] });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "reopened" });
    await dialogue.round({ Muffin: [resolves("05")] }, close("C0501"));

    const [tension] = (await exported(dialogue)).tensions;
    expect(tension).toMatchObject({ status: "resolved", resolvers: [{ item: "C0201" }, { item: "C0501" }] });
    const events = tension!.events.map(({ round, change, actors, item, note }) => ({
      round,
      change,
      actors,
      item,
      note,
    }));
    expect(events).toEqual([
      { round: 0, change: "raised", actors: ["Muffin"], item: "T0001", note: null },
      { round: 1, change: "addressed", actors: ["Scone"], item: "P0101", note: null },
      { round: 2, change: "addressed", actors: ["Muffin"], item: "C0201", note: "offers a resolution" },
      { round: 2, change: "resolved", actors: ["Judge", "Muffin"], item: "C0201", note: "both fit" },
      { round: 3, change: "reopened", actors: ["Scone"], item: "E0301", note: null },
      { round: 4, change: "addressed", actors: ["Cupcake"], item: "R0401", note: null },
      { round: 5, change: "addressed", actors: ["Muffin"], item: "C0501", note: "offers a resolution" },
      { round: 5, change: "resolved", actors: ["Judge", "Muffin"], item: "C0501", note: null },
    ]);
  });

  it("may be kept open though it has a resolver, and closed by it rounds later", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const kept = await dialogue.round(
      { Muffin: [resolves("01")] },
      { tension_updates: [{ id: "T0001", status: "open" }] },
    );
    expect(kept.velocity.open_tensions).toBe(1);
    const context = await dialogue.call("dialogue.round-context", { dialogue_id: dialogue.id });
    expect(context.open_tensions).toMatchObject([{ id: "T0001", state: "addressed", resolvers: ["C0101"] }]);
    const closed = await dialogue.round({}, close("c0101."));
    expect(closed).toMatchObject({ velocity: { total: 0 }, can_converge: true });
  });

  it("is closed by the local IDs of earlier rounds as well, its own and its resolver's", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    await dialogue.round({ Muffin: [resolves("01")] });
    dialogue.writeAll();
    const update = (changes: object) => ({
      tension_updates: [{ id: "MUFFIN-T0001", status: "resolved", via: "MUFFIN-C0101", ...changes }],
    });
    await dialogue.registerRefused("invalid_entity_type", update({ id: "MUFFIN-P0001" }));
    await dialogue.registerRefused("target_not_found", update({ id: "MUFFIN-T0002" }));
    await dialogue.registerRefused("no_resolver", update({ via: "MUFFIN-P0001" }));
    await dialogue.register(update({}));
    expect(dialogue.record(2).tensions).toMatchObject([{ id: "T0001", change: "resolved", item: "C0101" }]);
  });

  it("raised by several and merged is one, with all who raised it", async () => {
    const dialogue = await makeDialogue();
    const registered = await dialogue.round(
      { Muffin: ["[MUFFIN-T0001: cost]\nDear."], Scone: ["[SCONE-T0001: price]\nDear."] },
      { tensions: [{ local_id: "SCONE-T0001", merges: ["MUFFIN-T0001"], label: "what it costs" }] },
    );
    expect(registered).toMatchObject({
      id_mapping: { "SCONE-T0001": "T0001", "MUFFIN-T0001": "T0001" },
      velocity: { open_tensions: 1 },
      convergence: { missing: ["Muffin", "Scone"] },
    });
    expect((await exported(dialogue)).tensions[0]).toMatchObject({
      label: "price",
      renamed: "what it costs",
      events: [{ change: "raised", actors: ["Scone", "Muffin"] }],
    });
  });

  it("stays open when the expert who raised it is rotated out, and the verdict says who left unconvinced", async () => {
    const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
    await dialogue.round({
      Scone: ["[SCONE-T0001: who pays]\nNobody.", "[SCONE-S0001: CONDITIONAL | 0.4]\nOnly if somebody pays."],
      Muffin: ["[MOVE:CONVERGE]", "[MUFFIN-S0001: HOLD | 0.5]\nI wait."],
    });
    await dialogue.call("dialogue.evolve-panel", {
      dialogue_id: dialogue.id,
      panel: ["Muffin", "Cupcake"].map((name) => ({ name, source: "retained" })),
    });
    const { velocity, convergence } = await dialogue.round();
    expect({ velocity, convergence }).toMatchObject({ velocity: { open_tensions: 1 }, convergence: { percent: 100 } });
    await dialogue.verdictRefused("velocity_not_zero");
    const verdict = await dialogue.verdict({ forced: true, warning: "Nobody pays yet." });
    expect(verdict).toMatchObject({
      forced: true,
      judges_hand: { rotated_out: 1 },
      left_unconvinced: [
        { expert: "Scone", last_round: 0, position: "CONDITIONAL", condition: "Only if somebody pays." },
      ],
    });
    expect(readFileSync(join(dialogue.root, `.blue/dialogues/${dialogue.id}/verdict.md`), "utf8")).toContain(
      "Only if somebody pays.",
    );
  });

  it("accepted unresolved counts no more, stands on the verdict with its reason, and an expert may reopen it", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const accepted = await dialogue.round(
      {},
      { tension_updates: [{ id: "T0001", status: "accepted", reason: "a trade-off" }] },
    );
    expect(accepted).toMatchObject({ velocity: { total: 0 }, can_converge: true });
    expect(accepted.next).toMatchObject({
      tool: "blue_dialogue_verdict_register",
      arguments: { tensions_accepted: ["T0001"] },
    });
    const verdict = await dialogue.verdict({ tensions_accepted: ["T0001"] });
    expect(verdict).toMatchObject({ judges_hand: { accepted: 1 } });
    expect(verdict.summary).toMatch(/T0001.*ACCEPTED UNRESOLVED/);
    expect((await exported(dialogue)).tensions[0]).toMatchObject({ status: "accepted_unresolved" });
    const reopened = await dialogue.round({ Scone: ["[SCONE-E0201: it matters]\n[RE:REOPEN T0001]\nSee."] });
    expect(reopened.velocity.open_tensions).toBe(1);
    await dialogue.verdictRefused("velocity_not_zero");
  });

  it("has an owner and a path of resolution as the Judge says, until the Judge says otherwise", async () => {
    const dialogue = await makeDialogue();
    const own = (owner: string, resolution_path?: string) => ({
      tension_updates: [{ id: "T0001", owner, ...(resolution_path && { resolution_path }) }],
    });
    const first = await dialogue.round({ Muffin: raisesTension }, own("Muffin", "cost model next round"));
    expect(first.warnings.filter((warning) => warning.includes("no owner"))).toEqual([]);
    await dialogue.round({}, own("Scone"));
    const status = await dialogue.call("dialogue.status", { dialogue_id: dialogue.id });
    expect(status.open_tensions).toMatchObject([{ id: "T0001", owner: "Scone" }]);
    const summary = readFileSync(
      join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1/round-1.summary.md`),
      "utf8",
    );
    expect(summary).toMatch(/\| T0001 \| .* \| OPEN \| Scone \| cost model next round \|/);
  });

  it("gets no word of the Judge that would be lost, and no blank owner", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll();
    const update = (words: Input) => ({ tension_updates: [{ id: "T0001", ...words }] });
    const lost: Input[] = [
      { status: "open", via: "C0101" },
      { note: "as amended" },
      { reason: "a trade-off" },
      { owner: "Muffin", note: "cost model next round" },
      { status: "open", note: "not yet" },
      { status: "accepted", reason: "a trade-off", via: "P0001" },
    ];
    for (const words of lost) {
      const field = ["via", "note", "reason"].find((name) => name in words)!;
      expect(await dialogue.registerRefused("invalid_input", update(words))).toMatchObject({
        field: `tension_updates.0.${field}`,
        value: words[field],
        suggestion: expect.stringContaining("`status`"),
      });
    }
    for (const owner of ["", " \n"]) {
      expect(await dialogue.registerRefused("invalid_input", update({ owner }))).toMatchObject({
        field: "tension_updates.0.owner",
      });
    }
    await dialogue.register(update({ owner: " Muffin ", resolution_path: "cost model" }));
    expect(dialogue.record(1).owners).toEqual([{ id: "T0001", owner: "Muffin", resolution_path: "cost model" }]);
  });
});

describe("an item", () => {
  it("has the status that experts and the verdict in force give it", async () => {
    const dialogue = await makeDialogue();
    const items = Array.from({ length: 9 }, (_, i) => `[MUFFIN-R000${i + 1}: item ${i + 1}]\nSo.`);
    await dialogue.round({ Muffin: items });
    await dialogue.round(
      {
        Muffin: ["[MUFFIN-R0101: mine, better]\n[RE:REFINE R0002]\nSo.", "[MOVE:CONCEDE R0007]", "[RE:OPPOSE R0009]"],
        Scone: [
          "[SCONE-R0101: yours, better]\n[RE:REFINE R0001] [RE:SUPPORT R0003] [RE:OPPOSE R0004]\nSo.",
          "[MOVE:CHALLENGE R0005]\n[MOVE:DEFEND R0006]\n[MOVE:CONCEDE R0008]",
          "[SCONE-R0102: again]\nSo.",
        ],
      },
      { merged_into: [{ local_id: "SCONE-R0102", id: "R0003" }] },
    );
    await dialogue.round();
    const statuses = async () => {
      const { items: all } = await dialogue.call<{ items: { id: string; status: string[] }[] }>("dialogue.get", {
        dialogue_id: dialogue.id,
      });
      return Object.fromEntries(all.map(({ id, status }) => [id, status.join(" ")]));
    };
    const derived = {
      R0001: "refined",
      R0002: "amended",
      R0003: "supported merged",
      R0004: "opposed",
      R0005: "challenged",
      R0006: "defended",
      R0007: "withdrawn",
      R0008: "conceded",
      R0009: "withdrawn",
      R0101: "",
      R0102: "",
    };
    expect(await statuses()).toEqual(derived);
    await dialogue.verdict({ recommendations_adopted: ["R0101"], recommendations_rejected: ["R0102"] });
    expect(await statuses()).toEqual({ ...derived, R0101: "adopted", R0102: "rejected" });
    await dialogue.round();
    expect(await statuses()).toEqual(derived);
  });

  it("is no new perspective when it refines or is merged into an earlier one, and is one when any part of it is new", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: ["[MUFFIN-P0001: cost]\nDear.", "[MUFFIN-P0002: speed]\nSlow."] });
    const registered = await dialogue.round(
      {
        Muffin: ["[MUFFIN-P0101: cost, finer]\n[RE:REFINE P0001]\nDear at first."],
        Cupcake: ["[CUPCAKE-P0101: speed, finer]\n[RE:REFINE P2]\nSlow at first.", "[CUPCAKE-P0102: taste]\nBland."],
        Scone: ["[SCONE-P0101: cost again]\nDear.", "[SCONE-P0102: speed, too]\nSlow.\n[RE:REFINE MUFFIN-P0101]"],
      },
      {
        perspectives: [{ local_id: "CUPCAKE-P0101", merges: ["CUPCAKE-P0102"] }],
        merged_into: [{ local_id: "SCONE-P0101", id: "P0001" }],
        new_perspectives: ["P0101", "P0103"],
      },
    );
    expect(registered).toMatchObject({
      id_mapping: {
        "CUPCAKE-P0101": "P0101",
        "CUPCAKE-P0102": "P0101",
        "SCONE-P0101": "P0001",
        "MUFFIN-P0101": "P0102",
        "SCONE-P0102": "P0103",
      },
      velocity: { new_perspectives: 2 },
    });
    const { perspectives } = await exported(dialogue);
    expect(perspectives.filter((one) => one.new).map(({ id }) => id)).toEqual(["P0001", "P0002", "P0101", "P0103"]);
  });

  it("gets its ID by the Judge's list, then by panel and order of appearance", async () => {
    const dialogue = await makeDialogue();
    const { id_mapping } = await dialogue.round(
      {
        Muffin: ["[MUFFIN-P0001: a]\nSo.", "[MUFFIN-P0002: b]\nSo.", "[MUFFIN-E0001: e]\nSo."],
        Cupcake: ["[CUPCAKE-P0009: c]\nSo."],
        Scone: ["[SCONE-P0001: d]\nSo.", "[SCONE-C0001: so]\nSo."],
      },
      { perspectives: [{ local_id: "scone-p0001" }, { local_id: "MUFFIN-P0002", label: " relabelled " }] },
    );
    expect(id_mapping).toEqual({
      "SCONE-P0001": "P0001",
      "MUFFIN-P0002": "P0002",
      "MUFFIN-P0001": "P0003",
      "CUPCAKE-P0009": "P0004",
      "MUFFIN-E0001": "E0001",
      "SCONE-C0001": "C0001",
    });
    expect(dialogue.record(0).items.map(({ label }) => label)).toEqual(["d", "relabelled", "a", "e", "c", "so"]);
  });

  it("listed twice is refused, wherever the second place is", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: ["[MUFFIN-P0001: a]\nSo.", "[MUFFIN-E0001: b]\nSo."] });
    const twice: Input[] = [
      { perspectives: [{ local_id: "MUFFIN-P0001" }, { local_id: "MUFFIN-P0001" }] },
      { perspectives: [{ local_id: "MUFFIN-P0001", merges: ["MUFFIN-P0001"] }] },
      { evidence: [{ local_id: "MUFFIN-E0001" }], dismissed: [{ local_id: "MUFFIN-E0001", reason: "no" }] },
      { dismissed: [1, 2].map((n) => ({ local_id: "MUFFIN-E0001", reason: `no ${n}` })) },
    ];
    for (const judgement of twice) {
      expect(await dialogue.registerRefused("invalid_input", judgement)).toMatchObject({
        constraint: "one_place_per_marker",
      });
    }
  });
});
