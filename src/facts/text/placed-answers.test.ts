import { expect, test } from "vitest";
import { diffBlocks } from "./blocks.ts";
import { type PlacedAnswers, placeAnswers } from "./placed-answers.ts";

const answer = (id: string, text: string) => ({ id, answer: "resolved" as const, text });

test("an answer stands beside the change whose rare words it shares, or at the end", () => {
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
