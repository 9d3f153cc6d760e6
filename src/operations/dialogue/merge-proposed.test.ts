/** `merge: "proposed"`: the Judge takes every merge that Blue proposes. */
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue } from "../../../test/helpers/dialogue.ts";
import { openDialogue } from "../../store/find-dialogue.ts";

const cache = "Caching every listing page costs memory on each of the twelve replicas we pay for.";
const tokens = "Tokens of customers leak through the logs of a proxy that nobody in this company owns.";

function item(id: string, text: string, severity = ""): string {
  return `[${id}: ${id.toLowerCase()}${severity}]\n${text}`;
}

async function written(more: Record<string, string[]> = {}): Promise<Dialogue> {
  const dialogue = await makeDialogue();
  dialogue.writeAll({
    Muffin: [item("MUFFIN-T0001", cache, " | minor"), item("MUFFIN-T0002", tokens)],
    Cupcake: [item("CUPCAKE-T0001", cache, " | critical")],
    Scone: [item("SCONE-T0001", tokens), item("SCONE-P0001", cache)],
    ...more,
  });
  return dialogue;
}

const merged = (dialogue: Dialogue) =>
  dialogue.record(0).merged.map(({ local_id, into, proposed }) => [local_id, into, proposed ?? false]);

describe("merge: proposed", () => {
  it("takes every proposed pair, keeps the higher severity, and is counted in the Judge's hand", async () => {
    const dialogue = await written();
    await dialogue.register({ merge: "proposed" });
    expect(merged(dialogue)).toEqual([
      ["CUPCAKE-T0001", "T0001", true],
      ["SCONE-T0001", "T0002", true],
    ]);
    const { ledger } = openDialogue(dialogue.project, { dialogue_id: dialogue.id });
    expect(ledger.tensions.get("T0001")?.severity).toBe("critical");
    const { judges_hand } = await dialogue.call("dialogue.get", { dialogue_id: dialogue.id });
    expect(judges_hand).toMatchObject({ merged: 2, proposed: 2 });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("never merges across types", async () => {
    const dialogue = await written();
    await dialogue.register({ merge: "proposed" });
    expect(dialogue.record(0).mapping["SCONE-P0001"]).toBe("P0001");
  });

  it("never merges two of one expert, also not into what the Judge merged", async () => {
    const dialogue = await written({
      Cupcake: [item("CUPCAKE-T0001", cache), item("CUPCAKE-T0002", "Something else that is hardly said in full.")],
    });
    await dialogue.register({
      merge: "proposed",
      tensions: [{ local_id: "MUFFIN-T0001", merges: ["CUPCAKE-T0002"] }],
    });
    expect(merged(dialogue)).toEqual([
      ["CUPCAKE-T0002", "T0001", false],
      ["SCONE-T0001", "T0002", true],
    ]);
    expect(dialogue.record(0).mapping["CUPCAKE-T0001"]).toBe("T0003");
  });

  it("leaves alone what the Judge places, and says which merges are the Judge's own", async () => {
    const dialogue = await written();
    await dialogue.register({
      merge: "proposed",
      tensions: [{ local_id: "SCONE-T0001", merges: ["CUPCAKE-T0001"] }, { local_id: "MUFFIN-T0001" }],
    });
    expect(merged(dialogue)).toEqual([
      ["CUPCAKE-T0001", "T0001", false],
      ["MUFFIN-T0002", "T0001", true],
    ]);
  });

  it("marks as proposed also what the Judge listed as it was proposed", async () => {
    const dialogue = await written();
    await dialogue.register({ tensions: [{ local_id: "MUFFIN-T0001", merges: ["CUPCAKE-T0001"] }] });
    expect(merged(dialogue)).toEqual([["CUPCAKE-T0001", "T0001", true]]);
  });

  it("refuses any other word", async () => {
    const dialogue = await written();
    expect(await dialogue.registerRefused("invalid_input", { merge: "all" })).toMatchObject({ field: "merge" });
  });
});

describe("merge: the Judge's own", () => {
  it("is written as it is proposed, and changes no order; what Blue had proposed too is marked", async () => {
    const dialogue = await written();
    await dialogue.register({ merge: ["CUPCAKE-T0001 = MUFFIN-T0001", "muffin-t0002 = SCONE-T0001"] });
    expect(merged(dialogue)).toEqual([
      ["SCONE-T0001", "T0001", true],
      ["MUFFIN-T0001", "T0002", true],
    ]);
    expect(dialogue.record(0).mapping).toMatchObject({ "MUFFIN-T0002": "T0001", "CUPCAKE-T0001": "T0002" });
    expect(await dialogue.call("dialogue.verify", { dialogue_id: dialogue.id })).toMatchObject({ findings: [] });
  });

  it("goes with a list that gives the lead a label", async () => {
    const dialogue = await written();
    await dialogue.register({
      merge: ["MUFFIN-T0001 = CUPCAKE-T0001"],
      tensions: [{ local_id: "MUFFIN-T0001", label: "memory" }],
    });
    expect(merged(dialogue)).toEqual([["CUPCAKE-T0001", "T0001", true]]);
    expect(dialogue.record(0).items.find(({ id }) => id === "T0001")).toMatchObject({ label: "memory" });
  });

  it.each([
    ["a marker that nobody wrote", ["MUFFIN-T0009 = CUPCAKE-T0001"], "ungrounded_item"],
    ["two types", ["SCONE-P0001 = CUPCAKE-T0001"], "type_id_mismatch"],
    ["a chain", ["MUFFIN-T0001 = CUPCAKE-T0001", "CUPCAKE-T0001 = SCONE-T0001"], "invalid_input"],
    ["one marker twice", ["MUFFIN-T0001 = CUPCAKE-T0001", "MUFFIN-T0002 = CUPCAKE-T0001"], "invalid_input"],
    ["one marker alone", ["MUFFIN-T0001"], "invalid_input"],
  ] as const)("is refused with %s", async (_, merge, code) => {
    const dialogue = await written();
    const error = await dialogue.registerRefused(code, { merge });
    expect(JSON.stringify(error)).toContain('"merge.');
  });
});
