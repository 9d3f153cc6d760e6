/** The commands that Blue prints as the next step, run as they are printed: through the real command line, in every state a dialogue can be in. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Next } from "../../src/operations/next-call.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { type Dialogue, edit, makeDesk, makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { callByMcp, runWords } from "../helpers/faces.ts";
import { faultsOfNext, faultsOfText } from "../helpers/printed-commands.ts";
import { runGit } from "../helpers/project.ts";
import { shellWords } from "../helpers/shell-words.ts";

const status = (dialogue: Dialogue) => dialogue.call<{ next: Next }>("dialogue.status", { dialogue_id: dialogue.id });

/** Runs it as a shell would, and answers with the exit code and what the person at the terminal sees. */
async function run(root: string, { command }: Next) {
  const { code, out, err } = await runWords(root, shellWords(command)!.slice(1), { isTTY: true });
  return { code, text: out + err };
}

const states: Record<string, (dialogue: Dialogue) => unknown> = {
  "just opened": () => {},
  "whose experts write": ({ call, id }) => call("dialogue.round-prompt", { dialogue_id: id }),
  "whose drafts are there": (dialogue) => dialogue.writeAll(),
  "with an open tension": (dialogue) => dialogue.round({ Muffin: raisesTension }),
  "that converged": async (dialogue) => {
    await dialogue.round();
    await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
    await dialogue.round();
  },
  "that is decided": async (dialogue) => {
    await dialogue.round();
    await dialogue.verdict();
  },
  "that became an RFC": async (dialogue) => {
    await states["that is decided"]!(dialogue);
    await dialogue.call("rfc.create", { from_dialogue: dialogue.id });
  },
  "that was closed": (dialogue) =>
    dialogue.call("dialogue.close", { dialogue_id: dialogue.id, outcome: "abandoned", reason: "not needed" }),
};

describe("the next step of a dialogue", () => {
  it.each(Object.entries(states))("%s runs as printed", async (_, reach) => {
    const dialogue = await makeDialogue();
    await reach(dialogue);
    const { next } = await status(dialogue);
    const { code, text } = await run(dialogue.root, next);
    if (JSON.stringify(next.arguments).includes("…")) expect(text).toContain("is still the placeholder `…`");
    else expect(code, text).toBe(0);
  });

  it("without a pool prints the panel to name", async () => {
    const dialogue = await makeDialogue({ create: { expert_pool: undefined, panel_size: undefined } });
    const { next } = await status(dialogue);
    expect(next.command).toMatch(/^blue dialogue evolve-panel --id \S+ --round 0 --scaffold$/);
    expect(await run(dialogue.root, next)).toMatchObject({
      code: 0,
      text: expect.stringContaining('"source": "created"'),
    });
  });

  it("after a verdict is the page to read and the RFC to make; nothing says that the gate is open", async () => {
    const dialogue = await makeDialogue();
    await states["that is decided"]!(dialogue);
    const { next } = await status(dialogue);
    expect(next.why).toContain(`read .blue/dialogues/${dialogue.id}/verdict.md`);
    for (const verb of ["status", "get"]) {
      const { out } = await runWords(dialogue.root, ["dialogue", verb, dialogue.id], { isTTY: true });
      expect(out).toContain("blue rfc create --from-dialogue");
      expect(out).not.toContain("gate");
    }
    expect((await run(dialogue.root, next)).code).toBe(0);
    expect((await status(dialogue)).next).toMatchObject({
      command: "blue rfc status --id 0001 --status approved",
      why: expect.stringContaining("RFC 0001"),
    });
  });

  it("names an RFC by its path where two have its number", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/rfcs/0001-a.wip.md": "---\nstatus: wip\n---\n## Plan\n- [x] a\n",
        ".blue/docs/rfcs/0001-b.draft.md": "---\nstatus: draft\n---\n",
      },
    });
    const { things } = await desk.call<{ things: { next: Next }[] }>("next");
    expect(things[0]!.next.command).toBe("blue rfc status --id .blue/docs/rfcs/0001-a.wip.md --status implemented");
    expect((await run(desk.root, things[0]!.next)).code).toBe(0);
  });

  it("over MCP names only tools that the server has", async () => {
    const dialogue = await makeDialogue();
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/opening.json`, (text) => text.replace("REST", "RPC"));
    const { structuredContent } = await callByMcp({ root: dialogue.root, name: "status", input: {} });
    expect((structuredContent as { next: Next }).next).toEqual({
      command: `blue dialogue verify --id ${dialogue.id}`,
      why: expect.any(String),
    });
  });
});

describe("a damaged record", () => {
  it.each(["edited", "deleted"])("that was %s has one way out, and it works", async (how) => {
    const dialogue = await makeDialogue({ git: true });
    await dialogue.round({ Muffin: raisesTension });
    runGit(dialogue.root, "add", "-A");
    runGit(dialogue.root, "commit", "-qm", "a round");
    const record = join(dialogue.root, `.blue/dialogues/${dialogue.id}/round-0/round.json`);
    if (how === "edited") writeFileSync(record, readFileSync(record, "utf8").replace("cost", "gain"));
    else rmSync(record);
    const asked = [["status"], ["next"], ["dialogue", "status", dialogue.id], ["sync"], ["doctor"]];
    for (const words of asked) {
      const { out } = await runWords(dialogue.root, words, { isTTY: true });
      expect(out, words.join(" ")).toMatch(/blue dialogue verify/);
      expect(out).not.toContain("✓ Generated files are up to date");
    }
    const verify = () => runWords(dialogue.root, ["dialogue", "verify", dialogue.id], { isTTY: true });
    const [, command] = /`(git checkout [^`]+)`/.exec((await verify()).out)!;
    const [program, ...args] = shellWords(command!)!;
    execFileSync(program!, args, { cwd: dialogue.root, stdio: "ignore" });
    const after = await verify();
    expect(after, after.out).toMatchObject({ code: 0, out: expect.stringContaining("Next: blue status") });
  });

  it("of which git has no copy leaves what can be done", async () => {
    const dialogue = await makeDialogue({ git: true });
    edit(dialogue.root, `.blue/dialogues/${dialogue.id}/opening.json`, () => "{");
    const { findings } = await dialogue.call<{ findings: { fix: string }[] }>("dialogue.verify", {});
    expect(findings[0]!.fix).toContain("`blue dialogue create`");
  });
});

