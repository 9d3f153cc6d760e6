import { describe, expect, it } from "vitest";
import { scanDraft } from "./scan-draft.ts";

const who = { expert: "Muffin", round: 1 };
const limits = { bytes: Number.POSITIVE_INFINITY };
const megabyte = 1_000_000;

/** Processor time for ten megabytes, scanned in so many texts. */
function cost(unit: string, texts: number): number {
  const text = `[MUFFIN-P0101: a]\n\n${unit.repeat(Math.ceil((10 * megabyte) / texts / unit.length))}`;
  const start = process.cpuUsage();
  for (let run = 0; run < texts; run += 1) scanDraft(text, who, { limits });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const units: Record<string, string> = {
  "opening brackets": "[",
  "markers that never close, on one line": "[A-P0101: ",
  "markers that never close, line after line": "[MUFFIN-P0101: \n",
  "citations that never close": '[CITE a "[',
  backticks: "`",
  "backticks in runs of growing length": "` `` ``` ```` ",
  "backticks that pair with nothing": "a ` b\n\n",
  "backticks in a paragraph": "a `",
  "nested quotes": "> ",
  "quoted markers": "> > [MOVE:CONVERGE]\n",
  "comments that never close": "<!--",
  "comments that never close, in paragraphs": "a <!-- b\n\n",
  "nested lists": "- ",
  fences: "```\n",
  "markers in mid-sentence": "x [MOVE:CONVERGE] ",
  "own tensions in mid-sentence": "x [MUFFIN-T0101: a] ",
  "slips in own IDs": "[MUFFIN-T- O-O-O-O-O\n",
  "brackets with an invisible character": "[\u200b",
  "brackets of another script": "［MUFFIN ",
  "markers that never close, behind bullets": "• [MUFFIN-P0101: \n",
  "markers in labels that never end": "[MUFFIN-P0102: [RE:REOPEN T0001] ",
  spaces: " ",
};

describe("a hostile draft of ten megabytes costs about as much as ten of one megabyte", () => {
  for (const [what, unit] of Object.entries(units)) {
    it(what, () => {
      const small = cost(unit, 10);
      const large = cost(unit, 1);
      // growth from one megabyte to ten: 10 when linear, 100 when quadratic
      expect((large / small) * 10).toBeLessThan(20);
    });
  }
});
