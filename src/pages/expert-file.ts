/** The copy of an expert's text in the round's folder: what was written, quoted, and how it came to be filed. */

import { expertKey } from "../rules/names.ts";
import type { Provenance, RoundRecord, TextRun } from "../rules/records.ts";
import { stanceWords } from "../rules/stance-history.ts";
import { generatedLine, page } from "./page.ts";
import { type ExpertText, expertFiles } from "./page-names.ts";
import { inline, quoteByLine } from "./quote.ts";

export function expertFile(round: RoundRecord, expert: string): string | undefined {
  return [...expertFiles(round)].find(([text]) => expertKey(text.expert) === expertKey(expert))?.[1];
}

export function renderExpert(round: RoundRecord, text: ExpertText): string {
  const key = expertKey(text.expert);
  const name = inline(text.expert);
  const member = round.panel.find((one) => expertKey(one.name) === key);
  const stance = round.stances.findLast(({ by }) => expertKey(by) === key) ?? null;
  const seat = member === undefined ? "a guest, not on the panel" : inline(member.role);
  const facts = [
    `**${name}**, ${seat}. Stance: ${stanceWords(stance)}.`,
    text.state === "incomplete" ? " The text breaks off inside a marker: incomplete, and no signal in it counts." : "",
    text.provenance === null ? "" : ` ${provenanceWords(text.provenance)}`,
    text.others.length === 0 ? "" : ` Only the first of ${text.others.length + 1} texts is counted.`,
  ];
  const shows = `what ${name} wrote in round ${round.round}`;
  return page(
    generatedLine({ shows, record: "round.json", self: round.self }),
    facts.join(""),
    text.lines.length === 0 ? "The text is empty." : quoteByLine(text.lines),
    ...text.others.flatMap((other, i) => [
      `## Text ${i + 2}, not counted`,
      provenanceWords(other.provenance),
      other.lines.length === 0 ? "The text is empty." : quoteByLine(other.lines),
    ]),
  );
}

const sources: Record<Provenance["source"], string> = {
  draft: "Written by the expert as a draft",
  adopted: "Written into the round's own folder",
  expert_write: "Filed for the expert",
  transcript: "Taken from the expert's transcript",
  hook: "Taken when the expert's run ended",
  guest: "Written by a guest",
  runner: "From a run of its own",
};

function provenanceWords({ source, filed_by, filed_at, note, run, cut }: Provenance): string {
  const by = filed_by === null ? "" : ` by ${inline(filed_by)}`;
  const at = filed_at === null ? "" : ` at ${inline(filed_at)}`;
  const words = `${sources[source]}${run === undefined ? "" : ` (${runWords(run)})`}${by}${at}${note === null ? "" : ` (${inline(note)})`}.`;
  return cut ? `${words} It was cut at its output limit, and no signal in it counts.` : words;
}

/** "claude 2.1.325, model opus": which model it was is the runner's word. */
export function runWords({ runner, version, model, confined }: TextRun): string {
  const program = version === null ? inline(runner) : `${inline(runner)} ${inline(version)}`;
  return `${program}, model ${model === null ? "not told" : inline(model)}${confined ? "" : ", not confined"}`;
}
