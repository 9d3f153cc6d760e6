/** References are the experts' to make. What the Judge says of them is compared with the drafts, and a wrong word is called by its own name. */
import { describe, expect, it } from "vitest";
import type { WireError } from "../../src/errors.ts";
import { codesOf, type Dialogue, fourPoints, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { callByCli } from "../helpers/faces.ts";

const finer = "[SCONE-P0101: finer]\n[RE:REFINE P0001]\nSo.";

async function answered(): Promise<Dialogue> {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  dialogue.writeAll({ Scone: [finer] });
  return dialogue;
}

function saying(type: string, target: string): { perspectives: object[] } {
  return { perspectives: [{ local_id: "SCONE-P0101", refs: [{ type, target }] }] };
}

describe("references in the Judge's input", () => {
  it("are accepted where a marker of the item makes them, however they are written", async () => {
    for (const type of ["REFINE", "refine", " Refine "]) {
      const dialogue = await answered();
      const { id_mapping } = await dialogue.register(saying(type, "p0001"));
      expect(id_mapping["SCONE-P0101"]).toBe("P0101");
      expect(dialogue.record(1).refs).toMatchObject([{ kind: "REFINE", from: "P0101", target: "P0001" }]);
    }
  });

  it("may name an item of an earlier round by its local ID, as a draft may", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round({ Muffin: raisesTension });
    dialogue.writeAll({ Scone: [finer.replace("P0001", "MUFFIN-P0001")] });
    await dialogue.registerRefused("refine_type_mismatch", saying("refine", "MUFFIN-T0001"));
    await dialogue.registerRefused("target_not_found", saying("refine", "MUFFIN-P0002"));
    await dialogue.register(saying("refine", "muffin-p0001"));
    expect(dialogue.record(1).refs).toMatchObject([{ kind: "REFINE", from: "P0101", target: "P0001" }]);
  });

  it("are accepted of every marker that was merged into the item", async () => {
    const dialogue = await answered();
    dialogue.write("Muffin", ["[MUFFIN-P0101: too]\n[RE:SUPPORT T0001]\nSo."]);
    const refs = [
      { type: "refine", target: "P0001" },
      { type: "support", target: "T0001" },
    ];
    await dialogue.register({ perspectives: [{ local_id: "SCONE-P0101", merges: ["MUFFIN-P0101"], refs }] });
  });

  it.each([
    ["invalid_ref_type", "agree", "P0042", "type"],
    ["invalid_ref_type", "", "P0001", "type"],
    ["target_not_found", "resolve", "P0042", "target"],
    ["invalid_ref_target", "resolve", "P0001", "target"],
    ["refine_type_mismatch", "refine", "T0001", "target"],
    ["ungrounded_item", "support", "P0001", "target"],
    ["ungrounded_item", "support", "SCONE-P0101", "target"],
  ] as const)("are refused by %s when they say %s %s", async (code, type, target, part) => {
    const dialogue = await answered();
    const error = await dialogue.registerRefused(code, saying(type, target));
    expect(codesOf(error)).toEqual([code]);
    expect(error).toMatchObject({ field: `perspectives.0.refs.0.${part}`, value: part === "type" ? type : target });
  });

  it("are all refused at once, and the command line says it in the same words", async () => {
    const dialogue = await answered();
    const refs = [
      { type: "agree", target: "P0001" },
      { type: "oppose", target: "P0001" },
    ];
    const judgement = { ...fourPoints, perspectives: [{ local_id: "SCONE-P0101", refs }] };
    const { answer: error } = await callByCli({
      root: dialogue.root,
      name: "dialogue.round-register",
      input: { dialogue_id: dialogue.id, round: 1, ...judgement },
    });
    expect(error).toMatchObject({ status: "error", error_code: "invalid_ref_type", value: "agree" });
    expect(codesOf(error as unknown as WireError)).toEqual(["invalid_ref_type", "ungrounded_item"]);
  });
});
