/** The data of a static site: scripts beside the page, loaded when they are asked for, and the search that a server would do. */
import type { DialogueView, DocumentView, SearchAnswer, SearchRow, SiteData, SitePart } from "./data.ts";
import { findRows } from "./model/site-search.ts";

const parts = (globalThis as { blue?: Record<string, string> }).blue ?? null;

/** Null where the page is no site. */
export const site: SiteData | null = parts === null ? null : (JSON.parse(parts.site!) as SiteData);

/** A public site: nobody's draft is in it, so nothing leads to one. */
export const hasDrafts = site === null || site.left_out === null;

const missing = (what: string) => ({ value: null, failure: `There is no ${what} in this site.` });

/** What the page's server would answer. */
export async function askSite(site: SiteData, path: string): Promise<SitePart<unknown>> {
  const [place = "", query = ""] = path.split("?", 2);
  const [kind, ...names] = place.split("/").map(decodeURIComponent);
  if (kind === "search") return search(new URLSearchParams(query));
  if (kind === "dialogues") {
    if (names.length === 0) return { value: site.list, failure: null };
    // The name of a script is never what an address says, only what the site lists.
    const listed = site.list.dialogues.find(({ id }) => id === names[0]);
    return listed === undefined ? missing("such dialogue") : partOf<DialogueView>(`dialogues/${listed.id}`);
  }
  if (names.length === 0) return { value: site.documents, failure: null };
  const [type, key] = names;
  const at = site.documents.documents.findIndex((one) => one.type === type && one.key === key);
  return at < 0 ? missing("such document") : partOf<DocumentView>(`documents/${at}`);
}

async function search(query: URLSearchParams): Promise<SitePart<SearchAnswer>> {
  const rows = (await load("search")) ? (JSON.parse(parts!.search!) as SearchRow[]) : null;
  if (rows === null) return missing("search");
  return { value: findRows(rows, query.get("q") ?? "", Number(query.get("page") ?? 1)), failure: null };
}

async function partOf<T>(name: string): Promise<SitePart<T>> {
  if (!(await load(name))) return { value: null, failure: "A part of this site is missing: was it copied as a whole?" };
  return JSON.parse(parts![name]!) as SitePart<T>;
}

/** Whether it is there. */
function load(name: string): Promise<boolean> {
  if (parts![name] !== undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `blue-data/${name.split("/").map(encodeURIComponent).join("/")}.js`;
    script.onload = () => resolve(parts![name] !== undefined);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
