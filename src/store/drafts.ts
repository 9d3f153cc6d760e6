/**
 * What experts write before it is registered. The folder's name carries the head it answers, so a branch switch cannot feed an old round's drafts to a
 * new head; each expert has a folder of its own, because experts of one round must not see each other. A branch can deliver any file,
 * so a draft git tracks is refused.
 */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import * as z from "zod";
import { BlueError } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import { findNamedTwice, type PanelMember, type Provenance, panelMember, provenance } from "../rules/records.ts";
import type { DraftFile } from "../rules/round/scan-round.ts";
import { ensureBlueFolder, ensureFolders, replaceFile, stageFile, discard as unstage } from "./blue-folder.ts";
import { dialoguesFolder } from "./dialogue-ids.ts";
import { listDrafts, listTexts, nextTextName } from "./draft-files.ts";
import { draftBytes, largestDraft, readDraft } from "./draft-text.ts";
import { errno, findStatus } from "./files.ts";
import { getTracked } from "./git.ts";
import {
  assertSlug,
  type CheckedFolder,
  checkFolder,
  checkFolderIn,
  findFile,
  findFileIn,
  insideProject,
  lookIn,
} from "./paths.ts";
import type { Project } from "./project.ts";
import { getTrackedDrafts } from "./tracked-files.ts";

export { largestDraft };

/** The round that is being written: which dialogue, which number, which head it answers. */
export interface OpenRound {
  dialogue: string;
  round: number;
  head: string;
}

const panelFile = z.strictObject({ round: z.int(), experts: z.array(panelMember).min(2) });
const sidecar = z.strictObject({ sha256: z.string(), provenance });

/** From the project's root. */
export function draftsFolder({ dialogue, round, head }: OpenRound): string {
  return `.blue/drafts/${dialogue}/round-${round}-${head.slice(0, 16)}`;
}

export function draftPath(open: OpenRound, expert: string): string {
  return `${draftsFolder(open)}/${assertSlug(expertKey(expert), "expert")}/draft.md`;
}

/** The panel written for this round; undefined when none was (and only then: an unreadable one refuses). */
export function findPanel(project: Project, open: OpenRound): PanelMember[] | undefined {
  refuseTracked(project, open);
  const path = `${draftsFolder(open)}/panel.json`;
  const bytes = findFile(project, path, "panel");
  if (bytes === undefined) return undefined;
  let parsed: ReturnType<typeof panelFile.safeParse>;
  try {
    parsed = panelFile.safeParse(JSON.parse(bytes.toString("utf8")));
  } catch {
    parsed = panelFile.safeParse(undefined);
  }
  const twice = parsed.success ? findNamedTwice(parsed.data.experts) : undefined;
  if (parsed.success && parsed.data.round === open.round && twice === undefined) return parsed.data.experts;
  const why = twice === undefined ? "cannot be read" : `seats ${twice} twice`;
  throw new BlueError("record_damaged", `${path} ${why}; the panel of round ${open.round} is not known`, {
    field: "panel",
    value: path,
    constraint: twice === undefined ? "readable_panel" : "unique_name",
    suggestion: "Start the round again with round-discard and a reason, then seat its panel.",
    context: { path },
  });
}

/** Replaces the round's panel; durable before it is acknowledged, for no index or argument holds it. */
export function writePanel(
  project: Project,
  open: OpenRound,
  panel: readonly PanelMember[],
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, draftsFolder(open));
  replaceFile(
    project,
    `${draftsFolder(open)}/panel.json`,
    `${JSON.stringify({ round: open.round, experts: panel }, null, 2)}\n`,
    random,
    true,
  );
}

/** The answer as it stood when the prompts were written; undefined when none was put before the panel. */
export function findProposal(project: Project, open: OpenRound): string | undefined {
  return findFile(project, `${draftsFolder(open)}/proposal.md`, "proposal", largestDraft)?.toString("utf8");
}

export function promptPath(open: OpenRound, expert: string): string {
  return draftPath(open, expert).replace(/draft\.md$/, "prompt.md");
}

export function hasPrompt(project: Project, open: OpenRound, expert: string): boolean {
  return findStatus(project.files, join(project.root, promptPath(open, expert))) !== undefined;
}

