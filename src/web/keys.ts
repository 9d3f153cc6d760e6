/** What the keyboard does. Views mark what `j` and `k` walk over with `data-row`. */
import { hashOf, orgViews, viewNames } from "./route.ts";
import { isOrg, report } from "./source.ts";
import { keysShown, route, setQuery, switchTheme } from "./state.ts";

type KeyWords = readonly (readonly [keys: string[], what: string])[];
const projectKeys: KeyWords = [
  [["1", "–", "5"], "Decision, Rounds, Map, Objections, Text"],
  [["6"], "Documents"],
  [["g"], "All dialogues"],
  [["[", "]"], "Previous, next text"],
  [["←", "↑", "↓", "→"], "Walk the map along its lines"],
  [["+", "−", "0"], "Zoom the map, fit it"],
];
const orgKeys: KeyWords = [[["1", "–", "3"], "Repositories, Decisions, How it is decided"]];

export const keyWords: KeyWords = [
  ...(isOrg ? orgKeys : projectKeys),
  [["j", "k"], "Next, previous"],
  [["↵"], "Open"],
  [["/"], "Search"],
  [["Esc"], "Clear the selection"],
  [["t"], "Light or dark"],
  [["?"], "These keys"],
];

export function onKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  if (event.key === "Escape") {
    if (keysShown.value) keysShown.value = false;
    else if (isTyping) target.blur();
    else clearSelection();
    return;
  }
  if (isTyping) return;
  const act: (() => unknown) | undefined = /^[1-5]$/.test(event.key)
    ? () => showView(Number(event.key) - 1)
    : actions[event.key];
  if (act === undefined) return;
  if (event.key !== "?") keysShown.value = false;
  if (act() !== false) event.preventDefault();
}

const actions: Record<string, () => unknown> = {
  "?": () => {
    keysShown.value = !keysShown.value;
  },
  t: switchTheme,
  g: () => {
    if (report === null) location.hash = "#/";
  },
  "6": () => {
    if (report === null && !isOrg) location.hash = hashOf(["documents"]);
  },
  "/": () => {
    const field = document.querySelector<HTMLInputElement>("input[type=search]");
    if (field !== null) field.focus();
    else if (report === null) location.hash = hashOf(isOrg ? ["org", "decisions"] : [], { focus: "search" });
  },
  j: () => step("[data-row]", 1),
  k: () => step("[data-row]", -1),
  "[": () => follow("[data-text]", -1),
  "]": () => follow("[data-text]", 1),
};

function showView(index: number): void {
  const at = route.value;
  if (at.page === "organisation" && orgViews[index] !== undefined) location.hash = hashOf(["org", orgViews[index]]);
  if (at.page === "dialogue") location.hash = hashOf(["d", at.id, viewNames[index]!]);
}

function clearSelection(): void {
  const { page } = route.value;
  if (page === "dialogue" || page === "organisation") setQuery({ sel: null, open: null });
}

function step(selector: string, by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(selector)];
  if (rows.length === 0) return false;
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]!;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

function follow(selector: string, by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = links.findIndex((link) => link.getAttribute("aria-current") !== null);
  links[at + by]?.click();
}
