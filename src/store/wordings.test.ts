import { expect, it } from "vitest";
import { fuse, rankedLists } from "./wordings.ts";

it("each wording is ranked, and all of them together", () => {
  expect(rankedLists([["deep", "pages"], [], ["Pages", "cursor"]])).toEqual([
    ["deep", "pages"],
    ["Pages", "cursor"],
    ["deep", "Pages", "cursor"],
  ]);
  expect(rankedLists([["deep"]])).toEqual([["deep"]]);
  expect(rankedLists([[]])).toEqual([]);
});

it("fused, the first place of one list outweighs the middle of two others", () => {
  const self = (one: string) => one;
  expect(fuse([["a", "b"], ["b", "a"], ["b"]], self)).toEqual(["b", "a"]);
  const lists = [
    ["a", "x", "y"],
    ["p", "q", "r", "s", "b"],
    ["q", "r", "s", "p", "b"],
  ];
  const fused = fuse(lists, self);
  expect(fused.indexOf("a")).toBeLessThan(fused.indexOf("b"));
  expect(fuse([], self)).toEqual([]);
});
