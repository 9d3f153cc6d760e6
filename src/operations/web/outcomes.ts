/** How past decisions fared, for the page. Only decisions that have an outcome are read. */
import type { OutcomeEntry } from "../../pages/outcome-lines.ts";
import { dialoguesFolder, isDialogue } from "../../store/dialogue-ids.ts";
import { listOutcomes } from "../../store/outcomes.ts";
import type { Project } from "../../store/project.ts";
import type { Statistics } from "../../web/data.ts";
import { loadDecisions } from "../decisions-in-force/decision.ts";
import { faredOf } from "../decisions-in-force/fared.ts";
import { entriesOf } from "../record-outcome.ts";

export interface PastOutcomes {
  /** The last of each, by the decision's id. */
  last: ReadonlyMap<string, OutcomeEntry>;
  fared: Statistics["fared"];
}

export function pastOutcomes(project: Project): PastOutcomes {
  const names = listOutcomes(project);
  if (names.length === 0) return { last: new Map(), fared: null };
  const dialogues = new Set(names.filter((name) => isDialogue(project, name)).map((id) => `${dialoguesFolder}/${id}`));
  const hasDocuments = names.length > dialogues.size;
  const counts = (path: string) => (path.startsWith(`${dialoguesFolder}/`) ? dialogues.has(path) : hasDocuments);
  const { known, ...groups } = faredOf(loadDecisions(project, counts).past);
  return {
    last: new Map(known.map(({ id, outcomes }) => [id, entriesOf(outcomes.outcomes)[0]!])),
    fared: known.length === 0 ? null : { decisions: known.length, ...groups },
  };
}
