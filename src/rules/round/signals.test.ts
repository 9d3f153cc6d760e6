import { describe, expect, it } from "vitest";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";
import { toLines } from "../lines.ts";
import type { Provenance } from "../records.ts";
import { type DraftFile, scanRound } from "./scan-round.ts";
import { secondTextNotices, signalsOf } from "./signals.ts";

const own: Provenance = { source: "draft", filed_by: null, filed_at: null, note: null };
const draft = (expert: string, text: string, facts: Partial<Provenance> = {}, others: string[] = []): DraftFile => ({
  ...{ expert, path: `${expert.toLowerCase()}/draft.md`, lines: toLines(text), provenance: { ...own, ...facts } },
  others: others.map((other) => ({ lines: toLines(other), provenance: own })),
});
/** Round 1 of Muffin and Scone. */
const scan = (...files: DraftFile[]) => scanRound(1, panelOf(["Muffin", "Scone"]), files, {}).texts;
const signals = (...files: DraftFile[]) => signalsOf(1, scan(...files));

describe("a signal", () => {
  it("counts where nothing its author wrote objects, and is kept with its line", () => {
    expect(signals(draft("Muffin", "Yes.\n\n[MOVE:CONVERGE]"))).toEqual([
      { by: "Muffin", line: 3, counted: true, why: null },
    ]);
  });

  it("is given by members who wrote one: nobody else has any", () => {
    const files = [draft("Muffin", "Not yet."), draft("Bob", "[MOVE:CONVERGE]", { source: "guest" })];
    expect(signals(...files)).toEqual([]);
  });

  it.each<[Partial<Provenance>, string]>([
    [{ unasked: true }, "Blue's log has no prompt that this text answers"],
    [{ cut: true }, "the text was cut at its output limit"],
  ])("does not count in a text that says %j of itself", (facts, why) => {
    expect(signals(draft("Muffin", "[MOVE:CONVERGE]", facts))).toMatchObject([{ counted: false, why }]);
  });

  it("names every objection, those of the first text before those of a second", () => {
    const text = "[MOVE:CONVERGE]\n[MUFFIN-T0101: slow]\nSo.\n[RE:REOPEN T0001]";
    const second = ["[DISSENT]\nNo."];
    const why = "MUFFIN-T0101 raises a tension; T0001 is reopened";
    expect(signals(draft("Muffin", text))).toMatchObject([{ counted: false, why }]);
    expect(signals(draft("Muffin", text, {}, second))).toMatchObject([{ counted: false, why }]);
    const seconds = ["[MUFFIN-T0101: slow]\nSo.", "[DISSENT]\nNo."];
    expect(signals(draft("Muffin", "[MOVE:CONVERGE]", {}, seconds))).toMatchObject([
      { counted: false, why: "in a second text: MUFFIN-T0101 raises a tension; line 1 is a dissent" },
    ]);
    expect(signals(draft("Muffin", "[MOVE:CONVERGE]", {}, ["Yes indeed."]))).toMatchObject([{ counted: true }]);
  });
});

describe("of texts beside an expert's first the Judge is told", () => {
  it("how many there are, and whether one objects", () => {
    const notices = (...others: string[]) => secondTextNotices(1, scan(draft("Muffin", "Yes.", {}, others)));
    expect(notices()).toEqual([]);
    expect(notices("Yes again.")).toEqual([
      "muffin/draft.md: Muffin has a second text, kept beside this one and not counted",
    ]);
    expect(notices("Yes.", "[MUFFIN-T0101: slow]\nSo.")).toEqual([
      "muffin/draft.md: Muffin has 2 more texts, kept beside this one and not counted; it objects",
    ]);
  });
});
