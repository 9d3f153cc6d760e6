/**
 * What an expert says under a name: the failing case, how to test it, who is hurt, the smallest change. Prompts ask for these words; they are read where
 * somebody wrote them, at the start of a line or of a sentence, and nobody must.
 */
import { withoutMarkers } from "../../rules/round/first-sentence.ts";

export interface NamedParts {
  /** What is wrong: all that is under no name. */
  words: string;
  failing_case: string | null;
  test: string | null;
  hurt: string | null;
  smallest_change: string | null;
}

const names: Record<string, keyof Omit<NamedParts, "words">> = {
  case: "failing_case",
  "failing case": "failing_case",
  test: "test",
  "how to test": "test",
  "who is hurt": "hurt",
  hurts: "hurt",
  "smallest change": "smallest_change",
  "smallest fix": "smallest_change",
  smallest: "smallest_change",
};

const named = new RegExp(
  String.raw`(^|[.!?;:)"”]\s+|\n\s*)(?:[-*]\s+)?(?:\*\*)?(${Object.keys(names).join("|")})(?:\*\*)?:(?:\*\*)?\s+`,
  "gi",
);

export function readParts(lines: readonly string[]): NamedParts {
  const text = withQuotes(lines.join("\n"))
    .split("\n")
    .map((line) => withoutMarkers(line))
    .join("\n");
  const parts: NamedParts = { words: "", failing_case: null, test: null, hurt: null, smallest_change: null };
  let key: keyof NamedParts = "words";
  let from = 0;
  const take = (end: number) => {
    const said = inOneLine(text.slice(from, end));
    if (said !== "") parts[key] = parts[key] ? `${parts[key]} ${said}` : said;
  };
  for (const found of text.matchAll(named)) {
    take(found.index + found[1]!.length);
    key = names[found[2]!.toLowerCase()]!;
    from = found.index + found[0].length;
  }
  take(text.length);
  return parts;
}

/** A list goes on from its sentence: "not on the page: 130; 143". */
function inOneLine(text: string): string {
  let said = "";
  for (const line of text.split("\n").map((one) => one.trim())) {
    const isItem = /^[-*]\s/.test(line);
    const ends = isItem && said !== "" && !/[:;,.!?]$/.test(said) ? ";" : "";
    said = `${said}${ends} ${isItem ? line.slice(1).trim() : line}`.trim();
  }
  return said.replace(/\s+/g, " ");
}

/** What is wrong, then the failing case, which says little without it. */
export function brokenWords({ words, failing_case }: Pick<NamedParts, "words" | "failing_case">): string {
  if (words === "" || failing_case === null) return failing_case ?? words;
  return `${words}${/[.!?:;…]["”)*]*$/.test(words) ? "" : "."} Failing case: ${failing_case}`;
}

const citation = String.raw`\[CITE [^"[\]\n]{1,500}"([^"\n]{1,500})"\]`;
/** Behind a verb of saying, or where a sentence goes on from it. */
const spoken = new RegExp(
  String.raw`\b([Ss]ays?|[Ss]aid|[Rr]eads?|[Ss]tates?|[Pp]romises?) ${citation}|^${citation}(?= \p{Ll})`,
  "gmu",
);

/** A citation behind a colon or a verb of saying is what the sentence speaks of: its words stay, without their place. */
function withQuotes(text: string): string {
  const told = text.replace(spoken, (_, verb?: string, words?: string, first?: string) =>
    verb === undefined ? `“${first}”` : `${verb} “${words}”`,
  );
  return told.replace(
    /:\s{1,9}\[CITE [^"[\]\n]{1,500}"([^"\n]{1,500})"\](\n(?=\p{Lu}))?/gu,
    (_, words: string, newLine: string | undefined) => `: “${words}”${newLine === undefined ? "" : ".\n"}`,
  );
}
