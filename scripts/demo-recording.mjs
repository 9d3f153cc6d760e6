// The recording `blue demo` replays, as one file: a dialogue of this repository, the files it was about, and which passages are told.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const dialogue = ".blue/dialogues/2026-11-15T2250Z-orders-pagination";

/** Only places in the records; the words are read from there when the story is told. */
const script = {
  attack: { item: "MUFFIN-T0007", from: "The rule compares", to: "the export is green." },
  answer: { item: "CUPCAKE-R0102", from: "Done: n without", to: "the second the storing." },
  before: { item: "CUPCAKE-R0002", from: "Add `ins_xid`", to: "on DELETE" },
  after: { item: "CUPCAKE-E0102", from: "Digests also see", to: "they need no trigger." },
  refusal: 2,
};

/** What Blue computes from the texts when it plays them again. */
const computed = [
  "self",
  "prev",
  "mapping",
  "refs",
  "moves",
  "stances",
  "statements",
  "citations",
  "signals",
  "counts",
];

export function demoRecording(root) {
  const json = (path) => JSON.parse(readFileSync(join(root, dialogue, path), "utf8"));
  const opening = json("opening.json");
  const rounds = readdirSync(join(root, dialogue))
    .filter((name) => /^round-\d+$/.test(name))
    .sort((a, b) => Number(a.slice(6)) - Number(b.slice(6)))
    .map((name) => json(`${name}/round.json`))
    .map((round) => Object.fromEntries(Object.entries(round).filter(([key]) => !computed.includes(key))));
  const verdict = json(`round-${rounds.length - 1}/verdict-final.json`);
  const paths = [opening.subject, ...opening.sources].filter(Boolean).map(({ path }) => path);
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  return { opening, rounds, verdict, files, script };
}
