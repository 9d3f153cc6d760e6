import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Decided, decidedAt, makeDecided } from "../../test/helpers/decided.ts";
import { type Answer, deskAt, refusalOf, show } from "../../test/helpers/dialogue.ts";
import { describeWithPostgres, everythingPublished, postgres, sql } from "../../test/helpers/postgres.ts";
import { makeFolder, runGit } from "../../test/helpers/project.ts";
import { withDatabase } from "./connect.ts";
import { migrate, migrations, withMigrated } from "./migrations.ts";

const before = process.env.BLUE_DATABASE_URL;
let url: string;
async function makeOrg(): Promise<void> {
  url = await postgres.database();
  process.env.BLUE_DATABASE_URL = url;
  await deskAt(makeFolder()).call("org.migrate");
}
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

const origin = (decided: Decided, remote: string) => {
  runGit(decided.root, "remote", "remove", "origin");
  runGit(decided.root, "remote", "add", "origin", remote);
};
const head = (decided: Decided) => runGit(decided.root, "rev-parse", "HEAD").trim();
const publish = (decided: Decided, input = {}) => decided.call<Answer>("org.publish", input);
const published = async () =>
  (await sql<{ name: string }>(url, "SELECT name FROM blue.repositories ORDER BY name")).map(({ name }) => name);

async function makeShop(remote = "git@example.org:shop/orders.git"): Promise<Decided> {
  const decided = await makeDecided({
    tree: {
      ".blue/docs/rfcs/0001-paging.draft.md": "---\ntitle: Paging\n---\nBy cursor.\n",
      ".blue/docs/adrs/README.md": "What was decided.\n",
    },
  });
  runGit(decided.root, "remote", "add", "origin", remote);
  return decided;
}

