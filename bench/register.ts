/** Registering a whole round through its operation, everything it does included, beside the same bytes written by hand with the same fsyncs. */
import { figure, type Group } from "./figure.ts";
import { deskAt, makeDesk, makeFolder, settle } from "./folders.ts";
import { compare } from "./measure.ts";
import { judgement, openPanel, type Panel, playRound, writeDrafts } from "./panel.ts";
import { makeGround, traceFiles, writeByHand } from "./trace.ts";

const inGit = "register 12 experts, 84 markers, in git";
const withoutGit = "register 12 experts, 84 markers, no git";

export const register: Group = {
  figures: [inGit, withoutGit],
  async measure(wanted) {
    const figures = [];
    if (wanted(inGit)) figures.push(figure(inGit, "ms", await registering(true), 4));
    if (wanted(withoutGit)) figures.push(figure(withoutGit, "ms", await registering(false), 4));
    return figures;
  },
};

async function registering(git: boolean): Promise<{ value: number; floor: number }> {
  const once = await writtenRound(git);
  const { files, steps } = traceFiles(once.desk.root);
  await call({ ...once, desk: deskAt(once.desk.root, files) });
  return compare(
    {
      setUp() {
        const folder = makeFolder();
        makeGround(folder, steps);
        return folder;
      },
      run: (folder) => writeByHand(folder, steps),
      tearDown: settle,
    },
    {
      async setUp() {
        const panel = await writtenRound(git);
        settle(panel.desk.root);
        return panel;
      },
      run: call,
      tearDown: ({ desk }) => settle(desk.root),
    },
    { turns: 30, warmUp: 10, seconds: 30 },
  );
}

/** Round 1 of a dialogue, written and not registered. */
async function writtenRound(git: boolean): Promise<Panel> {
  const panel = await openPanel(makeDesk({ git }), { experts: 12, words: 75 });
  await playRound(panel, 0);
  writeDrafts(panel, 1);
  return panel;
}

async function call(panel: Panel): Promise<void> {
  const input = judgement(panel, 1);
  const { id_mapping } = await panel.desk.call<{ id_mapping: object }>("dialogue.round-register", input);
  if (Object.keys(id_mapping).length !== 84) throw new Error(`${Object.keys(id_mapping).length} markers, not 84`);
}
