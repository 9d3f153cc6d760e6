/** A decision in force, with what judging it needs and nothing else: a thousand dialogues are read, and none of their texts is kept. */
import type { Document } from "../../documents/document.ts";
import { nameOf } from "../../documents/document.ts";
import { fieldText } from "../../documents/header.ts";
import { decidedSentence } from "../../documents/older-decision.ts";
import { decidedLines, findAuthors } from "../../facts/decided.ts";
import { carriedOutside } from "../../facts/rests.ts";
import { brief } from "../../facts/schema.ts";
import { type DecidedWay, signedAt, wayOf } from "../../facts/track-record.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { verdictLine } from "../../pages/verdict-lines.ts";
import type { OpeningRecord } from "../../rules/records.ts";
import { type Reopened, whyNotReopening } from "../../rules/reopens.ts";
import { type CarriedCitation, type Standing, standingBy } from "../../rules/rot.ts";
import { type DialogueRecords, decisionOf, ledgerAt, verdictPath } from "../../rules/standing.ts";
import { isWithdrawn } from "../../rules/withdrawn.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { dialoguesFolder, listDialogueIds } from "../../store/dialogue-ids.ts";
import { type DialogueState, stateOf } from "../../store/dialogue-state.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { makeTrackedLoader, topicOf } from "../../store/find-dialogue.ts";
import { type Outcomes, readOutcomes } from "../../store/outcomes.ts";
import type { Project } from "../../store/project.ts";
import { reopenedOf } from "../../store/reopening.ts";
import { readSettlements, type Settlements } from "../../store/settlements.ts";
import { dialoguesOf, inForce, makeFindNaming } from "../decided-dialogue.ts";
import { outcomeKey } from "../record-outcome.ts";

/** What the dialogue made of the text it was about. */
export interface DecidedSubject {
  path: string;
  /** As the dialogue took it up. */
  openedSha256: string;
  adopted: readonly string[];
}

export interface DecisionInForce {
  /** The dialogue's id, or a document's name. */
  id: string;
  kind: "verdict" | "rfc" | "adr";
  title: string;
  /** The decision in one line. */
  decided: string;
  /** Of a verdict. */
  brief: Partial<ReturnType<typeof brief>>;
  date: string | null;
  standing: Standing;
  /** RFCs, ADRs and recorded decisions that come from it, or the document itself. */
  documents: Document[];
  verdict: { self: string; path: string } | null;
  items: { id: string; label: string }[];
  citations: CarriedCitation[];
  withdrawn: string[];
  subject: DecidedSubject | null;
  /** Dialogues that the document rests on and that decide nothing. */
  undecided: string[];
  settlements: Settlements;
  outcomes: Outcomes;
  /** How it came about, for the record of how decisions fared. */
  signedAt: number | null;
  way: DecidedWay;
}

export interface Superseded {
  id: string;
  by: string;
}

export interface LoadedDecisions {
  decisions: DecisionInForce[];
  /** Those too that were decided anew since. */
  past: DecisionInForce[];
  damaged: { id: string; why: string }[];
  superseded: Superseded[];
  dialogues: ReadonlyMap<string, DialogueNow>;
  documents: Document[];
}

/** What others may cite of a dialogue: whether it is decided, and by which record. */
export interface DialogueNow {
  state: DialogueState;
  verdict: string | undefined;
  /** The decision that it deliberates anew. */
  reopens: string | undefined;
}

const noSettlements: Settlements = { settled: [], unusable: [] };

