import { expect, test } from "vitest";
import { diffBlocks } from "./blocks.ts";
import { type PlacedAnswers, placeAnswers } from "./placed-answers.ts";

const answer = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("an answer is shown beside the change whose rare words it shares, or at the end", () => {
  const changes = diffBlocks(
    "# Queue\n\nThe worker finishes the job.\n\nRows are kept.",
    "# Queue\n\nThe worker finishes the job only while the lease is running.\n\nRows are kept; keys live in job_keys forever.",
  );
  const names = ({ at, loose }: PlacedAnswers) => ({
    at: [...at].map(([i, answers]) => [changes[i]!.name, answers.map(({ id }) => id)]),
    loose: loose.map(({ id }) => id),
  });
  const placed = placeAnswers(
    changes,
    [
      answer("T0001", "keys live in job_keys, forever"),
      answer("T0002", "the lease must be running"),
      answer("T0003", "metrics come later"),
    ],
    new Map(),
  );
  expect(names(placed)).toEqual({
    at: [
      ["Queue: Rows are kept; keys live in…", ["T0001"]],
      ["Queue: The worker finishes the job…", ["T0002"]],
    ],
    loose: ["T0003"],
  });
});

test("an answer that begins with a block's name means that block, whatever words it shares", () => {
  const changes = diffBlocks(
    "**Claim** takes a job.\n\n**Effects** nothing yet.",
    "**Claim** takes a job and its charges row.\n\n**Effects** writes down what it will do.",
  );
  const named = placeAnswers(changes, [answer("T0001", "Effects, a charges row is written")], new Map());
  expect([...named.at.keys()].map((i) => changes[i]!.name)).toEqual(["Effects"]);
});

test("an answer is placed by new words before old ones, and by what its objection is called", () => {
  const changes = diffBlocks(
    "The ledger table keeps every payment.\n\nThe nightly sweeper removes finished rows.",
    "The ledger table keeps every payment for seven years.\n\nThe nightly sweeper removes finished rows after archiving payment copies.",
  );
  const place = (text: string, label = "") => {
    const { at, loose } = placeAnswers(changes, [answer("T0001", text)], new Map([["T0001", { label }]]));
    return loose.length > 0 ? "loose" : [...at.keys()][0];
  };
  expect(place("archiving copies comes first")).toBe(1);
  expect(place("kept for seven years")).toBe(0);
  expect(place("done as asked")).toBe("loose");
  expect(place("done as asked", "the nightly sweeper removes finished rows too early")).toBe(1);
  expect(place("with that from where")).toBe("loose");
});

test("answers stand together beside one change, and nowhere where nothing changed", () => {
  const changes = diffBlocks("Rows are kept.", "Rows are kept; keys live in job_keys forever.");
  const answers = [answer("T0001", "keys live in job_keys"), answer("T0002", "job_keys live forever")];
  expect([...placeAnswers(changes, answers, new Map()).at]).toEqual([[0, answers]]);
  const same = diffBlocks("Rows are kept.", "Rows are kept.");
  expect(placeAnswers(same, answers, new Map())).toEqual({ at: new Map(), loose: answers });
  const heading = diffBlocks("# Rows are kept", "# Rows are kept; keys live in job_keys forever");
  expect(placeAnswers(heading, answers, new Map()).loose).toEqual(answers);
});

test("an answer that begins with the name of a section means a block of that section", () => {
  const changes = diffBlocks(
    "# Queue\n\n## Claim\n\nIt takes one.\n\n## Effects\n\nIt writes one.",
    "# Queue\n\n## Claim\n\nIt takes one with its charges row.\n\n## Effects\n\nIt writes one before.",
  );
  const { at } = placeAnswers(changes, [answer("T0001", '"Effects", charges row')], new Map());
  expect([...at.keys()].map((i) => changes[i]!.section)).toEqual(["Effects"]);
});

test("more answers than can be compared are placed nowhere", () => {
  const text = (word: string) => Array.from({ length: 300 }, (_, i) => `${word}${i} one two three`).join("\n\n");
  const many = Array.from({ length: 1000 }, (_, i) => answer(`T${i}`, "one two three"));
  expect(placeAnswers(diffBlocks("", text("alpha")), many, new Map())).toEqual({ at: new Map(), loose: many });
});
