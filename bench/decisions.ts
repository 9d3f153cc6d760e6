/** `blue decisions` over a thousand decided dialogues with fifty citations each, into ten thousand files; one in fifty has lost its words. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodeRecord, type RecordBody, sealRecord } from "../src/store/record.ts";
import { openingBody, roundBody, verdictBody } from "../test/helpers/records.ts";
import { blueCommand } from "./blue-command.ts";
import { type Figure, type Group, promise } from "./figure.ts";
import { initGit, makeDesk } from "./folders.ts";
import { medianOf } from "./measure.ts";

const list = "blue decisions, 1,000 dialogues × 50 citations, 10,000 files";
const diff = "blue decisions --diff, 1,000 dialogues × 50 citations, 100 files changed";
const counts = { dialogues: 1000, citations: 50, files: 10_000, lines: 100, changed: 100 };

const beforeMeeting = { most: 3000, why: "asked now and then, and looked at for longer" };
const inHook = { most: 2000, why: "runs before every push; longer, and people take the hook out" };

export const decisionsInForce: Group = {
  figures: [list, diff],
  async measure(wanted) {
    const desk = makeDesk();
    await desk.call("init", {});
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(desk.root, path)), { recursive: true });
      writeFileSync(join(desk.root, path), text);
    };
    for (let i = 0; i < counts.files; i++) put(pathOf(i), textOf(i));
    for (let i = 0; i < counts.dialogues; i++) plantDecided(put, i);
    initGit(desk.root);
    for (let i = 0; i < counts.changed; i++) put(pathOf(i), textOf(i).replaceAll("keeps", "drops"));
    const blue = blueCommand(desk, "WebAssembly")!;
    const figures: Figure[] = [];
    if (wanted(list)) figures.push(promise(list, await medianOf({ run: () => blue("decisions") }, 3), beforeMeeting));
    if (wanted(diff))
      figures.push(promise(diff, await medianOf({ run: () => blue("decisions", "--diff") }, 3), inHook));
    return figures;
  },
};

const pathOf = (file: number) => `src/part-${file % 100}/file-${file}.ts`;
const lineOf = (file: number, line: number) => `const value${line} = keeps("file ${file}", ${line}); // as agreed`;
const textOf = (file: number) =>
  `${Array.from({ length: counts.lines }, (_, line) => lineOf(file, line)).join("\n")}\n`;

function plantDecided(put: (path: string, text: string) => void, i: number): void {
  const dialogue = `2026-03-01T1200Z-topic-${i}`;
  const publish = (path: string, body: RecordBody) => {
    const record = sealRecord(body);
    put(`.blue/dialogues/${dialogue}/${path}`, encodeRecord(record));
    return record.self;
  };
  const opening = publish("opening.json", openingBody({ dialogue }));
  const citations = Array.from({ length: counts.citations }, (_, n) => {
    const file = (i * counts.citations + n) % counts.files;
    const blob = createHash("sha256").update(textOf(file)).digest("hex");
    const words = n === 49 ? `${lineOf(file, n)} gone` : lineOf(file, n);
    const at = { path: pathOf(file), from: n + 1, to: n + 1 };
    // A hash of other bytes: every word has to be looked for.
    return {
      by: "Muffin",
      item: "E0001",
      ...at,
      words,
      result: "found" as const,
      blob: [...blob].reverse().join(""),
      line: 1,
    };
  });
  const source = { local_id: "MUFFIN-E0001", expert: "Muffin", line: 1 };
  const round = publish(
    "round-0/round.json",
    roundBody(0, opening, {
      dialogue,
      citations,
      items: [{ id: "E0001", type: "E", label: "as agreed", sources: [source], new: false }],
      mapping: { "MUFFIN-E0001": "E0001" },
      signals: ["Muffin", "Scone"].map((by) => ({ by, line: 1, counted: true, why: null })),
    }),
  );
  publish("round-0/verdict-final.json", verdictBody(0, round, { dialogue, key_evidence: ["E0001"] }));
}
