import { describe, expect, it } from "vitest";
import { type Asked, fitOf, leastFit } from "./fit.ts";

const asked: Asked = {
  words: ["cursor", "pages", "walrus"],
  frequency: new Map([
    ["cursor", 2],
    ["pages", 40],
    ["walrus", 0],
  ]),
  passages: 100,
};
const passage = (body: string[], title: string[] = [], length = 100) => ({ found: { title, body }, length });
const measured = (...passages: ReturnType<typeof passage>[]) => fitOf(passages, asked, 100);

describe("how well a source answers a question", () => {
  it("a rare word says more than a common one, and the title more than the text", () => {
    expect(measured(passage(["cursor"])).best).toBeGreaterThan(measured(passage(["pages"])).best);
    expect(measured(passage([], ["cursor"])).best).toBeGreaterThan(measured(passage(["cursor"])).best);
  });

  it("more often is more, ever less so, and in a long passage less", () => {
    const often = [1, 2, 3].map((count) => measured(passage(Array(count).fill("cursor"))).best);
    expect(often[1]).toBeGreaterThan(often[0]!);
    expect(often[2]! - often[1]!).toBeLessThan(often[1]! - often[0]!);
    expect(measured(passage(["cursor"], [], 1000)).best).toBeLessThan(often[0]!);
  });

  it("another form of a word counts for it", () => {
    expect(measured(passage(["cursors"]))).toEqual(measured(passage(["cursor"])));
  });

  it("a word that nothing has lowers every fit", () => {
    const known = { ...asked, words: ["cursor", "pages"] };
    expect(fitOf([passage(["cursor", "pages"])], known, 100).best).toBeGreaterThan(
      measured(passage(["cursor", "pages"])).best,
    );
  });

  it("several passages say together what none says alone", () => {
    const apart = measured(passage(["cursor"]), passage(["pages"]));
    expect(apart.best).toBe(measured(passage(["cursor"])).best);
    expect(apart.about).toBeGreaterThan(apart.best);
    expect(measured(passage(["cursor", "pages"])).about).toBeGreaterThan(apart.about);
    expect(measured()).toEqual({ best: 0, about: 0 });
  });
});

it("a question of few words asks for a better fit, never for more than a fifth", () => {
  expect(leastFit({ words: ["one"] })).toBe(0.2);
  expect(leastFit({ words: Array(40).fill("word") })).toBeCloseTo(0.12);
});
