/** Everything that is published of a project: what the index derives from its files, what each is recalled by, and its decisions with their health. */
import { createHash } from "node:crypto";
import type { Publication, PublishedDecision, PublishedSource } from "../../org/publish.ts";
import { dialoguesFolder } from "../../store/dialogue-ids.ts";
import { getTracked } from "../../store/git.ts";
import { groundRows } from "../../store/index/dialogue-rows.ts";
import type { Row } from "../../store/index/schema.ts";
import { listSources, readSource } from "../../store/index/source.ts";
import type { Project } from "../../store/project.ts";
import { isAbout } from "../../store/search.ts";
import { type DecisionInForce, loadDecisions } from "../decisions-in-force/decision.ts";
import { judgeHere } from "../decisions-in-force/judge-here.ts";
import { recordedTypes } from "../decisions-in-force/rank-sources.ts";
import { type Recalled, recallDialogue, recallDocument } from "../decisions-in-force/recalled.ts";
import { makeSettledHere } from "../decisions-in-force/settled-here.ts";
import { shown } from "../decisions-in-force/shown.ts";

export interface Derived extends Publication {
  /** Dialogues and documents that git does not track: they are in no commit. */
  untracked: string[];
}

export function derivePublication(project: Project, now: Date): Derived {
  // A document by its path, a dialogue by its folder.
  const tracked = new Set(getTracked(project, ".blue").flatMap((file) => [file, folderOf(file)]));
  const paths = listSources(project);
  const loaded = loadDecisions(project, (path) => tracked.has(path));
  const documents = loaded.documents.filter(({ type }) => type !== "decision");
  const found = judgeHere(project, loaded.decisions, loaded);
  const settledHere = makeSettledHere(project, loaded);
  const reopenedBy = new Map(loaded.superseded.map(({ id, by }) => [id, by]));
  const recallTracked = (id: string) =>
    recallDialogue(
      project,
      id,
      () => documents,
      (decided) => reopenedBy.get(decided) ?? null,
    );
  return {
    sources: paths
      .filter((path) => tracked.has(path))
      .flatMap((path) => {
        const read = readSource(project, path, now);
        // Of a document that cannot be read there are no rows.
        return read === undefined || read.rows.length === 0 ? [] : [sourceOf(project, path, read.rows, recallTracked)];
      }),
    decisions: loaded.decisions.map((decision) => {
      const findings = found.get(decision) ?? [];
      return publishedDecision(decision, shown(decision, findings, settledHere(decision, findings).settled));
    }),
    superseded: loaded.superseded,
    damaged: loaded.damaged,
    untracked: paths.filter((path) => !tracked.has(path)),
  };
}

/** `.blue/dialogues/<id>` of what lies in it. */
function folderOf(path: string): string {
  return path.split("/", 3).join("/");
}

function sourceOf(
  project: Project,
  path: string,
  read: readonly Row[],
  recallTracked: (id: string) => Recalled | undefined,
): PublishedSource {
  const [, dialogue] = read.find(([table]) => table === "dialogues") ?? [];
  const [, document] = read.find(([table]) => table === "documents") ?? [];
  const id = dialogue === undefined ? null : path.slice(dialoguesFolder.length + 1);
  const rows = [...read.map(asPublished), ...(id === null ? [] : groundRows(project, id))];
  const type = id === null ? String(document!.type) : "dialogue";
  const recalled =
    id !== null ? recallTracked(id) : recordedTypes.includes(type) ? recallDocument(project, path) : undefined;
  return {
    path,
    hash: hashOf(rows, recalled),
    dialogue_id: id,
    type,
    number: (document?.number as number | null | undefined) ?? null,
    title: String(document?.title ?? dialogue?.title ?? id),
    status: String(document?.status ?? dialogue?.state),
    date: (document?.date as string | null | undefined) ?? (String(dialogue?.began ?? "").slice(0, 10) || null),
    recalled: recalled ?? null,
    rows,
  };
}

function hashOf(rows: readonly Row[], recalled: Recalled | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify([rows, recalled]))
    .digest("base64")
    .slice(0, 22);
}

function asPublished([table, values]: Row): Row {
  if (table === "dialogues") return [table, { ...values, panel: JSON.parse(String(values.panel)) }];
  if (table === "search")
    return [table, { ...values, about: values.dialogue_id === null || isAbout(String(values.what)) ? 1 : 0 }];
  return [table, values];
}

function publishedDecision(decision: DecisionInForce, one: ReturnType<typeof shown>): PublishedDecision {
  const { id, kind, title, decided, date, standing, health } = one;
  const path = decision.verdict?.path.replace(/(?:round-\d+\/)?[^/]*$/, "verdict.md") ?? decision.documents[0]!.path;
  return { id, kind, title, decided, date, standing, health, path, shown: one };
}
