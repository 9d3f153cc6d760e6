/** A table for people: plain columns, or a box around them. Cells are one line each, measured as a terminal shows them. */
import { padText, textWidth, truncateText } from "./width.ts";

export interface Column {
  heading: string;
  align?: "left" | "right";
  /** Longer cells end in an ellipsis. */
  maxWidth?: number;
}

export type Cell = string | number | undefined;

export interface TableOptions {
  style?: "plain" | "box";
}

export function table(
  columns: readonly (string | Column)[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions = {},
): string {
  const shapes = columns.map((column) => (typeof column === "string" ? { heading: column } : column));
  const cells = rows.map((row) => shapes.map((shape, i) => cellText(row[i], shape)));
  const widths = shapes.map((shape, i) =>
    Math.max(textWidth(shape.heading), ...cells.map((row) => textWidth(row[i]!))),
  );
  const aligned = (row: readonly string[]) => row.map((cell, i) => padText(cell, widths[i]!, shapes[i]!.align));
  const headings = aligned(shapes.map((shape) => shape.heading));
  if (options.style !== "box") {
    return [headings, ...cells.map(aligned)].map((row) => row.join("  ").trimEnd()).join("\n");
  }
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const boxed = (row: readonly string[]) => `│ ${row.join(" │ ")} │`;
  return [
    line("┌", "┬", "┐"),
    boxed(headings),
    line("├", "┼", "┤"),
    ...cells.map((row) => boxed(aligned(row))),
    line("└", "┴", "┘"),
  ].join("\n");
}

function cellText(cell: Cell, shape: Column): string {
  const text = String(cell ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return shape.maxWidth === undefined ? text : truncateText(text, shape.maxWidth);
}
