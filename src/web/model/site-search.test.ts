import { expect, it } from "vitest";
import type { SearchRow } from "../data.ts";
import { findRows, patternOf } from "./site-search.ts";

const row = (id: string, title: string, text: string): SearchRow => ({ type: "dialogue", id, title, text, path: "" });
const rows = [
  row("a", "Pagination", "keyset cursors are kept"),
  row("b", "Keyset cursors", "and nothing else"),
  row("c", "Webhooks", `${"far ".repeat(60)}keyset ${"end ".repeat(80)}`),
];
const ids = (query: string, page = 1) => findRows(rows, query, page).hits.map(({ id }) => id);

it("finds what has all words, a title first; else what has some, and says so", () => {
  expect(ids("KEYSET cursors")).toEqual(["b", "a"]);
  expect(findRows(rows, "keyset cursors", 1)).toMatchObject({ all_words: true, total: 2, pages: 1 });
  expect(findRows(rows, "keyset webhooks nowhere", 1)).toMatchObject({ all_words: false, total: 3 });
  expect(ids("keyset webhooks nowhere")[0]).toBe("c");
  expect(findRows(rows, "nowhere", 1)).toMatchObject({ hits: [], total: 0, all_words: true });
  expect(findRows(rows, " ", 1).total).toBe(0);
  expect(ids("are the webhooks")).toEqual(["c"]);
});

it("shows the words around the first that was found", () => {
  const [hit] = findRows(rows, "webhooks keyset", 1).hits;
  expect(hit!.snippet).toMatch(/^… far .*keyset end .* …$/);
});

it("cuts between words", () => {
  const long = row("long", "Long", `keyset ${"pagination ".repeat(60)}`);
  const [hit] = findRows([long], "keyset", 1).hits;
  expect(hit!.snippet).toMatch(/^keyset (?:pagination )+…$/);
  expect(hit!.snippet.length).toBeGreaterThan(200);
});

it("marks words that say something, where a word begins, and nothing where there are none", () => {
  const marked = (query: string, text: string) => text.split(patternOf(query)!).filter((_, i) => i % 2 === 1);
  expect(marked("key (CURSOR", "Keyset of a cursor, monkey")).toEqual(["Key", "cursor"]);
  expect(marked("cursor", "`self_cursor` and precursors")).toEqual(["cursor"]);
  expect(marked("how do we page", "We answer: a page does, however")).toEqual(["page"]);
  expect(patternOf(" .* ")).toBeNull();
});

it("gives twenty at a time", () => {
  const many = Array.from({ length: 45 }, (_, n) => row(`d${n}`, "Same", ""));
  expect(findRows(many, "same", 3)).toMatchObject({ page: 3, pages: 3, total: 45 });
  expect(findRows(many, "same", 3).hits).toHaveLength(5);
});
