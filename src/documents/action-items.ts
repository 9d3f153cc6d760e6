/** The action items of a postmortem: rows of the table under that heading, whatever columns a person gave it. */
import type { Document } from "./document.ts";
import { closedCell } from "./findings.ts";
import { findSection, headingsOf, readMarkdown, splice } from "./markdown.ts";

export interface ActionItem {
  /** From 1, in the order of the rows. */
  number: number;
  action: string;
  owner: string;
  due: string;
  status: string;
  rfc: string;
  /** Its status does not say that it is over, and no RFC took it on. Without a column for the status nobody can tell. */
  open: boolean;
}

interface Cell {
  text: string;
  /** Of the trimmed text. */
  start: number;
  end: number;
}

/** As `linkItem` says it in the action's own cell. */
export const inRfc = /\(\[RFC \d+\]/;

export const itemColumns = ["#", "Action", "Owner", "Due", "Status", "RFC"] as const;

export function itemsTable(
  items: readonly { action: string; owner?: string | undefined; due?: string | undefined }[],
): string {
  const cell = (text: string | undefined) =>
    text === undefined || text === "" ? "—" : text.replace(/\s+/g, " ").replaceAll("|", "\\|");
  return [
    `| ${itemColumns.join(" | ")} |`,
    `|${itemColumns.map((one) => "-".repeat(one.length + 2)).join("|")}|`,
    ...items.map(
      ({ action, owner, due }, i) =>
        `| ${[String(i + 1), cell(action), cell(owner), cell(due), "open", "—"].join(" | ")} |`,
    ),
  ].join("\n");
}

export function actionItems(document: Document): ActionItem[] {
  const { columns, rows } = itemRows(document);
  const at = (cells: readonly Cell[], name: string) => {
    const text = cells[columns.indexOf(name)]?.text ?? "";
    return text === "—" || text === "-" ? "" : text.replaceAll("\\|", "|");
  };
  return rows.map((cells, i) => {
    const [action, owner, due] = [at(cells, "action"), at(cells, "owner"), at(cells, "due")];
    const [status, rfc] = [at(cells, "status"), at(cells, "rfc")];
    const over = rfc !== "" || inRfc.test(action) || closedCell.test(status);
    return { number: i + 1, action, owner, due, status, rfc, open: columns.includes("status") && !over };
  });
}

/** The text with the row's RFC cell saying so; where the table has no such column, the action says it. */
export function linkItem(document: Document, number: number, link: string): string {
  const { columns, rows } = itemRows(document);
  const cells = rows[number - 1]!;
  const rfc = cells[columns.indexOf("rfc")];
  if (rfc !== undefined) return splice(document.text, rfc.start, rfc.end, rfc.text === "" ? ` ${link} ` : link);
  const action = cells[columns.indexOf("action")]!;
  return splice(document.text, action.end, action.end, ` (${link})`);
}

function itemRows({ text, header }: Document): { columns: string[]; rows: Cell[][] } {
  const markdown = readMarkdown(text, header.bodyStart);
  const headings = headingsOf(text, markdown);
  const section = ["Action Items", "Actions", "Follow-up", "Follow-ups"]
    .map((title) => findSection(text, headings, title))
    .find((one) => one !== undefined);
  if (section === undefined) return { columns: [], rows: [] };
  const lines = markdown.lines.filter(
    (line) =>
      line.kind === "text" &&
      line.start >= section.bodyStart &&
      line.start < section.end &&
      /^\s*\|.*\|\s*$/.test(line.text),
  );
  const [heading, , ...rows] = lines.map((line) => cellsOf(line.text, line.start));
  const columns = (heading ?? []).map(({ text: name }) =>
    name
      .toLowerCase()
      .replace(/\*/g, "")
      .replace(/^(?:action item|item|task|what)$/, "action")
      .replace(/^who$/, "owner"),
  );
  return columns.includes("action") ? { columns, rows } : { columns: [], rows: [] };
}

function cellsOf(line: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let from = line.indexOf("|") + 1;
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === "|") {
      const raw = line.slice(from, at);
      const lead = raw.length - raw.trimStart().length;
      const text = raw.trim();
      const start = offset + from + (text === "" ? 0 : lead);
      cells.push({ text, start, end: start + (text === "" ? raw.length : text.length) });
      from = at + 1;
    }
  }
  return cells;
}
