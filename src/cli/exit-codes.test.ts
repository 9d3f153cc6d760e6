import { expect, test } from "vitest";
import { errorCodes } from "../errors.ts";
import { exitCodeOf } from "./exit-codes.ts";

test("every error has its exit code", () => {
  const byExit: Record<number, string[]> = { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] };
  for (const code of errorCodes) byExit[exitCodeOf(code)]!.push(code);
  expect(byExit[2]).toEqual(["invalid_input"]);
  expect(byExit[3]).toEqual(["target_not_found", "runner_unavailable", "not_found"]);
  expect(byExit[4]).toEqual(["budget_spent", "input_needed"]);
  expect(byExit[5]).toEqual([
    "id_taken",
    "panel_mismatch",
    "round_taken",
    "verdict_exists",
    "head_moved",
    "drafts_changed",
    "document_changed",
    "lock_held",
    "play_running",
  ]);
  expect(byExit[6]).toEqual([
    "velocity_not_zero",
    "convergence_not_unanimous",
    "forced_convergence_no_warning",
    "round_not_registered",
    "unregistered_files",
    "record_damaged",
    "accepted_not_acknowledged",
    "dialogue_not_decided",
    "criteria_unchecked",
    "findings_open",
  ]);
  expect(byExit[1]).toContain("io_error");
});
