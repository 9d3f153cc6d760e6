#!/usr/bin/env node
// An agent for tests: it reads a prompt and answers as a short, friendly dialogue goes. `SCRIPT` (a JSON file) makes it misbehave: { "<name>": ["empty", "hang", …] },
// one word for each time that name is asked; `log` in it is a file that gets a line for every start.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { answerTo, nameOf, roundOf } from "./scripted-answers.mjs";

const [inputFile, schemaFile] = process.argv.slice(2);
const prompt = readFileSync(inputFile, "utf8");
const script =
  process.env.SCRIPT && existsSync(process.env.SCRIPT) ? JSON.parse(readFileSync(process.env.SCRIPT, "utf8")) : {};

const words = {
  // Closes a tension that nobody raised.
  wrong: () => JSON.stringify({ ...JSON.parse(answer()), close: [{ tension: "T0999", via: "P0001", note: "" }] }),
  junk: () => "{ this is no JSON",
  unmarked: () => "I have looked at it and have nothing more to say about markers.\n",
  hold: () => `[${name}-S${roundOf(prompt)}01: HOLD | 0.5]\nNot yet.\n`,
  fenced: () => `\`\`\`markdown\n${answer()}\n\`\`\`\n`,
  malformed: () => `${answer()}\n[${name}-T00: no number\nThis cannot be read.\n`,
};

const name = nameOf(prompt);
const answer = () => answerTo(prompt, Boolean(schemaFile));
if (script.log) appendFileSync(script.log, `${name}\n`);
const act = next(name);
if (act === "hang") await new Promise((resolve) => setTimeout(resolve, 600_000));
if (act === "crash") process.exit(3);
if (act === "slow") await new Promise((resolve) => setTimeout(resolve, 1500));
process.stdout.write(act === "empty" ? "" : (words[act]?.() ?? answer()));

/** The word for this time, if the script has one; counted in a file, because every run is another process. */
function next(who) {
  const acts = script[who] ?? [];
  if (acts.length === 0) return undefined;
  const counter = `${process.env.SCRIPT}.${who}`;
  const times = existsSync(counter) ? Number(readFileSync(counter, "utf8")) : 0;
  writeFileSync(counter, String(times + 1));
  return acts[times];
}
