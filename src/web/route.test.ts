import { expect, test } from "vitest";
import { hashOf, parseRoute, takeKey } from "./route.ts";

test("an address says which page, view and selection", () => {
  expect(parseRoute("")).toEqual({ page: "dialogues", query: {} });
  expect(parseRoute("#/?q=two+words")).toEqual({ page: "dialogues", query: { q: "two words" } });
  expect(parseRoute("#/d/2026-x/map?sel=T0201")).toEqual({
    page: "dialogue",
    id: "2026-x",
    view: "map",
    query: { sel: "T0201" },
  });
  expect(parseRoute("#/d/2026-x/nonsense")).toEqual({ page: "dialogue", id: "2026-x", view: null, query: {} });
  expect(parseRoute("#/documents/rfc/3")).toEqual({ page: "documents", type: "rfc", key: "3", query: {} });
  expect(parseRoute("#/org?q=shop")).toEqual({ page: "organisation", view: "repositories", query: { q: "shop" } });
  expect(parseRoute("#/org/decisions?repository=a%2Fb")).toEqual({
    page: "organisation",
    view: "decisions",
    query: { repository: "a/b" },
  });
  expect(parseRoute("#/d/%E0%A4%A")).toMatchObject({ page: "dialogue", id: "%E0%A4%A" });
});

test("an address goes there and back", () => {
  const hash = hashOf(["d", "a b/c", "text"], { doc: "muffin (guest)-2", at: null, mode: "" });
  expect(parseRoute(hash)).toEqual({ page: "dialogue", id: "a b/c", view: "text", query: { doc: "muffin (guest)-2" } });
});

test("the key is taken out of the address, and the rest stays", () => {
  const key = { kind: "token", value: "abc" };
  expect(takeKey("#token=abc")).toEqual({ key, hash: "#/" });
  expect(takeKey("#token=abc&/d/x/map?sel=T1")).toEqual({ key, hash: "#/d/x/map?sel=T1" });
  expect(takeKey("#/d/x?token=abc")).toEqual({ key, hash: "#/d/x" });
  expect(takeKey("#code=abc")).toEqual({ key: { kind: "code", value: "abc" }, hash: "#/" });
  expect(takeKey("#/d/x")).toEqual({ key: null, hash: "#/d/x" });
});
