/** Search, relevance and lint over five thousand documents, beside reading the same files. Cold is with the index still to be made. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figure, type Group } from "./figure.ts";
import { type Desk, filesBelow, initGit, makeDesk } from "./folders.ts";
import { compare, type Trial } from "./measure.ts";
import { prose } from "./panel.ts";

const count = 5000;
const names = {
  searchCold: "blue search, 5,000 documents, cold",
  searchWarm: "blue search, 5,000 documents, warm",
  relevantCold: "blue adr relevant, 5,000 documents, cold",
  relevantWarm: "blue adr relevant, 5,000 documents, warm",
  lint: "blue lint, 5,000 documents",
} as const;

export const manyDocuments: Group = {
  figures: Object.values(names),
  async measure(wanted) {
    const desk = makeDesk();
    await desk.call("init", {});
    plant(desk);
    initGit(desk.root);
    await sleep(2500); // a file younger than two seconds is read again by every refresh
    const reading: Trial = {
      run() {
        for (const path of filesBelow(join(desk.root, ".blue/docs"))) readFileSync(path);
      },
    };
    const search: Trial = { run: () => found(desk, "search", { query: "cursor pagination" }) };
    const relevant: Trial = { run: () => found(desk, "adr.relevant", { query: "cursor pagination" }) };
    const cold = (trial: Trial): Trial => ({
      setUp: () => {
        for (const suffix of ["", "-wal", "-shm", "-lock"])
          rmSync(join(desk.root, `.blue/blue.db${suffix}`), { force: true });
      },
      run: trial.run,
    });
    const cases: [string, Trial, number][] = [
      [names.searchCold, cold(search), 3],
      [names.searchWarm, search, 7],
      [names.relevantCold, cold(relevant), 3],
      [names.relevantWarm, relevant, 7],
      [names.lint, { run: () => desk.call("lint", {}) }, 3],
    ];
    const figures: Figure[] = [];
    for (const [name, trial, turns] of cases) {
      if (wanted(name)) figures.push(figure(name, "ms", await compare(reading, trial, { turns, warmUp: 1 })));
    }
    return figures;
  },
};

async function found(desk: Desk, name: string, input: Record<string, unknown>): Promise<void> {
  const { hits } = await desk.call<{ hits: unknown[] }>(name, input);
  if (hits.length === 0) throw new Error(`${name} found nothing`);
}

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
