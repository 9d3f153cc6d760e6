/** The page's server and the report: what a browser waits for, and what a server that runs all day keeps. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ask, type Listening, listen } from "../test/helpers/page-client.ts";
import { type Figure, figure, type Group, promise } from "./figure.ts";
import { type Desk, initGit, makeDesk, makeFolder } from "./folders.ts";
import { plantDialogues, recordsOf, sampleDialogue, soon } from "./many-dialogues.ts";
import { medianOf } from "./measure.ts";
import { blue } from "./places.ts";
import { environment } from "./start-up.ts";

const weight = "the page, gzipped";
const report = "blue dialogue report, our largest dialogue";
const list = "the page's list, 1,000 dialogues, warm";
const event = "a change below 1,000 dialogues, until 20 pages know";
const memory = "server memory, 1,000 updates, 20 pages, beside 100 updates";
const handles = "server's open files, 1,000 updates, 20 pages, beside none";

const light = { most: 1, why: "every report carries the page; 90 KB arrive in a second on a slow phone" };
export const second = { most: 1000, why: "what is there within a second does not interrupt a thought" };
const allDay = { most: 1.25, why: "a dashboard that runs all day must not grow" };
const allClosed = { most: 1, why: "a file left open per update ends the server some day" };

export const page: Group = {
  figures: [weight, report, list, event, memory, handles],
  async measure(wanted) {
    const figures: Figure[] = [];
    if (wanted(weight)) {
      const folder = join(dirname(blue), "page");
      const bytes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length);
      const value = bytes.reduce((sum, one) => sum + one, 0) / 1000;
      figures.push(figure(weight, "KB", { value, floor: 90 }, light));
    }
    if (wanted(report)) figures.push(promise(report, await medianOf({ run: writeReport }, 5), second));
    if ([list, event, memory, handles].some(wanted)) figures.push(...(await measureServer()));
    return figures.filter(({ name }) => wanted(name));
  },
};

function writeReport(): void {
  const root = join(dirname(blue), "..");
  const out = join(makeFolder(), "report.html");
  const { status, stderr } = spawnSync(
    process.execPath,
    [blue, "dialogue", "report", "orders-pagination", "--out", out],
    {
      cwd: root,
      env: environment(),
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stderr);
}

/** A project of so many dialogues, each of one round. Of more than 10,000 only the records: a million pages take longer to write than all figures to take. */
export async function manyDialoguesDesk(count: number): Promise<Desk> {
  const desk = makeDesk();
  await desk.call("init", {});
  const sample = await sampleDialogue();
  plantDialogues(desk, count > 10_000 ? recordsOf(sample) : sample, count);
  initGit(desk.root);
  await sleep(2500); // the index reads files younger than 2 s again: wait, so that the cached way is measured
  return desk;
}

export interface Served {
  child: ChildProcess;
  at: { port: number; token: string; url: string };
}

export async function serve(root: string): Promise<Served> {
  const child = spawn(process.execPath, [blue, "dashboard", "--json"], {
    cwd: root,
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout!.setEncoding("utf8"), "data")) as [string];
  return { child, at: JSON.parse(line) as Served["at"] };
}

async function measureServer(): Promise<Figure[]> {
  const desk = await manyDialoguesDesk(1000);
  const { child, at } = await serve(desk.root);
  try {
    const read = async () => {
      const { status } = await ask("/api/dialogues", at);
      if (status !== 200) throw new Error(`the list answered ${status}`);
    };
    await read();
    const listed = await medianOf({ run: read }, 7);
    const before = openFiles(child);
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen(at)));
    const times: number[] = [];
    const memories: number[] = [];
    const touched = join(desk.root, ".blue/dialogues/2026-01-01T0000Z-dialogue-00500/notes.txt");
    for (let turn = 1; turn <= 1000; turn++) {
      times.push(await update(touched, turn, pages));
      // The page that shows the dialogue asks for it again.
      await ask("/api/dialogues/2026-01-01T0000Z-dialogue-00500", at);
      if (turn === 100 || turn === 1000) memories.push(residentMegabytes(child));
    }
    for (const one of pages) one.close();
    for (let left = 50; left > 0 && openFiles(child) > before; left--) await sleep(100);
    const middle = times.sort((a, b) => a - b)[times.length >> 1]!;
    return [
      promise(list, listed, soon),
      promise(event, middle, second),
      figure(memory, "MB", { value: memories[1]!, floor: memories[0]! }, allDay),
      figure(handles, "files", { value: openFiles(child), floor: before }, allClosed),
    ];
  } finally {
    child.kill();
  }
}

async function update(path: string, turn: number, pages: readonly Listening[]): Promise<number> {
  const started = performance.now();
  writeFileSync(path, String(turn));
  const told = await Promise.all(pages.map((one) => one.next(5000)));
  if (told.includes(undefined)) throw new Error("a page was not told");
  return performance.now() - started;
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1000;
}

function openFiles({ pid }: ChildProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
