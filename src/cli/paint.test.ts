import { expect, test } from "vitest";
import { makePaint, wantsColour } from "./paint.ts";

test.each([
  ["a terminal has colour", {}, true, true, true],
  ["a pipe has none", {}, false, true, false],
  ["NO_COLOR says no", { NO_COLOR: "1" }, true, true, false],
  ["an empty NO_COLOR says nothing", { NO_COLOR: "" }, true, true, true],
  ["FORCE_COLOR says yes", { FORCE_COLOR: "1" }, false, true, true],
  ["FORCE_COLOR=0 says no", { FORCE_COLOR: "0" }, true, true, false],
  ["NO_COLOR is stronger than FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, true, true, false],
  ["--no-color is stronger than all", { FORCE_COLOR: "1" }, true, false, false],
  ["a dumb terminal has none", { TERM: "dumb" }, true, true, false],
])("%s", (_, env, isTTY, flag, expected) => {
  expect(wantsColour({ env, isTTY, flag })).toBe(expected);
});

test("without colour a text stays as it is", () => {
  expect(makePaint(false).bad("no")).toBe("no");
  expect(makePaint(true).bad("no")).toBe("\x1b[31mno\x1b[39m");
  expect(makePaint(true).bad("")).toBe("");
});
