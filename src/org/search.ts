/**
 * The search of one project (store/search.ts) asked of all of them: any of the words finds, more of them and words in titles rank higher, a document
 * that is named by its number comes first. PostgreSQL stems, ranks by how close together words stand, and knows no rare words; how its answers
 * differ from SQLite's is said in search.slow.test.ts.
 */
import type { Client } from "pg";
import { type Found, namedDocuments, type SearchHit, type SearchQuery, termsOf } from "../store/search.ts";
import { fuse, rankedLists, type Wording } from "../store/wordings.ts";
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

/** Of the passages that have all words, of those that say what their source is about, and of all others: how many are ranked. */
const ranked = 3000;
/** Of body, nothing, decision and title, as the index of one project weighs them. A rank is divided by how many different words a passage has (8). */
const weights = "'{0.2, 0.2, 0.4, 1}'";

export async function searchOrg(client: Client, query: SearchQuery): Promise<FoundInOrg> {
  const lists = rankedLists(query.wordings);
  const found = await findPassages(client, lists, query);
  const [words] = lists;
  if (found.all || words === undefined || lists.length > 1) return found;
  const better = await respell(client, words, await readTerms(client, words));
  if (better === undefined || found.hits.length > 0) return { ...found, didYouMean: better };
  return { ...(await findPassages(client, [better], query)), searchedFor: better };
}

/** One of PostgreSQL's queries for each word or phrase; undefined for a word of grammar, which it does not search for. */
type Terms = readonly (string | undefined)[];

async function readTerms(client: Client, words: readonly string[]): Promise<Terms> {
  // Quoted, so that no word is an operator.
  const texts = termsOf(words).map((some) => some.map((word) => `"${word.replaceAll('"', "")}"`).join(" or "));
  const sql = `SELECT nullif(websearch_to_tsquery('english', ${plain("t")})::text, '') AS term
    FROM unnest($1::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n`;
  const { rows } = await client.query<{ term: string | null }>(sql, [texts]);
  return rows.map(({ term }) => term ?? undefined);
}

const joined = (terms: Terms, by: "|" | "&") =>
  terms.flatMap((term) => (term === undefined ? [] : `(${term})`)).join(by);

/**
 * Passages to rank, each with its score. $1: all words, $2: any, $3: each. Those that say what their source is about are never crowded out by the many
 * that only mention a word.
 */
function scored(filter: string): string {
  const some = (condition: string) =>
    `(SELECT p.id FROM blue.passages p JOIN blue.sources s ON s.repository = p.repository AND s.id = p.source
      WHERE ${condition} AND ${filter} LIMIT ${ranked})`;
  return `WITH found AS MATERIALIZED (
    ${some("p.words @@ $1")} UNION ${some("p.about AND p.words @@ $2")} UNION ${some("p.words @@ $2")}
  ), scored AS MATERIALIZED (
    SELECT p.id, p.repository, p.source, p.words @@ $1 AS has_all,
      ts_rank_cd(${weights}, p.words, $2, 8) *
        (SELECT count(*) FROM unnest($3::tsquery[]) term WHERE p.words @@ term) ^ 2 AS score
    FROM found JOIN blue.passages p USING (id)
  )`;
}

async function findPassages(client: Client, lists: readonly Wording[], query: SearchQuery): Promise<FoundInOrg> {
  const terms: Terms[] = [];
  for (const words of lists) terms.push(await readTerms(client, words));
  const any = joined([...new Set(terms.flat())], "|");
  if (any === "") return { hits: [], total: 0, all: lists.length === 0, cut: false };
  const places: PassagePlace[][] = [];
  for (const [i, words] of lists.entries()) places.push(await placePassages(client, words, terms[i]!, query));
  const named = new Set(places.flat().flatMap((one) => (one.named ? [one.id] : [])));
  const ids = fuse(places, ({ id }) => id).map(({ id }) => id);
  const ordered = [...ids.filter((id) => named.has(id)), ...ids.filter((id) => !named.has(id))];
  const offset = query.offset ?? 0;
  const total = ids.length;
  return {
    hits: await readHits(client, ordered.slice(offset, offset + query.limit), any),
    total,
    all: places.some(([first]) => first?.all),
    cut: total >= ranked,
  };
}

interface PassagePlace {
  id: string;
  named: boolean;
  all: boolean;
}