export interface Prompts {
  proposal: string | null;
  inventory: string | null;
  prompts: readonly (readonly [expert: string, text: string])[];
}

/** The proposal first and durably: it is what a converge signal will agree to. */
export function writePrompts(
  project: Project,
  open: OpenRound,
  { proposal, inventory, prompts }: Prompts,
  random: (n: number) => Uint8Array,
): void {
  ensureBlueFolder(project, random);
  ensureFolders(project, draftsFolder(open));
  if (proposal !== null) replaceFile(project, `${draftsFolder(open)}/proposal.md`, `${proposal}\n`, random, true);
  if (inventory !== null) replaceFile(project, `${draftsFolder(open)}/inventory.md`, inventory, random);
  for (const [expert, text] of prompts) {
    const path = promptPath(open, expert);
    ensureFolders(project, dirname(path));
    replaceFile(project, path, text, random);
  }
}

/** What was written for a round, and what lies among it that nobody reads. */
export interface RoundTexts {
  drafts: DraftFile[];
  strays: string[];
}

export interface ReadDraftsOptions {
  /** Only the drafts: what lies in a registered round's folder is generated. */
  registered?: boolean;
  /** Takes what cannot be read, and the rest is answered; without it the first such file refuses. */
  unreadable?: BlueError[];
}

export function readDrafts(
  project: Project,
  open: OpenRound,
  panel: readonly PanelMember[],
  options: ReadDraftsOptions = {},
): DraftFile[] {
  return readRound(project, open, panel, options).drafts;
}

/**
 * Every text of this round: drafts in the panel's order, then guests; files laid straight into `round-N/` are adopted.
 */
export function readRound(
  project: Project,
  open: OpenRound,
  panel: readonly PanelMember[],
  { registered = false, unreadable }: ReadDraftsOptions = {},
): RoundTexts {
  refuseTracked(project, open);
  const { folder, experts, strays } = listDrafts(project, draftsFolder(open));
  const found = new Map<string, DraftFile>();
  for (const { key, names } of experts) {
    if (names.length === 0) continue;
    const member = panel.find(({ name }) => expertKey(name) === key)?.name;
    const texts = listing(unreadable, () => readTexts(project, checkFolderIn(project, folder, key, "draft"), names));
    const [first, ...others] = texts ?? [];
    if (first === undefined) continue;
    found.set(key, {
      expert: member ?? capitalised(key),
      path: first.path,
      text: first.text,
      provenance: first.provenance,
      others,
    });
  }
  if (!registered) {
    const straight = straightFolder(project, open);
    for (const { name } of panel) listing(unreadable, () => adopt(project, open, straight, name, found));
  }
  const order = panel.map(({ name }) => expertKey(name));
  const rank = (key: string) => (order.indexOf(key) + order.length + 1) % (order.length + 1);
  const drafts = [...found].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)).map(([, file]) => file);
  return { drafts, strays };
}

function listing<T>(unreadable: BlueError[] | undefined, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (unreadable === undefined || !(thrown instanceof BlueError)) throw thrown;
    unreadable.push(thrown);
    return undefined;
  }
}

/** A second text never replaces the first. A blank file is no text: whoever left it wrote nothing. */
function readTexts(
  project: Project,
  folder: CheckedFolder,
  names: readonly string[],
): { path: string; text: string; provenance: Provenance }[] {
  return names.flatMap((name) => {
    const path = `${folder.path}/${name}`;
    const bytes = readDraft(path, () => findFileIn(project, folder, name, "draft", largestDraft));
    const text = bytes === undefined ? "" : decodeText(bytes, path);
    if (bytes === undefined || text.trim() === "") return [];
    return [{ path, text, provenance: provenanceOf(project, folder, name.replace(/\.md$/, ""), bytes) }];
  });
}

function decodeText(bytes: Buffer, path: string): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString("utf8").replace(/^\uFEFF/, "");
  throw new BlueError("unmapped_marker", `${path} is not UTF-8 text`, {
    field: "drafts",
    value: path,
    constraint: "utf8",
    suggestion: "Let the expert write it again, as UTF-8.",
    context: { path },
  });
}

