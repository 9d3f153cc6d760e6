/** The front page of a static site: what is open, what is decided and how sound it is, and which files were ever decided on. */
import type { DialogueView, ListedDialogue, SiteData, SiteDecision, SiteFacts } from "../data.ts";
import { plural } from "./dialogue.ts";

export const marks = ["open", "sound", "unchecked", "unclear", "rotted", "under_way", "review", "over"] as const;
export type Mark = (typeof marks)[number];

export const markWords: Record<Mark, string> = {
  open: "open",
  sound: "in force, sound",
  unchecked: "in force, nothing to check",
  unclear: "in force, unclear",
  rotted: "in force, rotted",
  under_way: "under way",
  review: "review",
  over: "no longer in force",
};

/** A dialogue with what is known of it. */
export interface Known {
  one: ListedDialogue;
  facts: SiteFacts | null;
}

/** A decision in force or overruled, or a dialogue that another one decided anew. */
export interface DecidedRow {
  id: string;
  title: string;
  decided: string;
  date: string | null;
  /** Null of a decision that is a document. */
  dialogue: Known | null;
  mark: Mark;
  health: string;
  note: string;
  findings: SiteDecision["findings"];
  /** How it fared, as somebody said last. */
  outcome: ListedDialogue["outcome"];
  href: readonly string[];
}

export interface Front {
  headline: string;
  objections: number;
  open: Known[];
  decided: DecidedRow[];
  reviews: Known[];
  /** Closed without a decision, of an older Blue, or not to be read. */
  others: Known[];
  tree: TreeRow[];
}

export function frontOf(site: SiteData): Front {
  const known = site.list.dialogues.map((one): Known => ({ one, facts: site.facts[one.id] ?? null }));
  const byId = new Map(known.map((one) => [one.one.id, one]));
  const judged = site.decisions.map((one) => decidedRow(one, byId.get(one.id) ?? null, site));
  const isJudged = new Set(judged.map(({ id }) => id));
  const replaced = known.filter(({ one }) => one.state === "decided" && !isJudged.has(one.id)).map(supersededRow);
  const decided = [...judged, ...replaced].sort((a, b) => Number(a.mark === "over") - Number(b.mark === "over"));
  const reviews = known.filter(({ one, facts }) => one.how === "reviewed" && facts?.review === true);
  const open = known.filter((at) => at.one.state === "open" && !reviews.includes(at));
  const shown = new Set([...open, ...reviews].map(({ one }) => one.id));
  for (const { id } of decided) shown.add(id);
  return {
    headline: headlineOf(open.length, decided),
    objections: site.list.dialogues.reduce((sum, { tensions }) => sum + tensions, 0),
    open,
    decided,
    reviews,
    others: known.filter(({ one }) => !shown.has(one.id)),
    tree: treeOf([
      ...open.map((at) => leafOf(at, "open", leftWords(at))),
      ...decided.flatMap((row) => (row.dialogue === null ? [] : [leafOf(row.dialogue, row.mark, row.health)])),
      ...reviews.map((at) => leafOf(at, "review", plural(at.one.tensions, "finding"))),
    ]),
  };
}

/** As `blue decisions` counts. */
export function isInForce({ mark }: Pick<DecidedRow, "mark">): boolean {
  return mark !== "over" && mark !== "under_way";
}

function headlineOf(open: number, decided: readonly DecidedRow[]): string {
  const held = decided.filter(isInForce);
  const rotted = held.filter(({ mark }) => mark === "rotted").length;
  const sound = held.filter(({ mark }) => mark === "sound").length;
  const rest = held.length - sound - rotted;
  const counts = { sound, rotted, "with nothing to check": rest };
  const health = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  return `${open === 0 ? "" : `${plural(open, "dialogue")} open, `}${plural(held.length, "decision")} in force${held.length === rest ? "" : `: ${health.join(", ")}`}`;
}

const healthWords = {
  sound: "sound",
  unclear: "unclear",
  rotted: "rotted",
  touched: "touched",
  unchecked: "nothing to check",
};

function decidedRow(one: SiteDecision, dialogue: Known | null, { documents }: SiteData): DecidedRow {
  const { id, title, decided, date, standing, health, findings, kind } = one;
  const common = { id, title, decided, date, dialogue, findings, outcome: one.outcomes[0] ?? null };
  const listed = documents.documents.find((document) => kind !== "verdict" && document.id === id);
  const href = kind === "verdict" ? ["d", id] : ["documents", kind, listed?.key ?? id];
  if (standing === "overruled")
    return { ...common, href, mark: "over", health: "overruled", note: `by ${namesOf(one)}` };
  const note = healthNote(one);
  if (standing === "under_way")
    return { ...common, href, mark: "under_way", health: `under way, ${healthWords[health]}`, note };
  return { ...common, href, mark: health === "touched" ? "unclear" : health, health: healthWords[health], note };
}

