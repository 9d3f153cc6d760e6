/**
 * The search of one project (store/search.ts) asked of all of them: any of the words finds, more of them and words in titles rank higher, a document
 * that is named by its number comes first. PostgreSQL stems, ranks by how close together words stand, and knows no rare words; how its answers
 * differ from SQLite's is said in search.slow.test.ts.
 */
import type { Client } from "pg";
import { plainPiece } from "../documents/plain-text.ts";
import { type Found, namedDocuments, type SearchHit, type SearchQuery, termsOf } from "../store/search.ts";
import { rankedLists, rankOffset, type Wording } from "../store/wordings.ts";
import { plain } from "./sql/0001-tables.ts";

export interface OrgHit extends Omit<SearchHit, "marked" | "score"> {
  repository: string;
  commit: string;
}

export interface FoundInOrg extends Omit<Found, "hits"> {
  hits: OrgHit[];
  /** The query with words that are nowhere put right, where a title has a similar one. */
  didYouMean?: string[] | undefined;
  /** The same, where nothing has any of the words and this was searched for instead. */
  searchedFor?: string[];
  /** More match than are ranked: `total` counts those that are. */
  cut: boolean;
}

/**
 * Of the passages that have all words, of those that say what their source is about, and of all others: how many are ranked. Each repository gets as
 * many as every other before one gets more, so none can crowd another out.
 */
const ranked = 3000;
/** Of one repository. */
const rankedOfEach = 1000;
/** So many are found by one look at the index; of more, each repository is asked for its own. */
const atOnce = 30_000;
/** Of body, nothing, decision and title, as the index of one project weighs them. A rank is divided by how many different words a passage has (8). */
const weights = "'{0.2, 0.2, 0.4, 1}'";

export async function searchOrg(client: Client, query: SearchQuery): Promise<FoundInOrg> {
  const lists = rankedLists(query.wordings);
  const terms = await readTerms(client, lists);
  const found = await findPassages(client, lists, terms, query);
  const [words] = lists;
  if (found.all || words === undefined || lists.length > 1) return found;
  const better = await respell(client, words, terms[0]!);
  if (better === undefined || found.hits.length > 0) return { ...found, didYouMean: better };
  const again = await findPassages(client, [better], await readTerms(client, [better]), query);
  return { ...again, searchedFor: better };
}

/** One of PostgreSQL's queries for each word or phrase; undefined for a word of grammar, which it does not search for. */
type Terms = readonly (string | undefined)[];

export async function readTerms(client: Client, lists: readonly Wording[]): Promise<Terms[]> {
  // Quoted, so that no word is an operator.
  const texts = lists.map((words) =>
    termsOf(words).map((some) => some.map((word) => `"${word.replaceAll('"', "")}"`).join(" or ")),
  );
  const sql = `SELECT nullif(websearch_to_tsquery('english', ${plain("t")})::text, '') AS term
    FROM unnest($1::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n`;
  const { rows } = await client.query<{ term: string | null }>(sql, [texts.flat()]);
  const all = rows.map(({ term }) => term ?? undefined);
  return texts.map((some) => all.splice(0, some.length));
}

export const joined = (terms: Terms, by: "|" | "&") =>
  terms.flatMap((term) => (term === undefined ? [] : `(${term})`)).join(by);

/** The values of a statement, as it names them. */
function makeValues() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

/**
 * Passages to rank by one list of words, each with its score. Those that say what their source is about are never crowded out by the many that only
 * mention a word.
 */
