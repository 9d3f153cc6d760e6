import { describe, expect, it } from "vitest";
import { type Asked, fitOf, fittingSources, leastFit } from "./fit.ts";

const asked: Asked = {
  words: ["cursor", "pages", "walrus"],
  frequency: new Map([
    ["cursor", 2],
    ["pages", 40],
    ["walrus", 0],
  ]),
  sources: 100,
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

const asks = (count: number) => ({ words: Array<string>(count).fill("word") });

it("a question of few words asks for a better fit", () => {
  expect(leastFit(asks(1))).toBe(0.4);
  expect(leastFit(asks(4))).toBeCloseTo(0.25);
  expect(leastFit(asks(40))).toBe(0.17);
});

describe("what is about the question", () => {
  const ranking = (count: number, about: Record<string, number>) => ({
    asked: asks(count),
    sources: Object.entries(about).map(([key, fit]) => ({ key, about: fit })),
  });
  const fitting = (...rankings: ReturnType<typeof ranking>[]) => [...fittingSources(rankings)];

  it("fits all words together, and at least half as well as the best", () => {
    expect(fitting(ranking(20, { best: 0.5, half: 0.25, less: 0.24 }))).toEqual(["best", "half"]);
    expect(fitting(ranking(20, { best: 0.2, half: 0.16 }))).toEqual(["best"]);
    expect(fitting(ranking(20, {}))).toEqual([]);
  });

  it("or fits one wording of seven words well, where the others missed", () => {
    const together = ranking(20, { right: 0.1 });
    expect(fitting(ranking(7, { right: 0.3 }), ranking(6, {}), together)).toEqual(["right"]);
    expect(fitting(ranking(7, { right: 0.2 }), ranking(6, {}), together)).toEqual([]);
    expect(fitting(ranking(6, { right: 0.9 }), ranking(7, {}), together)).toEqual([]);
  });
});
