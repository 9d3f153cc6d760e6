/**
 * Which converge signals count. One rule for what `collect` foretells and what registration records: a signal counts when its author finished the draft
 * and objects nowhere, neither in it, nor in a line of it that cannot be read as it stands, nor in a second text.
 */
import { scanDraft } from "../markers/scan-draft.ts";
import { moveKinds, refKinds, type ScannedDraft, type ScanProblem } from "../markers/scanned-draft.ts";
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
  if (doubt !== undefined) return `line ${doubt.line} of the draft may raise or reopen a tension`;
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

/** Whether a text raises or reopens a tension, dissents, or takes another stance than approval or abstention. */
function objects({ items, refs, statements, stance, problems }: ScannedDraft): boolean {
  return (
    items.some(({ type }) => type === "T") ||
    refs.some(({ kind }) => kind === "REOPEN") ||
    statements.length > 0 ||
    (stance !== null && stance.position !== "APPROVE" && stance.position !== "ABSTAIN") ||
    problems.some((problem) => problem.blocking && mayObject(problem))
  );
}

/** Something that does not count as it stands, and in which a reader could see a tension or its reopening; or behind which nothing was read. */
export function mayObject({ code, raw }: Pick<ScanProblem, "code" | "raw">): boolean {
  if (code === "too_many" || code === "unclosed_fence") return true;
  const read = raw
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase();
  if (read.includes("REOPEN")) return true;
  const [head = ""] = read.split(":", 1);
  return !saysSomethingOf.test(head) && /TENSION|(?:^|[^\p{L}\p{N}])T\d/u.test(head);
}

/** A reference or a move names tensions and raises none. */
const saysSomethingOf = new RegExp(`^\\W*(?:RE|MOVE|${[...refKinds, ...moveKinds].join("|")})\\b`);
