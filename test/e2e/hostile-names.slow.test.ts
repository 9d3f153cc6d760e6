/**
 * A name in a record, a draft or a document is data. Every operation is run over records that are whole, have the right hashes, and say hostile strings
 * wherever they may say anything; drafts and documents say the same. Nothing outside `.blue` changes, and no call ends by a bug.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { extraCommands } from "../../src/cli/extra-commands.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { clocks, schemaLines, schemaPath, text } from "../helpers/decided.ts";
import {
  type Answer,
  deskAt,
  dialogueAt,
  fourPoints,
  type Input,
  makeDialogue,
  raisesTension,
} from "../helpers/dialogue.ts";
import { runWords } from "../helpers/faces.ts";
import { fillJson, plantDocuments, resealWith, Turns, type What, whats } from "../helpers/hostile-strings.ts";
import { makeFolder, runGit, snapshot } from "../helpers/project.ts";

/** The project lies two folders deep in it, so that `../../x` is still ours to look at. */
let outside: string;
let root: string;
let decided: string;
let open: string;
/** `.blue` as it was before anybody forged anything. */
let honest: string;

beforeAll(async () => {
  outside = makeFolder({ "x.html": "keep", "x.md": "keep", "folder/x.html": "keep" });
  root = join(outside, "folder/project");
  const tree = { "subject.md": "Page by offset.\n", "x.md": "keep", "x.html": "keep", "inside/x.md": "keep" };
  const first = await makeDialogue({
    git: true,
    tree: { ...tree, [schemaPath]: text(schemaLines), "run.jsonl": transcript },
    create: { subject: "subject.md" },
  });
  const proposal = "Page by cursor.";
  await first.call("dialogue.round-prompt", { dialogue_id: first.id, proposal });
  const cites = `[MUFFIN-E0001: clocks drift]\nThey do.\n[CITE ${schemaPath}#L3 "${clocks}"]`;
  await first.round({ Muffin: [cites, "[MOVE:CONVERGE]"] });
  await first.verdict({ recommendation: proposal, key_evidence: ["E0001"] });
  rmSync(join(first.root, schemaPath));
  runGit(first.root, "add", "-A");
  runGit(first.root, "commit", "-qm", "decided");
  await first.call("dialogue.settle", { dialogue_id: first.id, items: ["E0001"], reason: "one server" });
  decided = first.id;
  const opened = await first.call<{ dialogue_id: string }>("dialogue.create", {
    title: "Still open",
    subject: "subject.md",
    sources: ["x.md"],
    template: "general",
    panel_size: 3,
    cross_check: true,
    control: true,
  });
  open = opened.dialogue_id;
  const second = dialogueAt(deskAt(first.root), open);
  const [name = ""] = second.panel();
  await second.round({ [name]: raisesTension.map((text) => text.replaceAll("MUFFIN", name.toUpperCase())) });
  await second.call("dialogue.cross-check", { dialogue_id: open, verifiers: 1 });
  await second.call("dialogue.revise", { dialogue_id: open });
  mkdirSync(join(outside, "folder"), { recursive: true });
  cpSync(first.root, root, { recursive: true });
  runGit(root, "add", "-A");
  runGit(root, "commit", "-qm", "all");
  honest = makeFolder();
  cpSync(join(root, ".blue"), honest, { recursive: true });
});

const transcript = `${JSON.stringify({ message: { role: "assistant", content: "[MOVE:CONVERGE]" } })}\n`;
const sheet = "## A\n- major: slow\n";

