/** Which brackets are markers: tables of what Muffin writes in round 1 and what is read. */
import { describe, expect, it } from "vitest";
import { lines, read, rows, said } from "../../test/helpers/said.ts";

const leads =
  "|  |    |\t|- |* |+ |• |– |# |### |**|_|- **|1. |2) |10. |(3) |1.2. |a) |🧁 |🧁|👩‍🍳 |👍🏽 |🇫🇷 |✅ |1️⃣ |- [ ] |[x] |\u00a0|\u200b|\\|- 1. 🧁 **" +
  "|**Moves:** |**Moves**: |__Stance:__ |- **My final stance:** |**Pros & cons:** ";

describe("a marker starts its line", () => {
  it.each(leads.split("|"))("behind %j", (lead) => {
    expect(said(read(`${lead}[MUFFIN-P0101: label]`))).toBe("P0101: label");
    expect(said(read("text", `${lead}[MOVE:CONVERGE]`))).toBe("CONVERGE");
    expect(said(read(`${lead}[MUFFIN-T101: label]`))).toBe("problem 1");
    expect(said(read(`${lead}MUFFIN-T0101: label`))).toBe("problem 1");
  });

  it.each("a ,So: ,Moves: ,**Not** ,| ,(,“,1 ,1.,ab) ,**T1:** ,é ".split(","))(
    "not behind %j, where it counts for nothing and is noted",
    (lead) => {
      expect(said(read(`${lead}[MUFFIN-T0101: label]`))).toBe("note 1");
      expect(said(read(`${lead}[MOVE:CONVERGE]`))).toBe("note 1");
      expect(said(read(`${lead}[MUFFIN-T101: label]`))).toBe("");
    },
  );

  it.each(
    rows(`
      [RE:SUPPORT P0001][RE:OPPOSE R0002], **[MOVE:DEFEND E0001]** · [MOVE:CONVERGE] so => SUPPORT P0001; OPPOSE R0002; DEFEND E0001; CONVERGE
      [MOVE:CONVERGE] [MUFFIN-S0101: APPROVE | 0.9] => CONVERGE; APPROVE 0.9
      [RE:SUPPORT P0001] [MUFFIN-T0101: a]          => T0101: a; SUPPORT P0001
      [RE:SUPPORT P0001] [RE:AGREE P0002]           => SUPPORT P0001; problem 1
      [RE:SUPPORT P0001] but not [RE:SUPPORT P0002] => SUPPORT P0001; note 1
      [RE:SUPPORT P0001] [T0003] says so            => SUPPORT P0001
    `),
  )("or follows another: %s", (line, expected) => {
    expect(said(read(line))).toBe(expected);
  });

  it.each(
    rows(`
      [MUFFIN-R0101: a] Use b. [RE:RESOLVE T0001]         => RESOLVE T0001 in R0101
      [MUFFIN-R0101: a] b **[RE:RESOLVE T0001]**          => RESOLVE T0001 in R0101
      [MUFFIN-R0101: a] b [RE:SUPPORT P0001], [re:resolve T0001] [CITE a.md]. => SUPPORT P0001 in R0101; RESOLVE T0001 in R0101; cites a.md null-null in R0101
      [MUFFIN-R0101: a] as [RE:RESOLVE T0001] says        => note 1
      [MUFFIN-R0101: a] as [RE:RESOLVE T0001] says [RE:SUPPORT P0001] => SUPPORT P0001 in R0101; note 1
      [MUFFIN-R0101: a] I cannot say [MOVE:CONVERGE]      => note 1
      [MUFFIN-R0101: a] in code \`[RE:RESOLVE T0001]\`    => note 1
    `),
  )("unless it is a reference at the end of a marker's own line: %s", (line, expected) => {
    expect(said(read(line))).toBe(`R0101: a; ${expected}`);
  });

  it("so a reference at the end of a stance's or a statement's own line counts, too", () => {
    expect(said(read("[MUFFIN-S0101: APPROVE] as said [RE:SUPPORT P0001]"))).toBe("SUPPORT P0001; APPROVE");
    expect(said(read("[DISSENT] as said [RE:OPPOSE P0001]"))).toBe("OPPOSE P0001; dissent");
  });
});

