import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { PlayEvent } from "../../play/events.ts";
import { makeScreen } from "./screen.ts";

/** What a pipe gets. */
function printed(...events: PlayEvent[]): string {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) > 0, on: () => {} };
  const terminal = {
    ...{ stdin: () => Readable.from([]), stdout: stream, stderr: stream, env: {}, cwd: () => "/", version: "0" },
    ...{ onSignal: () => {}, exit: () => {} },
  };
  const screen = makeScreen({ terminal: terminal as never, mode: "text", color: false });
  for (const event of events) screen.show(event, "");
  screen.close();
  return written.join("");
}

test("a further look is announced by what it pays, and what each brought stands beside what was predicted", () => {
  const look = { event: "look" as const, coverage: "One more would bring about 4. A further look pays." };
  const brought = "Eclair joined later: about 4 new (1 to 8) predicted, 3 came.";
  const last = "Donut joined later: about 2 new (0 to 5) predicted, 1 came.";
  const registered = {
    ...{ event: "registered" as const, round: 0, score: 10, velocity: 9, open: 9, new_perspectives: 0, signals: 0 },
    ...{ panel: 5, coverage: "Your call.", later_looks: [brought, last] },
  };
  expect(
    printed(
      { ...look, brought: null, joins: "Eclair", role: "Attacker" },
      { ...look, brought, joins: "Donut", role: "Operator" },
      registered as PlayEvent,
    ),
  ).toBe(
    [
      look.coverage,
      "🧁 Eclair, Attacker, joins.",
      brought,
      look.coverage,
      "🧁 Donut, Operator, joins.",
      "✓ Round 0: score 10, 9 left to settle (9 open tensions + 0 new perspectives), 0 of 5 signed",
      "Convergence: 0%",
      "Your call.",
      brought,
      last,
      "",
    ].join("\n"),
  );
});
