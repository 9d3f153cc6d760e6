import { describe, expect, test } from "vitest";
import { ownView } from "../../../test/helpers/own-view.ts";
import { chainOf, spokenLabel } from "./chains.ts";
import { type Item, modelOf, type Ref } from "./dialogue.ts";
import { curve, fold, layoutMap } from "./map-layout.ts";

const dialogue = modelOf(ownView("orders-pagination"));
const items = [...dialogue.items.values()];
const room = { width: 1080, height: 790 };

describe("the layout of the map of everything", () => {
  test("places every item once, and no two on the same spot", () => {
    const { at } = layoutMap(items, dialogue.refs, room);
    expect(at.size).toBe(items.length);
    const spots = new Set([...at.values()].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`));
    expect(spots.size).toBe(items.length);
  });

  test("time runs left to right: every item stands in the band of its round, bands do not overlap", () => {
    const { at, bands, width, height } = layoutMap(items, dialogue.refs, room);
    for (const { id, round } of items) {
      const band = bands.find((one) => one.round === round)!;
      expect(at.get(id)!.x).toBeGreaterThan(band.x);
      expect(at.get(id)!.x).toBeLessThan(band.x + band.width);
    }
    for (const [i, band] of bands.entries())
      if (i > 0) expect(band.x).toBeGreaterThan(bands[i - 1]!.x + bands[i - 1]!.width - 0.01);
    expect(width).toBeLessThanOrEqual(room.width + 1);
    expect(height).toBeLessThanOrEqual(room.height + 1);
  });

  test("sweeps shorten the lines", () => {
    const length = (at: ReturnType<typeof layoutMap>["at"]) =>
      dialogue.refs.reduce((sum, { from, target }) => sum + Math.abs(at.get(from)!.y - at.get(target)!.y), 0);
    const swept = layoutMap(items, dialogue.refs, room);
    const unswept = layoutMap(items, [], room);
    expect(length(swept.at)).toBeLessThan(length(unswept.at) * 0.75);
  });

  test("a thousand items stay as high as the screen, in columns side by side", () => {
    const many = Array.from({ length: 1000 }, (_, i): Item => ({ ...items[0]!, id: `E${i}`, type: "E", round: i % 3 }));
    const began = performance.now();
    const { height, columns } = layoutMap(many, [], room);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(height).toBeLessThan(900);
    expect(columns.every(({ packed }) => packed > 1)).toBe(true);
  });

  test("two items of one column are joined by a bow", () => {
    expect(curve({ x: 10, y: 0 }, { x: 10, y: 50 })).toBe("M10,0C34,0 34,50 10,50");
  });

  test("a label folds at words and ends in an ellipsis", () => {
    expect(fold("what confirm retires on the server", 16, 2)).toEqual(["what confirm", "retires on the…"]);
    expect(fold("short", 16, 2)).toEqual(["short"]);
    expect(fold("W".repeat(100), 10, 2)).toEqual(["W".repeat(10), `${"W".repeat(9)}…`]);
  });
});

describe("chains", () => {
  test("a chain holds the item, its neighbours and the line of refinements", () => {
    const chain = chainOf(dialogue, "T0201");
    expect(chain.get("T0201")).toBe(0);
    for (const { from, target } of dialogue.refs) {
      if (from === "T0201") expect(chain.get(target)).toBe(1);
      if (target === "T0201") expect(chain.get(from)).toBe(1);
    }
    expect([...chain.values()]).toContain(2);
    expect(chain.size).toBeLessThan(40);
  });

  test("a label that only names tensions is replaced by what they say", () => {
    const item: Item = { ...items[0]!, id: "R0203", type: "R", label: "T0020, T0026, settled" };
    const refs: Ref[] = ["T0020", "T0026"].map((target) => ({
      kind: "RESOLVE",
      by: "muffin",
      from: "R0203",
      target,
      round: 2,
    }));
    expect(spokenLabel(item, { ...dialogue, refs })).toBe(`settles: ${dialogue.items.get("T0020")!.label} and 1 more`);
    expect(spokenLabel({ ...item, label: "words that keep checkout free" }, { ...dialogue, refs })).toBe(
      "words that keep checkout free",
    );
  });
});