describe("code, quotes and comments are never markers", () => {
  const noted = (lines: string[]) => {
    for (const line of lines) expect(said(read(line)), line).toMatch(/^note \d$/);
  };

  it("in inline code of any run length, and in a fence of any kind", () => {
    noted(["`[MOVE:CONVERGE]`", "``[MOVE:CONVERGE] ` ``", "I cannot give `[MOVE:CONVERGE]` yet."]);
    noted(["```\n[MOVE:CONVERGE]\n```", "~~~~md\n```\n[MOVE:CONVERGE]\n~~~~", "- ```\n  [MOVE:CONVERGE]\n  ```"]);
  });

  it("in a quote at any depth, in lists, with or without a space", () => {
    noted(["> [MOVE:CONVERGE]", ">[MOVE:CONVERGE]", "> > - [MOVE:CONVERGE]", "- > [MOVE:CONVERGE]"]);
  });

  it("in a comment, on one line or many", () => {
    noted(["<!-- [MOVE:CONVERGE] -->", "<!--\n[MOVE:CONVERGE]\n\n-->", "a <!--\n[MOVE:CONVERGE]\n--> b"]);
  });

  it("but what only stands near them is one", () => {
    for (const text of [
      "> said\n[MOVE:CONVERGE]",
      "a ` b\n[MOVE:CONVERGE]\nc ` d",
      "    [MOVE:CONVERGE]",
      "<!--\n[MOVE:CONVERGE]",
      "```\n<!--\n```\n[MOVE:CONVERGE]",
    ])
      expect(said(read(text)), text).toBe("CONVERGE");
  });
});

