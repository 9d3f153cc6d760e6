import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { BlueError, throwAll } from "../errors.ts";
import {
  defineOperation,
  type ObjectSchema,
  type Operation,
  type OperationEntry,
  toolName,
} from "../operations/operation.ts";
import type { ExtraCommand } from "./extra-commands.ts";
import { runCli } from "./run-cli.ts";
import type { Terminal } from "./terminal.ts";

const common = {
  description: "What it does, at length.",
  effect: "read",
  idempotent: true,
  toolset: "core",
} as const;

const register = defineOperation({
  ...common,
  name: "dialogue.round-register",
  summary: "Register a round",
  input: z.strictObject({
    dialogue_id: z.string().describe("Which dialogue."),
    round: z.int().min(0),
    kind: z.enum(["final", "interim"]).default("final"),
    forced: z.boolean().default(false),
    rotate: z.boolean().default(true),
    tags: z.array(z.string()).optional(),
    panel: z
      .array(z.strictObject({ name: z.string() }))
      .optional()
      .describe("Who sits."),
    sources: z.array(z.string()).optional(),
    closings: z
      .array(z.strictObject({ tension: z.string(), via: z.string() }))
      .optional()
      .describe("Tensions that close in this round, each with the one item that resolves it."),
  }),
  output: z.looseObject({}),
  examples: [{ command: "blue dialogue round-register x 1 --input round.json", note: "from a file" }],
  cli: {
    aliases: ["register"],
    positional: ["dialogue_id", "round", "sources"],
    flagAliases: { dialogue_id: ["id"] },
    fileFlags: { panel: "panel", data: "input" },
  },
  run: (input) => ({ ...input }),
  render: (output) => JSON.stringify(output),
});

const show = defineOperation({
  ...common,
  name: "show",
  summary: "Show a text",
  input: z.strictObject({ text: z.string().default("✓ fine"), version: z.string().optional() }),
  output: z.strictObject({ text: z.string(), root: z.string() }),
  examples: [{ command: "blue show", note: "as it is" }],
  cli: { positional: ["text"] },
  run: ({ text }, { project }) => ({ text, root: project.root }),
  render: ({ text }) => text,
});

const read = { ...show, name: "read", cli: { positional: ["text"], showsDocument: true } };

const exportText = defineOperation({
  ...common,
  name: "export",
  summary: "Print a document",
  input: z.strictObject({ missing: z.boolean().default(false), holds: z.string().default("✓ a document") }),
  output: z.strictObject({ text: z.string() }),
  examples: [{ command: "blue export > file", note: "into a file" }],
  cli: { document: true },
  run: ({ missing, holds }) => {
    if (missing) throw new BlueError("not_found", "There is no such document");
    return { text: holds };
  },
  render: ({ text }) => text,
});

const verify = defineOperation({
  ...common,
  name: "verify",
  summary: "Look for findings",
  input: z.strictObject({ found: z.boolean().default(true) }),
  output: z.strictObject({ findings: z.array(z.string()) }),
  examples: [{ command: "blue verify", note: "all of it" }],
  run: ({ found }) => ({ findings: found ? ["drift"] : [] }),
  render: ({ findings }) => findings.join("\n"),
  hasFindings: ({ findings }) => findings.length > 0,
});

const fail = defineOperation({
  ...common,
  name: "fail",
  summary: "Fail in some way",
  input: z.strictObject({ way: z.string() }),
  output: z.strictObject({}),
  examples: [{ command: "blue fail gate", note: "as the gate does" }],
  cli: { positional: ["way"] },
  run: ({ way }) => {
    if (way === "gate") {
      throwAll([
        new BlueError("velocity_not_zero", "Velocity is 2\x1b[31m", { field: "velocity", suggestion: "Go on." }),
        new BlueError("record_damaged", "Round 1 is damaged", { field: "round-1", suggestion: "Run `blue doctor`." }),
      ]);
    }
    if (way === "taken") throw new BlueError("round_taken", "Round 1 is taken", { field: "way" });
    throw new Error("a bug");
  },
  render: () => "",
});

const work = defineOperation({
  ...common,
  name: "work",
  summary: "Work until stopped",
  input: z.strictObject({ stubborn: z.boolean().default(false) }),
  output: z.strictObject({}),
  examples: [{ command: "blue work", note: "for ever" }],
  run: ({ stubborn }, { signal, progress }) =>
    new Promise<Record<string, never>>((resolve, reject) => {
      progress({ done: 1, total: 2, message: "working" });
      if (stubborn) setTimeout(() => resolve({}), 50);
      else signal.addEventListener("abort", () => reject(signal.reason));
    }),
  render: () => "done",
});

