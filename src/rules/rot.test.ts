import { describe, expect, it } from "vitest";
import { verdictBody } from "../../test/helpers/records.ts";
import type { RoundRecord, VerdictRecord } from "./records.ts";
import {
  blameOf,
  type CitedFile,
  carriedCitations,
  carriedItems,
  type Elsewhere,
  hasEnded,
  judgeMissing,
  keyWords,
  type Standing,
  type Step,
  standingBy,
  standingInChange,
  stands,
} from "./rot.ts";

const nowhere: Elsewhere = { sameKind: undefined, sameBytes: undefined, otherKind: undefined, unread: [] };

describe("a citation whose file lacks its words", () => {
  const rows: [CitedFile, boolean, Partial<Elsewhere>, string][] = [
    ["gone", true, { sameKind: "b.ts" }, "moved"],
    ["gone", false, { sameKind: "b.ts" }, "unclear"],
    ["gone", false, { sameBytes: "b.ts" }, "moved"],
    ["gone", true, { otherKind: "b.md" }, "unclear"],
    ["gone", true, {}, "rotted"],
    ["here", true, { sameKind: "b.ts" }, "unclear"],
    ["here", true, { sameBytes: "b.ts", sameKind: "b.ts" }, "unclear"],
    ["here", true, { otherKind: "b.md" }, "rotted"],
    ["here", false, {}, "rotted"],
    ["refused", true, { sameKind: "b.ts" }, "moved"],
    ["refused", false, { sameKind: "b.ts" }, "unclear"],
    ["refused", true, {}, "unclear"],
    ["here", true, { unread: ["c.ts"] }, "unclear"],
    ["gone", true, { unread: ["c.ts"] }, "unclear"],
  ];
  it.each(rows)("%s, identifying %s, found %j: %s", (file, identifying, found, health) => {
    expect(judgeMissing(file, identifying, { ...nowhere, ...found }).health).toBe(health);
  });

  it("says why, and where its words are now", () => {
    const judged = (file: CitedFile, found: Partial<Elsewhere>, identifying = true) =>
      judgeMissing(file, identifying, { ...nowhere, ...found });
    const sameKind = "b.ts";
    const now = { now: sameKind };
    expect(judged("gone", { sameKind })).toMatchObject({ why: "moved to b.ts", ...now });
    expect(judged("gone", { sameKind }, false)).toMatchObject({
      why: "too short to say whether it moved to b.ts",
      ...now,
    });
    expect(judged("here", { sameKind })).toMatchObject({ why: "moved, or only a copy is left in b.ts", ...now });
    expect(judged("gone", { otherKind: "b.md" })).toEqual({
      ...{ health: "unclear", why: "the file is gone, the words stand in b.md", now: "b.md" },
    });
    expect(judged("refused", {})).toEqual({ health: "unclear", why: "its path leads through a link or a file" });
    expect(judged("here", { unread: ["c.ts", "d.ts"] }).why).toBe("2 files could not be searched, the first c.ts");
    expect(judged("gone", {}).why).toBe("the file is gone, and the words with it");
    expect(judged("here", {}).why).toBe("the words are gone");
    expect(stands).toEqual({ health: "stands", why: "" });
  });
});

describe("a loss is this change's", () => {
  const rows: [Step[], Step[], string][] = [
    [["lost"], ["kept"], "rotted"],
    [["lost"], ["moved"], "rotted"],
    [["lost"], ["unclear"], "rotted"],
    [["lost"], ["lost"], "not_ours"],
    [["kept"], ["kept"], "not_ours"],
    [["moved"], ["kept"], "not_ours"],
    [["unclear"], ["kept"], "unclear"],
    [["kept", "lost"], ["kept", "kept"], "rotted"],
    [["kept", "moved"], ["kept", "kept"], "not_ours"],
    [["lost", "lost"], ["kept", "lost"], "not_ours"],
    [["lost", "lost"], ["kept", "kept"], "rotted"],
    [["lost", "unclear"], ["kept", "kept"], "rotted"],
    [["kept", "unclear"], ["kept", "kept"], "unclear"],
  ];
  it.each(rows)("to here %j, to the main branch %j: %s", (toHere, toMain, blame) => {
    expect(blameOf(toHere, toMain)).toBe(blame);
  });
});