/** A filed text carries its origin beside it, bound to its bytes; a file without that is the expert's own. */
function provenanceOf(project: Project, folder: CheckedFolder, name: string, bytes: Buffer): Provenance {
  const own: Provenance = { source: "draft", filed_by: null, filed_at: null, note: null };
  const path = `${folder.path}/${name}.json`;
  const side = readDraft(path, () => findFileIn(project, folder, `${name}.json`, "draft", largestDraft));
  if (side === undefined) return own;
  try {
    const parsed = sidecar.parse(JSON.parse(side.toString("utf8")));
    return parsed.sha256 === sha256(bytes) ? parsed.provenance : own;
  } catch {
    return own;
  }
}

/** Files a text for an expert; answers with its path. A text already there stays, and the new one stands beside it. `field`: where the caller gave it. */
export function fileText(
  project: Project,
  open: OpenRound,
  expert: string,
  text: string,
  origin: Provenance,
  random: (n: number) => Uint8Array,
  field = "text",
): { path: string; beside: boolean } {
  const bytes = draftBytes(text, field);
  refuseTracked(project, open);
  const folder = `${draftsFolder(open)}/${assertSlug(expertKey(expert), "expert")}`;
  // A text the expert laid straight into the round's folder was first, and stays so.
  const own = checkFolder(project, folder);
  const filed = readTexts(project, own, listTexts(project, own)).length > 0;
  const straight = filed ? undefined : findStraight(project, open, straightFolder(project, open), expert);
  ensureBlueFolder(project, random);
  ensureFolders(project, folder);
  if (straight !== undefined) fileLast(project, folder, straight.bytes, straight.provenance, random);
  return fileLast(project, folder, bytes, origin, random);
}

function fileLast(
  project: Project,
  folder: string,
  bytes: Buffer,
  origin: Provenance,
  random: (n: number) => Uint8Array,
): { path: string; beside: boolean } {
  // Names that are taken and not listed: somebody was faster, or has it in other letters.
  const taken: string[] = [];
  while (true) {
    const own = checkFolder(project, folder);
    const names = listTexts(project, own);
    let beside = false;
    for (const name of names) {
      const there = findFileIn(project, own, name, "draft", largestDraft);
      if (there?.equals(bytes)) return { path: `${folder}/${name}`, beside };
      beside ||= there !== undefined && there.toString("utf8").trim() !== "";
    }
    const name = nextTextName([...names, ...taken]);
    const path = `${folder}/${name}.md`;
    // The origin first: a text whose origin is lost would pass for the expert's own.
    replaceFile(
      project,
      `${folder}/${name}.json`,
      `${JSON.stringify({ sha256: sha256(bytes), provenance: origin }, null, 2)}\n`,
      random,
      true,
    );
    const staged = stageFile(project, bytes, random, true);
    try {
      project.files.link(staged, insideProject(project, path));
      return { path, beside };
    } catch (thrown) {
      if (errno(thrown) !== "EEXIST") throw thrown;
      taken.push(`${name}.md`);
    } finally {
      unstage(project.files, staged);
    }
  }
}

/** RFC 0057's protocol has experts write straight into `round-N/`; such a file is a draft until the round is registered. */
function adopt(
  project: Project,
  open: OpenRound,
  folder: CheckedFolder,
  name: string,
  found: Map<string, DraftFile>,
): void {
  const straight = findStraight(project, open, folder, name);
  if (straight === undefined) return;
  const { path, bytes, provenance } = straight;
  const text = decodeText(bytes, path);
  const first = found.get(expertKey(name));
  if (first === undefined) found.set(expertKey(name), { expert: name, path, text, provenance, others: [] });
  else if (first.text !== text && first.others.every((other) => other.text !== text))
    first.others.push({ text, provenance });
}

export function straightPath(open: OpenRound, expert: string): string {
  return `${straightPlace(open)}/${expertKey(expert)}.md`;
}

function straightPlace({ dialogue, round }: OpenRound): string {
  return `${dialoguesFolder}/${dialogue}/round-${round}`;
}

function straightFolder(project: Project, open: OpenRound): CheckedFolder {
  return checkFolder(project, straightPlace(open), "draft");
}

