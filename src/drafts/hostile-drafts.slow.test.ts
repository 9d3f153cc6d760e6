/** A hostile draft costs about as much as its length: half a megabyte in one text no more than in six. */

import { describe, expect, it } from "vitest";
import { toLines } from "../rules/lines.ts";
import { scanDraft } from "./scan-draft.ts";

const units: Record<string, string> = {
  "opening brackets": "[",
  "markers that never close, on one line": "[A-P0101: ",
  "markers that never close, line after line": "[MUFFIN-P0101: \n",
  "markers one after the other": "[RE:SUPPORT P0001] ",
  "IDs one after the other": "[RESOLVED T01,",
  backticks: "`",
  "backticks in runs of growing length": "` `` ``` ```` ",
  "backticks that pair with nothing": "a ` b\n\n",
  "nested quotes": "> ",
  "quoted markers": "> > [MOVE:CONVERGE]\n",
  "comments that never close": "a <!-- b\n\n",
  "nested lists": "- ",
  fences: "```\n",
  "markers in mid-sentence": "x [MOVE:CONVERGE] ",
  "own IDs": "MUFFIN-T0101: x\n",
  "brackets of another script": "［MUFFIN ",
  "bold words": "**A:** ",
  "blank lines": "\n",
  spaces: " ",
};

/** Processor time for half a megabyte, scanned in so many texts. */
function cost(unit: string, texts: number): number {
  const text = `[MUFFIN-P0101: a]\n\n${unit.repeat(Math.ceil(500_000 / texts / unit.length))}`;
  const start = process.cpuUsage();
  for (let run = 0; run < texts; run += 1) scanDraft(toLines(text), { expert: "Muffin", round: 1 });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

describe("a hostile draft of half a megabyte costs about as much as six of a sixth", () => {
  it.each(Object.entries(units))("%s", (_, unit) => {
    // 1 when linear, 6 when quadratic; what takes only milliseconds proves nothing either way
    expect(cost(unit, 1)).toBeLessThan(cost(unit, 6) * 2.5 + 50);
  });
});
