/** Says why a whole marker at this place does not count. What the author could only have meant to count blocks; the rest is a note. */
import { cover } from "./cover-inline.ts";
import type { Finding } from "./problem-list.ts";

const rule = "To count, it starts a line outside code and quotes; to only show it, write it in backticks.";

/** `starts`: it would start its line if it counted; `before`: the line up to it. */
export function explainUncounted(covered: number, starts: boolean, before: string): Finding {
  switch (covered) {
    case cover.hidden:
      return { code: "hidden_marker", message: "No reader sees this marker: it stands in hidden HTML.", fix: rule };
    case cover.lazy:
      if (!starts) return quoted;
      return {
        code: "quoted_marker",
        message: "Markdown shows this marker as part of the quote above it.",
        fix: "Put an empty line between the quote and the marker.",
      };
    case cover.span:
      if (!starts) return quoted;
      return {
        code: "quoted_marker",
        message: "Code that begins on an earlier line swallows this marker.",
        fix: "Close or remove the backtick above it.",
      };
    case cover.fence:
    case cover.quote:
      return quoted;
    default:
      return starts || isListNumber(before) ? notAtStart : midSentence;
  }
}

const quoted: Finding = {
  code: "quoted_marker",
  message: "A marker in code or in a quote counts for nothing.",
  fix: rule,
  blocking: false,
};

const midSentence: Finding = {
  code: "mid_sentence",
  message: "A marker in mid-sentence counts for nothing.",
  fix: rule,
  blocking: false,
};

const notAtStart: Finding = {
  code: "malformed_marker",
  message: "The marker does not start its line.",
  fix: "Start the line with the bracket: no number, no `+`, no backslash before it.",
};

function isListNumber(before: string): boolean {
  return before.length <= 48 && /^\s*(?:[0-9]{1,9}[.)]|[a-z]\)|\+)\s+[-*#_\s]*$/i.test(before);
}
