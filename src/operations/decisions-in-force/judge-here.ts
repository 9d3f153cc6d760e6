/** The health of decisions in the tree as it is, without a base to compare with: what cannot be told is unclear, and unclear fails nothing. */
import { sameWords } from "../../documents/decided-text.ts";
import type { Document } from "../../documents/document.ts";
import { type CarriedCitation, hasEnded, type Judged, judgeMissing, stands } from "../../rules/rot.ts";
import { howHeld, kindOf, loosen, Quote } from "../../rules/round/loose-text.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { documentFileAt } from "../../store/documents.ts";
import { findIgnored } from "../../store/git.ts";
import {
  canMove,
  listProjectFiles,
  type Passage,
  type ProjectFile,
  readPassage,
  searchPassages,
} from "../../store/passages.ts";
import type { Project } from "../../store/project.ts";
import type { DecidedSubject, DecisionInForce, DialogueNow } from "./decision.ts";
import { type KeyedFinding, ofCitation, ofItem, ofSubject, ofUndecided } from "./finding.ts";

interface Ground {
  documents: readonly Document[];
  dialogues: ReadonlyMap<string, DialogueNow>;
}

/** One whose document was rejected or replaced holds nobody any more, so nothing speaks against it. */
export function withoutOverruled(decisions: readonly DecisionInForce[]): DecisionInForce[] {
  return decisions.filter(({ standing }) => standing !== "overruled");
}

/** Everything that speaks against these decisions here, settled or not. */
export function judgeHere(
  project: Project,
  decisions: readonly DecisionInForce[],
  ground: Ground,
): Map<DecisionInForce, KeyedFinding[]> {
  const held = withoutOverruled(decisions);
  const judged = judgeCitations(
    project,
    held.flatMap(({ citations }) => citations),
  );
  return new Map(
    held.map((decision) => {
      const cited = decision.citations.flatMap((citation) => {
        const { health, why } = judged.get(citation)!;
        return health === "rotted" || health === "unclear" ? [ofCitation(decision, citation, health, why)] : [];
      });
      return [decision, [...cited, ...judgeRecords(decision, ground), ...subjectHere(project, decision)]];
    }),
  );
}

/** The reasons that need no file but documents and records. */
export function judgeRecords(decision: DecisionInForce, ground: Ground): KeyedFinding[] {
  const ended = new Map(
    decision.citations.flatMap((citation) => {
      const why = whyEnded(citation, ground);
      const found = why && ofCitation(decision, citation, "rotted", why, "superseded");
      return found ? [[`${citation.item} ${citation.path}`, found] as const] : [];
    }),
  );
  return [
    ...decision.withdrawn.map((item) => ofItem(decision, item)),
    ...ended.values(),
    ...decision.undecided.map((dialogue) => ofUndecided(decision, dialogue)),
  ];
}

function whyEnded({ path }: CarriedCitation, { documents, dialogues }: Ground): string | undefined {
  const cited = documentFileAt(path);
  if (cited !== undefined) {
    const now = documents.find(
      ({ type, name }) => type === cited.type && name.slug === cited.name.slug && name.number === cited.name.number,
    );
    return now !== undefined && hasEnded(cited.name.status, now.status) ? `${now.path} is ${now.status}` : undefined;
  }
  const [, id, record] =
    /^\.blue\/dialogues\/([^/]+)\/(verdict\.md|(?:round-\d+\/)?verdict-final\.json)$/.exec(path) ?? [];
  const now = id === undefined ? undefined : dialogues.get(id);
  if (now === undefined || (now.state === "decided" && (record === "verdict.md" || now.verdict === path)))
    return undefined;
  return `${path} is no longer the verdict in force`;
}

