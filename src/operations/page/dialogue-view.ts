/** One dialogue as the page shows it: its export, where it stands, the round in work as its files stand now, and whether what it rests on has changed since. */
import { createHash } from "node:crypto";
import type { Context } from "../../context.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { attempt, BlueError } from "../../errors.ts";
import type { DialogueView, LiveAuthor, LiveDraft, LiveRound, RestsOn } from "../../page/data.ts";
import { exportDialogue } from "../../pages/export.ts";
import { runsOf } from "../../rules/comparison.ts";
import { expertKey } from "../../rules/names.ts";
import { citedFiles } from "../../rules/overview.ts";
import { findShown } from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { readInbox } from "../../store/inbox.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { countRevisions, readRevisions } from "../../store/revisions.ts";
import { currentPanel } from "../dialogue/seat-panel.ts";
import { operation as status } from "../dialogue/status.ts";
import { runOperation } from "../run-operation.ts";

/** What is wrong with the records stands in `status.problems`; the rest is shown as far as it can be read. */
export async function viewForPage(id: string, context: Context): Promise<DialogueView> {
  const { project } = context;
  const said = await runOperation(status, { dialogue_id: id }, context);
  const dialogue = openDialogue(project, { dialogue_id: said.dialogue_id });
  const { loaded, ledger } = dialogue;
  return {
    export: exportDialogue(ledger, loaded),
    status: said,
    live: said.state === "open" || said.state === "damaged" ? liveRound(project, dialogue, said.panel) : null,
    files: restsOn(project, dialogue),
    runs: runsOf(loaded.rounds),
  };
}

/** A file that cannot be read hides nothing else; the status names it. */
function look<T>(from: () => T): T | undefined {
  const found = attempt(from);
  return found instanceof BlueError ? undefined : found;
}

function liveRound(project: Project, dialogue: OpenDialogue, panel: DialogueView["status"]["panel"]): LiveRound {
  const { next } = dialogue;
  const members = look(() => currentPanel(project, dialogue)) ?? [];
  const texts = look(() => readInbox(project, dialogue, members).texts) ?? [];
  const shown = look(() => findShown(project, next));
  return {
    round: next.round,
    asked: shown === undefined ? null : (shown.asked ?? "panel"),
    drafts: panel.map(({ name, role, draft: state }): LiveDraft => {
      const file = texts.find(({ expert }) => expertKey(expert) === expertKey(name));
      const scanned = scanDraft(file?.text ?? "", { expert: name, round: next.round });
      const { stance, items, refs, converge, problems } = scanned;
      return {
        expert: name,
        role,
        state,
        written_at: file?.provenance.written_at ?? file?.provenance.filed_at ?? null,
        text: file?.text ?? "",
        markers: items.map(({ localId, type, label, severity, line, text }) => ({
          ...{ local_id: localId, type, label, severity, line, text: text.join("\n") },
          refs: refs.filter(({ item }) => item === localId).map(({ kind, target }) => ({ kind, target })),
        })),
        stance:
          stance === null ? null : { position: stance.position, confidence: stance.confidence, text: stance.text },
        converge: converge !== null,
        problems: problems.map(({ line, message }) => ({ line, message })),
      };
    }),
    author: look(() => authorOf(project, dialogue)) ?? null,
  };
}

function authorOf(project: Project, { next }: OpenDialogue): LiveAuthor | null {
  const asked = countRevisions(project, next);
  if (asked === 0) return null;
  const revisions = readRevisions(project, next);
  const last = revisions.at(-1);
  return {
    asked,
    written: revisions.length,
    text: last?.lines.join("\n") ?? null,
    answers: last?.sheet.join("\n") ?? null,
    written_at: last?.provenance.written_at ?? last?.provenance.filed_at ?? null,
  };
}

function restsOn(project: Project, { loaded, ledger }: OpenDialogue): RestsOn[] {
  const { opening, rounds } = loaded;
  const files = new Map<string, RestsOn & { hash: string | null }>();
  const add = (path: string, as: RestsOn["as"][number], hash: string | null, citations = 0) => {
    const known = files.get(path) ?? { path, as: [], citations: 0, changed: "unknown", hash: null };
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
  for (const { path, citations } of citedFiles(ledger))
    add(path, "cited", all.findLast((one) => one.path === path && one.blob !== null)?.blob ?? null, citations);
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
