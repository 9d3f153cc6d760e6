/** The kinds of document below `.blue/docs/` and the statuses of each. The file's name carries the status; a new document has `first`. */

export const documentTypes = [
  "rfc",
  "adr",
  "prd",
  "spike",
  "audit",
  "postmortem",
  "decision",
  "runbook",
  "dialogue",
] as const;
export type DocumentType = (typeof documentTypes)[number];

export interface TypeShape {
  /** Below `.blue/docs/`. */
  folder: string;
  /** As people write it: `RFC 0003`. */
  label: string;
  naming: "numbered" | "dated" | "plain";
  /** status → where it may go from there. */
  life: Readonly<Record<string, readonly string[]>>;
  first: string;
}

export const typeShapes: Readonly<Record<DocumentType, TypeShape>> = {
  rfc: {
    folder: "rfcs",
    label: "RFC",
    naming: "numbered",
    first: "draft",
    life: {
      draft: ["approved", "rejected", "superseded"],
      approved: ["wip", "implemented", "draft", "rejected", "superseded"],
      wip: ["implemented", "approved", "rejected", "superseded"],
      implemented: ["superseded"],
      rejected: ["draft"],
      superseded: [],
    },
  },
  adr: {
    folder: "adrs",
    label: "ADR",
    naming: "numbered",
    first: "proposed",
    life: {
      proposed: ["accepted", "rejected", "superseded"],
      accepted: ["deprecated", "superseded"],
      deprecated: ["superseded"],
      rejected: [],
      superseded: [],
    },
  },
  prd: {
    folder: "prds",
    label: "PRD",
    naming: "numbered",
    first: "draft",
    life: { draft: ["approved"], approved: ["complete", "draft"], complete: [] },
  },
  spike: { folder: "spikes", label: "Spike", naming: "dated", first: "wip", life: { wip: ["done"], done: [] } },
  audit: { folder: "audits", label: "Audit", naming: "dated", first: "wip", life: { wip: ["done"], done: [] } },
  postmortem: {
    folder: "postmortems",
    label: "Postmortem",
    naming: "dated",
    first: "open",
    life: { open: ["closed"], closed: [] },
  },
  decision: { folder: "decisions", label: "Decision", naming: "dated", first: "recorded", life: { recorded: [] } },
  runbook: {
    folder: "runbooks",
    label: "Runbook",
    naming: "plain",
    first: "active",
    life: { active: ["archived"], archived: ["active"] },
  },
  dialogue: { folder: "dialogues", label: "Dialogue", naming: "dated", first: "dialogue", life: { dialogue: [] } },
};

export const docsFolder = ".blue/docs";

export function folderOf(type: DocumentType): string {
  return `${docsFolder}/${typeShapes[type].folder}`;
}

export function typeOfFolder(folder: string): DocumentType | undefined {
  return documentTypes.find((type) => typeShapes[type].folder === folder);
}

/** Other words for a status, in file names and headers that people and older versions wrote. */
const sameStatus: Record<string, string> = {
  impl: "implemented",
  super: "superseded",
  "in-progress": "wip",
  inprogress: "wip",
  progress: "wip",
  completed: "complete",
  finished: "complete",
};

/** The status a word means for this type: lower case, one word, ours where there is one. Unknown words stay as they are. */
export function statusOf(type: DocumentType, word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/^superseded by.*$/, "superseded")
    .replace(/[^a-z]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const status = sameStatus[plain] ?? plain;
  if (type === "rfc" && status === "accepted") return "approved";
  if (type === "adr" && (status === "active" || status === "approved")) return "accepted";
  if ((type === "spike" || type === "audit") && status === "complete") return "done";
  if (type === "prd" && (status === "done" || status === "implemented")) return "complete";
  if (type === "dialogue") return "dialogue";
  return status;
}

/** Status letters of the `0049-I-name.md` convention; the first letter of a status is the one that is written. */
const letters: readonly (readonly [letter: string, status: string])[] = [
  ["D", "draft"],
  ["P", "wip"],
  ["W", "wip"],
  ["A", "approved"],
  ["A", "accepted"],
  ["I", "implemented"],
  ["C", "complete"],
  ["C", "done"],
  ["S", "superseded"],
  ["X", "rejected"],
  ["R", "rejected"],
  ["O", "open"],
];

export function statusOfLetter(type: DocumentType, letter: string): string | undefined {
  const meanings = letters.filter(([one]) => one === letter).map(([, status]) => statusOf(type, status));
  return meanings.find((status) => status in typeShapes[type].life) ?? meanings[0];
}

export function letterOf(status: string): string | undefined {
  return letters.find(([, one]) => one === status)?.[0];
}
