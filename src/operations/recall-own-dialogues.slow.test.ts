/** The table of docs/decisions-in-force.md, on the dialogues of this repository: asked with their own questions, and with other words for the same need. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { deskAt } from "../../test/helpers/dialogue.ts";
import { makeFolder } from "../../test/helpers/project.ts";

const asked: [topic: string, own: string, otherWords: string][] = [
  [
    "orders-pagination",
    "Which pagination should /v2/orders have: cursor, offset or something else?",
    "How does a client read a long list of purchases page by page",
  ],
  [
    "where-truth-lives",
    "Should Blue treat the files it writes into the user's git repository as the source of truth and rebuild SQLite from them, or treat the SQLite database as the source of truth and render the files from it?",
    "When the index and the records differ, which one is believed",
  ],
  [
    "acknowledged-acceptance",
    "Should accepting a tension unresolved need the panel's acknowledgement, and is this proposal (docs/proposals/acknowledged-acceptance.md) the way to do it?",
    "May the Judge leave an objection open without asking the experts",
  ],
  [
    "webhook-delivery",
    "How should a small service (one Node 20 process per node, two nodes, one PostgreSQL database, no message broker) deliver webhooks to its customers' HTTPS endpoints?",
    "Sending events to other people's servers reliably, with retries and no queue",
  ],
  [
    "decision-rot",
    "How should `blue decisions` tell which decisions in force have rotted, that is, rest on something that has changed since, and `blue decisions --diff <range>` tell which decisions a change touches?",
    "How do we notice that an old verdict is outdated because the code it cites changed",
  ],
  [
    "review-of-docs-play-md",
    "What in this page is wrong, unsafe, missing or unclear for an engineer who will run blue play tomorrow? Check it against the code in src/play and src/cli/play.",
    "Is the guide to headless runs correct and safe to follow",
  ],
];

it("recall finds each of our dialogues first by its own question, and among its five answers by other words", async () => {
  const root = makeFolder();
  cpSync(join(fileURLToPath(new URL("../..", import.meta.url)), ".blue"), join(root, ".blue"), { recursive: true });
  const { call } = deskAt(root);
  const placeOf = async (topic: string, question: string) => {
    const { decisions } = await call<{ decisions: { id: string }[] }>("recall", { question });
    return decisions.findIndex(({ id }) => id.endsWith(`Z-${topic}`)) + 1;
  };
  for (const [topic, own, otherWords] of asked) {
    expect(await placeOf(topic, own), topic).toBe(1);
    expect(await placeOf(topic, otherWords), `${topic}: ${otherWords}`).toBeGreaterThan(0);
  }
});
