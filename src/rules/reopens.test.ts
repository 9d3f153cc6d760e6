import { describe, expect, it } from "vitest";
import { whyNotReopening } from "./reopens.ts";

describe("a dialogue reopens another one", () => {
  const opening = { dialogue: "b", created_at: "2026-03-02T00:00:00Z", reopens: "a" };
  const older = { created_at: "2026-03-01T00:00:00Z", hasVerdict: true };

  it("that is older and has a final verdict", () => {
    expect(whyNotReopening(opening, older)).toBeUndefined();
    expect(whyNotReopening({ ...opening, reopens: undefined }, undefined)).toBeUndefined();
  });

  it.each([
    ["itself", { ...opening, reopens: "b" }, older, "it names itself"],
    ["one that is not there", opening, undefined, "there is no dialogue a"],
    ["a younger one", opening, { ...older, created_at: "2026-03-02T00:00:01Z" }, "a was opened after it"],
    ["one that decided nothing", opening, { ...older, hasVerdict: false }, "a has no final verdict"],
  ])("never %s", (_, own, named, why) => {
    expect(whyNotReopening(own, named)).toBe(why);
  });
});
