/** What a reader takes for a marker and Blue does not must be corrected: a tension may not vanish while the signal beside it counts. */
import { describe, expect, it } from "vitest";
import { type ScannedDraft, scanDraft } from "./scan-draft.ts";

const scan = (...lines: string[]) => scanDraft(lines.join("\n"), { expert: "Muffin", round: 1 });
const told = ({ problems }: ScannedDraft) =>
  problems.map(({ line, code, blocking, message }) => `${line} ${code}${blocking ? "!" : ""} ${message}`);
const nothing = { items: [], refs: [], moves: [], citations: [], statements: [], stances: [], converge: null };
const plainly = "Write it again in plain characters: square brackets, colon, Latin letters and digits.";

describe("a marker with a character that is not what it looks like counts for nothing and must be corrected", () => {
  const invisible: Record<string, string[]> = {
    "U+200B": [
      "[\u200bMUFFIN-T0001: x]",
      "[MUF\u200bFIN-T0001: x]",
      "[MUFFIN-\u200bT0101: x]",
      "[\u200bRE:REOPEN T0001]",
    ],
    "U+00AD": ["[MOVE\u00ad:CONVERGE]", "[MUF\u00adFIN-T0101: x]"],
    "U+2060": ["[MUFFIN\u2060-T0101: x]", "[MUFFIN-T0101\u2060: x]", "[RE:\u2060REOPEN T0001]"],
    "U+200C": ["[RE\u200c:REOPEN T0001]"],
    "U+200D": ["[MINORITY \u200dVERDICT: x]"],
    "U+FEFF": ["[\ufeffMUFFIN-T0101: x]"],
    "U+FE0F": ["[DISSENT\ufe0f]"],
    "U+200E": ["[\u200eMUFFIN-S0101: APPROVE | 0.9]"],
    "U+200F": ["[TENSION T\u200f01: x]"],
    "U+202A": ["[\u202aMUFFIN-T0101\u202c: x]"],
    "U+202E": ["[\u202eRE:REOPEN T0001]"],
    "U+2066": ["[\u2066MUFFIN-T0101\u2069: x]"],
    "U+0001": ["[\u0001MUFFIN-T0101: x]"],
  };
  for (const [code, lines] of Object.entries(invisible)) {
    it(`the invisible ${code}`, () => {
      for (const line of lines) {
        const draft = scan("first", line);
        expect(draft, line).toMatchObject(nothing);
        expect(told(draft), line).toEqual([
          `2 malformed_marker! The marker contains an invisible character (${code}).`,
        ]);
        expect(draft.problems[0]?.fix).toBe(plainly);
      }
    });
  }

  const foreign: Record<string, string[]> = {
    "［, U+FF3B": [
      "［MUFFIN-T0001: x］",
      "［RE:REOPEN T0001] so",
      "［MUFFIN-T101: x］",
      "［MUFFIN-T0101: never closed",
    ],
    "【, U+3010": ["【MUFFIN-T0001: x】", "【MOVE：CONVERGE】", "【DISSENT】 no", "【CITE a.md】", "see 【CITE a.md】"],
    "〔, U+3014": ["〔RE:REOPEN T0001〕"],
    "０, U+FF10": ["[MUFFIN-T０００１: x]", "[RE:REOPEN T０００１]"],
    "：, U+FF1A": ["[RE：REOPEN T0001]", "[MUFFIN-T0001： x]", "[MUFFIN-T0101： x]", "[Tension T0001： x]"],
    "Ｒ, U+FF32": ["[ＲＥ:REOPEN T0001]"],
    "\u0415, U+0415": ["[R\u0415:REOPEN T0001]"],
    "\u0422, U+0422": ["[MUFFIN-\u04220101: x]"],
  };
  for (const [char, lines] of Object.entries(foreign)) {
    it(`the foreign ${char}`, () => {
      for (const line of lines) {
        const draft = scan(line);
        expect(draft, line).toMatchObject(nothing);
        expect(told(draft), line).toEqual([`1 malformed_marker! The marker contains a foreign character (${char}).`]);
      }
    });
  }

  it("a space that is none of the plain ones", () => {
    for (const line of [
      "[MINORITY\u00a0VERDICT: x]",
      "[TENSION\u00a0T01: x]",
      "[RE:\u00a0REOPEN T0001]",
      "[\u00a0MUFFIN-T0101: x]",
    ])
      expect(told(scan(line)), line).toEqual(["1 malformed_marker! The marker contains an unusual space (U+00A0)."]);
    expect(told(scan("[MUFFIN\tT0101: x]"))).toEqual([
      "1 malformed_marker! The marker contains an unusual space (U+0009).",
    ]);
  });

  it("in a citation wherever it stands, for a citation counts anywhere", () => {
    const draft = scan("[MUFFIN-E0101: a]", "As [\u200bCITE a.md] and `[\u200bCITE b.md]` say.", "[\u200bCITE c.md]");
    expect(draft.citations).toEqual([]);
    expect(told(draft)).toEqual([
      "2 malformed_marker! The marker contains an invisible character (U+200B).",
      "2 quoted_marker A marker in code or in a quote counts for nothing.",
      "3 malformed_marker! The marker contains an invisible character (U+200B).",
    ]);
  });

  it("and ends the item above it if it would have begun one, while a reference leaves it open", () => {
    const draft = scan("[MUFFIN-P0101: a]", "mine", "［MUFFIN-T0101: b］", "[RE:SUPPORT P0001]");
    expect(draft.items).toMatchObject([{ text: ["mine"] }]);
    expect(draft.refs).toMatchObject([{ item: null }]);
    const open = scan("[MUFFIN-P0101: a]", "[\u200bRE:REOPEN T0001]", "[RE:SUPPORT P0001]");
    expect(open.refs).toMatchObject([{ item: "MUFFIN-P0101" }]);
    const cited = scan("[MUFFIN-P0101: a]", "[\u200bCITE a.md]", "[RE:SUPPORT P0001]");
    expect(cited.refs).toMatchObject([{ item: "MUFFIN-P0101" }]);
  });

  it("and is shown up to its closing bracket or the end of its line, behind which markers count", () => {
    const draft = scan(
      "【MUFFIN-T0101: x】 [RE:SUPPORT P0001]",
      "［RE:REOPEN T0001",
      "［RE:REOPEN T0001］ more",
      "see 【CITE a.md",
    );
    expect(draft.problems.map(({ raw }) => raw)).toEqual([
      "【MUFFIN-T0101: x】",
      "［RE:REOPEN T0001",
      "［RE:REOPEN T0001］",
      "【CITE a.md",
    ]);
    expect(draft.refs).toMatchObject([{ kind: "SUPPORT", line: 1 }]);
  });

  it("also when it is long, or its name is", () => {
    const targets = Array.from({ length: 30 }, (_, n) => `T00${10 + n}`).join(", ");
    expect(told(scan(`[\u200bRE:REOPEN ${targets}]`))).toEqual([
      "1 malformed_marker! The marker contains an invisible character (U+200B).",
    ]);
    expect(told(scan(`[\u200bRE:REOPEN ${targets} because]`))).toHaveLength(1);
    expect(told(scan(`[${"x".repeat(96)}\u200bRE:REOPEN T0001]`))).toEqual([]);
  });

  it("but what is wrong with a marker anyway is told as ever", () => {
    expect(told(scan("[RE:AGREE\u200b P0001]"))).toEqual(["1 malformed_marker! `RE:AGREE` is no kind of reference."]);
    expect(told(scan("[MUFFIN-P0101: \u200b]"))).toEqual(["1 malformed_marker! MUFFIN-P0101 has no label."]);
  });

  it("and in mid-sentence, in code or in a quote it is noted as any marker is there", () => {
    const draft = scan(
      "No 【MOVE:CONVERGE】 yet, [\u200bRE:REOPEN T0001] no.",
      "",
      "> [\u200bMOVE:CONVERGE]",
      "",
      "`［DISSENT］`",
    );
    expect(draft).toMatchObject(nothing);
    expect(told(draft)).toEqual([
      "1 mid_sentence A marker in mid-sentence counts for nothing.",
      "1 mid_sentence A marker in mid-sentence counts for nothing.",
      "3 quoted_marker A marker in code or in a quote counts for nothing.",
      "5 quoted_marker A marker in code or in a quote counts for nothing.",
    ]);
    expect(told(scan("<!-- [\u200bMUFFIN-T0101: x] -->"))).toEqual([
      "1 hidden_marker! No reader sees this marker: it stands in hidden HTML.",
    ]);
  });
});

