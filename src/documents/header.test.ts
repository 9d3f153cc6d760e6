import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addToField, fieldList, fieldText, readHeader, setField } from "./header.ts";

const yaml =
  "---\ntitle: One # hand-written\nstatus: draft\n# a note\ntags: [a, b]\n---\n\n# Title\n\nstatus: not this\n";

describe("a header", () => {
  it("is read from front matter, a table or bold lines, keys alike", () => {
    expect(readHeader(yaml)).toMatchObject({ form: "yaml", fields: { title: "One", status: "draft" } });
    const table =
      "# RFC 0001: X\n\n| | |\n|---|---|\n| **Status** | Accepted |\n| **Source Spike** | a spike |\n\n---\n\n## Body\n| **Status** | no |\n";
    expect(readHeader(table)).toMatchObject({ form: "table", fields: { status: "Accepted", source_spike: "a spike" } });
    const bold = "# RFC 0002: Y\n\n**Status**: Implemented\n**Created:** 2026-02-01\n\n## Problem\n**Status:** no\n";
    expect(readHeader(bold)).toMatchObject({ form: "bold", fields: { status: "Implemented", created: "2026-02-01" } });
    expect(readHeader("# Nothing\n\ntext")).toMatchObject({ form: "none", fields: {} });
  });

  it("changes one value and no other byte, comments and line ends included", () => {
    expect(setField(yaml, "status", "approved")).toBe(yaml.replace("status: draft", "status: approved"));
    expect(setField(yaml, "title", "Two: parts")).toBe(yaml.replace("title: One", 'title: "Two: parts"'));
    expect(setField(yaml, "rfc", "x.md")).toBe(yaml.replace("tags: [a, b]\n", "tags: [a, b]\nrfc: x.md\n"));
    const crlf = yaml.replaceAll("\n", "\r\n");
    expect(setField(crlf, "rfc", "x.md")).toBe(crlf.replace("tags: [a, b]\r\n", "tags: [a, b]\r\nrfc: x.md\r\n"));
    expect(setField("# T\n\n**Status**: Draft\n\n## A\n", "status", "approved")).toBe(
      "# T\n\n**Status**: Approved\n\n## A\n",
    );
    expect(setField("# T\n\n| | |\n|---|---|\n| **Status** | Draft |\n\n## A\n", "rfc", "a|b")).toBe(
      "# T\n\n| | |\n|---|---|\n| **Status** | Draft |\n| **RFC** | a\\|b |\n\n## A\n",
    );
    expect(setField("# T\n", "status", "draft")).toBe("---\nstatus: draft\n---\n\n# T\n");
  });

  it("is read and written as other ADR tools have it", () => {
    const adrTools =
      "# 2. Use REST\n\nDate: 2016-02-12\n\n## Status\n\nAccepted\n\nAmends [1](0001-a.md)\n\n## Context\n\nText: no.\n";
    expect(readHeader(adrTools)).toMatchObject({ form: "plain", fields: { date: "2016-02-12", status: "Accepted" } });
    expect(setField(adrTools, "status", "superseded")).toBe(adrTools.replace("Accepted", "Superseded"));
    expect(setField(adrTools, "superseded_by", "3.md")).toBe(
      adrTools.replace("2016-02-12\n", "2016-02-12\nSuperseded By: 3.md\n"),
    );
    const madr = "# Use REST\n\n* Status: accepted\n* Date: 2020-01-01\n\nTechnical Story: none\n\n## Context\n";
    expect(readHeader(madr)).toMatchObject({ form: "list", fields: { status: "accepted", date: "2020-01-01" } });
    expect(setField(madr, "status", "rejected")).toBe(madr.replace("accepted", "rejected"));
    expect(setField(madr, "rfc", "1.md")).toBe(madr.replace("01-01\n", "01-01\n- RFC: 1.md\n"));
    const bare = "# Use REST\n\n## Context\n\n```\n## Status\nno\n```\n\n## Status\n\nProposed\n";
    expect(readHeader(bare)).toMatchObject({ form: "section", fields: { status: "Proposed" } });
    const both = setField(setField(bare, "rfc", "1.md"), "status", "accepted");
    expect(readHeader(both).fields).toEqual({ rfc: "1.md", status: "Accepted" });
    expect(readHeader("# X\n\n**Status**: Draft\n\nNote: this.\n").fields).toEqual({ status: "Draft" });
  });

  it("adds a line to a block list and keeps what follows it", () => {
    const block = "---\nrfcs:\n  - one\n  - two\nstatus: draft # here\n---\nbody\n";
    expect(addToField(block, "rfcs", "three")).toBe(
      "---\nrfcs:\n  - one\n  - two\n  - three\nstatus: draft # here\n---\nbody\n",
    );
    expect(addToField(block, "rfcs", "two")).toBe(block);
    expect(fieldList(readHeader(addToField("---\na: 1\n---\n", "b", "x, y")), "b")).toEqual(["x", "y"]);
  });

  it("says why front matter cannot be read, and never unfolds aliases", () => {
    expect(readHeader("---\na: [\n---\n").problem).toBeDefined();
    expect(readHeader("---\na: &x [1,2]\nb: [*x,*x]\n---\n").problem).toBeDefined();
    expect(readHeader("---\n- a\n---\n").problem).toBe("it is not a list of keys and values");
  });

  it("reads plain lines as the library does", () => {
    const word = fc.constantFrom(
      "status",
      "a",
      "true",
      "No",
      "1",
      "0x1f",
      "1e3",
      "2026-01-01",
      "a: b",
      "a #c",
      "x, y",
      "(a)",
      "a-b.md",
      "~",
      "null",
      "é",
      "a  b",
      "'q'",
      "-",
      "a:b",
      ".5",
      "12:30",
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("k", "K2", "my-key", "a_b"), word, word), { maxLength: 4 }),
        (lines) => {
          const source = lines.map(([key, a, b]) => `${key}: ${a}${b === "~" ? "" : ` ${b}`}\n`).join("");
          const ours = readHeader(`---\n${source}---\n`);
          const forced = readHeader(`---\n# not plain\n${source}---\n`);
          expect([ours.fields, ours.problem === undefined]).toEqual([forced.fields, forced.problem === undefined]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("gives back any value it was given, whatever the characters", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.trim() === text),
        (value) => {
          const text = setField(yaml, "note", value);
          expect(fieldText(readHeader(text), "note")).toBe(value);
          expect(text.endsWith(yaml.slice(yaml.indexOf("---", 3)))).toBe(true);
          expect(fieldText(readHeader(setField(text, "note", "z")), "note")).toBe("z");
        },
      ),
    );
  });

  it("replaces blocks as a whole, keeps comments, and refuses what it cannot write without harm", () => {
    const head = (value: string) => `---\nstatus:${value}\nowner: me\n---\n`;
    expect(setField(head(" |\n  draft"), "status", "approved")).toBe(head(" approved"));
    expect(setField(head("\n  state: draft"), "status", "approved")).toBe(head(" approved"));
    expect(setField(head(" # todo"), "status", "approved")).toBe(head(" approved # todo"));
    expect(setField(head(""), "status", "approved")).toBe(head(" approved"));
    for (const broken of ["title: Foo: bar\nstatus: draft", "{title: One}", "- a"])
      expect(() => setField(`---\n${broken}\n---\n`, "status", "approved")).toThrow("cannot be written to");
    const list = "---\nsupersedes:\n  # the first\n  - a.md   # because of load\nowner: me\n---\n";
    expect(addToField(list, "supersedes", "b.md")).toBe(list.replace("of load\n", "of load\n  - b.md\n"));
  });
});

