import { expect, test } from "vitest";
import type { PanelMember, PoolExpert } from "../rules/records.ts";
import { unseated } from "./one-more.ts";

const expert = (role: string, focus: string | null, relevance: number): PoolExpert => ({
  ...{ role, focus, relevance },
  ...{ tier: "Core", description: null, model: null },
});
const seat = (role: string, focus: string | null) => ({ role, focus }) as PanelMember;

test("who joins looks at what nobody looks at yet, the most relevant first, and has no seat", () => {
  const pool = [
    expert("Storage Engineer", "crashes", 0.9),
    expert("Operator", null, 0.3),
    expert("Lawyer", "contracts", 0.4),
    expert("Tester", "Crashes", 0.8),
    expert("Attacker", "secrets", 0.6),
  ];
  const panel = [seat("storage engineer", "crashes"), seat("Editor", null)];
  expect(unseated(pool, panel).map(({ role }) => role)).toEqual(["Attacker", "Lawyer", "Operator", "Tester"]);
  expect(unseated(pool, []).map(({ role }) => role)[0]).toBe("Storage Engineer");
});
