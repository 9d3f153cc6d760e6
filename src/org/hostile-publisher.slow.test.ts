/** A publisher may write anything under its own name. Whatever that is, everybody else's questions are answered, and what was left out is named. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDecided } from "../../test/helpers/decided.ts";
import { type Answer, deskAt, show } from "../../test/helpers/dialogue.ts";
import { describeWithPostgres, postgres, sql } from "../../test/helpers/postgres.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { organisationForPage, orgDecisionsForPage } from "../operations/web/organisation.ts";

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

  test("panels of odd members and very long roles are counted as far as they have names", async () => {
    await replace("dialogues", "panel", [7, null, [], { role: 3 }, { role: "r".repeat(90_000) }]);
    const { page } = await askAll();
    const longest = Math.max(...page.all.roles.map(({ name }) => name.length));
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
