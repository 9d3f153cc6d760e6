/** The dialogue a document is made from, or may not be approved before: decided or not, and why not. */
import * as z from "zod";
import type { Context } from "../context.ts";
import { checkWritten } from "../documents/check-document.ts";
import { sections } from "../documents/compose.ts";
import { type DecidedDialogue, decisionParts, decisionSections } from "../documents/dialogue-decision.ts";
import type { Document } from "../documents/document.ts";
import type { DocumentType } from "../documents/document-types.ts";
import { fieldList, setField } from "../documents/header.ts";
import { BlueError, refusal, throwAll } from "../errors.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { plural } from "../pages/page.ts";
import { inline, quote } from "../pages/quote.ts";
import type { VerdictRecord } from "../rules/records.ts";
import { recount } from "../rules/round/recount.ts";
import { decisionOf, refusedWords } from "../rules/standing.ts";
import { assertMove, changeStatus, type Moved } from "../store/change-status.ts";
import { listDialogueIds } from "../store/dialogue-ids.ts";
import { stateOf } from "../store/dialogue-state.ts";
import { type OpenDialogue, openDialogue, topicOf } from "../store/find-dialogue.ts";
import type { Project } from "../store/project.ts";
import { findReopening } from "../store/reopening.ts";

export interface DialogueSource {
  id: string;
  title: string;
  question: string;
  /** Undefined while no verdict is in force. */
  decided: (DecidedDialogue & { verdict: VerdictRecord }) | undefined;
  /** Why there is none, in words. */
  why: string;
  open: OpenDialogue;
}

export function dialogueSource(project: Project, key: string): DialogueSource {
  const open = openDialogue(project, { dialogue_id: key });
  const { loaded, ledger } = open;
  const state = stateOf(loaded);
  const { state: standing, verdict } = decisionOf(loaded);
  const { title, question } = loaded.opening;
  const common = { id: loaded.id, title, question: question ?? title, open };
  const [lie] = state === "decided" ? recount(loaded.opening, loaded.rounds) : [];
  if (state === "decided" && verdict !== undefined && lie === undefined) {
    const facts = verdictFacts(loaded, verdict, findReopening(project, loaded.id), ledger);
    return { ...common, why: "", decided: { id: loaded.id, ledger, facts, verdict } };
  }
  const velocity = ledger.rounds.at(-1)?.velocity;
  const open_ =
    velocity === undefined
      ? "no round is registered"
      : `${velocity.total} left to settle, ${plural(velocity.open_tensions, "open tension")}`;
  const why =
    lie !== undefined
      ? `its records do not say what its texts say (${lie})`
      : state === "closed"
        ? "it was closed without a decision"
        : state === "damaged"
          ? "its records cannot be trusted as they are"
          : standing === "superseded"
            ? `a later round supersedes its verdict (${open_})`
            : standing === "refused"
              ? `its final verdict decides nothing, for ${refusedWords(ledger)} (${open_})`
              : `it is open (${open_})`;
  return { ...common, why, decided: undefined };
}

/** Why a named dialogue decides nothing, also when it cannot be asked; undefined when its verdict is in force. */
export function whyUndecided(project: Project, key: string): string | undefined {
  try {
    const source = dialogueSource(project, key);
    return source.decided === undefined ? source.why : undefined;
  } catch (thrown) {
    return thrown instanceof BlueError ? thrown.message : String(thrown);
  }
}

export function notDecided({ id, why }: { id: string; why: string }, field: string, suggestion: string): BlueError {
  return refusal("dialogue_not_decided", { [field]: id }, "verdict_in_force", {
    message: `The dialogue ${id} has no verdict in force: ${why}`,
    suggestion,
    context: { dialogue_id: id },
  });
}

/** The statuses in which a document binds people. */
export const inForce: Partial<Record<DocumentType, readonly string[]>> = {
  rfc: ["approved", "wip", "implemented"],
  adr: ["accepted"],
  prd: ["approved", "complete"],
};

