/** `blue install` and `blue uninstall`: work out, show, write. Nothing is written before everything could be read and understood. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { refuse } from "../../errors.ts";
import { namedToolsets } from "../../mcp/toolsets.ts";
import { toolsets } from "../../operations/operation.ts";
import { ownPackage } from "../../own-package.ts";
import { safeJson, safeText } from "../../safe-text.ts";
import { findProject } from "../../store/project.ts";
import type { Mode } from "../output.ts";
import { type Agent, agents, type Scope, type Setting, serverWords, type Target } from "./agents.ts";
import { type Disk, makeDisk } from "./disk.ts";
import { chooseLauncher } from "./launcher.ts";
import { type Plan, planInstall, planUninstall } from "./plan.ts";
import { parseReceipt, receiptName, renderReceipt } from "./receipt.ts";

export interface InstallInput {
  agent?: string;
  user?: boolean;
  project?: boolean;
  print?: boolean;
  /** As `blue mcp --toolsets` takes them. */
  toolsets?: string;
  dry_run?: boolean;
}

/** What an install needs to know of this machine. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  cwd: string;
  home: string;
  entry: string;
  skills: string;
}

export function thisMachine(): Machine {
  const home = homedir();
  return { env: process.env, cwd: process.cwd(), home: existsSync(home) ? realpathSync(home) : home, ...ownPackage() };
}

export interface Outcome {
  agent: string;
  scope: Scope;
  /** The project's root, or the agent's config folder. */
  where: string;
  dry_run: boolean;
  launcher: { command: string; why: string };
  changes: { path: string; action: "create" | "change" | "remove"; diff: string }[];
  /** The file that uninstall reads. */
  receipt: string;
  notes: string[];
  advice: string;
}

export function install(input: InstallInput, folder: string | undefined, machine: Machine): Outcome {
  return run("install", input, folder, machine);
}

export function uninstall(input: InstallInput, folder: string | undefined, machine: Machine): Outcome {
  return run("uninstall", input, folder, machine);
}

function run(
  verb: "install" | "uninstall",
  input: InstallInput,
  folder: string | undefined,
  machine: Machine,
): Outcome {
  const { agent, setting, disk, place } = prepare(input, folder, machine);
  const receiptPath = join(place.folder, receiptName);
  const written = disk.read(receiptPath);
  const last = parseReceipt(written);
  const plan = (verb === "install" ? planInstall : planUninstall)(place.targets, disk.read, last);
  const base = setting.scope === "project" ? setting.root : setting.home;
  if (input.dry_run !== true) {
    if (verb === "install") write(plan, disk, place.folder, receiptPath, written);
    else takeBack(plan, disk, place.folder, receiptPath, written);
  }
  if (verb === "install" && setting.scope === "project" && setting.launcher.local) {
    plan.notes.push(
      "The files name a path of this machine. Before you share them, install Blue globally (npm i -g blue-align) and install again.",
    );
  }
  return {
    agent: input.agent ?? "claude-code",
    scope: setting.scope,
    where: setting.scope === "project" ? setting.root : place.folder,
    dry_run: input.dry_run === true,
    launcher: { command: serverWords(setting).join(" "), why: setting.launcher.why },
    changes: plan.changes.map((change) => ({
      path: shownPath(base, change.path),
      action: change.before === undefined ? "create" : change.after === undefined ? "remove" : "change",
      diff: change.diff,
    })),
    receipt: shownPath(base, receiptPath),
    notes: plan.notes,
    advice: agent.advice(setting.scope),
  };
}

function prepare(input: InstallInput, folder: string | undefined, { env, cwd, home, entry, skills }: Machine) {
  const name = input.agent ?? "claude-code";
  const agent: Agent | undefined = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent === undefined) {
    refuse("invalid_input", { agent: name }, "known_agent", {
      message: `Blue does not know how to set up ${name}`,
      suggestion: `Known agents: ${Object.keys(agents).join(", ")}. Any other takes \`blue mcp\` as a stdio server.`,
    });
  }
  if (input.user === true && input.project === true) {
    refuse("invalid_input", "user", "one_scope", {
      message: "--user and --project exclude each other",
      suggestion: "Give one; --project is the default.",
    });
  }
  const scope: Scope = input.user === true ? "user" : "project";
  const project = scope === "project" ? findProject({ flag: folder, env, cwd }) : undefined;
  if (project?.root === home) {
    refuse("invalid_input", { project: home }, "a_project", {
      message: `${home} is your home folder: its files are the user's, not a project's`,
      suggestion: "Stand in a project, or give --user.",
    });
  }
  const launcher = chooseLauncher({ entry, env, root: project?.root });
  const disk = makeDisk(project);
  const found = { scope, root: project?.root ?? cwd, home, env, launcher, skills: readSkills(skills) };
  const [server] = agent.place({ ...found, toolsets: undefined }).targets;
  const toolsets =
    input.toolsets === undefined ? toolsetsIn(disk.read(server!.path) ?? "") : toolsetNames(input.toolsets);
  const setting: Setting = { ...found, toolsets };
  return { agent, setting, place: agent.place(setting), disk };
}

