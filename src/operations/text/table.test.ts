import { expect, test } from "vitest";
import { table } from "./table.ts";
import { textWidth, truncateText } from "./width.ts";

const rows = [
  ["🧁 Muffin", 12, "a\nb"],
  ["💙", 3, undefined],
  ["日本", 100, "x\ty"],
];

test("plain columns line up whatever the characters", () => {
  const text = table(["Expert", { heading: "Score", align: "right" }, "Note"], rows);
  expect(text).toBe(
    ["Expert     Score  Note", "🧁 Muffin     12  a b", "💙             3", "日本         100  x y"].join("\n"),
  );
});

test("a box is as wide on every line", () => {
  const lines = table(["Expert", "Score", "Note"], rows, { style: "box" }).split("\n");
  expect(new Set(lines.map(textWidth)).size).toBe(1);
  expect(lines[0]).toBe("┌───────────┬───────┬──────┐");
  expect(lines).toHaveLength(7);
});

test("a table without rows is its headings", () => {
  expect(table(["A", "B"], [])).toBe("A  B");
});

test("long cells end in an ellipsis and no character is cut in two", () => {
  expect(table([{ heading: "T", maxWidth: 6 }], [["abcdefgh"]])).toBe("T\nabcde…");
  expect(truncateText("👩‍💻👩‍💻👩‍💻", 4)).toBe("👩‍💻…");
  expect(truncateText("abc", 3)).toBe("abc");
  expect(truncateText("abc", 0)).toBe("");
});
