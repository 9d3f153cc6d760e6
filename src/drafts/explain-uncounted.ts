/** Says why a whole marker at this place does not count. What the author could only have meant to count blocks; the rest is a note. */
import { cover } from "./cover-inline.ts";
import { foldHead, hasUnusual, nameUnusual } from "./fold-head.ts";
import type { Finding } from "./problem-list.ts";

const rule = "To count, it starts a line outside code and quotes; to only show it, write it in backticks.";

/** `lead`: what stands between it and the place where it would count; null when it does not begin its line for a reader either. */
export function explainUncounted(covered: number, lead: string | null): Finding {
  switch (covered) {
    case cover.hidden:
      return { code: "hidden_marker", message: "No reader sees this marker: it stands in hidden HTML.", fix: rule };
    case cover.lazy:
      if (lead === null) return quoted;
      return {
        code: "quoted_marker",
        message: "Markdown shows this marker as part of the quote above it.",
        fix: "Put an empty line between the quote and the marker.",
      };
    case cover.span:
      if (lead === null) return quoted;
      return {
        code: "quoted_marker",
        message: "Code that begins on an earlier line swallows this marker.",
        fix: "Close or remove the backtick above it.",
      };
    case cover.fence:
    case cover.quote:
      return quoted;
    default:
      return lead === null ? midSentence : notAtStart(lead);
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

/** In mid-sentence, and marked nowhere else: nobody gives a new tension a number only to mention it. */
export function explainLostTension(localId: string): Finding & { blocking: true } {
  return {
    code: "malformed_marker",
    message: `${localId} stands only in the middle of a line, where it counts for nothing.`,
    fix: `Start a line with [${localId}: label]; to only show it, write it in backticks.`,
    blocking: true,
  };
}

const nested: Finding = {
  code: "malformed_marker",
  message: "A marker inside another marker's brackets counts for nothing.",
  fix: "Put it behind the closing bracket; to only show it, write it in backticks.",
};

/** In the label or topic of a marker that counts. */
export function explainNested(covered: number): Finding {
  return covered === cover.none ? nested : explainUncounted(covered, null);
}

function notAtStart(lead: string): Finding {
  const unseen = hasUnusual(lead) && /^[ *_#-]*$/.test(foldHead(lead));
  return {
    code: "malformed_marker",
    message: unseen ? `Before the marker stands ${nameUnusual(lead)}.` : "The marker does not start its line.",
    fix: "Start the line with the bracket: before it no number, no sign but `-`, `*` or `#`, no backslash, only plain spaces.",
  };
}