/** What an earlier install chose stays chosen. */
function toolsetsIn(text: string): string | undefined {
  return /"blue":\s*\{[^{}]*"--toolsets",\s*"([a-z,]+)"/.exec(text)?.[1];
}

/** Refuses what the server would refuse at its start, where nobody would see it. */
function toolsetNames(flag: string): string {
  const chosen = namedToolsets(flag.split(","), "toolsets");
  return chosen.length === toolsets.length ? "all" : chosen.join(",");
}

function readSkills(folder: string): Map<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(names.map(({ name }) => [name, readFileSync(join(folder, name, "SKILL.md"), "utf8")]));
}

function write(plan: Plan, disk: Disk, folder: string, receiptPath: string, written: string | undefined): void {
  const made: string[] = [];
  for (const change of plan.changes) {
    made.push(...disk.ensureFolder(dirname(change.path)));
    disk.put(change);
  }
  made.push(...disk.ensureFolder(folder));
  const folders = made.map((path) => relative(folder, path)).filter((path) => !path.startsWith(".."));
  plan.receipt.folders = [...new Set([...plan.receipt.folders, ...folders])];
  const after = renderReceipt(plan.receipt);
  // Last of all: the receipt must not claim what was not written.
  if (after !== written) disk.put({ name: receiptName, path: receiptPath, before: written, after, private: false });
}

function takeBack(plan: Plan, disk: Disk, folder: string, receiptPath: string, written: string | undefined): void {
  for (const change of plan.changes) disk.put(change);
  if (written !== undefined) {
    disk.put({ name: receiptName, path: receiptPath, before: written, after: undefined, private: false });
  }
  const skills = plan.changes
    .map(({ path }) => dirname(path))
    .filter((path) => relative(folder, path).includes("skills"));
  const folders = plan.receipt.folders.filter((path) => !path.startsWith("..")).map((path) => join(folder, path));
  disk.removeEmpty([...new Set([...skills, ...folders])]);
}

function shownPath(base: string, path: string): string {
  const below = relative(base, path);
  return below.startsWith("..") ? path : below;
}

/** For people: what was done, the differences, what is left to do. */
export function renderOutcome(verb: "install" | "uninstall", out: Outcome): string {
  const { changes, notes, dry_run } = out;
  const title = agents[out.agent]!.title;
  const files = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  const done = dry_run ? `Would change ${files}` : `Changed ${files}`;
  return [
    `${title}, ${out.scope === "project" ? "this project" : "this user"}: ${out.where}`,
    verb === "install" ? `Blue is started as \`${out.launcher.command}\` (${out.launcher.why}).` : "",
    ...changes.map(({ diff }) => `\n${diff}`),
    changes.length === 0
      ? `✓ Nothing to do: ${verb === "install" ? "everything is in place" : "nothing of Blue is there"}.`
      : `\n✓ ${done}${dry_run ? "; nothing was written" : ""}.`,
    ...notes.map((note) => `! ${note}`),
    verb === "install" && !dry_run ? out.advice : "",
    verb === "install" && !dry_run && changes.length > 0
      ? `\`blue uninstall${out.scope === "user" ? " --user" : ""}\` undoes this, by ${out.receipt}.`
      : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** The pieces as files of their own, for people who paste them. */
export function printSnippets(input: InstallInput, folder: string | undefined, machine: Machine): string {
  const { place, disk } = prepare(input, folder, machine);
  const snippets = place.targets.map((target) => {
    if ("text" in target) return `${target.path}: copy of ${join(machine.skills, skillOf(target), "SKILL.md")}`;
    const { changes } = planInstall([{ ...target, private: false }], () => undefined, undefined);
    return `${target.path}${disk.read(target.path) === undefined ? "" : " (merge into it)"}:\n${changes[0]!.after!.trimEnd()}`;
  });
  return snippets.join("\n\n");
}

function skillOf(target: Target & { text: string }): string {
  return dirname(target.path).split(/[\\/]/).at(-1)!;
}

/** Straight to the terminal: the output is a document, so a pipe gets it as it is. */
export function startInstall(
  verb: "install" | "uninstall",
  input: InstallInput,
  folder: string | undefined,
  mode: Mode,
): void {
  const machine = thisMachine();
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (verb === "install" && input.print === true) {
    const snippets = printSnippets(input, folder, machine);
    print(mode === "json" ? safeJson({ snippets }) : safeText(snippets));
    return;
  }
  const out = (verb === "install" ? install : uninstall)(input, folder, machine);
  print(mode === "json" ? safeJson(out) : safeText(renderOutcome(verb, out)));
}
