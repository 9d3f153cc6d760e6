/** `blue play` as its user runs it: the built program, a scripted agent as every run, real processes, real records. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../helpers/project.ts";

const agent = fileURLToPath(new URL("../helpers/scripted-agent.mjs", import.meta.url));
const blue = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A repository with one design, and a home whose configuration knows the scripted agent. `acts`: what an expert, the Judge or the author does, in order. */
function stage(acts: Record<string, string[]> = {}) {
  const root = makeFolder({ "design.md": "# Cache\n\nWe cache everything for ever.\n" });
  const home = makeFolder({});
  for (const args of [
    ["init", "-q"],
    ["add", "."],
  ])
    execFileSync("git", args, { cwd: root });
  const script = join(home, "script.json");
  const log = join(home, "log");
  writeFileSync(script, JSON.stringify({ ...acts, log }));
  mkdirSync(join(home, ".config/blue"), { recursive: true });
  const command = JSON.stringify([process.execPath, agent, "{input_file}", "{schema_file}"]);
  writeFileSync(
    join(home, ".config/blue/config.yaml"),
    `runners:\n  scripted:\n    kind: command\n    command: ${command}\n    schema: true\n    env: [SCRIPT]\n`,
  );
  const env = { PATH: process.env.PATH!, HOME: home, SCRIPT: script, NO_COLOR: "1" };
  const children = new Set<ChildProcess>();
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [blue, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
    return { child, ended, errors: () => stderr };
  };
  const run = (...args: string[]) => start(...args).ended;
  const usual = ["--subject", "design.md", "--runner", "scripted", "--panel-size", "3", "--yes", "--allow-unconfined"];
  const dialogues = join(root, ".blue/dialogues");
  const id = () => readdirSync(dialogues).filter((name) => !name.startsWith("."))[0]!;
  const record = <T = Record<string, never>>(path: string) =>
    JSON.parse(readFileSync(join(dialogues, id(), path), "utf8")) as T;
  return {
    root,
    home,
    start,
    run,
    play: (...args: string[]) => run("play", "Cache lifetimes", ...usual, ...args),
    begin: (...args: string[]) => start("play", "Cache lifetimes", ...usual, ...args),
    resume: (...args: string[]) => run("play", "--resume", "cache-lifetimes", "--yes", ...args),
    id,
    record,
    /** How often each was started. */
    started: () => {
      const names = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
      return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
    },
    states: () => join(home, ".local/state/blue/play"),
    rounds: () =>
      readdirSync(join(dialogues, id())).filter(
        (name) => /^round-\d+$/.test(name) && existsSync(join(dialogues, id(), name, "round.json")),
      ).length,
  };
}

interface Round {
  texts: {
    expert: string;
    state: string;
    provenance: { source: string; run?: { runner: string; confined: boolean } } | null;
  }[];
  played: { runs: { purpose: string; ended: string; used: boolean }[]; unreadable: number };
  dismissed: { reason: string }[];
}

const patience = { timeout: 120_000 };

