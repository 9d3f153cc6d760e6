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
