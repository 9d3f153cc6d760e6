import { expect, it } from "vitest";
import { makeProject } from "../../../test/helpers/project.ts";
import { rankSources, rankSpeaking } from "./rank-sources.ts";

it("one huge page does not make it usual to be long: a short passage still says more with one word than a long one with two", () => {
  const hit = (name: string, length: number, words: number) => ({
    ...{ path: `.blue/docs/adrs/${name}.md`, dialogue_id: null, what: "adr", type: "adr", title: name },
    ...{ score: 1, snippet: "", number: null, status: null, date: null },
    marked: { title: "", decision: "", applies_when: "", body: "\u0001cursor\u0002".repeat(words).padEnd(length) },
  });
  const hits = [hit("long", 2000, 2), hit("huge", 100_000, 1), hit("short", 100, 1), hit("other", 100, 1)];
  const heard = { words: ["cursor"], hits, frequency: new Map([["cursor", 4]]), sources: 40 };
  expect(rankSources(makeProject({}), heard)[0]!.key).toBe(".blue/docs/adrs/short.md");
});

it("of what is published, a spike comes behind a decision that speaks of the same words nearly as much", () => {
  const speaking = (type: string, score: number) => ({
    ...{ source: type, key: type, type, status: null, score, about: true },
    places: { title: ["cache"], decision: [], body: [] },
  });
  const ranked = (spike: number) =>
    rankSpeaking([speaking("spike", spike), speaking("rfc", 1)], new Map([["cache", 1]])).map(({ key }) => key);
  expect(ranked(1.1)).toEqual(["rfc", "spike"]);
  expect(ranked(1.5)).toEqual(["spike", "rfc"]);
});
