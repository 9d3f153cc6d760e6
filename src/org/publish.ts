/**
 * Writes one repository as it is at one commit, in one transaction that nobody else's publishing of the same repository overlaps. Sources whose rows are
 * as they were stay. An older commit never replaces a newer one; which is older is decided by the side that has the history.
 */
import type { Client } from "pg";
import { refuse } from "../errors.ts";
import type { Row } from "../store/index/schema.ts";
import { inTransaction, sqlState } from "./connect.ts";
import { oneLine, prose, withOneLineNames } from "./lines.ts";
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
    const known = await findOrAdd(client, at, rowsVersion);
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
    await writeRepository(client, known, at, rowsVersion, publication);
    const written = await writeRows(client, at.name, publication, known?.rows_version === rowsVersion);
    return { status: "published", commit: at.commit, renamedFrom, note, written };
  });
}

/**
 * The repository as it was published before, under this name or the one it had; undefined where its row is new. Either way the row is ours until the
 * transaction ends: another publisher of the same repository waits for it, and nobody else can hold it.
 */
async function findOrAdd(client: Client, at: RepositoryAt, rowsVersion: string): Promise<Known | undefined> {
  for (;;) {
    const known = await findKnown(client, at);
    if (known !== undefined) return known;
    const added = `INSERT INTO blue.repositories ${repositoryColumns} VALUES ${repositoryValues} ON CONFLICT (name) DO NOTHING`;
    const values = valuesOf(at, at.roots, rowsVersion, { superseded: [], damaged: [] });
    if (await isChanged(client, "publish", [at.name], added, values)) return undefined;
    // Somebody else published it first, while we waited.
  }
}

/** Locks the row of a repository, if there is one. `names` are those that this login must be allowed to write. */
async function lockRepository(
  client: Client,
  verb: "publish" | "drop",
  name: string,
  names: readonly string[] = [name],
): Promise<Known | undefined> {
  const sql = "SELECT * FROM blue.repositories WHERE name = $1";
  const see = async () => (await client.query<Known>(sql, [name])).rows.length > 0;
  if (!(await see())) return undefined;
  const { rows } = await client.query<Known>(`${sql} FOR UPDATE`, [name]).catch(refuseDenied(client, verb, names));
  // Row-level security does not let a login lock the rows of others.
  if (rows[0] === undefined && (await see())) return refuseLogin(client, verb, names);
  return rows[0];
}

async function findKnown(client: Client, at: RepositoryAt): Promise<Known | undefined> {
  const { name, renamedFrom, roots, folder } = at;
  if (renamedFrom !== undefined && renamedFrom !== name) {
    const before = await lockRepository(client, "publish", renamedFrom, [renamedFrom, name]);
    const own = await lockRepository(client, "publish", name);
    if (before === undefined && own === undefined)
      refuse("not_found", { renamed_from: renamedFrom }, "published", {
        message: `No repository is published as ${renamedFrom}`,
        suggestion: "Leave `renamed_from` out.",
      });
    if (before !== undefined && own !== undefined)
      refuse("invalid_input", { renamed_from: renamedFrom }, "free_name", {
        message: `Both ${renamedFrom} and ${name} are published, so one cannot become the other`,
        suggestion: "Drop the one that no longer exists (`blue org drop`), then publish again.",
      });
    return before ?? own;
  }
  const own = await lockRepository(client, "publish", name);
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
  // Of the rows that this login may write: only those can be locked, and anybody can copy first commits.
  const same =
    "SELECT name FROM blue.repositories WHERE roots && $1 AND folder = $2 ORDER BY name LIMIT 1 FOR KEY SHARE";
  const denied = refuseDenied(client, "publish", [name]);
  const [other] = (await client.query<{ name: string }>(same, [roots, folder]).catch(denied)).rows;
  if (other !== undefined)
    refuse("input_needed", { repository: name }, "new_or_renamed", {
      message: `The history of ${name} is published as ${other.name}`,
      suggestion: `Was it renamed? \`blue org publish --renamed-from ${other.name}\`. Is it a fork? \`blue org publish --repository ${name}\`.`,
    });
  return undefined;
}

const repositoryColumns =
  "(name, folder, roots, commit, committed_at, rows_version, superseded, damaged, published_at, published_by)";
const repositoryValues = "($1, $2, $3, $4, $5, $6, $7, $8, now(), current_user)";

function valuesOf(
  { name, folder, commit, committedAt }: RepositoryAt,
  roots: readonly string[],
  rowsVersion: string,
  { superseded, damaged }: Pick<Publication, "superseded" | "damaged">,
): unknown[] {
  const lists = [asJson(fitting(superseded)), asJson(fitting(damaged))];
  return [name, clippedLine(folder), roots.slice(0, mostRoots), commit, committedAt, rowsVersion, ...lists];
}

