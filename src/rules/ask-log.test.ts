import { describe, expect, it } from "vitest";
import { panelOf } from "../../test/helpers/example-dialogue.ts";
import {
  type AttemptEntry,
  attemptEntry,
  directivesIn,
  foldAsks,
  membersAsked,
  notAsked,
  packageEntry,
  promptsOf,
  requestEntry,
} from "./ask-log.ts";

const entry = { format: 1 as const, self: "0".repeat(64), prev: "1".repeat(64) };
const seat = (...names: string[]): AttemptEntry => ({ ...entry, kind: "panel", panel: panelOf(names) });
const aside = (...names: string[]): AttemptEntry => ({
  ...{ ...entry, kind: "aside", reason: "again", discarded_at: "", panel: names.length === 0 ? null : panelOf(names) },
});
const prompt = (expert: string, words: string | null = null, focus: string | null = null) => ({
  ...{
    expert,
    directive: words === null ? null : [words],
    focus,
    sha256: "2".repeat(64),
    answer_sha256: "3".repeat(64),
  },
});
const ask = (
  members: string[] | undefined,
  prompts: ReturnType<typeof prompt>[],
  asked: "check" | "sign" | null = null,
  self = "a",
): AttemptEntry => ({
  ...{ ...entry, self: self.repeat(64), kind: "ask", prompts },
  ...(members && {
    shown: { proposal: null, decision: null, recommendations: null, asked, members, revisions: [], cross_checks: [] },
  }),
});

describe("the entries of an attempt add up", () => {
  it("to nothing where there are none", () => {
    expect(foldAsks([])).toEqual({
      ...{ entries: 0, panel: undefined, shown: undefined, prompts: [], joined: [], hashes: [] },
    });
  });

  it("to the last panel that was seated, also one that stays from the attempt before", () => {
    const names = (...entries: AttemptEntry[]) => foldAsks(entries).panel?.map(({ name }) => name);
    expect(names(seat("Muffin", "Scone"), seat("Muffin", "Eclair"))).toEqual(["Muffin", "Eclair"]);
    expect(names(aside("Muffin", "Scone"))).toEqual(["Muffin", "Scone"]);
    expect(names(seat("Muffin", "Scone"), aside())).toBeUndefined();
  });

  it("to all prompts, and to what the first ask showed", () => {
    const asks = foldAsks([
      seat("Muffin", "Scone"),
      ask(["Muffin"], [prompt("Muffin")], "check"),
      ask(["Scone"], [prompt("Scone")], null, "b"),
    ]);
    expect(asks).toMatchObject({ entries: 3, shown: { members: ["Muffin"], asked: "check" } });
    expect(asks.hashes).toEqual(["a".repeat(64), "b".repeat(64)]);
    expect(asks.prompts.map(({ expert }) => expert)).toEqual(["Muffin", "Scone"]);
    expect(promptsOf(asks, "scone")).toEqual([prompt("Scone")]);
  });

  it("to who joined after the first ask: nobody who was seated before it, nor who stayed", () => {
    const joined = (...entries: AttemptEntry[]) => foldAsks(entries).joined;
    const asked = ask(["Muffin"], [prompt("Muffin")]);
    expect(joined(seat("Muffin", "Scone"), seat("Muffin", "Eclair"))).toEqual([]);
    expect(joined(seat("Muffin", "Scone"), asked, seat("Muffin", "Scone", "Eclair"))).toEqual(["Eclair"]);
    expect(joined(asked, seat("Muffin", "Scone"))).toEqual([]);
  });
});

describe("whom an attempt asks", () => {
  const members = panelOf(["Muffin", "Scone", "Eclair"]);
  const check = (kind: "check" | "sign" | null) =>
    foldAsks([ask(["Muffin"], [prompt("Muffin"), prompt("Scone")], kind)]);

  it("is those it set out to ask, and who was given a prompt beyond them, each once", () => {
    expect(membersAsked(check("check"))).toEqual(["Muffin", "Scone"]);
    expect(membersAsked(foldAsks([]))).toEqual([]);
  });

  it("leaves somebody out only when it checks", () => {
    expect(notAsked(check("check"), members)).toEqual(["Eclair"]);
    expect(notAsked(check("sign"), members)).toEqual([]);
    expect(notAsked(check(null), members)).toEqual([]);
    expect(notAsked(foldAsks([]), members)).toEqual([]);
  });
});

it("what the Judge added is kept each time it changed, also what a later prompt left out", () => {
  const said = (...prompts: ReturnType<typeof prompt>[]) =>
    directivesIn({ prompts }).map(({ expert, directive, focus }) => [expert, directive?.[0] ?? null, focus]);
  expect(said(prompt("Muffin"), prompt("Scone"))).toEqual([]);
  expect(said(prompt("Muffin", "Read §4."), prompt("Muffin", "Read §4."), prompt("Muffin"))).toEqual([
    ["Muffin", "Read §4.", null],
  ]);
  expect(said(prompt("Muffin", "a"), prompt("Muffin", "b", "cost"), prompt("Scone", null, "cost"))).toEqual([
    ["Muffin", "a", null],
    ["Muffin", "b", "cost"],
    ["Scone", null, "cost"],
  ]);
});

describe("an entry of the log", () => {
  const request = { ...entry, kind: "request", text: "b.md", answer_text: null, before: null };
  const letters = { ...entry, kind: "package", letters: { A: "4".repeat(64) } };

  it("is read back as it was written", () => {
    for (const one of [
      seat("Muffin", "Scone"),
      aside("Muffin", "Scone"),
      aside(),
      ask(["Muffin"], [prompt("Muffin", "a")], "check"),
      ask(undefined, []),
    ])
      expect(attemptEntry.parse(one)).toEqual(one);
    expect(requestEntry.parse(request)).toEqual(request);
    expect(packageEntry.parse(letters)).toEqual(letters);
  });

  it("is none with a field that Blue does not write, without one that it does, or of another kind", () => {
    const shown = (ask(["Muffin"], []) as { shown: object }).shown;
    const wrong = [
      { ...seat("Muffin", "Scone"), more: 1 },
      { ...seat("Muffin", "Scone"), panel: null },
      { ...aside(), reason: undefined },
      { ...ask(["Muffin"], []), shown: { ...shown, more: 1 } },
      { ...ask(["Muffin"], []), shown: {} },
      { ...ask(["Muffin"], []), prompts: [{ ...prompt("Muffin"), sha256: undefined }] },
      { ...seat("Muffin", "Scone"), kind: "seat" },
    ];
    for (const one of wrong) expect(attemptEntry.safeParse(one).success).toBe(false);
    expect(requestEntry.safeParse({ ...request, kind: "ask" }).success).toBe(false);
    expect(requestEntry.safeParse({ ...request, more: 1 }).success).toBe(false);
    expect(packageEntry.safeParse({ ...letters, kind: "ask" }).success).toBe(false);
    expect(packageEntry.safeParse({ ...letters, letters: { A: "x" } }).success).toBe(false);
  });
});
