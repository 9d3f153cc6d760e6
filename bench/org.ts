/**
 * The search over all repositories: 20 of them, with `--long` 200, with 50 decided dialogues of 120 items each, published by the
 * operation itself into a PostgreSQL of our own, then asked by 20 readers at once, each question on a connection of its own as a command makes it.
 * The floor of a question is ripgrep over all the clones.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodeRecord, type RecordBody, sealRecord } from "../src/store/record.ts";
import { openingBody, roundBody, verdictBody } from "../test/helpers/records.ts";
import { type BlueCommand, blueCommand } from "./blue-command.ts";
import { type Figure, figure, type Group } from "./figure.ts";
import { type Desk, deskAt, initGit, makeDesk } from "./folders.ts";
import { medianOf } from "./measure.ts";
import { long, root } from "./places.ts";

const repositories = long ? 200 : 20;
const few = Math.max(1, Math.round(repositories / 10));
const dialogues = 50;
const items = 120;
const readers = 20;
const asked = 10;

const one = `${dialogues} dialogues × ${items} items`;
const names = {
  publish: `blue org publish, ${one}, beside an index of it`,
  changed: `blue org publish, ${one}, one dialogue changed, beside all of it`,
  search50: `org search, ${repositories} repositories × ${one}, ${readers} readers, p50, beside ripgrep`,
  search95: `org search, ${repositories} repositories × ${one}, ${readers} readers, p95, beside ripgrep`,
  recall50: `org recall, ${repositories} repositories × ${one}, ${readers} readers, p50, beside ripgrep`,
  recall95: `org recall, ${repositories} repositories × ${one}, ${readers} readers, p95, beside ripgrep`,
  searchGrowth: `org search, p50, ${repositories} beside ${few} repositories`,
  recallGrowth: `org recall, p50, ${repositories} beside ${few} repositories`,
};

interface Server {
  url(database: string): string;
  stop(): Promise<void>;
}

export const org: Group = {
  figures: Object.values(names),
  alongside: ["postgres"],
  async measure() {
    const { findPostgres, startPostgres } = await import(pathToFileURL(join(root, "scripts/postgres.mjs")).href);
    const programs: string | undefined = findPostgres();
    if (programs === undefined) return [];
    const server: Server = await startPostgres(programs, [
      ["shared_buffers", "'512MB'"],
      ["max_wal_size", "'4GB'"],
    ]);
    const before = process.env.BLUE_DATABASE_URL;
    process.env.BLUE_DATABASE_URL = server.url("postgres");
    try {
      return await measureOrg();
    } finally {
      if (before === undefined) delete process.env.BLUE_DATABASE_URL;
      else process.env.BLUE_DATABASE_URL = before;
      await server.stop();
    }
  },
};

async function measureOrg(): Promise<Figure[]> {
  const first = await plantRepository(0);
  await first.call("org.migrate", {});
  const figures = await measurePublishing(first);
  const clones = [first.root];
  let atFew: Asked | undefined;
  for (let n = 1; n < repositories; n++) {
    if (n === few) atFew = await askAll(first, few);
    const desk = await plantRepository(n);
    clones.push(desk.root);
    await desk.call("org.publish", { repository: `org/${n}` });
    if (n % 20 === 0) process.stderr.write(`  ${n} published\n`);
  }
  const all = await askAll(first, repositories);
  const floor = await ripgrep(clones);
  const beside = (value: number) => ({ value, floor: floor ?? value });
  return [
    ...figures,
    figure(names.search50, "ms", beside(all.search.p50)),
    figure(names.search95, "ms", beside(all.search.p95)),
    figure(names.recall50, "ms", beside(all.recall.p50)),
    figure(names.recall95, "ms", beside(all.recall.p95)),
    ...(atFew === undefined
      ? []
      : [
          figure(names.searchGrowth, "ms", { value: all.search.p50, floor: atFew.search.p50 }),
          figure(names.recallGrowth, "ms", { value: all.recall.p50, floor: atFew.recall.p50 }),
        ]),
  ];
}

async function measurePublishing(desk: Desk): Promise<Figure[]> {
  const blue: BlueCommand = blueCommand(desk, "WebAssembly")!;
  const publish = { run: () => blue("org", "publish", "--repository", "org/0") };
  const index = {
    setUp: () => rmSync(join(desk.root, ".blue/blue.db"), { force: true }),
    run: () => blue("search", topicOf(0, 0)),
  };
  const floor = await medianOf(index, 1);
  const value = await medianOf(publish, 1);
  const setUp = () => {
    plantDialogue(desk.root, 0, dialogues);
    initGit(desk.root);
  };
  const changed = await medianOf({ setUp, ...publish }, 1);
  return [figure(names.publish, "ms", { value, floor }), figure(names.changed, "ms", { value: changed, floor: value })];
}

interface Spread {
  p50: number;
  p95: number;
}
interface Asked {
  search: Spread;
  recall: Spread;
}

async function askAll(desk: Desk, count: number): Promise<Asked> {
  const topics = (n: number) => topicOf(n % count, (n * 7) % dialogues);
  await desk.call("search", { questions: [topics(1)], scope: "org" });
  return {
    search: await askedBy(async (n) => {
      const { total } = await desk.call<{ total: number }>("search", { questions: [topics(n)], scope: "org" });
      if (total === 0) throw new Error(`nothing found for ${topics(n)}`);
    }),
    recall: await askedBy(async (n) => {
      const question = `how should ${topics(n)} be kept`;
      const { decisions } = await desk.call<{ decisions: unknown[] }>("recall", {
        questions: [question],
        scope: "org",
      });
      if (decisions.length === 0) throw new Error(`nothing recalled for ${question}`);
    }),
  };
}

async function askedBy(ask: (n: number) => Promise<void>): Promise<Spread> {
  const times: number[] = [];
  const read = async (reader: number) => {
    for (let i = 0; i < asked; i++) {
      const started = performance.now();
      await ask(reader * asked + i);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Undefined where it is not installed. */
