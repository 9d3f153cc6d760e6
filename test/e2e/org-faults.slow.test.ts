/**
 * Publishers as processes of their own, through a socket that a test can cut: killed before every statement, left alone by the database, many at
 * once. Whatever happens, a repository is published whole or as it was, and the command says which.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Decided, makeDecided } from "../helpers/decided.ts";
import { repository } from "../helpers/mcp-client.ts";
import { describeWithPostgres, everythingPublished, postgres, sql } from "../helpers/postgres.ts";
import { makeFolder, runGit } from "../helpers/project.ts";

const secret = "s3cret-of-the-login";
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Ran {
  code: number | null;
  out: string;
}

function start(root: string, url: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ran> } {
  const env = { ...process.env, BLUE_DATABASE_URL: url };
  const child = spawn(process.execPath, [join(repository, "dist/blue.js"), ...args, "--json"], { cwd: root, env });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream!.on("data", (chunk) => {
      out += chunk;
    });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out }));
  return { child, ended };
}

const publish = (root: string, url: string, name: string) => start(root, url, "org", "publish", "--repository", name);
const answerOf = ({ out }: Ran) => JSON.parse(out) as Record<string, unknown>;

/** Stands between a publisher and the database. `before` is called with the number of every statement, and may say that it goes no further. */
async function makeProxy(
  url: string,
  before: (statement: number, text: string) => "go" | "hold" | "cut" | "cut_answer",
): Promise<string> {
  const folder = makeFolder();
  const target = join(postgres.server.folder, ".s.PGSQL.5432");
  let statements = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(target);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    let deaf = false;
    let held = false;
    upstream.on("data", (chunk) => (deaf ? end() : client.write(chunk)));
    let waiting = Buffer.alloc(0);
    let greeted = false;
    client.on("data", (chunk) => {
      if (held) return;
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      for (;;) {
        // A message is a letter, its length and its content; the first one has no letter.
        const letter = greeted ? 1 : 0;
        if (waiting.length < letter + 4) return;
        const size = letter + waiting.readUInt32BE(letter);
        if (waiting.length < size) return;
        const message = waiting.subarray(0, size);
        waiting = waiting.subarray(size);
        const kind = greeted ? String.fromCharCode(message[0]!) : "";
        greeted = true;
        const what = kind === "Q" || kind === "P" ? before(++statements, message.toString("utf8", 5)) : "go";
        if (what === "cut") return end();
        held = what === "hold";
        if (held) return;
        deaf ||= what === "cut_answer";
        upstream.write(message);
      }
    });
  });
  await new Promise<void>((done) => server.listen(join(folder, ".s.PGSQL.5432"), done));
  cleanups.push(() => new Promise((done) => server.close(done)));
  return url.replace(encodeURIComponent(postgres.server.folder), encodeURIComponent(folder));
}

