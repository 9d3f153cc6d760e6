import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { edit, makeDialogue } from "../../test/helpers/dialogue.ts";
import { callByCli, callByMcp } from "../../test/helpers/faces.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { nextCall } from "../operations/next-call.ts";
import { defaultToolsets, type Operation, type Toolset, toolsets } from "../operations/operation.ts";
import { registry } from "../operations/registry.generated.ts";
import { largestAnswer } from "./call-tool.ts";

const toolsOf = (sets: readonly Toolset[]) =>
  new Set(registry.filter(({ toolset }) => sets.includes(toolset)).map(({ tool }) => tool));

const entryOf = (name: string) => registry.find((entry) => entry.name === name)!;

describe("a tool's answer", () => {
  it("gives the next step as a tool and its arguments, in data and text alike, and not as a command besides", async () => {
    const { root, id, call } = await makeDialogue();
    const { content, structuredContent } = await callByMcp({
      root,
      name: "dialogue.status",
      input: { dialogue_id: id },
    });
    const [block] = content;
    expect(JSON.parse(block?.type === "text" ? block.text : "")).toEqual(structuredContent);
    const { next } = await call<{ next: Record<string, unknown> }>("dialogue.status", { dialogue_id: id });
    expect(next.command).toContain("blue dialogue round-prompt");
    const { command: _, ...step } = next;
    expect(structuredContent).toMatchObject({ next: step });
    expect(JSON.stringify(structuredContent)).not.toContain('"command"');
  });

  it("leaves out what is empty and the dialogue that the call named, and nothing else", async () => {
    const { root, id, call } = await makeDialogue();
    const input = { dialogue_id: id };
    const { structuredContent } = await callByMcp({ root, name: "dialogue.round-prompt", input });
    const { inShort } = await entryOf("dialogue.round-prompt").load();
    const whole = inShort!(await call<Record<string, unknown>>("dialogue.round-prompt", input), input);
    const left = ["dialogue_id", "decision", "directed", "not_asked", "written", "warnings", "kept", "refused"];
    expect(Object.keys(whole).filter((key) => !Object.hasOwn(structuredContent as object, key))).toEqual(
      Object.keys(whole).filter((key) => left.includes(key)),
    );
    const { structuredContent: created } = await callByMcp({ root, name: "dialogue.create", input: { title: "Two" } });
    expect(created).toMatchObject({ dialogue_id: expect.stringContaining("-two"), pool_size: 0 });
    const named = await callByMcp({ root, name: "dialogue.get", input: { dialogue_id: "api-design" } });
    expect(named.structuredContent).toMatchObject({ dialogue_id: id });
  });

  it("gives a next step whose tool this server does not offer as a command, over damaged records", async () => {
    const { root, id, round } = await makeDialogue();
    await round();
    const key = { dialogue_id: id };
    const nextOf = async (name: string, input: object, sets?: readonly Toolset[]) => {
      const { structuredContent } = await callByMcp({ root, name, input }, sets);
      return (structuredContent as { next: Record<string, unknown> }).next;
    };
    edit(root, `.blue/dialogues/${id}/round-0/round.json`, (text) => text.slice(2));
    for (const [name, input] of [
      ["status", {}],
      ["dialogue.status", key],
      ["dialogue.get", key],
    ] as const) {
      expect(await nextOf(name, input)).toMatchObject({ command: `blue dialogue verify --id ${id}` });
      expect(await nextOf(name, input)).not.toHaveProperty("tool");
      expect(await nextOf(name, input, toolsets)).toMatchObject({ tool: "blue_dialogue_verify", arguments: key });
    }
    const { structuredContent } = await callByMcp({ root, name: "next", input: {} }, ["documents"]);
    expect(structuredContent).toMatchObject({
      things: [{ next: { command: `blue dialogue verify --id ${id}`, why: expect.any(String) } }],
    });
  });
});

