/** Registering a whole round through its operation, everything it does included, beside the same bytes written by hand with the same fsyncs. */
import { beside, type Figure, figure, type Group } from "./figure.ts";
import { deskAt, makeFolder, settle } from "./folders.ts";
import { inTurns, median, type Trial } from "./measure.ts";
import type { Panel } from "./panel.ts";
import { against } from "./places.ts";
import * as here from "./registering.ts";
import { makeGround, traceFiles, writeByHand } from "./trace.ts";

const inGit = "register 12 experts, 84 markers, in git";
const withoutGit = "register 12 experts, 84 markers, no git";

export const register: Group = {
  figures: [inGit, withoutGit],
  async measure(wanted) {
    const figures = [];
    if (wanted(inGit)) figures.push(...(await registering(inGit, true)));
    if (wanted(withoutGit)) figures.push(...(await registering(withoutGit, false)));
    return figures;
  },
};

async function registering(name: string, git: boolean): Promise<Figure[]> {
  const once = await here.writtenRound(git);
  const { files, steps } = traceFiles(once.desk.root);
  await here.registerRound({ ...once, desk: deskAt(once.desk.root, files) });
  const byHand: Trial<string> = {
    setUp() {
      const folder = makeFolder();
      makeGround(folder, steps);
      return folder;
    },
    run: (folder) => writeByHand(folder, steps),
    tearDown: settle,
  };
  const build = ({ writtenRound, registerRound }: typeof here): Trial<Panel> => ({
    async setUp() {
      const panel = await writtenRound(git);
      settle(panel.desk.root);
      return panel;
    },
    run: registerRound,
    tearDown: ({ desk }) => settle(desk.root),
  });
  const other = against === null ? [] : [build((await import(against.registering)) as typeof here)];
  const [floors, own, others] = await inTurns([byHand, build(here), ...other], {
    turns: 30,
    warmUp: 10,
    seconds: 30 * (1 + other.length),
  });
  const floor = median(floors!);
  // Nobody feels how far a few milliseconds lie above bare writes; whether it is faster than before is judged.
  const figures = [figure(name, "ms", { value: median(own!), floor })];
  if (others !== undefined)
    figures.push(
      figure(`${name}, at ${against!.commit}`, "ms", { value: median(others), floor }),
      beside(name, own!, others),
    );
  return figures;
}
