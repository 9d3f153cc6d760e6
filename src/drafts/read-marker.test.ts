/** What stands between the brackets of a line-starting marker, case by case: what it is, or what its author is told. */
import { describe, expect, test } from "vitest";
import { formatId } from "../rules/ids.ts";
import type { Marker } from "./marker.ts";
import { readMarker } from "./read-marker.ts";

const who = { expert: "Muffin", round: 1 };

/** A marker in one line. */
function said(marker: Marker | null): string {
  if (marker === null) return "nothing";
  const older = "older" in marker && marker.older ? "older " : "";
  const targets = "targets" in marker ? marker.targets : [];
  const ids = targets.map(({ id, raw }) => `${formatId(id, true)}<${raw}`).join(" ");
  switch (marker.is) {
    case "malformed":
      return `${marker.startsBlock ? "a block: " : ""}${marker.message} ${marker.fix}`;
    case "item":
      return `${older}item ${formatId(marker.id)}: ${marker.label}`;
    case "stance":
      return `stance ${formatId(marker.id)}: ${marker.position} ${marker.confidence}`;
    case "statement":
      return `${marker.kind}: ${marker.label}`;
    case "ref":
      return `${older}ref ${marker.kind} ${ids}`;
    case "move":
      return `${older}move ${marker.kind} ${ids}(${marker.topic})`;
    case "remark":
      return `${older}remark`;
  }
}

