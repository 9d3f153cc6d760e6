import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { makeDialogue, raisesTension } from "../../../test/helpers/dialogue.ts";
import { makeFolder, makeProject, random, snapshot } from "../../../test/helpers/project.ts";
import { makeContext } from "../../context.ts";
import { operation as create } from "../../operations/dialogue/create.ts";
import { operation as crossCheck } from "../../operations/dialogue/cross-check.ts";
import { operation as revise } from "../../operations/dialogue/revise.ts";
import { operation as roundPrompt } from "../../operations/dialogue/round-prompt.ts";
import { operation as roundRegister } from "../../operations/dialogue/round-register.ts";
import { promptFor } from "../../operations/dialogue/support/spawn.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { readCrossChecks } from "../../store/cross-checks.ts";
import { originPath } from "../../store/draft-text.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { readRevisions } from "../../store/revisions.ts";
import { fileLastMessage, startSubagentStop } from "./subagent-stop.ts";

const draft = "[MUFFIN-P0001: a label]\nWhat I see.\n\n[MUFFIN-S0001: APPROVE | 0.8]\nGood.\n";

async function makeRound() {
  const project = makeProject({ "subject.md": "# A plan\n" }, { git: true });
  const context = makeContext(project);
  const { dialogue_id } = await runOperation(
    create,
    { title: "A plan", template: "general", panel_size: 2, subject: "subject.md" },
    context,
  );
  const { folder, task, spawn: below } = await runOperation(roundPrompt, { dialogue_id }, context);
  const spawn = below.map((one) => ({
    ...one,
    prompt: promptFor(task, folder, one),
    prompt_file: join(folder, one.prompt_file),
    draft_file: join(folder, one.draft_file),
  }));
  const [first, second] = spawn as [(typeof spawn)[number], (typeof spawn)[number]];
  return { project, context, dialogue_id, first, second };
}

const usage = { input_tokens: 1_000, output_tokens: 200 };
const took = { model: "large", tokens: 1_200, seconds: 90 };

interface Ended {
  /** The transcript says what the run took. */
  counted?: boolean;
  prompt: unknown;
  /** Null: the event carries none. */
  last?: string | null;
  said?: string;
  event?: string;
}

/** The event as the agent sends it, with a transcript as it keeps one. */
function eventOf({ prompt, last = draft, said = draft, event = "SubagentStop", counted }: Ended): string {
  const path = join(makeFolder(), "agent-a1.jsonl");
  const lines = [
    { type: "attachment", attachment: { type: "environment" } },
    {
      type: "user",
      ...(counted ? { timestamp: "2026-11-15T11:00:00Z" } : {}),
      message: { role: "user", content: prompt },
    },
    {
      type: "assistant",
      ...(counted ? { timestamp: "2026-11-15T11:01:30Z" } : {}),
      message: {
        id: "m1",
        role: "assistant",
        ...(counted ? { model: "large", usage } : {}),
        content: [{ type: "text", text: said }],
      },
    },
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return JSON.stringify({
    hook_event_name: event,
    cwd: "/somewhere",
    agent_id: "a1",
    agent_transcript_path: path,
    ...(last === null ? {} : { last_assistant_message: last }),
  });
}

const options = (root: string) => ({ env: {}, cwd: root, now: () => new Date("2026-11-15T12:00:00Z"), random });

test("an expert that only answered has its last message filed, with where it came from", async () => {
  const { project, first } = await makeRound();
  const said = fileLastMessage(eventOf({ prompt: first.prompt }), options(project.root));
  expect(said).toMatch(new RegExp(`^${first.expert} wrote no draft; its last message was filed as .blue/drafts/`));
  expect(readFileSync(first.draft_file, "utf8")).toBe(draft);
  const filed = join(project.root, originPath(relative(project.root, dirname(first.draft_file)), Buffer.from(draft)));
  expect(JSON.parse(readFileSync(filed, "utf8"))).toEqual({
    source: "hook",
    filed_by: null,
    filed_at: "2026-11-15T12:00:00.000Z",
    note: "last message of the subagent, which wrote no draft",
  });
});

test("without a last message in the event the transcript's last text is taken", async () => {
  const { project, first } = await makeRound();
  fileLastMessage(eventOf({ prompt: [{ type: "text", text: first.prompt }], last: null }), options(project.root));
  expect(readFileSync(first.draft_file, "utf8")).toBe(draft);
});

test("a draft that is there is left alone, by any author", async () => {
  const { project, first, dialogue_id } = await makeRound();
  writeFileSync(first.draft_file, "mine");
  const before = snapshot(project.root, ".git");
  expect(fileLastMessage(eventOf({ prompt: first.prompt }), options(project.root))).toBeUndefined();
  expect(snapshot(project.root, ".git")).toEqual(before);

  const other = await makeRound();
  const laid = join(other.project.root, ".blue/dialogues", other.dialogue_id, "round-0");
  mkdirSync(laid, { recursive: true });
  writeFileSync(join(laid, `${other.first.expert.toLowerCase()}.md`), draft);
  expect(fileLastMessage(eventOf({ prompt: other.first.prompt }), options(other.project.root))).toBeUndefined();
  expect(dialogue_id).toContain("a-plan");
});

test("what a run took is in the record, of a draft that was filed and of one that the expert wrote", async () => {
  const { project, context, dialogue_id, first, second } = await makeRound();
  const own = draft.replaceAll("MUFFIN", second.expert.toUpperCase());
  fileLastMessage(eventOf({ prompt: first.prompt, counted: true }), options(project.root));
  writeFileSync(second.draft_file, own);
  const again = eventOf({ prompt: second.prompt, last: "Done.", said: "Done.", counted: true });
  expect(fileLastMessage(again, options(project.root))).toBeUndefined();
  const scores = { W: 1, C: 1, T: 1, R: 1 };
  await runOperation(roundRegister, { dialogue_id, round: 0, score_components: scores, summary: "One." }, context);
  const { texts } = openDialogue(project, { dialogue_id }).loaded.rounds[0]!;
  expect(texts.map(({ provenance }) => provenance)).toMatchObject([
    { source: "hook", ...took },
    { source: "draft", filed_by: null, ...took },
  ]);
  expect(texts[1]!.lines.join("\n")).toBe(own.trimEnd());
});

test("what the author's run took is recorded with the revision", async () => {
  const project = makeProject({ "subject.md": "# A plan\n" }, { git: true });
  const context = makeContext(project);
  const input = { title: "A plan", template: "general" as const, panel_size: 2, subject: "subject.md" };
  const { dialogue_id } = await runOperation(create, input, context);
  const { folder, task, spawn } = await runOperation(revise, { dialogue_id }, context);
  writeFileSync(join(folder, spawn!.draft_file), "# A better plan\n");
  const prompt = promptFor(task!, folder, spawn!);
  expect(fileLastMessage(eventOf({ prompt, last: "Done.", counted: true }), options(project.root))).toBeUndefined();
  const { next } = openDialogue(project, { dialogue_id });
  expect(readRevisions(project, next)).toMatchObject([{ provenance: { source: "draft", ...took } }]);
});

test("what a verifier's run took is recorded with its sheet", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  const { id: dialogue_id, project } = dialogue;
  const { folder, task, spawn } = await runOperation(crossCheck, { dialogue_id }, makeContext(project));
  const prompt = promptFor(task, folder, spawn[0]!);
  writeFileSync(join(folder, spawn[0]!.draft_file), "T0001 confirmed: tried it");
  expect(fileLastMessage(eventOf({ prompt, last: "Done.", counted: true }), options(project.root))).toBeUndefined();
  expect(readCrossChecks(project, dialogue.open())).toMatchObject([{ provenance: { source: "draft", ...took } }]);
});

