/** A dialogue of this very project as the page is given it, from its records. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DialogueView } from "../../src/page/data.ts";
import { exportDialogue } from "../../src/pages/export.ts";
import { foldLedger } from "../../src/rules/ledger.ts";
import type { ComparisonRecord, OpeningRecord, RoundRecord, VerdictRecord } from "../../src/rules/records.ts";

const dialogues = fileURLToPath(new URL("../../.blue/dialogues", import.meta.url));

/** `rounds`: only so many of its rounds, and then no verdict. */
export function ownView(topic: string, rounds?: number): DialogueView {
  const folder = join(dialogues, readdirSync(dialogues).find((name) => name.endsWith(topic))!);
  const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), "utf8")) as T;
  const opening = read<OpeningRecord>("opening.json");
  const names = readdirSync(folder).filter((name) => /^round-\d+$/.test(name));
  const kept = names.slice(0, rounds ?? names.length);
  const records = kept.map((name) => read<RoundRecord>(name, "round.json"));
  const files =
    rounds === undefined ? kept.flatMap((name) => readdirSync(join(folder, name)).map((file) => [name, file])) : [];
  const all = <T>(pattern: RegExp) =>
    files.filter(([, file]) => pattern.test(file!)).map(([name, file]) => read<T>(name!, file!));
  const ledger = foldLedger(opening, records);
  const last = ledger.rounds.at(-1)!;
  const verdicts = all<VerdictRecord>(/^verdict-.*\.json$/);
  return {
    export: exportDialogue(ledger, { verdicts, comparisons: all<ComparisonRecord>(/^comparison.*\.json$/) }),
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
    live: null,
    files: [],
    runs: 0,
  };
}
