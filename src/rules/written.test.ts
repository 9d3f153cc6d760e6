import { expect, it } from "vitest";
import { dialogueOf, roundOf } from "../../test/helpers/example-dialogue.ts";
import { costOf } from "./cost.ts";
import { runsOf } from "./written.ts";

it("a guest's text is no run, and costs nothing", () => {
  const text = (expert: string, source: "draft" | "guest") => ({
    ...{ expert, state: "present" as const, lines: ["Five."], others: [] },
    provenance: { source, filed_by: null, filed_at: null, note: null },
  });
  const texts = [text("Muffin", "draft"), text("Guest", "guest")];
  const { rounds } = dialogueOf({ rounds: [roundOf(["Muffin", "Scone"], { texts })] });
  expect(runsOf(rounds)).toBe(1);
  expect(costOf(rounds)).toMatchObject({ experts: 1, runs: 1, bytes: 5 });
});
