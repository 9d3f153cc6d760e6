/** No reader of text costs more than its length: twice the text, at most two and a half times the processor time. Hostile lines, for every reader. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
import { scannedMarks } from "../../src/operations/web/draft-marks.ts";
import { splitAnswer } from "../../src/pages/prompts/author-answer.ts";
import { readGrades } from "../../src/rules/grade-sheet.ts";
import { foldLedger } from "../../src/rules/ledger.ts";
import { toLines } from "../../src/rules/lines.ts";
import type { OpeningRecord } from "../../src/rules/records.ts";
import { howHeld, LooseText, Quote } from "../../src/rules/round/loose-text.ts";
import { readDecision, readSheet } from "../../src/rules/round/sheet.ts";
import { JsonError, parseJson } from "../../src/store/json.ts";
import { sealRecord } from "../../src/store/record.ts";
import { drawDraft, wordsOfItem } from "../../src/web/model/drawn-draft.ts";
import { parseMarkdown } from "../../src/web/model/markdown.ts";
import { openingBody } from "../helpers/records.ts";

/** Each is repeated until the text is long enough; then comes a letter, because what ends a text is soon trimmed. */
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
  "stars and underscores": "*_",
  stars: "*",
  separators: "*_,;| ",
  dashes: "-",
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
  "lines of spaces": "        \n",
};

const rfc = {
  type: "rfc" as const,
  path: ".blue/docs/rfcs/0001-x.draft.md",
  name: { slug: "x", style: "bare" as const },
};
const ledger = foldLedger(sealRecord(openingBody()) as OpeningRecord, []);
const title = "# X\n\n";

const scan = (text: string) => scanDraft(toLines(text), { expert: "Muffin", round: 0 });
const draw = (text: string) => drawDraft(toLines(text).join("\n"), scannedMarks(scan(text)));

/** As much of a dialogue as the words of one item need. */
function viewOf(text: string) {
  const sources = [{ local_id: "MUFFIN-P0001", expert: "Muffin", round: 0, line: 1 }];
  const view = {
    marks: [{ round: 0, expert: "Muffin", cuts: scannedMarks(scan(text)).cuts, items: {} }],
    export: {
      rounds: [{ round: 0, texts: [{ expert: "Muffin", text: toLines(text).join("\n") }] }],
      perspectives: [{ id: "P0001", sources }],
      ...{ tensions: [], stances: [], refs: [], moves: [], statements: [], citations: [] },
    },
  };
  return { view } as unknown as Parameters<typeof wordsOfItem>[0];
}

/** The text in short lines, each with a word that no other line has. */
const lines = (text: string, word: string) =>
  (text.match(/[\s\S]{1,12}/g) ?? []).map((line, i) => `${line.replaceAll("\n", " ")} ${word}${i}`).join("\n");
const code = (text: string, word: string) => `\`\`\`\n${lines(text, word)}\n\`\`\``;

/** What may be refused is refused; nothing else may happen. */
const readers: Record<string, (text: string) => unknown> = {
  "a draft": (text) => scanDraft(toLines(`[MUFFIN-P0101: a]\n\n${text}`), { expert: "Muffin", round: 1 }),
  "an author's sheet": (text) => readSheet(ledger, toLines(text), { words: ["resolved", "refused"], how: "" }),
  "an author's decision": (text) => readDecision([`Decision: ${text}`]),
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
  "the page's draft": (text) => draw(`[MUFFIN-P0001: a] ${text}\n\n[MUFFIN-T0001: b]\n${text}`),
  "the page's words of an item": (text) =>
    wordsOfItem(viewOf(`[MUFFIN-P0001: a]\n${text}`), { id: "P0001", type: "P" }),
  "the page's comparison of code": (text) => diffBlocks(code(text, "a"), code(text, "b")),
  "the page's comparison": (text) => diffBlocks(text, `${text}\nanother line\n`),
};

/** The least of three, in milliseconds of processor time: what else runs makes it more, never less. */
function cost(read: (text: string) => unknown, unit: string, characters: number): number {
  const text = `a${unit.repeat(Math.ceil(characters / unit.length))}x`;
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
      // What takes only milliseconds proves nothing either way; and what is slow by nature is so again.
      const isSlow = whole > half * 2.5 + 20 && cost(read, unit, 120_000) > half * 2.5 + 20;
      return isSlow ? [`${name}: ${half} ms, then ${whole} ms`] : [];
    });
    expect(slow).toEqual([]);
  });
});

/** Never given much: a stretch of bounded length, what Blue wrote itself, or a text that is cut behind the last thing that can match. */
const bounded = new Set([
  "documents/plain-text.ts: !?\\[([^\\]]*)\\]\\([^)]*\\)",
  "documents/sections.ts: <!--[\\s\\S]*?-->",
  "rules/round/shingles.ts: \\[[^\\]]*\\]",
  "drafts/read-marks.ts: (?:\\[(?:RE|CITE)\\b[^[\\]]*\\][\\s.,;*_]*)+$",
  "drafts/read-marks.ts: [*_]*$",
  "rules/slug.ts: \\S+ \\S+",
  "cli/install/json-text.ts: \\n\\s*(?=[\\]}])",
  "play/stages/between-rounds.ts: \\d+$",
]);

/** A regular expression where code may hold one. */
const literal =
  /(?<=(?:^|[(,=:?!&|{}[;]|return)\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm;

function literals() {
  const src = fileURLToPath(new URL("../../src", import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(src, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, "");
      return [...code.matchAll(literal)].flatMap(([, source, flags]) => {
        try {
          return [{ name: `${file}: ${source}`, pattern: new RegExp(source!, flags) }];
        } catch {
          return []; // a path in a template
        }
      });
    });
}

describe("every regular expression", () => {
  it("takes time in proportion to the text, whatever runs of signs it holds", { timeout: 300_000 }, () => {
    const all = literals();
    expect(all.length).toBeGreaterThan(600);
    const runs = [
      " ",
      "\t",
      "\n",
      " \n",
      "*",
      "-",
      "#",
      ".",
      "a",
      "0",
      "_",
      "|",
      "[",
      "[a",
      "<!--",
      "a.",
      "/",
      "…",
      "*_,;| ",
    ];
    const slow = all.filter(({ name, pattern }) =>
      runs.some((unit) => {
        if (bounded.has(name)) return false;
        const text = `a${unit.repeat(20_000 / unit.length)}\u0001`;
        const took = () => {
          const start = process.cpuUsage();
          if (pattern.global) text.replace(pattern, "");
          else pattern.exec(text);
          return process.cpuUsage(start).user / 1_000;
        };
        // Linear ones take a few milliseconds, the others hundreds; the first time may include compiling it.
        return took() > 50 && took() > 50;
      }),
    );
    expect(slow.map(({ name }) => name)).toEqual([]);
  });
});
