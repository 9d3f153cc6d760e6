/**
 * Publishing one record and the files generated from it, beside the same bytes written by hand with the same fsyncs. Both are given what they
 * write: rendering is part of registering, which has its own figure.
 */
import { randomBytes } from "node:crypto";
import { type LoadedDialogue, loadDialogue } from "../src/store/dialogues.ts";
import { generatedFiles, writeGenerated } from "../src/store/generated.ts";
import type { Rooted } from "../src/store/paths.ts";
import { publishRecord } from "../src/store/publish.ts";
import { encodeRecord, type SealedRecord } from "../src/store/record.ts";
import { figure, type Group } from "./figure.ts";
import { deskAt, makeDesk, makeFolder, settle } from "./folders.ts";
import { compare } from "./measure.ts";
import { openPanel, playRound } from "./panel.ts";
import { makeGround, traceFiles, writeByHand } from "./trace.ts";

const name = "publish a 60 KB record, 14 generated files";

export const publish: Group = {
  figures: [name],
  async measure() {
    const dialogue = await sampleDialogue();
    const rendered = generatedFiles(dialogue);
    const root = openedFolder(dialogue);
    const { files, steps } = traceFiles(root);
    const generated = publishRound(deskAt(root, files).project, dialogue, rendered);
    if (generated !== 14) throw new Error(`${generated} generated files, not 14`);
    const times = await compare(
      {
        setUp() {
          const folder = makeFolder();
          makeGround(folder, steps);
          return folder;
        },
        run: (folder) => writeByHand(folder, steps),
        tearDown: settle,
      },
      {
        setUp() {
          const { project } = deskAt(openedFolder(dialogue));
          settle(project.root);
          return project;
        },
        run: (project) => publishRound(project, dialogue, rendered),
        tearDown: ({ root }) => settle(root),
      },
      { turns: 60, warmUp: 15 },
    );
    return [
      figure(name, "ms", times, {
        most: 1.5,
        why: "safe against a power cut, and hardly slower than writing",
      }),
    ];
  },
};

/** Seven experts, one round: panel, seven texts, the Judge's, summary; pool, dialogue, scoreboard, tensions. */
async function sampleDialogue(): Promise<LoadedDialogue> {
  const desk = makeDesk();
  const panel = await openPanel(desk, { experts: 7, words: 113 });
  await playRound(panel, 0);
  const dialogue = loadDialogue(desk.project, panel.id);
  const size = encodeRecord(roundOf(dialogue)).length;
  if (size < 57_000 || size > 63_000) throw new Error(`the record has ${size} bytes, not about 60,000`);
  return dialogue;
}

function roundOf({ rounds }: LoadedDialogue): SealedRecord {
  return rounds[0] as unknown as SealedRecord;
}

/** A project in which the dialogue is open and nothing is registered. */
function openedFolder({ path, opening }: LoadedDialogue): string {
  const { project, root } = deskAt(makeFolder());
  publishRecord(project, `${path}/opening.json`, opening as unknown as SealedRecord, randomBytes);
  return root;
}

function publishRound(project: Rooted, dialogue: LoadedDialogue, rendered: ReturnType<typeof generatedFiles>): number {
  publishRecord(project, `${dialogue.path}/round-0/round.json`, roundOf(dialogue), randomBytes);
  return writeGenerated(project, rendered, randomBytes).length;
}
