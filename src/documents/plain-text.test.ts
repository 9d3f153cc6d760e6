import { expect, it } from "vitest";
import { plain, plainPiece } from "./plain-text.ts";

it("a line without Markdown's marks keeps every word, and of a link its words", () => {
  expect(plain("**Orders** are *paged* by [cursor](./0003.md), see `list_orders`")).toBe(
    "Orders are paged by cursor, see `list_orders`",
  );
  expect(plain("2 * 3 * 4 and snake_case_name")).toBe("2 * 3 * 4 and snake_case_name");
});

it("a piece of a document loses headings, lists, tables and fences, not what they say", () => {
  const text =
    "…end of it.\n\n## Paging\n- [ ] cursors\n> 2. offsets\n```ts\n| Column | Type |\n|---|---|\n| id | text |";
  expect(plainPiece(text)).toBe("…end of it. Paging cursors offsets Column · Type id · text");
});
