import { describe, expect, it } from "vitest";
import { checkList, findingsCsv } from "./check-list.ts";
import type { Objection } from "./objections.ts";

const finding = (id: string, more: Partial<Objection> = {}): Objection => ({
  ...{
    id,
    label: "keys are kept in plain text",
    severity: "major",
    state: "open",
    round: 0,
    raised_by: ["Muffin", "Scone"],
  },
  ...{ also: [], answer: null, closed: null, line: 4, sources: ["src/keys.ts:12", "src/db.ts"] },
  said: {
    ...{ by: "Muffin", words: "Anybody can read them.", failing_case: "a backup is copied" },
    ...{ test: "grep the dump", hurt: null, smallest_change: null },
  },
  fix: { by: "Scone", label: "hash them", words: "Hash them." },
  ...more,
});
/** Of which only what is wrong is known. */
const bare = (id: string, more: Partial<Objection> = {}) =>
  finding(id, {
    ...{ severity: null, line: null, fix: null, sources: [], raised_by: ["Muffin"] },
    said: { by: "Muffin", words: "Too slow.", failing_case: null, test: null, hurt: null, smallest_change: null },
    ...more,
  });

describe("findings as a list to tick", () => {
  it("have a heading for each severity, a box each, and below it the case, the test and the fix", () => {
    expect(checkList("Review of keys.md", [finding("T0001"), bare("T0002")])).toBe(`## Review of keys.md: 2 findings

### Major

- [ ] **Keys are kept in plain text** (line 4) T0001
      What is wrong: Anybody can read them.
      Failing case: a backup is copied
      Test: grep the dump
      Smallest fix: Hash them.

### Without a severity

- [ ] **Keys are kept in plain text** T0002
      What is wrong: Too slow.
`);
  });

  it("stand together under one severity, and one alone is a finding", () => {
    const list = checkList("A  title\nof two lines", [finding("T0001"), bare("T0002"), finding("T0003")]);
    expect(list.match(/^###.*|T\d{4}/gm)).toEqual(["### Major", "T0001", "T0003", "### Without a severity", "T0002"]);
    expect(list).toMatch(/^## A title of two lines: 3 findings\n/);
    expect(checkList("Keys", [bare("T0001")])).toMatch(/^## Keys: 1 finding\n/);
  });

  it("open no tag and no emphasis outside code, stay on their line, and are cut", () => {
    const odd = bare("T0001", { label: "**a** <b> tag, `Map<K>` none" });
    expect(checkList("Keys", [odd])).toContain("- [ ] **a \\<b\\> tag, `Map<K>` none** T0001\n");
    const long = bare("T0001", { said: { ...bare("").said, words: `Two\nlines ${"and more ".repeat(60)}` } });
    const line = checkList("Keys", [long])
      .split("\n")
      .find((one) => one.includes("What is wrong"))!;
    expect(line).toMatch(/^ {6}What is wrong: Two lines and more .*…$/);
    expect(line.length).toBeLessThan(340);
  });
});

describe("findings as rows", () => {
  it("are one row each under the names of the columns, empty where nothing is known", () => {
    expect(findingsCsv([finding("T0001"), bare("T0002")], "findings")).toBe(
      [
        "id,severity,title,line,found_by,failing_case,test,smallest_fix,sources",
        'T0001,major,Keys are kept in plain text,4,"Muffin, Scone",Anybody can read them. Failing case: a backup is copied,grep the dump,Hash them.,src/keys.ts:12 src/db.ts',
        "T0002,,Keys are kept in plain text,,Muffin,Too slow.,,,",
        "",
      ].join("\r\n"),
    );
  });

  it("are bugs for Jira, with its priorities and everything known in the description", () => {
    const [head, ...rows] = findingsCsv([finding("T0001"), bare("T0002")], "jira").split("\r\n");
    expect(head).toBe("Summary,Issue Type,Priority,Description,Labels");
    expect(rows).toEqual([
      'Keys are kept in plain text,Bug,High,"Anybody can read them. Failing case: a backup is copied\n\nTest: grep the dump\n\nSmallest fix: Hash them.\n\nSources: src/keys.ts:12, src/db.ts\n\nT0001, found by Muffin, Scone, line 4",blue-review',
      'Keys are kept in plain text,Bug,Medium,"Too slow.\n\nT0002, found by Muffin",blue-review',
      "",
    ]);
    const priority = (severity: Objection["severity"]) => findingsCsv([bare("T0001", { severity })], "jira");
    expect(priority("critical")).toContain(",Highest,");
    expect(priority("minor")).toContain(",Low,");
  });

  it("run no formula in a spreadsheet, and keep quotes, commas and line ends inside their cell", () => {
    const label = (text: string) => findingsCsv([bare("T0001", { label: text })], "findings").split(/(?<=T0001,),/)[1];
    for (const sign of ["=", "+", "-", "@", "\t"]) expect(label(`${sign}cmd()`)).toMatch(`'${sign}cmd(),,Muffin`);
    expect(label('say "no"')).toMatch(/^"Say ""no""",,/);
    expect(label("one, two")).toMatch(/^"One, two",,/);
    expect(label("a=b")).toMatch(/^a=b,,/);
  });
});