describe("what stands in brackets", () => {
  test.each([
    ["RE:SUPPORT P0001", "ref SUPPORT P0001<P0001"],
    [" RE : refine  P0001, r0002 and T0003", "ref REFINE P0001<P0001 R0002<r0002 T0003<T0003"],
    ["re:support P0001", "ref SUPPORT P0001<P0001"],
    ["MOVE:CONVERGE", "move CONVERGE (null)"],
    ["MOVE:CONVERGE  ", "move CONVERGE (null)"],
    ["MOVE:REQUEST : figures for 2025 ", "move REQUEST (figures for 2025)"],
    ["MOVE:REQUEST figures", "move REQUEST (figures)"],
    ["MOVE:REQUEST a : b", "move REQUEST (a : b)"],
    ["MOVE:DEFEND P0001", "move DEFEND P0001<P0001(null)"],
    ["DISSENT", "dissent: null"],
    ["DISSENT: too dear ", "dissent: too dear"],
    ["dissent:", "dissent: null"],
    ["MINORITY VERDICT: wait", "minority_verdict: wait"],
    ["MINORITY_VERDICT: wait", "minority_verdict: wait"],
    ["MUFFIN-P0101: cost", "item MUFFIN-P0101: cost"],
    [" MUFFIN-P0101. : cost", "item MUFFIN-P0101: cost"],
    ["SCONE-P0101: cost", "item SCONE-P0101: cost"],
    ["Muffin-2-P0101: cost", "item MUFFIN-2-P0101: cost"],
    ["MUFFIN–P0101: cost", "item MUFFIN-P0101: cost"],
    ["MUFFIN-S0101: APPROVE", "stance MUFFIN-S0101: APPROVE null"],
  ])("is a reference, a move, a statement, an item or a stance: [%s]", (inner, expected) => {
    expect(said(readMarker(inner, who))).toBe(expected);
  });

  test.each([
    ["PERSPECTIVE P03: label", "older item MUFFIN-P0103: label"],
    ["TENSION T0101: label", "older item MUFFIN-T0101: label"],
    ["CLAIM C2. : label ", "older item MUFFIN-C0102: label"],
    ["RECOMMENDATION R01 label", "older item MUFFIN-R0101: label"],
    [" EVIDENCE E01: a: b", "older item MUFFIN-E0101: a: b"],
    ["REFINEMENT T07: finer", "older ref REFINE T07<T07"],
    ["REFINEMENT: finer", "older remark"],
    ["REFINEMENT", "older remark"],
    ["RESOLVED T01", "older ref RESOLVE T01<T01"],
    ["RESOLVED T01 by caching", "older ref RESOLVE T01<T01"],
    ["REOPENED T01", "older ref REOPEN T01<T01"],
    ["REOPENED T0001: it failed again", "older ref REOPEN T0001<T0001"],
    ["RESOLUTION: T01", "older ref RESOLVE T01<T01"],
    ["ACKNOWLEDGED T09: yes", "older ref ADDRESS T09<T09"],
    ["CONCESSION: I was wrong ", "older move CONCEDE (I was wrong)"],
    ["CONCESSION P03: I was wrong", "older move CONCEDE P03<P03(P03: I was wrong)"],
    ["CONCESSION", "older move CONCEDE (null)"],
    ["CONVERGENCE CONFIRMED", "older move CONVERGE (null)"],
  ])("is a marker of the older dialect: [%s]", (inner, expected) => {
    expect(said(readMarker(inner, who))).toBe(expected);
  });

  test.each([
    "Re: your question",
    "xRE:SUPPORT P0001",
    "Move: to the left",
    "a MOVE:CONVERGE",
    "a DISSENT",
    "a DISSENT: x",
    "dissenting",
    "MUFFIN-P0001",
    "SCONE-P0101",
    "ISO-A4: paper",
    "ISO-A4000",
    "ISO-S1",
    "see MUFFIN-P0101: cost",
    "**a MUFFIN-P0101: cost**",
    "_I RE:SUPPORT P0001_",
    "P0101:",
    "P01: cost",
    "a P0101: cost",
    "MUFFIN-cost",
    "MUFFIN-Px",
    "MUFFIN top",
    "a RE SUPPORT P0001",
    "CONVERGES",
    "SUPPORT X0001",
    "SUPPORT of P0001",
    "AGREE P0001",
    "a SUPPORT P0001",
    "RE",
    "x",
    "",
    "link text",
    "a TENSION T01: x",
    "CONVERGENCE CONFIRMED now",
    "a CONVERGENCE CONFIRMED",
    "TENSIONS T01: x",
    "Tensions T01: x",
    "Tension: x",
    "Tension T01",
    "Tension T01 x",
    "Tension T101: x",
    "Tension between: x",
    "a Tension T01: x",
    "the tension T01: x",
    "Reopen T01",
    "Reopen T0001 now",
    "a Reopen T0001",
    "Reopen X0001",
    "Reopened T01",
    "Reopened T0001 again",
    "Re-open T0001 now",
    "Re-open T01",
    "re:reopened the matter",
    "re:reopened T01",
    "Re: T0001 reopened",
    "a RE-OPEN T0001",
    "RE-OPEN X0001",
    "RE-OPEN the matter: T0001",
    "RE-OPENING T0001",
    "RE----OPEN T0001",
    "RE-OPENT0001",
    "RE-OPEN T0000001",
    "RE-OPENED",
    "RE OPEN",
    "PRE-OPEN T0001",
    "MUFFIN - Thoughts: x",
    "MUFFIN-To: Scone",
    "MUFFIN-TOLL: x",
    "MUFFIN-T 0101 cost",
    "MUFFIN - T0101 cost",
    "MUFFIN-T----0101: cost",
    "MUFFIN ---- T0101: cost",
    "MUFFIN-T-123456789: cost",
    "MUFFIN-T--",
    "MUFFIN-TENSIONS-0101: cost",
    "MUFFIN-X-0101: cost",
    "MUFFIN and T-0101: cost",
    "MUFFINS: fresh",
    "MUFFIN's claim: x",
    "MUFFIN: x",
    "SCONE-T-0101: cost",
    "SCONE - T0101: cost",
    "SCONE-TO101: cost",
    "SCONE-TENSION-0101: cost",
    "a MUFFIN-T-0101: cost",
    "T-0101: cost",
    "TO101: cost",
    "T01: cost",
    "Tension: cost",
  ])("is ordinary Markdown: [%s]", (inner) => {
    expect(readMarker(inner, who)).toBeNull();
  });

  test.each([
    [
      "RE:AGREE P0001",
      "`RE:AGREE` is no kind of reference. Write [RE:<kind> id] with SUPPORT, OPPOSE, QUESTION, DEPEND, REFINE, ADDRESS, RESOLVE or REOPEN.",
    ],
    ["RE:SUPPORT", "RE:SUPPORT names no item. Write [RE:SUPPORT id], for example [RE:SUPPORT T0001]."],
    ["RE:SUPPORT  ", "RE:SUPPORT names no item. Write [RE:SUPPORT id], for example [RE:SUPPORT T0001]."],
    [
      "RE:RESOLVE because it is",
      "RE:RESOLVE is followed by something that is no ID. Inside the brackets write IDs only, such as [RE:RESOLVE T0001]: global ones of earlier rounds, local ones of this round. Reasons go behind them.",
    ],
    [
      "RE:",
      "`RE:` is no kind of reference. Write [RE:<kind> id] with SUPPORT, OPPOSE, QUESTION, DEPEND, REFINE, ADDRESS, RESOLVE or REOPEN.",
    ],
    [
      "MOVE:CONVERGE now",
      "MOVE:CONVERGE takes nothing with it. Write [MOVE:CONVERGE] alone and the rest behind the bracket.",
    ],
    ["MOVE:REQUEST", "MOVE:REQUEST names no topic. Write [MOVE:REQUEST what you need]."],
    ["MOVE:REQUEST:", "MOVE:REQUEST names no topic. Write [MOVE:REQUEST what you need]."],
    ["MOVE:DEFEND", "MOVE:DEFEND names no item. Write [MOVE:DEFEND id], for example [MOVE:DEFEND T0001]."],
    [
      "MOVE:DANCE",
      "`MOVE:DANCE` is no move. Write [MOVE:<kind>] with DEFEND, CHALLENGE, BRIDGE, REQUEST, CONCEDE or CONVERGE.",
    ],
    [
      "DISSENT too dear",
      "a block: A formal objection has its text behind the brackets. Write [DISSENT] or [MINORITY VERDICT: label].",
    ],
    ["MINORITY VERDICT", "a block: The minority verdict has no label. Write [MINORITY VERDICT: label], then the text."],
    [
      "MINORITY VERDICT:",
      "a block: The minority verdict has no label. Write [MINORITY VERDICT: label], then the text.",
    ],
    [
      "MUFFIN-P0101",
      "a block: MUFFIN-P0101 has no label. Write [MUFFIN-P0101: label]; to mention an item, leave the brackets out.",
    ],
    [
      "MUFFIN-P0101:",
      "a block: MUFFIN-P0101 has no label. Write [MUFFIN-P0101: label]; to mention an item, leave the brackets out.",
    ],
    [
      "SCONE-P0101:",
      "a block: MUFFIN-P0101 has no label. Write [MUFFIN-P0101: label]; to mention an item, leave the brackets out.",
    ],
    ["MUFFIN-X0101: cost", "a block: `X` is no type of item. Use P, R, T, E, C or S, as in [MUFFIN-P0101: label]."],
    [
      "MUFFIN-P101: cost",
      "a block: `MUFFIN-P101` has the wrong number of digits. Two digits of round, two or more of sequence: [MUFFIN-P0101: label].",
    ],
    [
      "MUFFIN-P01: cost",
      "a block: `MUFFIN-P01` has the wrong number of digits. Two digits of round, two or more of sequence: [MUFFIN-P0101: label].",
    ],
    ["ISO-A4000: paper", "a block: `A` is no type of item. Use P, R, T, E, C or S, as in [MUFFIN-P0101: label]."],
    [
      "ISO-P12: paper",
      "a block: `ISO-P12` has the wrong number of digits. Two digits of round, two or more of sequence: [MUFFIN-P0101: label].",
    ],
    [
      "**MUFFIN-P0101: cost**",
      "a block: The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    [
      "`RE:SUPPORT P0001`",
      "The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    [
      "[MOVE:CONVERGE",
      "The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    [
      "\\CITE a",
      "The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    [
      "*DISSENT: x*",
      "a block: The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    [
      "  RE:SUPPORT P0001",
      "The marker is wrapped in something. Directly behind one opening bracket comes the marker's name, plain.",
    ],
    ["P0101: cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["P0101:cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["P0101 : cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN P0101: cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN_P0101", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN.P0001", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN P0001: cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFINP0102: cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN-", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN-P", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN-P:", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN- : cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN-P : cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["muffin T0101 : cost", "a block: This is not how an item is marked. Write [MUFFIN-T0101: label]."],
    ["MUFFIN–T01 x", "a block: This is not how an item is marked. Write [MUFFIN-T0101: label]."],
    ["MUFFINt0102: cost", "a block: This is not how an item is marked. Write [MUFFIN-T0101: label]."],
    ["MUFFIN X0102: cost", "a block: This is not how an item is marked. Write [MUFFIN-P0101: label]."],
    ["MUFFIN T0101", "a block: This is not how an item is marked. Write [MUFFIN-T0101: label]."],
    ["RE SUPPORT P0001", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["RE-SUPPORT P0001", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["RE - SUPPORT P0001", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["MOVE CONVERGE", "CONVERGE lacks its `MOVE:`. Write [MOVE:CONVERGE]."],
    ["MOVE;DEFEND P0001", "DEFEND lacks its `MOVE:`. Write [MOVE:DEFEND id]."],
    ["CONVERGE", "CONVERGE lacks its `MOVE:`. Write [MOVE:CONVERGE]."],
    ["SUPPORT P0001", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["SUPPORT  MUFFIN-P0101", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["CHALLENGE T1", "CHALLENGE lacks its `MOVE:`. Write [MOVE:CHALLENGE id]."],
    ["Reopen T0001", "REOPEN lacks its `RE:`. Write [RE:REOPEN id]."],
    ["support  Scone-P0101 ", "SUPPORT lacks its `RE:`. Write [RE:SUPPORT id]."],
    ["challenge c000101", "CHALLENGE lacks its `MOVE:`. Write [MOVE:CHALLENGE id]."],
    ["re:reopened T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["Re : reopened T0001: it failed", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["re:re-open T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["**RE:RE-OPEN T0001**", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["**RE : RE-OPEN T1 now**", "This is not how a tension is reopened. Write [RE:REOPEN T1]."],
    ["RE-OPEN T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["RE-OPEN: T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["RE-OPEN T1 because", "This is not how a tension is reopened. Write [RE:REOPEN T1]."],
    ["RE-OPENED T000101", "This is not how a tension is reopened. Write [RE:REOPEN T000101]."],
    ["RE OPEN T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["RE - OPEN SCONE-T0101", "This is not how a tension is reopened. Write [RE:REOPEN SCONE-T0101]."],
    ["RE–OPEN Scone-T0101, T0002", "This is not how a tension is reopened. Write [RE:REOPEN Scone-T0101]."],
    ["RE-OPEN P0001", "This is not how a tension is reopened. Write [RE:REOPEN P0001]."],
    ["Re-open  scone-t0101 ", "This is not how a tension is reopened. Write [RE:REOPEN scone-t0101]."],
    ["re open T0001 : it failed", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["Reopened T0001", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    ["Reopen T0001: it failed", "This is not how a tension is reopened. Write [RE:REOPEN T0001]."],
    [
      "RE:REOPENED T0001",
      "`RE:REOPENED` is no kind of reference. Write [RE:<kind> id] with SUPPORT, OPPOSE, QUESTION, DEPEND, REFINE, ADDRESS, RESOLVE or REOPEN.",
    ],
    ["Reopened T01: x", "a block: `Reopened` is not how a marker begins. Write [RE:REOPEN id]."],
    [
      "REOPENED: all of it",
      "a block: REOPENED names no tension. Write [REOPENED T01: how], or in the current form [RE:REOPEN id].",
    ],
    ["Tension T01: x", "a block: `Tension` is not how a marker begins. Write [MUFFIN-T0101: label]."],
    ["tension T0002: x", "a block: `tension` is not how a marker begins. Write [MUFFIN-T0102: label]."],
    [
      " Perspective  muffin-p0103. — x",
      "a block: `Perspective` is not how a marker begins. Write [MUFFIN-P0103: label].",
    ],
    ["Recommendation R1 – x", "a block: `Recommendation` is not how a marker begins. Write [MUFFIN-R0101: label]."],
    ["Evidence E1 - x", "a block: `Evidence` is not how a marker begins. Write [MUFFIN-E0101: label]."],
    ["Claim C1: x", "a block: `Claim` is not how a marker begins. Write [MUFFIN-C0101: label]."],
    ["Resolved T01: x", "a block: `Resolved` is not how a marker begins. Write [RE:RESOLVE id]."],
    ["Acknowledged T01: x", "a block: `Acknowledged` is not how a marker begins. Write [RE:ADDRESS id]."],
    [
      "TENSION T01",
      "a block: This tension lacks its number or its label. Write [MUFFIN-T0101: label], with the round and your own count in the number.",
    ],
    [
      "TENSION T01: ",
      "a block: This tension lacks its number or its label. Write [MUFFIN-T0101: label], with the round and your own count in the number.",
    ],
    [
      "TENSION: T01 label",
      "a block: This tension lacks its number or its label. Write [MUFFIN-T0101: label], with the round and your own count in the number.",
    ],
    [
      "TENSION P01: label",
      "a block: This tension lacks its number or its label. Write [MUFFIN-T0101: label], with the round and your own count in the number.",
    ],
    [
      "TENSION SCONE-T0101: label",
      "a block: This tension lacks its number or its label. Write [MUFFIN-T0101: label], with the round and your own count in the number.",
    ],
    [
      "RESOLVED by caching",
      "a block: RESOLVED names no tension. Write [RESOLVED T01: how], or in the current form [RE:RESOLVE id].",
    ],
    [
      "ACKNOWLEDGED",
      "a block: ACKNOWLEDGED names no tension. Write [ACKNOWLEDGED T01: how], or in the current form [RE:ADDRESS id].",
    ],
  ])("is clearly meant as a marker, and told how to become one: [%s]", (inner, expected) => {
    expect(said(readMarker(inner, who))).toBe(expected);
  });

  test.each([
    ["MUFFIN-T-0203", "T0103"],
    ["MUFFIN-T 0102", "T0102"],
    ["MUFFIN-T.0102", "T0102"],
    ["MUFFIN-T #0102", "T0102"],
    ["MUFFIN-T - 0102", "T0102"],
    ["MUFFIN-T: 0102", "T0102"],
    ["MUFFIN-T-0102 ", "T0102"],
    ["MUFFIN-T-0102.", "T0102"],
    ["MUFFIN-T-01-02", "T0102"],
    ["MUFFIN-T-0 1.0 2", "T0102"],
    ["MUFFIN-T-000102", "T01102"],
    ["MUFFIN-T-00010002", "T0101"],
    ["MUFFIN-T-2", "T0101"],
    ["MUFFIN - T0102", "T0102"],
    ["MUFFIN – T0102", "T0102"],
    ["MUFFIN --T0102", "T0102"],
    ["MUFFIN/T0102", "T0102"],
    ["MUFFIN:T0102", "T0102"],
    ["MUFFIN: T0102", "T0102"],
    ["MUFFIN-TO1O2", "T0102"],
    ["MUFFIN-TOl02", "T0102"],
    ["MUFFIN-TOI02", "T0102"],
    ["muffin-to1o2", "T0102"],
    ["MUFFIN-T01O2", "T0102"],
    ["MUFFIN-TENSION-0102", "T0102"],
    ["MUFFIN-TENSION 0102", "T0102"],
    ["MUFFIN-Tension T0102", "T0102"],
    ["MUFFIN TENSION", "T0101"],
    ["MUFFIN-TENSION", "T0101"],
    ["MUFFIN-T", "T0101"],
    ["MUFFIN T", "T0101"],
    ["MUFFIN-P-0102", "P0102"],
    ["MUFFIN-R 0102", "R0102"],
    ["MUFFIN - E0102", "E0102"],
    ["MUFFIN-CO102", "C0102"],
    ["MUFFIN-S-0101", "S0101"],
    ["MUFFIN-PERSPECTIVE-0102", "P0102"],
    ["MUFFIN-RECOMMENDATION-0102", "R0102"],
    ["MUFFIN-EVIDENCE-0102", "E0102"],
    ["MUFFIN-CLAIM-0102", "C0102"],
    ["MUFFIN-STANCE-0101", "S0101"],
  ])("is an own item with a slip in its ID, and told which it is: [%s: cost]", (head, id) => {
    expect(said(readMarker(`${head}: cost`, who))).toBe(
      `a block: This is not how an item is marked. Write [MUFFIN-${id}: label].`,
    );
  });

  test("is read from its beginning only, however long it is", () => {
    const far = " ".repeat(100);
    expect(said(readMarker(`RE:SUPPORT ${far}P0001`, who))).toBe("ref SUPPORT P0001<P0001");
    expect(said(readMarker(`${far}MUFFIN-P0101: cost`, who))).toBe("nothing");
    expect(said(readMarker(`RESOLVED ${far}T01`, who))).toContain("RESOLVED names no tension.");
    expect(said(readMarker(`TENSION T01: ${"y".repeat(100)}`, who))).toBe(
      `older item MUFFIN-T0101: ${"y".repeat(100)}`,
    );
  });
});
