import { describe, expect, test } from "vitest";
import { cover } from "./cover-inline.ts";
import { explainLostTension, explainNested, explainUncounted } from "./explain-uncounted.ts";

const rule = "To count, it starts a line outside code and quotes; to only show it, write it in backticks.";
const quoted = {
  code: "quoted_marker",
  message: "A marker in code or in a quote counts for nothing.",
  fix: rule,
  blocking: false,
};
const notAtStart = {
  code: "malformed_marker",
  message: "The marker does not start its line.",
  fix: "Start the line with the bracket: before it no number, no sign but `-`, `*` or `#`, no backslash, only plain spaces.",
};
const midSentence = {
  code: "mid_sentence",
  message: "A marker in mid-sentence counts for nothing.",
  fix: rule,
  blocking: false,
};

describe("a marker that does not count", () => {
  test("is explained by what covers it", () => {
    for (const lead of ["", null]) {
      expect(explainUncounted(cover.hidden, lead)).toEqual({
        code: "hidden_marker",
        message: "No reader sees this marker: it stands in hidden HTML.",
        fix: rule,
      });
      expect(explainUncounted(cover.fence, lead)).toEqual(quoted);
      expect(explainUncounted(cover.quote, lead)).toEqual(quoted);
    }
    expect(explainUncounted(cover.lazy, null)).toEqual(quoted);
    expect(explainUncounted(cover.span, null)).toEqual(quoted);
    expect(explainUncounted(cover.lazy, "")).toEqual({
      code: "quoted_marker",
      message: "Markdown shows this marker as part of the quote above it.",
      fix: "Put an empty line between the quote and the marker.",
    });
    expect(explainUncounted(cover.span, "")).toEqual({
      code: "quoted_marker",
      message: "Code that begins on an earlier line swallows this marker.",
      fix: "Close or remove the backtick above it.",
    });
  });

  test.each(["", "1. ", "+ ", "• ", "— ", "\\", "a) **", "1.\u00a0", "✔️ "])(
    "and begins its line for a reader, behind %j, was meant to start it",
    (lead) => {
      expect(explainUncounted(cover.none, lead)).toEqual(notAtStart);
      expect(explainUncounted(cover.escaped, lead)).toEqual(notAtStart);
    },
  );

  test.each([
    ["\u200b", "an invisible character (U+200B)"],
    [" - \u00a0**", "an unusual space (U+00A0)"],
    ["\u2003\u200b", "an unusual space (U+2003)"],
    ["#\f_", "an unusual space (U+000C)"],
  ])("because of what nobody sees before it, %j, names that", (lead, name) => {
    expect(explainUncounted(cover.none, lead)).toEqual({
      ...notAtStart,
      message: `Before the marker stands ${name}.`,
    });
  });

  test("is otherwise in mid-sentence", () => {
    expect(explainUncounted(cover.none, null)).toEqual(midSentence);
    expect(explainUncounted(cover.escaped, null)).toEqual(midSentence);
  });
});

test("a marker inside another must come out, unless it is only shown", () => {
  expect(explainNested(cover.none)).toEqual({
    code: "malformed_marker",
    message: "A marker inside another marker's brackets counts for nothing.",
    fix: "Put it behind the closing bracket; to only show it, write it in backticks.",
  });
  expect(explainNested(cover.span)).toEqual(quoted);
  expect(explainNested(cover.escaped)).toEqual(midSentence);
});

test("a tension that stands nowhere else must come to the start of a line", () => {
  expect(explainLostTension("MUFFIN-T0101")).toEqual({
    code: "malformed_marker",
    message: "MUFFIN-T0101 stands only in the middle of a line, where it counts for nothing.",
    fix: "Start a line with [MUFFIN-T0101: label]; to only show it, write it in backticks.",
    blocking: true,
  });
});
