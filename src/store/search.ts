/**
 * One search over documents and dialogues, ranked by BM25 with stemming. All words first; when nothing has all of them, any of them. What a
 * person typed is only ever words and phrases to SQLite, never its query syntax.
 */
import { queryIndex } from "./index/project-index.ts";
import type { Project } from "./project.ts";

export interface SearchHit {
  path: string;
  dialogue_id: string | null;
  what: string;
  title: string;
  /** Negative; smaller is better. */
  rank: number;
  snippet: string;
  /** Which columns hold a word of the query, with the words marked. */
  marked: { title: string; decision: string; applies_when: string; body: string };
  type: string | null;
  number: number | null;
  status: string | null;
  date: string | null;
}

export interface SearchQuery {
  words: readonly string[];
  /** Only passages of this kind of document. */
  type?: string | undefined;
  status?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  offset?: number;
  /** Any of the words will do, however many there are. */
  any?: boolean;
}

/** Words and quoted phrases of a query. */
export function queryWords(query: string): string[] {
  return [...query.matchAll(/"([^"]+)"|([\p{L}\p{N}_]+)/gu)].map(([, phrase, word]) => phrase ?? word!).slice(0, 64);
}

const mark = { start: "\u0001", end: "\u0002" } as const;

/** A document's own, or how a dialogue stands: a verdict counts only on the last round, alone there, and if that round let it pass. */
const status = `coalesce(d.status, CASE
  WHEN p.dialogue_id IS NULL THEN NULL WHEN g.dialogue_id IS NULL THEN 'legacy'
  WHEN v.finals = 1 THEN 'decided' WHEN v.finals = 0 AND v.closed THEN 'closed' ELSE 'open' END)`;

/** `decisionOf`, as far as the tables go: they count, and do not list what was accepted. Nothing is decided by what a search shows. */
const earned = `EXISTS (
  SELECT 1 FROM rounds r JOIN dialogues o ON o.dialogue_id = r.dialogue_id
  WHERE r.dialogue_id = verdicts.dialogue_id AND r.round = verdicts.round
    AND (r.velocity = 0 AND r.converge_signals = r.panel_size
      OR verdicts.forced AND trim(coalesce(verdicts.warning, '')) <> '' AND r.round + 1 >= o.max_rounds))`;

/** Title, decision, applies_when, body. */
const weights = "8.0, 5.0, 6.0, 1.0";

export async function search(
  project: Project,
  query: SearchQuery,
): Promise<{ hits: SearchHit[]; total: number; all: boolean }> {
  if (query.words.length === 0) return { hits: [], total: 0, all: true };
  return queryIndex(project, (database) => {
    const filters: string[] = [];
    const values: (string | number)[] = [];
    const filter = (sql: string, value: string | undefined) => {
      if (value === undefined) return;
      filters.push(sql);
      values.push(value);
    };
    if (query.type === "dialogue") filters.push("(p.dialogue_id IS NOT NULL OR d.type = 'dialogue')");
    else filter("d.type = ?", query.type);
    filter(`${status} = ?`, query.status);
    filter("coalesce(d.date, g.created_at) >= ?", query.since);
    filter("substr(coalesce(d.date, g.created_at), 1, 10) <= ?", query.until);
    const from = `
      FROM search
      JOIN passages p ON p.rowid = search.rowid
      LEFT JOIN documents d ON d.path = p.path
      LEFT JOIN dialogues g ON g.dialogue_id = p.dialogue_id
      LEFT JOIN (
        SELECT dialogue_id, sum(verdict_type = 'final' AND ${earned}) AS finals,
          max(verdict_type IN ('impasse', 'abandoned')) AS closed FROM verdicts
        WHERE round IS (SELECT max(round) FROM rounds WHERE rounds.dialogue_id = verdicts.dialogue_id)
        GROUP BY dialogue_id
      ) v ON v.dialogue_id = p.dialogue_id
      WHERE search MATCH ?${filters.map((one) => ` AND ${one}`).join("")}`;
    const count = (match: string) => database.get<{ n: number }>(`SELECT count(*) AS n ${from}`, match, ...values)!.n;
    const quoted = query.words.map((word) => `"${word.replaceAll('"', "")}"`);
    const strict = query.any === true ? 0 : count(quoted.join(" AND "));
    const match = strict > 0 ? quoted.join(" AND ") : quoted.join(" OR ");
    const total = strict > 0 ? strict : count(match);
    const rows = database.all<Record<string, string | number | null>>(
      `SELECT p.path, p.dialogue_id, p.what, p.title, bm25(search, ${weights}) AS rank,
        snippet(search, -1, '${mark.start}', '${mark.end}', '…', 16) AS snippet,
        highlight(search, 0, '${mark.start}', '${mark.end}') AS m0, highlight(search, 1, '${mark.start}', '${mark.end}') AS m1,
        highlight(search, 2, '${mark.start}', '${mark.end}') AS m2, highlight(search, 3, '${mark.start}', '${mark.end}') AS m3,
        d.type, d.number, ${status} AS status,
        coalesce(d.date, substr(g.created_at, 1, 10)) AS date
      ${from} ORDER BY rank LIMIT ? OFFSET ?`,
      match,
      ...values,
      query.limit,
      query.offset ?? 0,
    );
    const hits = rows.map(({ m0, m1, m2, m3, ...row }) => ({
      ...(row as unknown as Omit<SearchHit, "marked">),
      marked: { title: String(m0), decision: String(m1), applies_when: String(m2), body: String(m3) },
    }));
    return { hits, total, all: strict > 0 };
  });
}

/** A snippet as people read it: one line, without the marks. */
export function plainSnippet(snippet: string): string {
  return snippet.replaceAll(mark.start, "").replaceAll(mark.end, "").replace(/\s+/g, " ").trim();
}

/** The words that were found, by where they stand: why a hit is one. */
export function matchedWords(marked: SearchHit["marked"]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [field, text] of Object.entries(marked)) {
    const words = new Set<string>();
    for (let at = text.indexOf(mark.start); at !== -1; at = text.indexOf(mark.start, at + 1)) {
      words.add(text.slice(at + 1, text.indexOf(mark.end, at)).toLowerCase());
    }
    if (words.size > 0) found[field] = [...words].slice(0, 12);
  }
  return found;
}