it("numbers the citations of what the verdict carries, and leaves out what was never found", () => {
  const citation = { by: "Muffin", path: "a.ts", from: 1, to: 1, words: "x", blob: null, line: 1 };
  const round = {
    round: 0,
    citations: [
      { ...citation, item: "R0001", result: "not_found" },
      { ...citation, item: "R0001", result: "found" },
      { ...citation, item: "T0001", result: "found" },
      { ...citation, item: "E0001", result: "found_elsewhere" },
      { ...citation, item: null, result: "found" },
    ],
  } as unknown as RoundRecord;
  const lists = { recommendations_adopted: ["R0001"], key_evidence: ["E0001"] };
  const verdict = verdictBody(0, "", lists) as unknown as VerdictRecord;
  expect(carriedCitations(verdict, [round]).map(({ id }) => id)).toEqual(["R0001.2", "E0001.1"]);
  expect(carriedCitations(verdict, [{ ...round, round: 1 }])).toEqual([]);
});

it("an item is carried by the first list that names it, and a verdict before any round carries no citation", () => {
  const lists = { recommendations_adopted: ["R0001"], key_claims: ["R0001", "C0001"] };
  const verdict = verdictBody(0, "", lists) as unknown as VerdictRecord;
  expect([...carriedItems(verdict)]).toEqual([
    ["R0001", "recommendations_adopted"],
    ["C0001", "key_claims"],
  ]);
  const citation = { by: "Muffin", item: "C0001", path: "a.ts", from: 1, to: 1, words: "x", blob: null, line: 1 };
  const round = { round: 0, citations: [{ ...citation, result: "found" }] } as unknown as RoundRecord;
  expect(carriedCitations({ ...verdict, round: null }, [round])).toEqual([]);
});

it("a citation without words is told from others by its lines", () => {
  expect(keyWords({ words: "one key", from: 1, to: 2 })).toBe("one key");
  expect(keyWords({ words: null, from: 3, to: 5 })).toBe("lines 3-5");
  expect(keyWords({ words: null, from: 3, to: null })).toBe("lines 3-3");
  expect(keyWords({ words: null, from: null, to: null })).toBe("the whole file");
});

it("documents say whether a decision is judged", () => {
  const rfc = (status: string) => ({ type: "rfc", status });
  expect(standingBy([])).toBe("judged");
  expect(standingBy([rfc("approved")])).toBe("judged");
  expect(standingBy([rfc("rejected"), rfc("wip")])).toBe("under_way");
  expect(standingBy([rfc("rejected"), { type: "adr", status: "deprecated" }])).toBe("overruled");
  expect(standingBy([{ type: "decision", status: "recorded" }])).toBe("judged");
  // Only RFCs and ADRs bind, and only an RFC is under way.
  expect(standingBy([rfc("rejected"), { type: "decision", status: "recorded" }])).toBe("overruled");
  expect(standingBy([rfc("rejected"), { type: "adr", status: "accepted" }])).toBe("judged");
  expect(standingBy([{ type: "adr", status: "wip" }])).toBe("judged");
});

describe("a change is judged by the standing before it", () => {
  const [judged, underWay, overruled] = ["judged", "under_way", "overruled"] as const;
  const rows: [Standing, (Standing | undefined)[], Standing | undefined, Standing][] = [
    [judged, [judged], judged, judged],
    [overruled, [judged], judged, judged],
    [underWay, [judged], judged, judged],
    [overruled, [underWay], underWay, underWay],
    [overruled, [overruled], overruled, overruled],
    [judged, [overruled], overruled, judged],
    // The main branch changed it itself since.
    [overruled, [judged], overruled, overruled],
    [underWay, [underWay], judged, underWay],
    // One base may never have had it, or had it otherwise.
    [overruled, [undefined, judged], judged, judged],
    [overruled, [overruled, judged], judged, judged],
    // New.
    [underWay, [undefined], undefined, underWay],
    [overruled, [undefined], undefined, judged],
  ];
  it.each(rows)("here %s, at the bases %j, on the main branch %s: %s", (here, atBases, onMain, standing) => {
    expect(standingInChange(here, atBases, onMain)).toBe(standing);
  });
});

it("a document that had ended when it was cited is no rot", () => {
  expect(hasEnded("accepted", "superseded")).toBe(true);
  expect(hasEnded("superseded", "superseded")).toBe(false);
  expect(hasEnded(undefined, "rejected")).toBe(true);
  expect(hasEnded("draft", "approved")).toBe(false);
});
