/** What is fuzzed: for each reader the inputs and what must hold of every one. A target that throws has found something. */

import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as fc from "fast-check";
import { checkDocument } from "../../src/documents/check-document.ts";
import { readDocument } from "../../src/documents/document.ts";
import { documentTypes } from "../../src/documents/document-types.ts";
import { setField } from "../../src/documents/header.ts";
import { lintDialogueDocument } from "../../src/documents/lint-dialogue.ts";
import { readReminder } from "../../src/documents/reminder.ts";
import { scanDraft } from "../../src/drafts/scan-draft.ts";
import { BlueError } from "../../src/errors.ts";
import { makeServer } from "../../src/mcp/server.ts";
import { makeStdioTransport } from "../../src/mcp/stdio-transport.ts";
import { toolsets } from "../../src/operations/operation.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { readGrades } from "../../src/rules/grade-sheet.ts";
import { toLines } from "../../src/rules/lines.ts";
import { readConfig } from "../../src/store/config.ts";
import { nodeFiles } from "../../src/store/files.ts";
import { findOnce } from "../../src/store/project.ts";
import { decodeRecord, encodeRecord, type RecordBody, sealRecord } from "../../src/store/record.ts";
import { publishSettlement } from "../../src/store/settlements.ts";
import { runWords } from "../helpers/faces.ts";
import { dialogueFolder, openingBody, roundBody, verdictBody } from "../helpers/records.ts";
import { changedValue, oddValue, textLike, textsBelow, valueChanges } from "./inputs.ts";
import { registerRound } from "./register.ts";

export interface Target<T = unknown> {
  /** How many inputs are made at once; a project is made anew for each batch. */
  batch: number;
  inputs: fc.Arbitrary<T>;
  run(input: T): unknown;
}

function target<T>(batch: number, inputs: fc.Arbitrary<T>, run: (input: T) => unknown): Target {
  return { batch, inputs, run } as Target;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Refusing is an answer, as long as it has one of these names. */
async function mayRefuse<T>(codes: readonly string[], read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof BlueError && codes.includes(thrown.code)) return undefined;
    throw thrown;
  }
}

