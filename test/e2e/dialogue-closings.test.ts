/** Only an expert's item closes a tension, and only once the panel has seen both; every other way is refused and leaves the tree as it was. */
import { describe, expect, it } from "vitest";
import { makeDialogue, raisesTension } from "../helpers/dialogue.ts";

const resolves = "[MUFFIN-C0101: caching settles it]\n[RE:RESOLVE T0001]\nMeasured: both fit.";

describe("closing what cannot be closed", () => {
  it("is refused by no_resolver when nobody offered a resolution, in any form of words", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({
      Muffin: ["[MUFFIN-C0101: it is settled]\n[RE:ADDRESS T0001]\n`[RE:RESOLVE T0001]`\nSo [RE:RESOLVE T0001] holds."],
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
      const error = await dialogue.registerRefused("no_resolver", close(via));
      expect(error.message).toContain("Scone opposes it");
    }
    const claims = [{ local_id: "CUPCAKE-C0101", merges: ["MUFFIN-C0101"] }];
    await dialogue.registerRefused("no_resolver", { claims, ...close("CUPCAKE-C0101") });
    expect((await dialogue.register(close("CUPCAKE-C0101"))).velocity.open_tensions).toBe(0);
  });

  it("is refused by a resolver that is opposed in another round, withdrawn, spent by a reopening, or the tension itself", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    const close = (via: string) => ({ tension_updates: [{ id: "T0001", status: "resolved", via }] });
    const refusedBecause = async (via: string, why: string) => {
      const error = await dialogue.registerRefused("no_resolver", close(via));
      expect(error.message).toBe(`T0001 cannot be closed by ${via}: ${why}`);
    };
    await dialogue.round({ Muffin: [resolves], Scone: ["[RE:OPPOSE MUFFIN-C0101]\nIt does not hold."] });
    dialogue.writeAll({ Cupcake: ["[CUPCAKE-C0201: pay]\n[RE:RESOLVE T0001]\nOr pay."] });
    await refusedBecause("C0101", "Scone opposes it");
    await dialogue.register();
    dialogue.writeAll({ Cupcake: ["[MOVE:CONCEDE C0201]"] });
    await refusedBecause("C0201", "its author withdrew it");
    await dialogue.register();
    // The tension is still open; that its raiser refuses what was offered is an event all the same.
    await dialogue.round({ Scone: ["[RE:SUPPORT C0101]\nIt holds."], Muffin: ["[RE:REOPEN T0001]\nNot enough."] });
    expect(dialogue.record(4).tensions).toContainEqual(expect.objectContaining({ id: "T0001", change: "reopened" }));
    dialogue.writeAll();
    await refusedBecause("C0101", "T0001 was reopened since");
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

describe("a count without closings", () => {
  const twoTensions = ["[MUFFIN-T0001: too dear]\nIt costs.", "[MUFFIN-T0002: too slow]\nIt waits."];

  it("closes what exactly one item resolves, when it is the count after that, and it is the Judge's hand", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: twoTensions });
    dialogue.writeAll({ Muffin: [resolves] });
    const registered = await dialogue.register({ open_tensions: 1 });
    expect(registered).toMatchObject({ status: "registered", velocity: { open_tensions: 1 } });
    expect(dialogue.record(1).tensions).toContainEqual({
      id: "T0001",
      change: "resolved",
      actors: ["Judge", "Muffin"],
      item: "C0101",
      note: "by the only resolver",
    });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
    const interim = await dialogue.verdict({ verdict_type: "interim" });
    expect(interim).toMatchObject({ judges_hand: { only_resolver: 1 } });
    // The same call again is the same round.
    const again = {
      dialogue_id: dialogue.id,
      round: 1,
      score_components: { W: 1, C: 1, T: 1, R: 1 },
      open_tensions: 1,
    };
    expect(await dialogue.call("dialogue.round-register", again)).toMatchObject({ status: "already_registered" });
  });

  it("that is any other closes nothing and is told with the closings that are ready", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: twoTensions });
    dialogue.writeAll({ Muffin: [resolves] });
    const error = await dialogue.registerRefused("count_mismatch", { open_tensions: 0 });
    expect(error.context).toMatchObject({
      counted: 2,
      tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }],
    });
    expect(error.suggestion).toContain('[{"id":"T0001","status":"resolved","via":"C0101"}]');
    expect(await dialogue.register({ open_tensions: ["T0002"] })).toMatchObject({ velocity: { open_tensions: 1 } });
  });

  it("that is missing closes nothing, and the answer names the count that would", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: twoTensions });
    const registered = await dialogue.round({ Muffin: [resolves] });
    expect(registered).toMatchObject({ velocity: { open_tensions: 2 } });
    expect(registered.warnings).toContainEqual(
      expect.stringMatching(/Closed nothing: T0001 \(by C0101\).*`open_tensions`: 1/),
    );
  });

  it("leaves alone what two items resolve, what is opposed and what this round raises", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: twoTensions });
    dialogue.writeAll({
      Muffin: [resolves],
      Cupcake: ["[CUPCAKE-C0101: another way]\n[RE:RESOLVE T0001]\nOr pay."],
      Scone: ["[SCONE-T0101: new]\nNew.", "[SCONE-C0101: too fast]\n[RE:RESOLVE SCONE-T0101]\nDone."],
    });
    for (const open_tensions of [0, 1, 2]) {
      const refused = await dialogue.registerRefused("count_mismatch", { open_tensions });
      // Which of the two, only the Judge can say.
      expect(refused.suggestion).toContain("Name one item of several: T0001 by C0101 or C0102.");
      expect(refused.context).toMatchObject({ tension_updates: [{ id: "T0001", via: "C0101" }] });
    }
    expect(await dialogue.register({ open_tensions: 3 })).toMatchObject({ velocity: { open_tensions: 3 } });
  });

  it("beside a closing that is named closes nothing else", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: twoTensions });
    dialogue.writeAll({
      Muffin: [resolves, "[MUFFIN-C0102: faster]\n[RE:RESOLVE T0002]\nMeasured."],
    });
    await dialogue.registerRefused("count_mismatch", {
      open_tensions: 0,
      tension_updates: [{ id: "T0001", status: "resolved", via: "C0101" }],
    });
  });
});

describe("a count that differs", () => {
  it("names each marker that did not count, with its line and why", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({
      Muffin: "`[MOVE:CONVERGE]`\n\n[MUFFIN-S0001: APPROVE | 0.9]\nFine.\n",
      Cupcake: "I say [MOVE:CONVERGE] to this.\n\n[CUPCAKE-S0001: APPROVE | 0.9]\nFine.\n",
      Scone: "[MOVE:CONVERGE]\n\n[SCONE-S0001: REJECT | 0.9]\nNo.\n",
    });
    const error = await dialogue.registerRefused("count_mismatch", { converge_signals: 3 });
    expect(error.message).toMatch(/Muffin, line 1: .*MOVE:CONVERGE.* counts for nothing in backticks\./);
    expect(error.message).toMatch(/Cupcake, line 1: .*MOVE:CONVERGE.* counts for nothing in a sentence\./);
    expect(error.suggestion).toContain("at the start of a line, in its own file");
    expect(error.message).toMatch(/Scone, line 1: the signal does not count: /);
    expect(error.context).toMatchObject({ uncounted: [expect.any(String), expect.any(String), expect.any(String)] });
  });
});
