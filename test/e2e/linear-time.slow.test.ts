/** No reader of text costs more than its length: twice the text, at most two and a half times the processor time. Hostile lines, for every reader. */
import { describe, expect, it } from "vitest";
import { parseObject } from "../../src/cli/install/json-text.ts";
import { statementsOf } from "../../src/cli/install/toml-statements.ts";
import { checkDocument } from "../../src/documents/check-document.ts";
import { readDocument } from "../../src/documents/document.ts";
import { setField } from "../../src/documents/header.ts";
import { relink } from "../../src/documents/links.ts";
import { lintDialogueDocument } from "../../src/documents/lint-dialogue.ts";
import { decidedSentence, olderDecision } from "../../src/documents/older-decision.ts";
import { readReminder } from "../../src/documents/reminder.ts";
import { scanDraft } from "../../src/drafts/scan-draft.ts";
import { BlueError } from "../../src/errors.ts";
import { diffBlocks } from "../../src/facts/text/blocks.ts";
import { splitAnswer } from "../../src/pages/prompts/author-answer.ts";
import { readGrades } from "../../src/rules/grade-sheet.ts";
import { foldLedger } from "../../src/rules/ledger.ts";
import { toLines } from "../../src/rules/lines.ts";
import type { OpeningRecord } from "../../src/rules/records.ts";
import { howHeld, LooseText, Quote } from "../../src/rules/round/loose-text.ts";
import { readSheet } from "../../src/rules/round/sheet.ts";
import { JsonError, parseJson } from "../../src/store/json.ts";
import { sealRecord } from "../../src/store/record.ts";
import { parseMarkdown } from "../../src/web/model/markdown.ts";
import { openingBody } from "../helpers/records.ts";

/** Each is repeated until the text is long enough. */
const units: Record<string, string> = {
  "opening brackets": "[",
  "markers that never close, on one line": "[A-P0101: ",
  "markers that never close, line after line": "[MUFFIN-P0101: \n",
  "markers one after the other": "[RE:SUPPORT P0001] ",
  "IDs one after the other": "[RESOLVED T01,",
  "markers in mid-sentence": "x [MOVE:CONVERGE] ",
  "own IDs": "MUFFIN-T0101: x\n",
  "brackets of another script": "［MUFFIN ",
  backticks: "`",
  "backticks in runs of growing length": "` `` ``` ```` ",
  "lines of three backticks": "```\n",
  "backticks that pair with nothing": "a ` b\n\n",
  "nested quotes": "> ",
  "quoted markers": "> > [MOVE:CONVERGE]\n",
  "comments that never close": "a <!-- b\n\n",
  "nested lists": "- ",
  "indented lists": "  - a\n    - b\n",
  "bold words": "**A:** ",
  stars: "*_",
  definitions: "[a]: b\n",
  links: "[a](b)\n",
  "links on one line": "[a](b) ",
  "links that never close": "](",
  parentheses: "](((",
  headings: "# a\n",
  boxes: "- [ ] a\n",
  "bold rows": "**a:** b\n",
  "table rows": "| **a** | b |\n",
  "one long table row": "| a ",
  "answers to tensions": "T0001: resolved in a, because b.\n",
  "graded defects": '- major: "a" b\n',
  "nested objects": '{"a":',
  "nested arrays": "[[",
  "tables of settings": "[a.b]\nc = 1\n",
  "strings that never close": '"a\\',
  spaces: " ",
  "blank lines": "\n",
};

const rfc = {
  type: "rfc" as const,
  path: ".blue/docs/rfcs/0001-x.draft.md",
  name: { slug: "x", style: "bare" as const },
};
const ledger = foldLedger(sealRecord(openingBody()) as OpeningRecord, []);
const title = "# X\n\n";

/** What may be refused is refused; nothing else may happen. */
const readers: Record<string, (text: string) => unknown> = {
  "a draft": (text) => scanDraft(toLines(`[MUFFIN-P0101: a]\n\n${text}`), { expert: "Muffin", round: 1 }),
  "an author's sheet": (text) => readSheet(ledger, toLines(text), { words: ["resolved", "refused"], how: "" }),
  "a grader's sheet": (text) => readGrades(toLines(text), { letters: ["A", "B"], number: "1" }),
  "an author's answer": (text) => splitAnswer("0".repeat(64), text),
  "a document": (text) => checkDocument(readDocument(rfc, `${title}${text}`), () => false),
  "a document's links": (text) =>
    relink(".blue/docs/rfcs/0002-y.draft.md", `${title}${text} 0001-x.draft.md`, rfc.path, "0001-x.approved.md"),
  "a document's header": (text) => setField(`${title}${text}`, "status", "accepted"),
  "a document's decision": (text) => [
    olderDecision(text),
    decidedSentence(readDocument(rfc, `## Decision\n\n${text}`)),
  ],
  "a saved dialogue": (text) => lintDialogueDocument(`${title}${text}`),
  "a reminder": (text) => readReminder(".blue/reminders/x.pending.md", `${title}${text}`),
  "a record's JSON": (text) => parseJson(text),
  "settings in JSON": (text) => parseObject(`{"a": "${text}`, "settings.json"),
  "settings in TOML": (text) => statementsOf(text, "config.toml"),
  "a cited file": (text) => howHeld(new LooseText(text, "document"), new Quote(text.slice(0, 200))),
  "the page's Markdown": (text) => parseMarkdown(text),
  "the page's comparison": (text) => diffBlocks(text, `${text}\nanother line\n`),
};

/** The least of three, in milliseconds of processor time: what else runs makes it more, never less. */
function cost(read: (text: string) => unknown, unit: string, characters: number): number {
  const text = unit.repeat(Math.ceil(characters / unit.length));
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    try {
      read(text);
    } catch (thrown) {
      if (!(thrown instanceof BlueError || thrown instanceof JsonError)) throw thrown;
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe.each(Object.entries(readers))("%s", (_, read) => {
  it("of twice the length takes at most two and a half times as long", { timeout: 120_000 }, () => {
    const slow = Object.entries(units).flatMap(([name, unit]) => {
      const half = cost(read, unit, 60_000);
      const whole = cost(read, unit, 120_000);
      // What takes only milliseconds proves nothing either way.
      return whole > half * 2.5 + 20 ? [`${name}: ${half} ms, then ${whole} ms`] : [];
    });
    expect(slow).toEqual([]);
  });
});