describe("a front matter that would cost more than it says", () => {
  it.each<[string, string]>([
    ["nested keys", "? ".repeat(400)],
    ["nested keys, line by line", Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}? `).join("\n")],
    ["nested lists", `a: ${"[".repeat(400)}`],
    ["100,000 keys", Array.from({ length: 100_000 }, (_, i) => `k${i}: "1"`).join("\n")],
    ["10,000 keys on one line", `a: {${Array.from({ length: 10_000 }, (_, i) => `k${i}: 1`).join(", ")}}`],
  ])("is not read, and not written to: %s", (_, source) => {
    const text = `---\nstatus: draft\n${source}\n---\n\n# X\n`;
    const start = process.cpuUsage();
    expect(readHeader(text)).toMatchObject({ fields: {}, problem: expect.stringMatching(/too long|deeper|more than/) });
    expect(() => setField(text, "status", "approved")).toThrow("cannot be written to");
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  it("may have lines of a million spaces", () => {
    const start = process.cpuUsage();
    for (const [open, close] of [
      ["**X:** ", ""],
      ["| **X** | ", " |"],
      ["| **X** | ", ""],
      ["- X: ", ""],
      ["|**X**|", "x"],
    ]) {
      const { fields } = readHeader(`${open}a${" ".repeat(1_000_000)}b${close}\n`);
      expect([0, 1_000_002]).toContain(String(fields.x ?? "").length);
    }
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
