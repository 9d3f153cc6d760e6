/**
 * What the page is given: the answers of its server, and what a report embeds. Types only; both sides import them.
 *
 * Every call carries `Authorization: Bearer <token>`; the token stands in the fragment of the page's address (`#token=…`), or a code that is
 * exchanged for it once (`#code=…`).
 *
 *   GET /token                          TokenAnswer    (once, with the code of `#code=…` in place of the token)
 *   GET /api/dialogues                  DialogueList
 *   GET /api/dialogues/:id              DialogueView
 *   GET /api/search?q=words&page=1      SearchAnswer
 *   GET /api/documents                  DocumentList
 *   GET /api/documents/:type/:id        DocumentView   (:id is `key` of the list, or any other name of the document)
 *   GET /api/org                        Organisation   (with `--org`; then of the others only search and events)
 *   GET /api/org/decisions?repository=&health=&q=&page=   OrgDecisions
 *   GET /api/events                     text/event-stream, each message a ChangeEvent as JSON
 *
 * Whatever else it is, an answer is a Failure with a status of 400 or more.
 */
import type { FaredGroup } from "../facts/track-record.ts";
import type { exportDialogue } from "../pages/export.ts";
import type { OutcomeEntry } from "../pages/outcome-lines.ts";

export type DialogueState = "open" | "decided" | "closed" | "damaged" | "legacy";

export interface DialogueList {
  /** The name of the project's folder. */
  project: string;
  /** False while the project has no `.blue` folder. */
  initialised: boolean;
  /** Newest first. */
  dialogues: ListedDialogue[];
  statistics: Statistics;
}

/** A dialogue of an older Blue, or one whose opening cannot be read, has little more than its id. */
export interface ListedDialogue {
  id: string;
  title: string | null;
  question: string | null;
  state: DialogueState;
  /** The last registered round, from 0; null before the first. */
  round: number | null;
  max_rounds: number | null;
  /** One for each registered round. */
  velocity: { open: number; new: number }[];
  /** Of the last registered round. */
  converge: { signals: number; panel: number } | null;
  /** Who sat in the last registered round. */
  panel: { name: string; role: string }[];
  /** What is said of it in one line: what was decided, or what is left to do. Null where no record can be read. */
  line: string | null;
  /** How its verdict came about. */
  how: string | null;
  /** The dialogue that decided it anew. */
  superseded_by: string | null;
  /** Where documents put its decision, as `blue decisions` says; null where nothing is decided. */
  standing: SiteDecision["standing"] | null;
  /** How its decision fared, as somebody said last. */
  outcome: OutcomeEntry | null;
  /** When the last record was registered. */
  last_change: string | null;
  /** Agents that ran: experts, authors, verifiers. */
  runs: number;
  tensions: number;
}

/** Over the dialogues of the project; null where there is none to count. */
export interface Statistics {
  /** Of decided dialogues. */
  rounds_to_converge: Spread | null;
  runs_to_converge: Spread | null;
  /** Of dialogues with a round. */
  tensions_per_dialogue: Spread | null;
  /** Of decided dialogues in which more than half of the blind round's panel took one stance: how often the last round's panel did not. */
  blind_majority: { dialogues: number; changed: number };
  /** Most cited first, at most ten. */
  most_cited: { path: string; citations: number; dialogues: number }[];
  /** How past decisions fared, those of documents too; null where nobody has said it of any. */
  fared: { decisions: number; by_confidence: FaredGroup[]; by_way: FaredGroup[] } | null;
}

export interface Spread {
  dialogues: number;
  least: number;
  median: number;
  most: number;
}

export interface DialogueView {
  /** What `blue dialogue export` writes. */
  export: DialogueExport;
  marks: RecordedMarks[];
  /** What `blue dialogue status` answers. */
  status: DialogueStatus;
  /** The round in work; null once the dialogue is decided or closed. */
  live: LiveRound | null;
  /** The facts of its verdict in words, in the order of every face; the first is what was decided. */
  lines: FactLine[];
  /** What `blue decisions` says of it; null where no verdict is in force. */
  decision: Pick<SiteDecision, "standing" | "health" | "documents"> | null;
  /** How the decision fared, the latest first. */
  outcomes: OutcomeEntry[];
  /** The subject, the sources, and every file cited outside the dialogue and its subject. */
  files: RestsOn[];
}

export interface FactLine {
  key: string;
  name: string;
  words: string;
  /** Whose words these are, of what was decided. */
  note: string | null;
}

type WholeExport = ReturnType<typeof exportDialogue>;
export type DialogueExport = Omit<WholeExport, "events" | "citations"> & {
  citations: Omit<WholeExport["citations"][number], "blob">[];
};
export type ExportTension = DialogueExport["tensions"][number];
export type ExportVerdict = DialogueExport["verdicts"][number];