describe("a marker that begins its line for every reader but Blue must be corrected", () => {
  const start = "1 malformed_marker! The marker does not start its line.";

  it.each([
    "• ",
    "– ",
    "— ",
    "◦ ",
    "▪ ",
    "‣ ",
    "•",
    "a. ",
    "a) ",
    "ii. ",
    "(1) ",
    "1.2. ",
    "- [ ] ",
    "[x] ",
    "🧁 ",
    "1. • ",
  ])("behind %j", (before) => {
    for (const marker of [
      "[MUFFIN-T0101: x]",
      "[Muffin-T0101: x]",
      "[MUFFIN-T101: x]",
      "[re:reopen T0001]",
      "［MUFFIN-T0101: x］",
    ]) {
      const draft = scan(`${before}${marker}`);
      expect(draft, marker).toMatchObject(nothing);
      expect(told(draft), marker).toEqual([start]);
    }
  });

  it.each([
    ["\u00a0", "an unusual space (U+00A0)"],
    ["\u2003", "an unusual space (U+2003)"],
    ["\u3000", "an unusual space (U+3000)"],
    ["\u202f", "an unusual space (U+202F)"],
    ["\f", "an unusual space (U+000C)"],
    ["\u200b", "an invisible character (U+200B)"],
    ["- \u2060**", "an invisible character (U+2060)"],
  ])("behind %j, which nobody sees", (before, name) => {
    const draft = scan(`${before}[MUFFIN-T0101: x]`);
    expect(draft).toMatchObject(nothing);
    expect(told(draft)).toEqual([`1 malformed_marker! Before the marker stands ${name}.`]);
  });

  it("or follows another at a distance that is no plain space", () => {
    const draft = scan("[RE:SUPPORT P0001]\u00a0[RE:REOPEN T0001]", "[RE:SUPPORT P0001], • [RE:REOPEN T0001]");
    expect(draft.refs.map(({ kind }) => kind)).toEqual(["SUPPORT", "SUPPORT"]);
    expect(told(draft)).toEqual([
      "1 malformed_marker! Before the marker stands an unusual space (U+00A0).",
      "2 malformed_marker! The marker does not start its line.",
    ]);
  });

  it("also where a quote or code above swallows it", () => {
    expect(told(scan("> said", "\u00a0[RE:REOPEN T0001]"))).toEqual([
      "2 quoted_marker! Markdown shows this marker as part of the quote above it.",
    ]);
    expect(told(scan("a ` b", "\u00a0[RE:REOPEN T0001]", "c ` d"))).toEqual([
      "2 quoted_marker! Code that begins on an earlier line swallows this marker.",
    ]);
  });

  it("but not what only resembles one in a sentence, in code or in a quote", () => {
    for (const lines of [
      ["see [muffin-T0101: x]"],
      ["see [CONVERGE]"],
      ["```", "[CONVERGE]", "• [CONVERGE]", "MUFFIN-T0101: x", "```"],
      ["> said", "\u00a0[CONVERGE]"],
      ["> said", "MUFFIN-T0101: x"],
    ])
      expect(told(scan(...lines)), lines.join("|")).toEqual([]);
  });

  it("but not behind a word, a quotation mark, a parenthesis or a table's bar", () => {
    for (const before of ["é ", "word — ", "“", "(", "| ", "ab) ", "1. so ", "• see "]) {
      const line = `${before}[MUFFIN-P0101: x]`;
      expect(told(scan(line)), line).toEqual(["1 mid_sentence A marker in mid-sentence counts for nothing."]);
    }
    expect(told(scan("[RE:SUPPORT P0001] and [RE:REOPEN T0001]"))).toEqual([
      "1 mid_sentence A marker in mid-sentence counts for nothing.",
    ]);
    expect(told(scan("• `[MOVE:CONVERGE]` is the signal"))).toEqual([
      "1 quoted_marker A marker in code or in a quote counts for nothing.",
    ]);
  });
});

