import { describe, expect, test } from "vitest";
import { behindLead } from "./line-lead.ts";

const lead = (line: string) => line.slice(0, behindLead(line, 0, line.length));

describe("a line begins for its reader behind", () => {
  test.each([
    ..."\u00a0\u200b\u2003\u3000\u202f\f\v\u2028\ufeff\u00ad\u2060\u0001\u0085",
    ...["• ", "•", "– ", "— ", "◦ ", "▪ ", "‣ ", "⁃ ", "· ", "∙ ", "→ ", "➤ ", "● ", "+ ", "✅ ", "✔️ ", "👉🏽 ", "1️⃣ "],
    ...["1. ", "12) ", "123456789. ", "1.2. ", "1.2.3.4.5) ", "a. ", "B) ", "z.\t", "(1) ", "(a) ", "(iv) "],
    ...[
      "i. ",
      "ii. ",
      "iii) ",
      "iv. ",
      "v. ",
      "vi. ",
      "viii. ",
      "ix. ",
      "x. ",
      "xi. ",
      "xiv. ",
      "xx. ",
      "IV. ",
      "XXXIX. ",
    ],
    ...["[ ] ", "[x] ", "[X]\u00a0"],
    ...["1. - _#* ", "1. • a) ", "\u00a0• 1. ", "a. **"],
  ])("%j", (before) => {
    expect(lead(`${before}[RE:REOPEN T0001]`)).toBe(before);
    expect(lead(`${before}word`)).toBe(before);
  });

  test.each([
    ...[
      "1.",
      "a)",
      "(1)",
      "[x]",
      "[ ]",
      "1234567890. ",
      "1.2345. ",
      "1.2 ",
      "1 ",
      "(1 ",
      "1.2.3.4.5.6. ",
      "ab) ",
      "é) ",
    ],
    ...["iiii. ", "vx. ", "ic. ", "xc. ", "(ab) ", "[y] ", "[  ] ", "[-] "],
    ...["| ", "> ", '"', "“", "(", "`", "\\", "<b>", "= ", "see 1. ", "~", "!", "/"],
  ])("nothing of %j", (before) => {
    expect(lead(`${before}[RE:REOPEN T0001]`)).toBe("");
  });

  test("only what precedes the first word", () => {
    expect(lead("1. a b")).toBe("1. ");
    expect(lead("• see 1. [x]")).toBe("• ");
  });

  test("no more than 96 characters, and no more than the line", () => {
    expect(lead("\u00a0".repeat(100))).toHaveLength(96);
    expect(behindLead("x\u00a0\u00a0\u00a0", 1, 3)).toBe(3);
    expect(behindLead("a. b", 0, 2)).toBe(0);
    expect(behindLead("a", 0, 1)).toBe(0);
    expect(behindLead("", 0, 0)).toBe(0);
  });
});
