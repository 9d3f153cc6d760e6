/** A dialogue of this very project as the page is given it, from its records. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verdictFacts } from "../../src/facts/verdict-facts.ts";
import { recordedMarks } from "../../src/operations/web/draft-marks.ts";
import { exportDialogue } from "../../src/pages/export.ts";
import { verdictLines } from "../../src/pages/verdict-lines.ts";
import { foldLedger } from "../../src/rules/ledger.ts";
import type { ComparisonRecord, OpeningRecord, RoundRecord, VerdictRecord } from "../../src/rules/records.ts";
import type { DialogueView } from "../../src/web/data.ts";

const dialogues = fileURLToPath(new URL("../../.blue/dialogues", import.meta.url));

/** The names of its dialogues that have records, without their dates. */
export const ownDialogues = readdirSync(dialogues).flatMap((name) => /^[\dT-]+Z-(.+)$/.exec(name)?.[1] ?? []);

/** `rounds`: only so many of its rounds, and then no verdict. */
export function ownRecords(topic: string, rounds?: number) {
  const folder = join(dialogues, readdirSync(dialogues).find((name) => name.endsWith(topic))!);
  const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), "utf8")) as T;
  const names = readdirSync(folder).filter((name) => /^round-\d+$/.test(name));
  const kept = names.slice(0, rounds ?? names.length);
  const files =
    rounds === undefined ? kept.flatMap((name) => readdirSync(join(folder, name)).map((file) => [name, file])) : [];
  const all = <T>(pattern: RegExp) =>
    files.filter(([, file]) => pattern.test(file!)).map(([name, file]) => read<T>(name!, file!));
  return {
    opening: read<OpeningRecord>("opening.json"),
    rounds: kept.map((name) => read<RoundRecord>(name, "round.json")),
    verdicts: all<VerdictRecord>(/^verdict-.*\.json$/),
    comparisons: all<ComparisonRecord>(/^comparison.*\.json$/),
  };
}

/** As `ownRecords`. */
export function ownView(topic: string, rounds?: number): DialogueView {
  const { opening, rounds: records, verdicts, comparisons } = ownRecords(topic, rounds);
  const ledger = foldLedger(opening, records);
  const last = ledger.rounds.at(-1)!;
  return {
    export: exportDialogue(ledger, { verdicts, comparisons }),
    marks: recordedMarks(ledger),
    status: {
      dialogue_id: opening.dialogue,
      title: opening.title,
      question: opening.question,
      state: verdicts.length > 0 ? "decided" : "open",
      rounds_registered: records.length,
      max_rounds: opening.settings.max_rounds,
      open_round: records.length,
      head: ledger.head,
      panel: records.at(-1)!.panel.map(({ name, role }) => ({ name, role, draft: "missing" as const, draft_file: "" })),
      proposal: null,
      open_tensions: [],
      velocity: last.velocity,
      convergence: last.convergence,
      can_converge: last.converged,
      convergence_blockers: [],
      problems: [],
      warnings: [],
      next: { command: "", why: "" },
    },
    lines: verdictLines(verdictFacts({ opening, rounds: records, verdicts })),
    live: null,
    decision: null,
    outcomes: [],
    files: [],
  };
}