describe("a tension of one's own that stands only in the middle of a line is lost, and must be corrected", () => {
  const noted = "mid_sentence A marker in mid-sentence counts for nothing.";
  const lost = "malformed_marker! MUFFIN-T0101 stands only in the middle of a line, where it counts for nothing.";

  it.each([
    ...[
      "| [MUFFIN-T0101: x] | y |",
      "| y | [MUFFIN-T0101 : x] |",
      "so I raise [MUFFIN-T0101: x]",
      "(**[MUFFIN-T0101: x]**)",
    ],
    ...[
      "see [MUFFIN–T0101: x]",
      "see ［MUFFIN-T0101：x］",
      "see \\[MUFFIN-T0101: x]",
      "[a] [MUFFIN-T0101: x",
      "“[MUFFIN-T0101: x]”",
    ],
    "[RE:SUPPORT P0001] and [MUFFIN-T0101: x]",
  ])("%j", (line) => {
    const draft = scan(line);
    expect(told(draft)).toEqual([`1 ${lost}`]);
    expect(draft.problems[0]?.fix).toBe(
      "Start a line with [MUFFIN-T0101: label]; to only show it, write it in backticks.",
    );
    expect(draft.items).toEqual([]);
  });

  it("each time, beside those that are only noted", () => {
    expect(
      told(scan("| [MUFFIN-T0101: x] | [MUFFIN-T0102: y] |", "[MUFFIN-T0102: y]", "", "as [MUFFIN-T0101: x] says")),
    ).toEqual([`1 ${lost}`, `1 ${noted}`, `4 ${lost}`]);
  });

  it("unless it is marked, before or after, in this dialect or the older one", () => {
    for (const marked of ["[MUFFIN-T0101: x]", "- [muffin-t0101: other words]", "[TENSION T01: x]"]) {
      expect(told(scan(marked, "", "as [MUFFIN-T0101: x] says")), marked).toEqual([`3 ${noted}`]);
      expect(told(scan("| [MUFFIN-T0101: x] |", "", marked)), marked).toEqual([`1 ${noted}`]);
    }
  });

  it("but a marker that does not count marks nothing", () => {
    expect(told(scan("as [MUFFIN-T0101: x] says", "", "> [MUFFIN-T0101: x]"))).toEqual([
      `1 ${lost}`,
      "3 quoted_marker A marker in code or in a quote counts for nothing.",
    ]);
    expect(told(scan("as [MUFFIN-T0101: x] says", "[MUFFIN-P0101: x]", "[SCONE-T0101: x]"))).toMatchObject([
      `1 ${lost}`,
      "3 wrong_expert! SCONE-T0101 is not Muffin's.",
    ]);
  });

  it("and everything else there is only noted, or shown", () => {
    for (const marker of [
      ...["[MUFFIN-P0101: x]", "[MUFFIN-R0101: x]", "[MUFFIN-C0101: x]", "[MUFFIN-S0101: HOLD]", "[RE:REOPEN T0001]"],
      ...["[MUFFIN-T0001: x]", "[MUFFIN-T0201: x]", "[SCONE-T0101: x]", "[TENSION T01: x]", "[BLUE-MUFFIN-T0101: x]"],
      ...["[MUFFIN-T01010101: x]", "[DISSENT]", "[REOPENED T01: x]"],
    ])
      expect(told(scan(`see ${marker} there`)), marker).toEqual([`1 ${noted}`]);
    expect(told(scan("see `[MUFFIN-T0101: x]` there"))).toEqual([
      "1 quoted_marker A marker in code or in a quote counts for nothing.",
    ]);
  });

  it("as far as the list of problems has room", () => {
    const text = "see [MUFFIN-T0101: x] and [MUFFIN-T0102: x] and [MUFFIN-T0103: x]";
    const { problems } = scanDraft(text, { expert: "Muffin", round: 1 }, { limits: { problems: 2 } });
    expect(problems.map(({ code, blocking }) => [code, blocking])).toEqual([
      ["malformed_marker", true],
      ["malformed_marker", true],
      ["too_many", true],
    ]);
  });
});

