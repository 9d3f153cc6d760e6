/**
 * Writes one repository as it is at one commit, in one transaction that nobody else's publishing of the same repository overlaps. Sources whose rows are
 * as they were stay. An older commit never replaces a newer one; who decides which is older is whoever has the history.
 */
import type { Client } from "pg";
import { refuse } from "../errors.ts";
import type { Row } from "../store/index/schema.ts";
import { inTransaction, sqlState } from "./connect.ts";
import { largestJson, longest } from "./sql/0001-tables.ts";

export interface RepositoryAt {
  name: string;
  /** Somebody gave the name; otherwise it comes from the remote. */
  named: boolean;
  renamedFrom: string | undefined;
  folder: string;
  /** First commits; none where the history is cut. */
  roots: readonly string[];
  commit: string;
  committedAt: string;
}

export interface PublishedSource {
  path: string;
  hash: string;
  dialogue_id: string | null;
  type: string;
  number: number | null;
  title: string;
  status: string | null;
  date: string | null;
  recalled: unknown;
  rows: readonly Row[];
}

export interface PublishedDecision {
  id: string;
  kind: string;
  title: string;
  decided: string;
  date: string | null;
  standing: string;
  health: string;
  path: string;
  shown: unknown;
}

export interface Publication {
  sources: readonly PublishedSource[];
  decisions: readonly PublishedDecision[];
  superseded: readonly { id: string; by: string }[];
  damaged: readonly { id: string; why: string }[];
}

/** How this commit stands to the published one. `note` is what people should know about how that was found. */
export interface Order {
  replaces: boolean;
  note: string | null;
}

export interface Publishing {
  at: RepositoryAt;
  /** Which Blue derives the rows. */
  rowsVersion: string;
  order(published: { commit: string; committedAt: Date }): Order;
  /** Asked only when something is to be written. */
  derive(): Publication;
}

export interface Published {
  status: "published" | "already_published" | "newer_is_published";
  /** The commit that is published now. */
  commit: string;
  renamedFrom: string | null;
  note: string | null;
  /** `decisions`: those in force. */
  written: { sources: number; removed: number; unchanged: number; decisions: number };
}

interface Known {
  id: number;
  name: string;
  commit: string;
  committed_at: Date;
  rows_version: string;
  roots: string[];
}

/** First commits of a history; one of them is enough to know it again. */
const mostRoots = 100;

const nothingWritten = { sources: 0, removed: 0, unchanged: 0, decisions: 0 };

export function publish(client: Client, publishing: Publishing): Promise<Published> {
  return inTransaction(client, async () => {
    const { at, rowsVersion } = publishing;
    for (const name of [...new Set([at.name, at.renamedFrom ?? at.name])].sort()) await lockRepository(client, name);
    const known = await findKnown(client, at);
    const renamedFrom = known !== undefined && known.name !== at.name ? known.name : null;
    const isSame = known?.commit === at.commit;
    if (known !== undefined && isSame && known.rows_version === rowsVersion && renamedFrom === null)
      return { status: "already_published", commit: at.commit, renamedFrom, note: null, written: nothingWritten };
    const { replaces, note } =
      known === undefined || isSame
        ? { replaces: true, note: null }
        : publishing.order({ commit: known.commit, committedAt: known.committed_at });
    if (!replaces)
      return { status: "newer_is_published", commit: known!.commit, renamedFrom: null, note, written: nothingWritten };
    const publication = publishing.derive();
    const repository = await writeRepository(client, known, at, rowsVersion, publication);
    const written = await writeRows(client, repository, publication, known?.rows_version === rowsVersion);
    return { status: "published", commit: at.commit, renamedFrom, note, written };
  });
}

/** Until the transaction ends. */
async function lockRepository(client: Client, name: string): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('blue repository ' || $1, 0))", [name]);
}

/** The repository as it was published before, under this name or the one it had. */
async function findKnown(client: Client, at: RepositoryAt): Promise<Known | undefined> {
  const named = async (name: string) =>
    (await client.query<Known>("SELECT * FROM blue.repositories WHERE name = $1", [name])).rows[0];
  const { name, renamedFrom, roots, folder } = at;
  const own = await named(name);
  if (renamedFrom !== undefined && renamedFrom !== name) {
    const before = await named(renamedFrom);
    if (before === undefined && own === undefined)
      refuse("not_found", { renamed_from: renamedFrom }, "published", {
        message: `No repository is published as ${renamedFrom}`,
        suggestion: "Leave `renamed_from` out.",
      });
    if (before !== undefined && own !== undefined)
      refuse("invalid_input", { renamed_from: renamedFrom }, "free_name", {
        message: `Both ${renamedFrom} and ${name} are published, so one cannot become the other`,
        suggestion: "Drop the one that is no repository of its own any more, then publish again.",
      });
    return before ?? own;
  }
  if (own !== undefined) {
    const isAnother = roots.length > 0 && own.roots.length > 0 && !own.roots.some((root) => roots.includes(root));
    if (isAnother)
      refuse("invalid_input", { repository: name }, "same_history", {
        message: `Another repository is published as ${name}: its history and this one have no commit in common`,
        suggestion: `Give this one another name with \`--repository\`. Or was its whole history written anew? Then \`blue org drop ${name}\`, and publish again.`,
      });
    return own;
  }
  if (at.named || roots.length === 0) return undefined;
  const same = "SELECT name FROM blue.repositories WHERE roots && $1 AND folder = $2 ORDER BY name LIMIT 1";
  const [other] = (await client.query<{ name: string }>(same, [roots, folder])).rows;
  if (other !== undefined)
    refuse("input_needed", { repository: name }, "new_or_renamed", {
      message: `The history of ${name} is published as ${other.name}`,
      suggestion: `Was it renamed? \`blue org publish --renamed-from ${other.name}\`. Is it a fork? \`blue org publish --repository ${name}\`.`,
    });
  return undefined;
}

