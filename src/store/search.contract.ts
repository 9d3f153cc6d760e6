/** What a search must answer, whichever engine it asks: one project's index, or the database that many share. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { initGit, makeProject, type Tree } from "../../test/helpers/project.ts";
import type { Project } from "./project.ts";
import { type Found, queryWords, type SearchQuery } from "./search.ts";

/** A shop's decisions, in the words people use for them. */
const documents: Record<string, [title: string, text: string]> = {
  "rfcs/0003-order-pages.implemented": [
    "Cursor pagination for order lists",
    "Deep pages of the order list time out, because an offset makes the database count every row before it. Each page carries an opaque cursor instead: the last order's time and number. Clients ask for the page after it. Counting all orders is dropped from the answer.",
  ],
  "rfcs/0007-payment-retries.approved": [
    "Retrying card payments",
    "The card provider fails in about one call of two hundred. A payment is retried three times with growing pauses. Every attempt carries the same idempotency key, so that nobody is charged twice. RFC 0012 says where the key is kept.",
  ],
  "rfcs/0012-idempotency.draft": [
    "Idempotency keys",
    "A key is made by the client and kept for a day. The same key with another body is refused. The table of keys is separate from the orders, so that it can be emptied.",
  ],
  "rfcs/0019-search-engine.rejected": [
    "A search engine of our own",
    "Customers look for products by name and by what others bought. We looked at running a search cluster. It would need two more machines and a person who knows it. The database's full-text search is good enough until there are a million products.",
  ],
  "rfcs/0024-image-sizes.implemented": [
    "Product images in four sizes",
    "Phones load images that are made for large screens. An upload is scaled to four sizes at once, and the page says which of them a browser may choose. Old images are scaled when they are first asked for.",
  ],
  "rfcs/0033-stock-reservation.approved": [
    "Reserving stock while somebody pays",
    "Two customers can buy the last piece. A reservation is made when the payment starts and given back after ten minutes. The count that customers see leaves reserved pieces out.",
  ],
  "rfcs/0041-refunds.draft": [
    "Refunds without a support ticket",
    "A customer may return an order within thirty days and gets the money back on the same card. Support still decides about everything later. Each refund names the order line it is for.",
  ],
  "adrs/0002-postgres.accepted": [
    "PostgreSQL for everything",
    "## Decision Outcome\n\nOne database for orders, products and the queue. A second kind of store needs a decision of its own.",
  ],
  "adrs/0005-no-soft-deletes.accepted": [
    "Rows are deleted, not hidden",
    "## Decision Outcome\n\nA deleted customer is gone from the table within a day, as the law asks. An audit log keeps who deleted what, without names.",
  ],
  "adrs/0009-events.superseded": [
    "Events over calls between services",
    "## Decision Outcome\n\nServices tell each other what happened and do not ask. The stock service hears of an order from the queue.",
  ],
  "adrs/0014-feature-flags.accepted": [
    "Feature flags live in the code",
    "## Decision Outcome\n\nA flag is a line in a file with a date. A build fails when the date is past, so that old flags are removed.",
  ],
  "adrs/0033-time-zones.accepted": [
    "All times are stored in UTC",
    "## Decision Outcome\n\nThe time zone of a customer is applied when a page is shown, never before. Reports name the zone they use.",
  ],
  "spikes/2026-02-03T0900Z-slow-checkout.done": [
    "Why the checkout is slow on Mondays",
    "The nightly report locks the orders table until nine. Payments wait for it. Moving the report to a copy of the database made the checkout fast again.",
  ],
  "spikes/2026-03-11T1400Z-mail-bounces.done": [
    "Bounced mail",
    "A third of the mails that bounce come from one provider, which wants a signature we did not send. With the signature the rate fell to one in a thousand.",
  ],
  "postmortems/2026-04-02T0800Z-double-charge.closed": [
    "Forty customers were charged twice",
    "The queue delivered messages again after a restart, and the worker had no idempotency key. Charges were given back the same day. The worker now refuses a message it has seen.",
  ],
  "runbooks/restore-database.active": [
    "Restore the database",
    "Stop the workers first. Take the last backup from the bucket and replay the log up to the minute before. Say so in the channel. Check that the count of orders grows again.",
  ],
};

