import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { changeWords } from "../facts/objections.ts";
import type { RoundRecord } from "../rules/records.ts";
import { renderDialogue } from "./render-dialogue.ts";

const panel = ["Muffin", "Scone"];
const provenance = { source: "draft" as const, filed_by: null, filed_at: null, note: null };
const text = (expert: string, lines: string[]) => ({
  expert,
  state: "present" as const,
  provenance,
  others: [],
  lines,
});
const resolving = (by: string, item: string) =>
  eventOf("T0001", "addressed", { actors: [by], item, note: "offers a resolution" });

function tensionsPage(rounds: Parameters<typeof roundOf>[1][]): string {
  return renderDialogue(dialogueOf({ rounds: rounds.map((round) => roundOf(panel, round)) })).get("tensions.md")!;
}

const raised: Partial<RoundRecord> = {
  items: [itemOf("T0001", "it leaks", panel), itemOf("R0001", "close it", ["Scone"])],
  texts: [
    text("Muffin", ["[MUFFIN-T0001: it leaks]", 'Wet. [CITE docs/roof.md#L39 "a hole"]']),
    text("Scone", ["[SCONE-T0001: water]", "My floor."]),
  ],
  refs: [{ kind: "RESOLVE", by: "Scone", from: "R0001", target: "T0001", line: 1 }],
  citations: [{ by: "Muffin", item: "T0001", path: "docs/roof.md", from: 39, to: null, words: "a hole" }].map(
    (one) => ({ ...one, result: "found_elsewhere" as const, found_at: 35, blob: null, line: 2 }),
  ),
  tensions: [eventOf("T0001", "raised", { actors: panel, item: "T0001" }), resolving("Scone", "R0001")],
};

const answered = (sheet: string, more: Partial<RoundRecord>): Partial<RoundRecord> => ({
  revisions: [{ alone: false, lines: ["New."], sheet: [sheet], size: 4, provenance }],
  refs: [{ kind: "RESOLVE", by: "Muffin", from: "C0101", target: "T0001", line: 1 }],
  items: [itemOf("C0101", "settled", ["Muffin"])],
  ...more,
});

test("who says it is resolved offers a fix before the author answered, and accepts the answer after it; the author answers by itself", () => {
  const page = tensionsPage([
    raised,
    answered("T0001 refused: a roof costs more", {
      tensions: [resolving("Muffin", "C0101"), eventOf("T0001", "resolved", { item: "C0101" })],
    }),
  ]);
  expect(page).toContain("| Muffin, Scone | REFUSED, accepted as such | accepted by Muffin, round 1 |");
  // Raised, answered, closed: no more happened.
  expect(page).not.toContain("Round 0: raised");
});

test("an open tension's path says who accepts the author's answer, and who offers a fix", () => {
  const page = tensionsPage([
    raised,
    answered("T0001 resolved: in part: a bucket", { tensions: [resolving("Muffin", "C0101")] }),
  ]);
  expect(page).toContain("a fix is offered: close it (R0001); the author's answer is accepted: C0101");
  expect(page).toContain("Round 1: the author answered: fixed in part; answer accepted by Muffin (C0101).\n");
});

test("once it came back, a resolution offers a fix until the author answers again", () => {
  const life = { answered: [1, 3], events: [{ change: "reopened", round: 1 }] };
  const words = (round: number) => changeWords({ change: "addressed", note: "offers a resolution", round }, life);
  expect([0, 1, 2, 3].map(words)).toEqual(["fix offered", "answer accepted", "fix offered", "answer accepted"]);
  expect(changeWords({ change: "addressed", note: null, round: 3 }, life)).toBe("addressed");
});

test("every wording is there with its author, and with the line on which what it quotes was found", () => {
  expect(tensionsPage([raised])).toContain(
    "As Muffin put it in round 0, on `docs/roof.md:35`:\n\n> Wet. “a hole”\n\nAs Scone put it in round 0:\n\n> My floor.\n\n",
  );
});

test("so is the wording of a later round that was merged into it", () => {
  const again = eventOf("T0001", "raised", { actors: ["Scone"], note: "raised again as SCONE-T0101" });
  const page = tensionsPage([
    raised,
    {
      texts: [text("Scone", ["[SCONE-T0101: still wet]", "Look at my floor."])],
      merged: [{ local_id: "SCONE-T0101", into: "T0001" }],
      tensions: [again],
    },
  ]);
  expect(page).toContain("As Scone put it in round 1:\n\n> Look at my floor.\n");
});