function findStraight(
  project: Project,
  open: OpenRound,
  folder: CheckedFolder,
  expert: string,
): { path: string; bytes: Buffer; provenance: Provenance } | undefined {
  const path = straightPath(open, expert);
  const name = `${expertKey(expert)}.md`;
  // A panel may hold any name; one that is more than a file's name takes the whole way.
  const bytes = readDraft(path, () =>
    /^[a-z0-9-]+\.md$/.test(name)
      ? findFileIn(project, folder, name, "draft", largestDraft)
      : findFile(project, path, "draft", largestDraft),
  );
  if (bytes === undefined || bytes.toString("utf8").trim() === "") return undefined;
  if (getTracked(project, path).length > 0) return undefined; // openDialogue reports it
  return { path, bytes, provenance: { source: "adopted", filed_by: null, filed_at: null, note: path } };
}

/** What keeps a verdict from standing: any draft or stray, and a panel that is not the last round's or cannot be read. Paths, sorted. */
export function unregisteredFiles(
  project: Project,
  open: OpenRound,
  lastPanel: readonly PanelMember[] | undefined,
): string[] {
  const { folder, experts, strays } = listDrafts(project, draftsFolder(open));
  const texts = experts.flatMap(({ key, names }) => names.map((name) => `${folder.path}/${key}/${name}`));
  const paths = [...texts, ...strays].sort();
  if (lastPanel !== undefined && lookIn(project, folder, "panel.json").status !== undefined) {
    const names = (members: readonly PanelMember[]) =>
      members
        .map(({ name }) => expertKey(name))
        .sort()
        .join(",");
    if (names(readablePanel(project, open)) !== names(lastPanel)) paths.unshift(`${folder.path}/panel.json`);
  }
  return paths;
}

/** The panel written for this round; nobody when there is none or it may not be read. */
export function readablePanel(project: Project, open: OpenRound): readonly PanelMember[] {
  try {
    return findPanel(project, open) ?? [];
  } catch (thrown) {
    if (thrown instanceof BlueError) return [];
    throw thrown;
  }
}

/**
 * A hash over the panel and all texts, then the first digits of one per member: what `collect` hands out, and `register` may be asked to insist on
 * and can then say whose text changed.
 */
export function draftsDigest(panel: readonly PanelMember[], drafts: readonly DraftFile[]): string {
  const texts = new Map(
    drafts.map(({ expert, text, others }) => [expertKey(expert), [text, others.map((other) => other.text)]]),
  );
  const own = panel.map(({ name }) => sha256(Buffer.from(JSON.stringify(texts.get(expertKey(name)) ?? null))));
  const guests = drafts.filter(({ expert }) => !panel.some(({ name }) => expertKey(name) === expertKey(expert)));
  const whole = sha256(Buffer.from(JSON.stringify([panel, own, guests.map(({ expert, text }) => [expert, text])])));
  return [whole.slice(0, 32), ...own.map((hash) => hash.slice(0, 8))].join("-");
}

/** Whose text is another one than when the digest was handed out; nobody when it says nothing of single members. */
export function changedSince(digest: string, panel: readonly PanelMember[], drafts: readonly DraftFile[]): string[] {
  const [, ...then] = digest.split("-");
  const [, ...now] = draftsDigest(panel, drafts).split("-");
  return then.length === now.length ? panel.filter((_, i) => then[i] !== now[i]).map(({ name }) => name) : [];
}

function refuseTracked(project: Project, open: OpenRound): void {
  const tracked = getTrackedDrafts(project, open.dialogue);
  if (tracked[0] !== undefined) throw trackedDraft(tracked[0], tracked);
}

export function trackedDraft(first: string, tracked: readonly string[]): BlueError {
  return new BlueError(
    "unregistered_files",
    `${first} is tracked by git; a draft that a branch delivered is nobody's word`,
    {
      field: "drafts",
      value: first,
      constraint: "untracked_drafts",
      suggestion: first.startsWith(".blue/drafts/")
        ? "Untrack `.blue/drafts/` (it belongs in `.blue/.gitignore`) and let the experts write again."
        : "Untrack it, or move it out of the dialogue's folder, and let the expert write again.",
      context: { files: tracked },
    },
  );
}

export function capitalised(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
