import { expect, test } from "vitest";
import { cutItem, withoutMarker } from "./cut-item.ts";

const lines = ["Hello.", "[MUFFIN-P0001: verbs]", "Plain.", "", "[MUFFIN-T0001: cost] Dear.", "", " "];
const marked = { lines, starts: new Set([2, 5]) };

test("an item goes from its marker to the next one, without the empty lines at its end", () => {
  expect(cutItem(marked, 2)).toEqual(["[MUFFIN-P0001: verbs]", "Plain."]);
  expect(cutItem(marked, 5)).toEqual(["[MUFFIN-T0001: cost] Dear."]);
  expect(cutItem({ lines: ["a", "b"], starts: new Set() }, 1)).toEqual(["a", "b"]);
  expect(cutItem({ lines: [""], starts: new Set() }, 1)).toEqual([]);
  expect(cutItem(marked, 99)).toEqual([]);
});

test("its words come without the marker, unless there is nothing else", () => {
  expect(withoutMarker(["[MUFFIN-P0001: verbs]", "Plain."])).toEqual(["Plain."]);
  expect(withoutMarker(["[MUFFIN-T0001: cost] Dear.", "So."])).toEqual(["Dear.", "So."]);
  expect(withoutMarker(["[MUFFIN-P0001: verbs]", "", " "])).toEqual(["[MUFFIN-P0001: verbs]", "", " "]);
  expect(withoutMarker([])).toEqual([]);
});