const served: unknown[] = [];
const serve: ExtraCommand = {
  name: "serve",
  summary: "Serve",
  description: "Serve it.",
  examples: [{ command: "blue serve", note: "here" }],
  cli: { document: true },
  inputSchema: { type: "object", properties: { toolsets: { type: "string" } } },
  async start(input, project) {
    served.push([input, project]);
  },
};

function entryOf(operation: unknown): OperationEntry {
  const loaded = operation as Operation;
  const { name, summary, description, effect, idempotent, toolset, examples, cli = {} } = loaded;
  const inputSchema = z.toJSONSchema(loaded.input, { io: "input" }) as unknown as ObjectSchema;
  const tool = toolName(name);
  return {
    name,
    tool,
    summary,
    description,
    effect,
    idempotent,
    toolset,
    examples,
    cli,
    inputSchema,
    load: async () => loaded,
  };
}

const commands = [...[register, show, read, exportText, verify, fail, work].map(entryOf), serve];

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "blue-cli-")));
  writeFileSync(
    join(folder, "input.json"),
    '{"round": 1, "kind": "interim", "forced": true, "panel": [{"name": "Muffin"}]}',
  );
  writeFileSync(join(folder, "panel.json"), '[{"name": "Scone"}]');
  writeFileSync(join(folder, "bad.json"), '{\n  "round": 1,\n}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  tty?: boolean;
  stderrTty?: boolean;
  stdin?: string;
  env?: NodeJS.ProcessEnv;
  signal?: "SIGINT" | "SIGTERM";
  /** How often the signal comes. */
  times?: number;
}

async function blue(argv: string[], { tty = false, stderrTty = tty, stdin, env = {}, signal, times = 1 }: Run = {}) {
  const result = { stdout: "", stderr: "", code: -1, exits: [] as number[], json: undefined as unknown };
  const input = Object.assign(Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]), {
    isTTY: stdin === undefined,
  });
  const terminal: Terminal = {
    stdin: () => input,
    stdout: { write: (text) => (result.stdout += text), isTTY: tty, columns: 80 },
    stderr: { write: (text) => (result.stderr += text), isTTY: stderrTty, columns: 80 },
    env,
    cwd: () => folder,
    version: "1.2.3",
    onSignal: (name, listener) => {
      for (let i = 1; i <= times && name === signal; i++) setTimeout(listener, 5 * i);
    },
    exit: (code) => result.exits.push(code),
  };
  result.code = await runCli(argv, commands, terminal);
  if (result.stdout.startsWith("{")) result.json = JSON.parse(result.stdout);
  return result;
}

const given = async (...argv: string[]) => (await blue(["dialogue", "round-register", ...argv])).json;

