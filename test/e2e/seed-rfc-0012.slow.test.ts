/** The commands that RFC 0012 prints, run by the built program against model servers on the loopback, from nothing to a verdict. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { builtServer, connectClient, stopAll } from "../helpers/mcp-client.ts";
import { makePlayStage } from "../helpers/play-stage.ts";
import { investmentCreate } from "../helpers/printed-examples.ts";
// @ts-expect-error plain JavaScript, because the agent of other tests runs it as it is
import { answerTo, nameOf, roundOf } from "../helpers/scripted-answers.mjs";
import { shellWords } from "../helpers/shell-words.ts";
import { ollamaFacts, startWireModel, type WireModel } from "../helpers/wire-models.ts";

const servers: WireModel[] = [];
afterEach(async () => {
  await stopAll();
  for (const server of servers.splice(0)) await server.close();
});

/** What experts write: with a tension each, with a perspective and a recommendation each, or nothing but their signal. */
type Kind = "tensions" | "perspectives" | "neither";

function expertText(name: string, prompt: string): string {
  const round = roundOf(prompt) as string;
  if (round !== "00") return `[${name}-S${round}01: APPROVE | 0.9]\nYes.\n\n[MOVE:CONVERGE]\n`;
  return `[${name}-P0001: what ${name} sees]\nVersions live long.\n\n[${name}-R0001: ${name}'s way]\nDate them.\n\n[${name}-S0001: HOLD | 0.5]\nNot yet.\n`;
}

function answer(kind: Kind, prompt: string, structured: boolean): string {
  const name = nameOf(prompt) as string;
  const isExpert = !["Test", "Judge", "Author", "Verifier"].includes(name);
  if (isExpert && kind === "perspectives") return expertText(name, prompt);
  if (isExpert && kind === "neither")
    return `[${name}-S${roundOf(prompt)}01: APPROVE | 0.9]\nYes.\n\n[MOVE:CONVERGE]\n`;
  const given = answerTo(prompt, structured) as string;
  const wanted = Number(/Design a pool of (\d+)/.exec(prompt)?.[1] ?? 0);
  if (wanted === 0) return given;
  const pool = JSON.parse(given) as { experts: { role: string; tier: string }[] };
  const more = Array.from({ length: wanted - pool.experts.length }, (_, i) => ({
    ...pool.experts[i % 6]!,
    role: `Expert ${i}`,
    tier: ["Core", "Adjacent", "Adjacent", "Wildcard"][i % 4]!,
  }));
  return JSON.stringify({ ...pool, experts: [...pool.experts, ...more] });
}

interface Ended {
  outcome: string;
  dialogue_file: string;
  rounds: number;
  final_convergence: number;
  expert_panel: string[];
}

async function stage(kind: Kind, models: readonly string[] = ["qwen2.5-coder:7b"]) {
  const dated = models.map((name, i) => ({ name, modified_at: `2026-10-0${9 - i}T00:00:00Z` }));
  const server = await startWireModel(
    "ollama",
    ({ words, schema }) => ({ text: answer(kind, words[0]!, schema !== undefined) }),
    { ...ollamaFacts, "/api/tags": { models: dated } },
  );
  servers.push(server);
  const made = makePlayStage({
    tree: {
      "README.md": "An API.\n",
      "api.md": "# The API\n\nVersion 0: dates in the path.\n",
      "pool.json": JSON.stringify(investmentCreate.expert_pool),
      ".blue/docs/rfcs/0007-realm-mcp-integration.draft.md": "# RFC 0007: realm mcp integration\n\nAccounts differ.\n",
    },
    env: { OLLAMA_HOST: server.baseUrl },
  });
  const dialogues = join(made.root, ".blue/dialogues");
  return {
    ...made,
    server,
    command: (printed: string) => made.run(...shellWords(printed)!.slice(1)),
    saved: () => readdirSync(join(made.root, ".blue/docs/dialogues")),
    opening: () =>
      made.record<{ settings: { panel_size: number }; constraint: string | null; rfc: string | null; pool: object[] }>(
        "opening.json",
      ),
    verdict: () => {
      const rounds = readdirSync(join(dialogues, made.id())).filter((name) => /^round-\d+$/.test(name));
      const last = `round-${rounds.length - 1}`;
      return made.record<{ recommendation: string[]; forced: boolean }>(`${last}/verdict-final.json`);
    },
  };
}

