/**
 * One search over documents and dialogues, ranked by BM25 with stemming over any of the words; what has all of them gets a bonus, several wordings are
 * fused (wordings.ts), and a document that is named by its number comes first. What a person typed is only ever words and phrases to SQLite, never its
 * query syntax.
 */
import { documentTypes, typeShapes } from "../documents/document-types.ts";
import { digitsOf } from "../documents/file-name.ts";
import { plainPiece } from "../documents/plain-text.ts";
import { queryIndex } from "./index/project-index.ts";
import { passagesPerSource } from "./index/schema.ts";
import type { Project } from "./project.ts";
import type { Database, SqlValue } from "./sqlite/database.ts";
import { rankedLists, rankOffset, type Wording } from "./wordings.ts";

export interface SearchHit {
  path: string;
  dialogue_id: string | null;
  what: string;
  title: string;
  /** More is better. */
  score: number;
  snippet: string;
  /** Which columns hold a word of the query, with the words marked. */
  marked: { title: string; decision: string; applies_when: string; body: string };
  type: string | null;
  number: number | null;
  status: string | null;
  date: string | null;
  /** What became of an item of a dialogue. The database that many share does not hold it. */
  fate?: string | null;
}

export interface SearchQuery {
  wordings: readonly Wording[];
  /** Only passages of this kind of document. */
  type?: string | undefined;
  status?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  offset?: number;
}

export interface Found {
  hits: SearchHit[];
  total: number;
  /** Whether one of them has all words of a wording. */
  all: boolean;
}

/** Words and quoted phrases of a query. */
export function queryWords(query: string): string[] {
  return [...query.matchAll(/"([^"]+)"|([\p{L}\p{N}_]+)/gu)].map(([, phrase, word]) => phrase ?? word!).slice(0, 64);
}

/**
 * Whether a passage of a dialogue says what the dialogue is about: what it asks and what it decides. Its items only touch other things; once it is decided,
 * they are asides.
 */
export function isAbout(what: string): boolean {
  return /opening|question|verdict/.test(what);
}

/** Of name, title, decision, applies_when and body. */
const weights = "1, 5, 2, 5, 1";
const bonusForAll = 1.3;
export const mark = { start: "\u0001", end: "\u0002" } as const;

export async function search(project: Project, query: SearchQuery): Promise<Found> {
  const lists = rankedLists(query.wordings);
  if (lists.length === 0) return { hits: [], total: 0, all: true };
  return queryIndex(project, (database) => findPassages(database, lists, query));
}

/** The passages that one wording finds, and how many documents and dialogues have each of its words. */
export interface Heard {
  words: Wording;
  hits: SearchHit[];
  frequency: ReadonlyMap<string, number>;
  /** All documents and dialogues of the index. */
  sources: number;
}

/** As `search`, each list by itself. */
export async function hear(project: Project, wordings: readonly Wording[], limit: number): Promise<Heard[]> {
  return queryIndex(project, (database) => {
    const { sources } = database.get<{ sources: number }>("SELECT count(*) AS sources FROM sources")!;
    const counted = `SELECT count(DISTINCT rowid / ${passagesPerSource}) AS n FROM search WHERE search MATCH ?`;
    const count = (word: string) => database.get<{ n: number }>(counted, termOf([word]))!.n;
    const frequency = new Map(wordings.flat().map((word) => [word, 0]));
    for (const word of frequency.keys()) frequency.set(word, count(word));
    return rankedLists(wordings).map((words) => {
      const { hits } = findPassages(database, [words], { limit });
      return { words, hits, frequency, sources };
    });
  });
}

function findPassages(database: Database, lists: readonly Wording[], query: Omit<SearchQuery, "wordings">): Found {
  const terms = lists.map((words) => termsOf(words).map(termOf));
  const hits = terms.map(
    (_, i) => `SELECT ${i} AS list, rowid, -bm25(search, ${weights}) AS score,
        rowid IN (SELECT rowid FROM search WHERE search MATCH ?) AS has_all
      FROM search WHERE search MATCH ?`,
  );
  const { where, values } = filtersOf(query);
  const ranked = database.all<Ranked>(
    `WITH hits AS MATERIALIZED (${hits.join(" UNION ALL ")}), placed AS (
      SELECT h.rowid, h.has_all, h.score * iif(h.has_all, ${bonusForAll}, 1) AS score, h.rowid / ${passagesPerSource} AS source,
        row_number() OVER (PARTITION BY h.list ORDER BY h.score * iif(h.has_all, ${bonusForAll}, 1) DESC, h.rowid) AS place,
        d.type, d.number, coalesce(d.status, g.state) AS status, coalesce(d.date, nullif(substr(g.began, 1, 10), '')) AS date
      FROM hits h LEFT JOIN documents d ON d.source = h.rowid / ${passagesPerSource}
        LEFT JOIN dialogues g ON g.source = h.rowid / ${passagesPerSource}
      WHERE ${where}
    )
    SELECT rowid, max(score) AS score, max(max(has_all)) OVER () AS has_all, count(*) OVER () AS total, type, number, status, date
    FROM placed GROUP BY rowid
    ORDER BY source IN (SELECT value FROM json_each(?)) DESC, sum(1.0 / (${rankOffset} + place)) DESC, rowid LIMIT ? OFFSET ?`,
    ...terms.flatMap((some) => [some.join(" AND "), some.join(" OR ")]),
    ...[...values, JSON.stringify(lists.flatMap((words) => namedSources(database, words)))],
    ...[query.limit, query.offset ?? 0],
  );
  const match = [...new Set(terms.flat())].join(" OR ");
  return {
    hits: ranked.map((hit) => passageOf(database, match, hit)),
    total: ranked[0]?.total ?? 0,
    all: ranked[0]?.has_all === 1,
  };
}