async function writeRepository(
  client: Client,
  known: Known | undefined,
  at: RepositoryAt,
  rowsVersion: string,
  publication: Publication,
): Promise<void> {
  // A cut history does not say what the first commits are: what is known of them stays.
  const roots = at.roots.length > 0 ? at.roots : (known?.roots ?? []);
  const before = known?.name ?? at.name;
  const names = [...new Set([before, at.name])];
  const changed = `UPDATE blue.repositories SET ${repositoryColumns} = ${repositoryValues} WHERE name = $9`;
  const values = [...valuesOf(at, roots, rowsVersion, publication), before];
  if (!(await isChanged(client, "publish", names, changed, values))) refuseLogin(client, "publish", names);
}

/** Changes one row. Row-level security hides the rows of other logins, or refuses what they would become. */
async function isChanged(
  client: Client,
  verb: "publish" | "drop",
  names: readonly string[],
  sql: string,
  values: unknown[],
): Promise<boolean> {
  const { rowCount } = await client.query(sql, values).catch(refuseDenied(client, verb, names));
  return rowCount === 1;
}

function refuseDenied(client: Client, verb: "publish" | "drop", names: readonly string[]): (thrown: unknown) => never {
  return (thrown) => {
    if (sqlState(thrown) !== "42501") throw thrown;
    return refuseLogin(client, verb, names);
  };
}

function refuseLogin(client: Client, verb: "publish" | "drop", names: readonly string[]): never {
  const allow = (name: string) => `\`SELECT blue.add_publisher('${client.user}', '${name.replaceAll("'", "''")}')\``;
  return refuse("database_refused", { repository: names.at(-1) }, "permitted", {
    message: `${client.user} may not ${verb} ${names.join(" as ")}`,
    suggestion: `The database's owner can allow it: ${names.map(allow).join(" and ")}. Nothing was changed.`,
  });
}

async function writeRows(
  client: Client,
  repository: string,
  { sources: derived, decisions }: Publication,
  keep: boolean,
): Promise<Published["written"]> {
  const byPath = new Map(derived.map((source) => [clipped("path", source.path) as string, source]));
  const sources = [...byPath].map(([path, source]) => ({ ...source, path }));
  const sql = "SELECT path, hash, n FROM blue.sources WHERE repository = $1";
  const { rows: published } = await client.query<{ path: string; hash: string; n: number }>(sql, [repository]);
  const hashes = new Map(sources.map(({ path, hash }) => [path, hash]));
  const kept = published.filter(({ path, hash }) => keep && hashes.get(path) === hash);
  const isKept = new Set(kept.map(({ path }) => path));
  const stale = published.flatMap(({ path }) => (isKept.has(path) ? [] : [path]));
  await client.query("DELETE FROM blue.sources WHERE repository = $1 AND path = ANY ($2)", [repository, stale]);
  const ofOld = "SELECT n FROM blue.passages WHERE repository = $1";
  const passages = (await client.query<{ n: number }>(ofOld, [repository])).rows;
  const [nextSource, nextPassage] = [kept, passages].map((rows) => numbering(rows));
  const fresh = sources
    .filter(({ path }) => !isKept.has(path))
    .map((one) => ({ ...one, repository, n: nextSource!() }));
  await insert(client, "sources", fresh);
  for (const table of Object.keys(tables).filter((name) => name !== "sources" && name !== "decisions")) {
    const rows = fresh.flatMap(({ n, rows: own }) =>
      own.flatMap(([name, values]) =>
        nameOfTable(name) === table
          ? [{ ...values, repository, source: n, ...(table === "passages" && { n: nextPassage!() }) }]
          : [],
      ),
    );
    await insert(client, table, rows);
  }
  await client.query("DELETE FROM blue.decisions WHERE repository = $1", [repository]);
  const decided = decisions.map((decision) => ({ ...decision, repository }));
  await insert(client, "decisions", decided);
  return {
    sources: fresh.length,
    removed: stale.filter((path) => !hashes.has(path)).length,
    unchanged: kept.length,
    decisions: decisions.filter(({ standing }) => standing === "judged").length,
  };
}

/** The numbers that no row has, in order. */
function numbering(rows: readonly { n: number }[]): () => number {
  const taken = new Set(rows.map(({ n }) => n));
  let n = 0;
  return () => {
    do n++;
    while (taken.has(n));
    return n;
  };
}