const printed = 'blue alignment play "API versioning strategy"';

describe('`blue alignment play "API versioning strategy"`, as printed', () => {
  it.each<[Kind, number]>([
    ["perspectives", 2],
    ["tensions", 2],
    ["neither", 1],
  ])("goes from nothing to a verdict where the experts write %s", async (kind, rounds) => {
    const made = await stage(kind);
    const { code, stdout, stderr } = await made.command(printed);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    expect(made.rounds()).toBe(rounds);
    expect(made.opening().settings.panel_size).toBe(12);
    expect(made.verdict().forced).toBe(false);
    expect(stdout).toContain("✓ Dialogue complete at 100% convergence");
    const [file] = made.saved();
    expect(file).toMatch(/api-versioning-strategy.*\.dialogue\.md$/);
    expect(stdout).toContain(`Saved: .blue/docs/dialogues/${file}`);
    expect((await made.run("dialogue", "verify", made.id())).code).toBe(0);
    expect((await made.run("dialogue", "lint", `.blue/docs/dialogues/${file}`)).code).toBe(0);
  });

  it("says how it goes in the printed shape", async () => {
    const made = await stage("perspectives");
    const { stderr, stdout } = await made.command(printed);
    const shape = [
      "Starting alignment dialogue with 12 experts...",
      "Round 0: Gathering perspectives...",
      "████████████ 12/12 experts responded",
      "Convergence: 0%",
      "Round 1: Building consensus...",
      "████████████ 12/12 experts responded",
      "Convergence: 100%",
    ];
    const lines = stderr.split("\n");
    let at = -1;
    for (const line of shape) {
      at = lines.indexOf(line, at + 1);
      expect(at, `${line} in\n${stderr}`).toBeGreaterThanOrEqual(0);
    }
    expect(stdout).toMatch(/✓ Dialogue complete at 100% convergence\n[\s\S]*Saved: \.blue\/docs\/dialogues\//);
    expect(stderr).toContain("with --experts 4 about");
  });

  it("runs on RFC 0012's model where it is there, else on the newest, and says which", async () => {
    const usual = await stage("neither", ["newer:8b", "qwen2.5-coder:7b"]);
    expect((await usual.command(printed)).stderr).toContain("ollama/qwen2.5-coder:7b (");
    expect(new Set(usual.server.asked.map(({ model }) => model))).toEqual(new Set(["qwen2.5-coder:7b"]));
    const other = await stage("neither", ["newer:8b", "older:8b"]);
    const { stderr } = await other.command(printed);
    expect(stderr).toContain("ollama/newer:8b (");
    expect(stderr).toContain("qwen2.5-coder:7b is not there; without a name its model is newer:8b, the newest.");
    expect(new Set(other.server.asked.map(({ model }) => model))).toEqual(new Set(["newer:8b"]));
  });

  it("asks nobody before a local model that costs nothing, and somebody before one that may cost", async () => {
    const cloud = await stage("neither", ["qwen3-coder:480b-cloud"]);
    const { code, stderr } = await cloud.command(printed);
    expect(code).toBe(4);
    expect(stderr).toContain("--yes");
    expect(cloud.server.asked).toEqual([]);
  });

  it("answers a program with what RFC 0012 says it returns", async () => {
    const made = await stage("perspectives");
    const { stdout } = await made.command(`${printed} --json`);
    const ended = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as Ended;
    expect(ended).toMatchObject({ outcome: "converged", rounds: 2, final_convergence: 1 });
    expect(ended.expert_panel).toHaveLength(12);
    expect(readFileSync(join(made.root, ended.dialogue_file), "utf8")).toContain(
      "# Alignment Dialogue: API versioning",
    );
  });
});

describe("the command with options, as printed", () => {
  const withOptions = `blue alignment play "cross-account IAM" --constraint "different AWS accounts" --experts 8 --convergence 0.90 --rfc "realm-mcp-integration"`;

  it("has 8 seats, the constraint and the RFC", async () => {
    const made = await stage("tensions");
    const { code, stderr } = await made.command(withOptions);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
    expect(made.opening()).toMatchObject({
      settings: { panel_size: 8 },
      constraint: "different AWS accounts",
      rfc: ".blue/docs/rfcs/0007-realm-mcp-integration.draft.md",
    });
    expect(stderr).toContain("████████ 8/8 experts responded");
  });

  it.each(["infrastructure", "product", "ml", "governance", "general"])(
    "has a ready pool: --template %s seats all of it",
    async (template) => {
      const made = await stage("neither");
      expect((await made.command(`${printed} --template ${template}`)).code).toBe(0);
      const { settings, pool } = made.opening();
      expect(settings.panel_size).toBe(Math.min(12, pool.length));
    },
  );

  it.each([
    [printed, "--subject api.md", 12],
    [printed, "--pool pool.json", 8],
    [printed, "--subject api.md --template product", 12],
    [withOptions, "--subject api.md --pool pool.json", 8],
    [withOptions, "--template infrastructure", 8],
  ])("%s %s goes to a verdict, whatever the experts write", async (command, options, seats) => {
    for (const kind of ["perspectives", "tensions"] as const) {
      const made = await stage(kind);
      const { code, stderr } = await made.command(`${command} ${options}`);
      expect({ kind, code, stderr: code === 0 ? "" : stderr }).toEqual({ kind, code: 0, stderr: "" });
      expect(made.opening().settings.panel_size).toBe(seats);
      expect(made.verdict().forced).toBe(false);
    }
  });

  it("refuses more seats than a pool has before any model is asked", async () => {
    const made = await stage("neither");
    const { code, stderr } = await made.command(`${printed} --template general --panel-size 12`);
    expect(code).toBe(2);
    expect(stderr).toContain("the pool has 11");
    expect(made.server.asked).toEqual([]);
  });
});

describe("the document that RFC 0012 generates", () => {
  it("has topic, constraint, panel, every round's words, scoreboard, convergence and recommendations", async () => {
    const made = await stage("perspectives");
    const command = `${printed} --experts 8 --constraint "different AWS accounts"`;
    expect((await made.command(command)).code).toBe(0);
    const [file] = made.saved();
    const text = readFileSync(join(made.root, ".blue/docs/dialogues", file!), "utf8");
    expect(text).toMatch(/^# Alignment Dialogue: API versioning strategy\n/);
    for (const part of [
      "**Constraint**: different AWS accounts",
      "## Expert Panel",
      "## Alignment Scoreboard",
      "## Round 0",
      "## Round 1",
      "| 1 | ",
      "**Convergence:** ✓ (velocity=0, unanimous)",
      "Versions live long.",
      "R0001",
    ])
      expect(text).toContain(part);
    const names = readdirSync(join(made.root, ".blue/dialogues", made.id(), "round-0")).filter((name) =>
      /^[a-z]+\.md$/.test(name),
    );
    const experts = names.filter((name) => name !== "judge.md");
    expect(experts).toHaveLength(8);
    for (const name of experts) expect(text.toLowerCase()).toContain(`### 🧁 ${name.slice(0, -3)}`);
  });
});

describe("the tool that RFC 0012 defines", () => {
  it("answers over stdio with the command that does the same, and that runs to a verdict", async () => {
    const made = await stage("neither", ["qwen2.5-coder:7b", "other:8b"]);
    const { client } = await connectClient({ args: builtServer, cwd: made.root }, "2025-11-25");
    const { isError, structuredContent } = await client.callTool({
      name: "blue_alignment_play",
      arguments: {
        topic: "API versioning strategy",
        constraint: "no downtime",
        expert_count: 5,
        convergence: 0.95,
        max_rounds: 12,
        rfc_title: "realm-mcp-integration",
        template: "product",
        model: "other:8b",
      },
    });
    expect(isError).toBe(true);
    const { command } = (structuredContent as { context: { command: string } }).context;
    const { code, stderr } = await made.command(command);
    expect({ command, code, stderr: code === 0 ? "" : stderr }).toEqual({ command, code: 0, stderr: "" });
    expect(new Set(made.server.asked.map(({ model }) => model))).toEqual(new Set(["other:8b"]));
    const twice = await made.command(`${printed} --model other:8b --runner ollama`);
    expect(twice.code).toBe(2);
    expect(twice.stderr).toContain("both say who runs the experts");
    expect(made.opening()).toMatchObject({
      settings: { panel_size: 5, max_rounds: 12 },
      constraint: "no downtime",
      rfc: ".blue/docs/rfcs/0007-realm-mcp-integration.draft.md",
    });
  });
});