describe("input", () => {
  test("flags, their aliases and positions give the same input", async () => {
    const expected = { dialogue_id: "x", round: 1, kind: "final", forced: false, rotate: true };
    expect(await given("--dialogue-id", "x", "--round", "1")).toEqual(expected);
    expect(await given("--id=x", "--round=1")).toEqual(expected);
    expect(await given("x", "1")).toEqual(expected);
    expect((await blue(["dialogue", "register", "x", "1"])).json).toEqual(expected);
  });

  test("positions fill what no flag has filled, and a list takes the rest", async () => {
    expect(await given("--id", "x", "1")).toMatchObject({ dialogue_id: "x", round: 1 });
    expect(await given("x", "--round", "1", "a.md", "b,c.md")).toMatchObject({ sources: ["a.md", "b,c.md"] });
    const { code, json } = await blue(["show", "a", "b"]);
    expect(code).toBe(2);
    expect(json).toMatchObject({ error_code: "invalid_input", message: "unexpected argument 'b'" });
  });

  test("a value may look like a flag", async () => {
    expect((await blue(["show", "--text", "--json"])).json).toMatchObject({ text: "--json" });
    expect((await blue(["show", "--text=--help"])).json).toMatchObject({ text: "--help" });
    expect((await blue(["show", "--", "--project"])).json).toMatchObject({ text: "--project" });
  });

  test("repeatable flags collect, booleans have both forms", async () => {
    expect(await given("x", "1", "--tags", "a", "--tags", "b,c")).toMatchObject({ tags: ["a", "b,c"] });
    expect(await given("x", "1", "--forced", "--no-rotate")).toMatchObject({ forced: true, rotate: false });
  });

  test("a file brings the nested part and flags win over it", async () => {
    expect(await given("x", "--input", "input.json")).toMatchObject({
      round: 1,
      forced: true,
      panel: [{ name: "Muffin" }],
    });
    expect(await given("x", "7", "--data", "input.json", "--no-forced", "--kind", "final")).toMatchObject({
      round: 7,
      forced: false,
      kind: "final",
    });
    expect(await given("x", "--panel", "panel.json", "--input", "input.json")).toMatchObject({
      panel: [{ name: "Scone" }],
    });
  });

  test("the file of a list may hold an object with the list: by its name, or the only one", async () => {
    for (const [holds, name] of [
      [{ panel: [{ name: "Scone" }], others: [] }, "Scone"],
      [{ round: 0, experts: [{ name: "Donut" }] }, "Donut"],
    ] as const) {
      const { json } = await blue(["dialogue", "round-register", "x", "1", "--panel", "-"], {
        stdin: JSON.stringify(holds),
      });
      expect(json).toMatchObject({ panel: [{ name }] });
    }
    const two = await blue(["dialogue", "round-register", "x", "1", "--panel", "-"], { stdin: '{"a": [], "b": []}' });
    expect(two).toMatchObject({ code: 2, json: { field: "panel" } });
  });

  test("`-` is stdin, once, and never a person", async () => {
    const argv = ["dialogue", "round-register", "x", "--input", "-"];
    expect((await blue(argv, { stdin: '\ufeff{"round": 2}' })).json).toMatchObject({ round: 2 });
    expect(await blue(argv)).toMatchObject({ code: 4, json: { error_code: "input_needed" } });
    expect(await blue([...argv, "--panel", "-"], { stdin: "{}" })).toMatchObject({
      code: 2,
      json: { message: "--input and --panel cannot both read stdin" },
    });
  });

  test("bad JSON is told by file, line and column, without quoting the file", async () => {
    const { code, json } = await blue(["dialogue", "round-register", "--input", "bad.json"]);
    expect(code).toBe(2);
    expect(json).toMatchObject({
      message: "--input bad.json is not valid JSON: line 3, column 1: property name expected",
      context: { file: "bad.json", line: 3, column: 1 },
    });
  });

  test.each([
    ["a missing file", "none.json", undefined, 3, "--input: there is no file none.json"],
    ["a folder", ".", undefined, 2, "--input: . is a folder"],
    ["an array", "-", "[]", 2, "--input (stdin) must hold a JSON object with the input's fields"],
    ["nothing", "-", " \n", 2, "--input (stdin) is empty"],
    ["too much", "-", " ".repeat(16 * 1024 * 1024 + 1), 2, "--input (stdin) is larger than 16 MiB"],
  ])("%s is refused as input", async (_, path, stdin, code, message) => {
    const run = await blue(["dialogue", "round-register", "--input", path], stdin === undefined ? {} : { stdin });
    expect(run).toMatchObject({ code, json: { message } });
  });

  test("a field that came in JSON is named as it stands there, one of the command line by its flag", async () => {
    const words = ["dialogue", "round-register", "--kind", "last", "--round", "1", "--text"];
    expect((await blue(words)).stderr).toContain("✗ `--id` is required\n");
    writeFileSync(join(folder, "kind.json"), '{"dialogue_id": "x", "kind": "last", "panel": [{}]}');
    const { stderr } = await blue(["dialogue", "round-register", "--input", "kind.json", "--text"]);
    expect(stderr).toContain("✗ `round` is required\n");
    expect(stderr).toContain('✗ `kind`: "last" is none of final, interim\n');
    expect(stderr).toContain("✗ `panel.0.name` is required\n");
    expect(stderr).not.toContain("`--");
  });

  test("text that is not UTF-8 is refused", async () => {
    writeFileSync(join(folder, "latin1.json"), Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(await blue(["show", "--input", "latin1.json"])).toMatchObject({
      code: 2,
      json: { message: "--input latin1.json is not UTF-8 text" },
    });
  });

  test("values are judged by the executor, all at once", async () => {
    const { code, json } = await blue(["dialogue", "round-register", "--round", "one", "--kind", "last"]);
    expect(code).toBe(2);
    expect((json as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      "dialogue_id",
      "round",
      "kind",
    ]);
  });
});

describe("output", () => {
  test("a terminal's long lines break between words; a pipe's and a document's stay whole", async () => {
    const long = `${"words ".repeat(20)}end`;
    const lines = async (argv: string[], run: Run) => (await blue(argv, run)).stdout.split("\n").length - 1;
    expect(await lines(["show", long], { tty: true })).toBe(2);
    expect(await lines(["show", long, "--text"], {})).toBe(1);
    expect(await lines(["export", "--holds", long], { tty: true })).toBe(1);
    expect((await blue(["read", `✓ own\n\n${long}`], { tty: true })).stdout.split("\n")).toHaveLength(5);
    expect((await blue(["fail", long], { stderrTty: true, tty: true })).stderr).not.toContain(long);
  });

  test("people get text, pipes one line of JSON, --json JSON everywhere", async () => {
    expect((await blue(["show", "hello"], { tty: true })).stdout).toBe("hello\n");
    expect((await blue(["show", "hello"])).stdout).toBe(`{"text":"hello","root":${JSON.stringify(folder)}}\n`);
    expect((await blue(["--json", "show", "hello"], { tty: true })).stdout).toContain('\n  "text": "hello",\n');
    expect((await blue(["show", "hello", "--json"], { tty: true })).json).toMatchObject({ text: "hello" });
    expect((await blue(["--text", "show", "hello"])).stdout).toBe("hello\n");
    expect((await blue(["verify", "--json", "--text"])).stdout).toContain("drift");
  });

  test("a document stays one in a pipe, unless JSON is asked for", async () => {
    expect((await blue(["export"])).stdout).toBe("✓ a document\n");
    expect((await blue(["export"], { tty: true })).stdout).toBe("✓ a document\n");
    expect((await blue(["export", "--json"])).json).toEqual({ text: "✓ a document" });
    expect(await blue(["export", "--missing"])).toMatchObject({
      code: 3,
      stdout: "",
      stderr: "✗ There is no such document\n",
    });
  });

  test("symbols and headings are coloured in a terminal, and only by us", async () => {
    const text = "✓ yes\n  ✗ no\n! look\nHeading:\n  one\nTheir words:\nNext: go\n\x1b[31mred\u202e";
    expect((await blue(["show", text], { tty: true })).stdout).toBe(
      "\x1b[32m✓\x1b[39m yes\n  \x1b[31m✗\x1b[39m no\n\x1b[33m!\x1b[39m look\n\x1b[1mHeading:\x1b[22m\n  one\nTheir words:\n\x1b[1mNext:\x1b[22m go\nred\n",
    );
    const plain = "✓ yes\n  ✗ no\n! look\nHeading:\n  one\nTheir words:\nNext: go\nred\n";
    expect((await blue(["show", text], { tty: true, env: { NO_COLOR: "1" } })).stdout).toBe(plain);
    expect((await blue(["show", text, "--no-color"], { tty: true })).stdout).toBe(plain);
    expect((await blue(["--no-color", "show", text], { tty: true })).stdout).toBe(plain);
  });

  test("of a document only the head is ours to paint", async () => {
    const text = "Title:\n  ✓ done\n\nSteps:\n  ✓ theirs";
    expect((await blue(["read", text], { tty: true })).stdout).toBe(
      "\x1b[1mTitle:\x1b[22m\n  \x1b[32m✓\x1b[39m done\n\nSteps:\n  ✓ theirs\n",
    );
  });

  test("a diff is red and green, and nothing in it is a heading of ours", async () => {
    const text =
      "--- a.md\n+++ a.md\n@@ -1,4 +1,4 @@\n-Options:\n+Choices:\n   Why:\n     now\n--- old\n+! new\n\n✓ done";
    expect((await blue(["show", "--", text], { tty: true })).stdout.replaceAll("\x1b", "")).toBe(
      "[2m--- a.md[22m\n[2m+++ a.md[22m\n[2m@@ -1,4 +1,4 @@[22m\n[31m-Options:[39m\n[32m+Choices:[39m\n   Why:\n     now\n[31m--- old[39m\n[32m+! new[39m\n\n[32m✓[39m done\n",
    );
  });

  test("findings answer normally and exit 6", async () => {
    expect(await blue(["verify"])).toMatchObject({ code: 6, json: { findings: ["drift"] } });
    expect(await blue(["verify", "--no-found"])).toMatchObject({ code: 0, json: { findings: [] } });
  });

  test("an error is text on stderr for people", async () => {
    expect(await blue(["fail", "gate"], { tty: true, env: { NO_COLOR: "1" } })).toMatchObject({
      code: 6,
      stdout: "",
      stderr: "✗ Velocity is 2\n  Go on.\n✗ Round 1 is damaged\n  Run `blue doctor`.\n",
    });
    expect((await blue(["fail", "taken"], { tty: true })).stderr).toBe("\x1b[31m✗\x1b[39m Round 1 is taken (--way)\n");
  });

  test("an error is one JSON document on stdout for programs", async () => {
    const piped = await blue(["fail", "gate"]);
    expect(piped).toMatchObject({ code: 6, stderr: "", json: { status: "error", error_code: "velocity_not_zero" } });
    expect((piped.json as { errors: unknown[] }).errors).toHaveLength(2);
    expect((await blue(["fail", "taken", "--json"], { tty: true })).json).toMatchObject({ error_code: "round_taken" });
    expect((await blue(["fail", "taken"], { stderrTty: true, env: { NO_COLOR: "1" } })).stderr).toBe(
      "✗ Round 1 is taken\n",
    );
  });

  test("a bug is an internal error, not a stack trace", async () => {
    expect(await blue(["fail", "badly"])).toMatchObject({ code: 1, json: { error_code: "internal_error" } });
  });

  test("progress is for a person at stderr, and never beside --json", async () => {
    expect((await blue(["work", "--stubborn"], { tty: true })).stderr).toBe("\r\x1b[2K1/2 working\r\x1b[2K");
    expect((await blue(["work", "--stubborn"])).stderr).toBe("");
    expect((await blue(["work", "--stubborn", "--json"], { tty: true })).stderr).toBe("");
  });
});

describe("usage", () => {
  const error = async (...argv: string[]) => {
    const { code, stderr } = await blue(argv, { tty: true, env: { NO_COLOR: "1" } });
    return `${code} ${stderr}`;
  };

  test.each([
    [["shw"], "2 ✗ unknown command 'shw'\n  Did you mean show? See `blue --help`.\n"],
    [
      ["dialogue", "round-registre"],
      "2 ✗ unknown command 'round-registre'\n  Did you mean round-register? See `blue dialogue --help`.\n",
    ],
    [
      ["round-register"],
      "2 ✗ unknown command 'round-register'\n  Did you mean `blue dialogue round-register`? See `blue --help`.\n",
    ],
    [
      ["blue_dialogue_round_register"],
      "2 ✗ unknown command 'blue_dialogue_round_register'\n  Did you mean `blue dialogue round-register`? See `blue --help`.\n",
    ],
    [["show", "--txt", "a"], "2 ✗ unknown option '--txt'\n  Did you mean --text? See `blue show --help`.\n"],
    [["--jsn", "show"], "2 ✗ unknown option '--jsn'\n  Did you mean --json? See `blue --help`.\n"],
    [["show", "--text"], "2 ✗ option '--text <text>' argument missing\n  See `blue show --help`.\n"],
    [["nonsense", "--help"], "2 ✗ unknown command 'nonsense'\n  See `blue --help`.\n"],
    [["help", "dialogue", "nonsense"], "2 ✗ unknown command 'nonsense'\n  See `blue dialogue --help`.\n"],
  ])("%j", async (argv, expected) => {
    expect(await error(...argv)).toBe(expected);
  });

  test("a usage error is JSON too where JSON is wanted", async () => {
    expect(await blue(["show", "--txt", "--json"], { tty: true })).toMatchObject({
      code: 2,
      stderr: "",
      json: { error_code: "invalid_input", message: "unknown option '--txt'" },
    });
    expect((await blue(["shw"])).json).toMatchObject({ error_code: "invalid_input" });
    expect(await blue(["shw", "--text"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("unknown command 'shw'"),
    });
  });

  test("--project names the project, before or after the command", async () => {
    expect((await blue(["--project", folder, "show"])).json).toMatchObject({ root: folder });
    expect((await blue(["show", "--project", "."])).json).toMatchObject({ root: folder });
    expect(await blue(["show", "--project", "nowhere"])).toMatchObject({ code: 3, json: { error_code: "not_found" } });
  });

  test("--version anywhere, unless the command has a field of that name", async () => {
    expect((await blue(["--json", "--version"])).stdout).toBe("1.2.3\n");
    expect((await blue(["verify", "--version"])).stdout).toBe("1.2.3\n");
    expect((await blue(["show", "--version", "2"])).json).toMatchObject({ text: "✓ fine" });
  });

  test("commands that are no operations get their flags and the project", async () => {
    expect(await blue(["serve", "--toolsets", "a,b", "--project", "x"])).toMatchObject({ code: 0, stdout: "" });
    expect(served).toMatchObject([[{ toolsets: "a,b" }, { project: "x", mode: "text" }]]);
    expect(await blue(["serve", "--tolsets"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "✗ unknown option '--tolsets'\n  Did you mean --toolsets? See `blue serve --help`.\n",
    });
  });
});

describe("help", () => {
  test("`blue` alone lists the commands", async () => {
    const { code, stdout, stderr } = await blue([]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Usage: blue \[options\] \[command\]\n/);
    expect(stdout).toMatch(/\nStart here:\n {2}dialogue +Let a panel of experts settle a question, round by round\n/);
    expect(stdout).toMatch(/\nCommands:\n {2}show +Show a text\n/);
    expect(stdout.indexOf("Commands:")).toBeLessThan(stdout.indexOf("Global options:"));
    expect((await blue(["--help"])).stdout).toBe(stdout);
    expect((await blue(["help"])).stdout).toBe(stdout);
  });

  test("a group lists its commands", async () => {
    const { code, stdout } = await blue(["dialogue"]);
    expect(code).toBe(0);
    expect(stdout).toContain("round-register, register  Register a round");
    expect((await blue(["help", "dialogue"])).stdout).toBe(stdout);
    expect((await blue(["dialogue", "--help"])).stdout).toBe(stdout);
  });

  test("a command shows what it takes and how it is called", async () => {
    const { code, stdout } = await blue(["dialogue", "round-register", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: blue dialogue round-register [options] <dialogue-id> <round> [sources...]

      What it does, at length.

      Options:
        --dialogue-id <text>  Which dialogue. (required; also --id)
        --round <number>      (required)
        --kind <choice>       (one of: final, interim; default: final)
        --forced
        --no-rotate
        --tags <text>         (repeatable)
        --panel <file>        Who sits. (JSON from a file, or -)
        --sources <text>      (repeatable)
        --data <file>         The same as --input.
        --input <file>        The whole input as JSON from a file, or - for stdin;
                              flags win over it.

      Nested fields, by --input:
        closings  Tensions that close in this round, each with the one item that
                  resolves it. [{ tension, via }, …]

      Global options:
        --project <dir>       The project's folder; default: the one you are in.
        --text                Text for people (a terminal gets it anyway).
        --json                JSON, errors included (a pipe gets it anyway).
        --no-color            No colours.
        -v, --version         Show the version.
        -h, --help            Show this help.

      Examples:
        # from a file
        blue dialogue round-register x 1 --input round.json
      "
    `);
    expect((await blue(["help", "dialogue", "round-register"])).stdout).toBe(stdout);
    expect((await blue(["dialogue", "help", "register"])).stdout).toBe(stdout);
  });

  test("titles are bold in a terminal", async () => {
    expect((await blue(["show", "--help"], { tty: true })).stdout).toContain("\x1b[1mExamples:\x1b[22m");
    expect((await blue(["show", "--help", "--no-color"], { tty: true })).stdout).toContain("\nExamples:\n");
  });
});

describe("interrupts", () => {
  test("SIGINT stops the work and exits 130", async () => {
    expect(await blue(["work"], { signal: "SIGINT" })).toMatchObject({ code: 130, stdout: "", stderr: "", exits: [] });
    expect(await blue(["work"], { signal: "SIGTERM" })).toMatchObject({ code: 143, stdout: "" });
  });

  test("work that was done all the same is still shown", async () => {
    expect(await blue(["work", "--stubborn"], { signal: "SIGINT" })).toMatchObject({ code: 130, stdout: "{}\n" });
  });

  test("a second signal does not wait for the work", async () => {
    expect((await blue(["work", "--stubborn"], { signal: "SIGINT", times: 2 })).exits).toEqual([130]);
  });
});