async function ripgrep(clones: readonly string[]): Promise<number | undefined> {
  const [first, second] = topicOf(1, 7).split(" ");
  const run = () =>
    spawnSync("rg", ["-i", "-l", "--hidden", "-e", first!, "-e", second!, ...clones], { stdio: "ignore" });
  if (run().error !== undefined) {
    process.stderr.write(
      "There is no ripgrep: questions stand beside themselves. `apt-get install ripgrep` brings it.\n",
    );
    return undefined;
  }
  return medianOf({ run }, 3);
}

async function plantRepository(n: number): Promise<Desk> {
  const desk = makeDesk();
  await desk.call("init", {});
  for (let i = 0; i < dialogues; i++) plantDialogue(desk.root, n, i);
  initGit(desk.root);
  return deskAt(desk.root);
}

/** Decided in one round: the items say things in words of which few are common and many are rare, as people's are. */
function plantDialogue(folder: string, repository: number, i: number): void {
  const dialogue = `2026-03-01T1200Z-topic-${i}`;
  const put = (path: string, body: RecordBody) => {
    const record = sealRecord(body);
    const at = join(folder, ".blue/dialogues", dialogue, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, encodeRecord(record));
    return record.self;
  };
  const draw = randomFrom(repository * 1000 + i);
  const topic = topicOf(repository, i);
  const opening = put(
    "opening.json",
    openingBody({ dialogue, title: `On ${topic}`, question: `How should ${topic} be kept?` }),
  );
  const ids = Array.from({ length: items }, (_, n) => `C00${String(n + 1).padStart(2, "0")}`);
  const texts = ids.flatMap((id) => [`[MUFFIN-${id}: ${wordsBy(draw, 4)}]`, wordsBy(draw, 60)]);
  const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;
  const round = put(
    "round-0/round.json",
    roundBody(0, opening, {
      dialogue,
      texts: [
        { expert: "Muffin", state: "present", lines: [...texts, "[MOVE:CONVERGE]"], provenance, others: [] },
        { expert: "Scone", state: "present", lines: ["[MOVE:CONVERGE]"], provenance, others: [] },
      ],
      items: ids.map((id, n) => ({
        ...{ id, type: "C" as const, label: texts[n * 2]!.slice(14, -1), new: false },
        sources: [{ local_id: `MUFFIN-${id}`, expert: "Muffin", line: n * 2 + 1 }],
      })),
      mapping: Object.fromEntries(ids.map((id) => [`MUFFIN-${id}`, id])),
      signals: ["Muffin", "Scone"].map((by) => ({ by, line: 1, counted: true, why: null })),
    }),
  );
  put(
    "round-0/verdict-final.json",
    verdictBody(0, round, { dialogue, recommendation: [`Keep ${topic} ${wordsBy(draw, 20)}.`] }),
  );
}

/** Two words of the rarer half. */
function topicOf(repository: number, i: number): string {
  const draw = randomFrom(repository * 7919 + i * 31 + 5);
  return [draw(), draw()].map((part) => wordAt(500 + Math.floor(part * 19_500))).join(" ");
}

function wordsBy(draw: () => number, count: number): string {
  return Array.from({ length: count }, () => wordAt(Math.floor(20_000 ** draw()) - 1)).join(" ");
}

const syllables = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");

/** The nth of 20,000 words; no ending that stemming takes off. */
function wordAt(n: number): string {
  let word = "";
  for (let rest = n + 400; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return `${word}k`;
}

function randomFrom(seed: number): () => number {
  let state = (Math.imul(seed + 1, 2654435761) + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
