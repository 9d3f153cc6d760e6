/** What the decided text changed against the one that was broken, by block. */
import { type TextChange, textChange } from "../facts/text/changed.ts";
import { number, plural } from "./page.ts";
import { inline, prose } from "./quote.ts";
import { signedText, type View } from "./view.ts";

/** Empty where there are not two texts to compare, or nothing changed. */
export function changedParts(view: View): string[] {
  const { opening, facts, ledgerThen: ledger } = view;
  const subject = opening.subject?.lines;
  const before = subject ?? ledger.records[0]?.proposal;
  const after = signedText(view);
  if (before == null || after.length === 0) return [];
  const answers = facts.tensions.flatMap(({ id, answer }) => (answer === null ? [] : [{ id, ...answer }]));
  const change = textChange(before.join("\n"), after.join("\n"), answers, ledger.items);
  if (change.changed === 0) return ["## What changed", "Not one word."];
  const more = change.changed - change.rows.length;
  return [
    `## What changed against the ${subject === undefined ? "first text" : "subject"}`,
    `${sizeWords(change)}.`,
    [...change.rows.map(rowWords), ...(more > 0 ? [`- ${plural(more, "smaller change")} in the text`] : [])].join("\n"),
  ];
}

/** "13 of 15 blocks, 294 → 378 words". */
function sizeWords({ changed, of, before, after }: TextChange): string {
  const rewritten = changed > 0.8 * of && of > 20 ? "; rewritten rather than edited" : "";
  return `${changed} of ${plural(of, "block")}, ${number(before)} → ${plural(after, "word")}${rewritten}`;
}

function rowWords({ name, isCode, isGone, gist, answers }: TextChange["rows"][number]): string {
  const words = isGone ? "removed" : isCode ? prose(`\`${gist.replaceAll("`", "'")}\``) : prose(gist);
  return `- **${prose(name)}**: ${words || "shortened"}${answers.length === 0 ? "" : ` (${answers.map(inline).join(", ")})`}`;
}
