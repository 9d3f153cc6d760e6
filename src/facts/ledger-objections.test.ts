import { expect, test } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { dialogueId } from "../../test/helpers/records.ts";
import { foldLedger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import { objectionsOf } from "./ledger-objections.ts";
import { tensionFacts } from "./tensions.ts";

const text = (expert: string, ...lines: string[]) => ({ ...textsOf([expert])[0]!, lines });
const cite = (path: string, from: number): RoundRecord["citations"][number] => ({
  ...{ by: "Bob", item: "T0001", path, from, to: from, words: null, result: "found", blob: null, line: 1 },
});
const resolves = (by: string, from: string) => ({ kind: "RESOLVE" as const, by, from, target: "T0001", line: 2 });

/** Bob, a guest, raised T0001. Scone's C0101 would settle it, and so would Muffin's shorter C0102, which Scone opposes. */
function objection(...then: Partial<RoundRecord>[]) {
  const { opening, rounds } = dialogueOf({
    opening: { subject: { path: "keys.md", sha256: "a".repeat(64), lines: ["Old."] } },
    rounds: [
      roundOf(["Muffin", "Scone"], {
        texts: [...textsOf(["Muffin", "Scone"]), text("Bob", "[BOB-T0001: keys leak]", "Anybody reads them.")],
        items: [itemOf("T0001", "keys leak", ["Bob"])],
        tensions: [eventOf("T0001", "raised")],
        citations: [
          cite("src/a.ts", 3),
          cite(`.blue/dialogues/${dialogueId}/round-0/proposal.md`, 7),
          cite("keys.md", 9),
        ],
      }),
      roundOf(["Muffin", "Scone"], {
        texts: [
          text("Muffin", "[MUFFIN-C0102: salt]", "Salt."),
          text("Scone", "[SCONE-C0101: hash]", "Hash every key."),
        ],
        items: [itemOf("C0101", "hash", ["Scone"]), itemOf("C0102", "salt", ["Muffin"])],
        refs: [resolves("Scone", "C0101"), resolves("Muffin", "C0102")],
      }),
      ...[
        { refs: [{ ...resolves("Scone", "C0102"), kind: "OPPOSE" as const, from: null, target: "C0102" }] },
        ...then,
      ].map((round) => roundOf(["Muffin", "Scone"], round)),
    ],
  });
  const ledger = foldLedger(opening, rounds);
  return objectionsOf(tensionFacts(ledger), ledger)[0]!;
}

test("an objection is told in the words of who raised it, a guest marked as one, with the places it quotes", () => {
  expect(objection()).toMatchObject({
    said: { by: "Bob (guest)", words: "Anybody reads them." },
    line: 7,
    sources: ["src/a.ts:3"],
  });
});

test("where nobody says that something settles it, a recommendation about it since it came back is the fix", () => {
  const about = (item: string) => eventOf("T0001", "addressed", { actors: ["Scone"], item });
  const taken = { refs: [{ ...resolves("Muffin", "C0101"), kind: "OPPOSE" as const, from: null, target: "C0101" }] };
  const early = { items: [itemOf("R0301", "salt", ["Muffin"])], tensions: [about("R0301"), about("E0301")] };
  expect(objection(taken).fix).toBeNull();
  expect(objection(taken, early).fix).toMatchObject({ label: "salt" });
  const back = { tensions: [eventOf("T0001", "reopened", { actors: ["Bob"], item: "T0001" })] };
  expect(objection(taken, early, back).fix).toBeNull();
});

test("while it is open only what may settle it is a fix; once it is closed, everything that was offered", () => {
  expect(objection().fix).toEqual({ by: "Scone", label: "hash", words: "Hash every key." });
  const closed = { tensions: [eventOf("T0001", "resolved", { actors: ["Scone"], item: "C0101" })] };
  expect(objection(closed)).toMatchObject({
    fix: { by: "Muffin", label: "salt", words: "Salt." },
    closed: { by: ["Scone"], words: "Hash every key." },
  });
  const lost = { tensions: [eventOf("T0001", "resolved", { actors: ["Scone"], item: "C0909" })] };
  expect(objection(lost).closed).toMatchObject({ by: ["Scone"], words: "" });
});