/** What each operation is asked; one for each of several states where a dialogue is open or decided. */
const inputs: Record<string, (dialogue_id: string) => Input> = {
  status: () => ({}),
  search: () => ({ questions: ["x offset"] }),
  recall: () => ({ questions: ["page by offset or cursor"] }),
  decisions: () => ({}),
  check: () => ({ diff: "HEAD" }),
  "merge-check": () => ({ branch: "HEAD" }),
  "dialogue.create": (id) => ({
    title: "New",
    template: "general",
    subject: "subject.md",
    sources: [`.blue/dialogues/${id}/dialogue.md`],
  }),
  "dialogue.sample-panel": (dialogue_id) => ({ dialogue_id }),
  "dialogue.evolve-panel": (dialogue_id) => ({
    dialogue_id,
    panel: [
      { role: "A", source: "created", reason: "why" },
      { role: "B", source: "created", reason: "why" },
    ],
  }),
  "dialogue.expert-create": (dialogue_id) => ({ dialogue_id, role: "C", reason: "why" }),
  "dialogue.cross-check": (dialogue_id) => ({ dialogue_id, filed_text: sheet, verifier: 1 }),
  "dialogue.revise": (dialogue_id) => ({ dialogue_id, control: true }),
  "dialogue.round-prompt": (dialogue_id) => ({
    dialogue_id,
    proposal: "Page by cursor.",
    directives: { Muffin: "Look." },
  }),
  "dialogue.round-collect": (dialogue_id) => ({ dialogue_id }),
  "dialogue.expert-write": (dialogue_id) => ({ dialogue_id, expert: "Muffin", text: "[MOVE:CONVERGE]" }),
  "extract-dialogue": (dialogue_id) => ({ dialogue_id, file_path: "run.jsonl", expert: "Muffin" }),
  "dialogue.round-discard": (dialogue_id) => ({ dialogue_id, reason: "again" }),
  "dialogue.round-register": (dialogue_id) => ({ dialogue_id, round: 1, ...fourPoints }),
  "dialogue.verdict-register": (dialogue_id) => ({
    dialogue_id,
    verdict_type: "interim",
    verdict_id: "so-far",
    recommendation: "Yes.",
  }),
  "dialogue.close": (dialogue_id) => ({ dialogue_id, outcome: "abandoned", reason: "no" }),
  "dialogue.status": (dialogue_id) => ({ dialogue_id }),
  "dialogue.round-context": (dialogue_id) => ({ dialogue_id }),
  "dialogue.list": () => ({}),
  "dialogue.get": (dialogue_id) => ({ dialogue_id }),
  "dialogue.export": (dialogue_id) => ({ dialogue_id }),
  "dialogue.verify": (dialogue_id) => ({ dialogue_id }),
  "dialogue.lint": () => ({ file_path: ".blue/docs/dialogues/2026-01-01T0000Z-a.dialogue.md" }),
  "dialogue.save": (dialogue_id) => ({ dialogue_id }),
  "dialogue.compare": (dialogue_id) => ({ dialogue_id }),
  "dialogue.say": (dialogue_id) => ({ dialogue_id, text: "I doubt it." }),
  "dialogue.apply": (dialogue_id) => ({ dialogue_id, write: true }),
  "dialogue.settle": (dialogue_id) => ({ dialogue_id, items: ["E0001", "subject"], reason: "known" }),
  "dialogue.outcome": (dialogue_id) => ({ dialogue_id, outcome: "held", because: "known" }),
  "dialogue.reopen": (dialogue_id) => ({ dialogue_id, because: "one server" }),
  "rfc.create": (from_dialogue) => ({ from_dialogue, reason: "now" }),
  "rfc.list": () => ({}),
  "rfc.get": () => ({ id: 1 }),
  "rfc.status": () => ({ id: 1, status: "approved", override: "now" }),
  "rfc.outcome": () => ({ id: 1, outcome: "held", because: "known" }),
  "rfc.plan": () => ({ id: 1, tasks: ["a"] }),
  "rfc.task-complete": () => ({ id: 1, task: 1 }),
  "rfc.validate": () => ({ id: 1 }),
  "rfc.renumber": () => ({ id: 1 }),
  "adr.create": (from_dialogue) => ({ from_dialogue, reason: "now", rfc: 1 }),
  "adr.list": () => ({}),
  "adr.get": () => ({ id: 1 }),
  "adr.status": () => ({ id: 1, status: "accepted", override: "now" }),
  "adr.outcome": () => ({ id: 1, outcome: "held", because: "known" }),
  "adr.link": () => ({ id: 1, relation: "relates", to: 1 }),
  "adr.graph": () => ({}),
  "adr.relevant": () => ({ files: ["x.md"] }),
  "adr.audit": () => ({}),
  "adr.renumber": () => ({ id: 1 }),
  lint: () => ({}),
  "spike.create": () => ({ title: "S", rfc: 1 }),
  "spike.list": () => ({}),
  "spike.get": () => ({ id: "a" }),
  "spike.complete": () => ({ id: "a", outcome: "no-action" }),
  "audit.create": () => ({ title: "A" }),
  "audit.list": () => ({}),
  "audit.get": () => ({ id: "a" }),
  "audit.complete": () => ({ id: "a" }),
  "prd.create": () => ({ title: "P" }),
  "prd.list": () => ({}),
  "prd.get": () => ({ id: 1 }),
  "prd.approve": () => ({ id: 1, override: "now" }),
  "prd.complete": () => ({ id: 1 }),
  "prd.renumber": () => ({ id: 1 }),
  "reminder.create": () => ({ title: "R", due: "2027-01-01" }),
  "reminder.list": () => ({}),
  "reminder.snooze": () => ({ id: "a", until: "2027-01-01" }),
  "reminder.clear": () => ({ id: "a", resolution: "done" }),
  "runbook.create": () => ({ title: "B", rfc: 1 }),
  "runbook.list": () => ({}),
  "runbook.update": () => ({ id: "a", note: "n" }),
  "runbook.lookup": () => ({ action: "x" }),
  "runbook.actions": () => ({}),
  "postmortem.create": () => ({ title: "M" }),
  "postmortem.list": () => ({}),
  "postmortem.get": () => ({ id: "a" }),
  "postmortem.action-to-rfc": () => ({ id: "a", action: 1 }),
  "postmortem.close": () => ({ id: "a" }),
  "decision.create": () => ({ title: "D", decision: "d", rfc: 1 }),
  "decision.list": () => ({}),
  "staging.create": () => ({ name: "x" }),
  "staging.destroy": () => ({ name: "x" }),
  "staging.lock": () => ({ resource: "x" }),
  "staging.unlock": () => ({ resource: "x" }),
  "staging.status": () => ({}),
  "staging.cost": () => ({}),
  rename: () => ({ id: "a", type: "spike", title: "Another" }),
  delete: () => ({ id: "a", type: "audit", reason: "old" }),
  "trash.list": () => ({}),
  restore: () => ({ id: "2026-01-01T0000Z-b" }),
  purge: () => ({ older_than: "1d", yes: true }),
  next: () => ({}),
  init: () => ({}),
  sync: () => ({ rebuild: true }),
  doctor: () => ({ fix: true }),
  "db.path": () => ({}),
};

