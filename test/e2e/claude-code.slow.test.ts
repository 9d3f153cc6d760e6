/**
 * A real coding agent plays a round: Claude Code, set up by `blue install`, against a model that is a script on the loopback. What is proved is
 * everything but the model's wits: files in the right places, the server found, tools called, experts started, drafts written without a question,
 * a missing one filed by the hook, a refusal read, a lost context found again.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closedEnvironment,
  findClaudeCode,
  runClaudeCode,
  type Session,
  type SessionEvent,
  sessionTimeout,
  trustFolder,
} from "../helpers/claude-code.ts";
import { initGit, makeFolder } from "../helpers/project.ts";
import {
  type Model,
  resultsOf,
  resultText,
  type Shown,
  startModel,
  type Turn,
  textOf,
} from "../helpers/scripted-model.ts";

const entry = fileURLToPath(new URL("../../dist/blue.js", import.meta.url));
const claude = findClaudeCode();
if (claude === undefined)
  console.error("The test against the real Claude Code runs on Linux x64 only and is left out.");

const tool = (name: string) => `mcp__blue__blue_${name}`;
const blueTools = ["status", "dialogue_create", "dialogue_round_prompt", "dialogue_round_register"].map(tool);

interface Spawn {
  expert: string;
}

const draftOf = (expert: string) =>
  [
    `[${expert.toUpperCase()}-P0001: pages must not skip rows]`,
    "A row inserted between two requests shifts every offset after it.",
    "",
    `[${expert.toUpperCase()}-S0001: CONDITIONAL | 0.7]`,
    "If the token says which row came last.",
    "",
  ].join("\n");

/** What the Judge has learned so far is in its conversation, as with a real model. */
function judge(shown: Shown): Turn {
  const results = resultsOf(shown);
  const answer = (n: number) => JSON.parse(resultText(results[n]!));
  const call = (name: string, input: Record<string, unknown>): Turn => ({ tools: [{ name: tool(name), input }] });
  switch (results.length) {
    case 0:
      return { tools: [{ name: "Skill", input: { skill: "alignment-play" } }] };
    case 1:
      return { tools: [{ name: "ToolSearch", input: { query: `select:${blueTools.join(",")}`, max_results: 10 } }] };
    case 2:
      return call("status", {});
    case 3:
      return call("dialogue_create", {
        title: "Cursor or offset",
        question: "Which pagination?",
        subject: "subject.md",
        template: "general",
        panel_size: 2,
      });
    case 4:
      return call("dialogue_round_prompt", { dialogue_id: answer(3).dialogue_id });
    case 5: {
      const { folder, task, spawn } = answer(4) as { folder: string; task: Record<string, string>; spawn: Spawn[] };
      const inputs = spawn.map(({ expert }) => ({
        name: "Agent",
        input: {
          ...task,
          description: task.description!.replace("<expert>", expert),
          prompt: task.prompt!.replace("<folder>", folder).replace("<expert in lower case>", expert.toLowerCase()),
        },
      }));
      return { tools: inputs };
    }
    case 7:
      // Both were started; the client speaks up when each has ended.
      if ((textOf(shown).match(/<task-notification>/g) ?? []).length < 2) return { text: "Waiting for the experts." };
      return call("dialogue_verdict_register", {
        dialogue_id: answer(3).dialogue_id,
        round: 0,
        recommendation: "Cursor.",
      });
    case 8:
      return call("dialogue_round_collect", { dialogue_id: answer(3).dialogue_id });
    case 9:
      return call("dialogue_round_register", {
        dialogue_id: answer(3).dialogue_id,
        round: 0,
        score_components: { W: 5, C: 4, T: 3, R: 2 },
        summary: "Two views on rows that move.",
      });
    default:
      return { text: "The round is registered." };
  }
}

