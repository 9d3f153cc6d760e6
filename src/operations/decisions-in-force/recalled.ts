/** One earlier decision as the next one to decide needs it: the decision, who disagreed, what was left open, what was turned down and why. */
import * as z from "zod";
import { type Document, nameOf } from "../../documents/document.ts";
import { fieldList, fieldText } from "../../documents/header.ts";
import { askedQuestion, decidedSentence, olderDecision } from "../../documents/older-decision.ts";
import { plain } from "../../documents/plain-text.ts";
import { brief, briefFacts } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { disagreementHead, verdictLine } from "../../pages/verdict-lines.ts";
import type { Ledger } from "../../rules/ledger.ts";
import { type Standing, standingBy } from "../../rules/rot.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import { type DialogueRecords, ledgerAt } from "../../rules/standing.ts";
import { isWithdrawn } from "../../rules/withdrawn.ts";
import { isDialogue } from "../../store/dialogue-ids.ts";
import { stateOf } from "../../store/dialogue-state.ts";
import { documentFileAt, listDocuments, openDocument, openDocuments } from "../../store/documents.ts";
import { loadTracked } from "../../store/find-dialogue.ts";
import { readLegacy } from "../../store/legacy-dialogue.ts";
import { readOutcomes } from "../../store/outcomes.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { whyNotReopened } from "../../store/reopening.ts";
import { makeFindNaming } from "../decided-dialogue.ts";
import { entriesOf, outcomeEntry, outcomeKey } from "../record-outcome.ts";
import { type Source, savedDialogue } from "./rank-sources.ts";

const said = z.strictObject({ id: z.string(), label: z.string(), why: z.string().nullable() });

export const recalled = z.strictObject({
  id: z.string(),
  standing: z
    .string()
    .describe(
      "`in force`, `under way` (its RFC is `wip`), `rejected`, `superseded by …`, `closed`, `open`, `found out, not decided` of a spike, `of an older Blue, not proved`",
    ),
  question: z.string(),
  decided: z.string().describe("In one line, with whatever a reader must know in brackets."),
  passage: z.string().optional().describe("What it decided in words of the question, quoted."),
  how: briefFacts.how.optional().describe("Of a dialogue."),
  signed: briefFacts.signed.optional(),
  open: briefFacts.open.optional(),
  date: z.string().nullable(),
  outcomes: z.array(outcomeEntry).optional().describe("How it fared, the latest first."),
  subject: z.string().nullable(),
  reopens: z.string().nullable().describe("The decision it deliberated anew."),
  minority: z.array(z.string()),
  accepted: z.array(said).describe("Tensions accepted unresolved."),
  refused: z.array(said).describe("Tensions that the author refused, with the author's answer."),
  risk: z.string().optional().describe("What may still go wrong, as its author says."),
  rejected: z.array(said).describe("Recommendations turned down or taken back, and why as far as anybody said."),
  left_out: z
    .strictObject({ refused: z.int(), rejected: z.int() })
    .optional()
    .describe("How many more were, which have no word of the question."),
  path: z.string(),
  repository: z.string().optional().describe("With `scope`: where it was decided."),
  commit: z.string().optional(),
  health: z.string().optional().describe("Whether what it rests on is still there: `sound`, `unclear`, `rotted`."),
});

export type Recalled = z.output<typeof recalled>;

/** Of each list, those that are most about the question. */
const most = 5;
/** Characters of what somebody said. */
const longest = 400;