export function makeTargets(repository: string, project: string): Record<string, Target> {
  const examples = textsBelow(join(repository, "examples"), ".md");
  const documents = [
    ...textsBelow(join(repository, ".blue/docs"), ".md"),
    ...textsBelow(join(repository, "docs"), ".md"),
  ];
  const records = ["opening.json", "round.json", "verdict-final.json"].flatMap((name) =>
    textsBelow(join(repository, ".blue/dialogues"), name, 30_000),
  );
  const opening = sealRecord(openingBody());
  const round = sealRecord(roundBody(0, opening.self));
  const verdict = sealRecord(verdictBody(0, round.self));

  return {
    drafts: target(500, textLike(examples), async (text) => {
      const draft = scanDraft(toLines(text), { expert: "Muffin", round: 1 });
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of [...draft.problems, ...draft.notes, ...draft.items, ...draft.refs, ...draft.moves])
        must(line >= 1 && line <= lines, `line ${line} of ${lines}`);
      for (const { message, fix } of [...draft.problems, ...draft.notes])
        must(message !== "" && fix !== "", "a problem without words");
      for (const { localId } of draft.items)
        must(/^[A-Z0-9-]+-[A-Z]\d{4,}$/.test(localId), `an item called ${localId}`);
    }),

    records: target(100, textLike(records, 30_000), (text) =>
      mayRefuse(["record_damaged", "unknown_format"], () => decodeRecord(text, "opening.json")),
    ),

    // Whole records with a right hash that say something else: what a branch can deliver.
    resealed: target(
      5,
      fc.record({ which: fc.constantFrom("opening", "round", "verdict"), changes: valueChanges }),
      async ({ which, changes }) => {
        const reseal = (name: string, record: object) =>
          encodeRecord(sealRecord((which === name ? changes.reduce(changedValue, record) : record) as typeof opening));
        const folder = join(project, dialogueFolder);
        writeFileSync(join(folder, "opening.json"), reseal("opening", opening));
        writeFileSync(join(folder, "round-0/round.json"), reseal("round", round));
        writeFileSync(join(folder, "round-0/verdict-final.json"), reseal("verdict", verdict));
        for (const words of [
          "dialogue verify",
          "dialogue status api-design",
          "dialogue list",
          "search a",
          "dialogue export api-design",
        ])
          await runNamed(project, words.split(" "));
      },
    ),

    // Settlements with a right hash and a right name that say something else.
    settlements: target(
      5,
      fc.record({ changes: valueChanges, elsewhere: fc.boolean() }),
      async ({ changes, elsewhere }) => {
        const folder = dialogueFolder.replace("dialogues", "settled");
        const body = changes.reduce<unknown>(changedValue, settlement(verdict.self));
        if (typeof body !== "object" || body === null) return;
        const record = { ...settlement(verdict.self), ...body, dialogue: basename(dialogueFolder) };
        if (elsewhere) {
          mkdirSync(join(project, folder), { recursive: true });
          writeFileSync(join(project, folder, "0.json"), encodeRecord(sealRecord(record as RecordBody)));
        } else publishSettlement({ root: project, files: nodeFiles }, record, randomBytes);
        for (const words of [
          "decisions",
          "check",
          "dialogue settle api-design --items subject --reason a",
          "recall api",
        ])
          await runNamed(project, words.split(" "));
      },
    ),

    documents: target(100, textLike([...documents, ...examples]), async (text) => {
      for (const type of documentTypes) {
        const path = `.blue/docs/${type}s/0001-x.draft.md`;
        checkDocument(readDocument({ type, path, name: { slug: "x", style: "bare" } }, text), () => false);
      }
      readReminder(".blue/reminders/x.pending.md", text);
      lintDialogueDocument(text);
      readGrades(text.split("\n"), { letters: ["A", "B"], number: "1" });
      await mayRefuse(["invalid_input"], () => setField(text, "status", "accepted"));
    }),

    config: target(
      50,
      textLike([
        "model: a\npanel_size: 3\nrotation: none\nmax_rounds: 9\ntoolsets: [core, dialogue]\nrunners:\n  - x: &a 1\n",
      ]),
      (text) => {
        writeFileSync(join(project, ".blue/config.yaml"), text);
        return mayRefuse(["invalid_input"], () => readConfig({ root: project, files: nodeFiles }));
      },
    ),

    // The Judge's call on drafts of any kind: it registers a round that verifies, or it refuses and changes no record.
    register: target(
      20,
      fc.record({
        drafts: fc.array(fc.option(textLike(examples, 1_500)), { minLength: 3, maxLength: 3 }),
        changes: fc.option(valueChanges, { freq: 1 }),
      }),
      ({ drafts, changes }) =>
        registerRound(project, drafts, (judgement) => (changes ?? []).reduce<unknown>(changedValue, judgement)),
    ),

    cli: target(5, commandLines(), (words) => runNamed(project, words)),

    mcp: target(5, fc.array(messages(), { minLength: 1, maxLength: 5 }), (lines) => converse(project, lines)),
  };
}

function settlement(prev: string) {
  return {
    kind: "settlement" as const,
    prev,
    dialogue: basename(dialogueFolder),
    settled_at: "2026-03-02T12:00:00.000Z",
    base: null,
    reason: "done on purpose",
    settled: [{ reason: "gone" as const, item: "R0001", path: "notes.md", words: "What is cited." }],
  };
}

/** Runs a command line; it must end with an exit code of the table and never by a bug. */
async function runNamed(project: string, words: readonly string[]): Promise<void> {
  const { code, out, err } = await runWords(project, words);
  must(code >= 0 && code <= 7, `exit code ${code}`);
  must(!`${out}${err}`.includes("Blue failed unexpectedly"), `${words.join(" ")}: ${err || out}`);
  must(!out.includes('"internal_error"'), `${words.join(" ")}: ${out}`);
}

