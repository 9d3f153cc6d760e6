import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { dialogueId } from "../../test/helpers/records.ts";
import type { RoundRecord } from "../rules/records.ts";
import { ledgerAt } from "../rules/standing.ts";
import { carriedOutside, restsOf } from "./rests.ts";

type Citation = RoundRecord["citations"][number];

const cite = (item: string | null, path: string, more: Partial<Citation> = {}): Citation => ({
  ...{ by: "Muffin", item, path, from: 1, to: 1, words: "so", result: "found", blob: null, line: 2 },
  ...more,
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function rests(citations: Citation[], verdict: object = {}) {
  const records = dialogueOf({
    opening: { subject: { path: "docs/q.md", sha256: "a".repeat(64), lines: ["Old."] } },
    rounds: [
      roundOf(["Muffin", "Scone"], {
        items: [
          itemOf("E0001", "the log", ["Muffin"]),
          itemOf("R0001", "a key", ["Scone"]),
          itemOf("T0001", "lost", ["Muffin"]),
        ],
        tensions: [eventOf("T0001", "raised"), eventOf("T0001", "resolved", { item: "R0001" })],
        citations,
      }),
    ],
    verdicts: [{ recommendation: ["New."], ...verdict }],
  });
  const [given] = records.verdicts;
  const ledger = ledgerAt(records, given);
  return { ...restsOf(ledger, given), judged: carriedOutside(ledger, given!).map(({ id }) => id) };
}

test("a verdict rests on what the items it names cite outside the dialogue and its subject", () => {
  const found = rests(
    [
      cite("E0001", "src/a.ts"),
      cite("E0001", "src/a.ts"),
      cite("E0001", "src/b.ts", { result: "found_elsewhere" }),
      cite("E0001", "src/c.ts", { result: "not_found" }),
      cite("R0001", "src/d.ts"),
      cite(null, "src/e.ts", { result: "file_missing" }),
      cite("E0001", "docs/q.md"),
      cite("E0001", `.blue/dialogues/${dialogueId}/round-0/proposal.md`, { result: "not_found" }),
    ],
    { key_evidence: ["E0001"] },
  );
  expect(found.carried).toEqual({ citations: 3, not_found: 0, lost_by: [], files: ["src/a.ts", "src/b.ts"] });
  expect(found.outside).toMatchObject({ citations: 6, not_found: 2 });
  expect(found.debated).toEqual({
    ...{ citations: 3, not_found: 2, lost_by: ["E0001", "Muffin"], files: ["src/c.ts", "src/d.ts", "src/e.ts"] },
  });
  expect(found.text).toMatchObject({ citations: 2, not_found: 1, lost_by: ["E0001"] });
  expect(found.judged).toEqual(["E0001.1", "E0001.2", "E0001.3"]);
});

test("the subject as it was decided is ground, a draft of it is not", () => {
  for (const text of ["New.", "New.\n"])
    expect(rests([cite("E0001", "docs/q.md", { blob: sha256(text) })], { key_evidence: ["E0001"] })).toMatchObject({
      carried: { citations: 1 },
      text: { citations: 0 },
    });
  expect(rests([cite("E0001", "docs/q.md", { blob: sha256("Old.") })], { key_evidence: ["E0001"] })).toMatchObject({
    carried: { citations: 0 },
    text: { citations: 1 },
  });
});

test("an item is named with the tensions it settles, and as what the verdict names it", () => {
  const { items } = rests([], { key_evidence: ["E0001"], recommendations_adopted: ["R0001"], key_claims: ["C9999"] });
  expect(items).toEqual([
    { id: "E0001", label: "the log", by: ["Muffin"], as: ["key evidence"], settles: [], carried: true },
    { id: "C9999", label: "no such item in the ledger", by: [], as: ["key claim"], settles: [], carried: true },
    { id: "R0001", label: "a key", by: ["Scone"], as: ["adopted"], settles: ["T0001"], carried: true },
  ]);
  expect(rests([], { recommendations_rejected: ["R0001"] }).items).toMatchObject([{ id: "R0001", carried: false }]);
});

test("a verdict that names nothing is shown with what settled its tensions, and rests on none of it", () => {
  expect(rests([cite("R0001", "src/a.ts")])).toMatchObject({
    items: [{ id: "R0001", as: [], settles: ["T0001"], carried: false }],
    carried: { citations: 0, files: [] },
    outside: { citations: 1 },
  });
});
