/**
 * Any command as a runner, as the user's own configuration has it; a project's files never name a program. Nothing is known of what it can reach, so it
 * is never said to be confined.
 */
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentFor } from "../../store/child-processes.ts";
import { findProgram, type Host } from "../../store/programs.ts";
import { type Problem, runAgent } from "../spawn-agent.ts";
import { answered, endedAs, isolatedFolder, notOnWindows } from "./process-runner.ts";
import type { RunEnd, Runner, RunRequest } from "./runner.ts";

export interface Template {
  /**
   * Program and arguments. `{input_file}`, `{answer_file}` and `{schema_file}` become paths, `{shelf}` the folder it may read, `{model}` a name; what a
   * run does not have becomes nothing.
   */
  command: readonly string[];
  /** Where its answer is: all that it prints, or `{answer_file}`. */
  answer: "stdout" | "file";
  /** Variables it gets beside the usual ones. */
  env: readonly string[];
  /** It answers in the JSON Schema of `{schema_file}`. */
  schema: boolean;
}

const largestAnswer = 8 * 1024 * 1024;

export function templateRunner(host: Host, name: string, template: Template): Runner {
  return {
    name,
    kind: "process",
    structured: template.schema,
    concurrency: 4,
    async find() {
      if (notOnWindows !== undefined) return notOnWindows;
      const missing = needed(template).find((word) => !template.command.some((part) => part.includes(word)));
      if (missing !== undefined)
        return { unusable: `the command of ${name} does not name ${missing}`, fix: "Add it to your configuration." };
      if (findProgram(host, template.command[0]!) === undefined)
        return {
          unusable: `there is no ${template.command[0]} on the PATH`,
          fix: "Install it, or give its full path.",
        };
      return { version: null, endpoint: null, confined: false, notes: [] };
    },
    run: (request) => runTemplate(host, template, request),
  };
}

function needed({ answer, schema }: Template): string[] {
  return ["{input_file}", ...(answer === "file" ? ["{answer_file}"] : []), ...(schema ? ["{schema_file}"] : [])];
}

async function runTemplate(host: Host, template: Template, request: RunRequest): Promise<RunEnd> {
  const { scratch, schema } = request;
  const program = findProgram(host, template.command[0]!);
  if (program === undefined) return endedAs({ kind: "crashed", message: "The program is gone since it was found." });
  const file = (name: string) => join(scratch, name);
  const folder = isolatedFolder(scratch);
  const values: Record<string, string> = {
    input_file: file("prompt.txt"),
    answer_file: file("answer.txt"),
    schema_file: schema === null ? "" : file("schema.json"),
    shelf: request.shelf ?? folder,
    model: request.model ?? "",
  };
  writeFileSync(values.input_file!, request.prompt, { mode: 0o600 });
  if (schema !== null) writeFileSync(values.schema_file!, JSON.stringify(schema));
  const filled = template.command.map((part) => part.replace(/\{(\w+)\}/g, (all, word) => values[word] ?? all));

  const printed: string[] = [];
  let size = 0;
  const exit = await runAgent(
    {
      argv: [program, ...filled.slice(1)],
      cwd: folder, // not the shelf: a launcher such as npx would take its program from the files of a branch
      env: environmentFor(host, "agent", { names: template.env }),
      input: "",
      streams: false,
      onLine(line) {
        if (template.answer === "file") return undefined;
        request.onEvent({ kind: "text", delta: `${line}\n` });
        printed.push(line);
        size += line.length;
        return size > largestAnswer ? tooLarge : undefined;
      },
    },
    request,
  );
  const facts = { model: null, usage: null, tools: {}, seconds: exit.seconds };
  if (exit.problem !== null) return { ...exit.problem, ...facts };
  if (!exit.succeeded) return { kind: "crashed", message: `It failed (${exit.words}).`, ...facts };
  const text = template.answer === "stdout" ? printed.join("\n") : readAnswer(values.answer_file!);
  return { ...(typeof text === "string" ? answered(text, false) : text), ...facts };
}

const tooLarge: Problem = { kind: "oversize", message: `Its answer has more than ${largestAnswer >> 20} MiB.` };

function readAnswer(path: string): string | Problem {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status?.isFile()) return { kind: "crashed", message: "It ended without writing its answer file." };
  return status.size > largestAnswer ? tooLarge : readFileSync(path, "utf8");
}
