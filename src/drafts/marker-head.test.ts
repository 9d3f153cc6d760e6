import { describe, expect, test } from "vitest";
import { disguisedHead, isAnyCaseHead, isMarkerHead } from "./marker-head.ts";

describe("the head of a marker", () => {
  test.each([
    "[RE:SUPPORT P0001]",
    "[MOVE:CONVERGE]",
    "[CITE a]",
    "[CITE:a]",
    "[MUFFIN-P0101: a]",
    "[ÉCLAIR-P0101 : a]",
    "[DISSENT]",
    "[DISSENT: a]",
    "[MINORITY VERDICT: a]",
    "[CONVERGENCE CONFIRMED]",
    "[TENSION T01: a]",
    "[REOPENED T01: a]",
    "[ZOE-C0101: a]",
    "[ABE-C0101: a]",
  ])("is seen in %s, wherever it stands", (text) => {
    expect(isMarkerHead(text, 0)).toBe(true);
    expect(isMarkerHead(`see ${text}`, 4)).toBe(true);
  });

  test.each([
    "[re:support P0001]",
    "[a link](b)",
    "[MUFFIN-P01: a]",
    "[0]",
    "[]",
    "[{RE:SUPPORT}]",
    "[CITES a]",
    "[é]",
  ])("is not seen in %s", (text) => {
    expect(isMarkerHead(text, 0)).toBe(false);
  });
});

describe("a head in any case", () => {
  test.each(["[re:reopen T0001]", "[RE:REOPEN T0001]", "[Muffin-t0101: a]", "[dissent]", "[tension t01: a]"])(
    "is seen in %s, as markers count in any case",
    (text) => {
      expect(isAnyCaseHead(`a ${text}`, 2)).toBe(true);
    },
  );

  test.each(["[cite needed]", "[Cite: a]", "[a re:reopen T0001]", "[muffin-p01: a]", "[x]"])(
    "is not seen in %s",
    (text) => {
      expect(isAnyCaseHead(text, 0)).toBe(false);
    },
  );

  test("is looked for in the first 96 characters", () => {
    expect(isAnyCaseHead(`[${"A".repeat(89)}-P0101:`, 0)).toBe(true);
    expect(isAnyCaseHead(`[${"A".repeat(90)}-P0101:`, 0)).toBe(false);
  });
});

describe("the head that a reader sees", () => {
  const seen = (text: string) => disguisedHead(`a ${text}`, 2, text.length + 2);

  test.each([
    ["[\u200bMUFFIN-T0101: a]", "MUFFIN-T0101: a]"],
    ["[ \u200bRE:REOPEN T0001]", "RE:REOPEN T0001]"],
    ["[RE：REOPEN T0001]", "RE:REOPEN T0001]"],
    ["[MUFFIN–T0101: a]", "MUFFIN-T0101: a]"],
    ["[R\u0415:REOPEN T0001]", "RE:REOPEN T0001]"],
    ["【DISSENT】", "DISSENT]"],
    ["[\u200bCITE a]", "CITE a]"],
    ["[CITE\u3000", "CITE "],
  ])("in %j is %j", (text, head) => {
    expect(seen(text)).toBe(head);
  });

  test.each(["[MUFFIN-T0101: a]", "[中文：说明]", "[\u200bre:reopen T0001]", "[é DISSENT]", "[\u200bMUFFIN-T01: a]"])(
    "in %j is none, or the raw one",
    (text) => {
      expect(seen(text)).toBeNull();
    },
  );

  test("ends at the next bracket and after 96 characters", () => {
    expect(disguisedHead("[\u200bDISSENT]", 0, 9)).toBeNull();
    expect(disguisedHead("[\u200bDISSENT]", 0, 10)).toBe("DISSENT]");
    expect(seen(`[\u200b${"A".repeat(88)}-P0101:`)).toBe(`${"A".repeat(88)}-P0101:`);
    expect(seen(`[\u200b${"A".repeat(89)}-P0101:`)).toBeNull();
  });
});
