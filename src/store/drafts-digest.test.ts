import { expect, it } from "vitest";
import { draftsDigest } from "./drafts-digest.ts";

it("the same drafts under another head are another digest", () => {
  expect(draftsDigest("a", [], [])).toBe(draftsDigest("a", [], []));
  expect(draftsDigest("b", [], [])).not.toBe(draftsDigest("a", [], []));
});
