/** Search without a server: what has all of the words, otherwise what has some; a title that has them comes first. */
import { soughtWords } from "../../facts/text/telling-words.ts";
import type { SearchAnswer, SearchHit, SearchRow } from "../data.ts";

const perPage = 20;
const longest = 240;

export function findRows(rows: readonly SearchRow[], query: string, page: number): SearchAnswer {
  const words = wordsOf(query);
  const scored = rows
    .map((row) => ({ row, ...scoreOf(row, words) }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found || b.inTitle - a.inTitle);
  const all_words = scored[0] === undefined || scored[0].found === words.length;
  const hits = all_words ? scored.filter(({ found }) => found === words.length) : scored;
  return {
    hits: hits.slice((page - 1) * perPage, page * perPage).map(({ row }) => hitOf(row, words)),
    total: hits.length,
    page,
    pages: Math.max(1, Math.ceil(hits.length / perPage)),
    all_words,
  };
}

/** For marking them where a word begins: one group. */
export function patternOf(query: string): RegExp | null {
  const words = wordsOf(query);
  return words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
}

export function wordsOf(query: string): string[] {
  return [...new Set(soughtWords(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []))];
}

function scoreOf({ id, title, text }: SearchRow, words: readonly string[]): { found: number; inTitle: number } {
  const head = `${id} ${title}`.toLowerCase();
  const body = text.toLowerCase();
  const inTitle = words.filter((word) => head.includes(word)).length;
  return { found: words.filter((word) => head.includes(word) || body.includes(word)).length, inTitle };
}

/** Words around the first that was found. */
function hitOf({ text, ...row }: SearchRow, words: readonly string[]): SearchHit {
  const body = text.toLowerCase();
  const first = Math.min(...words.map((word) => body.indexOf(word)).filter((at) => at >= 0), body.length);
  const from = first === body.length || first < 80 ? 0 : body.lastIndexOf(" ", first - 60) + 1;
  const rest = text.slice(from);
  const cut = rest.length <= longest ? rest : `${rest.slice(0, longest + 1).replace(/\s+\S*$/, "")} …`;
  const snippet = `${from > 0 ? "… " : ""}${cut.replace(/\s+/g, " ")}`;
  return { ...row, status: null, date: null, snippet };
}
