import { expect, test } from "vitest";
import { makeProgressLine } from "./progress-line.ts";

test("one line, rewritten, cut to the terminal, and gone at the end", () => {
  let written = "";
  let time = 0;
  const stream = { write: (text: string) => (written += text), isTTY: true, columns: 12 };
  const line = makeProgressLine(stream, () => time);
  line.show({ done: 1, total: 3, message: "reading\n\x1b[2Jrounds" });
  line.show({ done: 2, total: 3 });
  time = 100;
  line.show({ done: 3 });
  line.clear();
  line.clear();
  expect(written).toBe("\r\x1b[2K1/3 readin…\r\x1b[2K3\r\x1b[2K");
});

test("nothing shown, nothing to clear", () => {
  const line = makeProgressLine({
    write: () => {
      throw new Error("written");
    },
  });
  line.clear();
});
