/** The table of docs/decisions-in-force.md, on the dialogues of this repository: asked with their own questions, and with three wordings of the same need. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { deskAt } from "../../test/helpers/dialogue.ts";
import { makeFolder } from "../../test/helpers/project.ts";

const asked: [topic: string, own: string, ...wordings: string[]][] = [
  [
    "orders-pagination",
    "Which pagination should /v2/orders have: cursor, offset or something else?",
    "How does a client read a long list of purchases page by page",
    "Customers with many purchases wait too long for their history",
    "keyset or limit and skip for a REST list endpoint",
  ],
  [
    "where-truth-lives",
    "Should Blue treat the files it writes into the user's git repository as the source of truth and rebuild SQLite from them, or treat the SQLite database as the source of truth and render the files from it?",
    "When the index and the records differ, which one is believed",
    "What do we trust after a crash: the papers or the database",
    "rebuild the sqlite cache from files in git",
  ],
  [
    "acknowledged-acceptance",
    "Should accepting a tension unresolved need the panel's acknowledgement, and is this proposal (docs/proposals/acknowledged-acceptance.md) the way to do it?",
    "May the Judge leave an objection open without asking the experts",
    "Can the chair overrule a concern on its own",
    "mark an unresolved conflict as accepted without a vote of the panel",
  ],
  [
    "webhook-delivery",
    "How should a small service (one Node 20 process per node, two nodes, one PostgreSQL database, no message broker) deliver webhooks to its customers' HTTPS endpoints?",
    "Sending events to other people's servers reliably, with retries and no queue",
    "Partners must not miss a notification when their site is down",
    "outbox table in postgres, exponential backoff, signed POST requests",
  ],
  [
    "decision-rot",
    "How should `blue decisions` tell which decisions in force have rotted, that is, rest on something that has changed since, and `blue decisions --diff <range>` tell which decisions a change touches?",
    "How do we notice that an old verdict is outdated because the code it cites changed",
    "Are our earlier choices still valid after all the changes",
    "in CI flag quoted lines that moved or vanished in a diff",
  ],
  [
    "review-of-docs-play-md",
    "What in this page is wrong, unsafe, missing or unclear for an engineer who will run blue play tomorrow? Check it against the code in src/play and src/cli/play.",
    "Is the guide to headless runs correct and safe to follow",
    "Can a newcomer rely on the handbook for unattended runs",
    "mistakes in the documentation of the player command, its flags and budget",
  ],
];

const undecided: string[][] = [
  [
    "How do we pay employees in other countries?",
    "Salaries for staff abroad",
    "payroll provider integration and tax withholding",
  ],
  [
    "Which colours should the shopping site have?",
    "Our brand must look friendly",
    "css palette and dark theme for the storefront",
  ],
  [
    "How long do we keep video recordings of the warehouse?",
    "Security cameras and privacy of workers",
    "retention of h264 footage on network storage",
  ],
  [
    "Should the mobile game support tournaments?",
    "Players compete for prizes every weekend",
    "matchmaking by elo with leaderboards",
  ],
  [
    "How do we measure the temperature in the greenhouse?",
    "Plants must not freeze at night",
    "thermistor sampling over zigbee",
  ],
  [
    "Do we translate the product into Portuguese?",
    "Selling in Brazil next year",
    "gettext catalogues and plural rules",
  ],
  [
    "How are train delays announced to passengers?",
    "Travellers complain about missing information",
    "gtfs realtime feed to platform displays",
  ],
  [
    "Which queue should carry the sensor readings?",
    "The factory sends more data every month",
    "kafka partitions versus mqtt retained messages",
  ],
  [
    "What do we do when a patient misses an appointment?",
    "Fewer empty slots at the clinic",
    "sms reminders through a telephony gateway",
  ],
  [
    "How are invoices rounded?",
    "The accountant found differences of one cent",
    "decimal arithmetic and banker's rounding of vat",
  ],
];

it("recall finds each of our dialogues first by its own question, and among its five answers by other words", async () => {
  const root = makeFolder();
  cpSync(join(fileURLToPath(new URL("../..", import.meta.url)), ".blue"), join(root, ".blue"), { recursive: true });
  const { call } = deskAt(root);
  const recalled = async (...questions: string[]) =>
    (await call<{ decisions: { id: string }[] }>("recall", { questions })).decisions.map(({ id }) => id);
  const places: number[] = [];
  for (const [topic, own, ...wordings] of asked) {
    expect((await recalled(own))[0], topic).toContain(topic);
    const found = await recalled(...wordings);
    places.push(found.findIndex((id) => id.endsWith(`Z-${topic}`)) + 1);
    expect(places.at(-1), topic).toBeGreaterThan(0);
  }
  expect(places.filter((place) => place === 1).length, String(places)).toBeGreaterThanOrEqual(5);
  // A review has many words about its subject, and decides nothing; what an objection is called is not what was decided.
  const { decisions } = await call<{ decisions: { id: string; passage: string }[] }>("recall", {
    questions: ["How do we page long lists?"],
  });
  expect(decisions).toMatchObject([
    {
      id: expect.stringContaining("orders-pagination"),
      passage: expect.stringMatching(/^Exports do not page the live list/),
    },
  ]);
  const answered = [];
  for (const wordings of undecided) answered.push(await recalled(...wordings));
  expect(answered.filter((found) => found.length > 0).length).toBeLessThanOrEqual(1);
});
