import { describe, expect, it } from "vitest";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { toLines } from "../lines.ts";
import { objectionsOf } from "./objections.ts";
import { signalsOf } from "./signals.ts";

const author = { expert: "Muffin", round: 1 };
const objections = (text: string) => objectionsOf(scanDraft(toLines(text), author)).map(({ why }) => why);
const own = { source: "draft", filed_by: null, filed_at: null, note: null } as const;

/** The one signal of a round in which Muffin wrote these texts, the first of which counts. */
function signalOf([text = "", ...others]: string[], member = true) {
  const file = {
    expert: "Muffin",
    path: "muffin/draft.md",
    lines: toLines(text),
    provenance: own,
    others: others.map((other) => ({ lines: toLines(other), provenance: own })),
  };
  const draft = scanDraft(toLines(text), author);
  return signalsOf(1, [{ expert: "Muffin", state: draft.cut ? "incomplete" : "present", file, draft, member }])[0];
}

describe("an objection is", () => {
  it.each([
    ["[MUFFIN-T0101: keys leak]\ntext", "MUFFIN-T0101 raises a tension"],
    ["[RE:REOPEN T0001]", "T0001 is reopened"],
    ["[DISSENT] I object to all of it", "line 1 is a dissent"],
    ["[MINORITY VERDICT: wait]\nuntil spring", "line 1 is a minority verdict"],
    ["[MUFFIN-S0101: REJECT | 0.9]\nno", "the stance is REJECT"],
    ["[MUFFIN-S0101: HOLD | 0.9]\nlater", "the stance is HOLD"],
    ["[MUFFIN-S0101: CONDITIONAL | 0.9]\nif", "the stance is CONDITIONAL"],
    ["[MUFFIN-T: fatal]", "line 1: [MUFFIN-T: fatal] is not a valid marker"],
    ["fine so far\n\n[SCONE-T0101: another's]", "line 3: SCONE-T0101 is not Muffin's"],
  ])("%j", (text, objection) => {
    expect(objections(text)).toEqual([objection]);
    expect(signalOf([`${text}\n\n[MOVE:CONVERGE]`])).toMatchObject({ counted: false, why: objection });
  });
});

it.each([
  "[MUFFIN-P0101: a view]\nwith [RE:OPPOSE R0001] in mid-sentence",
  "[MUFFIN-R0101: do it]\n[RE:OPPOSE R0001]",
  "[RE:RESOLVE T0001] by doing it",
  "[MUFFIN-S0101: APPROVE | 0.9]\nyes",
  "[MUFFIN-S0101: ABSTAIN]",
  "See [T0003] and [the page](docs/a.md), - [x] done, [^1].",
  "# T0003 is settled",
])("nothing in %j objects, and the signal counts", (text) => {
  expect(objections(text)).toEqual([]);
  expect(signalOf([`${text}\n\n[MOVE:CONVERGE]`])).toMatchObject({ counted: true, why: null });
});

it("all texts of an expert count against its signal, and only the first one gives it", () => {
  expect(signalOf(["[MOVE:CONVERGE]", "[MUFFIN-T0101: wait]"])).toMatchObject({
    counted: false,
    why: "in a second text: MUFFIN-T0101 raises a tension",
  });
  expect(signalOf(["[MUFFIN-S0101: APPROVE]", "[MOVE:CONVERGE]"])).toBeUndefined();
});

it("a draft that ends inside a marker gives no signal, and neither does a guest", () => {
  expect(signalOf(["[MOVE:CONVERGE]\n\n[MUFFIN-R0101: and th"])).toMatchObject({
    counted: false,
    why: "the draft is incomplete",
  });
  expect(signalOf(["[MOVE:CONVERGE]"], false)).toBeUndefined();
});
