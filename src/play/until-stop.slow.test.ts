import { describe, expect, it } from "vitest";
import { answered, instantPlan, openPlayer, usualAnswer } from "../../test/helpers/instant-player.ts";
import { initGit, makeFolder } from "../../test/helpers/project.ts";
import { makeContext } from "../context.ts";
import { openDialogue } from "../store/find-dialogue.ts";
import { findProject } from "../store/project.ts";
import type { PlayEvent } from "./events.ts";
import type { PlayPlan } from "./plan.ts";
import { play } from "./play.ts";
import type { RunRequest } from "./runners/runner.ts";

function tension(expert: string, n: number, topic: number): string {
  const words = Array.from({ length: 10 }, (_, i) => `matter${topic}part${i}`).join(" ");
  return `[${expert.toUpperCase()}-T${String(n + 1).padStart(4, "0")}: conflict ${topic} | minor]\n${words}`;
}

/** Three find much that nobody else does; whoever joins finds what they found, and little more. */
const found: Record<string, readonly number[]> = {
  Muffin: [0, 1, 2, 3, 4, 5, 6],
  Cupcake: [6, 7, 8, 9, 10, 11, 12, 13],
  Scone: [12, 13, 14, 15, 16, 17, 18],
  Eclair: [0, 1, 2, 3, 7, 8, 14, 15, 16, 19],
  Donut: [0, 1, 4, 5, 9, 10, 11, 15, 16, 17, 18, 20],
};

const experts = Array.from({ length: 6 }, (_, i) => ({
  role: `Reader ${i + 1}`,
  tier: "Core",
  relevance: 0.9 - i / 100,
  focus: `part ${i + 1}`,
}));

/** A Judge who merges what Blue says looks alike. */
function judged(request: RunRequest): string {
  const answer = JSON.parse(usualAnswer(request)) as Record<string, unknown>;
  const groups = [...request.prompt.matchAll(/^- (.+) look alike$/gm)].map(([, names]) => names!.split(" and "));
  const merges = groups.map(([lead, ...same]) => ({ lead, same }));
  return JSON.stringify("merges" in answer ? { ...answer, merges } : answer);
}

async function review(over: Partial<PlayPlan>, tokens = 100) {
  const root = makeFolder({ "design.md": "# Cache\n\nWe cache everything for ever.\n" });
  initGit(root);
  const context = makeContext(findProject({ flag: root, env: {} }));
  const events: PlayEvent[] = [];
  const plan = instantPlan({ method: "review", pool: { domain: "Caches", experts }, until_stop: true, ...over });
  const run = async (request: RunRequest) => {
    const topics = found[request.name];
    if (request.name === "Judge") return answered(judged(request));
    if (topics === undefined) return answered(usualAnswer(request));
    const text = `${topics.map((topic, n) => tension(request.name, n, topic)).join("\n\n")}\n`;
    return { ...answered(text), usage: { input: tokens, cached: 0, output: 0, usd: null } };
  };
  const player = openPlayer({ context, home: makeFolder(), plan, run, emit: (event) => events.push(event) });
  const { outcome } = await play(player);
  const { loaded } = openDialogue(context.project, { dialogue_id: plan.id });
  return { outcome, record: loaded.rounds[0]!, events };
}

const looks = (events: readonly PlayEvent[]) => events.flatMap((one) => (one.event === "look" ? [one] : []));

describe("--until-stop", () => {
  it("adds one expert at a time while a further look pays, and says what each brought beside what was predicted", async () => {
    const { outcome, record, events } = await review({});
    expect(outcome).toBe("reviewed");
    expect(record.panel.map(({ name }) => name)).toEqual(["Muffin", "Cupcake", "Scone", "Eclair"]);
    expect(looks(events)).toEqual([
      expect.objectContaining({
        joins: "Eclair",
        brought: null,
        coverage: expect.stringContaining("A further look pays."),
      }),
    ]);
    expect(record.later_looks).toMatchObject([{ expert: "Eclair" }]);
    const registered = events.find((one) => one.event === "registered");
    expect(registered).toMatchObject({
      later_looks: [expect.stringMatching(/^Eclair joined later: about \d/)],
    });
  });

  it("ends with the pool, and with the budget, and says so", async () => {
    const nobody = await review({ pool: { domain: "Caches", experts: experts.slice(0, 3) } });
    expect(nobody.record.panel).toHaveLength(3);
    const said = { event: "warning", message: "A further look would pay, but the pool has nobody left." };
    expect(nobody.events).toContainEqual(said);
    // Three runs of 100,000, and what is left is the Judge's.
    const poor = await review({ budget: { tokens: 345_000, usd: null } }, 100_000);
    expect(poor.record.panel).toHaveLength(3);
    expect(poor.events).toContainEqual({ ...said, message: "A further look would pay, but the budget ends here." });
  });

  it("adds nobody unless it is asked for", async () => {
    const { record, events } = await review({ until_stop: false });
    expect(record.panel).toHaveLength(3);
    expect(looks(events)).toEqual([]);
  });
});
