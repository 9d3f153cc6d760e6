import { describe, expect, test } from "vitest";
import { parseId } from "../rules/ids.ts";
import { readStance } from "./read-stance.ts";

const id = parseId("MUFFIN-S0101")!;
const form = "Write it as [NAME-S0101: APPROVE | 0.85], with APPROVE, REJECT, CONDITIONAL, HOLD or ABSTAIN.";

describe("a stance", () => {
  test.each([
    ["APPROVE", "APPROVE", null],
    ["approve", "APPROVE", null],
    ["REJECT | 0.85", "REJECT", 0.85],
    ["HOLD|1", "HOLD", 1],
    ["HOLD \\| 0", "HOLD", 0],
    ["ABSTAIN, .5", "ABSTAIN", 0.5],
    ["ABSTAIN; .25", "ABSTAIN", 0.25],
    ["CONDITIONAL 1.", "CONDITIONAL", 1],
    ["CONDITIONAL | confidence 0.7", "CONDITIONAL", 0.7],
    ["CONDITIONAL | Confidence: 00.7 ", "CONDITIONAL", 0.7],
    ["CONDITIONAL | confidence=0.7", "CONDITIONAL", 0.7],
    ["CONDITIONAL | confidence:0.75", "CONDITIONAL", 0.75],
    ["CONDITIONAL |", "CONDITIONAL", null],
    ["CONDITIONAL | confidence", "CONDITIONAL", null],
    [`HOLD |${" ".repeat(74)}`, "HOLD", null],
  ])("%j is %s with confidence %s", (written, position, confidence) => {
    expect(readStance(id, written)).toEqual({ is: "stance", id, position, confidence });
  });

  test.each(["YES", "", "1", "I APPROVE", "APPROVE/0.8", "APPROVED", "APPROVE: 0.8"])(
    "%j names no known position",
    (written) => {
      expect(readStance(id, written)).toEqual({
        is: "malformed",
        message: "The stance names no known position.",
        fix: form,
        startsBlock: true,
      });
    },
  );

  test.each([
    "APPROVE | 1.01",
    "APPROVE | -1",
    "APPROVE | 85%",
    "APPROVE | high",
    "APPROVE | 0.8 if it is cheap",
    "APPROVE | a 0.8",
    "APPROVE | my confidence 0.8",
    "APPROVE | .",
    "APPROVE | 0x1",
    `HOLD |${" ".repeat(75)}`,
  ])("%j has a confidence that is none", (written) => {
    expect(readStance(id, written)).toEqual({
      is: "malformed",
      message: "The confidence of a stance is a number from 0 to 1.",
      fix: `${form} A condition or reason goes behind the brackets.`,
      startsBlock: true,
    });
  });
});
