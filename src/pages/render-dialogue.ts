/**
 * Everything Blue generates for people from a dialogue's records: path below the dialogue's folder → text. Pure, so `verify` can say that what a
 * reviewer reads is what the records say, and `sync` can make it again.
 */
import { extendLedger, foldLedger, type Ledger } from "../rules/ledger.ts";
import type { RoundRecord } from "../rules/records.ts";
import type { DialogueRecords } from "../rules/standing.ts";
import { renderFindings } from "./findings.ts";
import { renderOverview } from "./overview.ts";
import { jsonFile } from "./page.ts";
import { roundFileNames } from "./page-names.ts";
import { roundFiles } from "./round-files.ts";
import { renderScoreboard } from "./scoreboard.ts";
import { renderTensions } from "./tensions.ts";
import { renderVerdict } from "./verdict-page.ts";
import { viewOf } from "./view.ts";

export type { DialogueRecords };
export { roundFileNames };

/** What the caller knows already. `from`: files of earlier rounds, which later ones do not change, are left out. */
export interface Known {
  from?: number;
  /** What the records add up to before round `from`. */
  before?: Ledger;
  /** What all of them add up to. */
  ledger?: Ledger;
}

export function renderDialogue(records: DialogueRecords, known: Known = {}): Map<string, string> {
  const { opening, rounds } = records;
  const { from = 0 } = known;
  const view = viewOf(records, known.ledger);
  const files = new Map<string, string>();
  files.set(
    "expert-pool.json",
    jsonFile({ domain: opening.domain, question: opening.question, experts: opening.pool }),
  );
  files.set("dialogue.md", renderOverview(view));
  files.set("scoreboard.md", renderScoreboard(view));
  files.set("tensions.md", renderTensions(view));
  if (opening.settings.method === "review" && rounds.length > 0) files.set("findings.md", renderFindings(view));
  const verdict = renderVerdict(view);
  if (verdict !== undefined) files.set("verdict.md", verdict);
  let before = known.before ?? foldLedger(opening, rounds.slice(0, from));
  for (const [i, round] of rounds.entries()) {
    if (i < from) continue;
    const after = i === rounds.length - 1 ? view.ledger : extendLedger(before, round);
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
