/** Panels as the alignment-play skill prints them, through both faces: create, draw, the printed panel of round 1, and the files that Blue writes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toolsets } from "../../src/operations/operation.ts";
import { type Answer, type Dialogue, dialogueAt, makeDesk } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall, runCommand } from "../helpers/faces.ts";
import { investmentCreate, investmentRound1 } from "../helpers/printed-examples.ts";

interface Seat {
  name: string;
  role: string;
  source: string;
  tier: string;
}

describe.each([
  ["the command line", async (call: FaceCall) => (await callByCli(call)).answer],
  ["MCP", async (call: FaceCall) => (await callByMcp(call, toolsets)).structuredContent as Answer],
] as const)("panels of the skill on %s", (_, face) => {
  async function opened(input: object = {}) {
    const desk = makeDesk();
    const ask = (name: string, given: object) => face({ root: desk.root, name, input: given });
    const created = await ask("dialogue.create", {
      ...investmentCreate,
      output_dir: investmentRound1.output_dir,
      ...input,
    });
    return { dialogue: dialogueAt(desk, "investment-strategy"), ask, drawn: created.suggested_panel as Seat[] };
  }

  it("the printed create draws Core, Adjacent and Wildcard", async () => {
    const { drawn } = await opened();
    expect(drawn).toHaveLength(6);
    for (const tier of ["Core", "Adjacent", "Wildcard"])
      expect(
        drawn.map((seat) => seat.tier),
        tier,
      ).toContain(tier);
  });

  it("the printed panel of round 1 is seated after the printed create, and Palmier is asked as printed", async () => {
    const { dialogue, ask, drawn } = await opened();
    await dialogue.round();
    const evolved = await ask("dialogue.evolve-panel", investmentRound1);
    const seats = evolved.panel as Seat[];
    expect(seats.map(({ role }) => role)).toEqual(investmentRound1.panel.map(({ role }) => role));
    for (const { name, role } of seats) {
      const before = drawn.find((seat) => seat.name === name);
      if (before !== undefined) expect(before.role).toBe(role);
    }
    const scone = drawn.find(({ name }) => name === "Scone")!;
    const supply = seats[2]!.name;
    if (supply !== "Scone")
      expect(evolved.warnings).toContain(`Scone is ${scone.role}; Supply Chain Analyst sits as ${supply}.`);
    const printed = {
      output_dir: investmentRound1.output_dir,
      agent_name: "Palmier",
      agent_emoji: "🥐",
      agent_role: "Geopolitical Risk Analyst",
      round: 1,
      expert_source: "created",
      focus: "Taiwan semiconductor concentration",
    };
    const asked = await ask("dialogue.round-prompt", printed);
    expect(asked.task).toMatchObject({ description: "🥐 <expert> expert deliberation" });
    expect(asked.warnings ?? []).not.toContainEqual(expect.stringContaining("expert_source"));
    const wrong = await ask("dialogue.round-prompt", { ...printed, expert_source: "pool" });
    expect(wrong.warnings).toEqual(['`expert_source`: Palmier is "created" on this panel, and is asked as such.']);
  });

  it("rotation wildcards changes somebody in every round", async () => {
    const { dialogue, ask, drawn } = await opened({ rotation: "wildcards" });
    let before = drawn.map(({ role }) => role).toSorted();
    for (const round of [1, 2, 3]) {
      await dialogue.round();
      const { panel } = (await ask("dialogue.sample-panel", { dialogue_id: dialogue.id })) as unknown as {
        panel: Seat[];
      };
      const after = panel.map(({ role }) => role).toSorted();
      expect(after, `round ${round}`).not.toEqual(before);
      before = after;
    }
  });
});

describe("evolve-panel --panel", () => {
  const rolesAt = (dialogue: Dialogue, file: string) =>
    (JSON.parse(readFileSync(join(dialogue.root, file), "utf8")) as { experts: Seat[] }).experts.map(
      ({ role }) => role,
    );

  it("takes the file that Blue wrote for a round, and {panel: […]}", async () => {
    const desk = makeDesk({
      tree: { "panel.json": JSON.stringify({ panel: investmentRound1.panel }) },
    });
    await desk.call("dialogue.create", { ...investmentCreate, output_dir: investmentRound1.output_dir });
    const dialogue = dialogueAt(desk, "investment-strategy");
    await dialogue.round();
    const file = `${investmentRound1.output_dir}/round-0/panel.json`;
    const evolve = async (path: string) => {
      const command = `blue dialogue evolve-panel --id investment-strategy --round 1 --panel ${path}`;
      const { code, answer } = await runCommand(desk.root, command);
      expect({ code, answer }).toMatchObject({ code: 0 });
      return answer as unknown as { panel: Seat[]; retained: string[]; fresh: string[]; warnings: string[] };
    };
    const roles = ({ panel }: { panel: Seat[] }) => panel.map(({ role }) => role);
    const again = await evolve(file);
    expect(roles(again)).toEqual(rolesAt(dialogue, file));
    expect({ retained: again.retained, fresh: again.fresh }).toEqual({ retained: dialogue.panel(), fresh: [] });
    expect(again.warnings).toContain('Value Analyst sat before: its source is "retained".');
    expect(roles(await evolve("panel.json"))).toEqual(investmentRound1.panel.map(({ role }) => role));
  });
});
