import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeAgent, makeRequest, type Step } from "../../../test/helpers/fake-agent.ts";
import { makeFolder } from "../../../test/helpers/project.ts";
import { type Template, templateRunner } from "./template.ts";

const usual: Template = { command: ["mine", "{input_file}"], answer: "stdout", env: [], schema: false };

function setUp(steps: readonly Step[], template: Partial<Template> = {}) {
  const fake = makeAgent("mine", "1", steps);
  const env = { PATH: `${fake.folder}:/bin`, HOME: "/h", GIVEN: "yes", KEPT: "back" };
  return { fake, runner: templateRunner({ root: makeFolder(), env }, "local", { ...usual, ...template }) };
}

test("what it prints is its answer; placeholders are filled, and empty where there is nothing", async () => {
  const command = ["mine", "--in={input_file}", "{shelf}", "-m", "{model}", "{schema_file}", "{other}", "{}"];
  const { fake, runner } = setUp([{ print: "One.\n\nTwo." }], { command, env: ["GIVEN"] });
  expect(await runner.find()).toEqual({ version: null, endpoint: null, confined: false, notes: [] });
  const request = makeRequest();
  expect(await runner.run(request)).toMatchObject({ kind: "answer", text: "One.\n\nTwo.", cut: false, usage: null });
  const input = join(request.scratch, "prompt.txt");
  const [call] = fake.calls();
  expect(call).toMatchObject({ cwd: join(request.scratch, "empty"), input: "" });
  expect(call!.args).toEqual([`--in=${input}`, request.shelf, "-m", "", "", "{other}", "{}"]);
  expect(readFileSync(input, "utf8")).toBe(request.prompt);
  expect(call!.env).toMatchObject({ GIVEN: "yes", HOME: "/h" });
  expect(call!.env).not.toHaveProperty("KEPT");
  expect(request.events).toEqual(["One.", "", "Two."].map((line) => ({ kind: "text", delta: `${line}\n` })));
});

test("its answer may be a file, and it may judge", async () => {
  const request = makeRequest({ shelf: null, schema: { type: "object" }, model: "m:8b" });
  const command = ["mine", "{input_file}", "{answer_file}", "{schema_file}", "{model}"];
  const { fake, runner } = setUp(
    [{ print: "Working" }, { write: join(request.scratch, "answer.txt"), text: '{"ok":1}\n' }],
    { command, answer: "file", schema: true },
  );
  expect(runner.structured).toBe(true);
  expect(await runner.run(request)).toMatchObject({ kind: "answer", text: '{"ok":1}\n' });
  const { args, cwd } = fake.calls()[0]!;
  expect(JSON.parse(readFileSync(args[2]!, "utf8"))).toEqual({ type: "object" });
  expect({ model: args[3], cwd }).toEqual({ model: "m:8b", cwd: join(request.scratch, "empty") });
  fake.plays([]);
  expect(await runner.run(makeRequest())).toMatchObject({
    kind: "crashed",
    message: "It ended without writing its answer file.",
  });
});

test.each<[string, Step[], string]>([
  ["empty", [{ print: " " }], "Its last message was empty."],
  [
    "crashed",
    [{ print: "half" }, { complain: "no such model" }, { exit: 2 }],
    "It failed (exit code 2: no such model).",
  ],
  ["oversize", [{ flood: 9 * 1024 * 1024 }, "hang"], "Its answer has more than 8 MiB."],
])("%s", async (kind, steps, message) => {
  expect(await setUp(steps).runner.run(makeRequest())).toMatchObject({ kind, message });
});

test("a template that cannot work is said to be so", async () => {
  const found = (template: Partial<Template>) => setUp([], template).runner.find();
  expect(await found({ command: ["mine"] })).toMatchObject({
    unusable: "the command of local does not name {input_file}",
  });
  expect(await found({ answer: "file" })).toMatchObject({ unusable: expect.stringContaining("{answer_file}") });
  expect(await found({ schema: true })).toMatchObject({ unusable: expect.stringContaining("{schema_file}") });
  expect(await found({ command: ["other", "{input_file}"] })).toMatchObject({
    unusable: "there is no other on the PATH",
  });
});
