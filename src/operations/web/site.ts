/** What `blue site` shows, part by part: made by what answers the page's server, once for every dialogue and document. */
import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { attempt, BlueError } from "../../errors.ts";
import { withoutMarkers } from "../../rules/round/first-sentence.ts";
import { dialoguesFolder } from "../../store/dialogue-ids.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { listTrackedOnce } from "../../store/git.ts";
import { findCommit } from "../../store/git-trees.ts";
import type { Project } from "../../store/project.ts";
import { version } from "../../version.ts";
import type {
  DialogueList,
  DialogueView,
  DocumentView,
  SearchRow,
  SiteData,
  SiteDecision,
  SiteFacts,
  SitePart,
} from "../../web/data.ts";
import { judgeDecisions } from "../decisions.ts";
import type { Shown } from "../decisions-in-force/shown.ts";
import { statusOf } from "../dialogue/status.ts";
import { nextStep } from "../dialogue/support/next-step.ts";
import { listForPage } from "./dialogue-list.ts";
import { viewOf } from "./dialogue-view.ts";
import { documentForPage, documentsForPage } from "./documents.ts";
import { type Hidden, hideDecision, hideDocument, hideList, hideView, leftOut, withoutInternals } from "./public.ts";

/** A script below `blue-data/` by its name. */
export interface NamedPart {
  name: string;
  value: SitePart<DialogueView | DocumentView> | SearchRow[] | SiteData;
}

/** Characters of an item that are searched: with all of them a thousand dialogues would be too much to load. */
const searched = 300;

/** Every part, and last the one that the page begins with. `isPublic`: without what public.ts takes out. */
export async function* siteParts(
  { project, now }: Pick<Context, "project" | "now">,
  { isPublic }: { isPublic: boolean },
): AsyncGenerator<NamedPart> {
  const list = await listForPage(project);
  const { decisions } = judgeDecisions(project, undefined);
  const judged = new Map(decisions.map((one) => [one.id, one]));
  const facts: SiteData["facts"] = {};
  const rows: SearchRow[] = [];
  const hidden: Hidden = { drafts: 0, citations: 0, runbooks: 0, postmortems: 0 };
  if (project.git) listTrackedOnce(project, ".blue");
  for (const listed of list.dialogues) {
    const found = attempt(() => readView(project, listed, judged.get(listed.id)));
    const whole = found instanceof BlueError ? null : found;
    const value = whole !== null && isPublic ? hideView(whole, hidden) : whole;
    if (value !== null) {
      facts[listed.id] = factsOf(value);
      rows.push(...rowsOf(value));
    }
    yield {
      name: `dialogues/${listed.id}`,
      value: { value, failure: found instanceof BlueError ? found.message : null },
    };
  }
  const written = documentsForPage(project);
  const documents = isPublic ? withoutInternals(written, hidden) : written;
  for (const [n, entry] of documents.documents.entries()) {
    const found = attempt(() => documentForPage(project, entry.type, entry.key));
    const whole = found instanceof BlueError ? null : found;
    const value = whole !== null && isPublic ? hideDocument(whole) : whole;
    if (value !== null)
      rows.push({ type: value.type, id: value.id, title: value.title, path: value.path, text: value.text });
    yield { name: `documents/${n}`, value: { value, failure: found instanceof BlueError ? found.message : null } };
  }
  yield { name: "search", value: rows };
  const shown = decisions.map(decisionOf);
  yield {
    name: "site",
    value: {
      project: basename(project.root) || project.root,
      written_at: now().toISOString(),
      version,
      commit: (project.git && findCommit(project, "HEAD")) || null,
      list: isPublic ? hideList(list, facts) : list,
      facts,
      decisions: isPublic ? shown.map((one) => hideDecision(one, facts[one.id]?.subject ?? null)) : shown,
      documents: isPublic ? { documents: documents.documents.map(hideDocument), unreadable: [] } : documents,
      left_out: isPublic ? leftOut(hidden) : null,
    },
  };
}

/** Nobody who looks at a site can verify damaged records, so of those there is no view. */
function readView(
  project: Project,
  { id, superseded_by }: DialogueList["dialogues"][number],
  judged: Shown | undefined,
): DialogueView {
  const dialogue = openDialogue(project, { output_dir: `${dialoguesFolder}/${id}` });
  const [problem] = dialogue.problems;
  if (problem !== undefined) throw problem;
  const status = statusOf(project, dialogue);
  // What comes after a decision is found by reading every RFC, and no page shows it.
  const next = status.state === "open" ? nextStep(project, dialogue) : { command: "", why: "" };
  return viewOf(project, dialogue, { said: { ...status, next }, reopenedBy: superseded_by, judged });
}

function factsOf({ export: { facts } }: DialogueView): SiteFacts {
  const isStill = new Set([...facts.open, ...facts.accepted]);
  const open = { critical: 0, major: 0, minor: 0, unrated: 0 };
  for (const { id, severity } of facts.tensions) if (facts.open.includes(id)) open[severity ?? "unrated"] += 1;
  return {
    subject: facts.subject,
    review: facts.review,
    rounds: facts.rounds,
    signed: { count: facts.signed.count, of: facts.signed.of },
    open,
    settled: facts.tensions.filter(({ id }) => !isStill.has(id)).length,
    new_perspectives: facts.fresh,
  };
}

function rowsOf({ export: all }: DialogueView): SearchRow[] {
  const answers = new Map(all.facts.tensions.map(({ id, answer }) => [id, answer?.text ?? ""]));
  const own = { type: "dialogue", path: "" };
  const items = [all.perspectives, all.recommendations, all.tensions, all.evidence, all.claims].flat();
  return [
    { ...own, id: all.dialogue_id, title: all.title, text: `${all.question} ${all.facts.decided.words}` },
    ...items.map(({ id, label, content }) => ({
      ...own,
      id: `${all.dialogue_id} ${id}`,
      title: label,
      text: `${withoutMarkers(content).slice(0, searched)} ${(answers.get(id) ?? "").slice(0, searched)}`.trim(),
    })),
  ];
}

function decisionOf(one: ReturnType<typeof judgeDecisions>["decisions"][number]): SiteDecision {
  const { id, kind, title, decided, date, standing, health, rests_on, outcomes = [] } = one;
  return {
    ...{ id, kind, title, decided, date, standing, health, rests_on, outcomes },
    documents: one.documents.map(({ id, status }) => ({ id, status })),
    findings: one.findings.map(({ reason: _, ...finding }) => finding),
  };
}
