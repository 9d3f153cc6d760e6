/** Many hands on one folder: publishers that race for a name, and cleaners and branch switches that take the ground away beneath a publisher. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { gitEnvironment, makeProject, plant, runGit, snapshot } from "../../test/helpers/project.ts";
import { dialogueFolder, openingBody, publishDialogue, roundBody } from "../../test/helpers/records.ts";
import { runChild } from "../../test/helpers/run-child.ts";
import type { Answer, Job } from "../../test/helpers/store-child.ts";
import { encodeRecord, sealRecord } from "./record.ts";

const eight = [0, 1, 2, 3, 4, 5, 6, 7];
const repeats = [0, 1, 2, 3, 4];

/** Eight processes, each with all jobs of its lane; the n-th jobs of all lanes start at the same time. */
async function race(job: (lane: number, repeat: number, startAt: number) => Job): Promise<Answer[][]> {
  const start = Date.now() + 1500;
  const lanes = await Promise.all(
    eight.map((lane) => runChild(...repeats.map((repeat) => job(lane, repeat, start + repeat * 150)))),
  );
  return repeats.map((repeat) => lanes.map(({ answers }) => answers[repeat]!));
}

function publications(answers: Answer[]) {
  return answers.map((answer) => {
    if (!("published" in answer)) throw new Error(JSON.stringify(answer));
    return answer.published;
  });
}

describe("eight processes that publish under one name", () => {
  test("with the same record: one publishes, seven are told that it stands", async () => {
    const { root } = makeProject();
    const { self } = sealRecord(openingBody());
    const path = (repeat: number) => `.blue/dialogues/race-${repeat}/opening.json`;
    const rounds = await race((_, repeat, startAt) => {
      return { do: "publish", root, path: path(repeat), body: openingBody(), startAt };
    });
    for (const [repeat, answers] of rounds.entries()) {
      const told = publications(answers);
      expect(told.filter(({ outcome }) => outcome === "published").length).toBe(1);
      expect(told.filter(({ outcome }) => outcome === "taken").length).toBe(7);
      for (const publication of told) expect(publication).toMatchObject({ same: true, self });
      expect(snapshot(join(root, ".blue"))[path(repeat).slice(".blue/".length)]).toBe(
        encodeRecord(sealRecord(openingBody())),
      );
    }
    expect(Object.keys(snapshot(join(root, ".blue/tmp")))).toEqual([]);
  });

  test("with eight different records: one publishes, seven are told of the winner's and that it is not theirs", async () => {
    const { root } = makeProject();
    const bodies = eight.map((lane) => openingBody({ title: `Title of ${lane}` }));
    const path = (repeat: number) => `.blue/dialogues/race-${repeat}/opening.json`;
    const rounds = await race((lane, repeat, startAt) => {
      return { do: "publish", root, path: path(repeat), body: bodies[lane]!, startAt };
    });
    for (const [repeat, answers] of rounds.entries()) {
      const told = publications(answers);
      const winner = told.findIndex(({ outcome }) => outcome === "published");
      const stored = sealRecord(bodies[winner]!);
      for (const [lane, publication] of told.entries()) {
        const won = lane === winner;
        expect(publication).toEqual({ outcome: won ? "published" : "taken", same: won, self: stored.self });
      }
      expect(snapshot(root)[path(repeat)]).toBe(encodeRecord(stored));
    }
    expect(Object.keys(snapshot(join(root, ".blue/tmp")))).toEqual([]);
  });
});

const seconds = 3;
const run = promisify(execFile);

/** Repeats git commands in `folder` until told to stop; answers with how many succeeded. */
function repeatGit(folder: string, ...commands: string[][]): () => Promise<number> {
  let stopped = false;
  const loop = async () => {
    let done = 0;
    for (let i = 0; !stopped; i++) {
      await run("git", commands[i % commands.length]!, { cwd: folder, env: gitEnvironment() }).then(
        () => done++,
        () => {},
      );
    }
    return done;
  };
  const running = loop();
  return () => {
    stopped = true;
    return running;
  };
}

describe("a publisher with something cleaning beneath it", () => {
  const ms = seconds * 1000;
  const bodies = [0, 1, 2, 3].map((n) =>
    roundBody(0, sealRecord(openingBody()).self, { judge: Array.from({ length: 200 * n }, (_, i) => `line ${i}`) }),
  );
  const paths = eight.map((n) => `${dialogueFolder}/round-${n}/round.json`);

  async function publishWhileReading(root: string, ...others: Job[]): Promise<void> {
    const jobs: Job[] = [
      { do: "publish-and-remove", root, paths, bodies, ms },
      { do: "read", folder: join(root, ".blue/dialogues"), ms: ms + 300 },
      ...others,
    ];
    const [published, read] = (await Promise.all(jobs.map((job) => runChild(job)))).map(({ answers }) => answers[0]!);
    if (!("acknowledged" in published!) || !("torn" in read!)) throw new Error(JSON.stringify([published, read]));
    expect(published.wrong).toEqual([]);
    expect(read.torn).toEqual([]);
    expect(read.whole).toBeGreaterThan(0);
    expect(published.acknowledged).toBeGreaterThan(0);
  }

  function repository() {
    const project = makeProject({}, { git: true });
    publishDialogue(project, { rounds: 0 });
    runGit(project.root, "add", "-A");
    runGit(project.root, "commit", "-q", "-m", "opening");
    return project;
  }

  test("`git clean -fdX` in a loop: every record is whole or absent, every acknowledged one is there", async () => {
    const { root } = repository();
    const stop = repeatGit(root, ["clean", "-fdXq"]);
    try {
      await publishWhileReading(root);
    } finally {
      expect(await stop()).toBeGreaterThan(3);
    }
  });

  test("a sweeper of `.blue/tmp` and of empty folders: the same", async () => {
    const { root } = repository();
    await publishWhileReading(root, { do: "sweep", root, ms });
  });

  test("a switch between two branches in a loop: the same", async () => {
    const { root } = repository();
    runGit(root, "checkout", "-q", "-b", "other");
    plant(
      root,
      Object.fromEntries(paths.map((path) => [path.replace("round.json", "note.txt"), "on one branch only"])),
    );
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "-m", "a note in every round's folder");
    const stop = repeatGit(root, ["checkout", "-q", "main"], ["checkout", "-q", "other"]);
    try {
      await publishWhileReading(root);
    } finally {
      expect(await stop()).toBeGreaterThan(3);
    }
  });
});
