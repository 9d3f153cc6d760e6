import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { initGit, makeFolder, type Tree } from "../../test/helpers/project.ts";
import { makeContext } from "../context.ts";
import { findProject } from "../store/project.ts";
import type { Recording } from "./recording.ts";
import { replay } from "./replay.ts";
import { makeStoryteller, type Script } from "./story.ts";

const repository = new URL("../../", import.meta.url);
const { demoRecording } = await import(new URL("scripts/demo-recording.mjs", repository).href);
const { files, script, ...recording }: { files: Tree; script: Script } & Recording = demoRecording(
  fileURLToPath(repository),
);

async function tellAll(told: Script): Promise<string[]> {
  const root = makeFolder(files);
  initGit(root);
  const context = makeContext(findProject({ flag: root, env: {} }));
  const tell = makeStoryteller(told, recording, context.project);
  const lines: string[] = [];
  for await (const event of replay(recording, context)) lines.push(...tell(event));
  return lines;
}

test("every quote is word for word in what an expert or the verdict says", async () => {
  const plain = (text: string) => text.replace(/\s+/g, " ");
  const said = [
    ...recording.rounds.flatMap(({ texts }) => texts.map(({ lines }) => lines)),
    recording.verdict!.description,
  ];
  const lines = await tellAll(script);
  const quotes = lines
    .join("\n")
    .match(/(?:^ {2}│ .*\n?)+/gm)!
    .map((quote) => quote.replace(/^ {2}│ /gm, ""));
  expect(quotes).toHaveLength(5);
  for (const quote of quotes) {
    const words = plain(quote)
      .trim()
      .replace(/^… | …$/g, "");
    expect(
      said.some((text) => plain(text.join(" ")).includes(words)),
      words,
    ).toBe(true);
  }
});

test("a script that points at words nobody said, or at the wrong answer, fails", async () => {
  const attack = { ...script.attack, from: "The rule compares apples" };
  await expect(tellAll({ ...script, attack })).rejects.toThrow('MUFFIN-T0007 does not say "The rule compares apples"');
  await expect(tellAll({ ...script, answer: script.after })).rejects.toThrow("E0102 did not close T0006");
});

test("what is told as the decision is what was signed; the Judge's words are told as the Judge's", async () => {
  const lines = await tellAll(script);
  const told = lines.slice(lines.findIndex((line) => line.startsWith("The decision: ")));
  const judges = told.indexOf("In the Judge's words, which nobody signed:");
  expect(told.slice(0, judges).join(" ")).toContain(
    "as rewritten: 49 objections settled (the title of the Judge's text; no sentence was signed beside it).",
  );
  const description = recording.verdict!.description.join(" ").replace(/\s+/g, " ");
  expect(told.slice(0, judges).join(" ")).not.toContain(description.slice(0, 40));
  expect(
    told
      .slice(judges + 1)
      .join(" ")
      .replace(/\s+│?\s*/g, " "),
  ).toContain(description.slice(0, 40));
});
