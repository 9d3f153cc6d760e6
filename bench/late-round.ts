/** What a Judge waits for who comes back late: status and context at round 9 of a dialogue of twelve, beside reading the same files. */
import { figure, type Group } from "./figure.ts";
import { deskAt, makeDesk } from "./folders.ts";
import { compare } from "./measure.ts";
import { openPanel, playRound, writeDrafts, writePrompts } from "./panel.ts";
import { readByHand, traceFiles } from "./trace.ts";

const operations = {
  "status, round 9 of 12 experts": "dialogue.status",
  "context, round 9 of 12 experts": "dialogue.round-context",
};

export const lateRound: Group = {
  figures: Object.keys(operations),
  async measure(wanted) {
    const desk = makeDesk({ git: true });
    const panel = await openPanel(desk, { experts: 12, words: 75 });
    for (let round = 0; round < 9; round++) await playRound(panel, round);
    await writePrompts(panel, 9);
    writeDrafts(panel, 9);
    const figures = [];
    for (const [name, operation] of Object.entries(operations)) {
      if (!wanted(name)) continue;
      const { files, reads } = traceFiles(desk.root);
      await deskAt(desk.root, files).call(operation, { dialogue_id: panel.id });
      const times = await compare(
        { run: () => readByHand(desk.root, reads) },
        { run: () => desk.call(operation, { dialogue_id: panel.id }) },
        { turns: 40, warmUp: 5 },
      );
      figures.push(figure(name, "ms", times));
    }
    return figures;
  },
};