describe("an item of one's own without brackets is lost, and must be corrected", () => {
  const lost = ["1 malformed_marker! MUFFIN-T0101 is not in brackets."];

  it.each([
    ...[
      "MUFFIN-T0101 — x",
      "MUFFIN-T0101—x",
      "MUFFIN-T0101 – x",
      "MUFFIN-T0101 - x",
      "MUFFIN-T0101 -- x",
      "muffin-t0101: x",
    ],
    ...[
      "**MUFFIN-T0101**: x",
      "**MUFFIN-T0101** — x",
      "- **MUFFIN-T0101 — x**",
      "### MUFFIN-T0101: x",
      "MUFFIN-T0101： x",
    ],
    ...[
      "1. MUFFIN-T0101: x",
      "• MUFFIN-T0101: x",
      "\u200bMUFFIN-T0101: x",
      "MUF\u200bFIN-T0101: x",
      "MUFFIN\u2011T0101: x",
    ],
    ...["ＭUFFIN-T0101: x", "MUFFIN-T0101: x as [a] has it"],
  ])("%j", (line) => {
    const draft = scan(line);
    expect(told(draft)).toEqual(lost);
    expect(draft.problems[0]?.fix).toBe("Write [MUFFIN-T0101: label].");
  });

  it("also before a reference, which is then in mid-sentence", () => {
    expect(told(scan("MUFFIN-T0101: x [RE:SUPPORT P0001]"))).toEqual([
      "1 mid_sentence A marker in mid-sentence counts for nothing.",
      ...lost,
    ]);
  });

  it("unless it is a mention", () => {
    for (const line of [
      ...[
        "As MUFFIN-T0101 — x",
        "I mean MUFFIN-T0101: x",
        "MUFFIN-T0101 is mine",
        "MUFFIN-T0101-based: x",
        "MUFFIN-T0101 —",
      ],
      ...[
        "SCONE-T0101 — theirs",
        "MUFFIN-T0001 — earlier",
        "MUFFIN — said so",
        "MUFFIN-X0101 — x",
        "`MUFFIN-T0101` — x",
      ],
      ...["MARBLE-T0101: x", "BUFFIN-T0101: x", "MUFFIN says so-T0101: x", "- ", "\u00a0"],
      ...["> MUFFIN-T0101 — x", "(MUFFIN-T0101: x)", "MUFFIN-T01 — x", "MUFFIN-T0101 -", "MUFFIN-T0101 -x"],
    ])
      expect(told(scan(line)), line).toEqual([]);
    expect(told(scan("MUFFIN-T0101 — as below", "[MUFFIN-T0101: x]"))).toEqual([]);
  });
});