/** With all that was accepted, rejected and said against it. */
export function recallDialogue(
  project: Project,
  id: string,
  documents = () => openDocuments(project, listDocuments(project, "rfc", "adr")).documents,
  /** The decided dialogue that decided it anew; asked of what is decided. */
  findReopening: (id: string) => string | null = () => null,
): Recalled | undefined {
  if (!isDialogue(project, id)) return undefined;
  const loaded = loadTracked(project, id);
  if (loaded.legacy) return recallOlder(project, id, loaded.path);
  if (loaded.opening === undefined) return undefined;
  const records = loaded as DialogueRecords;
  const state = stateOf(loaded);
  const reopenedBy = state === "decided" ? findReopening(id) : null;
  const facts = verdictFacts(records, undefined, reopenedBy);
  const ledger = ledgerAt(records, facts.verdict ?? undefined);
  const accepted = facts.tensions
    .filter(({ id: tension }) => facts.accepted.includes(tension))
    .map(({ id: tension, label, closed }) => ({ id: tension, label, why: closed?.why ?? null }));
  const refused = facts.tensions
    .filter(({ id: tension, answer }) => answer?.answer === "refused" && !facts.accepted.includes(tension))
    .map(({ id: tension, label, answer }) => ({ id: tension, label, why: clipped(plainLine(answer!.text), longest) }));
  const { risk } = facts.decided;
  const listedAs = (list: string) => facts.rests.items.flatMap(({ id: item, as }) => (as.includes(list) ? [item] : []));
  const turnedDown = listedAs("rejected");
  const adopted = listedAs("adopted");
  const takenBack = [...ledger.items.values()].flatMap(({ id: item, type }) =>
    type === "R" && !adopted.includes(item) && isWithdrawn(ledger, item) ? [item] : [],
  );
  const rejected = [...new Set([...turnedDown, ...takenBack])].map((item) => ({
    id: item,
    label: ledger.items.get(item)?.label ?? "no such item in the ledger",
    why: whyRejected(ledger, item),
  }));
  const minority = facts.disagree
    .filter(({ as }) => as === "verdict" || as === "dissent" || as === "minority_verdict")
    .map((one) => clipped(`${disagreementHead(one)} ${plainLine(one.words)}`, longest));
  const { title, question, subject, reopens, created_at } = loaded.opening;
  return {
    id,
    standing:
      reopenedBy !== null
        ? `superseded by ${reopenedBy}`
        : state === "decided"
          ? standingOf(project, id, documents())
          : state,
    question: question ?? title,
    decided: state === "damaged" ? "cannot be said: its records are damaged" : verdictLine(facts),
    ...(state === "damaged" ? {} : brief(facts)),
    date: (facts.verdict?.registered_at ?? created_at).slice(0, 10),
    ...outcomesOf(project, id, facts.verdict?.self ?? null),
    subject: subject?.path ?? null,
    reopens: whyNotReopened(project, loaded) === undefined ? (reopens ?? null) : null,
    minority,
    accepted,
    refused,
    ...(risk === undefined ? {} : { risk: clipped(plainLine(risk), longest) }),
    rejected,
    path: `${loaded.path}/${loaded.verdicts.length > 0 ? "verdict.md" : "dialogue.md"}`,
  };
}

function outcomesOf(project: Project, decision: string, verdict: string | null): Pick<Recalled, "outcomes"> {
  const { outcomes } = readOutcomes(project, decision, verdict);
  return outcomes.length === 0 ? {} : { outcomes: entriesOf(outcomes) };
}

/** `about`: how much of the question a text speaks of. What was turned down is only counted where it speaks of none of it. */
export function mostAbout(one: Recalled, about: (text: string) => number): Recalled {
  const first = <T>(some: readonly T[], text: (one: T) => string) =>
    [...some].sort((a, b) => about(text(b)) - about(text(a))).slice(0, most);
  const words = ({ label, why }: z.output<typeof said>) => `${label} ${why ?? ""}`;
  const matching = (some: Recalled["refused"]) => first(some, words).filter((said) => about(words(said)) > 0);
  const [refused, rejected] = [matching(one.refused), matching(one.rejected)];
  const left_out = {
    refused: one.refused.length - refused.length,
    rejected: one.rejected.length - rejected.length,
  };
  return {
    ...one,
    ...{ minority: first(one.minority, (text) => text), accepted: first(one.accepted, words), refused, rejected },
    ...(left_out.refused + left_out.rejected > 0 && { left_out }),
  };
}

/** What is open or under review decides nothing, however many of the words it has. */
export function decides({ how, standing }: Recalled): boolean {
  return !["undecided", "reviewed", "closed"].includes(how ?? "") && !["open", "draft", "proposed"].includes(standing);
}

/** With its passage, unless that is among what is said of it anyway. */
export function quoted(one: Recalled, passage: string | undefined): Recalled {
  const said = [
    one.decided,
    one.risk,
    ...[...one.refused, ...one.accepted, ...one.rejected].map(({ label, why }) => `${label}: ${why}`),
  ];
  return passage === undefined || said.some((text) => text?.includes(passage) || passage.endsWith(`: ${text}`))
    ? one
    : { ...one, passage };
}

const nothingMore = { subject: null, reopens: null, minority: [], accepted: [], refused: [], rejected: [] };

/** Of a dialogue without records only its texts speak, and nobody proved them. */
function recallOlder(project: Project, id: string, folder: string): Recalled {
  const { title, question, created_at } = readLegacy(project, id);
  const verdict = `${folder}/verdict.md`;
  const saved = listDocuments(project, "dialogue").find((file) => savedDialogue(project, file.path) === id)?.path;
  const said = [verdict, ...(saved === undefined ? [] : [saved])].flatMap((path) => {
    const decided = olderDecision(findFile(project, path)?.toString("utf8") ?? "");
    return decided === undefined ? [] : [{ decided, path }];
  });
  return {
    ...nothingMore,
    id,
    standing: older,
    question: question ?? title,
    decided: said[0]?.decided ?? title,
    date: created_at?.slice(0, 10) ?? null,
    path: said[0]?.path ?? folder,
  };
}

const older = "of an older Blue, not proved";
const foundOut = "found out, not decided";

/** As `decisions` names and counts them. */
const standingWords: Record<Standing, string> = { judged: "in force", under_way: "under way", overruled: "overruled" };

