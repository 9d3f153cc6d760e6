/**
 * What somebody who raised nothing says of each open tension before the author answers it: confirmed, refuted or unproven, with evidence. Author and raisers
 * are shown it. It closes nothing.
 */
import type { BlueError } from "../../errors.ts";
import type { Ledger } from "../ledger.ts";
import type { CrossCheck } from "../records.ts";
import { type Answer, readSheet, sheetErrors } from "./sheet.ts";

export const checkSheet = {
  words: ["confirmed", "refuted", "unproven"],
  how: "Write `T0003 confirmed: evidence`, `T0003 refuted: evidence` or `T0003 unproven: what is missing`.",
} as const;

export type CheckWord = (typeof checkSheet.words)[number];

/** One line of one sheet. */
export interface Check extends Answer<CheckWord> {
  by: string;
}

export function checksOf(ledger: Ledger, crossChecks: readonly CrossCheck[]): Check[] {
  return crossChecks.flatMap(({ by, sheet }) =>
    readSheet(ledger, sheet, checkSheet).answers.map((answer) => ({ ...answer, by })),
  );
}

export function crossCheckErrors(ledger: Ledger, crossChecks: readonly CrossCheck[]): BlueError[] {
  return crossChecks.flatMap(({ by, sheet }) => sheetErrors(ledger, sheet, checkSheet, `sheet of ${by}`));
}
