/** Numbers and times as the page says them. */
export function day(at: string): string {
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Date(at).toLocaleDateString("en-GB", options);
}

export function clock(at: string): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}

export function ago(at: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(at)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return day(at);
}

export function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return `${Math.max(1, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
  return `${Math.round(minutes / 1440)} days`;
}

/** 1 KB is 1,000 bytes here as in the docs. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 10_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${Math.round(bytes / 1000)} KB`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** 1st, 2nd, 3rd, 4th, and 11th. */
export function ordinal(value: number): string {
  const ending = { one: "st", two: "nd", few: "rd" } as Record<string, string>;
  return `${value}${ending[new Intl.PluralRules("en", { type: "ordinal" }).select(value)] ?? "th"}`;
}

export function fileName(path: string): string {
  return path.split("/").at(-1) || path;
}

/** The seeds say tension; the page says objection. Only for words of Blue's own. */
export function inPlainWords(text: string): string {
  return text.replace(/\btension(?=s?\b)/g, "objection");
}