/** They read records, whichever dialogue these are of. */
const ofRecords = ["status", "search", "recall", "decisions", "check", "merge-check", "dialogue.list", "next", "sync"];
ofRecords.push("doctor", "rfc.status", "restore");

/** They answer with what is wrong, or read a page and no record. */
const looksAnyway = ["dialogue.get", "dialogue.verify", "dialogue.create"];

/** They work on this machine or on a database, not on a project's files. */
const elsewhere = ["llm.providers", "llm.start", "llm.stop", "llm.status", "org.migrate", "org.publish", "org.drop"];

/** Everything that is not Blue's own folder or git's. */
function around(): Record<string, string> {
  return snapshot(outside, "folder/project/.blue", "folder/project/.git");
}

/** Every file of `.blue`, as somebody forged it. */
function forge(strings: readonly string[], what: What): Map<string, Buffer> {
  const blue = join(root, ".blue");
  rmSync(blue, { recursive: true });
  cpSync(honest, blue, { recursive: true });
  const turns = new Turns(strings);
  for (const id of [decided, open]) resealWith(root, id, turns, what);
  fillJson(join(blue, "drafts"), turns);
  plantDocuments(root, turns);
  return new Map(filesIn(blue).map((path) => [path, readFileSync(path)]));
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((one) => (one.isDirectory() ? [] : join(one.parentPath, one.name)));
}