/** What keeps a document from a status: dialogues that it names and that have no verdict in force. Everything that gives a document a status asks here. */
export function checkStatus(
  project: Project,
  type: DocumentType,
  status: string,
  dialogues: readonly string[],
): BlueError[] {
  if (!inForce[type]?.includes(status)) return [];
  return [...new Set(dialogues)].flatMap((id) => {
    const why = whyUndecided(project, id);
    return why === undefined
      ? []
      : [notDecided({ id, why }, "dialogue", "Finish the dialogue, or give `override` with a reason.")];
  });
}

export const overrideField = z
  .string()
  .trim()
  .min(1)
  .optional()
  .describe("Why it passes although its dialogue is not decided; recorded.");

/** Moves a document on. `override`: why it passes although its dialogue is not decided; recorded in its header. */
export function passDocument(
  { project, random }: Pick<Context, "project" | "random">,
  document: Document,
  status: string,
  override: string | undefined,
  edit: (text: string) => string = (text) => text,
): Moved & { warnings: string[] } {
  assertMove(document, status);
  const bound = inForce[document.type]?.includes(document.status) && document.status !== status;
  const undecided = bound ? [] : checkStatus(project, document.type, status, dialoguesOf(project, document));
  if (override === undefined) throwAll(undecided);
  const moved = changeStatus(project, random, document, status, (text) =>
    edit(override === undefined || undecided.length === 0 ? text : setField(text, "approval_override", override)),
  );
  return {
    ...moved,
    warnings: [
      ...undecided.map(({ message }) => `${message}; ${status} all the same: ${override}`),
      ...(document.status === status ? [] : unwritten(moved.document)),
    ],
  };
}

/** What a document that binds should say and does not. */
export function unwritten(document: Document): string[] {
  if (!inForce[document.type]?.includes(document.status)) return [];
  return checkWritten(document).map(({ message }) => message);
}

/** The dialogues a header names. Older headers do so in words: of these, what is a dialogue of this project. */
export function dialoguesOf(project: Project, { header }: Document): string[] {
  const named = ["dialogue", "dialogues"].flatMap((key) => fieldList(header, key));
  if (header.form === "yaml") return named;
  const words = named.flatMap((text) => text.split(/[^\w-]+/));
  return listDialogueIds(project).filter((id) => words.includes(id) || words.includes(topicOf(id)));
}

/** The documents that a dialogue's decision became: they name it by its id or its topic. */
export function makeFindNaming(project: Project, documents: readonly Document[]): (id: string) => Document[] {
  const named = documents.map((document) => ({ document, dialogues: dialoguesOf(project, document) }));
  return (id) => named.flatMap(({ document, dialogues }) => (namesDialogue(dialogues, id) ? [document] : []));
}

export function namesDialogue(keys: readonly string[], id: string): boolean {
  return keys.includes(id) || keys.includes(topicOf(id));
}

/** Quoted, like all that Blue did not compute: what is left open in it hides nothing below. */
export function questionOf({ question }: DialogueSource): string {
  return quote(question.split("\n"));
}

/** The body of a document that a dialogue decided; without a verdict, what was last put before the panel, marked as that. */
export function dialogueBody(source: DialogueSource, reason: string | undefined): string {
  if (source.decided !== undefined) {
    const parts = decisionParts(source.decided);
    return sections(["Problem", questionOf(source)], ["Decision", parts.decision], ...decisionSections(parts));
  }
  const proposal = source.open.loaded.rounds.findLast((round) => round.proposal !== null)?.proposal ?? [];
  const mark = `**Not decided.** The dialogue [${source.id}](../../dialogues/${source.id}/dialogue.md) has no verdict in force: ${inline(source.why)}. Written all the same because:`;
  return sections(
    ["Problem", questionOf(source)],
    [
      "Proposal",
      [
        mark,
        quote([reason ?? ""]),
        proposal.length === 0
          ? "No proposal was put before the panel yet."
          : `The proposal of the last round:\n\n${quote(proposal)}`,
      ].join("\n\n"),
    ],
  );
}
