/** A publisher may write anything under its own name. Whatever that is, everybody else's questions are answered, and what was left out is named. */
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeDecided } from "../../test/helpers/decided.ts";
import { type Answer, deskAt, refusalOf, show } from "../../test/helpers/dialogue.ts";
import { describeWithPostgres, everythingPublished, postgres, sql } from "../../test/helpers/postgres.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { organisationForPage, orgDecisionsForPage } from "../operations/web/organisation.ts";
import { withDatabase } from "./connect.ts";

const { signal } = new AbortController();
const before = process.env.BLUE_DATABASE_URL;
let url: string;
/** As the login that may write the rows of `evil`, and of nothing else. */
let evil: (text: string, values?: unknown[]) => Promise<unknown>;
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

/** All that anybody can ask of all repositories. */
async function askAll() {
  const desk = deskAt(makeFolder());
  const decisions = await desk.call<Answer>("decisions", { scope: "org" });
  const recalled = await desk.call<Answer>("recall", { questions: ["do clocks drift"], scope: "org" });
  const found = await desk.call<Answer>("search", { questions: ["clocks"], scope: "org" });
  await show("decisions", decisions);
  await show("recall", recalled);
  return {
    decisions: decisions as { decisions: { repository: string }[]; warnings: string[] },
    recalled: recalled as { decisions: { repository: string }[]; warnings?: string[] },
    found: found as { hits: { repository: string; snippet: string }[] },
    page: await organisationForPage(signal),
    listed: await orgDecisionsForPage({}, signal),
  };
}

const from = (rows: readonly { repository: string }[]) => [...new Set(rows.map(({ repository }) => repository))].sort();