describeWithPostgres("publishing a repository", () => {
  describe("at a commit", () => {
    let shop: Decided;
    beforeEach(async () => {
      await makeOrg();
      shop = await makeShop("https://user:hunter2@example.org/shop/orders.git");
    });

    test("writes all of it, under the remote's name without who logs in there", async () => {
      expect(await publish(shop)).toMatchObject({
        status: "published",
        repository: "example.org/shop/orders",
        commit: head(shop),
        written: { sources: 2, removed: 0, unchanged: 0, decisions: 1 },
        notes: [],
      });
      const all = await everythingPublished(url);
      expect(JSON.stringify(all)).not.toContain("hunter2");
      expect(all).toMatchObject({
        sources: expect.arrayContaining([
          expect.objectContaining({ type: "rfc", status: "draft" }),
          expect.objectContaining({ type: "dialogue", status: "decided" }),
        ]),
        dialogues: [{ state: "decided", panel: [{ name: "Muffin" }, {}, {}] }],
        items: [{ id: "E0001", label: "clocks drift", contributors: "Muffin" }],
        citations: [{ item: "E0001", path: "src/schema.sql", from_line: 3, result: "found" }],
        verdicts: [{ verdict_type: "final" }],
        decisions: [{ health: "sound", kind: "verdict" }],
      });
      expect(all.passages!.length).toBeGreaterThan(3);
    });

    test("is safe to repeat, and the next commit writes only what changed", async () => {
      await publish(shop);
      const once = await everythingPublished(url);
      const again = await publish(shop);
      expect(again).toMatchObject({ status: "already_published", written: { sources: 0 } });
      expect(await show("org.publish", again)).toContain("is published already");
      expect(await everythingPublished(url)).toEqual(once);
      shop.change(".blue/docs/rfcs/0002-more.draft.md", "---\ntitle: More\n---\nWords.\n");
      shop.remove(".blue/docs/rfcs/0001-paging.draft.md");
      shop.commit();
      expect(await publish(shop)).toMatchObject({
        status: "published",
        written: { sources: 1, removed: 1, unchanged: 1 },
      });
    });

    test("can be filled again from the repositories after the database is lost", async () => {
      await publish(shop);
      const once = await everythingPublished(url);
      await makeOrg();
      await publish(shop);
      expect(await everythingPublished(url)).toEqual(once);
    });

    test("is written anew after a drop where rows were lost in the database", async () => {
      await publish(shop);
      const once = await everythingPublished(url);
      await sql(url, "DELETE FROM blue.passages");
      await shop.call("org.drop", { repository: "example.org/shop/orders" });
      expect(await publish(shop)).toMatchObject({ status: "published" });
      expect(await everythingPublished(url)).toEqual(once);
    });

    test("says superseded of what was decided anew, as the repository itself does", async () => {
      const input = { dialogue_id: shop.id, because: "one database now" };
      const { dialogue_id, subject } = await shop.call<{ dialogue_id: string; subject: string }>(
        "dialogue.reopen",
        input,
      );
      const again = decidedAt(shop.root, dialogue_id);
      await again.round();
      await again.verdict({ recommendation: "Use RPC." });
      shop.commit();
      await publish(shop);
      const ask = { questions: ["API design"] };
      const standings = async (input: Record<string, unknown>) => {
        const { decisions } = await shop.call<{ decisions: { id: string; standing: string }[] }>("recall", input);
        return decisions.map(({ id, standing }) => `${id}: ${standing}`).sort();
      };
      const here = await standings(ask);
      expect(here).toContain(`${shop.id}: superseded by ${dialogue_id}`);
      expect(await standings({ ...ask, scope: "org" })).toEqual(here);
      const stored = "SELECT recalled->>'standing' AS standing FROM blue.sources WHERE dialogue_id = $1";
      expect(await sql(url, stored, [shop.id])).toEqual([{ standing: `superseded by ${dialogue_id}` }]);
      // What git does not have decides nothing anew.
      shop.change(".gitignore", `.blue/dialogues/${dialogue_id}\n${subject}\n`);
      runGit(shop.root, "rm", "-rq", "--cached", `.blue/dialogues/${dialogue_id}`, subject);
      shop.commit();
      await publish(shop);
      expect(await sql(url, stored, [shop.id])).toEqual([{ standing: "in force" }]);
    });

    test("never lets an older commit replace a newer one", async () => {
      shop.change("src/more.ts", "more\n");
      shop.commit();
      const newer = head(shop);
      await publish(shop);
      runGit(shop.root, "checkout", "-q", "HEAD~1");
      const answer = await publish(shop);
      expect(answer).toMatchObject({
        status: "newer_is_published",
        commit: newer,
        notes: [expect.stringContaining("is older than")],
      });
      expect(await sql(url, "SELECT commit FROM blue.repositories")).toEqual([{ commit: newer }]);
    });

    test("takes a force-pushed branch and says so", async () => {
      shop.change("src/more.ts", "more\n");
      shop.commit();
      await publish(shop);
      runGit(shop.root, "reset", "-q", "--hard", "HEAD~1");
      shop.change("src/other.ts", "other\n");
      shop.commit();
      expect(await publish(shop)).toMatchObject({
        status: "published",
        commit: head(shop),
        notes: [expect.stringContaining("force-pushed")],
      });
    });

    test("decides by the commits' dates where the history is cut, and says so", async () => {
      await publish(shop);
      shop.change("src/more.ts", "more\n");
      shop.commit();
      const clone = makeFolder();
      rmSync(clone, { recursive: true });
      runGit(shop.root, "clone", "-q", "--depth", "1", `file://${shop.root}`, clone);
      const cut = decidedAt(clone, shop.id);
      const answer = await publish(cut, { repository: "example.org/shop/orders" });
      expect(answer).toMatchObject({ status: "published", commit: head(shop) });
      expect(answer.notes).toEqual([
        expect.stringContaining("by their dates"),
        expect.stringContaining("history is cut"),
      ]);
    });

    test("refuses what is not as committed, and leaves out what git ignores", async () => {
      shop.change("src/schema.sql", "changed\n");
      expect(await shop.refused("invalid_input", "org.publish")).toMatchObject({
        message: expect.stringContaining("src/schema.sql"),
      });
      runGit(shop.root, "checkout", "-q", "--", ".");
      shop.change(".blue/docs/adrs/0005-new.accepted.md", "---\ntitle: New\nstatus: accepted\n---\n");
      expect(await shop.refused("invalid_input", "org.publish")).toMatchObject({ constraint: "committed" });
      shop.change(
        ".blue/docs/adrs/0006-gone.superseded.md",
        "---\ntitle: Gone\nstatus: superseded\nsuperseded_by: ADR 0005\n---\n",
      );
      shop.change(
        ".blue/docs/rfcs/0007-no.rejected.md",
        `---\ntitle: No\nstatus: rejected\ndialogue: ${shop.id}\n---\n`,
      );
      shop.change(".gitignore", ".blue/docs/adrs/000[56]*\n.blue/docs/rfcs/0007*\n");
      runGit(shop.root, "add", ".gitignore");
      runGit(shop.root, "commit", "-q", "-m", "ignore");
      expect(await publish(shop)).toMatchObject({
        notes: [expect.stringContaining("0005-new")],
        written: { sources: 2, decisions: 1 },
      });
      expect(await everythingPublished(url)).toMatchObject({
        repositories: [{ superseded: [] }],
        decisions: [{ standing: "judged" }],
        sources: expect.arrayContaining([
          expect.objectContaining({ type: "dialogue", recalled: expect.objectContaining({ standing: "in force" }) }),
        ]),
      });
    });

    test("refuses what changes while it waits for another publisher", async () => {
      const changes: [string, () => void][] = [
        ["another commit", () => shop.commit()],
        ["is not as committed", () => shop.change("src/schema.sql", "changed\n")],
      ];
      for (const [message, change] of changes) {
        const other = new pg.Client({ connectionString: url });
        await other.connect();
        // As one does that publishes it for the first time too.
        await other.query("BEGIN");
        await other.query(`INSERT INTO blue.repositories VALUES
          ('example.org/shop/orders', '', '{}', 'c', now(), now(), 'other', '1', '[]', '[]')`);
        const refused = refusalOf(publish(shop));
        const waiting = "SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted";
        await expect.poll(() => sql(url, waiting), { timeout: 10_000 }).toHaveLength(1);
        change();
        await other.end();
        expect(await refused).toMatchObject({ constraint: "committed", message: expect.stringContaining(message) });
      }
      expect(await published()).toEqual([]);
    });

    test("counts as in force what `decisions` does", async () => {
      shop.change(
        ".blue/docs/rfcs/0007-no.rejected.md",
        `---\ntitle: No\nstatus: rejected\ndialogue: ${shop.id}\n---\n`,
      );
      shop.change(".blue/docs/adrs/0005-new.accepted.md", "---\ntitle: New\nstatus: accepted\n---\n");
      shop.commit();
      expect(await show("decisions", await shop.decisions())).toContain("1 in force");
      const answer = await publish(shop);
      expect(await show("org.publish", answer)).toBe(
        `✓ Published example.org/shop/orders at ${head(shop).slice(0, 7)}. Dialogues and documents: 4 written, 0 unchanged, 0 removed. Decisions in force: 1.`,
      );
      expect(await show("org.drop", await shop.call("org.drop", { repository: "example.org/shop/orders" }))).toBe(
        "✓ Dropped example.org/shop/orders. Dialogues and documents: 4. Decisions in force: 1.",
      );
    });
  });

  describe("under a name", () => {
    test("that is new while its history is known asks whether it was renamed or is a fork", async () => {
      await makeOrg();
      const shop = await makeShop();
      await publish(shop);
      origin(shop, "git@example.org:shop/sales.git");
      const error = await shop.refused("input_needed", "org.publish");
      expect(error.suggestion).toContain("--renamed-from example.org/shop/orders");
      expect(error.suggestion).toContain("--repository example.org/shop/sales");
      expect(await published()).toEqual(["example.org/shop/orders"]);
      const copy = makeFolder();
      cpSync(shop.root, copy, { recursive: true });
      const fork = decidedAt(copy, shop.id);
      await publish(fork, { repository: "example.org/fork/orders" });
      const renamed = await publish(shop, { renamed_from: "example.org/shop/orders" });
      expect(renamed).toMatchObject({ renamed_from: "example.org/shop/orders", written: { unchanged: 2 } });
      expect(await show("org.publish", renamed)).toContain("It was published as example.org/shop/orders");
      expect(await published()).toEqual(["example.org/fork/orders", "example.org/shop/sales"]);
      expect(await publish(shop, { renamed_from: "example.org/shop/orders" })).toMatchObject({
        status: "already_published",
      });
    });

    test("of another repository is refused until that is dropped", async () => {
      await makeOrg();
      const shop = await makeShop();
      await publish(shop);
      const other = await makeDecided({ create: { title: "Another" } });
      other.change("x", "another history\n");
      rmSync(join(other.root, ".git"), { recursive: true });
      runGit(other.root, "init", "-q");
      other.commit("another start");
      const name = { repository: "example.org/shop/orders" };
      for (const more of [{}, { renamed_from: name.repository }])
        expect(await other.refused("invalid_input", "org.publish", { ...name, ...more })).toMatchObject({
          constraint: "same_history",
          suggestion: expect.stringContaining("`blue org drop example.org/shop/orders`"),
        });
      await other.call("org.drop", name);
      expect(await publish(other, name)).toMatchObject({ status: "published" });
    });

    test("without a remote must be given; two projects of one repository have their folders' names", async () => {
      await makeOrg();
      const shop = await makeDecided();
      expect(await shop.refused("input_needed", "org.publish")).toMatchObject({ field: "repository" });
      const root = makeFolder({
        "one/.blue/docs/rfcs/0001-a.draft.md": "# A\n",
        "two/.blue/docs/rfcs/0001-b.draft.md": "# B\n",
      });
      runGit(root, "init", "-q");
      runGit(root, "add", "-A");
      runGit(root, "commit", "-q", "-m", "start");
      runGit(root, "remote", "add", "origin", "ssh://git@example.org:2222/shop/all.git");
      await deskAt(join(root, "one")).call("org.publish");
      await deskAt(join(root, "two")).call("org.publish");
      expect(await published()).toEqual(["example.org:2222/shop/all/one", "example.org:2222/shop/all/two"]);
    });

    test("is dropped with all of it; one that is not there is told with the nearest", async () => {
      await makeOrg();
      const shop = await makeShop();
      await publish(shop);
      expect(await shop.refused("not_found", "org.drop", { repository: "example.org/shop/order" })).toMatchObject({
        suggestion: "Did you mean example.org/shop/orders?",
      });
      expect(await shop.call("org.drop", { repository: "example.org/shop/orders" })).toMatchObject({
        sources: 2,
        decisions: 1,
      });
      expect(Object.values(await everythingPublished(url)).flat()).toEqual([]);
    });
  });

  describe("as a login of its own", () => {
    const secret = "s3cret-of-the-login";
    const as = (login: string) => url.replace("postgres@", `${login}:${secret}@`);

    const login = (name: string) => `${name}_${/test\d+/.exec(url)}`;

    beforeEach(async () => {
      await makeOrg();
      for (const name of ["one", "two", "reader"])
        await sql(url, `CREATE ROLE ${login(name)} LOGIN PASSWORD '${secret}'`);
      await sql(url, `SELECT blue.add_publisher('${login("one")}', 'example.org/one')`);
      await sql(url, `SELECT blue.add_publisher('${login("two")}', 'example.org/two')`);
      await sql(url, `SELECT blue.add_reader('${login("reader")}')`);
    });
    test("each publishes its own repository and cannot touch another's rows", async () => {
      const shop = await makeShop();
      process.env.BLUE_DATABASE_URL = as(login("one"));
      await publish(shop, { repository: "example.org/one" });
      await shop.refused("database_refused", "org.publish", { repository: "example.org/two" });
      process.env.BLUE_DATABASE_URL = as(login("two"));
      await publish(shop, { repository: "example.org/two" });
      shop.change("x", "x\n");
      shop.commit();
      expect(await shop.refused("database_refused", "org.publish", { repository: "example.org/one" })).toMatchObject({
        field: "repository",
      });
      await shop.refused("database_refused", "org.drop", { repository: "example.org/one" });
      const whole = await everythingPublished(url);
      const tables = Object.keys(whole).filter((table) => table !== "repositories");
      for (const table of tables) {
        await sql(as(login("two")), `DELETE FROM blue.${table} WHERE repository = 'example.org/one'`);
        const columns = await sql<{ list: string }>(
          url,
          `SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
           WHERE table_schema = 'blue' AND table_name = $1 AND is_generated = 'NEVER'`,
          [table],
        );
        const { list } = columns[0]!;
        const forged = `INSERT INTO blue.${table} (${list}) SELECT ${list} FROM blue.${table} WHERE repository = 'example.org/one'`;
        if (whole[table]!.length > 0)
          await expect(sql(as(login("two")), forged), table).rejects.toThrow(/row-level security/);
        await expect(sql(as(login("two")), `UPDATE blue.${table} SET repository = repository`)).rejects.toThrow(
          /permission denied/,
        );
      }
      await sql(as(login("two")), "UPDATE blue.repositories SET commit = 'forged'  WHERE name = 'example.org/one'");
      await expect(
        sql(as(login("two")), "UPDATE blue.repositories SET name = 'example.org/third' WHERE name = 'example.org/two'"),
      ).rejects.toThrow(/row-level security/);
      await expect(
        sql(as(login("two")), "INSERT INTO blue.publishers VALUES (current_user, 'example.org/one')"),
      ).rejects.toThrow(/permission denied/);
      await expect(sql(as(login("two")), "SELECT blue.add_publisher(current_user, 'example.org/one')")).rejects.toThrow(
        /permission denied/,
      );
      expect(await everythingPublished(url)).toEqual(whole);
    });

    test("one that may not is told what would allow it", async () => {
      const shop = await makeShop("git@example.org:two.git");
      await publish(shop, { repository: "example.org/one" });
      const allow = (...names: string[]) =>
        names.map((name) => `\`SELECT blue.add_publisher('${login("one")}', '${name}')\``).join(" and ");
      process.env.BLUE_DATABASE_URL = as(login("one"));
      const renamed = { renamed_from: "example.org/one" };
      expect(await shop.refused("database_refused", "org.publish", renamed)).toMatchObject({
        message: `${login("one")} may not publish example.org/one as example.org/two`,
        suggestion: expect.stringContaining(allow("example.org/one", "example.org/two")),
      });
      expect(await shop.refused("database_refused", "org.publish", { repository: "new" })).toMatchObject({
        message: `${login("one")} may not publish new`,
        suggestion: expect.stringContaining(allow("new")),
      });
      for (const name of ["two", "reader"]) {
        process.env.BLUE_DATABASE_URL = as(login(name));
        expect(await shop.refused("database_refused", "org.drop", { repository: "example.org/one" })).toMatchObject({
          message: `${login(name)} may not drop example.org/one`,
        });
      }
    });

    test("first commits that another login copied do not keep it from publishing", async () => {
      const shop = await makeShop("git@example.org:two.git");
      const roots = runGit(shop.root, "rev-list", "--max-parents=0", "HEAD").trim();
      await sql(
        as(login("one")),
        `INSERT INTO blue.repositories VALUES ('example.org/one', '', '{${roots}}', 'c', now(), now(), 'one', '1', '[]', '[]')`,
      );
      process.env.BLUE_DATABASE_URL = as(login("two"));
      expect(await publish(shop)).toMatchObject({ status: "published", repository: "example.org/two" });
    });

    test("without its password it is told where to put that", async () => {
      process.env.BLUE_DATABASE_URL = url.replace("postgres@", `${login("one")}@`);
      const error = await deskAt(makeFolder()).refused("database_refused", "search", {
        questions: ["x"],
        scope: "org",
      });
      expect(error).toMatchObject({
        constraint: "login",
        message: expect.stringContaining(`wants a password for ${login("one")}`),
        suggestion: expect.stringContaining("PGPASSWORD"),
      });
      try {
        process.env.PGPASSWORD = secret;
        await deskAt(makeFolder()).call("search", { questions: ["x"], scope: "org" });
      } finally {
        delete process.env.PGPASSWORD;
      }
    });

    test("a source of somebody else cannot be given rows", async () => {
      const shop = await makeShop();
      await publish(shop, { repository: "example.org/one" });
      await publish(shop, { repository: "example.org/two" });
      const rows = (repository: string) =>
        sql(
          as(login("two")),
          `INSERT INTO blue.refs VALUES ('${repository}', 1, 0, 'Muffin', null, 'SUPPORT', 'P0001')`,
        );
      await rows("example.org/two");
      await expect(rows("example.org/one")).rejects.toThrow(/row-level security/);
    });

    test("a reader finds everything and writes nothing", async () => {
      const shop = await makeShop();
      await publish(shop, { repository: "example.org/one" });
      process.env.BLUE_DATABASE_URL = as(login("reader"));
      expect(await shop.call("search", { questions: ["clocks"], scope: "org" })).toMatchObject({
        hits: [{ repository: "example.org/one" }, { repository: "example.org/one" }],
      });
      expect(await shop.call("search", { questions: ["pagin"], scope: "org" })).toMatchObject({
        searched_for: "paging",
      });
      const error = await shop.refused("database_refused", "org.publish", { repository: "example.org/three" });
      expect(error.message).toContain("may not");
      await shop.refused("database_refused", "org.drop", { repository: "example.org/one" });
    });

    test("a right that is taken back is gone, also for the next login of that name", async () => {
      const shop = await makeShop();
      const [one, two, reader] = ["one", "two", "reader"].map(login);
      await sql(url, `SELECT blue.add_publisher('${one}', 'example.org/renamed')`);
      process.env.BLUE_DATABASE_URL = as(one!);
      await publish(shop, { repository: "example.org/one" });
      await sql(url, `SELECT blue.remove_publisher('${one}', 'example.org/one')`);
      await expect(sql(url, `SELECT blue.remove_publisher('${one}', 'example.org/one')`)).rejects.toThrow(
        `${one} is no publisher of example.org/one`,
      );
      await shop.refused("database_refused", "org.drop", { repository: "example.org/one" });
      await publish(shop, { repository: "example.org/renamed" });
      await sql(url, `SELECT blue.remove_publisher('${one}', 'example.org/renamed')`);
      await expect(sql(as(one!), "DELETE FROM blue.sources")).rejects.toThrow(/permission denied for table/);
      expect(await sql(as(one!), "SELECT name FROM blue.repositories")).toHaveLength(2);
      for (const name of ["publisher(current_user, 'example.org/two')", "reader(current_user)"])
        await expect(sql(as(two!), `SELECT blue.remove_${name}`)).rejects.toThrow(/permission denied for function/);
      for (const name of [one, two, reader]) {
        await sql(url, `SELECT blue.remove_reader('${name}')`);
        await expect(sql(as(name!), "SELECT FROM blue.repositories")).rejects.toThrow(/permission denied for schema/);
        await sql(url, `DROP ROLE ${name}`);
      }
      expect(await sql(url, "SELECT FROM blue.publishers")).toEqual([]);
      // Of a login that was dropped before.
      await sql(
        url,
        `CREATE ROLE ${one}; SELECT blue.add_publisher('${one}', 'x'); DROP OWNED BY ${one}; DROP ROLE ${one}`,
      );
      await sql(url, `SELECT blue.remove_publisher('${one}', 'x'), blue.remove_reader('${one}')`);
      expect(await sql(url, "SELECT FROM blue.publishers")).toEqual([]);
    });

    test("its password is in no answer and no error", async () => {
      const shop = await makeShop();
      const errors = [];
      process.env.BLUE_DATABASE_URL = as(login("one")).replace(secret, "wr%6Fng-s3cret");
      errors.push(await shop.refused("database_refused", "org.publish"));
      process.env.BLUE_DATABASE_URL = as(login("one")).replace(/test\d+/, "no_such_database");
      errors.push(await shop.refused("database_refused", "org.publish"));
      process.env.BLUE_DATABASE_URL = `postgresql://one:${secret}@127.0.0.1:1/x`;
      errors.push(await shop.refused("database_unavailable", "search", { questions: ["x"], scope: "org" }));
      process.env.BLUE_DATABASE_URL = `postgresql://one:${secret}@[::bad/x`;
      errors.push(await shop.refused("invalid_input", "search", { questions: ["x"], scope: "org" }));
      for (const address of [
        `postgresql://one:a/${secret}@127.0.0.1:1/x`,
        `postgresql://one:a?${secret}@127.0.0.1:1/x`,
        `postgresql://one:a#${secret}@127.0.0.1:1/x`,
      ]) {
        process.env.BLUE_DATABASE_URL = address;
        errors.push(await shop.refused("invalid_input", "search", { questions: ["x"], scope: "org" }));
      }
      expect(errors.at(-1)).toMatchObject({ suggestion: expect.stringContaining("%40") });
      for (const address of [
        `postgresql://one@org:a@${secret}@127.0.0.1:1/x`,
        `postgresql://127.0.0.1:1/x?pass%77ord=${secret}&user=${secret}`,
      ]) {
        process.env.BLUE_DATABASE_URL = address;
        errors.push(await shop.refused("database_unavailable", "search", { questions: ["x"], scope: "org" }));
      }
      process.env.BLUE_DATABASE_URL = "";
      errors.push(await shop.refused("invalid_input", "org.publish", { database: as(login("one")) }));
      errors.push(
        await shop.refused("invalid_input", "org.publish", { database: `postgresql://h/x?password=${secret}` }),
      );
      expect(JSON.stringify(errors)).not.toMatch(/s3cret/);
      process.env.BLUE_DATABASE_URL = as(login("one"));
      expect(JSON.stringify(await publish(shop, { repository: "example.org/one" }))).not.toContain(secret);
    });
  });

  describe("the tables", () => {
    const ask = <T>(work: Parameters<typeof withDatabase<T>>[1]) =>
      withDatabase({ env: { BLUE_DATABASE_URL: url } }, work);
    const askMigrated = (): Promise<unknown> =>
      withMigrated({ env: { BLUE_DATABASE_URL: url } }, (client) => client.query("SELECT 1"));

    test("are made once, also by eight at a time, by migrations that never change", async () => {
      url = await postgres.database();
      const made = await Promise.all(Array.from({ length: 8 }, () => ask((client) => migrate(client))));
      expect(made.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
      expect(await ask((client) => migrate(client))).toEqual([]);
      // A migration is never changed: databases that were made by it would be refused.
      expect(await sql(url, "SELECT name, hash FROM blue.migrations ORDER BY number")).toEqual([
        { name: "tables", hash: "e64a705bd84395e7" },
        { name: "access", hash: "0091b0c5fe173f37" },
        { name: "taking back", hash: "dd4503f385b5e5fd" },
      ]);
    });

    test("that are missing or older are asked for by the command that makes them", async () => {
      url = await postgres.database();
      process.env.BLUE_DATABASE_URL = url;
      const error = await refusalOf(askMigrated());
      expect(error).toMatchObject({
        error_code: "database_unavailable",
        suggestion: expect.stringContaining("blue org migrate"),
      });
      await ask((client) => migrate(client, migrations.slice(0, 1)));
      expect((await refusalOf(askMigrated())).message).toContain("2 of 3 migrations are missing");
      expect(await ask((client) => migrate(client))).toEqual(["access", "taking back"]);
    });

    test("of a newer Blue, or with a history that nobody wrote, are refused and left alone", async () => {
      await makeOrg();
      await ask((client) => migrate(client, [...migrations, { name: "later", sql: "CREATE TABLE blue.later ()" }]));
      for (const call of [askMigrated, () => ask((client) => migrate(client))])
        expect(await refusalOf(call())).toMatchObject({
          error_code: "unknown_format",
          message: expect.stringContaining("newer Blue"),
        });
      await sql(url, "DELETE FROM blue.migrations WHERE number = 1");
      expect((await refusalOf(ask((client) => migrate(client)))).message).toContain("not a history that Blue wrote");
      await makeOrg();
      await sql(url, "UPDATE blue.migrations SET hash = 'other' WHERE number = 2");
      expect((await refusalOf(ask((client) => migrate(client)))).message).toContain('line 2 is "2 access"');
    });

    test("that fail half-way leave nothing behind", async () => {
      url = await postgres.database();
      const broken = [...migrations, { name: "broken", sql: "CREATE TABLE blue.half (); SELECT 1 / 0" }];
      expect(await refusalOf(ask((client) => migrate(client, broken)))).toMatchObject({
        error_code: "database_refused",
        suggestion: expect.stringContaining("What was begun was taken back."),
      });
      expect((await refusalOf(ask((client) => client.query("SELECT 1 / 0")))).suggestion).not.toContain("taken back");
      expect(await sql(url, "SELECT name FROM blue.migrations ORDER BY number")).toEqual([
        { name: "tables" },
        { name: "access" },
        { name: "taking back" },
      ]);
      expect(await sql(url, "SELECT to_regclass('blue.half') AS half")).toEqual([{ half: null }]);
    });
  });

  test("texts that PostgreSQL cannot hold are published as far as it can", async () => {
    await makeOrg();
    const shop = await makeShop();
    writeFileSync(
      join(shop.root, ".blue/docs/rfcs/0003-odd.draft.md"),
      `---\ntitle: Odd\n---\nNul \0 and ${"lots of words ".repeat(120_000)}\n`,
    );
    shop.change(".blue/docs/spikes/2026-01-01T0000Z-huge.done.md", "too large to be read\n".repeat(900_000));
    shop.change(
      ".blue/docs/adrs/0004-old.superseded.md",
      "---\ntitle: Old\nstatus: superseded\nsuperseded_by: ADR \0 0005\n---\n",
    );
    shop.change(".blue/dialogues/copy/opening.json", JSON.stringify({ title: "half \ud800" }));
    shop.commit();
    expect(await publish(shop)).toMatchObject({ status: "published", written: { sources: 5 } });
    expect(await sql(url, "SELECT superseded FROM blue.repositories")).toEqual([
      { superseded: [{ id: "ADR 0004", by: "ADR  0005" }] },
    ]);
    expect(await shop.call("search", { questions: ["odd nul"], scope: "org" })).toMatchObject({
      hits: [{ title: "Odd" }],
    });
  });
});