/** One expert does as it is told, the other answers with its text and writes nothing. */
function expert(shown: Shown): Turn {
  const prompt = /Read (\S+prompt\.md) and follow it exactly\./.exec(textOf(shown))![1]!;
  const name = prompt.split("/").at(-2)!;
  const done = resultsOf(shown).length;
  if (done === 0) return { tools: [{ name: "Read", input: { file_path: prompt } }] };
  if (name !== "muffin") return { text: draftOf(name) };
  const file_path = prompt.replace(/prompt\.md$/, "draft.md");
  if (done === 1) return { tools: [{ name: "Write", input: { file_path, content: draftOf(name) } }] };
  return { text: "Draft written." };
}

const isExpert = (shown: Shown) => /Read \S+prompt\.md and follow it exactly\./.test(firstWords(shown));
const firstWords = (shown: Shown) => textOf({ ...shown, messages: shown.messages.slice(0, 1) });
const init = ({ events }: Session) => events.find(({ subtype }) => subtype === "init") as SessionEvent;
/** A session ends its turn more than once when it waits for experts. */
const ends = ({ events }: Session) => events.filter(({ type }) => type === "result");
const denials = (session: Session) => ends(session).flatMap(({ permission_denials }) => permission_denials ?? []);

function setUp(...args: string[]): { root: string; home: string } {
  const base = makeFolder({ "project/subject.md": "# Pagination\n\nWe use offsets.\n", "home/tmp/": "" });
  const root = join(base, "project");
  const home = join(base, "home");
  initGit(root);
  execFileSync(process.execPath, [entry, "install", "--agent", "claude", ...args], {
    cwd: root,
    env: closedEnvironment(home),
  });
  return { root, home };
}

