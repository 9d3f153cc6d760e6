/** The round that is registered, and its registering. A build of another commit is asked through this same file, put beside that commit's own benches. */
import { makeDesk } from "./folders.ts";
import { judgement, openPanel, type Panel, playRound, writeDrafts } from "./panel.ts";

/** Round 1 of a dialogue, written and not registered. */
export async function writtenRound(git: boolean): Promise<Panel> {
  const panel = await openPanel(makeDesk({ git }), { experts: 12, words: 75 });
  await playRound(panel, 0);
  writeDrafts(panel, 1);
  return panel;
}

export async function registerRound(panel: Panel): Promise<void> {
  const input = judgement(panel, 1);
  const { id_mapping } = await panel.desk.call<{ id_mapping: object }>("dialogue.round-register", input);
  if (Object.keys(id_mapping).length !== 84) throw new Error(`${Object.keys(id_mapping).length} markers, not 84`);
}