describe("a marker inside another one's brackets must come out", () => {
  const nested = "1 malformed_marker! A marker inside another marker's brackets counts for nothing.";

  it.each([
    "[RE:REOPEN T0001]",
    "[re:reopen T0001]",
    "[\u200bRE:REOPEN T0001]",
    "【RE:REOPEN T0001】",
    "[MUFFIN-T0102: y]",
    "[MOVE:CONVERGE]",
    "[CITE a.md]",
  ])("%j in a label or a topic", (inner) => {
    for (const outer of ["MUFFIN-P0101:", "MOVE:REQUEST", "DISSENT:", "MINORITY VERDICT:", "TENSION T01:"]) {
      const draft = scan(`[${outer} a ${inner} b] and`);
      expect(told(draft), outer).toEqual([nested]);
      expect(draft.problems[0]?.raw.replace("\u200b", ""), outer).toBe(`${inner} b]`.replace("\u200b", ""));
      const { items, refs, moves, statements, citations } = draft;
      expect([items, moves, statements].flat(), outer).toHaveLength(1);
      expect([refs, citations].flat(), outer).toEqual([]);
    }
  });

  it("each of them, and what follows the brackets counts", () => {
    const draft = scan("[MUFFIN-P0101: [RE:REOPEN T0001] [RE:REOPEN T0002]] [RE:SUPPORT P0001]");
    expect(told(draft)).toEqual([nested, nested]);
    expect(draft).toMatchObject({ items: [{ localId: "MUFFIN-P0101" }], refs: [{ kind: "SUPPORT" }] });
  });

  it("but code in a label only shows it, and links, boxes and IDs are none", () => {
    expect(told(scan("[MUFFIN-P0101: what `[MOVE:CONVERGE]` means]"))).toEqual([
      "1 quoted_marker A marker in code or in a quote counts for nothing.",
    ]);
    expect(told(scan("[MUFFIN-P0101: the [x], [T0001], [cite needed] and [é](u)]"))).toEqual([]);
    expect(told(scan('[CITE a.md "[RE:REOPEN T0001]"]'))).toEqual([]);
  });

  it("and one that is malformed anyway is told once", () => {
    expect(told(scan("[MUFFIN-P01: a [RE:REOPEN T0001]]"))).toHaveLength(1);
    expect(told(scan("[RE:SUPPORT P0001] [MUFFIN-P0101: a [RE:REOPEN T0001]]"))).toEqual([
      "1 malformed_marker! Only references, moves and citations may follow on a line.",
    ]);
  });
});

