/** `blue install` and `blue uninstall`: work out, show, write. Nothing is written before everything could be read and understood. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { attempt, BlueError, refuse } from "../../errors.ts";
import { namedToolsets } from "../../mcp/toolsets.ts";
import { toolsets } from "../../operations/operation.ts";
import { ownPackage } from "../../own-package.ts";
import { findProject } from "../../store/project.ts";
import { type AgentName, agentNames } from "./agent-names.ts";
import {
  agents,
  type Place,
  type Scope,
  type Setting,
  serverFile,
  serverWords,
  sharedFolder,
  targetsOf,
} from "./agents.ts";
import { type Disk, makeDisk } from "./disk.ts";
import type { Edit } from "./edit.ts";
import { findAgents, namedAgents } from "./find-agents.ts";
import { chooseLauncher } from "./launcher.ts";
import { type Named, type Plan, planInstall, planUninstall } from "./plan.ts";
import { parseReceipt, type Receipt, receiptName, renderReceipt } from "./receipt.ts";

export interface InstallInput {
  /** Names, also several separated by commas; those that are found when there are none. */
  agent?: readonly string[];
  user?: boolean;
  here?: boolean;
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
  platform: NodeJS.Platform;
}

export function thisMachine(): Machine {
  const home = homedir();
  const { env, platform } = process;
  return { env, platform, cwd: process.cwd(), home: existsSync(home) ? realpathSync(home) : home, ...ownPackage() };
}

export interface Outcome {
  agents: AgentName[];
  /** Of each that was looked for and is here: its settings, its program, or both. */
  found: Partial<Record<AgentName, string>>;
  /** Looked for and not there. */
  not_found: AgentName[];
  scope: Scope;
  /** The project's root, or the user's home. */
  where: string;
  dry_run: boolean;
  launcher: { command: string; why: string };
  changes: { agent: AgentName; path: string; action: "create" | "change" | "remove"; diff: string }[];
  /** The files that uninstall reads. */
  receipts: string[];
  notes: string[];
  advice: { agent: AgentName; text: string }[];
}

type Verb = "install" | "uninstall";

export function install(input: InstallInput, folder: string | undefined, machine: Machine): Outcome {
  return run("install", input, folder, machine);
}

export function uninstall(input: InstallInput, folder: string | undefined, machine: Machine): Outcome {
  return run("uninstall", input, folder, machine);
}

function run(verb: Verb, input: InstallInput, folder: string | undefined, machine: Machine): Outcome {
  const { place, disk, launcher, settingFor } = prepare(input, folder, machine);
  const found = verb === "install" && input.agent === undefined ? findAgents(place) : undefined;
  const chosen = found === undefined ? installed(input.agent, settingFor, disk) : [...found.keys()];
  const settings = new Map(chosen.map((agent) => [agent, settingFor(agent)]));
  const plans = planAll(verb, settings, disk);
  if (input.dry_run !== true) {
    if (verb === "install") write(plans, place, disk);
    else takeBack(plans, place, disk);
  }
  const notes = [...new Set(plans.flatMap((plan) => plan.notes))];
  if (verb === "install" && place.scope === "project" && launcher.local) {
    notes.push(
      "The files name a path of this machine. Before you share them, install Blue globally (npm i -g blue-align) and install again.",
    );
  }
  const commands = new Set([...settings.values()].map((setting) => serverWords(setting).join(" ")));
  return {
    agents: chosen,
    found: Object.fromEntries(found ?? []),
    not_found: found === undefined ? [] : agentNames.filter((name) => !found.has(name)),
    scope: place.scope,
    where: baseOf(place),
    dry_run: input.dry_run === true,
    launcher: { command: [...commands].join("`, `"), why: launcher.why },
    changes: plans.flatMap(({ agent, changes }) =>
      changes.map(({ name, before, after, diff }) => ({
        agent,
        path: name,
        action:
          before === undefined ? ("create" as const) : after === undefined ? ("remove" as const) : ("change" as const),
        diff,
      })),
    ),
    receipts: [...new Set(plans.map(({ receiptPath }) => nameOf(place, receiptPath)))],
    notes,
    advice: verb === "install" ? chosen.map((agent) => ({ agent, text: agents[agent].advice[place.scope] })) : [],
  };
}

