/** Search, relevance and lint over a thousand dialogues and five thousand documents. Cold is with the index still to be made. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blueCommand, type DriverName, drivers } from "./blue-command.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { type Desk, filesBelow, initGit, makeDesk } from "./folders.ts";
import { plantDialogues, sampleDialogue, soon } from "./many-dialogues.ts";
import { compare, medianOf, type Trial } from "./measure.ts";
import { prose } from "./panel.ts";

const count = 5000;
const names = (driver: DriverName) => ({
  warm: `blue search, 1,000 dialogues and 5,000 documents, warm, ${driver}`,
  cold: `blue search, 1,000 dialogues and 5,000 documents, cold, ${driver}`,
  relevant: `blue adr relevant, 1,000 dialogues and 5,000 documents, warm, ${driver}`,
});
const lint = "blue lint, 5,000 documents";

export const manyDocuments: Group = {
  figures: [...drivers.flatMap((driver) => Object.values(names(driver))), lint],
  async measure(wanted) {
    const desk = makeDesk();
    await desk.call("init", {});
    plant(desk);
    plantDialogues(desk, await sampleDialogue(), 1000);
    initGit(desk.root);
    await sleep(2500); // the index reads files younger than 2 s again: wait, so that the cached way is measured
    const reading: Trial = {
      run() {
        for (const path of filesBelow(join(desk.root, ".blue/docs"))) readFileSync(path);
      },
    };
    const figures: Figure[] = [];
    for (const driver of drivers) {
      const blue = blueCommand(desk, driver);
      if (blue === undefined) continue;
      const { warm, cold, relevant } = names(driver);
      const find: Trial = { run: () => blue("search", "cursor", "pagination") };
      const setUp = () => rmSync(join(desk.root, ".blue/blue.db"), { force: true });
      find.run();
      if (wanted(warm)) figures.push(promise(warm, await medianOf(find, 9), soon));
      if (wanted(relevant)) {
        const ask: Trial = { run: () => blue("adr", "relevant", "cursor", "pagination") };
        figures.push(figure(relevant, "ms", await compare(reading, ask, { turns: 7, warmUp: 1 })));
      }
      if (wanted(cold))
        figures.push(figure(cold, "ms", await compare(reading, { setUp, ...find }, { turns: 3, warmUp: 0 })));
    }
    if (wanted(lint))
      figures.push(figure(lint, "ms", await compare(reading, { run: () => desk.call("lint", {}) }, { turns: 3 })));
    return figures;
  },
};

/** Half of them RFCs, half ADRs, about three kilobytes each, every one linking to another. */
function plant({ root }: Desk): void {
  for (const type of ["rfcs", "adrs"]) mkdirSync(join(root, ".blue/docs", type), { recursive: true });
  for (let i = 0; i < count; i++) {
    const [type, label, status] =
      i % 2 === 0 ? (["rfcs", "RFC", "draft"] as const) : (["adrs", "ADR", "accepted"] as const);
    const number = String(Math.floor(i / 2) + 1).padStart(4, "0");
    const other = String(((i + 7) % 2500) + 1).padStart(4, "0");
    const about = i % 50 === 0 || i % 50 === 1 ? "cursor pagination" : "something else";
    const text = `---\ntitle: Decision ${i} on ${about}\nstatus: ${status}\ndate: 2026-01-01\n---\n\n# ${label} ${number}: Decision ${i}\n\n## Context and Problem Statement\n\n${prose(i, 220)}\n\n## Decision Outcome\n\n${prose(i + count, 190)} [other](../rfcs/${other}-decision.draft.md)\n`;
    writeFileSync(join(root, ".blue/docs", type, `${number}-decision.${status}.md`), text);
  }
}
