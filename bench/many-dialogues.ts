/** List, search and rebuild over a thousand dialogues, and how each grows to ten thousand. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { queryIndex, updateIndex } from "../src/store/index/project-index.ts";
import { encodeRecord, type RecordBody, type SealedRecord, sealRecord } from "../src/store/record.ts";
import { type Figure, figure, type Group } from "./figure.ts";
import { type Desk, filesBelow, initGit, makeDesk } from "./folders.ts";
import { compare, medianOf, type Trial } from "./measure.ts";
import { openPanel, playRound, prose } from "./panel.ts";

const kinds = ["list", "search", "rebuild"] as const;
type Kind = (typeof kinds)[number];
const name = (kind: Kind) => `${kind}, 1,000 dialogues`;
const grown = (kind: Kind) => `${kind}, 1,000 to 10,000 dialogues`;

export const manyDialogues: Group = {
  figures: kinds.flatMap((kind) => [name(kind), grown(kind)]),
  async measure(wanted) {
    const asked = kinds.filter((kind) => wanted(name(kind)) || wanted(grown(kind)));
    const sample = await sampleDialogue();
    const desk = makeDesk();
    initGit(desk.root);
    plant(desk, sample, 0, 1000);
    await sleep(2500); // a file younger than two seconds is read again by every refresh
    const subjects = trials(desk);
    const floors = { list: readingRecords(desk), search: readingRecords(desk), rebuild: readingAll(desk) };
    const figures: Figure[] = [];
    const small = new Map<Kind, number>();
    if (!asked.includes("rebuild")) await updateIndex(desk.project, true);
    for (const kind of ["rebuild", "list", "search"] as const) {
      if (!asked.includes(kind)) continue;
      const times = await compare(floors[kind], subjects[kind], { turns: kind === "search" ? 9 : 3, warmUp: 1 });
      figures.push(figure(name(kind), "ms", times));
      small.set(kind, times.value);
    }
    if (asked.some((kind) => wanted(grown(kind)))) {
      plant(desk, sample, 1000, 10_000);
      await sleep(2500);
      if (!asked.includes("rebuild")) await updateIndex(desk.project, true);
      for (const kind of ["rebuild", "list", "search"] as const) {
        if (!small.has(kind)) continue;
        const value = await medianOf(subjects[kind], kind === "search" ? 3 : 1);
        figures.push(figure(grown(kind), "ms", { value, floor: small.get(kind)! }));
      }
    }
    return figures.filter((one) => wanted(one.name));
  },
};

function trials(desk: Desk): Record<Kind, Trial> {
  return {
    list: { run: () => desk.call("dialogue.list", {}) },
    search: {
      async run() {
        const found = await queryIndex(desk.project, (database) =>
          database.all(
            "SELECT p.dialogue_id, p.what, snippet(search, -1, '', '', '…', 12) AS words FROM search JOIN passages p ON p.rowid = search.rowid WHERE search MATCH ? ORDER BY bm25(search) LIMIT 20",
            subjectOf(7),
          ),
        );
        if (found.length === 0) throw new Error("the search found nothing");
      },
    },
    rebuild: { run: () => updateIndex(desk.project, true) },
  };
}

/** The least a list or a search could do without an index. */
function readingRecords(desk: Desk): Trial {
  return reading(desk, (path) => /\/(?:opening|round|verdict-[a-z]+)\.json$/.test(path));
}

function readingAll(desk: Desk): Trial {
  return reading(desk, () => true);
}

function reading(desk: Desk, which: (path: string) => boolean): Trial {
  return {
    run() {
      for (const path of filesBelow(join(desk.root, ".blue/dialogues"))) if (which(path)) readFileSync(path);
    },
  };
}

type Sample = { id: string; files: Map<string, string> };

/** Three experts, one round, closed: every file of the dialogue's folder. */
async function sampleDialogue(): Promise<Sample> {
  const desk = makeDesk();
  const panel = await openPanel(desk, { experts: 3, words: 40, habit: "terse" });
  await playRound(panel, 0);
  await desk.call("dialogue.close", { dialogue_id: panel.id, outcome: "impasse", reason: prose(5, 60) });
  const folder = join(desk.root, ".blue/dialogues", panel.id);
  const files = new Map([...filesBelow(folder)].map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
  return { id: panel.id, files };
}

/** Copies of the sample, each with an id, a subject and seals of its own. */
function plant(desk: Desk, { id, files }: Sample, from: number, to: number): void {
  const record = (path: string) => JSON.parse(files.get(path)!) as SealedRecord;
  const records = ["opening.json", "round-0/round.json", "round-0/verdict-close.json"];
  const chain = records.map((path) => [path, record(path)] as const);
  for (let n = from; n < to; n++) {
    const own = `2026-01-01T0000Z-dialogue-${String(n).padStart(5, "0")}`;
    const root = join(desk.root, ".blue/dialogues", own);
    mkdirSync(join(root, "round-0"), { recursive: true });
    let prev: string | null = null;
    for (const [path, body] of chain) {
      const title = path === "opening.json" ? { title: `On ${subjectOf(n)}` } : {};
      const sealed: SealedRecord = sealRecord({ ...body, ...title, dialogue: own, prev } as RecordBody);
      writeFileSync(join(root, path), encodeRecord(sealed));
      prev = sealed.self;
    }
    for (const [path, text] of files) {
      if (!records.includes(path)) writeFileSync(join(root, path), text.replaceAll(id, own));
    }
  }
}

/** One in a hundred dialogues is on the same. */
function subjectOf(n: number): string {
  return `subject${n % 100}`;
}