function prepare(input: InstallInput, folder: string | undefined, { cwd, entry, skills, ...user }: Machine) {
  if (input.user === true && input.here === true) {
    refuse("invalid_input", "user", "one_scope", {
      message: "--user and --here exclude each other",
      suggestion: "Give one; --here is the default.",
    });
  }
  const { home, env } = user;
  const scope: Scope = input.user === true ? "user" : "project";
  const project = scope === "project" ? findProject({ flag: folder, env, cwd }) : undefined;
  if (project?.root === home) {
    refuse("invalid_input", { project: home }, "a_project", {
      message: `${home} is your home folder: its files are the user's, not a project's`,
      suggestion: "Stand in a project, or give --user.",
    });
  }
  const disk = makeDisk(project);
  const place: Place = { ...user, scope, root: project?.root ?? cwd };
  const launcher = chooseLauncher({ entry, env, root: project?.root, home: scope === "user" ? home : undefined });
  const asked = input.toolsets === undefined ? undefined : toolsetNames(input.toolsets);
  const texts = readSkills(skills);
  const setting: Setting = { ...place, launcher, toolsets: asked, skills: texts };
  // What an earlier install chose stays chosen.
  const settingFor = (agent: AgentName): Setting => {
    const words = lookInServers(agent, setting, disk, (edit, text, file) => edit.words(text, file)) ?? "";
    return { ...setting, toolsets: asked ?? / --toolsets ([a-z,]+)/.exec(words)?.[1] };
  };
  return { place, disk, launcher, settingFor };
}

/** By the receipt or, without one, by our entry in the file with its servers. */
function installed(
  named: readonly string[] | undefined,
  settingFor: (agent: AgentName) => Setting,
  disk: Disk,
): AgentName[] {
  if (named !== undefined) return namedAgents(named);
  return agentNames.filter((agent) => {
    const setting = settingFor(agent);
    const { agents: known } = parseReceipt(disk.read(join(sharedFolder(agent, setting), receiptName)));
    const hasEntry = (edit: Edit, text: string, file: string) => edit.remove(text, file).removed.length > 0;
    return Object.hasOwn(known, agent) || lookInServers(agent, setting, disk, hasEntry) === true;
  });
}

