/** What a change makes of the standing of decisions: by which it is judged, and which decisions it ends, overrules or makes `wip`. */
import * as z from "zod";
import { type Document, nameOf } from "../../documents/document.ts";
import { type Standing, standingBy, standingInChange } from "../../rules/rot.ts";
import { type DialogueRecords, decisionOf, verdictPath } from "../../rules/standing.ts";
import { safeLine } from "../../safe-text.ts";
import { makeTrackedLoader } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { dialoguesOf, inForce, namesDialogue } from "../decided-dialogue.ts";
import type { DecisionInForce, LoadedDecisions } from "./decision.ts";
import type { Base, Trees } from "./trees.ts";

export const setAsideSchema = z.strictObject({
  id: z.string().describe("The dialogue's id, or a document's name."),
  became: z.enum(["ended", "overruled", "under_way"]),
  why: z.string(),
});

export type SetAside = z.output<typeof setAsideSchema>;

export function setAsideWords({ became, why }: SetAside): string {
  return `this change ${became === "under_way" ? "puts it under way" : became === "ended" ? "ends it" : "overrules it"}: ${safeLine(why)}`;
}

export class Standings {
  readonly #project: Project;
  readonly #loaded: LoadedDecisions;
  readonly #trees: Trees;
  readonly #documents = new Map<string, { document: Document; dialogues: string[] }[]>();
  readonly #load: ReturnType<typeof makeTrackedLoader>;

  constructor(project: Project, loaded: LoadedDecisions, trees: Trees) {
    this.#project = project;
    this.#loaded = loaded;
    this.#trees = trees;
    this.#load = makeTrackedLoader(project);
  }

  /** By what the change is judged. */
  inChange(decision: DecisionInForce): Standing {
    const here = decision.standing;
    if (!this.#mayDiffer(decision)) return here;
    const { bases } = this.#trees;
    const atBases = bases.map((base) => this.#at(decision, base, "base"));
    return standingInChange(here, atBases, this.#at(decision, bases[0]!, "main"));
  }

  /** Judged here, and not so before: such a decision answers for all its rot, also for what is older. */
  isNewlyJudged(decision: DecisionInForce): boolean {
    const { bases } = this.#trees;
    if (!this.#mayDiffer(decision)) return false;
    const isOther = (base: Base, tree: "base" | "main") => this.#at(decision, base, tree) !== "judged";
    return bases.some((base) => isOther(base, "base")) && isOther(bases[0]!, "main");
  }

  setAside(): SetAside[] {
    const lowered = this.#loaded.decisions
      .filter((decision) => this.inChange(decision) !== decision.standing)
      .map(({ id, standing, documents }) => ({ id, standing, documents }));
    const overruling = new Set(lowered.flatMap(({ documents }) => documents.map(({ path }) => path)));
    return [
      ...this.#endedDialogues(),
      ...lowered.map(({ id, standing, documents }) => ({
        id,
        became: standing as "overruled" | "under_way",
        why: documents.map((one) => `${nameOf(one)} is ${one.status}`).join(", "),
      })),
      ...this.#endedDocuments().filter(({ path }) => !overruling.has(path)),
    ].map(({ id, became, why }) => ({ id, became, why }));
  }

  #mayDiffer({ verdict }: DecisionInForce): boolean {
    return this.#trees.changesDocuments || (verdict !== null && this.#trees.isChanged(verdict.path));
  }

  /** Undefined where there was no such decision. */
  #at(decision: DecisionInForce, base: Base, tree: "base" | "main"): Standing | undefined {
    const there = this.#documentsAt(base, tree);
    if (decision.verdict === null) {
      const same = there.filter(({ document }) => isSame(document, decision.documents[0]!) && binds(document));
      return same.length === 0 ? undefined : standingBy(same.map(({ document }) => document));
    }
    if (!this.#trees.exists(base, tree, decision.verdict.path)) return undefined;
    const naming = there.filter(({ dialogues }) => namesDialogue(dialogues, decision.id));
    return standingBy(naming.map(({ document }) => document));
  }

  #documentsAt(base: Base, tree: "base" | "main"): { document: Document; dialogues: string[] }[] {
    const key = `${base.commit} ${tree}`;
    const known =
      this.#documents.get(key) ??
      this.#trees
        .documents(base, tree, this.#loaded.documents)
        .map((document) => ({ document, dialogues: dialoguesOf(this.#project, document) }));
    this.#documents.set(key, known);
    return known;
  }

  /** Verdicts that were in force before and that later records supersede. One whose records are damaged or gone is told as that. */
  #endedDialogues(): SetAside[] {
    const { dialogues, superseded } = this.#loaded;
    const decidedAnew = [...dialogues].filter(([, one]) => one.reopens !== undefined && one.state === "decided");
    return [...dialogues].flatMap(([id, { state }]) => {
      const reopening = decidedAnew.flatMap(([other, { reopens }]) => (reopens === id ? [other] : []));
      if (state === "decided" && reopening.length === 0) return [];
      const isTouched = [id, ...reopening].some((one) => this.#trees.changedOf(one).length > 0);
      if (!isTouched || !this.#wasDecided(id) || reopening.some((other) => this.#wasDecided(other))) return [];
      const by = superseded.find((one) => one.id === id)?.by;
      const why = by === undefined ? `it is ${state}, and has no verdict in force any more` : `superseded by ${by}`;
      return [{ id, became: "ended" as const, why }];
    });
  }

  /** By those of its records that the main branch has. */
  #wasDecided(id: string): boolean {
    if (this.#trees.changedOf(id).length === 0) return this.#loaded.dialogues.get(id)!.state === "decided";
    const { opening, rounds, verdicts, path } = this.#load(id);
    const isOnMain = (name: string) => this.#trees.exists(this.#trees.bases[0]!, "main", `${path}/${name}`);
    if (opening === undefined || !isOnMain("opening.json")) return false;
    const there: DialogueRecords = {
      opening,
      rounds: rounds.filter(({ round }) => isOnMain(`round-${round}/round.json`)),
      verdicts: verdicts.filter((verdict) => isOnMain(verdictPath(verdict))),
    };
    return decisionOf(there).state === "decided";
  }

  #endedDocuments(): (SetAside & { path: string })[] {
    const { bases, changesDocuments } = this.#trees;
    if (!changesDocuments) return [];
    const boundAt = (base: Base, tree: "base" | "main") =>
      this.#documentsAt(base, tree).flatMap(({ document }) => (binds(document) ? [document] : []));
    const before = bases.flatMap((base) => boundAt(base, "base"));
    return boundAt(bases[0]!, "main").flatMap((document) => {
      const now = this.#loaded.documents.filter((one) => isSame(one, document));
      if (now.some(binds) || !before.some((one) => isSame(one, document))) return [];
      const why = now.length === 0 ? `${document.path} is gone` : `${now[0]!.path} is ${now[0]!.status}`;
      return [{ id: nameOf(document), became: "ended" as const, why, path: now[0]?.path ?? document.path }];
    });
  }
}

/** Its number and its status may change. */
function isSame(a: Document, b: Document): boolean {
  return a.type === b.type && a.name.slug === b.name.slug;
}

function binds({ type, status }: Document): boolean {
  return (type === "rfc" || type === "adr") && inForce[type]!.includes(status);
}
