/** How wide a text is in a terminal: emoji take two columns, combining marks none. */
import stringWidth from "fast-string-width";

export function textWidth(text: string): number {
  return stringWidth(text);
}

export function padText(text: string, width: number, align: "left" | "right" = "left"): string {
  const gap = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "left" ? text + gap : gap + text;
}

/** At most `width` columns, the last one an ellipsis where something was cut; never cuts a character in two. */
export function truncateText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  let taken = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += textWidth(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return width > 0 ? `${kept.trimEnd()}…` : "";
}