describeWithPostgres("publishing that is disturbed", () => {
  let url: string;
  let shop: Decided;
  let whole: Record<string, unknown[]>;

  /** One version is published; another one is committed and waits. */
  beforeEach(async () => {
    url = await postgres.database();
    const migrated = start(makeFolder(), url, "org", "migrate");
    expect(await migrated.ended).toMatchObject({ code: 0 });
    shop = await makeDecided();
    expect(await publish(shop.root, url, "shop").ended).toMatchObject({ code: 0 });
    whole = await everythingPublished(url);
    shop.change(".blue/docs/rfcs/0001-paging.draft.md", "---\ntitle: Paging\n---\nBy cursor.\n");
    shop.remove("src/schema.sql");
    shop.commit();
  });

  test("a publisher that is killed before any statement leaves what was there, and the next one publishes all of it", async () => {
    let killed = 0;
    for (let last = false; !last; killed++) {
      let child: ChildProcess | undefined;
      const proxied = await makeProxy(url, (statement) => {
        if (statement <= killed) return "go";
        child!.kill("SIGKILL");
        return "cut";
      });
      const run = publish(shop.root, proxied, "shop");
      child = run.child;
      last = (await run.ended).code === 0;
      if (!last) expect(await everythingPublished(url), `killed before statement ${killed + 1}`).toEqual(whole);
    }
    expect(killed).toBeGreaterThan(12);
    expect(await everythingPublished(url)).toMatchObject({
      sources: [expect.anything(), expect.anything()],
      decisions: [{ health: "rotted" }],
    });
  }, 240_000);

  test("a connection that is cut says that nothing was published; while it commits, that nobody can know", async () => {
    const proxied = await makeProxy(url, (statement) => (statement === 9 ? "cut" : "go"));
    const cut = await publish(shop.root, proxied, "shop").ended;
    expect(cut.code).toBe(1);
    expect(answerOf(cut)).toMatchObject({
      error_code: "database_unavailable",
      suggestion: expect.stringContaining("What was begun was taken back."),
    });
    expect(await everythingPublished(url)).toEqual(whole);
    const deaf = await makeProxy(url, (_, text) => (text.startsWith("COMMIT") ? "cut_answer" : "go"));
    const lost = await publish(shop.root, deaf, "shop").ended;
    expect(answerOf(lost)).toMatchObject({
      error_code: "database_unavailable",
      message: expect.stringContaining("it may have been written, or not"),
    });
    const again = await publish(shop.root, url, "shop").ended;
    expect(answerOf(again)).toMatchObject({ status: "already_published" });
  });

  test("a database that crashes in the middle comes back as it was, and everything local works meanwhile", async () => {
    const halted: Promise<void>[] = [];
    const proxied = await makeProxy(url, (statement) => {
      if (statement !== 10) return "go";
      halted.push(postgres.server.halt("SIGQUIT"));
      return "hold"; // a fast publisher would be through before the database is gone
    });
    const run = await publish(shop.root, proxied, "shop").ended;
    expect(halted).toHaveLength(1);
    await halted[0];
    expect(answerOf(run)).toMatchObject({ error_code: "database_unavailable" });
    expect(answerOf(await start(shop.root, url, "search", "paging", "--org").ended)).toMatchObject({
      error_code: "database_unavailable",
    });
    expect(answerOf(await start(shop.root, url, "search", "paging").ended)).toMatchObject({ total: 1 });
    expect(answerOf(await start(shop.root, url, "decisions").ended)).toMatchObject({ counts: { rotted: 1 } });
    await postgres.server.start();
    expect(await everythingPublished(url)).toEqual(whole);
    expect(await publish(shop.root, url, "shop").ended).toMatchObject({ code: 0 });
  });

  test("a database without space left says so, and nothing is half published", async () => {
    await sql(
      url,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON blue.decisions EXECUTE FUNCTION full_disk()`,
    );
    const run = await publish(shop.root, url, "shop").ended;
    expect(run.code).toBe(1);
    expect(answerOf(run)).toMatchObject({
      error_code: "database_unavailable",
      message: expect.stringContaining("No space left on device (53100)"),
      suggestion: expect.stringContaining("What was begun was taken back."),
    });
    expect(await everythingPublished(url)).toEqual(whole);
  });

  test("eight repositories at once, and two publishers of one of them at two commits: each is published whole, at its newest commit", async () => {
    const older = makeFolder();
    runGit(shop.root, "worktree", "add", "-q", "--detach", join(older, "tree"), "HEAD~1");
    const names = Array.from({ length: 7 }, (_, i) => `shop/${i}`);
    const runs = [
      publish(join(older, "tree"), url, "shop"),
      publish(shop.root, url, "shop"),
      ...names.map((name) => publish(shop.root, url, name)),
    ];
    for (const run of await Promise.all(runs.map(({ ended }) => ended))) expect(run).toMatchObject({ code: 0 });
    const found = await everythingPublished(url);
    expect(found.repositories).toHaveLength(8);
    const head = runGit(shop.root, "rev-parse", "HEAD").trim();
    for (const one of found.repositories as { commit: string }[]) expect(one.commit).toBe(head);
    for (const name of ["shop", ...names])
      expect(found.sources!.filter((row) => (row as { in: string }).in === name)).toHaveLength(2);
  }, 120_000);

  test("an interrupted publisher ends, and nothing of it stays", async () => {
    let child: ChildProcess | undefined;
    const proxied = await makeProxy(url, (statement) => {
      if (statement === 10) child!.kill("SIGINT");
      return "go";
    });
    const run = publish(shop.root, proxied, "shop");
    child = run.child;
    await run.ended;
    expect(await everythingPublished(url)).toEqual(whole);
    expect(await publish(shop.root, url, "shop").ended).toMatchObject({ code: 0 });
  });

  test("no output of a publisher has its password", async () => {
    const login = `publisher_${/test\d+/.exec(url)}`;
    await sql(url, `CREATE ROLE ${login} LOGIN PASSWORD '${secret}'`);
    const own = url.replace("postgres@", `${login}:${secret}@`);
    const outputs = [await publish(shop.root, own, "shop").ended];
    await sql(url, `SELECT blue.add_publisher('${login}', 'shop')`);
    for (const cut of [1, 2, 5]) {
      const proxied = await makeProxy(own, (statement) => (statement === cut ? "cut" : "go"));
      outputs.push(await publish(shop.root, proxied, "shop").ended);
    }
    outputs.push(await publish(shop.root, own.replace(secret, "wrong-s3cret"), "shop").ended);
    outputs.push(await start(shop.root, own, "org", "publish", "--repository", "shop", "--database", own).ended);
    outputs.push(await start(shop.root, own, "doctor").ended);
    expect(outputs.map(({ code }) => code).slice(0, 6)).toEqual([1, 1, 1, 1, 1, 2]);
    expect(await publish(shop.root, own, "shop").ended).toMatchObject({ code: 0 });
    expect(JSON.stringify(outputs)).not.toContain("s3cret");
  });
});