const questions: [question: string, wanted: string][] = [
  ["why is the order list slow on deep pages", "0003-order-pages"],
  ["how do we page through long lists", "0003-order-pages"],
  ["what happens when the card provider fails", "0007-payment-retries"],
  ["where is the idempotency key kept", "0012-idempotency"],
  ["did we ever think about a search cluster", "0019-search-engine"],
  ["images are too large on a phone", "0024-image-sizes"],
  ["two people buy the last piece", "0033-stock-reservation"],
  ["customers want their money back", "0041-refunds"],
  ["which database do we use", "0002-postgres"],
  ["may I hide a row instead of deleting it", "0005-no-soft-deletes"],
  ["when is an old feature flag removed", "0014-feature-flags"],
  ["in which time zone is a date stored", "0033-time-zones"],
  ["checkout slow on Monday mornings", "slow-checkout"],
  ["our mail is not delivered and bounces", "mail-bounces"],
  ["customer charged twice", "double-charge"],
  ["how do I get a backup back into the database", "restore-database"],
];

const repository = fileURLToPath(new URL("../..", import.meta.url));

interface Answered extends Omit<Found, "hits"> {
  hits: { path: string }[];
}

/** Opens the engine on a project, and asks it. */
export type Engine = (project: Project) => Promise<(query: SearchQuery) => Promise<Answered>>;

/** `atLeastFirst` of the sixteen questions have their document first, `atMostBeyond` of them beyond the third place. */
export function describeSearch(open: Engine, { git, atLeastFirst, atMostBeyond }: Expected): void {
  let search: Awaited<ReturnType<Engine>>;
  beforeAll(async () => {
    search = await open(makeShop(git));
  });
  const pathsFor = async (query: string): Promise<string[]> =>
    (await search({ wordings: [queryWords(query)], limit: 20 })).hits.map(({ path }) => path);

  describe("a question in plain words", () => {
    test("finds its document among the first three, and mostly first", async () => {
      const places = await Promise.all(
        questions.map(async ([question, wanted]) =>
          (await pathsFor(question)).findIndex((path) => path.includes(wanted)),
        ),
      );
      const beyond = questions.filter((_, i) => places[i]! < 0 || places[i]! > 2);
      expect(beyond.length, beyond.join("; ")).toBeLessThanOrEqual(atMostBeyond);
      expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(atLeastFirst);
    });

    test("is not hidden by a passage that happens to have all of the words", async () => {
      // The reference has every one of these words somewhere; the RFC on them lacks two.
      const { hits, all } = await search({ wordings: [queryWords("the next page of a list by cursor")], limit: 3 });
      expect(all).toBe(true);
      expect(hits[0]!.path).toContain("0003-order-pages");
    });
  });

  describe("a document that is named by its number", () => {
    test.each([
      ["RFC 0033", "rfcs/0033-stock-reservation"],
      ["rfc 33", "rfcs/0033-stock-reservation"],
      ["RFC-0033", "rfcs/0033-stock-reservation"],
      ["rfc33", "rfcs/0033-stock-reservation"],
      ['"RFC 0033"', "rfcs/0033-stock-reservation"],
      ["what does ADR 0033 say about reports", "adrs/0033-time-zones"],
      ["0012", "rfcs/0012-idempotency"],
      ["12", "rfcs/0012-idempotency"],
      ["see 0012 about charging twice", "rfcs/0012-idempotency"],
    ])("%s comes first", async (query, wanted) => {
      expect((await pathsFor(query))[0]).toContain(wanted);
    });

    test("comes with its namesakes, and before those who only mention it", async () => {
      const both = (await pathsFor("0033")).slice(0, 2).sort();
      expect(both).toEqual([expect.stringContaining("adrs/0033"), expect.stringContaining("rfcs/0033")]);
      expect((await pathsFor("RFC 0012"))[1]).toContain("0007-payment-retries");
    });

    test("is not meant by any number in a sentence", async () => {
      expect((await pathsFor("within 33 minutes of the payment"))[0]).not.toContain("0033-time-zones");
    });
  });
}

interface Expected {
  git: boolean;
  atLeastFirst: number;
  atMostBeyond: number;
}

/** The shop's decisions among the project's own pages and a dialogue of it, which are long and about something else. */
function makeShop(git: boolean): Project {
  const made = Object.entries(documents).map(([path, [title, text]]) => [
    `.blue/docs/${path}.md`,
    `---\ntitle: ${title}\n---\n\n# ${title}\n\n${text}\n`,
  ]);
  const pages = readdirSync(join(repository, "docs")).filter((name) => name.endsWith(".md"));
  const own = pages.map((name, i) => [
    `.blue/docs/rfcs/${String(100 + i).padStart(4, "0")}-${name.replace(".md", ".draft.md")}`,
    readFileSync(join(repository, "docs", name), "utf8"),
  ]);
  const project = makeProject({ ...Object.fromEntries([...made, ...own]), ".blue/.gitignore": "blue.db*\n" } as Tree);
  const dialogue = ".blue/dialogues/2026-11-16T0046Z-acknowledged-acceptance";
  cpSync(join(repository, dialogue), join(project.root, dialogue), { recursive: true });
  if (!git) return project;
  initGit(project.root);
  return { ...project, git };
}
