import { describe, expect, test } from "vitest";
import { lostSentences } from "./lost-sentences.ts";

describe("sentences that the new text has nothing like", () => {
  const lost = (before: string, after: string) => lostSentences(before, after, []);
  const kept = "Rows stay in the table for seven days.";

  test("are told where their block goes on without them; a whole block is told by its name", () => {
    const gone = "After five attempts a job counts as failed.";
    expect(lost(`${kept} ${gone}`, `${kept} Keys stay for ever.`)).toEqual([gone]);
    expect(lost(`${kept}\n\n${gone}`, kept)).toEqual([]);
    expect(lost(`${kept}\n\n${gone}`, `${kept}\n\n${gone}`)).toEqual([]);
  });

  test("are not those that were only reworded or moved, nor those of a part that is gone by name", () => {
    expect(lost("A worker renews its lease every minute.", "Every minute the worker renews a lease.")).toEqual([]);
    expect(
      lost(`## Keys\n\n${kept}\n\n## Sweeper\n\nIt runs at midnight for one hour.`, `## Keys\n\n${kept} Ever.`),
    ).toEqual([]);
    expect(lost("It ends.", "Nobody looks.")).toEqual([]);
  });
});
