import { describe, expect, it } from "vitest";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";
import { BlueError } from "../../errors.ts";
import { foldAsks } from "../ask-log.ts";
import type { RoundInWork } from "./in-work.ts";
import { keepsFromRegistering, readyToRegister } from "./may-register.ts";
import type { DraftFile } from "./scan-round.ts";

const panel = panelOf(["Muffin", "Scone"]);
const draft: DraftFile = {
  ...{ expert: "Muffin", path: "muffin/draft.md", lines: ["Yes."], others: [] },
  provenance: { source: "draft", filed_by: null, filed_at: null, note: null },
};
const ready: RoundInWork = {
  ...{ round: 1, problems: [], asks: foldAsks([]), panel, panels: [panel] },
  texts: { texts: [draft], misplaced: [] },
};
const fault = (message: string) => new BlueError("invalid_input", message);
const kept = (work: Partial<RoundInWork>) => keepsFromRegistering({ ...ready, ...work }).map(({ message }) => message);

describe("what keeps a round from being registered", () => {
  it("is nothing where records, asks, panel and texts are as they should be: it is then handed over to be composed", () => {
    expect(kept({})).toEqual([]);
    expect(readyToRegister(ready)).toEqual({ asks: ready.asks, panel, texts: [draft] });
  });

  it("is damage of the records before anything else, all of it", () => {
    const problems = [fault("round-0 is damaged"), fault("a file that no record accounts for")];
    expect(kept({ problems, asks: fault("no log"), texts: fault("no texts"), panel: undefined })).toEqual([
      "round-0 is damaged",
      "a file that no record accounts for",
    ]);
  });

  it("is a log that cannot be read before the texts, and those before a panel that nobody seated", () => {
    const work = { asks: fault("no log"), texts: fault("no texts"), panel: undefined };
    expect(kept(work)).toEqual(["no log"]);
    expect(kept({ ...work, asks: ready.asks })).toEqual(["no texts"]);
    expect(keepsFromRegistering({ ...ready, panel: undefined })).toMatchObject([
      { code: "panel_mismatch", field: "panel", constraint: "panel_written_first", message: "Round 1 has no panel" },
    ]);
  });

  it("is every misplaced text, then every seat that may not be taken", () => {
    const error = fault("muffin/answer.md lies where Blue does not read");
    const misplaced = [{ path: "muffin/answer.md", expert: "Muffin", why: "place" as const, error }];
    const chef = { ...panel[0]!, role: "Chef" };
    expect(kept({ texts: { texts: [], misplaced }, panel: [chef, panel[1]!] })).toEqual([
      error.message,
      expect.stringContaining("The panel seats Muffin as Chef"),
    ]);
  });

  it("is thrown with every reason when the round is to be composed all the same", () => {
    const problems = [fault("one"), fault("two")];
    expect(() => readyToRegister({ ...ready, problems })).toThrow("one");
    expect(() => readyToRegister({ ...ready, panel: undefined })).toThrow("Round 1 has no panel");
  });
});
