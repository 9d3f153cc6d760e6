/** Which converge signals count: one answer for what `collect` foretells and what registration records. */
import { scanDraft } from "../../drafts/scan-draft.ts";
import type { RoundRecord } from "../records.ts";
import { objectionsOf } from "./objections.ts";
import type { ScannedText } from "./scan-round.ts";

export function signalsOf(round: number, texts: readonly ScannedText[]): RoundRecord["signals"] {
  return texts
    .filter(({ member }) => member)
    .flatMap((text) => {
      if (!text.draft?.converge) return [];
      const why = whyNotCounted(round, text);
      return [{ by: text.expert, line: text.draft.converge.line, counted: why === null, why }];
    });
}

function whyNotCounted(round: number, text: ScannedText): string | null {
  if (text.state !== "present") return "the draft is incomplete";
  if (text.file?.provenance.unasked) return "Blue's log has no prompt that this text answers";
  if (text.file?.provenance.cut) return "the text was cut at its output limit";
  const first = objectionsOf(text.draft!).map(({ why }) => why);
  if (first.length > 0) return first.join("; ");
  const second = secondObjections(round, text);
  return second.length > 0 ? `in a second text: ${second.join("; ")}` : null;
}

/** What the Judge is told of texts that stand beside an expert's first. */
export function secondTextNotices(round: number, texts: readonly ScannedText[]): string[] {
  return texts.flatMap((text) => {
    const more = text.file?.others.length ?? 0;
    if (more === 0) return [];
    const kept = `${text.file!.path}: ${text.expert} has ${more === 1 ? "a second text" : `${more} more texts`}, kept beside this one and not counted`;
    return [secondObjections(round, text).length > 0 ? `${kept}; it objects` : kept];
  });
}

function secondObjections(round: number, { expert, file }: ScannedText): string[] {
  return (file?.others ?? []).flatMap(({ lines }) =>
    objectionsOf(scanDraft(lines, { expert, round })).map(({ why }) => why),
  );
}
