/**
 * What a decision makes of the document that its dialogue was about. Only words that the panel was shown are put into it, and only over the words that
 * the dialogue took up: whatever somebody wrote since stays.
 */
import { createHash } from "node:crypto";
import { sameWords, withDecidedText } from "../../../documents/decided-text.ts";
import { docsFolder } from "../../../documents/document-types.ts";
import { newlineOf } from "../../../documents/markdown.ts";
import { refuse } from "../../../errors.ts";
import { decidedLines } from "../../../facts/decided.ts";
import type { VerdictFacts } from "../../../facts/schema.ts";
import { verdictFacts } from "../../../facts/verdict-facts.ts";
import { plural } from "../../../pages/page.ts";
import { seenWords } from "../../../pages/seen-by-panel.ts";
import { toLines } from "../../../rules/lines.ts";
import type { VerdictRecord } from "../../../rules/records.ts";
import type { DialogueRecords } from "../../../rules/standing.ts";
import { currentPath } from "../../../store/cited-documents.ts";
import { documentFileAt, largestDocument } from "../../../store/documents.ts";
import { trackingOf } from "../../../store/git.ts";
import { findFile } from "../../../store/paths.ts";
import type { Project } from "../../../store/project.ts";

export interface DecidedDocument {
  path: string;
  before: string;
  /** Equal to `before` when the document already says it. */
  after: string;
}

export function getDecidedDocument(
  project: Project,
  records: DialogueRecords,
  verdict: VerdictRecord,
): DecidedDocument {
  const { opening } = records;
  const facts = verdictFacts(records, verdict);
  const sight = facts.signed.text ?? "other";
  if (sight !== "shown")
    refuse("invalid_input", { dialogue_id: opening.dialogue }, "seen_by_panel", {
      message: `The decided words were not put before the panel by Blue. ${seenWords(sight)}`,
      suggestion: `Make a document of the decision instead: \`blue rfc create --from-dialogue ${opening.dialogue}\`.`,
    });
  const { subject } = opening;
  if (subject === null)
    refuse("invalid_input", { dialogue_id: opening.dialogue }, "has_subject", {
      message: "The dialogue was about no document",
      suggestion: `Make one of its decision: \`blue rfc create --from-dialogue ${opening.dialogue}\`.`,
    });
  const path = currentPath(project, subject.path);
  const byHand = `take the decided words over by hand: they are in .blue/dialogues/${opening.dialogue}/round-${verdict.round}/proposal.md.`;
  // The path comes from a record: it is held to the project before anybody else, git too, is asked about it.
  const bytes = findFile(project, path, "subject", largestDocument);
  if (bytes === undefined)
    refuse("not_found", { path }, "exists", { message: `${path} is gone`, suggestion: `Put it back, or ${byHand}` });
  const isDocument = documentFileAt(path) !== undefined;
  const before = bytes.toString("utf8");
  const decided = decidedLines(verdict, records.rounds);
  const after = isDocument
    ? withDecidedText(before, { lines: decided, dialogue: opening.dialogue, decided: decidedWords(facts) })
    : [...decided, ""].join(newlineOf(before));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isSame = (lines: readonly string[]) =>
    isDocument ? sameWords(before, lines) : toLines(before).join("\n") === lines.join("\n");
  if (sha256 !== subject.sha256 && ![subject.lines ?? [], decided].some(isSame))
    refuse("document_changed", { path }, "as_taken_up", {
      message: `${path} changed since the dialogue took it up: its SHA-256 was ${subject.sha256}, now it is ${sha256}`,
      suggestion: `Nothing was written. Put the old words back and repeat the call, or ${byHand}`,
      context: { taken_up: subject.sha256, now: sha256 },
    });
  if (!isDocument && before !== after) refuseUnkept(project, path, byHand);
  return { path, before, after };
}

/** A file that is no document of ours has no header to say where its words came from; git has to. Records and drafts are nobody's subject to rewrite. */
function refuseUnkept(project: Project, path: string, byHand: string): void {
  const isOurs = path.startsWith(".blue/") && !path.startsWith(`${docsFolder}/`);
  if (!isOurs && trackingOf(project, path) === "tracked") return;
  refuse("invalid_input", { path }, "tracked_file", {
    message: isOurs
      ? `${path} is kept by Blue and not rewritten`
      : `git does not track ${path}, so its old words could be lost`,
    suggestion: isOurs ? `Open a file of your own and ${byHand}` : `Add it to git and repeat the call, or ${byHand}`,
  });
}

/** `2026-02-03, final verdict on round 2, 3 of 3 signed` */
function decidedWords({ verdict, forced, signed, open }: VerdictFacts): string {
  return [
    verdict!.registered_at.slice(0, 10),
    `${forced ? "forced" : "final"} verdict on round ${verdict!.round}`,
    `${signed.count} of ${signed.of} signed`,
    ...(forced ? [plural(open.length, "open tension")] : []),
  ].join(", ");
}
