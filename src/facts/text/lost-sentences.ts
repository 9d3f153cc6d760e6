/** What went without a word: sentences of a text that nobody quoted, and of which the new text has nothing like. */
import { type BlockChange, diffBlocks } from "./blocks.ts";
import { isRenamed, isSaid, namesOf } from "./changed.ts";
import { sentencesOf } from "./cut.ts";
import { tellingWords } from "./placed-answers.ts";

/** Fewer say too little to be missed. */
const fewestTelling = 3;

/** Not those of whole parts that are gone, which are named, nor what leads to a list. A sentence is lost where no new one has half of its words. */
export function lostSentences(before: string, after: string, quoted: readonly string[]): string[] {
  const changes = diffBlocks(before, after);
  const names = namesOf(changes);
  const isProse = (block: BlockChange["after"]) => block?.kind === "paragraph" || block?.kind === "item";
  const now = changes.flatMap((change) =>
    isProse(change.after) ? sentencesOf(change.after!.text).map(tellingWords) : [],
  );
  const quotes = quoted.map(plain).filter((quote) => quote !== "");
  return changes
    .filter((change) => !change.isSame && isProse(change.before) && isSaid(change))
    .filter(({ name, section, lead }) =>
      [lead || section || name].every((one) => names.has(one) || isRenamed(one, names)),
    )
    .flatMap(({ before: old }) => sentencesOf(old!.text))
    .filter((sentence) => !sentence.endsWith(":") && !quotes.some((quote) => plain(sentence).includes(quote)))
    .filter((sentence) => {
      const words = [...tellingWords(sentence)];
      const shared = (other: ReadonlySet<string>) => words.filter((word) => other.has(word)).length;
      return words.length >= fewestTelling && !now.some((other) => shared(other) >= words.length / 2);
    });
}

function plain(text: string): string {
  return text
    .replace(/[*_`]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
