import fc from "fast-check";
import stringWidth from "fast-string-width";
import { expect, test } from "vitest";
import { box, boxText, wrapText } from "./box.ts";

const columns = [
  { heading: "Topic", min: 14, max: 24 },
  { heading: "Decision", min: 20, max: 71 },
];

test("the metrics box of RFC 0057 comes out as it is printed there", () => {
  const metrics = [
    { heading: "Metric", min: 21, max: 21 },
    { heading: "Value", min: 9, max: 44 },
  ];
  const rows = [
    { cells: ["Rounds", "3"] },
    { cells: ["Total ALIGNMENT", "289"], below: "  (W:98 C:72 T:65 R:54)" },
    { cells: ["Experts Consulted", "10 unique"] },
    { cells: ["Tensions Resolved", "6/6"] },
    { cells: ["Final Velocity", "0"] },
  ];
  expect(box(metrics, rows)).toBe(
    [
      "┌───────────────────────┬───────────┐",
      "│        Metric         │   Value   │",
      "├───────────────────────┼───────────┤",
      "│ Rounds                │ 3         │",
      "├───────────────────────┼───────────┤",
      "│ Total ALIGNMENT       │ 289       │",
      "│   (W:98 C:72 T:65 R:54)           │",
      "├───────────────────────┼───────────┤",
      "│ Experts Consulted     │ 10 unique │",
      "├───────────────────────┼───────────┤",
      "│ Tensions Resolved     │ 6/6       │",
      "├───────────────────────┼───────────┤",
      "│ Final Velocity        │ 0         │",
      "└───────────────────────┴───────────┘",
    ].join("\n"),
  );
});

test("emoji, CJK and long cells keep every line equally wide", () => {
  const rows = [
    { cells: ["🧁 Muffins", "日本語のとても長い決定".repeat(6)] },
    { cells: ["👩‍💻", "a".repeat(200)] },
    { cells: ["a topic that is far too long for its column", "short"] },
  ];
  const lines = box(columns, rows, 71).split("\n");
  expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([71]));
  expect(lines.join("")).toContain("👩‍💻");
});

test("a second line that is wider than the box widens it", () => {
  const lines = box([{ heading: "A", min: 1, max: 9 }], [{ cells: ["1"], below: "(W:98765 C:1)" }]).split("\n");
  expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([17]));
});

test("words wrap at spaces, and only a word wider than the line is cut", () => {
  expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapText("abcdefgh ij", 3)).toEqual(["abc", "def", "gh", "ij"]);
  expect(wrapText("", 5)).toEqual([""]);
});

test("a cell cannot end the fence, draw a line of the box or turn the reading direction", () => {
  expect(boxText("a\n```\nb ``c``")).toBe("a b ``c``");
  expect(boxText("x │ y ├─┤")).toBe("x | y ---");
  expect(boxText("\u202eabc\u0000\u001b[31m\u200b")).toBe("abc");
  expect(boxText("a\u200db 👩‍💻")).toBe("ab 👩‍💻");
});

const fragment = fc.constantFrom(
  ..."`|\\<>[]#*_~│┌─ \t\n\r\u0000\u001b\u200b\u200d\u202e\u0301\u1100\u1161日한é🧁💙".split(""),
  "```",
  "👩‍💻",
  "🇨🇭",
  "1️⃣",
  "word",
);
const hostile = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(""));

test("whatever a cell holds, the box stays a box", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 4 }), (cells) => {
      const lines = box(
        columns,
        cells.map((row) => ({ cells: row })),
        71,
      ).split("\n");
      expect(new Set(lines.map((line) => stringWidth(line)))).toEqual(new Set([71]));
      for (const line of lines) expect(line).toMatch(/^(?:[┌├└].*[┐┤┘]|│.*│)$/u);
      expect(lines.join("\n")).not.toMatch(/```/);
      expect(lines.filter((line) => line.startsWith("├"))).toHaveLength(cells.length);
    }),
  );
});
