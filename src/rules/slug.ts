/** A title as a name that may become a file: lower-case ASCII letters, digits, hyphens. */
export function slugOf(title: string, longest = 60): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "dialogue" : slug;
}

/** `2026-02-03T1423Z`: the prefix that sorts by time. */
export function minuteStamp(at: Date): string {
  return `${at.toISOString().slice(0, 13)}${at.toISOString().slice(14, 16)}Z`;
}