/** Undefined where the file with the agent's servers is missing or cannot be understood. */
function lookInServers<T>(
  agent: AgentName,
  setting: Setting,
  disk: Disk,
  look: (edit: Edit, text: string, file: string) => T,
): T | undefined {
  const file = serverFile(agent, setting);
  const found = attempt(() => {
    const text = disk.read(file);
    return text === undefined ? undefined : look(agents[agent].edit(setting), text, file);
  });
  return found instanceof BlueError ? undefined : found;
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

interface AgentPlan extends Plan {
  agent: AgentName;
  /** Of every file of the agent's set-up. */
  paths: string[];
  receiptPath: string;
}

/** One agent after the other, each as if what was planned before it were written. */
function planAll(verb: Verb, settings: ReadonlyMap<AgentName, Setting>, disk: Disk): AgentPlan[] {
  const planned = new Map<string, string | undefined>();
  const read = (path: string) => (planned.has(path) ? planned.get(path) : disk.read(path));
  const receipts = new Map<string, Receipt>();
  return [...settings].map(([agent, setting]) => {
    const receiptPath = join(sharedFolder(agent, setting), receiptName);
    const last = receipts.get(receiptPath) ?? parseReceipt(disk.read(receiptPath));
    const targets = named(agent, setting);
    const plan = (verb === "install" ? planInstall : planUninstall)(agent, targets, read, last);
    receipts.set(receiptPath, plan.receipt);
    for (const { path, after } of plan.changes) planned.set(path, after);
    return { ...plan, agent, receiptPath, paths: targets.map(({ path }) => path) };
  });
}

function named(agent: AgentName, setting: Setting): Named[] {
  // A user's files may hold secrets.
  const isPrivate = setting.scope === "user";
  return targetsOf(agent, setting).map((target) => ({
    ...target,
    name: nameOf(setting, target.path),
    private: isPrivate,
  }));
}

function baseOf({ scope, root, home }: Place): string {
  return scope === "project" ? root : home;
}

/** As people and the receipt call a file. */
function nameOf(place: Place, path: string): string {
  const below = relative(baseOf(place), path);
  if (below.startsWith("..")) return path;
  const name = below.split(sep).join("/");
  return place.scope === "project" ? name : `~/${name}`;
}

function write(plans: readonly AgentPlan[], place: Place, disk: Disk): void {
  const made: string[] = [];
  for (const change of plans.flatMap(({ changes }) => changes)) {
    made.push(...disk.ensureFolder(dirname(change.path)));
    disk.put(change);
  }
  // Last of all: a receipt must not claim what was not written.
  for (const [path, receipt] of finalReceipts(plans)) {
    made.push(...disk.ensureFolder(dirname(path)));
    const names = [...Object.keys(receipt.files), nameOf(place, path)];
    const folders = made.map((folder) => nameOf(place, folder)).filter((folder) => isAbove(folder, names));
    putReceipt(path, { ...receipt, folders: [...new Set([...receipt.folders, ...folders])] }, disk);
  }
}

function takeBack(plans: readonly AgentPlan[], place: Place, disk: Disk): void {
  const changes = plans.flatMap((plan) => plan.changes);
  for (const change of changes) disk.put(change);
  for (const [path, receipt] of finalReceipts(plans)) {
    const names = Object.keys(receipt.files);
    putReceipt(path, { ...receipt, folders: receipt.folders.filter((folder) => isAbove(folder, names)) }, disk);
  }
  const made = new Set(plans.flatMap(({ receipt }) => receipt.folders));
  const above = plans
    .flatMap(({ paths, receiptPath }) => [...paths, receiptPath])
    .flatMap((path) => foldersAbove(path, place));
  const skills = changes.filter(({ after, path }) => after === undefined && basename(path) === "SKILL.md");
  disk.removeEmpty([
    ...new Set([...above.filter((path) => made.has(nameOf(place, path))), ...skills.map(({ path }) => dirname(path))]),
  ]);
}

/** Of agents that share a receipt, the last plan has the whole of it. */
function finalReceipts(plans: readonly AgentPlan[]): Map<string, Receipt> {
  return new Map(plans.map(({ receiptPath, receipt }) => [receiptPath, receipt]));
}

function putReceipt(path: string, receipt: Receipt, disk: Disk): void {
  const before = disk.read(path);
  const after = renderReceipt(receipt);
  if (after !== before) disk.put({ name: receiptName, path, before, after, private: false });
}

function isAbove(folder: string, names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(`${folder}/`));
}

/** Up to the project's root or the user's home, which stay. */
function foldersAbove(path: string, place: Place): string[] {
  const folder = dirname(path);
  return folder === baseOf(place) || folder === path ? [] : [folder, ...foldersAbove(folder, place)];
}

/** The pieces as files of their own, for people who paste them. */
export function printSnippets(input: InstallInput, folder: string | undefined, machine: Machine): string {
  const { place, disk, settingFor } = prepare(input, folder, machine);
  const chosen = input.agent === undefined ? [...findAgents(place).keys()] : namedAgents(input.agent);
  const snippets = chosen.flatMap((agent) =>
    targetsOf(agent, settingFor(agent)).map((target) => {
      if ("text" in target) {
        return `${target.path}: copy of ${join(machine.skills, basename(dirname(target.path)), "SKILL.md")}`;
      }
      const { text } = target.edit.ensure(target.edit.blank, target.path);
      return `${target.path}${disk.read(target.path) === undefined ? "" : " (merge into it)"}:\n${text.trimEnd()}`;
    }),
  );
  return [...new Set(snippets)].join("\n\n");
}