async function writeRepository(
  client: Client,
  known: Known | undefined,
  at: RepositoryAt,
  rowsVersion: string,
  { superseded, damaged }: Publication,
): Promise<number> {
  // A cut history does not say what the first commits are: what is known of them stays.
  const roots = at.roots.length > 0 ? at.roots.slice(0, mostRoots) : (known?.roots ?? []);
  const values = [at.name, at.folder, roots, at.commit, at.committedAt, rowsVersion];
  const all = [...values, asJson(fitting(superseded)), asJson(fitting(damaged))];
  const columns =
    "(name, folder, roots, commit, committed_at, rows_version, superseded, damaged, published_at, published_by)";
  const row = "($1, $2, $3, $4, $5, $6, $7, $8, now(), current_user)";
  if (known === undefined) {
    const added = `INSERT INTO blue.repositories ${columns} VALUES ${row}`;
    return changeRepository(client, "publish", [at.name], added, all);
  }
  const changed = `UPDATE blue.repositories SET ${columns} = ${row} WHERE id = $9`;
  return changeRepository(client, "publish", [...new Set([known.name, at.name])], changed, [...all, known.id]);
}

/** Changes one row and answers with its id. Row-level security hides the rows of other logins, or refuses what they would become. */
async function changeRepository(
  client: Client,
  verb: "publish" | "drop",
  names: readonly string[],
  sql: string,
  values: unknown[],
): Promise<number> {
  const denied = (thrown: unknown) => {
    if (sqlState(thrown) !== "42501") throw thrown;
    return { rows: [] };
  };
  const { rows } = await client.query<{ id: number }>(`${sql} RETURNING id`, values).catch(denied);
  if (rows[0] !== undefined) return rows[0].id;
  const allow = (name: string) => `\`SELECT blue.add_publisher('${client.user}', '${name.replaceAll("'", "''")}')\``;
  return refuse("database_refused", { repository: names.at(-1) }, "permitted", {
    message: `${client.user} may not ${verb} ${names.join(" as ")}`,
    suggestion: `The database's owner can allow it: ${names.map(allow).join(" and ")}. Nothing was changed.`,
  });
}

async function writeRows(
  client: Client,
  repository: number,
  { sources, decisions }: Publication,
  keep: boolean,
): Promise<Published["written"]> {
  const before = new Map(
    (
      await client.query<{ path: string; hash: string }>("SELECT path, hash FROM blue.sources WHERE repository = $1", [
        repository,
      ])
    ).rows.map(({ path, hash }) => [path, hash]),
  );
  const isKept = ({ path, hash }: { path: string; hash: string }) => keep && before.get(path) === hash;
  const kept = new Set(sources.filter(isKept).map(({ path }) => path));
  const stale = [...before.keys()].filter((path) => !kept.has(path));
  await client.query("DELETE FROM blue.sources WHERE repository = $1 AND path = ANY ($2)", [repository, stale]);
  const fresh = sources.filter(({ path }) => !kept.has(path));
  const ids = await insertSources(client, repository, fresh);
  for (const [table, columns] of Object.entries(tables)) {
    const rows = fresh.flatMap(({ path, rows: own }) =>
      own.flatMap(([name, values]) =>
        nameOfTable(name) === table ? [{ ...values, repository, source: ids.get(path)! }] : [],
      ),
    );
    await insert(client, table, ["repository", "source", ...columns], rows);
  }
  await client.query("DELETE FROM blue.decisions WHERE repository = $1", [repository]);
  const decided = decisions.map((decision) => ({ repository, ...decision }));
  await insert(client, "decisions", ["repository", ...decisionColumns], decided);
  const paths = new Set(sources.map(({ path }) => path));
  return {
    sources: fresh.length,
    removed: stale.filter((path) => !paths.has(path)).length,
    unchanged: kept.size,
    decisions: decisions.filter(({ standing }) => standing === "judged").length,
  };
}