function scored(terms: Terms, filter: string, add: (value: unknown) => string): string {
  const [all, any] = [`${add(joined(terms, "&"))}::tsquery`, `${add(joined(terms, "|"))}::tsquery`];
  const each = `${add(terms.filter((term) => term !== undefined))}::tsquery[]`;
  const sources = filter === "true" ? "" : "JOIN blue.sources s ON s.repository = p.repository AND s.n = p.source";
  const ofEach = (condition: string) => `SELECT each.* FROM blue.repositories r CROSS JOIN LATERAL (
        SELECT p.repository, p.n, row_number() OVER () AS place
        FROM blue.passages p ${sources} WHERE p.repository = r.name AND ${condition} AND ${filter} LIMIT ${rankedOfEach}
      ) each`;
  // With a filter PostgreSQL may begin with the sources, and read every passage of each.
  const atOnceOrOfEach = (condition: string) => `WITH found AS MATERIALIZED (
        SELECT repository, n FROM blue.passages p WHERE ${condition} LIMIT ${atOnce + 1}
      ), size AS MATERIALIZED (SELECT count(*) > ${atOnce} AS is_large FROM found)
      SELECT * FROM (SELECT repository, n, row_number() OVER (PARTITION BY repository) AS place FROM found) all_found
        WHERE place <= ${rankedOfEach} AND NOT (SELECT is_large FROM size)
      UNION ALL ${ofEach(condition)} WHERE (SELECT is_large FROM size)`;
  const some = (condition: string) =>
    `(SELECT one.*, place >= ${rankedOfEach} OR count(*) OVER () > ${ranked} AS cut
      FROM (${filter === "true" ? atOnceOrOfEach(condition) : ofEach(condition)}) one ORDER BY place LIMIT ${ranked})`;
  return `SELECT p.repository, p.n, p.source, p.about, p.words, p.words @@ ${all} AS has_all, cut,
      ts_rank_cd(${weights}, p.words, ${any}, 8) *
        (SELECT count(*) FROM unnest(${each}) term WHERE p.words @@ term) ^ 2 AS score
    FROM (SELECT repository, n, bool_or(cut) AS cut FROM (
      ${some(`p.words @@ ${all}`)} UNION ALL ${some(`p.about AND p.words @@ ${any}`)} UNION ALL ${some(`p.words @@ ${any}`)}
    ) found GROUP BY 1, 2) found JOIN blue.passages p USING (repository, n)`;
}

/** All of it is one statement: ranked by each list, fused, and of those that are shown the snippet is cut. */
async function findPassages(
  client: Client,
  lists: readonly Wording[],
  terms: readonly Terms[],
  query: SearchQuery,
): Promise<FoundInOrg> {
  const asked = lists.flatMap((words, i) =>
    terms[i]!.some((term) => term !== undefined) ? [{ words, terms: terms[i]! }] : [],
  );
  if (asked.length === 0) return { hits: [], total: 0, all: lists.length === 0, cut: false };
  const { values, add } = makeValues();
  const filters = (
    [
      ["s.type = ?", query.type],
      ["s.status = ?", query.status],
      ["s.date >= ?", query.since],
      ["s.date <= ?", query.until],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [sql.replace("?", add(value))]));
  const placed = asked.map((one) => {
    const named = namedDocuments(one.words);
    const numbers = `${add(named.map(({ number }) => number))}::int[]`;
    const types = `${add(named.map(({ type }) => type ?? null))}::text[]`;
    return `SELECT repository, n, has_all, cut, named,
        row_number() OVER (ORDER BY named DESC, score DESC, repository, n) AS place
      FROM (
        SELECT h.repository, h.n, has_all, cut, score, s.path NOT LIKE '%.plan.md' AND EXISTS (
          SELECT FROM unnest(${numbers}, ${types}) AS d(number, type) WHERE d.number = s.number AND coalesce(d.type, s.type) = s.type
        ) AS named
        FROM (${scored(one.terms, filters.join(" AND ") || "true", add)}) h
        JOIN blue.sources s ON s.repository = h.repository AND s.n = h.source
      ) ranked`;
  });
  const any = add(joined([...new Set(asked.flatMap((one) => one.terms))], "|"));
  const sql = `WITH placed AS MATERIALIZED (${placed.join(" UNION ALL ")}), shown AS (
      SELECT repository, n, row_number() OVER (ORDER BY bool_or(named) DESC, sum(1.0 / (${rankOffset} + place)) DESC, min(place), repository, n) AS at
      FROM placed GROUP BY 1, 2 ORDER BY at LIMIT ${add(query.limit)} OFFSET ${add(query.offset ?? 0)}
    )
    SELECT a.*, r.name AS repository, r.commit, p.path, s.dialogue_id, p.what, p.title,
      CASE WHEN s.dialogue_id IS NULL THEN s.type END AS type, s.number, s.status, s.date,
      left(ts_headline('english', left(p.body, 50000), ${any}::tsquery, 'MaxWords=16, MinWords=8, ShortWord=0, StartSel="", StopSel=""'), 1000) AS snippet
    FROM (SELECT count(DISTINCT (repository, n))::int AS total, bool_or(has_all) AS all, bool_or(cut) AS cut FROM placed) a
    LEFT JOIN (shown JOIN blue.passages p USING (repository, n)
      JOIN blue.sources s ON s.repository = p.repository AND s.n = p.source
      JOIN blue.repositories r ON r.name = p.repository) ON true
    ORDER BY at`;
  type Row = OrgHit & { total: number; all: boolean | null; cut: boolean | null };
  const { rows } = await client.query<Row>(sql, values);
  const { total, all, cut } = rows[0]!;
  const hits = rows.flatMap(({ total: _, all: __, cut: ___, ...hit }) =>
    hit.repository === null ? [] : [{ ...hit, snippet: plainPiece(hit.snippet) }],
  );
  return { hits, total, all: all === true, cut: cut === true };
}

