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
    .replace(/^super[sc]eded\b.*$/s, "superseded")
    .replace(/[([—–:;,].*$/s, "")
    .replace(/[^a-z]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  // A saved dialogue says how its panel ended, in words of its own.
  if (type === "dialogue") return plain === "dialogue" ? "recorded" : plain;
  const status = sameStatus[plain] ?? plain;
  if (type === "rfc" && status === "accepted") return "approved";
  if (type === "rfc" && (status === "complete" || status === "done")) return "implemented";
  if (type === "adr" && (status === "active" || status === "approved")) return "accepted";
  if ((type === "spike" || type === "audit") && status === "complete") return "done";
  if (type === "prd" && (status === "done" || status === "implemented")) return "complete";
  return status;
}

/** Status letters of the `0049-I-name.md` convention, the original's four. Work under way keeps the A of its approval; other statuses have no letter. */
const letters: Readonly<Record<string, string>> = {
  draft: "D",
  approved: "A",
  accepted: "A",
  wip: "A",
  implemented: "I",
  complete: "I",
  superseded: "S",
};

export function statusOfLetter(type: DocumentType, letter: string): string | undefined {
  const meanings = Object.keys(letters).filter((status) => letters[status] === letter);
  return meanings.find((status) => status in typeShapes[type].life) ?? meanings[0];
}

export function letterOf(status: string): string | undefined {
  return letters[status];
}