interface Ranked extends Pick<SearchHit, "score" | "type" | "number" | "status" | "date"> {
  rowid: number;
  has_all: number;
  total: number;
}

function filtersOf({ type, status, since, until }: Omit<SearchQuery, "wordings">): {
  where: string;
  values: SqlValue[];
} {
  const filters = (
    [
      ["(g.source IS NOT NULL OR d.type = 'dialogue') AND ? = 'dialogue'", type === "dialogue" ? type : undefined],
      ["d.type = ?", type === "dialogue" ? undefined : type],
      ["coalesce(d.status, g.state) = ?", status],
      ["coalesce(d.date, g.began) >= ?", since],
      ["substr(coalesce(d.date, nullif(g.began, '')), 1, 10) <= ?", until],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return { where: filters.map(({ sql }) => sql).join(" AND ") || "true", values: filters.map(({ value }) => value) };
}

/** The snippet is cut for the hits that are shown, not for all that were ranked. */
function passageOf(database: Database, match: string, { rowid, score, type, number, status, date }: Ranked): SearchHit {
  const marked = (column: number) => `highlight(search, ${column}, '${mark.start}', '${mark.end}')`;
  const row = database.get<Record<string, string | null>>(
    `SELECT path, dialogue_id, what, title, snippet(search, 4, '', '', '…', 16) AS snippet,
      (SELECT fate FROM items i WHERE i.dialogue_id = search.dialogue_id AND i.id = search.what) AS fate,
      ${marked(1)} AS m1, ${marked(2)} AS m2, ${marked(3)} AS m3, ${marked(4)} AS m4
    FROM search WHERE search MATCH ? AND rowid = ?`,
    match,
    rowid,
  )!;
  return {
    ...{ path: row.path!, dialogue_id: row.dialogue_id!, what: row.what!, title: row.title! },
    ...{ score, type, number, status, date, fate: row.fate! },
    snippet: plainPiece(row.snippet!),
    marked: { title: row.m1!, decision: row.m2!, applies_when: row.m3!, body: row.m4! },
  };
}

/** For each word all that finds it: a document's number is found however many zeros it is written with. */
export function termsOf(words: readonly string[]): string[][] {
  return words.map((word, i) => {
    const named = numberNamed(words, i);
    return named === undefined ? [word] : [word, digitsOf(named.number)];
  });
}

function termOf(forms: readonly string[]): string {
  const quoted = forms.map((form) => `"${form.replaceAll('"', "")}"`);
  return quoted.length === 1 ? quoted[0]! : `(${quoted.join(" OR ")})`;
}

interface Named {
  number: number;
  type: string | undefined;
}

/** `RFC 0033`, `rfc33`, and a number that stands alone or begins with a zero. */
function numberNamed(words: readonly string[], i: number): Named | undefined {
  const [, label, digits] = /^(?:([a-z]+)[ -]?)?(\d{1,6})$/i.exec(words[i]!) ?? [];
  if (digits === undefined) return undefined;
  const type = numberedType(label ?? words[i - 1]);
  if (type === undefined && (label !== undefined || (words.length > 1 && !digits.startsWith("0")))) return undefined;
  return { number: Number(digits), type };
}

function numberedType(word: string | undefined): string | undefined {
  return documentTypes.find((type) => typeShapes[type].naming === "numbered" && type === word?.toLowerCase());
}

/** The documents that a query names by number. */
export function namedDocuments(words: readonly string[]): Named[] {
  return words.flatMap((_, i) => numberNamed(words, i) ?? []);
}

function namedSources(database: Database, words: readonly string[]): number[] {
  return namedDocuments(words).flatMap((named) => {
    // A plan beside an RFC has its number too.
    const sql =
      "SELECT source FROM documents WHERE number = ? AND type = coalesce(?, type) AND path NOT LIKE '%.plan.md'";
    return database.all<{ source: number }>(sql, named.number, named.type ?? null).map(({ source }) => source);
  });
}

/** The words that were found, by where they stand: why a hit is one. */
export function matchedWords(marked: SearchHit["marked"]): Record<string, string[]> {
  const found = Object.entries(marked).map(
    ([field, text]) => [field, [...new Set(markedWords(text))]] as [string, string[]],
  );
  return Object.fromEntries(found.filter(([, words]) => words.length > 0));
}

export function withoutMarks(text: string): string {
  return text.replaceAll(mark.start, "").replaceAll(mark.end, "");
}

/** Every place in which a word was found, as it is written there. */
export function markedWords(text: string): string[] {
  const words: string[] = [];
  for (let at = text.indexOf(mark.start); at !== -1; at = text.indexOf(mark.start, at + 1)) {
    words.push(text.slice(at + 1, text.indexOf(mark.end, at)).toLowerCase());
  }
  return words;
}
