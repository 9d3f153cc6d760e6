/** The skill's printed call for one prompt, in every round and through both faces, by a Judge who writes no text and names no proposal. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { promptPath } from "../../src/store/drafts.ts";
import { type Answer, dialogueAt, makeDesk } from "../helpers/dialogue.ts";
import { callByCli, callByMcp, type FaceCall } from "../helpers/faces.ts";
import { investmentCreate, investmentRound1 } from "../helpers/printed-examples.ts";

const output_dir = ".blue/dialogues/investment-strategy";
const printed = {
  output_dir,
  agent_name: "Palmier",
  agent_emoji: "🧁",
  agent_role: "Geopolitical Risk Analyst",
  round: 1,
  expert_source: "created",
  focus: "Taiwan semiconductor concentration",
};

describe.each([
  ["the command line", async (call: FaceCall) => (await callByCli(call)).answer],
  ["MCP", async (call: FaceCall) => (await callByMcp(call)).structuredContent as Answer],
] as const)("blue_dialogue_round_prompt as printed, on %s", (_, face) => {
  it("works in every round without a proposal, and says what a signal agrees to", async () => {
    const desk = makeDesk();
    const ask = (name: string, input: object) => face({ root: desk.root, name, input });
    await ask("dialogue.create", { ...investmentCreate, output_dir });
    const dialogue = dialogueAt(desk, "investment-strategy");
    const [first] = dialogue.panel();
    const local = first!.toUpperCase();
    await dialogue.round({ [first!]: [`[${local}-P0001: options]\nMany.`, `[${local}-R0001: hedge]\nHedge it.`] });
    const status = async () => ((await ask("dialogue.status", { output_dir })) as { next: Answer }).next;
    const promptOf = () => readFileSync(join(desk.root, promptPath(dialogue.open(), "Palmier")), "utf8");

    await ask("dialogue.evolve-panel", investmentRound1);
    expect(await status()).toMatchObject({
      tool: "blue_dialogue_round_prompt",
      why: expect.stringContaining("No text"),
    });
    expect(JSON.stringify(((await status()) as { arguments: Answer }).arguments)).not.toContain("…");
    const one = await ask("dialogue.round-prompt", printed);
    expect(one.spawn).toMatchObject([{ expert: "Palmier", role: "Geopolitical Risk Analyst" }]);
    expect(promptOf()).toContain("I can live with the recommendations that stand:\n\n- R0001: hedge");
    await ask("dialogue.round-prompt", { output_dir, round: 1 });
    await dialogue.round({ Palmier: ["[PALMIER-P0101: chips]\nFew foundries."] });

    const two = await ask("dialogue.round-prompt", { ...printed, round: 2, expert_source: "retained" });
    expect(two.spawn).toMatchObject([{ expert: "Palmier" }]);
    expect(two.warnings ?? []).toEqual([]); // who stays is retained, without a word of the Judge
    await ask("dialogue.round-prompt", { output_dir, round: 2 });
    const registered = await dialogue.round();
    expect(registered).toMatchObject({ can_converge: true, next: { tool: "blue_dialogue_verdict_register" } });
    const verdict = await ask("dialogue.verdict-register", {
      output_dir,
      round: 2,
      recommendation: "APPROVE with options overlay",
    });
    expect(verdict).toMatchObject({ decision: true, seen_by_panel: false });
  });
});
