/** What the page remembers beside its data: where it is, and whether it is light or dark. */
import { signal } from "@preact/signals";
import { hashOf, parseRoute, type Query, type Route } from "./route.ts";

export const route = signal<Route>(parseRoute(location.hash));
export const keysShown = signal(false);

/** Another value in the address: the same page, so no step for the back button. */
export function setQuery(change: Record<string, string | null>): void {
  const here = route.value;
  const query: Query = here.query;
  const hash = hashOf(pathOf(here), { ...query, ...change });
  history.replaceState(null, "", hash);
  route.value = parseRoute(hash);
}

/** The address of this view with other values. */
export function here(change: Record<string, string | number | null>): string {
  return hashOf(pathOf(route.value), { ...route.value.query, ...change });
}

function pathOf(at: Route): string[] {
  if (at.page === "dialogue") return ["d", at.id, ...(at.view === null ? [] : [at.view])];
  if (at.page === "organisation") return ["org", at.view];
  if (at.page === "documents") return ["documents", ...(at.type === null ? [] : [at.type, at.key ?? ""])];
  return [];
}

const kept = "blue-theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** What the reader chose; otherwise what the system says, also when it changes. */
export function followTheme(): void {
  const show = () => {
    document.documentElement.dataset.theme = stored() ?? (systemIsDark.matches ? "dark" : "light");
  };
  systemIsDark.addEventListener("change", show);
  show();
}

export function switchTheme(): void {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(kept, theme);
  } catch {
    // A page from a file may keep nothing; the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}