/** The places of passages by one wording. */
async function placePassages(
  client: Client,
  words: Wording,
  terms: Terms,
  query: SearchQuery,
): Promise<PassagePlace[]> {
  const any = joined(terms, "|");
  if (any === "") return [];
  const named = namedDocuments(words);
  const values: unknown[] = [
    ...[joined(terms, "&"), any, terms.filter((term) => term !== undefined)],
    ...[named.map(({ number }) => number), named.map(({ type }) => type ?? null)],
  ];
  const filters = (
    [
      ["s.type = ?", query.type],
      ["s.status = ?", query.status],
      ["s.date >= ?", query.since],
      ["s.date <= ?", query.until],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [sql.replace("?", `$${values.push(value)}`)]));
  const sql = `${scored(filters.join(" AND ") || "true")}
    SELECT h.id, bool_or(has_all) OVER () AS all,
      s.path NOT LIKE '%.plan.md' AND EXISTS (
        SELECT FROM unnest($4::int[], $5::text[]) AS n(number, type)
        WHERE n.number = s.number AND coalesce(n.type, s.type) = s.type
      ) AS named
    FROM scored h JOIN blue.sources s ON s.repository = h.repository AND s.id = h.source
    ORDER BY named DESC, score DESC, h.id`;
  return (await client.query<PassagePlace>(sql, values)).rows;
}

/** The snippet is cut for the hits that are shown, not for all that were ranked. */
async function readHits(client: Client, ids: readonly string[], any: string): Promise<OrgHit[]> {
  const sql = `SELECT r.name AS repository, r.commit, p.path, s.dialogue_id, p.what, p.title,
      CASE WHEN s.dialogue_id IS NULL THEN s.type END AS type, s.number, s.status, s.date,
      left(ts_headline('english', left(p.body, 50000), $2, 'MaxWords=16, MinWords=8, ShortWord=0, StartSel="", StopSel=""'), 1000) AS snippet
    FROM unnest($1::bigint[]) WITH ORDINALITY AS u(id, n)
    JOIN blue.passages p USING (id)
    JOIN blue.sources s ON s.repository = p.repository AND s.id = p.source
    JOIN blue.repositories r ON r.id = p.repository
    ORDER BY u.n`;
  const { rows } = await client.query<OrgHit>(sql, [ids, any]);
  return rows.map((hit) => ({ ...hit, snippet: hit.snippet.replace(/\s+/g, " ").trim() }));
}

/** Words that no passage has, each replaced by the most similar word of a title. */
async function respell(client: Client, words: readonly string[], terms: Terms): Promise<string[] | undefined> {
  const nowhere = `SELECT n::int FROM unnest($1::tsquery[]) WITH ORDINALITY AS u(term, n)
    WHERE NOT EXISTS (SELECT FROM blue.passages WHERE words @@ term)`;
  const { rows } = await client.query<{ n: number }>(nowhere, [terms.map((term) => term ?? null)]);
  const missing = rows.map(({ n }) => n - 1).filter((i) => terms[i] !== undefined);
  const better = [...words];
  for (const i of missing) {
    const nearest = `SELECT word FROM (
        SELECT DISTINCT lower(word) AS word
        FROM (SELECT title FROM blue.passages WHERE about AND $1 <% title LIMIT 1000) near,
          regexp_split_to_table(title, '[^[:alnum:]]+') word
      ) titles WHERE similarity(word, $1) >= 0.3 ORDER BY similarity(word, $1) DESC, word LIMIT 1`;
    const [found] = (await client.query<{ word: string }>(nearest, [words[i]!.toLowerCase()])).rows;
    if (found !== undefined) better[i] = found.word;
  }
  return missing.some((i) => better[i] !== words[i]) ? better : undefined;
}

/** One passage that speaks of a question, and which of the asked words it has where. */
export interface Spoken {
  source: { repository: number; id: number };
  score: number;
  about: boolean;
  places: { title: string[]; decision: string[]; body: string[] };
}

/** The passages that speak most of these words, of whatever can be recalled. */
export async function findSpoken(client: Client, words: readonly string[], limit: number): Promise<Spoken[]> {
  const terms = await readTerms(client, words);
  const any = joined(terms, "|");
  if (any === "") return [];
  const known = terms.filter((term) => term !== undefined);
  const asked = words.filter((_, i) => terms[i] !== undefined);
  const at = (letter: string) =>
    `ARRAY(SELECT n::int FROM unnest($3::tsquery[]) WITH ORDINALITY AS u(term, n) WHERE ts_filter(p.words, '{${letter}}') @@ term)`;
  const sql = `${scored("s.recalled IS NOT NULL")}
    SELECT h.repository, h.source, h.score::float8 AS score, p.about,
      ${at("a")} AS title, ${at("b")} AS decision, ${at("d")} AS body
    FROM (SELECT * FROM scored ORDER BY score DESC, id LIMIT $4) h JOIN blue.passages p USING (id)
    ORDER BY h.score DESC, h.id`;
  type Row = { repository: number; source: number; score: number; about: boolean } & Record<
    "title" | "decision" | "body",
    number[]
  >;
  const { rows } = await client.query<Row>(sql, [joined(terms, "&"), any, known, limit]);
  const wordsAt = (numbers: number[]) => numbers.map((n) => asked[n - 1]!.toLowerCase());
  return rows.map(({ repository, source, score, about, title, decision, body }) => ({
    source: { repository, id: source },
    score,
    about,
    places: { title: wordsAt(title), decision: wordsAt(decision), body: wordsAt(body) },
  }));
}