/** What each table takes of a row; the rest of it is the index's own. */
const tables: Readonly<Record<string, readonly string[]>> = {
  dialogues: [
    ...["dialogue_id", "state", "title", "question", "domain", "max_rounds", "rotation", "created_at"],
    ...["panel", "decided", "last_change", "runs", "tensions", "majority_changed"],
  ],
  rounds: ["round", "registered_at", "score", "open_tensions", "new_perspectives", "converge_signals", "panel_size"],
  items: ["id", "type", "round", "label", "contributors"],
  refs: ["round", "by", "from_item", "kind", "target"],
  citations: ["round", "by", "item", "path", "from_line", "to_line", "words", "result", "blob"],
  verdicts: [
    ...["path", "round", "verdict_id", "verdict_type", "recommendation", "forced", "warning", "registered_at"],
  ],
  passages: ["name", "title", "decision", "applies_when", "body", "path", "what", "about"],
};
const sourceColumns = ["path", "hash", "dialogue_id", "type", "number", "title", "status", "date", "recalled"];
const decisionColumns = ["id", "kind", "title", "decided", "date", "standing", "health", "path", "shown"];

/** The index calls its full-text table `search`. */
const nameOfTable = (name: string) => (name === "search" ? "passages" : name);

async function insertSources(client: Client, repository: number, sources: readonly PublishedSource[]) {
  const ids = new Map<string, number>();
  const rows = sources.map(({ rows: _, ...source }) => ({ repository, ...source }));
  for (const answer of await insert(client, "sources", ["repository", ...sourceColumns], rows, "RETURNING path, id"))
    ids.set(answer.path as string, answer.id as number);
  return ids;
}

/** Characters in one statement. */
const batchSize = 1_000_000;

/** Many rows as one JSON text: one statement whatever their number, and the table's own types decide what each value is. */
async function insert(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  end = "",
): Promise<Record<string, unknown>[]> {
  const list = columns.map((column) => `"${column}"`).join(", ");
  // Two rows under one key come from a record that no honest Blue writes; the first counts, as in the index.
  const sql = `INSERT INTO blue.${table} (${list}) SELECT ${list} FROM json_populate_recordset(null::blue.${table}, $1) ON CONFLICT DO NOTHING ${end}`;
  const answers: Record<string, unknown>[] = [];
  let batch: string[] = [];
  let size = 0;
  const send = async () => {
    if (batch.length > 0) answers.push(...(await client.query(sql, [`[${batch.join(",")}]`])).rows);
    batch = [];
    size = 0;
  };
  for (const row of rows) {
    const json = asJson(Object.fromEntries(columns.map((column) => [column, clipped(column, row[column])])));
    if (size + json.length > batchSize) await send();
    batch.push(json);
    size += json.length;
  }
  await send();
  return answers;
}

/** Columns of prose; `decided` is one line of a decision, and prose of a dialogue. */
const prose = ["question", "label", "contributors", "recommendation", "warning", "words", "decision", "body"];

/** What a column has room for: the tables refuse more. */
function clipped(column: string, value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, prose.includes(column) ? longest.prose : longest.line);
  return typeof value === "object" && value !== null ? fitting(value) : value;
}

/** As much of it as a column of JSON has room for: its lists and texts end earlier until the whole fits. */
function fitting(value: object): object {
  // PostgreSQL writes it with spaces.
  const fits = (one: unknown) => Buffer.byteLength(asJson(one)) <= largestJson / 2;
  let cut: unknown = value;
  for (let most = 4096; most >= 1 && !fits(cut); most /= 4) cut = shortened(value, most);
  return cut as object;
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === "string") return value.slice(0, Math.max(most, 100));
  if (Array.isArray(value)) return value.slice(0, most).map((one) => shortened(one, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, most)]));
}

/** PostgreSQL holds neither NUL nor half a character. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === "string" ? one.replaceAll("\0", "").toWellFormed() : one));
}

/** Takes a repository and all that was published of it out. */
export function drop(client: Client, name: string): Promise<{ sources: number; decisions: number }> {
  return inTransaction(client, async () => {
    await lockRepository(client, name);
    const counts = `SELECT id, (SELECT count(*) FROM blue.sources WHERE repository = r.id)::int AS sources,
      (SELECT count(*) FROM blue.decisions WHERE repository = r.id AND standing = 'judged')::int AS decisions
      FROM blue.repositories r WHERE name = $1`;
    const [found] = (await client.query<{ id: number; sources: number; decisions: number }>(counts, [name])).rows;
    if (found === undefined) return refuseUnknown(client, name);
    await changeRepository(client, "drop", [name], "DELETE FROM blue.repositories WHERE id = $1", [found.id]);
    return { sources: found.sources, decisions: found.decisions };
  });
}

async function refuseUnknown(client: Client, name: string): Promise<never> {
  const sql = "SELECT name FROM blue.repositories ORDER BY similarity(name, $1) DESC, name LIMIT 3";
  const near = (await client.query<{ name: string }>(sql, [name])).rows.map((row) => row.name);
  return refuse("not_found", { repository: name }, "published", {
    message: `No repository is published as ${name}`,
    suggestion: near.length === 0 ? "None is published yet." : `Did you mean ${near.join(", ")}?`,
  });
}