/** What the page of a decision says of it; undefined where it is in force and nothing speaks against it. */
export function standingPill({ standing, health, documents }: NonNullable<DialogueView["decision"]>) {
  const by = documents.map(({ id, status }) => `${id} ${status}`).join(", ");
  if (standing !== "judged")
    return ["work", `${standing === "overruled" ? "Overruled" : "Under way"} (${by})`] as const;
  if (health === "rotted") return ["bad", "In force, rotted"] as const;
  return health === "unclear" ? (["work", "In force, unclear"] as const) : undefined;
}

function namesOf({ documents }: SiteDecision): string {
  return documents.map(({ id, status }) => `${id}, ${status}`).join("; ") || "a document";
}

/** What its health was read from. */
function healthNote({ health, rests_on: { citations, files }, findings, kind }: SiteDecision): string {
  if (health === "unchecked")
    return kind === "verdict" ? "what it decided cites nothing outside its text" : "a document, it cites nothing";
  const [first] = findings;
  if (first !== undefined) return findings.length === 1 ? first.why : `${first.why}; ${findings.length} findings`;
  if (citations === 0) return "its subject says what was decided";
  return `${plural(citations, "citation")} in ${plural(files, "file")} stand`;
}

function supersededRow(dialogue: Known): DecidedRow {
  const { id, title, line, last_change, superseded_by, outcome } = dialogue.one;
  return {
    ...{ id, dialogue, title: title ?? id, decided: line ?? title ?? id, date: last_change?.slice(0, 10) ?? null },
    ...{ mark: "over", health: "superseded", findings: [], outcome, href: ["d", id] },
    note: superseded_by === null ? "" : `by ${superseded_by}`,
  };
}

/** How much is left to settle. */
export function leftWords({ one, facts }: Known): string {
  const { open, new: fresh } = one.velocity.at(-1) ?? { open: 0, new: 0 };
  if (facts === null || one.round === null) return "not begun";
  return open + fresh === 0 ? "nothing left to settle" : `${open + fresh} left to settle`;
}

/** Whether the row says all of the words. */
export function says(words: string, ...texts: (string | null | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A line of the tree of subjects: a folder with the marks of all below it, or a file. */
export interface TreeRow {
  depth: number;
  name: string;
  isFolder: boolean;
  leaves: Leaf[];
}

export interface Leaf {
  id: string;
  title: string;
  mark: Mark;
  words: string;
  path: string | null;
}

function leafOf({ one, facts }: Known, mark: Mark, words: string): Leaf {
  return { id: one.id, title: one.title ?? one.id, mark, words, path: facts?.subject ?? null };
}

interface Folder {
  folders: Map<string, Folder>;
  files: Map<string, Leaf[]>;
}

/** Folders with nothing but one folder in them are joined with it. */
export function treeOf(leaves: readonly Leaf[]): TreeRow[] {
  const root: Folder = { folders: new Map(), files: new Map() };
  const without: Leaf[] = [];
  for (const leaf of leaves) {
    if (leaf.path === null) {
      without.push(leaf);
      continue;
    }
    const parts = leaf.path.split("/");
    let at = root;
    for (const name of parts.slice(0, -1)) {
      if (!at.folders.has(name)) at.folders.set(name, { folders: new Map(), files: new Map() });
      at = at.folders.get(name)!;
    }
    at.files.set(parts.at(-1)!, [...(at.files.get(parts.at(-1)!) ?? []), leaf]);
  }
  const rows = rowsOf(root, 0);
  if (without.length === 0) return rows;
  return [
    ...rows,
    { depth: 0, name: "no subject", isFolder: true, leaves: without },
    ...without.map((leaf) => ({ depth: 1, name: leaf.title, isFolder: false, leaves: [leaf] })),
  ];
}

function rowsOf({ folders, files }: Folder, depth: number): TreeRow[] {
  const named = (a: [string, unknown], b: [string, unknown]) => a[0].localeCompare(b[0]);
  return [
    ...[...folders].sort(named).flatMap(([name, folder]) => {
      let [path, at] = [name, folder];
      for (let [only] = at.folders; at.files.size === 0 && at.folders.size === 1 && only; [only] = at.folders) {
        path += `/${only[0]}`;
        at = only[1];
      }
      return [{ depth, name: `${path}/`, isFolder: true, leaves: leavesOf(at) }, ...rowsOf(at, depth + 1)];
    }),
    ...[...files].sort(named).map(([name, leaves]) => ({ depth, name, isFolder: false, leaves })),
  ];
}

function leavesOf({ folders, files }: Folder): Leaf[] {
  return [...[...folders.values()].flatMap(leavesOf), ...[...files.values()].flat()];
}