/** The words of a command, and flags of its own and others' with values that fit or not. Never another project, where it may write. */
function commandLines(): fc.Arbitrary<string[]> {
  const flags = [...new Set(registry.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties)))];
  const word = oddValue.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return fc.constantFrom(...registry).chain(({ name, inputSchema }) => {
    const own = Object.keys(inputSchema.properties);
    const named = fc.constantFrom(
      ...(own.length > 0 ? own : flags),
      ...own,
      ...flags,
      "json",
      "input",
      "scaffold",
      "help",
    );
    const flag = fc.tuple(named, word).map(([field, value]) => [`--${field.replaceAll("_", "-")}`, value]);
    const rest = fc.array(
      fc.oneof(
        { arbitrary: flag, weight: 3 },
        word.map((one) => [one]),
      ),
      { maxLength: 5 },
    );
    return rest
      .map((parts) => [...name.split("."), ...parts.flat()])
      .filter((words) => !words.some((one) => one.startsWith("--proj")));
  });
}

/** A line of the protocol: a call of a tool with odd arguments, another request, or either of them damaged. */
function messages(): fc.Arbitrary<string> {
  const id = fc.oneof(fc.nat(), fc.string({ maxLength: 5 }), oddValue);
  const call = fc.constantFrom(...registry).chain(({ tool, inputSchema }) => {
    const names = fc.constantFrom("dialogue_id", "nothing", ...Object.keys(inputSchema.properties));
    return fc.dictionary(names, oddValue, { maxKeys: 6 }).map((input) => ({ name: tool, arguments: input }));
  });
  const others = fc.constantFrom(
    "ping",
    "tools/list",
    "prompts/get",
    "initialize",
    "notifications/cancelled",
    "nothing",
    "server/discover",
  );
  const request = fc.oneof(
    { arbitrary: fc.record({ id, method: fc.constant("tools/call"), params: call }), weight: 4 },
    fc.record({ id, method: others, params: oddValue }, { requiredKeys: ["method"] }),
  );
  const whole = request.map((message) => ({ jsonrpc: "2.0", ...message }));
  const changed = fc
    .tuple(whole, valueChanges)
    .map(([message, changes]) => changes.reduce<unknown>(changedValue, message));
  const line = fc.oneof({ arbitrary: whole, weight: 3 }, changed).map((message) => JSON.stringify(message));
  const torn = fc.tuple(line, fc.nat(), fc.string({ unit: "binary", maxLength: 3 }));
  return fc.oneof(
    { arbitrary: line, weight: 4 },
    torn.map(([text, at, put]) => text.slice(0, at % text.length) + put),
  );
}

/** A whole connection: every request that was understood is answered, every answer is one line of JSON, and no error is a bug of ours. */
async function converse(project: string, lines: readonly string[]): Promise<void> {
  const input = new PassThrough();
  const answers: string[] = [];
  const drained = new Promise<void>((resolve) => {
    const transport = makeStdioTransport({
      input,
      write: (text, done) => {
        answers.push(text);
        done();
      },
      onEnd: () => {},
      onDrained: resolve,
    });
    const options = { registry, toolsets, findProject: findOnce({ flag: project }), version: "1" };
    serveStdio(() => makeServer(options), { transport, onerror: () => {} });
  });
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } };
  const hello = { jsonrpc: "2.0", id: "hello", method: "initialize", params: client };
  const last = { jsonrpc: "2.0", id: "last", method: "ping" };
  input.end([JSON.stringify(hello), ...lines, JSON.stringify(last), ""].join("\n"));
  await drained;
  const said = answers.flatMap((text) => text.trimEnd().split("\n")).map((line) => JSON.parse(line));
  must(
    said.some(({ id, result }) => id === "last" && result !== undefined),
    "the connection did not outlive its input",
  );
  for (const answer of said) {
    must(!JSON.stringify(answer).includes("internal_error"), JSON.stringify(answer).slice(0, 2_000));
    // The SDK says so of a second `initialize` that it cannot read, and names the fields.
    const named = answer.error?.message.startsWith("[") && JSON.parse(answer.error.message)[0].path !== undefined;
    must(answer.error?.code !== -32603 || named, JSON.stringify(answer).slice(0, 2_000));
  }
}
