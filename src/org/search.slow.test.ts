import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Decided, makeDecided } from "../../test/helpers/decided.ts";
import { deskAt, show } from "../../test/helpers/dialogue.ts";
import { describeWithPostgres, postgres } from "../../test/helpers/postgres.ts";
import { makeFolder, runGit } from "../../test/helpers/project.ts";
import { largestAnswer } from "../mcp/call-tool.ts";
import { describeSearch } from "../store/search.contract.ts";
import { queryWords, type SearchQuery } from "../store/search.ts";
import { withDatabase } from "./connect.ts";
import { searchOrg } from "./search.ts";

const before = process.env.BLUE_DATABASE_URL;
async function makeOrg(): Promise<string> {
  process.env.BLUE_DATABASE_URL = await postgres.database();
  await deskAt(makeFolder()).call("org.migrate");
  return process.env.BLUE_DATABASE_URL;
}
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

describeWithPostgres("the search over all repositories", () => {
  describe("answers as the search of one project does", () => {
    // Words that stand close together count more, and rare words no more than others. The best answers are the same; what comes after them is not.
    describeSearch(
      async (project) => {
        const url = await makeOrg();
        await deskAt(project.root).call("org.publish", { repository: "shop" });
        return (query) => withDatabase({ env: { BLUE_DATABASE_URL: url } }, (client) => searchOrg(client, query));
      },
      { git: true, atLeastFirst: 12, atMostBeyond: 2 },
    );
  });

  describe("differs from it", () => {
    const tree = {
      ".blue/docs/rfcs/0001-cafe.draft.md": "---\ntitle: The café\n---\nIt will open for orders.\n",
      ".blue/docs/rfcs/0002-orders.draft.md": "---\ntitle: Orders\n---\nIn src/orders/list-all.ts.\n",
    };
    let root: string;
    let ask: (query: string, more?: Partial<SearchQuery>) => Promise<string[]>;
    beforeEach(async () => {
      const url = await makeOrg();
      root = makeFolder(tree);
      runGit(root, "init", "-q");
      runGit(root, "add", "-A");
      runGit(root, "commit", "-q", "-m", "start");
      await deskAt(root).call("org.publish", { repository: "cafe" });
      ask = (query, more = {}) =>
        withDatabase({ env: { BLUE_DATABASE_URL: url } }, async (client) =>
          (await searchOrg(client, { wordings: [queryWords(query)], limit: 10, ...more })).hits.map(
            ({ title }) => title,
          ),
        );
    });

    test("words of grammar find nothing, and do not keep others from being found", async () => {
      expect(await ask("will")).toEqual([]);
      expect(await ask("will the cafés open")).toEqual(["The café"]);
    });

    test("an accent is a letter of its own", async () => {
      expect(await ask("café")).toEqual(["The café"]);
      expect(await ask("cafe")).toEqual(["The café"]); // by its title's most similar word
    });

    test("parts of a path are words, as in the index of one project", async () => {
      expect(await ask("list")).toEqual(["Orders"]);
      expect(await ask('"orders list"')).toEqual(["Orders"]);
    });

    test("filters narrow before anything is ranked", async () => {
      expect(await ask("orders", { type: "adr" })).toEqual([]);
      expect(await ask("orders", { status: "draft", limit: 1, offset: 1 })).toEqual(["The café"]);
      expect(await ask("orders", { since: "2020-01-01" })).toEqual([]);
    });
  });

  describe("over several repositories", () => {
    const create = { title: "Paging of orders", question: "Should orders be paged by offset or by cursor?" };
    const subject = ".blue/docs/rfcs/0004-paging.draft.md";
    const paging = (headline: string, file = subject) => ({
      tree: { [file]: "---\ntitle: Paging\nstatus: draft\n---\nPages.\n" },
      create: { ...create, subject: file },
      verdict: { headline },
    });

    async function publishAs(decided: Decided, repository: string): Promise<void> {
      await decided.call("org.publish", { repository });
    }

    test("every hit names its repository, commit and path", async () => {
      await makeOrg();
      const one = await makeDecided({ create });
      await publishAs(one, "shop/orders");
      await publishAs(await makeDecided({ create: { title: "Colours", question: "Which colours?" } }), "shop/page");
      const commit = runGit(one.root, "rev-parse", "HEAD").trim();
      const answer = await one.call("search", { questions: ["offset paging"], scope: "org" });
      expect((answer.hits as unknown[])[0]).toMatchObject({
        repository: "shop/orders",
        commit,
        path: `.blue/dialogues/${one.id}/dialogue.md`,
      });
      expect(await show("search", answer)).toContain(`${one.id}  (decided) in shop/orders at ${commit.slice(0, 7)}`);
    });

    test("several wordings are fused: each finds its own, and both are found together", async () => {
      await makeOrg();
      const one = await makeDecided({ create });
      await publishAs(one, "shop/orders");
      const colours = await makeDecided({ create: { title: "Colours", question: "Which palette has the shop?" } });
      await publishAs(colours, "shop/page");
      const repositories = (answer: Record<string, unknown>, field: string) =>
        new Set((answer[field] as { repository: string }[]).map(({ repository }) => repository));
      const both = { questions: ["offset paging", "palette of colours"], scope: "org" };
      expect(repositories(await one.call("search", both), "hits")).toEqual(new Set(["shop/orders", "shop/page"]));
      expect(repositories(await one.call("recall", both), "decisions")).toEqual(new Set(["shop/orders", "shop/page"]));
      const near = await one.call("recall", { questions: ["the palette of payroll forms abroad"], scope: "org" });
      expect(near).toMatchObject({ decisions: [], nearest: [{ repository: "shop/page", standing: "in force" }] });
      expect(await show("recall", near)).toMatch(/^No decision says this in these words; the closest:\n✓ shop\/page: /);
      await publishAs(
        await makeDecided({
          create: { title: "Retries", question: "When is a webhook sent again?" },
          muffin: ["[MUFFIN-C0001: lanterns]\nLanterns would do.", "[MOVE:CONVERGE]"],
          verdict: { key_evidence: [], headline: "Twice" },
        }),
        "shop/hooks",
      );
      expect(await one.call("recall", { questions: ["lanterns"], scope: "org" })).toMatchObject({
        decisions: [],
        nearest: [{ repository: "shop/hooks" }],
      });
      one.change(
        ".blue/docs/adrs/0001-keys.accepted.md",
        "---\ntitle: Keys\nstatus: accepted\n---\n\n## Decision\n\nEach customer has a key.\n\n## Rotation\n\nA token lives for 15 minutes.\n",
      );
      one.commit();
      await publishAs(one, "shop/orders");
      const lives = await one.call("recall", { questions: ["how long does a token live"], scope: "org" });
      expect(lives.decisions).toMatchObject([{ id: "ADR 0001", passage: "Rotation: A token lives for 15 minutes." }]);
      const first = { questions: ["offset paging"], scope: "org" };
      expect(repositories(await one.call("search", first), "hits")).toEqual(new Set(["shop/orders"]));
      const misspelt = await one.call("search", { questions: ["ofset pagin", "palete"], scope: "org" });
      expect(misspelt).not.toHaveProperty("searched_for");
    });

    test("a misspelt name is found by the most similar one", async () => {
      await makeOrg();
      const one = await makeDecided({ create: { title: "Pagination", question: "How?" } });
      await publishAs(one, "shop/orders");
      const answer = await one.call("search", { questions: ["paginaton"], scope: "org" });
      expect(answer).toMatchObject({ searched_for: "pagination", total: 2 });
      expect(await show("search", answer)).toMatch(/^! Nothing has these words\. Searched for: pagination\n/);
      const some = await one.call("search", { questions: ["paginaton drift"], scope: "org" });
      expect(some).toMatchObject({
        did_you_mean: "pagination drift",
        hits: [{ title: "clocks drift" }, { title: "What it settled" }],
      });
      expect(await show("search", some)).toMatch(/^! Did you mean: pagination drift\n/);
      expect(await one.call("search", { questions: ["xyzzyx"], scope: "org" })).toMatchObject({ hits: [] });
    });

    test("decisions of two repositories on one subject are named as contradicting, whatever number the document has", async () => {
      await makeOrg();
      const one = await makeDecided(paging("Orders are paged by cursor."));
      await publishAs(one, "shop/orders");
      await publishAs(
        await makeDecided(paging("Orders are paged by offset.", ".blue/docs/rfcs/0009-paging.draft.md")),
        "shop/stock",
      );
      const answer = await one.call("recall", { questions: ["how should orders be paged"], scope: "org" });
      expect((answer.decisions as unknown[]).slice(0, 2)).toMatchObject([
        { repository: expect.stringMatching(/^shop\//), standing: "in force", health: expect.any(String) },
        { repository: expect.stringMatching(/^shop\//), standing: "in force" },
      ]);
      expect((answer.contradictions as string[])[0]).toMatch(
        /^shop\/(orders|stock): .* and shop\/(orders|stock): .* both hold and both decide on .*paging/,
      );
      const here = await one.call("recall", { questions: ["how should orders be paged"] });
      expect(here.contradictions).toEqual([]);
    });

    test("decisions are listed with their health, the rotten first", async () => {
      await makeOrg();
      await publishAs(await makeDecided({ create }), "shop/a");
      const rotten = await makeDecided({ create });
      rotten.change("src/schema.sql", "create table orders ();\n");
      rotten.commit();
      await publishAs(rotten, "shop/b");
      const answer = await rotten.decisions({ scope: "org" });
      expect(answer.decisions).toMatchObject([
        { repository: "shop/b", health: "rotted", path: `.blue/dialogues/${rotten.id}/verdict.md` },
        { repository: "shop/a", health: "sound" },
      ]);
      expect(answer.counts).toMatchObject({ rotted: 1, sound: 1 });
      expect((await rotten.decisions({ scope: "org", fail_on: "rot" })).fails).toBe(true);
      expect(await rotten.refused("invalid_input", "decisions", { scope: "org", diff: "" })).toMatchObject({
        field: "diff",
      });
    });

    test("decisions are too many for one answer, and each page is small enough", async () => {
      await makeOrg();
      const one = await makeDecided({ create });
      for (let i = 1; i <= 250; i++) {
        const title = `Time of ${i}: ${"calendars ".repeat(10)}`;
        const number = String(i).padStart(4, "0");
        one.change(`.blue/docs/adrs/${number}-time.accepted.md`, `---\ntitle: "${title}"\nstatus: accepted\n---\n`);
        one.change(
          `.blue/docs/adrs/${number}-old.superseded.md`,
          `---\ntitle: Old\nstatus: superseded\nsuperseded_by: "${title}"\n---\n`,
        );
      }
      one.commit();
      await publishAs(one, "shop");
      const answer = await one.decisions({ scope: "org" });
      expect(JSON.stringify(answer).length).toBeLessThan(largestAnswer);
      expect(answer).toMatchObject({ counts: { sound: 1, unchecked: 250 }, page: 1, pages: 6 });
    });

    test("a damaged dialogue is published as damaged and hides nobody else's", async () => {
      await makeOrg();
      const one = await makeDecided({ create });
      cpSync(join(one.root, ".blue/dialogues", one.id), join(one.root, ".blue/dialogues/copy"), { recursive: true });
      one.change(".blue/dialogues/copy/opening.json", "{}");
      one.commit();
      const answer = await one.call("org.publish", { repository: "shop" });
      expect(answer.notes).toEqual([expect.stringContaining("copy is damaged")]);
      expect(await one.decisions({ scope: "org" })).toMatchObject({
        damaged: [{ id: "shop: copy" }],
        counts: { sound: 1 },
      });
    });

    test("a decision whose records are damaged is recalled as such, here and from everywhere", async () => {
      await makeOrg();
      const one = await makeDecided({ create });
      const record = `.blue/dialogues/${one.id}/round-0/round.json`;
      one.change(record, readFileSync(join(one.root, record), "utf8").replace("They do.", "They did."));
      one.commit();
      await publishAs(one, "shop");
      const question = "how should orders be paged";
      const known = { id: one.id, standing: "damaged", decided: "cannot be said: its records are damaged" };
      expect(await one.call("recall", { questions: [question] })).toMatchObject({ decisions: [known] });
      expect(await one.call("recall", { questions: [question], scope: "org" })).toMatchObject({
        decisions: [{ ...known, repository: "shop" }],
      });
      expect(await one.call("search", { questions: ["orders paged"], scope: "org" })).toMatchObject({
        hits: [{ status: "damaged" }],
      });
    });
  });
});