export interface DialogueStatus {
  dialogue_id: string;
  title: string;
  question: string | null;
  state: DialogueState;
  rounds_registered: number;
  max_rounds: number;
  open_round: number;
  head: string;
  panel: { name: string; role: string; draft: DraftState; draft_file: string }[];
  proposal: string | null;
  open_tensions: {
    id: string;
    label: string;
    severity: Severity | null;
    state: string;
    owner: string | null;
    resolvers: string[];
  }[];
  velocity: { open_tensions: number; new_perspectives: number; total: number };
  convergence: { signals: number; panel_size: number; percent: number; missing: string[] };
  can_converge: boolean;
  /** Sentences. */
  convergence_blockers: string[];
  /** What is wrong with the records; the page shows what can be read all the same. */
  problems: string[];
  warnings: string[];
  next: { command: string; why: string };
}

export type DraftState = "missing" | "unreadable" | "incomplete" | "complete" | "not_asked";
export type Severity = "critical" | "major" | "minor";

export interface LiveRound {
  round: number;
  /** `panel`: everybody; `check`: those whose tensions the new text answers; `sign`: everybody, for a signature. Null until the first prompt is written. */
  asked: "panel" | "check" | "sign" | null;
  /** In the order of the panel. */
  drafts: LiveDraft[];
  /** The author rewrites the text before the round; null where nobody was asked. */
  author: LiveAuthor | null;
}

export interface LiveDraft {
  expert: string;
  role: string;
  state: DraftState;
  written_at: string | null;
  /** As written so far. */
  text: string;
  markers: LiveMarker[];
  /** Where its markers are, as `round-collect` reads them. */
  marks: DraftMarks;
  stance: { position: string; confidence: number | null; text: string } | null;
  /** It carries the signal. Whether it counts shows when the round is registered. */
  converge: boolean;
  /** Markers that cannot be read. */
  problems: { line: number; message: string }[];
}

/** The markers of one text, each with its line, and where in the text they stand. */
export interface DraftMarks {
  items: {
    local_id: string;
    type: LiveMarker["type"];
    label: string;
    severity: Severity | null;
    line: number;
  }[];
  stances: { position: string; confidence: number | null; line: number }[];
  refs: { kind: string; target: string; line: number }[];
  moves: { kind: string; targets: string[]; topic: string | null; line: number }[];
  statements: { kind: string; label: string | null; line: number }[];
  /** `result`: null until the round is registered. */
  citations: { path: string; from: number | null; words: string | null; result: string | null; line: number }[];
  cuts: Cut[];
}

/** Where a marker begins and ends. */
export type Cut = readonly [from: number, to: number];

/** What the export does not say of a recorded text. */
export interface RecordedMarks {
  round: number;
  expert: string;
  /** Of the markers that its round recorded, in their order. One that cannot be found any more has none. */
  cuts: Cut[];
  /** By local ID: what that marker itself says, where it was merged into another, or has a severity. The export has the other labels. */
  items: Record<string, { label?: string; severity: Severity | null }>;
}

export interface LiveMarker {
  /** `MUFFIN-T0101`. */
  local_id: string;
  type: "P" | "R" | "T" | "E" | "C";
  label: string;
  severity: Severity | null;
  line: number;
  text: string;
  refs: { kind: string; target: string }[];
}

export interface LiveAuthor {
  /** How many revisions were asked for, and how many are written. */
  asked: number;
  written: number;
  /** The last one that is written. */
  text: string | null;
  answers: string | null;
  answered: Answer[];
  written_at: string | null;
}

/** What the author says of one tension. */
export interface Answer {
  id: string;
  answer: "resolved" | "refused";
  text: string;
}

export interface RestsOn {
  path: string;
  as: ("subject" | "source" | "cited")[];
  citations: number;
  /** What the verdict rests on cites it. */
  carried: boolean;
  /** Since it was last looked at. `unknown`: it may not be read, or was never found. */
  changed: "same" | "changed" | "gone" | "unknown";
}

export interface SearchAnswer {
  /** What `recall` says was decided, on the first page of one project. */
  decisions?: SearchHit[];
  hits: SearchHit[];
  total: number;
  page: number;
  pages: number;
  /** False when no hit has all of the words. */
  all_words: boolean;
  /** With `--org`: a spelling suggestion from titles. */
  did_you_mean?: string | undefined;
}

export interface SearchHit {
  /** `dialogue`, `rfc`, `adr` … */
  type: string;
  /** `RFC 0003`, or the dialogue's id and what was found in it: `2026-11-15T2250Z-orders P0103`. */
  id: string;
  title: string;
  status: string | null;
  date: string | null;
  path: string;
  snippet: string;
  /** With `--org`: where it stands. */
  repository?: string | undefined;
  commit?: string | undefined;
}

export interface DocumentList {
  documents: ListedDocument[];
  unreadable: { path: string; why: string }[];
}