describe("a refusal", () => {
  const suggestionOf = async (name: string, input: object, sets?: readonly Toolset[]) => {
    const { structuredContent } = await callByMcp({ root: makeFolder(), name, input }, sets);
    return (structuredContent as { suggestion: string }).suggestion;
  };

  it("names tools where the command line names commands, as far as this server has them", async () => {
    const { answer } = await callByCli({ root: makeFolder(), name: "dialogue.status", input: { dialogue_id: "x" } });
    expect(answer.suggestion).toBe("`blue dialogue list` shows what there is.");
    expect(await suggestionOf("dialogue.status", { dialogue_id: "x" })).toBe(
      "`blue_dialogue_list` shows what there is.",
    );
    expect(await suggestionOf("dialogue.status", { dialogue_id: "x" }, ["core"])).toContain("`blue dialogue list`");
  });

  it("points to a tool's own schema, not to the help of a command", async () => {
    expect(await suggestionOf("dialogue.close", {})).toBe("See `blue_dialogue_close` for what it takes.");
  });
});

describe("an answer that is too large", () => {
  it("is shortened where something was written: a registered round never reads as a failure", async () => {
    const dialogue = await makeDialogue();
    // Every other number, so that no two run on.
    const many = (name: string) =>
      Array.from({ length: 1_500 }, (_, i) => `[${name}-P00${String(2 * i + 1).padStart(2, "0")}: point ${i}]\nWords.`);
    dialogue.writeAll({ Muffin: many("MUFFIN"), Cupcake: many("CUPCAKE"), Scone: many("SCONE") });
    const input = { dialogue_id: dialogue.id, round: 0, score_components: { W: 1, C: 1, T: 1, R: 1 } };
    const answer = await callByMcp({ root: dialogue.root, name: "dialogue.round-register", input });
    expect(answer.isError).toBeFalsy();
    const { structuredContent: said } = answer as { structuredContent: Record<string, unknown> };
    expect(JSON.stringify(said).length).toBeLessThanOrEqual(largestAnswer);
    expect(said).toMatchObject({ status: "registered", round: 0, velocity: { new_perspectives: 4_500 } });
    expect(said.warnings).toContainEqual(expect.stringContaining("was shortened"));
    const operation = await entryOf("dialogue.round-register").load();
    const { next: _, ...rest } = said;
    expect(operation.output.omit({ next: true }).partial().safeParse(rest).error).toBeUndefined();
    expect(Object.keys(dialogue.record(0).mapping)).toHaveLength(4_500);
  });
});

/** Every operation that some other names as the next step, by the sources. */
function nextNames(): string[] {
  const folder = fileURLToPath(new URL("../operations", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && path !== "next-call.ts")
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const calls = sources.flatMap((text) => [...text.matchAll(/\bnextCall\(\s*(?:"([^"]+)")?/g)]);
  expect(
    calls.filter(([, name]) => name === undefined).map(([call]) => call),
    "named by a variable",
  ).toEqual([]);
  return [...new Set(calls.map(([, name]) => name!))].sort();
}

describe("every next step there is", () => {
  const root = makeFolder();

  it.each(nextNames())("%s is a tool of the server or a command", async (name) => {
    const entry = entryOf(name);
    expect(entry, "it is an operation").toBeDefined();
    const next = nextCall(name, { dialogue_id: "…" }, "because");
    const run = () => ({ next, things: [{ next }] });
    const operation = { ...(await entryOf("status").load()), run, render: () => "" } as unknown as Operation;
    const entries = registry.map((one) => (one.name === "status" ? { ...one, load: async () => operation } : one));
    for (const sets of [defaultToolsets, toolsets, ...toolsets.map((one) => [one])]) {
      const { structuredContent } = await callByMcp({ root, name: "status", input: {}, entries }, sets);
      const { tool, arguments: args, command, why } = next;
      const step = toolsOf(sets).has(entry.tool) ? { tool, arguments: args, why } : { command, why };
      expect(structuredContent).toEqual({ next: step, things: [{ next: step }] });
    }
  });
});