describe.runIf(claude !== undefined)("Claude Code", { timeout: sessionTimeout }, () => {
  let model: Model;
  let speak: (shown: Shown) => Turn;
  beforeAll(async () => {
    model = await startModel((shown) => speak(shown));
  });
  afterAll(() => model.close());

  describe("in a project set up by `blue install`", () => {
    let place: { root: string; home: string };
    let first: Session;
    let shown: Shown[];
    let results: string[];

    beforeAll(async () => {
      place = setUp();
      trustFolder(place.home, place.root);
      speak = (asked) => (isExpert(asked) ? expert(asked) : judge(asked));
      first = await runClaudeCode(claude!, "play alignment on subject.md", { ...place, cwd: place.root, model });
      shown = model.shown.splice(0);
      results = resultsOf(shown.filter((one) => !isExpert(one)).at(-1)!).map(resultText);
    }, sessionTimeout);

    test("the session runs to its end, with nothing refused and no word to the outside", () => {
      expect(first.stderr).toBe("");
      expect(ends(first).at(-1)).toMatchObject({ subtype: "success", result: "The round is registered." });
      expect(denials(first)).toEqual([]);
      expect(model.outside).toEqual([]);
    });

    test("the server is found and the skills are listed", () => {
      expect(init(first).mcp_servers).toEqual([expect.objectContaining({ name: "blue", status: "connected" })]);
      expect(init(first).slash_commands).toEqual(expect.arrayContaining(["alignment-play", "alignment-expert"]));
      const words = textOf(shown[0]!);
      expect(words).toContain("- alignment-play: Run an alignment dialogue as the Judge.");
      expect(words).toContain("- Start with blue_status: it says where the project is");
    });

    test("tools are named at first and shown in full once asked for", () => {
      const listed = (one: Shown) =>
        (one.tools ?? []).map(({ name }) => name).filter((name) => name.startsWith("mcp__"));
      expect(listed(shown[0]!)).toEqual([]);
      for (const name of blueTools) expect(textOf(shown[0]!)).toContain(name);
      expect(listed(shown.at(-1)!).sort()).toEqual(blueTools.toSorted());
    });

    test("the skill's text is what the package ships", () => {
      const skill = readFileSync(new URL("../../dist/skills/alignment-play/SKILL.md", import.meta.url), "utf8");
      expect(textOf(shown[2]!)).toContain(skill.split("---\n").at(-1)!.trim().slice(0, 500));
    });

    test("the model reads one JSON object per answer", () => {
      expect(JSON.parse(results[2]!)).toMatchObject({ root: place.root, next: { tool: "blue_dialogue_create" } });
      expect(JSON.parse(results[3]!)).toMatchObject({ status: "created", suggested_panel: [{}, {}] });
      expect(JSON.parse(results[4]!).spawn).toHaveLength(2);
    });

    test("a refusal is read as an error, with its code and its suggestion", () => {
      const refused = resultsOf(shown.at(-1)!)[7]!;
      expect(refused.is_error).toBe(true);
      expect(resultText(refused)).toContain('"status":"error","error_code":"round_not_registered"');
      expect(resultText(refused)).toContain('"suggestion":');
    });

    test("one expert's draft is its own, the other's was filed by the hook, and the round holds both", () => {
      const collected = JSON.parse(results[8]!);
      expect(collected).toMatchObject({ round: 0 });
      const registered = JSON.parse(results[9]!);
      expect(registered).toMatchObject({ status: "registered", round: 0, next: {} });
      const id = JSON.parse(results[3]!).dialogue_id as string;
      const record = JSON.parse(
        readFileSync(join(place.root, ".blue/dialogues", id, "round-0/round.json"), "utf8"),
      ) as { texts: { expert: string; lines: string[]; provenance: { source: string } }[] };
      const origins = record.texts.map(({ expert: name, provenance }) => [name === "Muffin", provenance.source]);
      expect(origins.sort()).toEqual([
        [false, "hook"],
        [true, "draft"],
      ]);
      for (const { expert: name, lines } of record.texts) expect(lines.join("\n")).toContain(draftOf(name).trim());
    });

    test("a new session that knows nothing is told where the dialogue stands and what is next", async () => {
      speak = (asked) => {
        const done = resultsOf(asked);
        if (done.length === 0) return { tools: [{ name: tool("status"), input: {} }] };
        if (done.length > 1) return { text: "Found." };
        // It names the dialogue's own next step; the dialogue itself says where it stands.
        const { dialogue_id } = JSON.parse(resultText(done[0]!)).next.arguments;
        return { tools: [{ name: tool("dialogue_status"), input: { dialogue_id } }] };
      };
      await runClaudeCode(claude!, "where were we?", { ...place, cwd: place.root, model });
      const [, status] = resultsOf(model.shown.splice(0).at(-1)!).map(resultText);
      expect(JSON.parse(status!)).toMatchObject({
        title: "Cursor or offset",
        rounds_registered: 1,
        open_round: 1,
        next: { tool: expect.stringMatching(/^blue_dialogue_/) },
      });
    });

    test("after `blue uninstall` it is gone", async () => {
      execFileSync(process.execPath, [entry, "uninstall"], { cwd: place.root, env: closedEnvironment(place.home) });
      speak = () => ({ text: "Nothing." });
      const session = await runClaudeCode(claude!, "hello", { ...place, cwd: place.root, model });
      expect(init(session).mcp_servers).toEqual([]);
      expect(init(session).slash_commands).not.toContain("alignment-play");
      expect(existsSync(join(place.root, ".claude"))).toBe(false);
      model.shown.splice(0);
    });
  });

  test("set up for a user it works in any project, also from a folder below its root", async () => {
    const { root, home } = setUp("--user");
    const below = join(root, "src/deep");
    execFileSync("mkdir", ["-p", below]);
    const draft = join(root, ".blue/drafts/x/round-0-0123456789abcdef/muffin/draft.md");
    speak = (asked) => {
      const done = resultsOf(asked).length;
      if (done === 0) return { tools: [{ name: tool("status"), input: {} }] };
      if (done === 1) return { tools: [{ name: "Write", input: { file_path: draft, content: "x" } }] };
      return { text: "Done." };
    };
    const session = await runClaudeCode(claude!, "hello", { cwd: below, home, model });
    expect(init(session).mcp_servers).toEqual([expect.objectContaining({ name: "blue", status: "connected" })]);
    expect(init(session).slash_commands).toContain("alignment-play");
    expect(denials(session)).toEqual([]);
    expect(readFileSync(draft, "utf8")).toBe("x");
    expect(existsSync(join(root, ".mcp.json"))).toBe(false);
    expect(model.outside).toEqual([]);
  });
});
