/** What a document lists of its perspectives and tensions: the rows of a table, or list items that begin with an ID. */
import { parseId } from "../../rules/ids.ts";
import type { LintedDialogue } from "./linted-dialogue.ts";
import { plain, type Section, type Table } from "./markdown.ts";
import { expertColumn } from "./scoreboard.ts";

export interface Listed {
  id: string;
  /** Where experts number their own items (`P01`): whose it is, and of which round. */
  whose: string;
  line: number;
  /** The round it comes from, if the document says. */
  round: number | null;
  /** Null: no column for it. */
  status: string | null;
  /** The round in which it was closed, if the document says. */
  closed: number | null;
}

export interface Ledger {
  section: Section;
  /** Titled as RFC 0023 has it, not only alike. */
  exact: boolean;
  table: Table | null;
  entries: Listed[];
}

/** `exact` is the title of RFC 0023; `alike` what older documents call it. */
export function readLedger(view: LintedDialogue, exact: RegExp, alike: RegExp, type: "P" | "T"): Ledger | null {
  const named = view.findSection(exact);
  const section = named ?? view.findSection(alike);
  if (section === undefined) return null;
  const table = view.tablesOf(section)[0] ?? null;
  const entries = table === null ? readList(view, section, type) : readRows(table);
  return { section, exact: named !== undefined, table, entries };
}

function readRows(table: Table): Listed[] {
  const find = (name: RegExp) => table.columns.findIndex((written) => name.test(written));
  const idAt = find(/^(?:id|#)$/i);
  const expertAt = find(expertColumn);
  const roundAt = find(/^(?:round|raised|raised by|surfaced|surfaced by)$/i);
  const statusAt = find(/^(?:status|state)$/i);
  const closedAt = find(/^(?:resolved|closed|resolution)$/i);
  return table.rows.flatMap(({ line, cells }) => {
    const id = cells[Math.max(idAt, 0)] ?? "";
    if (/^[-–—]+$/.test(id)) return []; // a row that says there is none
    const status = statusAt < 0 ? null : (cells[statusAt] ?? "");
    const entry = {
      id,
      whose: expertAt < 0 || roundOfId(id) !== null ? "" : `${cells[expertAt]} ${cells[roundAt]}`,
      line,
      round: roundNamed(cells[roundAt]) ?? roundOfId(id),
      status,
      closed: roundNamed(cells[closedAt]) ?? roundNamed(/\(([^()]*)\)/.exec(status ?? "")?.[1]),
    };
    return [entry];
  });
}

/** `- **T01**: label (resolved in round 1)`; a ticked box is resolved. */
function readList({ document }: LintedDialogue, { line, end }: Section, type: "P" | "T"): Listed[] {
  return document.lines.slice(line, end).flatMap(({ text, kind, number }) => {
    const item = kind === "text" ? /^\s*(?:[-*+]|\d{1,3}[.)]) +(\[[ xX]\] +)?(.*)$/s.exec(text) : null;
    const words = plain(item?.[2] ?? "");
    const id = new RegExp(`^\\[?(${type}\\d{1,6})\\b`, "i").exec(words)?.[1];
    if (id === undefined) return [];
    const box = item?.[1]?.trim().toLowerCase();
    const said = /\b(open|addressed|resolved|reopened|accepted|deferred|unresolved)\b/i.exec(words)?.[1] ?? null;
    const status = box === undefined ? said : box === "[x]" ? "resolved" : (said ?? "open");
    return [{ id, whose: "", line: number, round: roundOfId(id), status, closed: null }];
  });
}

/** `0`, `R0`, `Eclair R0, Donut R0`, `Round 0`. */
function roundNamed(cell: string | undefined): number | null {
  const match = /^(\d{1,2})$|\bR(?:ound )?(\d{1,2})\b/i.exec(cell ?? "");
  return match === null ? null : Number(match[1] ?? match[2]);
}

/** Only the long form carries its round. */
function roundOfId(id: string): number | null {
  const parsed = parseId(id);
  return parsed === null || parsed.short ? null : parsed.round;
}

const settled = /\b(?:resolved|closed|accepted|deferred|acknowledged|settled)\b/i;
const unsettled =
  /\b(?:open|opened|reopened|addressed|unresolved|new|raised|active|in[ -]progress|pending|partial|partially)\b/i;

/** Neither settled nor set aside by a decision. */
export function isOpenStatus(status: string): boolean {
  return !settled.test(status) && unsettled.test(status);
}

export function isDeferred(status: string): boolean {
  return /\b(?:deferred|acknowledged)\b/i.test(status);
}

export function isKnownStatus(status: string): boolean {
  return settled.test(status) || unsettled.test(status);
}
