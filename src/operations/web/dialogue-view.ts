/** One dialogue as the page shows it: its export, its state, the round in work as its files are now, and whether what it rests on has changed since. */
import { createHash } from "node:crypto";
import type { Context } from "../../context.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { attempt, BlueError } from "../../errors.ts";
import type { VerdictFacts } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { exportDialogue } from "../../pages/export.ts";
import { verdictLines } from "../../pages/verdict-lines.ts";
import { expertKey } from "../../rules/names.ts";
import { answersIn } from "../../rules/round/revision.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { readInWork } from "../../store/in-work.ts";
import { readOutcomes } from "../../store/outcomes.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { findReopening } from "../../store/reopening.ts";
import { countRevisions, readRevisions } from "../../store/revisions.ts";
import type { DialogueView, LiveAuthor, LiveDraft, LiveRound, RestsOn } from "../../web/data.ts";
import { judgeVerdict } from "../decisions.ts";
import type { Shown } from "../decisions-in-force/shown.ts";
import { operation as status } from "../dialogue/status.ts";
import { entriesOf } from "../record-outcome.ts";
import { runOperation } from "../run-operation.ts";
import { recordedMarks, scannedMarks } from "./draft-marks.ts";

/** What is wrong with the records is in `status.problems`; the rest is shown as far as it can be read. */
export async function viewForPage(id: string, context: Context): Promise<DialogueView> {
  const { project } = context;
  const said = await runOperation(status, { dialogue_id: id }, context);
  const dialogue = openDialogue(project, { dialogue_id: said.dialogue_id });
  const reopenedBy = findReopening(project, dialogue.loaded.id);
  const judged =
    said.state === "decided" && reopenedBy === null ? look(() => judgeVerdict(project, dialogue)) : undefined;
  return viewOf(project, dialogue, { said, reopenedBy, judged });
}

/** Without what no view shows: hashes, and events a second time. A report is one file, and large enough. */
function withoutUnseen({ events: _, citations, ...all }: ReturnType<typeof exportDialogue>): DialogueView["export"] {
  return { ...all, citations: citations.map(({ blob: __, ...one }) => one) };
}

/** `reopenedBy`: the dialogue that decided it anew. `judged`: the decision, where its verdict is in force. */
export function viewOf(
  project: Project,
  dialogue: OpenDialogue,
  { said, reopenedBy, judged }: { said: DialogueView["status"]; reopenedBy: string | null; judged: Shown | undefined },
): DialogueView {
  const { loaded, ledger } = dialogue;
  const facts = verdictFacts(loaded, undefined, reopenedBy, ledger);
  return {
    export: withoutUnseen(exportDialogue(ledger, loaded, facts)),
    marks: recordedMarks(ledger),
    lines: verdictLines(facts).map(({ key, name, words, note }) => ({ key, name, words, note })),
    status: said,
    live: said.state === "open" || said.state === "damaged" ? liveRound(project, dialogue, said.panel) : null,
    decision: judged === undefined ? null : standingOf(judged),
    outcomes: facts.verdict === null ? [] : outcomesOf(project, loaded.id, facts.verdict.self),
    files: restsOn(project, dialogue, facts),
  };
}

function standingOf({ standing, health, documents }: Shown): DialogueView["decision"] {
  return { standing, health, documents: documents.map(({ id, status }) => ({ id, status })) };
}

function outcomesOf(project: Project, id: string, verdict: string): DialogueView["outcomes"] {
  return entriesOf(readOutcomes(project, id, verdict).outcomes);
}

/** A file that cannot be read hides nothing else; the status names it. */
function look<T>(from: () => T): T | undefined {
  const found = attempt(from);
  return found instanceof BlueError ? undefined : found;
}

function liveRound(project: Project, dialogue: OpenDialogue, panel: DialogueView["status"]["panel"]): LiveRound {
  const { next } = dialogue;
  const work = readInWork(project, dialogue);
  const texts = work.texts instanceof BlueError ? [] : work.texts.texts;
  const shown = work.asks instanceof BlueError ? undefined : work.asks.shown;
  return {
    round: next.round,
    asked: shown === undefined ? null : (shown.asked ?? "panel"),
    drafts: panel.map(({ name, role, draft: state }): LiveDraft => {
      const file = texts.find(({ expert }) => expertKey(expert) === expertKey(name));
      const scanned = scanDraft(file?.lines ?? [], { expert: name, round: next.round });
      const { stance, items, refs, converge, problems } = scanned;
      return {
        expert: name,
        role,
        state,
        written_at: file?.provenance.written_at ?? file?.provenance.filed_at ?? null,
        text: (file?.lines ?? []).join("\n"),
        markers: items.map(({ localId, type, label, severity, line, text }) => ({
          ...{ local_id: localId, type, label, severity, line, text: text.join("\n") },
          refs: refs.filter(({ item }) => item === localId).map(({ kind, target }) => ({ kind, target })),
        })),
        marks: scannedMarks(scanned),
        stance:
          stance === null ? null : { position: stance.position, confidence: stance.confidence, text: stance.text },
        converge: converge !== null,
        problems: problems.map(({ line, message }) => ({ line, message })),
      };
    }),
    author: look(() => authorOf(project, dialogue)) ?? null,
  };
}

function authorOf(project: Project, { next, ledger }: OpenDialogue): LiveAuthor | null {
  const asked = countRevisions(project, next);
  if (asked === 0) return null;
  const revisions = readRevisions(project, next);
  const last = revisions.at(-1);
  return {
    asked,
    written: revisions.length,
    text: last?.lines.join("\n") ?? null,
    answers: last?.sheet.join("\n") ?? null,
    answered: answersIn(ledger, last === undefined ? [] : [last]).map(({ id, answer, text }) => ({ id, answer, text })),
    written_at: last?.provenance.written_at ?? last?.provenance.filed_at ?? null,
  };
}

function restsOn(project: Project, { loaded }: OpenDialogue, { rests }: VerdictFacts): RestsOn[] {
  const { opening, rounds } = loaded;
  const files = new Map<string, RestsOn & { hash: string | null }>();
  const add = (path: string, as: RestsOn["as"][number], hash: string | null, citations = 0) => {
    const carried = rests.carried.files.includes(path);
    const known = files.get(path) ?? { path, as: [], citations: 0, carried, changed: "unknown", hash: null };
    files.set(path, {
      ...known,
      as: [...known.as, as],
      citations: known.citations + citations,
      hash: hash ?? known.hash,
    });
  };
  const all = rounds.flatMap(({ citations }) => citations);
  if (opening.subject !== null) add(opening.subject.path, "subject", opening.subject.sha256);
  for (const { path, sha256 } of opening.sources) add(path, "source", sha256);
  for (const path of rests.outside.files) {
    const own = all.filter((one) => one.path === path);
    add(path, "cited", own.findLast(({ blob }) => blob !== null)?.blob ?? null, own.length);
  }
  return [...files.values()].map(({ hash, ...file }) => ({ ...file, changed: changeOf(project, file.path, hash) }));
}

function changeOf(project: Project, path: string, hash: string | null): RestsOn["changed"] {
  if (hash === null) return "unknown";
  try {
    const bytes = findFile(project, path);
    if (bytes === undefined) return "gone";
    return createHash("sha256").update(bytes).digest("hex") === hash ? "same" : "changed";
  } catch {
    return "unknown";
  }
}