/** Words that no passage has, each replaced by the most similar word of a title. */
async function respell(client: Client, words: readonly string[], terms: Terms): Promise<string[] | undefined> {
  const sql = `SELECT u.n::int, near.word
    FROM unnest($1::tsquery[], $2::text[]) WITH ORDINALITY AS u(term, asked, n) CROSS JOIN LATERAL (
      SELECT word FROM (
        SELECT DISTINCT lower(word) AS word
        FROM blue.repositories r
          CROSS JOIN LATERAL (SELECT title FROM blue.passages p WHERE p.repository = r.name AND about AND u.asked <% title LIMIT 100) near,
          regexp_split_to_table(title, '[^[:alnum:]]+') word
      ) titles WHERE similarity(word, u.asked) >= 0.3 ORDER BY similarity(word, u.asked) DESC, word LIMIT 1
    ) near
    WHERE u.term IS NOT NULL AND NOT EXISTS (SELECT FROM blue.passages WHERE words @@ u.term)`;
  const asked = words.map((word) => word.toLowerCase());
  const { rows } = await client.query<{ n: number; word: string }>(sql, [terms.map((term) => term ?? null), asked]);
  const better = [...words];
  for (const { n, word } of rows) better[n - 1] = word;
  return better.some((word, i) => word !== words[i]) ? better : undefined;
}

/** One passage that speaks of a question, and which of the asked words it has where. */
export interface Spoken {
  source: { repository: string; n: number };
  /** Of a document; a dialogue's is `dialogue`. */
  type: string;
  status: string | null;
  score: number;
  about: boolean;
  places: { title: string[]; decision: string[]; body: string[] };
}

/** The passages that speak most of these words, of whatever can be recalled: as many of each repository, until there are `limit`. */
export async function findSpoken(
  client: Client,
  words: Wording,
  terms: Terms,
  limit: number,
): Promise<{ spoken: Spoken[]; cut: boolean }> {
  const known = terms.filter((term) => term !== undefined);
  if (known.length === 0) return { spoken: [], cut: false };
  const asked = words.filter((_, i) => terms[i] !== undefined);
  const { values, add } = makeValues();
  const each = `${add(known)}::tsquery[]`;
  const at = (letter: string) =>
    `ARRAY(SELECT n::int FROM unnest(${each}) WITH ORDINALITY AS u(term, n) WHERE ts_filter(h.words, '{${letter}}') @@ term)`;
  const sql = `SELECT repository, source, score::float8 AS score, about, cut,
      (SELECT type FROM blue.sources s WHERE s.repository = h.repository AND s.n = h.source) AS type,
      (SELECT status FROM blue.sources s WHERE s.repository = h.repository AND s.n = h.source) AS status,
      ${at("a")} AS title, ${at("b")} AS decision, ${at("d")} AS body
    FROM (
      SELECT *, row_number() OVER (PARTITION BY repository ORDER BY score DESC, n) AS place
      FROM (${scored(terms, "s.recalled IS NOT NULL", add)}) h ORDER BY place, score DESC, repository, n LIMIT ${add(limit)}
    ) h ORDER BY score DESC, repository, n`;
  type Row = Omit<Spoken, "source" | "places"> & { repository: string; source: number; cut: boolean } & Record<
      "title" | "decision" | "body",
      number[]
    >;
  const { rows } = await client.query<Row>(sql, values);
  const wordsAt = (numbers: number[]) => numbers.map((n) => asked[n - 1]!.toLowerCase());
  return {
    spoken: rows.map(({ repository, source, type, status, score, about, title, decision, body }) => ({
      source: { repository, n: source },
      type,
      status,
      score,
      about,
      places: { title: wordsAt(title), decision: wordsAt(decision), body: wordsAt(body) },
    })),
    cut: rows.length >= limit || rows.some((row) => row.cut),
  };
}