/** Of all documents and dialogues, or only of those whose path `counts`. */
export function loadDecisions(project: Project, counts = (_path: string) => true): LoadedDecisions {
  const files = listDocuments(project, "rfc", "adr", "decision").filter(({ path }) => counts(path));
  const { documents } = openDocuments(project, files);
  const findNaming = makeFindNaming(project, documents);
  const dialogues = new Map<string, DialogueNow>();
  const loaded: LoadedDecisions = { decisions: [], past: [], damaged: [], superseded: [], dialogues, documents };
  const known = new Map<string, Reopened | undefined>();
  const openings: OpeningRecord[] = [];
  const load = makeTrackedLoader(project);
  for (const id of listDialogueIds(project).filter((one) => counts(`${dialoguesFolder}/${one}`))) {
    const dialogue = load(id);
    const state = stateOf(dialogue);
    known.set(id, reopenedOf(dialogue));
    const records = dialogue as DialogueRecords;
    const { verdict, state: standing } = state === "decided" || state === "open" ? decisionOf(records) : {};
    dialogues.set(id, {
      state,
      verdict: state === "decided" ? `${dialogue.path}/${verdictPath(verdict!)}` : undefined,
      reopens: dialogue.opening?.reopens,
    });
    if (state === "damaged") loaded.damaged.push({ id, why: problemOf(dialogue.problems[0]) });
    if (standing === "superseded")
      loaded.superseded.push({ id, by: `round ${records.rounds.at(-1)!.round} of the same dialogue, still open` });
    if (state !== "decided") continue;
    if (records.opening.reopens !== undefined) openings.push(records.opening);
    loaded.decisions.push(verdictInForce(project, id, dialogue.path, records, findNaming(id)));
  }
  const holding = openings.filter((one) => whyNotReopening(one, known.get(one.reopens!)) === undefined);
  const reopened = new Map(holding.map(({ reopens, dialogue }) => [reopens!, dialogue]));
  for (const document of documents) {
    const dialoguesNamed = dialoguesOf(project, document).map((key) => [key, idOf(dialogues, key)] as const);
    if (document.type === "decision" || !inForce[document.type]?.includes(document.status)) {
      const by = fieldText(document.header, "superseded_by");
      if (by !== undefined) loaded.superseded.push({ id: nameOf(document), by });
      continue;
    }
    const holds = (id: string | undefined) =>
      id !== undefined && dialogues.get(id)!.state === "decided" && !reopened.has(id);
    if (dialoguesNamed.some(([, id]) => holds(id))) continue;
    const passes =
      document.header.fields.approval_override !== undefined || document.header.fields.not_decided !== undefined;
    const undecided = dialoguesNamed
      .filter(([, id]) => id === undefined || reopened.has(id) || ["open", "closed"].includes(dialogues.get(id)!.state))
      .map(([key, id]) => id ?? key);
    loaded.decisions.push(documentInForce(project, document, passes ? [] : undecided));
  }
  const isSuperseded = ({ id }: DecisionInForce) => reopened.has(id);
  for (const { id } of loaded.decisions.filter(isSuperseded)) loaded.superseded.push({ id, by: reopened.get(id)! });
  return { ...loaded, past: loaded.decisions, decisions: loaded.decisions.filter((one) => !isSuperseded(one)) };
}

function problemOf(problem: { error?: Error; path?: string | null } | undefined): string {
  return (
    problem?.error?.message ?? (problem?.path ? `${problem.path} is accounted for by no record` : "it has no opening")
  );
}

function idOf(dialogues: ReadonlyMap<string, DialogueNow>, key: string): string | undefined {
  return dialogues.has(key) ? key : [...dialogues.keys()].find((id) => topicOf(id) === key);
}

function verdictInForce(
  project: Project,
  id: string,
  path: string,
  records: DialogueRecords,
  documents: Document[],
): DecisionInForce {
  const { opening } = records;
  const verdict = decisionOf(records).verdict!;
  const ledger = ledgerAt(records, verdict);
  const facts = verdictFacts(records, verdict, null, ledger);
  const carried = facts.rests.items.filter((one) => one.carried);
  const adopted = decidedLines(verdict, records.rounds);
  const isRewritten = opening.subject !== null && findAuthors(adopted, ledger) !== undefined;
  return {
    id,
    kind: "verdict",
    title: opening.title,
    decided: verdictLine(facts),
    brief: brief(facts),
    date: verdict.registered_at.slice(0, 10),
    standing: standingBy(documents),
    documents,
    verdict: { self: verdict.self, path: `${path}/${verdictPath(verdict)}` },
    items: carried.map(({ id: item, label, settles }) => ({
      id: item,
      label: settles.length === 0 ? label : `${label} (settles ${settles.join(", ")})`,
    })),
    citations: carriedOutside(ledger, verdict),
    withdrawn: carried.map(({ id: item }) => item).filter((item) => isWithdrawn(ledger, item)),
    subject: isRewritten
      ? { path: currentPath(project, opening.subject!.path), openedSha256: opening.subject!.sha256, adopted }
      : null,
    undecided: [],
    settlements: readSettlements(project, id, verdict.self),
    outcomes: readOutcomes(project, id, verdict.self),
    signedAt: signedAt(ledger.records, facts.signed.by),
    way: wayOf(facts),
  };
}

function documentInForce(project: Project, document: Document, undecided: string[]): DecisionInForce {
  return {
    id: nameOf(document),
    kind: document.type === "rfc" ? "rfc" : "adr",
    title: document.title,
    decided: decidedSentence(document) ?? document.title,
    brief: {},
    date: document.date,
    standing: standingBy([document]),
    documents: [document],
    verdict: null,
    items: [],
    citations: [],
    withdrawn: [],
    subject: null,
    undecided,
    settlements: noSettlements,
    outcomes: readOutcomes(project, outcomeKey(document), null),
    signedAt: null,
    way: "document",
  };
}
