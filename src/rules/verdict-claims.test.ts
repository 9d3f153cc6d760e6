import { expect, it } from "vitest";
import { dialogueOf, eventOf, itemOf, roundOf, textsOf } from "../../test/helpers/example-dialogue.ts";
import { foldLedger } from "./ledger.ts";
import { checkVerdictClaims, type VerdictClaims } from "./verdict-claims.ts";

const names = ["Muffin", "Scone"];
const { opening, rounds } = dialogueOf({
  rounds: [
    roundOf(names, {
      items: ["T0001", "T0002", "T0003", "R0001", "E0001", "C0001"].map((id) => itemOf(id, id, ["Muffin"])),
      tensions: ["T0001", "T0002", "T0003"].map((id) => eventOf(id, "raised")),
      texts: textsOf(names).map((text) => (text.expert === "Scone" ? { ...text, state: "absent" as const } : text)),
    }),
    roundOf(["Muffin", "Donut"], {
      tensions: [eventOf("T0001", "resolved", { item: "R0001" }), eventOf("T0002", "accepted")],
    }),
  ],
});
const ledger = foldLedger(opening, rounds);

const check = (claims: Omit<VerdictClaims, "verdict_type">, verdict_type: VerdictClaims["verdict_type"] = "final") =>
  checkVerdictClaims(ledger, { verdict_type, ...claims }).map(
    ({ code, field, value, constraint, message, suggestion }) => ({
      said: [code, field, value, constraint],
      message,
      suggestion,
    }),
  );

it("what is so may be said, however an ID or a name is written", () => {
  expect(
    check(
      {
        tensions_resolved: ["t0001."],
        tensions_accepted: ["T0002"],
        recommendations_adopted: ["R0001"],
        recommendations_rejected: ["R0001"],
        key_evidence: ["E0001"],
        key_claims: ["c0001"],
        supporting_experts: ["muffin", "Donut"],
      },
      "minority",
    ),
  ).toEqual([]);
  expect(check({})).toEqual([]);
});

it.each([
  ["tensions_resolved", "T0003", "count_mismatch", "T0003 is open after round 1, not resolved"],
  ["tensions_resolved", "T0002", "count_mismatch", "T0002 is accepted after round 1, not resolved"],
  ["tensions_resolved", "R0001", "type_id_mismatch", "R0001 is of another type"],
  ["key_evidence", "E0909", "target_not_found", "there is no item E0909 after round 1"],
  ["key_claims", "E0001", "type_id_mismatch", "E0001 is of another type"],
] as const)("`%s: %s` is refused as %s", (list, id, code, message) => {
  expect(check({ [list]: [id] })).toEqual([
    {
      said: [code, list, id, "ledger"],
      message: `\`${list}\`: ${message}`,
      suggestion: "`blue dialogue get` lists the items.",
    },
  ]);
});

it("a note holds accepted tensions to the ledger; a final verdict is held to them by the gate", () => {
  expect(check({ tensions_accepted: ["T0003"] }, "interim")).toMatchObject([
    { message: "`tensions_accepted`: T0003 is open after round 1, not accepted" },
  ]);
  expect(check({ tensions_accepted: ["T0003"] }, "final")).toEqual([]);
});

it("before the first round nothing is there to be named", () => {
  const [error] = checkVerdictClaims(foldLedger(opening, []), { verdict_type: "interim", key_claims: ["C0001"] });
  expect(error!.message).toBe("`key_claims`: there is no item C0001");
});

it("a supporter whose text broke off wrote", () => {
  const texts = textsOf(names).map((text) => ({ ...text, state: "incomplete" as const }));
  const records = dialogueOf({ rounds: [roundOf(names, { texts })] });
  const claims = { verdict_type: "final" as const, supporting_experts: ["Scone"] };
  expect(checkVerdictClaims(foldLedger(records.opening, records.rounds), claims)).toEqual([]);
});

it("supporters sat on a panel and wrote", () => {
  expect(check({ supporting_experts: ["Scone", "Nobody"] })).toEqual([
    {
      said: ["ungrounded_item", "supporting_experts", "Scone", "supporters_wrote"],
      message: "`supporting_experts`: Scone never wrote a word",
      suggestion: "Name experts of this dialogue who wrote.",
    },
    {
      said: ["panel_mismatch", "supporting_experts", "Nobody", "seated"],
      message: "`supporting_experts`: Nobody was never seated",
      suggestion: "Name experts of this dialogue who wrote.",
    },
  ]);
});