/** It binds: it is in force, or its RFC is being done. */
function holds({ standing }: Pick<Recalled, "standing">): boolean {
  return standing === standingWords.judged || standing === standingWords.under_way;
}

/** What its documents and later dialogues made of a verdict. */
function standingOf(project: Project, id: string, documents: readonly Document[]): string {
  const own = makeFindNaming(project, documents)(id);
  const standing = standingBy(own);
  if (standing !== "overruled") return standingWords[standing];
  const by = own.find(({ type }) => type !== "decision")!;
  return `${standingWords.overruled}: ${nameOf(by)} is ${by.status}`;
}

/** Who opposed it says why: the item in which they did, or that its author gave it up. */
function whyRejected({ records: rounds, items }: Ledger, item: string): string | null {
  const opposed = rounds.flatMap(({ refs }) => refs.filter(({ kind, target }) => kind === "OPPOSE" && target === item));
  const [first] = opposed;
  if (first !== undefined)
    return first.from === null ? `${first.by} opposed it` : `${first.from} ${items.get(first.from)?.label}`;
  const conceded = rounds
    .flatMap(({ moves }) => moves)
    .find(({ kind, targets }) => kind === "CONCEDE" && targets.includes(item));
  if (conceded === undefined) return null;
  return conceded.from === null ? `${conceded.by} conceded it` : `${conceded.from} ${items.get(conceded.from)?.label}`;
}

/** Of a document that a dialogue decided, the dialogue: it says why. */
export function recallSource(
  project: Project,
  source: Source,
  findReopening: (id: string) => string | null,
): Recalled | undefined {
  const id = source.kind === "dialogue" ? source.id : decidedBy(project, source.path);
  if (id !== undefined) return recallDialogue(project, id, undefined, findReopening);
  return recallDocument(project, (source as { path: string }).path);
}

function decidedBy(project: Project, path: string): string | undefined {
  const file = documentFileAt(path);
  if (file === undefined) return undefined;
  const named = fieldList(openDocument(project, file).header, "dialogue");
  return named.find((key) => isDialogue(project, key));
}

export function recallDocument(project: Project, path: string): Recalled | undefined {
  const file = documentFileAt(path);
  if (file === undefined || savedDialogue(project, path) !== undefined) return undefined;
  if (decidedBy(project, path) !== undefined) return undefined;
  const document = openDocument(project, file);
  const { header, status, title } = document;
  const by = fieldText(header, "superseded_by");
  const spike = document.type === "spike";
  const question = (spike ? askedQuestion(document) : undefined) ?? title;
  const decided = document.type === "dialogue" ? olderDecision(document.text) : decidedSentence(document);
  const inForce = ["accepted", "approved", "wip", "implemented", "recorded"].includes(status);
  const standing =
    by !== undefined ? `superseded by ${plain(by)}` : inForce ? standingWords[standingBy([document])] : status;
  return {
    id: nameOf(document),
    standing: document.type === "dialogue" ? older : spike ? (status === "done" ? foundOut : "open") : standing,
    question,
    decided: decided ?? (spike ? `${question} (no answer is written down)` : title),
    date: document.date,
    ...outcomesOf(project, outcomeKey(document), null),
    ...nothingMore,
    path,
  };
}

/** A decision that was deliberated anew and decided otherwise holds no longer. */
export function withSuperseded(decisions: readonly Recalled[]): Recalled[] {
  return decisions.map((one) => {
    const by = decisions.find(
      (other) => other.repository === one.repository && other.reopens === one.id && holds(other),
    );
    return by === undefined ? one : { ...one, standing: `superseded by ${by.id}` };
  });
}

/** Two decisions that hold on one subject, and decisions that were overruled: the next one to decide must know both. */
export function findContradictions(decisions: readonly Recalled[]): string[] {
  const holding = decisions.filter(holds);
  const pairs = holding.flatMap((one, i) =>
    holding
      .slice(i + 1)
      .filter((other) => other.subject !== null && subjectKey(other) === subjectKey(one))
      .map((other) => `${placed(one)} and ${placed(other)} both hold and both decide on ${one.subject}`),
  );
  const ended = decisions
    .filter(({ standing }) => /^(?:overruled|rejected|superseded|deprecated)/.test(standing))
    .map((one) => `${placed(one)} no longer holds (${one.standing})`);
  return [...pairs, ...ended];
}

/** Its path. A document has another number and status in every repository, so there its name counts. */
function subjectKey({ subject, repository }: Recalled): string | null {
  const file = subject === null || repository === undefined ? undefined : documentFileAt(subject);
  return file === undefined ? subject : `${file.type} ${file.name.slug}`;
}

function plainLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function placed({ id, repository }: Pick<Recalled, "id" | "repository">): string {
  return repository === undefined ? id : `${repository}: ${id}`;
}
