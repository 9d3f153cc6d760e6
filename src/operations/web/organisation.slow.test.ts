import { afterEach, beforeEach, expect, test } from "vitest";
import { decidedAt, makeDecided, schemaPath } from "../../../test/helpers/decided.ts";
import { deskAt, makeDialogue, poolOf, raisesTension, refusalOf } from "../../../test/helpers/dialogue.ts";
import { runWords } from "../../../test/helpers/faces.ts";
import { describeWithPostgres, postgres, sql } from "../../../test/helpers/postgres.ts";
import { makeFolder } from "../../../test/helpers/project.ts";
import { extraCommands } from "../../cli/extra-commands.ts";
import { organisationForPage, orgDecisionsForPage } from "./organisation.ts";

const { signal } = new AbortController();
const none = { most: [], more: 0 };
const before = process.env.BLUE_DATABASE_URL;
let url: string;
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

describeWithPostgres("the page over all repositories", () => {
  beforeEach(async () => {
    url = await postgres.database();
    process.env.BLUE_DATABASE_URL = url;
    await deskAt(makeFolder()).call("org.migrate");
  });

  /** Two decided dialogues, one of which has lost the words it cites, and one that is open. */
  async function publishThree() {
    const tree = {
      ".blue/docs/adrs/0001-utc.accepted.md": "---\ntitle: Times are UTC\n---\n## Decision\nAll of them.\n",
    };
    const sound = await makeDecided({ tree, create: { expert_pool: { domain: "time", ...poolOf(3) } } });
    await sound.call("org.publish", { repository: "shop/a" });
    const rotten = await makeDecided({ create: { expert_pool: { domain: "time", ...poolOf(3) } } });
    rotten.remove(schemaPath);
    rotten.commit();
    await rotten.call("org.publish", { repository: "shop/b" });
    const open = await makeDialogue({ git: true });
    await open.round({ Muffin: raisesTension });
    decidedAt(open.root, open.id).commit();
    await open.call("org.publish", { repository: "shop/c" });
    return { rotten };
  }

  test("adds up every repository, and all of them", async () => {
    await publishThree();
    const { all, repositories } = await organisationForPage(signal);
    expect(repositories).toMatchObject([
      {
        name: "shop/a",
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        health: { rotted: 0, unclear: 0, sound: 1, unchecked: 1 },
        decided_by: { dialogue: 1, rfc: 0, adr: 1 },
        domains: { most: [{ name: "time", dialogues: 1 }], more: 0 },
        rounds_to_converge: { dialogues: 1, median: 1 },
        by_rounds: [1],
      },
      { name: "shop/b", health: { rotted: 1, unclear: 0, sound: 0 }, open_dialogues: 0 },
      {
        name: "shop/c",
        health: { rotted: 0, unclear: 0, sound: 0 },
        ...{ open_dialogues: 1, domains: none, roles: none, rounds_to_converge: null, by_rounds: [] },
      },
    ]);
    expect(all).toMatchObject({
      health: { rotted: 1, unclear: 0, sound: 1, unchecked: 1 },
      decided_by: { dialogue: 2, rfc: 0, adr: 1 },
      ...{
        open_dialogues: 1,
        damaged: 0,
        domains: { most: [{ name: "time", dialogues: 2 }], more: 0 },
        by_rounds: [2],
      },
      // Opened, deliberated and decided within a second: nobody knows how long it would take.
      time_to_converge: null,
    });
    expect(all.roles.most[0]).toMatchObject({ name: expect.any(String), dialogues: 2 });
  });

  test("names those named most often, and counts the rest", async () => {
    const create = { expert_pool: { domain: "time", ...poolOf(7) }, panel_size: 7 };
    await (await makeDecided({ create })).call("org.publish", { repository: "shop/a" });
    const { all, repositories } = await organisationForPage(signal);
    for (const { domains, roles } of [all, repositories[0]!]) {
      expect(domains).toEqual({ most: [{ name: "time", dialogues: 1 }], more: 0 });
      expect(roles).toMatchObject({ most: { length: 5 }, more: 2 });
    }
  });

  test("a median of rounds and of the time from opening to verdict", async () => {
    await publishThree();
    await sql(
      url,
      "UPDATE blue.verdicts SET registered_at = d.created_at + interval '3 hours' FROM blue.dialogues d WHERE d.repository = verdicts.repository AND d.source = verdicts.source AND d.repository = 'shop/a'",
    );
    await sql(
      url,
      "INSERT INTO blue.rounds SELECT repository, source, n, registered_at, 0, 0, 0, 0, 3 FROM blue.rounds, generate_series(1, 11) n WHERE repository = 'shop/b'",
    );
    const { all, repositories } = await organisationForPage(signal);
    expect(repositories[0]).toMatchObject({ time_to_converge: { median: 3 * 3_600_000, dialogues: 1 } });
    expect(repositories[1]).toMatchObject({ time_to_converge: null, rounds_to_converge: { median: 12 } });
    expect(all).toMatchObject({
      rounds_to_converge: { dialogues: 2, least: 1, median: 6.5, most: 12 },
      by_rounds: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      time_to_converge: { dialogues: 1 },
    });
  });

  test("lists decisions by repository, health and words, what has rotted first, some at a time", async () => {
    const { rotten } = await publishThree();
    const ask = (asked: Parameters<typeof orgDecisionsForPage>[0]) => orgDecisionsForPage(asked, signal);
    const names = async (asked: Parameters<typeof ask>[0]) =>
      (await ask(asked)).decisions.map(({ repository, kind }) => `${repository} ${kind}`);
    const { decisions, total } = await ask({});
    expect(total).toBe(3);
    expect(decisions[0]).toMatchObject({
      ...{ repository: "shop/b", id: rotten.id, health: "rotted", path: `.blue/dialogues/${rotten.id}/verdict.md` },
      findings: [{ state: "rotted", path: schemaPath, line: 3 }],
    });
    expect(await names({ repository: "shop/a" })).toHaveLength(2);
    expect(await names({ health: "rotted" })).toEqual(["shop/b verdict"]);
    expect(await names({ q: "utc TIMES" })).toEqual(["shop/a adr"]);
    expect(await names({ q: "utc nowhere" })).toEqual([]);
    expect(await names({ repository: "shop/none" })).toEqual([]);
    await sql(
      url,
      "INSERT INTO blue.decisions SELECT repository, id || n, kind, title, decided, date, standing, health, path, shown FROM blue.decisions, generate_series(1, 20) n",
    );
    expect([(await ask({})).pages, (await ask({})).decisions.length]).toEqual([2, 50]);
    expect(await ask({ page: "2" })).toMatchObject({ total: 63, page: 2, decisions: { length: 13 } });
  });

  test("needs no more than a login that may read", async () => {
    await publishThree();
    await sql(url, "CREATE ROLE looker LOGIN PASSWORD 'pw'; SELECT blue.add_reader('looker')");
    process.env.BLUE_DATABASE_URL = url.replace("postgres@", "looker:pw@");
    expect((await organisationForPage(signal)).repositories).toHaveLength(3);
    expect((await orgDecisionsForPage({}, signal)).total).toBe(3);
  });

  test("an empty database is a page without repositories", async () => {
    expect(await organisationForPage(signal)).toMatchObject({
      repositories: [],
      all: { health: { rotted: 0 }, roles: none },
    });
  });

  test("does not open over a database without its tables, or one that does not answer", async () => {
    const open = async () => {
      const { code, out } = await runWords(makeFolder(), ["--json", "dashboard", "--org"], { entries: extraCommands });
      return { code, ...(JSON.parse(out) as object) };
    };
    process.env.BLUE_DATABASE_URL = await postgres.database();
    expect(await open()).toMatchObject({
      error_code: "database_unavailable",
      suggestion: expect.stringContaining("blue org migrate"),
    });
    await postgres.server.halt();
    try {
      expect(await open()).toMatchObject({ code: 1, error_code: "database_unavailable" });
      expect(await refusalOf(organisationForPage(signal))).toMatchObject({ error_code: "database_unavailable" });
    } finally {
      await postgres.server.start();
    }
  });
});
