/**
 * Kill -9 before file calls of a play, then resume: the records of an undisturbed play, and no seat that had answered is asked again. A run of this test
 * takes some of them; BLUE_KILLS says how many. `BLUE_KILLS=all` kills it in every state of the disk that a call can meet: a call that only reads leaves
 * the next one the same disk.
 */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { instantPlan } from "../helpers/instant-player.ts";
import type { PlayJob } from "../helpers/play-child.ts";
import { makeFolder } from "../helpers/project.ts";
import { bundleChild } from "../helpers/run-operation-child.ts";

const kills = process.env.BLUE_KILLS ?? "12";
const plan = instantPlan();

let child = "";

beforeAll(async () => {
  child = await bundleChild("play-child.ts");
}, 60_000);

interface Reply {
  played?: { outcome: string; spent: { runs: number } };
  refused?: { error_code: string; message: string };
  calls: number;
  /** The calls after which the disk may be another one. */
  changes: number[];
}

/** Undefined: it was killed. */
function run(job: PlayJob): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, [child], { stdio: "pipe" });
    let stdout = "";
    let stderr = "";
    process_.stdout.on("data", (chunk) => (stdout += chunk));
    process_.stderr.on("data", (chunk) => (stderr += chunk));
    process_.on("close", (code, signal) => {
      if (signal === "SIGKILL") return resolve(undefined);
      if (code !== 0) return reject(new Error(stderr));
      resolve(JSON.parse(stdout) as Reply);
    });
    process_.stdin.end(JSON.stringify(job));
  });
}

function stage(): PlayJob {
  const root = makeFolder({ "design.md": "# Cache\n\nWe cache everything for ever.\n" });
  for (const args of [
    ["init", "-q"],
    ["add", "."],
  ])
    execFileSync("git", args, { cwd: root });
  return { root, home: makeFolder(), plan };
}

/** The records, without what differs from one run to the next. */
function records({ root }: PlayJob): unknown {
  const folder = join(root, ".blue/dialogues", plan.id);
  const rounds = readdirSync(folder).filter((name) => name.startsWith("round-"));
  const files = [
    "opening.json",
    ...rounds.flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith(".json") && file !== "panel.json")
        .map((file) => `${name}/${file}`),
    ),
  ];
  const varying = new Set([
    "self",
    "prev",
    "created_at",
    "registered_at",
    "filed_at",
    "written_at",
    "seconds",
    "tokens",
    "played",
    "prompt_sha256",
    "answer_sha256",
    "shelf_sha256",
    "asks",
  ]);
  return files
    .sort()
    .map((file) => [
      file,
      JSON.parse(readFileSync(join(folder, file), "utf8"), (key, value: unknown) =>
        varying.has(key) ? undefined : value,
      ),
    ]);
}

function killPoints({ calls, changes }: Reply): number[] {
  if (kills === "all") return [1, ...changes.map((n) => n + 1).filter((n) => n <= calls)];
  const count = Number(kills);
  return Array.from({ length: count }, (_, i) => 1 + Math.floor(((i + Math.random()) * (calls - 1)) / count));
}

describe("a play that is killed", { timeout: kills === "all" ? 7_200_000 : 900_000 }, () => {
  it("reaches the records of an undisturbed one when it is resumed, and pays for no answer twice", async () => {
    const control = stage();
    const undisturbed = await run(control);
    expect(undisturbed?.played?.outcome).toBe("converged");
    const expected = records(control);
    const { calls } = undisturbed!;
    const runs = undisturbed!.played!.spent.runs;
    const left = killPoints(undisturbed!);
    const all = left.length;
    const killOne = async (at: number) => {
      const job = stage();
      expect(await run({ ...job, fault: { at, by: "SIGKILL" } }), `call ${at}`).toBeUndefined();
      const resumed = await run(job);
      expect(resumed?.refused, `resumed after a kill before call ${at} of ${calls}`).toBeUndefined();
      expect(records(job), `killed before call ${at} of ${calls}`).toEqual(expected);
      // Only what was in flight is asked again: at most the panel.
      expect(resumed!.played!.spent.runs - runs, `killed before call ${at}`).toBeLessThanOrEqual(3);
      for (const folder of [job.root, job.home]) rmSync(folder, { recursive: true, force: true });
    };
    const work = async () => {
      for (let at = left.shift(); at !== undefined; at = left.shift()) {
        await killOne(at);
        const done = all - left.length;
        if (kills === "all" && done % 100 === 0) console.log(`killed in ${done} of ${all} states, ${calls} calls`);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  });
});
