/** How an expert's prompt grows from round to round of one dialogue of twelve. Characters; the floor is the same expert's prompt of round 2. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { draftsFolder } from "../src/store/drafts.ts";
import { openDialogue } from "../src/store/find-dialogue.ts";
import { figure, type Group } from "./figure.ts";
import { filesBelow, makeDesk } from "./folders.ts";
import { median } from "./measure.ts";
import { type Habit, openPanel, playRound, writePrompts } from "./panel.ts";

const last = 9;
const rounds = Array.from({ length: last + 1 }, (_, round) => round);
const byRound = (round: number) => `prompt, round ${round}, 84 markers a round`;
const growths = {
  busy: "prompt, round 9 to 2, 84 markers a round",
  endless: "prompt, round 9 to 2, no tension settled",
};
/** A short early prompt may grow: what nobody took up is shown until somebody does. */
const terse = "prompt, round 9, 12 short markers a round, beside 84 a round";

const bounded = { most: 1.5, why: "every expert pays for its prompt; round 9 may not cost much more than round 2" };
const noLonger = { most: 1, why: "a panel that says little pays for no longer prompts than one that says much" };

export const prompts: Group = {
  figures: [...rounds.map(byRound), ...Object.values(growths), terse],
  async measure(wanted) {
    const figures = [];
    const busy = await promptSizes("busy");
    const usual = (round: number) => median([...busy[round]!.values()]);
    for (const round of rounds)
      figures.push(figure(byRound(round), "characters", { value: usual(round), floor: usual(2) }));
    for (const [name, sizes] of [
      [growths.busy, busy],
      [growths.endless, await promptSizes("endless")],
    ] as const) {
      const pairs = [...sizes[last]!].map(([expert, value]) => ({ value, floor: sizes[2]!.get(expert)! }));
      pairs.sort((a, b) => b.value / b.floor - a.value / a.floor);
      figures.push(figure(name, "characters", pairs[0]!, bounded));
    }
    const short = (await promptSizes("terse"))[last]!;
    figures.push(figure(terse, "characters", { value: Math.max(...short.values()), floor: usual(last) }, noLonger));
    return figures.filter(({ name }) => wanted(name));
  },
};

/** Round → prompt file → characters. */
async function promptSizes(habit: Habit): Promise<Map<string, number>[]> {
  const desk = makeDesk();
  const panel = await openPanel(desk, { experts: 12, words: habit === "terse" ? 20 : 75, habit });
  const sizes: Map<string, number>[] = [];
  for (const round of rounds) {
    await writePrompts(panel, round);
    const folder = join(desk.root, draftsFolder(openDialogue(desk.project, { dialogue_id: panel.id }).next));
    const found = [...filesBelow(folder)].filter((path) => path.endsWith("/prompt.md"));
    sizes.push(new Map(found.map((path) => [path.slice(folder.length), readFileSync(path, "utf8").length])));
    await playRound(panel, round);
  }
  return sizes;
}
