import { describe, expect, it } from "vitest";
import { boundaryOf, splitAnswer } from "./author-answer.ts";

const head = "0123456789abcdef".repeat(4);
const boundary = boundaryOf(head);

describe("an author's answer in one message", () => {
  it("is parted at the boundary of its head", () => {
    expect(boundary).toBe("=== TEXT 01234567 ===");
    expect(splitAnswer(head, `T0001 resolved: §2\n\n${boundary}\n\n# Keys\n\n    indented\n`)).toEqual({
      sheet: "T0001 resolved: §2\n",
      text: "# Keys\n\n    indented\n",
    });
  });

  it("keeps an indented first line, and takes other line ends and spaces around the boundary", () => {
    expect(splitAnswer(head, `T0001 refused: no\r\n  ${boundary} \r\n    code\r\nmore`)).toEqual({
      sheet: "T0001 refused: no\n",
      text: "    code\nmore\n",
    });
  });

  it("may have no sheet", () => {
    expect(splitAnswer(head, `${boundary}\nAll of it.`)).toEqual({ sheet: "", text: "All of it.\n" });
  });

  it.each([
    ["no boundary", "T0001 resolved: §2\n\n# Keys"],
    ["another head's boundary", `sheet\n${boundaryOf("f".repeat(64))}\ntext`],
    ["the boundary in mid-sentence only", `I write ${boundary} and then\nthe text`],
    ["the boundary twice", `sheet\n${boundary}\ntext\n${boundary}\nanother text`],
    ["no text", `T0001 resolved: §2\n${boundary}\n \n`],
  ])("is no answer with %s", (_, message) => {
    expect(splitAnswer(head, message)).toBeUndefined();
  });
});