test("a prompt file may be named by its path in the project's folder", async () => {
  const { project, first } = await makeRound();
  const prompt = first.prompt.replace(`${project.root}/`, "");
  const said = fileLastMessage(eventOf({ prompt, last: "[MUFFIN-P0001: a label]" }), options(project.root));
  expect(said).toContain("its last message was filed");
});

test("words without a marker are no draft", async () => {
  const { project, first } = await makeRound();
  const words = "Draft written. It argues [MUFFIN-P0001: a label].";
  const said = fileLastMessage(eventOf({ prompt: first.prompt, last: words, said: words }), options(project.root));
  expect(said).toContain("its last message has no marker; nothing was filed");
  expect(() => readFileSync(first.draft_file)).toThrow("ENOENT");
});

test("a subagent that is none of our experts changes nothing", async () => {
  const { project, first, second } = await makeRound();
  const before = snapshot(project.root, ".git");
  const file = (event: Ended) => fileLastMessage(eventOf(event), options(project.root));
  expect(file({ prompt: "Find the bug." })).toBeUndefined();
  expect(file({ prompt: `Compare ${first.prompt_file} and ${second.prompt_file}.` })).toBeUndefined();
  expect(file({ prompt: first.prompt, event: "Stop" })).toBeUndefined();
  expect(file({ prompt: first.prompt.replace("prompt.md", "prompt.md.bak") })).toBeUndefined();
  expect(file({ prompt: first.prompt.replace(project.root, "/elsewhere") })).toBeUndefined();
  expect(file({ prompt: first.prompt.replace(/[a-z]+\/prompt/, "stranger/prompt") })).toContain("nothing was filed");
  expect(snapshot(project.root, ".git")).toEqual(before);
});

test("a round that is over takes no more drafts", async () => {
  const { project, context, dialogue_id, first, second } = await makeRound();
  for (const { draft_file, expert } of [first, second]) {
    writeFileSync(draft_file, draft.replaceAll("MUFFIN", expert.toUpperCase()));
  }
  const scores = { W: 1, C: 1, T: 1, R: 1 };
  await runOperation(roundRegister, { dialogue_id, round: 0, score_components: scores, summary: "One." }, context);
  const before = snapshot(project.root, ".git");
  expect(fileLastMessage(eventOf({ prompt: first.prompt }), options(project.root))).toContain("nothing was filed");
  expect(snapshot(project.root, ".git")).toEqual(before);
});

afterEach(() => vi.restoreAllMocks());

test.each([
  ["no JSON", "{", "blue hook subagent-stop: "],
  ["a transcript that is gone", eventOf({ prompt: "x" }).replace("agent-a1", "agent-b2"), "There is no file"],
  ["nothing for us", "{}", undefined],
])("%s ends quietly", async (_, source, said) => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  await startSubagentStop(Readable.from([Buffer.from(source)]), options(makeFolder()));
  expect(process.exitCode).toBeUndefined();
  if (said === undefined) expect(error).not.toHaveBeenCalled();
  else expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(said));
});

test("input without end is given up", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const block = Buffer.alloc(1024 * 1024, " ");
  await startSubagentStop(Readable.from(Array(9).fill(block)), options(makeFolder()));
  expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("larger than"));
});
