/** List and search over ten thousand dialogues that are committed, each a command of its own. Warm is with the index as the command before left it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeRecord, type RecordBody, type SealedRecord, sealRecord } from "../src/store/record.ts";
import { type BlueCommand, blueCommand, type DriverName, drivers } from "./blue-command.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { type Desk, filesBelow, initGit, makeDesk } from "./folders.ts";
import { medianOf } from "./measure.ts";
import { openPanel, playRound, prose } from "./panel.ts";

const names = (driver: DriverName) => ({
  list: `blue dialogue list, 10,000 dialogues, warm, ${driver}`,
  search: `blue search, 10,000 dialogues, warm, ${driver}`,
  changed: `blue search, 10,000 dialogues, one changed, ${driver}`,
  cold: `blue search, 10,000 dialogues, cold, ${driver}`,
});

export const soon = { most: 500, why: "people wait half a second before they wonder whether an answer comes" };
const soonAfterChange = { most: 700, why: "the same after an edit, which costs reading the file once more" };

export const manyDialogues: Group = {
  figures: drivers.flatMap((driver) => Object.values(names(driver))),
  async measure(wanted) {
    const desk = makeDesk();
    await desk.call("init", {});
    plantDialogues(desk, await sampleDialogue(), 10_000);
    initGit(desk.root);
    await sleep(2500); // the index reads files younger than 2 s again: wait, so that the cached way is measured
    const figures: Figure[] = [];
    for (const driver of drivers) {
      const blue = blueCommand(desk, driver);
      if (blue !== undefined) figures.push(...(await measureDriver(desk, blue, driver, wanted)));
    }
    return figures;
  },
};

async function measureDriver(desk: Desk, blue: BlueCommand, driver: DriverName, wanted: (name: string) => boolean) {
  const { list, search, changed, cold } = names(driver);
  const figures: Figure[] = [];
  const find = { run: () => blue("search", subjectOf(7), "checkout") };
  find.run();
  if (wanted(list)) figures.push(promise(list, await medianOf({ run: () => blue("dialogue", "list") }, 7), soon));
  if (wanted(search)) figures.push(promise(search, await medianOf(find, 7), soon));
  if (wanted(changed)) {
    const [touched] = [...filesBelow(join(desk.root, ".blue/dialogues"))].filter((path) =>
      path.endsWith("opening.json"),
    );
    const setUp = () => writeFileSync(touched!, readFileSync(touched!));
    figures.push(promise(changed, await medianOf({ setUp, ...find }, 3), soonAfterChange));
  }
  if (wanted(cold)) {
    const reading = () => {
      for (const path of filesBelow(join(desk.root, ".blue/dialogues"))) readFileSync(path);
    };
    const floor = await medianOf({ run: reading }, 1);
    const setUp = () => rmSync(join(desk.root, ".blue/blue.db"));
    figures.push(figure(cold, "ms", { value: await medianOf({ setUp, ...find }, 1), floor }));
  }
  return figures;
}

export type Sample = { id: string; files: Map<string, string> };

/** Three experts, one round, closed: every file of the dialogue's folder. */
export async function sampleDialogue(): Promise<Sample> {
  const desk = makeDesk();
  const panel = await openPanel(desk, { experts: 3, words: 40, habit: "terse" });
  await playRound(panel, 0);
  await desk.call("dialogue.close", { dialogue_id: panel.id, outcome: "impasse", reason: prose(5, 60) });
  const folder = join(desk.root, ".blue/dialogues", panel.id);
  const files = new Map([...filesBelow(folder)].map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
  return { id: panel.id, files };
}

/** Without the pages that are made from them, which nothing here reads. */
export function recordsOf({ id, files }: Sample): Sample {
  return { id, files: new Map([...files].filter(([path]) => records.includes(path))) };
}

const records = ["opening.json", "round-0/round.json", "round-0/verdict-close.json"];

/** Copies of the sample, each with an id, a subject and seals of its own. */
export function plantDialogues(desk: Desk, { id, files }: Sample, count: number): void {
  const record = (path: string) => JSON.parse(files.get(path)!) as SealedRecord;
  const chain = records.map((path) => [path, record(path)] as const);
  for (let n = 0; n < count; n++) {
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
