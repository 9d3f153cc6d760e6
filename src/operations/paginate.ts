/** Long answers come in pages and long texts are cut with a word on where the whole is: a tool's answer must fit where it is read. */
import { refuse } from "../errors.ts";

/** In order, cut by the bytes they take; an item larger than a page has one of its own. At least one page. */
export function inPages<T>(items: readonly T[], pageBytes: number): T[][] {
  const pages: T[][] = [[]];
  let size = 0;
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    if (size + bytes > pageBytes && pages.at(-1)!.length > 0) {
      pages.push([]);
      size = 0;
    }
    pages.at(-1)!.push(item);
    size += bytes;
  }
  return pages;
}

export function refusePageBeyond(page: number, pages: number): void {
  if (page <= pages) return;
  refuse("invalid_input", { page }, "page_exists", {
    message: `There is no page ${page}: there ${pages === 1 ? "is 1" : `are ${pages}`}`,
    suggestion: pages === 1 ? "Ask for page 1, or leave `page` out." : `Ask for 1 to ${pages}.`,
    context: { pages },
  });
}

/** `whole`: the file that has all of it. */
export function cutText(text: string, bytes: number, whole: string): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  const start = all
    .subarray(0, bytes)
    .toString("utf8")
    .replace(/(?<!\uFFFD)\uFFFD+$/, "");
  return `${start}\n\n(Cut: the first ${bytes} of ${all.length} bytes. All of it is in ${whole}.)`;
}
