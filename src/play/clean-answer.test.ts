import { describe, expect, it } from "vitest";
import { cleanAnswer, keysIn } from "./clean-answer.ts";

describe("from a message to a text", () => {
  it("unwraps an answer that is wholly one code fence, and nothing else", () => {
    expect(cleanAnswer("```markdown\n[MOVE:CONVERGE]\n```\n", {})).toEqual({
      text: "[MOVE:CONVERGE]",
      unwrapped: true,
      masked: 0,
    });
    for (const other of ["Before\n```\na\n```", "```\na\n```\nbetween\n```\nb\n```", "a ``` b ```"])
      expect(cleanAnswer(other, {})).toMatchObject({ text: other, unwrapped: false });
  });

  it("puts a mark for NUL", () => {
    expect(cleanAnswer("a\0b", {}).text).toBe("a\uFFFDb");
  });

  it("blots out keys that were handed to a run, wherever they are", () => {
    const key = "sk-0123456789abcdefghij";
    const { text, masked } = cleanAnswer(`${key} and ${key}`, { THE_API_KEY: key, SHORT_TOKEN: "abc" });
    expect(text).toBe("[key THE_API_KEY] and [key THE_API_KEY]");
    expect(masked).toBe(2);
  });

  it("takes for a key what is called one", () => {
    expect(Object.keys(keysIn({ OPENAI_API_KEY: "a", GITHUB_TOKEN: "b", HOME: "/", PATH: "" }))).toEqual([
      "OPENAI_API_KEY",
      "GITHUB_TOKEN",
    ]);
  });
});
