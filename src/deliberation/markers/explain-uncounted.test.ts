import { describe, expect, test } from "vitest";
import { cover } from "./cover-inline.ts";
import { explainUncounted } from "./explain-uncounted.ts";

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
  fix: "Start the line with the bracket: no number, no `+`, no backslash before it.",
};
const midSentence = {
  code: "mid_sentence",
  message: "A marker in mid-sentence counts for nothing.",
  fix: rule,
  blocking: false,
};

describe("a marker that does not count", () => {
  test("is explained by what covers it", () => {
    for (const starts of [true, false]) {
      expect(explainUncounted(cover.hidden, starts, "")).toEqual({
        code: "hidden_marker",
        message: "No reader sees this marker: it stands in hidden HTML.",
        fix: rule,
      });
      expect(explainUncounted(cover.fence, starts, "")).toEqual(quoted);
      expect(explainUncounted(cover.quote, starts, "")).toEqual(quoted);
    }
    expect(explainUncounted(cover.lazy, false, "")).toEqual(quoted);
    expect(explainUncounted(cover.span, false, "")).toEqual(quoted);
    expect(explainUncounted(cover.lazy, true, "")).toEqual({
      code: "quoted_marker",
      message: "Markdown shows this marker as part of the quote above it.",
      fix: "Put an empty line between the quote and the marker.",
    });
    expect(explainUncounted(cover.span, true, "")).toEqual({
      code: "quoted_marker",
      message: "Code that begins on an earlier line swallows this marker.",
      fix: "Close or remove the backtick above it.",
    });
  });

  test.each(["1. ", "  12)  ", "123456789. ", "a) ", "B)\t", "+ ", " + **", "1. - _#* ", `1. ${" ".repeat(45)}`])(
    "and stands behind %j was meant to start its line",
    (before) => {
      expect(explainUncounted(cover.none, false, before)).toEqual(notAtStart);
    },
  );

  test("was meant to start its line if only a backslash keeps it from that", () => {
    expect(explainUncounted(cover.escaped, true, "\\")).toEqual(notAtStart);
    expect(explainUncounted(cover.escaped, false, "a \\")).toEqual(midSentence);
  });

  test.each(["a ", "1.", "1. a ", "see 1. ", "1234567890. ", "ab) ", "1) + a", "a. ", "é) ", `1. ${" ".repeat(46)}`])(
    "and stands behind %j is in mid-sentence",
    (before) => {
      expect(explainUncounted(cover.none, false, before)).toEqual(midSentence);
    },
  );
});
