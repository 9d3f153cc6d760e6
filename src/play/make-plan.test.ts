import { describe, expect, it } from "vitest";
import { makeFolder, makeProject, random } from "../../test/helpers/project.ts";
import { openState, writePlan } from "../store/play-state.ts";
import { newPlan, parsePlayInput, resumedPlan } from "./make-plan.ts";

const now = new Date("2026-02-03T14:23:00Z");
const project = makeProject({ "a.md": "a", "b.md": "b" });
const planned = (given: Record<string, unknown>) => newPlan(project, parsePlayInput(given), now);

describe("the plan of a play", () => {
  it("has four seats, three in a review, and as many as the counts of its runners say", () => {
    expect(planned({ topic: "A" }).panel_size).toBe(4);
    expect(planned({ topic: "A", method: "review", subject: "a.md" }).panel_size).toBe(3);
    expect(planned({ topic: "A", runner: "claude:1,ollama:5" }).panel_size).toBe(6);
    expect(planned({ topic: "A", runner: "claude:1,ollama" }).panel_size).toBe(4);
    expect(() => planned({ topic: "A", runner: "claude:1,ollama:1", panel_size: 8 })).toThrow(/gives 2 seats/);
  });

  it("takes a topic that names a file as its subject, unless another is given", () => {
    expect(planned({ topic: "a.md" }).subject).toBe("a.md");
    expect(planned({ topic: "a.md", subject: "b.md" }).subject).toBe("b.md");
    for (const topic of ["A", "node.js", "../a.md"]) expect(planned({ topic }).subject).toBeNull();
    // A misspelled path is no topic to pay for.
    for (const topic of ["c.md", "docs/c.txt"]) expect(() => planned({ topic })).toThrow(topic);
  });

  it("of `blue alignment play` has the whole pool, at most twelve; the Judge designs as many as have a seat", () => {
    const whole = (given: Record<string, unknown>) =>
      newPlan(project, parsePlayInput({ topic: "A", ...given }), now, true);
    const experts = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ role: `Role ${i}`, tier: "Core", relevance: 0.5 }));
    expect(whole({})).toMatchObject({ panel_size: 12, pool_size: 12 });
    expect(whole({ panel_size: 8 })).toMatchObject({ panel_size: 8, pool_size: 8 });
    expect(whole({ template: "general" }).panel_size).toBe(11);
    expect(whole({ pool: { experts: experts(20) } }).panel_size).toBe(12);
    expect(whole({ pool: { experts: experts(5) } }).panel_size).toBe(5);
    expect(planned({ topic: "A", panel_size: 10 })).toMatchObject({ panel_size: 10, pool_size: 10 });
    expect(planned({ topic: "A" })).toMatchObject({ panel_size: 4, pool_size: 8 });
  });

  it("refuses a panel larger than its pool, and a pool that is wrong, before anybody is asked", () => {
    expect(() => planned({ topic: "A", template: "general", panel_size: 12 })).toThrow(/the pool has 11/);
    const pool = { experts: [{ role: "One", tier: "outer", relevance: 2 }] };
    expect(() => planned({ topic: "A", pool })).toThrow(/at least 3 experts/);
  });

  it("needs a topic, or an RFC that has one", () => {
    for (const given of [{}, { topic: " " }])
      expect(() => planned(given)).toThrow(/`<topic>` is required. Give a topic/);
  });

  it("names a flag that is wrong", () => {
    expect(() => parsePlayInput({ topic: "A", max_rounds: 1 })).toThrow(/`max-rounds`/);
    expect(() => parsePlayInput({ topic: "A", question: "" })).toThrow("`question` is empty");
  });
});

describe("a play that is resumed", () => {
  const env = { HOME: makeFolder() };
  const plan = { ...planned({ topic: "A plan" }), seats: [{ runner: "claude", model: null, count: null }] };
  const chosen = { runner: "claude", model: null };
  writePlan(openState(project, plan.id, env), { ...plan, author: chosen, judge: chosen }, random);
  const resume = (given: Record<string, unknown>) =>
    resumedPlan(project, parsePlayInput({ resume: "a-plan", ...given }), env);

  it("is found by its topic before there is a dialogue", () => {
    expect(resume({}).id).toBe("2026-02-03T1423Z-a-plan");
    expect(() => resume({ resume: "another" })).toThrow(/another/);
  });

  it("leaves a vendor with author and Judge too", () => {
    expect(resume({}).judge.runner).toBe("claude");
    expect(resume({ runner: "anthropic" })).toMatchObject({ author: { runner: "" }, judge: { runner: "" } });
  });

  it("takes what is the player's own, and refuses what the opening holds", () => {
    expect(resume({ include: ["b.md"], budget_tokens: 7 })).toMatchObject({ include: ["b.md"], budget: { tokens: 7 } });
    expect(() => resume({ max_rounds: 15 })).toThrow(/--max-rounds: that was fixed/);
    expect(() => resume({ source: ["a.md"] })).toThrow(/--source/);
  });
});