describe("what the executor and the command line say by themselves", () => {
  it.each(registry.map(({ name }) => [name]))("of %s names commands that run", async (name) => {
    const { root } = makeDesk();
    const path = name.split(".");
    for (const words of [
      [...path, "--help"],
      [...path, "--no-such-flag"],
      [path.at(-1)!, "--help"],
    ]) {
      const { out, err } = await runWords(root, words, { isTTY: true });
      expect(await faultsOfText((out + err).replace(/\s+/g, " "))).toEqual([]);
    }
    const { err } = await runWords(root, [...path, ...(path[0] === "status" ? [] : ["--input", "-"])], {
      stdin: { no_such_field: 1 },
      isTTY: true,
    });
    expect(await faultsOfText(err)).toEqual([]);
  });
});

describe("the listener that every test has", () => {
  const step = (name: string, command: string, args: object = {}) =>
    faultsOfNext({ tool: `blue_${name}`, arguments: args as Next["arguments"], command, why: "" });

  it("finds what cannot be run as printed", async () => {
    expect(await step("doctor", "blue doctor --fix true", { fix: true })).toHaveLength(1);
    expect(await step("doctor", "blue doctor", { fix: true })).toHaveLength(1);
    expect(await step("doctor", "blue status")).toHaveLength(1);
    expect(await step("heal", "blue doctor")).toHaveLength(1);
    expect(await step("rfc_get", "blue rfc get")).toHaveLength(1);
    expect(await step("doctor", "blue doctor --input <file.json>")).toHaveLength(1);
    expect(await faultsOfText("Run `blue heal`, or blue_heal.")).toHaveLength(2);
  });

  it("is content with what can", async () => {
    expect(await step("doctor", "blue doctor --fix", { fix: true })).toEqual([]);
    const args = { dialogue_id: "a", tensions_accepted: ["T0001", "T0002"] };
    const flags = "--tensions-accepted T0001 --tensions-accepted T0002";
    expect(await step("dialogue_verdict_register", `blue dialogue verdict --id a ${flags}`, args)).toEqual([]);
    expect(shellWords("blue search 'it'\\''s here' \"a b\"")).toEqual(["blue", "search", "it's here", "a b"]);
  });
});
