/** What a dialogue cost, as far as its records say. A run that left no text is counted as absent, in the Judge's hand. */
import type { Provenance, RoundRecord, RunFacts } from "./records.ts";
import { isRun, type Written, writtenIn } from "./written.ts";

export interface Cost {
  rounds: number;
  experts: number;
  author: number;
  verifiers: number;
  /** All of these runs. */
  runs: number;
  /** Of the experts' drafts. */
  bytes: number;
  /** Summed over the runs of which it is known. Experts run side by side, so their time is not how long it lasted. */
  known: { runs: number; tokens: number; seconds: number; models: string[] };
}

export function costOf(records: readonly RoundRecord[]): Cost {
  const runs = records.flatMap(writtenIn).filter(isRun);
  const as = (kind: Written["as"]) => runs.filter((one) => one.as === kind);
  const facts = runs
    .flatMap(({ provenance }) => (provenance === null ? [] : [runFactsOf(provenance)]))
    .filter((one) => one.tokens ?? one.seconds);
  const sum = (field: "tokens" | "seconds") => facts.reduce((total, one) => total + (one[field] ?? 0), 0);
  return {
    rounds: records.length,
    experts: as("expert").length,
    author: as("author").length,
    verifiers: as("verifier").length,
    runs: runs.length,
    bytes: as("expert").reduce((total, { lines }) => total + bytesOf(lines), 0),
    known: {
      ...{ runs: facts.length, tokens: sum("tokens"), seconds: sum("seconds") },
      models: [...new Set(facts.flatMap(({ model }) => model ?? []))],
    },
  };
}

/** With a line break between two. */
function bytesOf(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + Buffer.byteLength(line), Math.max(0, lines.length - 1));
}

/** A run that was played says more of itself than a hook knows. */
function runFactsOf({ run, ...facts }: Provenance): RunFacts {
  if (run === undefined) return facts;
  return {
    ...(run.model === null ? {} : { model: run.model }),
    ...(run.tokens === null ? {} : { tokens: run.tokens.input + run.tokens.output }),
    seconds: run.seconds,
  };
}