describe("what was meant as a marker and cannot be read is a problem with its line", () => {
  it.each([
    ...lines(`
      [MUFFIN P0101: a]
      [MUFFIN_P0101: a]
      [MUFFINP0101: a]
      [MUFFIN-P1: a]
      [MUFFIN-P101: a]
      [MUFFIN-X0101: a]
      [MUFFIN-T-0101: a]
      [MUFFIN-TENSION-0101: a]
      [muffin t0101: a]
      [MUFFIN-T0101 a]
      [MUFFIN-P0101:]
      [Muffin's tension: a]
      [As Muffin I object]
      [MUFFIN]: a
      [MUFFIN-T0101: a
      [MUFFIN-P0101: rows[0 are wrong]
      [MUFFIN-P0001, P0002 a]
      ［ＭＵＦＦＩＮ Ｔ０１０１: a］
      【MUFFIN 01: a】
      [RE:AGREE P0001]
      [RE: P0001]
      [RE:SUPPORT]
      [RE:SUPPORT the idea]
      [RE:SUPPORT P101]
      [RE:SUPPORT P0001 because]
      [RE:SUPPORTS P0001]
      [RE-OPEN T0001]
      [RE OPEN T0001]
      [RE:RE-OPEN T0001]
      [re REOPEN T0001]
      [SUPPORT P0001]
      [so REOPEN T0001]
      [MOVE:AGREE]
      [MOVE:]
      [MOVE:DEFEND]
      [MOVE:DEFEND all]
      [MOVE:REQUEST]
      [MOVE:REQUEST:]
      [MOVE:CONVERGE?]
      [MOVE:CONVERGE on R0101]
      [CONVERGE]
      [MOVE CONVERGE]
      [**MOVE:CONVERGE**]
      [[MOVE:CONVERGE]]
      [MOVE:CONVERGE
      [DISSENT because]
      [MINORITY VERDICT]
      [MINORITY VERDICT: ]
      [MINORITY VERDICT keep it]
      [STANCE: no]
      [REJECT | 0.9]
      [APPROVE]
      [MUFFIN-S0101: MAYBE | 0.5]
      [MUFFIN-S0101: APPROVE | 1.01]
      [MUFFIN-S0101: APPROVE | 101%]
      [MUFFIN-S0101: APPROVE | high]
      [MUFFIN-S0101: APPROVE | -0.1]
      [MUFFIN-S0101: APPROVE|REJECT | 0.5]
      [MUFFIN-S0101: I APPROVE]
      [CITE my file.md]
      [CITE a.md#L9-L3]
      [CITE a.md#L0]
      [CITE]
      [CITE a.md ""]
      [CITE a.md "words
      [TENSION]
      [TENSION T01]
      [TENSION T01:]
      [TENSION P01: a]
      [TENSION SCONE-T0101: a]
      [TENSION between a and b]
      [REOPENED: all of it]
      [CONVERGENCE CONFIRMED now]
      [P0101: a]
      [T01: a]
      [NEW TENSION T0001: a]
      [T1 : a]
      [**T0101**: a]
      [\u04220101: a]
      [é1: a]
      [ISO-A4: paper]
      [MUFF\u0406N-\u04220101: a]
      MUFFIN-T0101: a
      MUFFIN-T0101 — a
      MUFFIN-T0101 is mine
      (MUFFIN-T0101) a
      (MUFFIN-T0101: a)
      [MUFFIN-T0101] a
      [MUFFIN-T0101]: a
      muffin-t0101: a
      **MUFFIN-T0101**: a
      (**MUFFIN-T0101**) a
      ### MUFFIN-T0101: a
      ### MUFFIN-T0101 a
      MUFFIN\u2011T0101: a
      MUFFIN-S0101: APPROVE
    `),
    ...["[MUFFIN-\u200bT-0101: a]", "[MUF\u200bFIN T0101: a]", "[MUFFIN-P0101: \u200b]", `[MUFFIN ${"x".repeat(600)}]`],
  ])("%s", (line) => {
    const draft = read("first", line, "last");
    expect(said(draft)).toBe("problem 2");
    expect(draft.problems[0]?.code).toBe("unreadable");
    expect(draft.problems[0]?.fix).toMatch(/^Write \[/);
  });

  it.each(
    lines(`
      [text](url) and [more][ref]
      [ref]: http://example.org
      [^1]: a note
      - [ ] open
      - [x] done
      ![image](x.png)
      [T0003]
      [T0003] holds
      [P0101] and [T01]
      [MUFFIN-P0001] was mine
      [SCONE-P0101, T0003 and R1] agree
      [Muffin's draft](a.md)
      [TENSION handling](a.md)
      [RE: x][y]
      [MUFFIN-T0101](#a)
      [Re: your question]
      [Move: to the left]
      [tension T01: a]
      [Tension: a]
      [a dissent: b]
      [cite needed]
      [support P0001]
      [VOT-002: a]
      [UTF-8: a]
      [see T0101: a]
      [MUFFINS: fresh]
      [TENSIONS: a]
      [REST: a]
      [CONCEDE-WITH-SCOPE] a
      [NON-CLAIM: a]
      []
      [
      ]
      [note
      [👍]
      [中文：说明]
      「MUFFIN-T0101: a」
      # MUFFIN — Round 1
      MUFFIN-T0001: earlier
      SCONE-T0101: theirs
      MUFFIN-T01: a
      MUFFIN-X0101: a
      As MUFFIN-T0101 says
      MUFFINS-T0101: a
      MUFFIN-T01010101: a
      MUFFIN-T0101a
      \`MUFFIN-T0101\` a
      > MUFFIN-T0101: a
      > [MUFFIN T0101: a]
      \`[MUFFIN T0101: a]\`
      <!-- [MUFFIN T0101: a] -->
      see [MUFFIN T0101: a]
    `),
  )("%s is nobody's marker", (line) => {
    expect(said(read("first", line, "last"))).toBe("");
  });

  it("but a line that begins with an own ID is a mention if that is marked somewhere; if not, the first such line is told", () => {
    const marked = ["- [MUFFIN-T0101: a]", "[MUFFIN-S0101: HOLD]"];
    expect(said(read("MUFFIN-T0101: see below", "(MUFFIN-S0101)", "", ...marked))).toBe("T0101: a; HOLD");
    expect(said(read("MUFFIN-T0101: a", "MUFFIN-T0101: b", "[MUFFIN-T0102] c"))).toBe("problem 1; problem 3");
  });

  it("and only the beginning of a bracket is looked at", () => {
    expect(said(read(`[${"x ".repeat(200)} MUFFIN]`, "last"))).toBe("");
  });
});

describe("a reference that resolves or addresses a tension outside any item is a recommendation", () => {
  it.each(
    rows(`
      [RE:RESOLVE T0001]                             => R0101: Resolves T0001; RESOLVE T0001 in R0101
      [RE:ADDRESS T0001, T0002]                      => R0101: Addresses T0001, T0002; ADDRESS T0001 in R0101; ADDRESS T0002 in R0101
      [RE:RESOLVE T0001] a⏎[MUFFIN-R0107: b]         => R0108: a; RESOLVE T0001 in R0108; R0107: b
      [RE:RESOLVE T0001] a⏎[SCONE-R0107: b]          => R0101: a; RESOLVE T0001 in R0101; problem 2
      [RE:RESOLVE T0001] [RE:RESOLVE T0002] a        => R0101: a; RESOLVE T0001 in R0101; RESOLVE T0002 in R0101
      [RE:RESOLVE T0001] a⏎[RE:ADDRESS T0002] b      => R0101: a; RESOLVE T0001 in R0101; ADDRESS T0002 in R0101
      [RE:RESOLVE T0001]⏎⏎---⏎[RE:RESOLVE T0002]⏎a   => R0101: a; RESOLVE T0001 in R0101; RESOLVE T0002 in R0101
      [RE:RESOLVE T0001] a⏎⏎[RE:RESOLVE T0002] b     => R0101: a; RESOLVE T0001 in R0101; R0102: b; RESOLVE T0002 in R0102
      [RE:RESOLVE T0001] [RE:SUPPORT R0001] a        => R0101: a; RESOLVE T0001 in R0101; SUPPORT R0001 in R0101
      [MUFFIN-S0101: APPROVE]⏎[RE:RESOLVE T0001] a   => APPROVE; R0101: a; RESOLVE T0001 in R0101
      [MUFFIN-T0101: a]⏎[RE:RESOLVE MUFFIN-T0101] b  => T0101: a; R0101: b; RESOLVE T0101 in R0101
      [MUFFIN-T0101: a] [RE:ADDRESS T0001, MUFFIN-T0101] => T0101: a; R0101: Addresses T0001, T0101; ADDRESS T0001 in R0101; ADDRESS T0101 in R0101
      [MUFFIN-T0101: a]⏎[RE:RESOLVE T0101]           => T0101: a; RESOLVE T0101 in T0101
      [MUFFIN-T0101: a]⏎[RE:RESOLVE MUFFIN-T0102]    => T0101: a; RESOLVE T0102 in T0101
      [MUFFIN-T0101: a]⏎[RE:OPPOSE MUFFIN-T0101]     => T0101: a; OPPOSE T0101 in T0101
      [RE:REOPEN T0001] a⏎[RE:REFINE T0001] b        => REOPEN T0001; REFINE T0001
      so [RE:RESOLVE T0001] says                     => note 1
    `),
  )("%j", (text, expected) => {
    expect(said(read(text))).toBe(expected);
  });
});

describe("the older dialect", () => {
  it.each(
    rows(`
      [PERSPECTIVE P03: Resolve T01 inline]  => P0103: Resolve T01 inline
      [TENSION T0110: a: b]                  => T0110: a: b
      [CLAIM C2. : a]                        => C0102: a
      [RECOMMENDATION R01 a]                 => R0101: a
      [EVIDENCE E01 -- .env is read]         => E0101: .env is read
      [TENSION T-NEW: a]                     => T0101: a
      [TENSION: a]                           => T0101: a
      [TENSION T0201: a]                     => problem 1
      [REFINEMENT T07: in scope]             => REFINE T07
      [REFINEMENT on T01]                    => REFINE T01
      [REFINEMENT: T05 as a pass]            => REFINE T05
      [REFINEMENT: ECLAIR R1-T01 narrowed]   => REFINE ECLAIR-T0101
      [REFINEMENT: of the whole]             => note 1
      [REFINEMENT]                           => note 1
      [RESOLVED: the disagreement]           => note 1
      [RESOLVED T01-S: a]                    => note 1
      [RESOLVED: MACARON-T01 a]              => note 1
      [REOPENED T04: it failed again]        => REOPEN T04
      [CONCESSION on T06]                    => CONCEDE T06 (T06)
      [CONCESSION: T01 -- inline is right]   => CONCEDE T01 (T01 -- inline is right)
      [CONCESSION: they were right]          => CONCEDE (they were right)
      [CONCESSION]                           => CONCEDE
      [RESOLVED T01]                         => R0101: Resolves T01; RESOLVE T01 in R0101
      [RESOLVED on T02]                      => R0101: Resolves T02; RESOLVE T02 in R0101
      [RESOLVED T02: one file, one rename]   => R0101: one file, one rename; RESOLVE T02 in R0101
      [RESOLVED T01/T02, T3 and T4: a]       => R0101: a; RESOLVE T01 in R0101; RESOLVE T02 in R0101; RESOLVE T03 in R0101; RESOLVE T04 in R0101
      [RESOLVED SCONE R1-T02]                => R0101: Resolves SCONE-T0102; RESOLVE SCONE-T0102 in R0101
      [RESOLUTION: T3]                       => R0101: Resolves T03; RESOLVE T03 in R0101
      [ACKNOWLEDGED T09: later]              => R0101: later; ADDRESS T09 in R0101
      [CONVERGENCE CONFIRMED]                => CONVERGE
      > [CONVERGENCE CONFIRMED]              => note 1
      Not yet [CONVERGENCE CONFIRMED].       => note 1
      [CONVERGENCE PROPOSAL]                 =>
      [TENSION: a]⏎[TENSION T04: b]⏎[TENSION T-NEW: c]⏎[PERSPECTIVE: d] => T0105: a; T0104: b; T0106: c; P0101: d
      [TENSION T01: a]⏎[RE:SUPPORT P1] [MOVE:DEFEND T2] => T0101: a; SUPPORT P01 in T0101; DEFEND T02 in T0101
    `),
  )("%s", (text, expected) => {
    expect(said(read(text))).toBe(expected);
  });

  it("is known by any of its markers", () => {
    expect(read("[CONCESSION]").older).toBe(true);
    expect(read("[RE:SUPPORT P1] [MOVE:CONVERGE]")).toMatchObject({ older: false, refs: [{ target: "P0001" }] });
  });

  it("says in a note what it lacks", () => {
    const message = "RESOLVED names no item and counts for nothing.";
    expect(read("[RESOLVED: a]").notes).toEqual([{ line: 1, message, fix: "Write [RESOLVED T01: …]." }]);
    expect(read("[MUFFIN-P0101: b]", "[RESOLVED: a]", "c")).toMatchObject({
      items: [{ text: [] }],
      outside: [{ line: 2, text: "[RESOLVED: a]\nc" }],
    });
  });
});

describe("a reference, a move, a stance, a statement, an item", () => {
  it.each(
    rows(`
      [re:support p0001]                   => SUPPORT P0001
      [ RE : OPPOSE  P1]                   => OPPOSE P0001
      [RE:QUESTION Scone-c0101.]           => QUESTION SCONE-C0101
      [RE:DEPEND P0001, P0002 and R0001]   => DEPEND P0001; DEPEND P0002; DEPEND R0001
      [RE:OPPOSE SCONE-S0101]              => OPPOSE SCONE-S0101
      [RE：SUPPORT P0001]                  => SUPPORT P0001
      [MOVE:BRIDGE R0001, R0002]           => BRIDGE R0001 R0002
      [MOVE:CHALLENGE: P1]                 => CHALLENGE P0001
      [MOVE:REQUEST RFC 0051: if two stand] => REQUEST (RFC 0051: if two stand)
      [MOVE:REQUEST: figures ]             => REQUEST (figures)
      [ move : converge ]                  => CONVERGE
      [MUFFIN-S0101: APPROVE | 0.85]       => APPROVE 0.85
      [MUFFIN-S0101: REJECT | confidence 1] => REJECT 1
      [MUFFIN-S0101: hold \\| confidence: .5] => HOLD 0.5
      [MUFFIN-S0101: APPROVE | 85%]        => APPROVE 0.85
      [MUFFIN-S0101: APPROVE|0.85]         => APPROVE 0.85
      [MUFFIN-S0101: APPROVE; Confidence = 85 %] => APPROVE 0.85
      [MUFFIN-S0101: APPROVE 0.]           => APPROVE 0
      [MUFFIN-S0101: ABSTAIN]              => ABSTAIN
      [MUFFIN-S0101: ABSTAIN |]            => ABSTAIN
      [MUFFIN-S0101: CONDITIONAL]          => CONDITIONAL; note 1
      [MUFFIN-S0001: APPROVE]              => problem 1
      [SCONE-S0101: APPROVE]               => problem 1
      [DISSENT]                            => dissent
      [dissent: on the name ]              => dissent on the name
      [DISSENT:]                           => dissent
      [MINORITY VERDICT: keep it]          => minority_verdict keep it
      [MINORITY_VERDICT: keep it]          => minority_verdict keep it
      [Muffin-p01101: a]                   => P01101: a
      [**MUFFIN-T0101**: a]                => T0101: a
      [MUFFIN-T0101. : a]                  => T0101: a
      [MUFFIN–T0101: a]                    => T0101: a
      [MUFFIN-T0101: a](b)                 => T0101: a
    `),
  )("%s", (line, expected) => {
    expect(said(read(line))).toBe(expected);
  });
});

describe("a citation", () => {
  it.each(
    rows(`
      As [CITE a.md#L3 "said so"] has it       => a.md 3-3 said so
      and [CITE b.md].                         => b.md null-null
      [CITE: a.md]                             => a.md null-null
      [CITE src/a.ts#L10-14]                   => src/a.ts 10-14
      [CITE src/a.ts#10–L14]                   => src/a.ts 10-14
      [CITE src/a.ts:10-14]                    => src/a.ts 10-14
      [CITE src/a.ts:7]                        => src/a.ts 7-7
      [CITE \`src/a.ts#L7\`]                   => src/a.ts 7-7
      [CITE  app/[id]/page.tsx#L1  "x" ]       => app/[id]/page.tsx 1-1 x
      [CITE a.json "{ "ids": ["a", "b"] }"] and "so"] => a.json null-null { "ids": ["a", "b"] }
      [CITE a.ts "rows[0"]                     => a.ts null-null rows[0
      [CITE a.ts "rows]0"] and [x]             => a.ts null-null rows]0
      [CITE a.md “curly”]                      => a.md null-null curly
      [CITE\ta.md\t"b"]                        => a.md null-null b
    `),
  )("counts anywhere in the text: %s", (line, expected) => {
    expect(said(read("[MUFFIN-E0101: a]", line, "b"))).toBe(`E0101: a; cites ${expected} in E0101`);
  });

  it.each(
    lines(`
      see [CITE my file.md]
      see [CITE a.md#L9-L3]
      see [CITE a.md "words]
      see [CITE #L1]
      see \`[CITE a.md]\`
      > [CITE b.md]
    `),
  )("that cannot be read in mid-sentence, or stands in code or a quote, is noted: %s", (line) => {
    expect(said(read(line))).toBe("note 1");
  });

  it("is none in other words, and belongs to the draft outside any item", () => {
    expect(said(read("see [CITED a.md] and [cite a.md] and [CITE-x b.md]"))).toBe("");
    expect(read("see [CITE a.md]").citations).toMatchObject([{ item: null }]);
  });
});