/** Takes back what a call did in `.blue`; copying all of it would take longer than the calls. */
function putBack(forged: ReadonlyMap<string, Buffer>): void {
  const there = new Set(filesIn(join(root, ".blue")));
  for (const path of there) if (!forged.has(path)) rmSync(path);
  for (const [path, bytes] of forged) {
    if (there.has(path) && readFileSync(path).equals(bytes)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** The code of the refusal; undefined when it was answered. */
async function ask(name: string, input: Input): Promise<string | undefined> {
  try {
    await deskAt(root).call<Answer>(name, input);
    return undefined;
  } catch (thrown) {
    const { code, message } = thrown as { code?: string; message: string };
    expect(code, `${name}: ${message}`).not.toBe("internal_error");
    if (code === undefined) throw thrown;
    return code;
  }
}

it("asks every operation there is", () => {
  expect([...Object.keys(inputs), ...elsewhere].sort()).toEqual(registry.map(({ name }) => name).sort());
});

/** Each is some hundred calls with git. */
const slow = { timeout: 300_000 };

/** How many strings one pass tries: as many as there are places for them. */
const together: Record<What, number> = { everything: 3, dialogue: 6, subject: 2, citations: 1, experts: 2 };

const strings: [words: string, string: () => string][] = [
  ["leads up", () => "../../x"],
  ["is longer than any name", () => "x".repeat(5_000)],
  ["is the path of a file elsewhere", () => join(outside, "x")],
  ["is not a name", () => "\0"],
  ["is the path of a file of the project", () => join(root, "inside/x.md")],
  ["is a file of the project that git does not track", () => "untracked.md"],
];

const passes = whats.flatMap((what) =>
  Array.from({ length: strings.length / together[what] }, (_, i) => {
    const some = strings.slice(i * together[what], (i + 1) * together[what]);
    return [what, some.map(([words]) => words).join(", or "), some] as const;
  }),
);

it.each(passes)("in %s, where a string %s: nothing outside .blue changes", slow, async (what, _, some) => {
  const forged = forge(
    some.map(([, string]) => string()),
    what,
  );
  const before = around();
  const answered = new Set<string>();
  let isFresh = false;
  for (const [name, inputOf] of Object.entries(inputs)) {
    const ofDialogue = JSON.stringify(inputOf("<id>")).includes("<id>");
    if (what !== "everything" && !ofDialogue && !ofRecords.includes(name)) continue;
    for (const id of ofDialogue ? [decided, open] : [decided]) {
      if (!isFresh) putBack(forged);
      isFresh = registry.find((one) => one.name === name)!.effect === "read";
      // The one path of a record that is written to: the subject, which is the honest one there.
      const honestly = name === "dialogue.apply" && what === "citations" ? { write: false } : {};
      const code = await ask(name, { ...inputOf(id), ...honestly });
      if (code === undefined) answered.add(name);
      if (what === "dialogue" && ofDialogue && !looksAnyway.includes(name))
        expect(code, `${name} says that the record is damaged`).toBe("record_damaged");
      expect(around(), name).toEqual(before);
    }
  }
  expect([...answered]).toEqual(
    expect.arrayContaining([
      "status",
      "search",
      "recall",
      "decisions",
      "check",
      "dialogue.list",
      "dialogue.verify",
      "sync",
      "doctor",
    ]),
  );
  for (const command of ["report", "open"]) {
    putBack(forged);
    const { out } = await runWords(root, ["--json", "dialogue", command, decided], { entries: extraCommands });
    rmSync(join(root, `${decided}.html`), { force: true }); // the one file that it may write
    expect(around(), command).toEqual(before);
    expect(JSON.parse(out).error_code === "record_damaged", command).toBe(what === "dialogue");
  }
});