describe("blue play", patience, () => {
  it("plays a dialogue to its verdict: every text from a run of its own, nothing asked twice", async () => {
    const { play, id, record, started, root, run } = stage();
    const { code, stdout, stderr } = await play();
    expect(stderr).toContain("final verdict");
    expect(stderr).toMatch(
      /^📝 polishes the text, 2 of 2 \(step 3 of about 18, about 1 minute and \d+k tokens left\)$/m,
    );
    expect(stderr).toMatch(/^Round 0: Gathering perspectives\.\.\.\n {3}step 4 of about 18, about/m);
    expect(stderr).not.toMatch(/0 fixed, 0 refused/);
    expect(code).toBe(0);
    expect(stdout).toContain("100% CONVERGENCE ACHIEVED");
    expect(stdout).toContain(`Saved: .blue/docs/dialogues/${id()}.dialogue.md`);
    expect(existsSync(join(root, `.blue/docs/dialogues/${id()}.dialogue.md`))).toBe(true);
    const round = record<Round>("round-0/round.json");
    expect(round.texts.map(({ provenance }) => provenance?.source)).toEqual(["runner", "runner", "runner"]);
    expect(round.texts[0]!.provenance?.run).toMatchObject({ runner: "scripted", confined: false });
    expect(round.played.runs.map(({ purpose }) => purpose)).toEqual(["preflight", "pool", "judge"]);
    expect(started()).toMatchObject({ MUFFIN: 2, CUPCAKE: 2, SCONE: 2, Author: 3, Judge: 4, Test: 1 });
    expect((await run("dialogue", "verify", id())).code).toBe(0);
    expect(readdirSync(join(root, ".blue/drafts"))).toHaveLength(1);
  });

  it("shows in a dry run what it would do, calls nothing and writes nothing", async () => {
    const { play, root, home, started } = stage();
    const { code, stdout } = await play("--dry-run");
    expect(code).toBe(0);
    expect(stdout).toMatch(/runs {5}about \d+, \d+ of them the Judge's: [\d,]+ to [\d,]+ tokens/);
    expect(started()).toEqual({});
    expect(existsSync(join(root, ".blue"))).toBe(false);
    expect(existsSync(join(home, ".local"))).toBe(false);
  });

  it("shows the plan without a runner too, and then what is missing", async () => {
    const { run, home, root } = stage();
    writeFileSync(join(home, ".config/blue/config.yaml"), "runners: {}\n");
    const topic = ["play", "A topic", "--subject", "design.md", "--dry-run"];
    const { code, stdout } = await run(...topic);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /experts {2}none was found[\s\S]*runs {5}about 21, 5 of them the Judge's: [\s\S]*✗ No agent, no key and no model/,
    );
    const { unavailable, plan } = JSON.parse((await run(...topic, "--json")).stdout);
    expect([unavailable.error_code, plan.topic]).toEqual(["runner_unavailable", "A topic"]);
    const named = await run(...topic, "--runner", "claude");
    expect(named.stdout).toMatch(
      /experts {2}claude \(cannot be used here\)\n {2}author {3}one of these\n[\s\S]*✗ claude cannot be used/,
    );
    expect(existsSync(join(root, ".blue"))).toBe(false);
  });

  it("asks before it spends, and says so where nobody can be asked", async () => {
    const { run, root } = stage();
    const { code, stderr } = await run("play", "A topic", "--runner", "scripted", "--allow-unconfined");
    expect(code).toBe(4);
    expect(stderr).toContain("--yes");
    expect(existsSync(join(root, ".blue"))).toBe(false);
  });

  it("answers once what to do where there is no agent, key or server", async () => {
    const { run, root, home } = stage();
    writeFileSync(join(home, ".config/blue/config.yaml"), "runners: {}\n");
    const { code, stderr } = await run("play", "A topic", "--yes");
    expect(code).toBe(3);
    expect(stderr).toContain("No agent, no key and no model server was found");
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(existsSync(join(root, ".blue"))).toBe(false);
  });

  it("does not take a runner that was never measured, unless told to", async () => {
    const { run } = stage();
    const { code, stderr } = await run("play", "A topic", "--runner", "scripted", "--yes");
    expect(code).toBe(3);
    expect(stderr).toContain("--allow-unconfined");
  });

  it("calls an expert absent only after two turns without a text", async () => {
    const { play, record, started } = stage({ MUFFIN: ["empty", "empty"] });
    const { code } = await play();
    const round = record<Round>("round-0/round.json");
    expect(round.texts.find(({ expert }) => expert === "Muffin")).toMatchObject({ state: "absent" });
    expect(round.played.runs.filter(({ ended }) => ended === "empty")).toHaveLength(2);
    expect(started().MUFFIN).toBeGreaterThanOrEqual(3);
    expect(code).toBe(0);
  });

  it("registers nothing when more than half are absent; a resume asks them afresh, and only them", async () => {
    const acts = ["empty", "empty"];
    const { play, resume, rounds, started } = stage({ MUFFIN: acts, SCONE: acts });
    const stopped = await play();
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain("2 of 3 experts ended twice without a text");
    expect(rounds()).toBe(0);
    const { code } = await resume();
    expect(code).toBe(0);
    expect(started()).toMatchObject({ CUPCAKE: 2, MUFFIN: 4, SCONE: 4 });
  });

  it("stops when a run crashes twice, keeps the others, and goes on later", async () => {
    const { play, resume, started } = stage({ MUFFIN: ["crash", "crash"] });
    const stopped = await play();
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain("blue play --resume");
    expect((await resume()).code).toBe(0);
    expect(started()).toMatchObject({ CUPCAKE: 2, SCONE: 2, MUFFIN: 4 });
  });

  it("asks a Judge again whose answer cannot be read, once", async () => {
    const { play } = stage({ Judge: ["junk"] });
    expect((await play()).code).toBe(0);
    const { code, stderr } = await stage({ Judge: ["junk", "junk"] }).play();
    expect(code).toBe(1);
    expect(stderr).toContain("cannot be read");
  });

  it("goes back to a Judge whose judgement is refused, once; then leaves out what was wrong, and says so", async () => {
    const { play, record, started } = stage({ Judge: ["", "wrong", "wrong"] });
    const { code, stderr } = await play();
    expect(code).toBe(0);
    expect(stderr).toContain("left out of the Judge's judgement");
    expect(started().Judge).toBe(5);
    expect(record<{ played: { left_out: string[] } }>("round-0/round.json").played.left_out).toEqual([
      expect.stringContaining("T0999"),
    ]);
  });

  it("unwraps a fenced answer; a line that cannot be read costs the signal until its author signs again", async () => {
    const { play, record } = stage({ SCONE: ["fenced"], MUFFIN: ["malformed"] });
    const { code } = await play();
    expect(code).toBe(0);
    const round = record<Round>("round-0/round.json");
    expect(round.played.unreadable).toBe(1);
    expect(round.dismissed).toMatchObject([{ reason: "unreadable" }]);
  });

  it("forces a verdict at the limit, or with --no-force reports the impasse to a person", async () => {
    const hold = { MUFFIN: ["hold", "hold", "hold", "hold"] };
    const forced = stage(hold);
    const decided = await forced.play("--max-rounds", "2");
    expect(decided.code).toBe(7);
    expect(decided.stdout).toContain("Still disagree: Muffin");
    const open = stage(hold);
    const { code, stdout } = await open.play("--max-rounds", "2", "--no-force");
    expect(code).toBe(6);
    const path = /Saved: (.*impasse\.md)/.exec(stdout)![1]!;
    expect(readFileSync(path, "utf8")).toContain("Muffin: HOLD");
  });

  it("stops spending at --convergence without deciding", async () => {
    const { play, record, rounds } = stage({ MUFFIN: ["hold", "hold", "hold"] });
    const { code, stdout } = await play("--convergence", "0.6");
    expect(code).toBe(6);
    expect(stdout).toContain("This is no decision");
    expect(record(`round-${rounds() - 1}/verdict-interim.json`)).toMatchObject({ verdict_type: "interim" });
  });

  it("lets the Judge change the panel with --rotation graduated; nobody leaves unsettled", async () => {
    const { play, record } = stage();
    const { code } = await play("--rotation", "graduated");
    expect(code).toBe(0);
    const panel = record<{ panel: { name: string; role: string }[] }>("round-1/round.json").panel;
    expect(panel.map(({ name }) => name)).toContain("Muffin");
    expect(panel.map(({ role }) => role)).toContain("Historian");
  });

  it("lets somebody try to refute what was found with --cross-check", async () => {
    const { play, record, started } = stage();
    expect((await play("--cross-check")).code).toBe(0);
    expect(started().Verifier).toBe(1);
    expect(record<{ cross_checks: { sheet: string[] }[] }>("round-1/round.json").cross_checks[0]!.sheet).toHaveLength(
      3,
    );
  });

  it("refuses to begin a stage that its budget does not cover", async () => {
    const { play, resume } = stage();
    const { code, stderr } = await play("--budget-tokens", "50000");
    expect(code).toBe(4);
    expect(stderr).toContain("--budget-tokens");
    expect((await resume("--budget-tokens", "900000")).code).toBe(0);
  });

  it("reviews a file in one look", async () => {
    const { run, root, id } = stage();
    const { code, stdout, stderr } = await run(
      "review",
      "design.md",
      "--runner",
      "scripted",
      "--yes",
      "--allow-unconfined",
    );
    expect(code).toBe(0);
    expect(stdout).toContain("3 findings: 3 major");
    // Nobody signs a review.
    expect(stderr).toContain("3 left to settle (3 open tensions + 0 new perspectives)\n");
    expect(stderr).not.toContain("Convergence:");
    expect(stderr).toMatch(/^✓ Findings: \S+findings\.md$/m);
    expect(readFileSync(join(root, `.blue/dialogues/${id()}/findings.md`), "utf8")).toContain(
      "It is not said for how long",
    );
  });

  it("prints an event for each line with --json", async () => {
    const { play } = stage();
    const { code, stdout } = await play("--json");
    expect(code).toBe(0);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { v: number; seq?: number; event: string });
    expect(events.every(({ v }) => v === 1)).toBe(true);
    const kinds = new Set(events.map(({ event }) => event));
    for (const kind of [
      "plan",
      "stage",
      "run.started",
      "run.ended",
      "filed",
      "revised",
      "registered",
      "verdict",
      "saved",
      "ended",
    ])
      expect(kinds).toContain(kind);
  });

  it("finishes what runs after Ctrl-C, and goes on later without paying twice", async () => {
    const { begin, resume, started } = stage({ MUFFIN: ["slow"], CUPCAKE: ["slow"], SCONE: ["slow"] });
    const { child, ended, errors } = begin();
    await expect.poll(errors, { timeout: 60_000 }).toContain("Scone started");
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect((await resume()).code).toBe(0);
    expect(started()).toMatchObject({ MUFFIN: 2, CUPCAKE: 2, SCONE: 2 });
  });

  it("ends its agents when it is killed; a resume reaches the same records", async () => {
    const { begin, resume, home, record } = stage({ MUFFIN: ["hang"] });
    const { child, ended, errors } = begin();
    await expect.poll(errors, { timeout: 60_000 }).toContain("Scone ✓");
    child.kill("SIGKILL");
    await ended;
    const alive = () =>
      execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" })
        .split("\n")
        .filter((line) => line.includes(agent) && line.includes(home)).length;
    await expect.poll(alive, { timeout: 10_000 }).toBe(0);
    expect((await resume()).code).toBe(0);
    expect(record<Round>("round-0/round.json").played.runs.map(({ ended: how }) => how)).toContain("killed");
  });

  it("has one player: of two resumes at once one plays", async () => {
    const { play, start, started } = stage({ MUFFIN: ["crash", "crash"] });
    await play();
    const both = [1, 2].map(() => start("play", "--resume", "cache-lifetimes", "--yes").ended);
    const codes = (await Promise.all(both)).map(({ code }) => code).sort();
    expect(codes).toEqual([0, 5]);
    expect(started()).toMatchObject({ MUFFIN: 4, CUPCAKE: 2 });
  });
});