/** By path, so that each file is read once; what left its file is searched for in one go. */
export function judgeCitations(project: Project, citations: readonly CarriedCitation[]): Map<CarriedCitation, Judged> {
  const judged = new Map<CarriedCitation, Judged>();
  const missing: { citation: CarriedCitation; path: string; quote: Quote; file: "gone" | "here" | "refused" }[] = [];
  const byPath = new Map<string, CarriedCitation[]>();
  for (const citation of citations) {
    const known = byPath.get(citation.path);
    if (known === undefined) byPath.set(citation.path, [citation]);
    else known.push(citation);
  }
  for (const [path, own] of byPath) {
    const now = currentPath(project, path);
    const passage = readPassage(project, now);
    for (const citation of own) {
      const { verdict, quote } = lookInFile(passage, citation);
      if (verdict !== undefined) judged.set(citation, verdict);
      else if (quote !== undefined)
        missing.push({ citation, path: now, quote, file: passage.state === "text" ? "here" : asMissing(passage) });
    }
  }
  if (missing.length === 0) return judged;
  const files = listProjectFiles(project);
  const elsewhere = unreachable(
    project,
    files,
    missing.map(({ path, file }) => ({ path, file })),
  );
  const sought = missing.filter(({ path, citation }) => {
    const why = elsewhere.get(path);
    if (why !== undefined) judged.set(citation, { health: "unclear", why });
    return why === undefined;
  });
  const found = searchPassages(
    project,
    files,
    sought.map(({ citation, path, quote, file }) => ({ path, quote, blob: file === "here" ? null : citation.blob })),
  );
  for (const [i, { citation, quote, file }] of sought.entries())
    judged.set(citation, judgeMissing(file, quote.identifying, found[i]!));
  return judged;
}

function asMissing(passage: Passage): "gone" | "refused" {
  return passage.state === "refused" ? "refused" : "gone";
}

/** The verdict where the file alone gives one; else the words to search for. */
function lookInFile(passage: Passage, { words, blob }: CarriedCitation): { verdict?: Judged; quote?: Quote } {
  const unclear = (why: string): { verdict: Judged } => ({ verdict: { health: "unclear", why } });
  const hasHash = () => "hasHash" in passage && blob !== null && passage.hasHash(blob);
  const quote = words === null ? undefined : new Quote(words);
  const held = passage.state === "text" && quote !== undefined ? howHeld(passage.text, quote) : undefined;
  const countable = quote !== undefined && !quote.tooShort;
  if ((held === "whole" && countable) || hasHash()) return { verdict: stands };
  if (passage.state === "unreadable") return unclear(passage.why);
  if (quote === undefined)
    return unclear(
      passage.state === "gone" ? "the file is gone; no words were cited" : "the file changed; no words were cited",
    );
  if (!countable) return unclear("the cited words are too few to be known again");
  return held === "cut" ? unclear("the words are only inside longer ones") : { quote };
}

/** Paths about which this tree cannot say anything, and why. */
function unreachable(
  project: Project,
  files: readonly ProjectFile[],
  missing: readonly { path: string; file: "gone" | "here" | "refused" }[],
): Map<string, string> {
  const why = new Map<string, string>();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const submodules = files.flatMap(({ path, mode }) => (mode === "160000" ? [`${path}/`] : []));
  for (const { path } of missing) {
    if (submodules.some((folder) => path.startsWith(folder))) why.set(path, "it lies in a submodule");
    else if (byPath.get(path)?.mode === "120000") why.set(path, "it is a link now");
    else if (byPath.get(path)?.leftOut) why.set(path, "it is not checked out");
  }
  const gone = missing.flatMap(({ path, file }) => (file === "gone" && !why.has(path) ? [path] : []));
  for (const path of findIgnored(project, [...new Set(gone)])) why.set(path, "it is absent, and git ignores it");
  return why;
}

function subjectHere(project: Project, decision: DecisionInForce): KeyedFinding[] {
  const { subject } = decision;
  if (subject === null) return [];
  const passage = readPassage(project, subject.path);
  if (passage.state === "gone")
    return isMoved(project, subject) ? [] : [ofSubject(decision, "unclear", "the subject is gone")];
  if (passage.state !== "text") return [];
  const text = passage.text.text;
  if (saysAdopted(text, subject.adopted) || passage.hasHash(subject.openedSha256)) return [];
  return [ofSubject(decision, "unclear", "the subject says neither what was decided nor what was there before")];
}

function isMoved(project: Project, subject: DecidedSubject): boolean {
  return listProjectFiles(project).some(({ path, mode, leftOut }) => {
    if (mode === "160000" || mode === "120000" || leftOut || !canMove(subject.path, path)) return false;
    const passage = readPassage(project, path);
    return passage.state === "text" && isMovedTo(subject, path, passage.text.text);
  });
}

/** Whether another file holds what was decided of a subject that is gone: moved, and not lost. */
export function isMovedTo({ path: from, adopted }: DecidedSubject, to: string, text: string): boolean {
  return canMove(from, to) && kindOf(from) === kindOf(to) && saysAdopted(text, adopted);
}

/** Whether a text is the adopted one, or holds it: a document has a header of its own. */
export function saysAdopted(text: string, adopted: readonly string[]): boolean {
  const words = loosen(adopted.join("\n"), "document");
  return sameWords(text, adopted) || (words.length >= 20 && loosen(text, "document").includes(words));
}