/** What each table takes of a row, its key first; the rest of it is the index's own. */
const tables: Readonly<Record<string, { key: readonly string[]; columns: readonly string[] }>> = {
  sources: {
    key: ["repository", "path"],
    columns: ["n", "hash", "dialogue_id", "type", "number", "title", "status", "date", "recalled"],
  },
  dialogues: {
    key: ["repository", "source"],
    columns: [
      ...["dialogue_id", "state", "title", "question", "domain", "max_rounds", "rotation", "created_at"],
      ...["panel", "decided", "last_change", "runs", "tensions", "majority_changed"],
    ],
  },
  rounds: {
    key: ["repository", "source", "round"],
    columns: ["registered_at", "score", "open_tensions", "new_perspectives", "converge_signals", "panel_size"],
  },
  items: { key: ["repository", "source", "id"], columns: ["type", "round", "label", "contributors"] },
  refs: { key: [], columns: ["repository", "source", "round", "by", "from_item", "kind", "target"] },
  citations: {
    key: [],
    columns: [
      ...["repository", "source", "round", "by", "item", "path", "from_line", "to_line"],
      ...["words", "result", "blob"],
    ],
  },
  verdicts: {
    key: ["repository", "source", "path"],
    columns: ["round", "verdict_id", "verdict_type", "recommendation", "forced", "warning", "registered_at"],
  },
  passages: {
    key: ["repository", "n"],
    columns: ["source", "name", "title", "decision", "applies_when", "body", "path", "what", "about"],
  },
  decisions: {
    key: ["repository", "id"],
    columns: ["kind", "title", "decided", "date", "standing", "health", "path", "shown"],
  },
};

/** The index calls its full-text table `search`. */
const nameOfTable = (name: string) => (name === "search" ? "passages" : name);

/** Characters in one statement. */
const batchSize = 1_000_000;

/** Many rows as one JSON text: one statement whatever their number, and the table's own types decide what each value is. */
async function insert(
  client: Client,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const { key, columns } = tables[table]!;
  const all = [...key, ...columns];
  const list = all.map((column) => `"${column}"`).join(", ");
  const sql = `INSERT INTO blue.${table} (${list}) SELECT ${list} FROM json_populate_recordset(null::blue.${table}, $1)`;
  let batch: string[] = [];
  let size = 0;
  const send = async () => {
    if (batch.length === 0) return;
    const { rowCount } = await client.query(sql, [`[${batch.join(",")}]`]);
    if (rowCount !== batch.length)
      refuse("database_refused", "database", "all_written", {
        message: `Of ${batch.length} rows for blue.${table} the database took ${rowCount}`,
        suggestion: "Its owner looks for a rule or a trigger on that table. Nothing was changed.",
      });
    batch = [];
    size = 0;
  };
  const met = new Set<string>();
  for (const row of rows) {
    const values = Object.fromEntries(all.map((column) => [column, clipped(column, row[column])]));
    // Two rows under one key come from a record that no honest Blue writes; the first counts, as in the index.
    const own = asJson(key.map((column) => values[column]));
    if (key.length > 0 && met.has(own)) continue;
    met.add(own);
    const json = asJson(values);
    if (size + json.length > batchSize) await send();
    batch.push(json);
    size += json.length;
  }
  await send();
}

/** What a column has room for: the tables refuse more, and a name of several lines. */
function clipped(column: string, value: unknown): unknown {
  if (typeof value === "string") return prose.has(column) ? value.slice(0, longest.prose) : clippedLine(value);
  return typeof value === "object" && value !== null ? fitting(value) : value;
}

const clippedLine = (name: string) => oneLine(name.slice(0, longest.line));

/** As much of it as a column of JSON has room for: its lists and texts end earlier until the whole fits. */
function fitting(value: object): object {
  // PostgreSQL writes it with spaces.
  const fits = (one: unknown) => Buffer.byteLength(asJson(one)) <= largestJson / 2;
  const whole = withOneLineNames(value);
  let cut = whole;
  for (let most = 4096; most >= 1 && !fits(cut); most /= 4) cut = shortened(whole, most);
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
    if ((await lockRepository(client, "drop", name)) === undefined) return refuseUnknown(client, name);
    const counts = `SELECT (SELECT count(*) FROM blue.sources WHERE repository = $1)::int AS sources,
      (SELECT count(*) FROM blue.decisions WHERE repository = $1 AND standing = 'judged')::int AS decisions`;
    const [found] = (await client.query<{ sources: number; decisions: number }>(counts, [name])).rows;
    const gone = await isChanged(client, "drop", [name], "DELETE FROM blue.repositories WHERE name = $1", [name]);
    return gone ? found! : refuseLogin(client, "drop", [name]);
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
