import { describe, expect, it } from "vitest";
import { scanDraft } from "./scan-draft.ts";

const scan = (...lines: string[]) => scanDraft(lines.join("\n"), { expert: "Muffin", round: 1 });

describe("the older dialect", () => {
  it("gives perspectives and tensions this expert's name, this round and their own number", () => {
    const draft = scan(
      "[PERSPECTIVE P03: Resolve T01 inline, not in a file]",
      "",
      "One field is enough.",
      "",
      "[TENSION T10: Who owns the graph?]",
      "The repository or the tracker.",
      "",
      "---",
    );
    expect(draft).toMatchObject({ dialect: "older", problems: [], complete: false });
    expect(draft.items).toMatchObject([
      {
        localId: "MUFFIN-P0103",
        type: "P",
        seq: 3,
        label: "Resolve T01 inline, not in a file",
        text: ["One field is enough."],
      },
      { localId: "MUFFIN-T0110", type: "T", seq: 10, label: "Who owns the graph?", line: 5, endLine: 6 },
    ]);
  });

  it("turns resolved, reopened, acknowledged and refined into references of the draft, with short numbers kept", () => {
    const draft = scan(
      "[PERSPECTIVE P01: a]",
      "[RESOLVED T01]",
      "[RESOLVED T02: one file, one rename]",
      "[RESOLUTION T3: defaults]",
      "[REOPENED T04: it failed again]",
      "[ACKNOWLEDGED T09: later]",
      "[REFINEMENT T07: in scope]",
      "[REFINEMENT: T05 as a pass]",
      "[REFINEMENT: of the whole]",
    );
    expect(draft.refs.map((ref) => [ref.kind, ref.target, ref.item])).toEqual([
      ["RESOLVE", "T01", null],
      ["RESOLVE", "T02", null],
      ["RESOLVE", "T03", null],
      ["REOPEN", "T04", null],
      ["ADDRESS", "T09", null],
      ["REFINE", "T07", null],
      ["REFINE", "T05", null],
    ]);
    expect(draft.items).toMatchObject([{ text: [] }]);
    expect(draft.problems).toEqual([]);
  });

  it("turns a concession into a move, with its item if it names one", () => {
    const draft = scan("[CONCESSION: T01 -- inline is right]", "[CONCESSION: they were right]");
    expect(draft.moves).toMatchObject([
      { kind: "CONCEDE", targets: ["T01"], topic: "T01 -- inline is right" },
      { kind: "CONCEDE", targets: [], topic: "they were right" },
    ]);
  });

  it("signals with CONVERGENCE CONFIRMED, under the same rules of place", () => {
    expect(scan("[CONVERGENCE CONFIRMED]")).toMatchObject({ dialect: "older", converge: { line: 1 } });
    expect(scan("> [CONVERGENCE CONFIRMED]").converge).toBeNull();
    expect(scan("Not yet [CONVERGENCE CONFIRMED].")).toMatchObject({
      converge: null,
      problems: [{ code: "mid_sentence" }],
    });
  });

  it("still takes tensions only where the current one does", () => {
    expect(scan("[RESOLVED P01]")).toMatchObject({
      refs: [],
      problems: [{ code: "invalid_ref_target", blocking: true }],
    });
  });

  it("without number or label must be corrected", () => {
    for (const line of [
      "[TENSION]",
      "[TENSION: label]",
      "[TENSION T01]",
      "[TENSION P01: label]",
      "[RESOLVED]",
      "[RESOLVED: all of it]",
      "[REOPENED]",
    ]) {
      expect(scan(line).problems, line).toMatchObject([{ code: "malformed_marker", blocking: true }]);
    }
    expect(scan("[TENSION T0201: label]").problems).toMatchObject([{ code: "wrong_round", blocking: true }]);
  });

  it("in one draft with the current one is mixed, and a move alone is no dialect of its own", () => {
    expect(scan("[TENSION T01: a]", "[RE:ADDRESS T01]")).toMatchObject({ dialect: "mixed", refs: [{ target: "T01" }] });
    expect(scan("[TENSION T01: a]", "[MOVE:CONVERGE]").dialect).toBe("older");
    expect(scan("[MOVE:CONVERGE]").dialect).toBe("current");
  });
});
