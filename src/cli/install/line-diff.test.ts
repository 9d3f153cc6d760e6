import { expect, test } from "vitest";
import { unifiedDiff } from "./line-diff.ts";

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join("");

test("two changes far apart are two hunks with three lines around", () => {
  const after = `${lines(1, 2)}new\n${lines(3, 20).replace("15\n", "fifteen\n")}`;
  expect(unifiedDiff("f", lines(1, 20), after)).toBe(
    [
      "--- f",
      "+++ f",
      "@@ -1,5 +1,6 @@",
      " 1",
      " 2",
      "+new",
      " 3",
      " 4",
      " 5",
      "@@ -12,7 +13,7 @@",
      " 12",
      " 13",
      " 14",
      "-15",
      "+fifteen",
      " 16",
      " 17",
      " 18",
    ].join("\n"),
  );
});

test("a new file and a removed one have the other side missing, cut where asked", () => {
  expect(unifiedDiff("f", undefined, "a\nb\n")).toBe("--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b");
  expect(unifiedDiff("f", lines(1, 9), undefined, { most: 2 })).toBe(
    "--- f\n+++ /dev/null\n@@ -1,9 +0,0 @@\n-1\n-2\n… and 7 more lines",
  );
});

test("a missing last line end shows, line ends of Windows do not", () => {
  expect(unifiedDiff("f", "a", "a\n")).toBe("--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a");
  expect(unifiedDiff("f", "a\r\n", "b\r\n")).toBe("--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n+b");
});

test("of a private file only the lines that may be read are shown", () => {
  const diff = unifiedDiff("f", '{\n"key": "s"\n}\n', '{\n"key": "s",\n"blue": 1\n}\n', {
    only: new Set(['"blue": 1']),
  });
  expect(diff).toBe('--- f\n+++ f\n@@ -2,1 +2,2 @@\n-…\n+…\n+"blue": 1');
});

test("a very long line is cut", () => {
  expect(unifiedDiff("f", "", `${"x".repeat(2_000)}\n`)).toContain(`+${"x".repeat(40)} … (2000 characters)`);
});
