/**
 * Everything Blue generates for people from a dialogue's records: path below the dialogue's folder → text. Pure, so `verify` can say that what a
 * reviewer reads is what the records say, and `sync` can make it again.
 */
import { foldLedger, type Ledger } from "../ledger.ts";
import type { RoundRecord } from "../records.ts";
import type { DialogueRecords } from "./decision.ts";
import { renderOverview } from "./overview.ts";
import { jsonFile } from "./page.ts";
import { roundFileNames } from "./round-file-names.ts";
import { roundFiles } from "./round-files.ts";
import { renderScoreboard } from "./scoreboard.ts";
import { renderTensions } from "./tensions.ts";
import { renderVerdict } from "./verdict-page.ts";
import { viewOf } from "./view.ts";

export type { DialogueRecords };
export { roundFileNames };

export function renderDialogue(records: DialogueRecords): Map<string, string> {
  const { opening, rounds } = records;
  const view = viewOf(records);
  const files = new Map<string, string>();
  files.set(
    "expert-pool.json",
    jsonFile({ domain: opening.domain, question: opening.question, experts: opening.pool }),
  );
  files.set("dialogue.md", renderOverview(view));
  files.set("scoreboard.md", renderScoreboard(view));
  files.set("tensions.md", renderTensions(view));
  const verdict = renderVerdict(view);
  if (verdict !== undefined) files.set("verdict.md", verdict);
  let before = foldLedger(opening, []);
  for (const [i, round] of rounds.entries()) {
    const after = foldLedger(opening, rounds.slice(0, i + 1));
    for (const [name, text] of renderRound(round, { before, after })) files.set(`round-${round.round}/${name}`, text);
    before = after;
  }
  return files;
}

/** The generated files of one round, by name. Without the ledger before and after that round only their names are known. */
export function renderRound(round: RoundRecord, ledgers?: { before: Ledger; after: Ledger }): Map<string, string> {
  if (ledgers === undefined) return new Map([...roundFileNames(round)].map((name) => [name, ""]));
  return roundFiles(round, ledgers.after, ledgers.before);
}
