/**
 * Which converge signals count. One rule for what `collect` foretells and what registration records: a signal counts when its author finished the draft
 * and objects nowhere, neither in it, nor in a line of it that cannot be read as it stands, nor in a second text.
 */
import { scanDraft } from "../../drafts/scan-draft.ts";
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import type { RoundRecord } from "../records.ts";
import type { Resolved } from "./resolve-refs.ts";
import type { ScannedText } from "./scan-round.ts";

export function signalsOf(
  round: number,
  texts: readonly ScannedText[],
  resolved: Pick<Resolved, "refs" | "doubts">,
): RoundRecord["signals"] {
  return texts
    .filter(({ member }) => member)
    .flatMap((text) => {
      if (!text.draft?.converge) return [];
      const why = whyUncounted(round, text, resolved);
      return [{ by: text.expert, line: text.draft.converge.line, counted: why === null, why }];
    });
}

function whyUncounted(
  round: number,
  text: ScannedText,
  { refs, doubts }: Pick<Resolved, "refs" | "doubts">,
): string | null {
  const { expert, state, draft } = text;
  if (state !== "present") return "the draft is incomplete";
  if (draft!.items.some(({ type }) => type === "T")) return "the draft raises a tension";
  if (refs.some(({ kind, by }) => kind === "REOPEN" && by === expert)) return "the draft reopens a tension";
  const doubt = doubts.find(({ by }) => by === expert);
  if (doubt !== undefined) return `line ${doubt.line} of the draft cannot be read and may object`;
  return hasSecondThoughts(round, text) ? "a second text of theirs objects" : null;
}

/** What the Judge is told of texts that stand beside an expert's first. */
export function secondTextNotices(round: number, texts: readonly ScannedText[]): string[] {
  return texts.flatMap((text) => {
    const more = text.file?.others.length ?? 0;
    if (more === 0) return [];
    const kept = `${text.file!.path}: ${text.expert} has ${more === 1 ? "a second text" : `${more} more texts`}, kept beside this one and not counted`;
    return [hasSecondThoughts(round, text) ? `${kept}; it objects` : kept];
  });
}

function hasSecondThoughts(round: number, { expert, file }: ScannedText): boolean {
  return (file?.others ?? []).some(({ text }) => objects(scanDraft(text, { expert, round })));
}

/** Whether a text raises or reopens a tension, dissents, takes another stance than approval or abstention, or has something in it that cannot be read. */
function objects({ items, refs, statements, stances, problems }: ScannedDraft): boolean {
  return (
    items.some(({ type }) => type === "T") ||
    refs.some(({ kind }) => kind === "REOPEN") ||
    statements.length > 0 ||
    stances.some(({ position }) => position !== "APPROVE" && position !== "ABSTAIN") ||
    problems.length > 0
  );
}
