/** Every tension in a row: raised, what the author answered, and who accepted that. Worst first. */
import type { TensionFacts, VerdictFacts } from "../facts/schema.ts";
import type { Ledger } from "../rules/ledger.ts";
import { clipped, firstSentence } from "../rules/round/first-sentence.ts";
import { itemWords } from "./item-lines.ts";
import { markdownTable } from "./page.ts";
import { inline } from "./quote.ts";
import { closingSentence, labelWords } from "./tension-words.ts";

const longestWords = 240;

export function objectionsTable({ tensions, review }: VerdictFacts, ledger: Ledger, most = tensions.length): string {
  const answered = tensions.some(({ answer }) => answer !== null);
  const rows = tensions
    .slice(0, most)
    .map((tension) => [
      tension.severity ?? "",
      raised(tension, ledger),
      ...(answered ? [answerWords(tension)] : []),
      ...(review ? [] : [endWords(tension, ledger)]),
    ]);
  const headings = ["Severity", "Raised", ...(answered ? ["The author"] : []), ...(review ? [] : ["Accepted by"])];
  return markdownTable(headings, rows);
}

function raised(tension: TensionFacts, ledger: Ledger): string {
  const source = ledger.items.get(tension.id)?.sources[0];
  const words = source === undefined ? "" : firstSentence(itemWords(ledger, source).join(" "), longestWords);
  return `**${labelWords(tension)}** ${inline(words)} ${inline(tension.id)}, ${tension.raised_by.map(inline).join(", ")}`;
}

function answerWords({ answer }: TensionFacts): string {
  if (answer === null) return "not answered";
  return `**${answer.answer === "refused" ? "Refused." : "Fixed."}** ${inline(clipped(oneLine(answer.text), longestWords))}`;
}

/** A tension that the author refused never reads as resolved. */
function endWords(tension: TensionFacts, ledger: Ledger): string {
  const { closed, state } = tension;
  if (closed === null) return state === "addressed" ? "**Still open**, a fix is offered" : "**Still open**";
  if (state === "accepted") return `**Unresolved; the Judge accepted it:** ${inline(closed.why ?? "no reason given")}`;
  const who = closed.by.filter((name) => name !== "Judge").map(inline);
  const words = closingSentence(ledger.tensions.get(tension.id)!, ledger);
  const item = closed.item === null ? "" : `, ${inline(closed.item)}`;
  return `${who.length === 0 ? "the Judge alone" : who.join(", ")}, round ${closed.round}${item}${words === "" ? "" : `: “${inline(words)}”`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