describeWithPostgres("a publisher that writes what it likes", () => {
  beforeEach(async () => {
    url = await postgres.database();
    process.env.BLUE_DATABASE_URL = url;
    await deskAt(makeFolder()).call("org.migrate");
    const login = `evil_${/test\d+/.exec(url)}`;
    await sql(url, `CREATE ROLE ${login} LOGIN PASSWORD 'pw'; SELECT blue.add_publisher('${login}', 'evil')`);
    const decided = await makeDecided();
    await decided.call("org.publish", { repository: "good" });
    await decided.call("org.publish", { repository: "evil" });
    evil = (text, values) => sql(url.replace("postgres@", `${login}:pw@`), text, values);
  });

  /** Its one row of a table, with one column changed. */
  const replace = (table: string, column: string, value: unknown) =>
    evil(
      `WITH gone AS (DELETE FROM blue.${table} WHERE repository = 'evil' RETURNING *)
       INSERT INTO blue.${table} SELECT (jsonb_populate_record(null::blue.${table}, to_jsonb(gone) || jsonb_build_object('${column}', $1::jsonb))).* FROM gone`,
      [JSON.stringify(value)],
    );
  const repository = (column: string, value: unknown) =>
    evil(`UPDATE blue.repositories SET ${column} = $1 WHERE name = 'evil'`, [value]);

  test("the tables refuse JSON of another type, a time without end, and a value that is too large", async () => {
    const long = "x".repeat(100_001);
    const refused: [what: string, made: () => Promise<unknown>][] = [
      ["an object for a list", () => repository("damaged", "{}")],
      ["a number for a list", () => repository("superseded", "3")],
      ["a large list", () => repository("damaged", JSON.stringify(Array(5).fill({ id: "x", why: long })))],
      ["a list for an object", () => replace("decisions", "shown", [])],
      ["null for an object", () => replace("decisions", "shown", null)],
      ["a large object", () => replace("decisions", "shown", { id: long + long + long })],
      ["an object for a panel", () => replace("dialogues", "panel", {})],
      ["a time without end", () => repository("published_at", "infinity")],
      ["a time before all times", () => repository("committed_at", "-infinity")],
      ["a year that no calendar has", () => repository("published_at", "294000-01-01")],
      ["a verdict without end", () => replace("verdicts", "registered_at", "infinity")],
      ["a long commit", () => repository("commit", long)],
      ["a long title", () => replace("decisions", "title", long)],
      ["a long line", () => replace("decisions", "decided", long)],
      ["many first commits", () => repository("roots", Array(400).fill("0".repeat(40)))],
    ];
    const taken: string[] = [];
    for (const [what, made] of refused) {
      const state = await made().then(
        () => taken.push(what),
        ({ code }: { code: string }) => code,
      );
      if (typeof state === "string") expect(["23514", "23502"], what).toContain(state); // a check, or not null
    }
    expect(taken).toEqual([]);
    expect(from((await askAll()).decisions.decisions)).toEqual(["evil", "good"]);
  });

  test("a row of another shape is left out and named with its repository", async () => {
    await replace("decisions", "shown", { id: 7 });
    await repository("superseded", '[{"id": {}}]');
    const { decisions, page, listed } = await askAll();
    expect(from(decisions.decisions)).toEqual(["good"]);
    expect(decisions.warnings).toEqual([
      "evil: what it published cannot be read, so 1 decision is left out; publish it again with this Blue",
      expect.stringContaining("evil: what it published cannot be read, so 1 list of what is damaged"),
    ]);
    expect(from(listed.decisions)).toEqual(["good"]);
    expect(listed.warnings).toEqual([expect.stringContaining("so 1 decision is left out")]);
    expect(page.repositories.map(({ name }) => name)).toEqual(["evil", "good"]);
  });

  test.each([
    ["no object inside", "shown", { findings: [7] }],
    ["counts that overflow", "shown", { settled: Number.MAX_SAFE_INTEGER }],
    ["a health that is none", "shown", { health: "fine" }],
    ["a field that Blue does not have", "shown", { repository: "good" }],
  ])("a decision with %s is one of them", async (_, column, change) => {
    const [row] = await sql<{ shown: object }>(url, "SELECT shown FROM blue.decisions WHERE repository = 'evil'");
    await replace("decisions", column, { ...row!.shown, ...change });
    expect(from((await askAll()).decisions.decisions)).toEqual(["good"]);
  });

  test("what it is recalled by is held to its shape too", async () => {
    await evil(`INSERT INTO blue.sources (repository, n, path, hash, type, title, recalled)
      VALUES ('evil', 11, 'a', 'h', 'adr', 'Clocks', '{"id": "good", "minority": 7}'), ('evil', 12, 'b', 'h', 'adr', 'Clocks', '{}')`);
    await evil(`INSERT INTO blue.passages (repository, n, source, name, title, decision, applies_when, body, path, what, about)
      SELECT repository, n + 1000, n, 'clocks', 'do clocks drift', 'do clocks drift', '', 'do clocks drift', path, 'adr', true FROM blue.sources WHERE hash = 'h'`);
    const { recalled } = await askAll();
    expect(from(recalled.decisions)).toEqual(["evil", "good"]);
    expect(recalled.warnings).toEqual([
      "evil: what it published cannot be read, so 2 decisions are left out; publish it again with this Blue",
    ]);
    expect(await show("recall", recalled as unknown as Answer)).toContain("! evil: what it published");
  });

  test("many rows and long words fill nobody's answer", async () => {
    await evil(`INSERT INTO blue.decisions SELECT repository, id || n, kind, title, decided, date, standing, health, path,
        shown || jsonb_build_object('title', repeat('x', 200000))
      FROM blue.decisions, generate_series(1, 100) n WHERE repository = 'evil'`);
    await evil(`INSERT INTO blue.passages (repository, n, source, name, title, decision, applies_when, body, path, what, about)
      SELECT repository, n + 1000, source, name, title, decision, applies_when, 'clocks ' || repeat('x', 90000), path, 'E9999', about
      FROM blue.passages WHERE repository = 'evil' LIMIT 1`);
    const { decisions, found, page } = await askAll();
    expect(JSON.stringify(decisions).length).toBeLessThan(9_000_000);
    expect(from(decisions.decisions)).toEqual(["evil", "good"]);
    expect(decisions.warnings).toEqual([expect.stringMatching(/^evil: 101 decisions, of which \d+ are read$/)]);
    expect(Math.max(...found.hits.map(({ snippet }) => snippet.length))).toBeLessThanOrEqual(1000);
    expect(from(found.hits)).toEqual(["evil", "good"]);
    expect(page.all.health).toMatchObject({ sound: 102 });
  });

  test("a function with the exact types of ours, where everybody may create one, runs as nobody else", async () => {
    // PostgreSQL 14 and older begin so.
    await sql(url, "GRANT CREATE ON SCHEMA public TO PUBLIC");
    const calls = [
      ...["jsonb_array_length(blue.list)", "left(blue.line, int)", "left(blue.prose, int)", "lower(blue.line)"],
      ...["hashtextextended(text, int)", "octet_length(blue.object)", "similarity(blue.line, text)"],
      ...["format(text, name)", "ts_headline(text, text, tsquery, text)"],
    ];
    for (const call of calls)
      await evil(`CREATE FUNCTION public.${call} RETURNS int LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'ran as %', current_user; END $$`);
    const { decisions, recalled, found, page, listed } = await askAll();
    for (const rows of [decisions.decisions, recalled.decisions, found.hits, listed.decisions])
      expect(from(rows)).toEqual(["evil", "good"]);
    expect(page.repositories).toHaveLength(2);
    const decided = await makeDecided();
    await decided.call("org.publish", { repository: "new" });
    await decided.refused("not_found", "org.drop", { repository: "newer" });
    await decided.call("org.drop", { repository: "new" });
    await decided.call("org.migrate");
    await sql(url, "SELECT blue.add_publisher('postgres', 'new')");
  });

  test("a session ends before it looks for names where somebody else may create them", async () => {
    const login = `evil_${/test\d+/.exec(url)}`;
    const asked = () => deskAt(makeFolder()).refused("database_refused", "search", { questions: ["x"], scope: "org" });
    await sql(url, `GRANT CREATE ON SCHEMA blue TO ${login}`);
    expect((await asked()).message).toContain(`In the schema blue ${login} may create functions`);
    await sql(url, `REVOKE CREATE ON SCHEMA blue FROM ${login}; ALTER EXTENSION pg_trgm SET SCHEMA public`);
    await askAll();
    await sql(url, "GRANT CREATE ON SCHEMA public TO PUBLIC");
    expect(await asked()).toMatchObject({
      message: expect.stringContaining("In the schema public everybody may create functions"),
      suggestion: expect.stringContaining("`REVOKE CREATE ON SCHEMA public FROM PUBLIC`"),
    });
    process.env.BLUE_DATABASE_URL = await postgres.database();
    await sql(process.env.BLUE_DATABASE_URL, `CREATE SCHEMA blue AUTHORIZATION ${login}`);
    expect(await deskAt(makeFolder()).refused("database_refused", "org.migrate")).toMatchObject({
      constraint: "closed_schema",
      message: expect.stringContaining(`In the schema blue ${login} may`),
    });
  });

  test("no key and no sequence is shared between repositories", async () => {
    const keys = await sql<{ key: string; first: string }>(
      url,
      `SELECT c.conname AS key, a.attname AS first FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.connamespace = 'blue'::regnamespace AND c.contype IN ('p', 'u', 'x') AND c.conname !~ '^(migrations|publishers)_'`,
    );
    expect(keys.length).toBeGreaterThan(8);
    for (const { key, first } of keys)
      expect([key, first]).toEqual([key, key === "repositories_pkey" ? "name" : "repository"]);
    const counted = "SELECT relname FROM pg_class WHERE relnamespace = 'blue'::regnamespace AND relkind = 'S'";
    expect(await sql(url, counted)).toEqual([]);
  });

  test("keys taken ahead keep nobody else's rows out", async () => {
    const decided = await makeDecided();
    await decided.call("org.publish", { repository: "next" });
    const whole = await everythingPublished(url);
    await decided.call("org.drop", { repository: "next" });
    await evil(`INSERT INTO blue.sources (repository, n, path, hash, type, title)
      SELECT 'evil', n, 'x' || n, 'h', 'adr', 'x' FROM generate_series(10, 3000) n`);
    await evil(`INSERT INTO blue.passages (repository, n, source, name, title, decision, applies_when, body, path, what, about)
      SELECT 'evil', n + 1000, n, '', '', '', '', '', 'x' || n, 'adr', true FROM generate_series(10, 3000) n`);
    await evil(
      'INSERT INTO blue.repositories SELECT (jsonb_populate_record(r, \'{"name": "next"}\')).* FROM blue.repositories r',
    ).then(
      () => expect.unreachable(),
      ({ code }: { code: string }) => expect(code).toBe("42501"),
    );
    await decided.call("org.publish", { repository: "next" });
    const now = await everythingPublished(url);
    const ofNext = (rows: unknown[]) => rows.filter((row) => (row as { in: string }).in === "next");
    for (const table of Object.keys(whole)) expect(ofNext(now[table]!), table).toEqual(ofNext(whole[table]!));
  });

  test("rows that the database does not take are missed, and then nothing is published", async () => {
    await sql(
      url,
      `CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
       CREATE TRIGGER lost BEFORE INSERT ON blue.passages FOR EACH ROW EXECUTE FUNCTION lost()`,
    );
    const refused = await (await makeDecided()).refused("database_refused", "org.publish", { repository: "next" });
    expect(refused.message).toMatch(/^Of \d+ rows for blue\.passages the database took 0$/);
    expect(await sql(url, "SELECT name FROM blue.repositories ORDER BY 1")).toEqual([
      { name: "evil" },
      { name: "good" },
    ]);
  });

  const flood = async (recalled: string, n = 3_100) => {
    await evil(`INSERT INTO blue.sources (repository, n, path, hash, type, title, recalled)
      SELECT 'evil', n, 'x' || n, 'h', 'adr', 'x', ${recalled} FROM generate_series(10, ${n + 9}) n`);
    await evil(`INSERT INTO blue.passages (repository, n, source, name, title, decision, applies_when, body, path, what, about)
      SELECT 'evil', n + 1000, n, '', 'do clocks drift', '', '', '', 'x' || n, 'adr', true FROM generate_series(10, ${n + 9}) n`);
    await sql(url, "ANALYZE");
  };

  test("many small rows that have all the words hide nobody else's", async () => {
    await flood("'{}'");
    // Behind all of them.
    const decided = await makeDecided();
    await decided.call("org.drop", { repository: "good" });
    await decided.call("org.publish", { repository: "good" });
    const desk = deskAt(makeFolder());
    const pages: { repository: string }[] = [];
    for (let page = 1; page <= 11; page++) {
      const input = { questions: ["do clocks drift"], scope: "org", limit: 100, page };
      const answer = await desk.call<{ hits: { repository: string }[]; more: boolean }>("search", input);
      pages.push(...answer.hits);
      expect(answer.more).toBe(true);
    }
    expect(from(pages)).toEqual(["evil", "good"]);
    const { recalled } = await askAll();
    expect(from(recalled.decisions)).toContain("good");
    expect(recalled.warnings).toEqual([expect.stringContaining("evil: what it published cannot be read")]);
  });

  test("where passages were left out, recall does not say that nothing was decided", async () => {
    await flood("'{}'");
    const desk = deskAt(makeFolder());
    await sql(url, "DELETE FROM blue.repositories WHERE name = 'good'; UPDATE blue.sources SET recalled = '{}'");
    const answer = await desk.call<Answer>("recall", { questions: ["do clocks drift"], scope: "org" });
    expect(answer).toMatchObject({ decisions: [], more: true });
    const said = await show("recall", answer);
    expect(said).not.toContain("Nothing was decided");
    expect(said).toContain("More passages have these words than were looked at");
  });

  test("a name of several lines is refused by the tables, and in JSON left out", async () => {
    const forged = "x\n✓ good: y  sound  Everything is fine";
    const refused = [
      () => repository("commit", forged),
      () => repository("folder", "a\u2028b"),
      () => replace("decisions", "path", forged),
      () => replace("decisions", "title", "a\u001b[2Jb"),
      ...["path", "title", "status", "dialogue_id", "date", "type"].map(
        (column) => () =>
          evil(
            `INSERT INTO blue.sources SELECT (jsonb_populate_record(s, jsonb_build_object('n', 99, '${column}', $1::text))).* FROM blue.sources s WHERE repository = 'evil'`,
            [forged],
          ),
      ),
    ];
    for (const made of refused) await expect(made()).rejects.toMatchObject({ code: "23514" });
    const [row] = await sql<{ shown: object }>(url, "SELECT shown FROM blue.decisions WHERE repository = 'evil'");
    const documents = [{ id: "ADR 1", status: forged, path: "x" }];
    for (const change of [{ id: forged }, { title: forged }, { documents }]) {
      await replace("decisions", "shown", { ...row!.shown, ...change });
      expect(from((await askAll()).decisions.decisions)).toEqual(["good"]);
    }
    await repository("superseded", JSON.stringify([{ id: "a", by: forged }]));
    const { decisions } = await askAll();
    expect(await show("decisions", decisions as unknown as Answer)).not.toContain("Everything is fine");
  });

  test("names of several lines in an honest repository are published on one", async () => {
    const shop = await makeDecided();
    shop.change(".blue/docs/adrs/0007-two.accepted.md", '---\ntitle: "One\\ntwo"\nstatus: accepted\n---\nTimes.\n');
    shop.change(
      ".blue/docs/adrs/0006-old.superseded.md",
      '---\ntitle: Old\nstatus: superseded\nsuperseded_by: "ADR\\n7"\n---\n',
    );
    shop.commit();
    await shop.call("org.publish", { repository: "lines" });
    const { decisions } = await askAll();
    expect(decisions.warnings).toEqual([]);
    expect(decisions).toMatchObject({ superseded: [{ id: "lines: ADR 0006", by: "ADR 7" }] });
    expect(decisions.decisions).toContainEqual(expect.objectContaining({ repository: "lines", title: "One two" }));
  });

  test("nobody waits without end, and a lock on what is somebody else's is not to be had", async () => {
    const asDatabase = { env: process.env };
    const shows = (options: object) =>
      withDatabase({ ...asDatabase, ...options }, async (client) => (await client.query("SHOW lock_timeout")).rows);
    expect(await shows({})).toEqual([{ lock_timeout: "2min" }]);
    expect(await shows({ readOnly: true })).toEqual([{ lock_timeout: "20s" }]);
    const holder = new pg.Client({ connectionString: url.replace("postgres@", `evil_${/test\d+/.exec(url)}:pw@`) });
    await holder.connect();
    try {
      // Whatever a publisher can lock by rows and by names of its choice, others publish.
      await holder.query("BEGIN; SELECT pg_advisory_lock(n) FROM generate_series(1, 50) n");
      await holder.query(
        "SELECT pg_advisory_lock(hashtextextended('blue repository good', 0)), pg_advisory_lock(hashtextextended('blue migrations', 0))",
      );
      expect((await holder.query("SELECT FROM blue.repositories WHERE name = 'good' FOR UPDATE")).rowCount).toBe(0);
      await (await makeDecided()).call("org.publish", { repository: "good" });
      await deskAt(makeFolder()).call("org.migrate");
      // A whole table it can: nobody who may delete in it can be kept from that. Then it is said in words.
      await holder.query("LOCK TABLE blue.sources");
      const waits = withDatabase(asDatabase, async (client) => {
        await client.query("SET lock_timeout = 50");
        await client.query("SELECT FROM blue.sources");
      });
      expect(await refusalOf(waits)).toMatchObject({
        ...{ error_code: "database_unavailable", constraint: "unlocked" },
        message: expect.stringContaining("somebody holds what this needs"),
      });
    } finally {
      await holder.end();
    }
  });

  test("a search is three round trips", async () => {
    const sent: string[] = [];
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      sent.push(String(args[0]));
      return Reflect.apply(query, this, args);
    });
    try {
      await deskAt(makeFolder()).call("search", { questions: ["clocks drift", "drifting clocks"], scope: "org" });
    } finally {
      spy.mockRestore();
    }
    expect(sent).toHaveLength(3);
  });

  test("panels of odd members and very long roles are counted as far as they have names", async () => {
    await replace("dialogues", "panel", [7, null, [], { role: 3 }, { role: "r".repeat(90_000) }]);
    const { page } = await askAll();
    const longest = Math.max(...page.all.roles.most.map(({ name }) => name.length));
    expect(longest).toBe(200);
    expect(page.repositories).toHaveLength(2);
  });

  test("whatever is too long in an honest repository is published as far as there is room", async () => {
    const shop = await makeDecided();
    const title = "A long title ".repeat(1000);
    const lists = "- [ ] x\n".repeat(2000);
    shop.change(
      ".blue/docs/adrs/0007-long.accepted.md",
      `---\ntitle: ${title}\n---\n${lists}${"words ".repeat(60_000)}`,
    );
    for (let i = 0; i < 60; i++)
      shop.change(
        `.blue/docs/adrs/1${String(i).padStart(3, "0")}-old.superseded.md`,
        `---\ntitle: Old\nstatus: superseded\nsuperseded_by: ${"y".repeat(5_000)}\n---\n`,
      );
    shop.commit();
    expect(await shop.call("org.publish", { repository: "long" })).toMatchObject({ status: "published" });
    const { decisions } = await askAll();
    expect(from(decisions.decisions)).toEqual(["evil", "good", "long"]);
    expect(decisions.warnings).toEqual([]);
  });
});
