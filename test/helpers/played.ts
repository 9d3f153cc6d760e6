/** What a player leaves on record: a run that gave a text, one that did not, and what it did for a head. */
import type { Played, Provenance, TextRun } from "../../src/rules/records.ts";

export function textRunOf(overrides: Partial<TextRun> = {}): TextRun {
  return {
    runner: "claude",
    version: "2.1.325",
    asked: null,
    model: "opus",
    confined: true,
    endpoint: "api.example.com",
    shelf_sha256: "a".repeat(64),
    prompt_sha256: "b".repeat(64),
    answer_sha256: "c".repeat(64),
    unwrapped: false,
    masked: 0,
    tools: { Read: 3 },
    tokens: { input: 1000, cached: 200, output: 50 },
    usd: 0.25,
    seconds: 20,
    ...overrides,
  };
}

export function fromRunner(overrides: Partial<Provenance> = {}): Provenance {
  return {
    source: "runner",
    filed_by: null,
    filed_at: "2026-02-03T14:23:00.000Z",
    note: null,
    run: textRunOf(),
    ...overrides,
  };
}

type Run = Played["runs"][number];

export function otherRunOf(overrides: Partial<Run> = {}): Run {
  return {
    purpose: "judge",
    seat: null,
    runner: "claude",
    model: "opus",
    ended: "answer",
    used: true,
    shown: null,
    tokens: { input: 500, cached: 0, output: 100 },
    usd: null,
    seconds: 5,
    ...overrides,
  };
}

export function playedOf(overrides: Partial<Played> = {}): Played {
  return { runs: [otherRunOf()], left_out: [], unreadable: 0, ...overrides };
}