export interface ListedDocument {
  /** `RFC 0003`, or the name of a dated document. */
  id: string;
  type: string;
  /** For the address: `/api/documents/<type>/<key>`. */
  key: string;
  number: number | null;
  title: string;
  status: string;
  date: string | null;
  path: string;
}

export interface DocumentView extends ListedDocument {
  /** Its header, keys in lower case. */
  fields: Record<string, unknown>;
  /** Markdown, as it is on disk. */
  text: string;
  /** How what it decided fared, the latest first. */
  outcomes: OutcomeEntry[];
}

/** All published repositories, each as it was when it was published. */
export interface Organisation {
  read_at: string;
  all: OrgSummary;
  /** By name. */
  repositories: OrgRepository[];
}

export interface OrgRepository extends OrgSummary {
  name: string;
  commit: string;
  published_at: string;
}

/** Those named most often, and how many are not among them. */
export interface MostNamed {
  most: { name: string; dialogues: number }[];
  more: number;
}

export interface OrgSummary {
  /** Of the decisions in force: together, all of them. */
  health: { rotted: number; unclear: number; sound: number; unchecked: number };
  decided_by: { dialogue: number; rfc: number; adr: number };
  open_dialogues: number;
  /** Dialogues that cannot be read. */
  damaged: number;
  /** What decided dialogues say they are about, most frequent first. */
  domains: MostNamed;
  /** Who sat on the last panels of decided dialogues, most frequent first. */
  roles: MostNamed;
  /** Of decided dialogues. */
  rounds_to_converge: Spread | null;
  /** How many decided dialogues took one round, two, and so on; the tenth counts those with more too. */
  by_rounds: number[];
  /** Milliseconds from opening to verdict, of the dialogues of which it is known. */
  time_to_converge: { median: number; dialogues: number } | null;
}

/** What fails first, then the newest. */
export interface OrgDecisions {
  decisions: OrgDecision[];
  total: number;
  page: number;
  pages: number;
  /** What was published and cannot be read. */
  warnings: string[];
}

export interface OrgDecision {
  repository: string;
  commit: string;
  path: string;
  /** The dialogue's id, `RFC 0003`, `ADR 0012`. */
  id: string;
  kind: "verdict" | "rfc" | "adr";
  title: string;
  decided: string;
  date: string | null;
  standing: "judged" | "under_way" | "overruled";
  health: "sound" | "unclear" | "rotted" | "touched" | "unchecked";
  findings: {
    state: "rotted" | "unclear" | "touched";
    id: string;
    label: string;
    path: string | null;
    line: number | null;
    words: string | null;
    why: string;
  }[];
  /** How it fared, the latest first. */
  outcomes: OutcomeEntry[];
}

export interface TokenAnswer {
  token: string;
}

export interface Failure {
  error_code: string;
  message: string;
  suggestion?: string;
}

/** Something below `.blue` changed. Without `dialogue`: anything may have (documents, another branch, the folder itself). */
export interface ChangeEvent {
  type: "changed";
  dialogue?: string;
}

/** What a report embeds, as `<script type="application/json" id="report">`. The page that finds it asks no server. */
export interface ReportData {
  project: string;
  /** When the report was written. */
  written_at: string;
  version: string;
  view: DialogueView;
}

/**
 * What `blue site` writes beside the page, each part a script of its own below `blue-data/` that puts a JSON text into `globalThis.blue` under its name:
 *
 *   site              SiteData            read before the page's own script
 *   dialogues/<id>    SitePart<DialogueView>
 *   documents/<n>     SitePart<DocumentView>   n: the place in the list of documents
 *   search            SearchRow[]
 */
export interface SiteData {
  project: string;
  /** When the site was written. */
  written_at: string;
  version: string;
  /** What was checked out; null without git. */
  commit: string | null;
  /** With `--public`: what is not here, a sentence each. Null: nothing was left out. */
  left_out: string[] | null;
  list: DialogueList;
  /** What the list does not say, by the dialogue's id. */
  facts: Record<string, SiteFacts>;
  /** In force or overruled, what fails first. */
  decisions: SiteDecision[];
  documents: DocumentList;
}

/** Of a dialogue whose records can be read. */
export interface SiteFacts {
  subject: string | null;
  review: boolean;
  rounds: number;
  signed: { count: number; of: number };
  open: Record<Severity | "unrated", number>;
  settled: number;
  new_perspectives: number;
}

export type SiteDecision = Omit<OrgDecision, "repository" | "commit" | "path"> & {
  /** Documents that come from it. */
  documents: { id: string; status: string }[];
  rests_on: { items: number; citations: number; files: number };
};

/** A part of the site, or why it is not there. */
export interface SitePart<T> {
  value: T | null;
  failure: string | null;
}

/** What can be found: the words of a hit, and where it stands. */
export type SearchRow = Pick<SearchHit, "type" | "id" | "title" | "path"> & { text: string };