describe("other languages and signs are no markers", () => {
  it.each([
    ...[
      "café [link](url)",
      "中文 [1] 说明",
      "“quotes” — and [x]",
      "[^1]: é",
      "- [ ] ünfinished",
      "- [x] fertig ✅",
      "[👍]",
      "👍",
    ],
    ...[
      "[中文：说明](url)",
      "【结论】 我们",
      "【RE：您好】",
      "【重要】【P1：課題】",
      "［注］ x",
      "[RE：您好]",
      "「MUFFIN-T0101: x」",
    ],
    ...[
      "[Новое: x]",
      "[\u0410\u041a-\u042212: x]",
      "[café-P1]",
      "[①] x",
      "• [link](url)",
      "a. [link](url) é",
      "(1) [x] — y",
    ],
    ...[
      "[SCONE–P0101] is right",
      "[Tension] é",
      "[tension between T0001 and T0002: x] é",
      "【",
      "［",
      "[\u200b",
      "[\u200b]",
    ],
  ])("%s", (line) => {
    expect(scan(line)).toMatchObject({ ...nothing, problems: [] });
  });

  it("and may stand in a label", () => {
    const draft = scan("[MUFFIN-P0101: café — “x” 中文： 【一】 🧁]");
    expect(draft).toMatchObject({ items: [{ label: "café — “x” 中文： 【一】 🧁" }], problems: [] });
  });
});
