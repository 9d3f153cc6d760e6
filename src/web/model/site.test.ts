import { expect, it } from "vitest";
import type { ListedDialogue, SiteData, SiteDecision, SiteFacts } from "../data.ts";
import { frontOf, type Leaf, standingPill, treeOf } from "./site.ts";

const listed = (id: string, more: Partial<ListedDialogue> = {}): ListedDialogue => ({
  ...{ id, title: `On ${id}`, question: "Which?", state: "decided", round: 1, max_rounds: 8 },
  ...{
    velocity: [
      { open: 4, new: 1 },
      { open: 2, new: 1 },
    ],
    converge: null,
    panel: [],
    line: "Decided.",
    how: "converged",
  },
  ...{ superseded_by: null, standing: null, outcome: null, last_change: "2026-11-16T10:00:00Z", runs: 6, tensions: 4 },
  ...more,
});

const facts = (more: Partial<SiteFacts> = {}): SiteFacts => ({
  ...{ subject: null, review: false, rounds: 2, signed: { count: 3, of: 3 }, settled: 4, new_perspectives: 0 },
  open: { critical: 0, major: 0, minor: 0, unrated: 0 },
  ...more,
});

const decision = (id: string, more: Partial<SiteDecision> = {}): SiteDecision => ({
  ...{
    id,
    kind: "verdict",
    title: `On ${id}`,
    decided: "So.",
    date: "2026-11-16",
    standing: "judged",
    health: "sound",
  },
  ...{ documents: [], findings: [], outcomes: [], rests_on: { items: 1, citations: 2, files: 1 } },
  ...more,
});

function siteWith(dialogues: ListedDialogue[], known: Record<string, SiteFacts>, decisions: SiteDecision[]): SiteData {
  const spread = { rounds_to_converge: null, runs_to_converge: null, tensions_per_dialogue: null };
  return {
    ...{
      project: "p",
      written_at: "2026-11-17T00:00:00Z",
      version: "1",
      commit: null,
      left_out: null,
      facts: known,
      decisions,
    },
    documents: { documents: [], unreadable: [] },
    list: {
      ...{ project: "p", initialised: true, dialogues },
      statistics: { ...spread, blind_majority: { dialogues: 0, changed: 0 }, most_cited: [], fared: null },
    },
  };
}

it("counts what is open, what is in force and what has rotted, and puts each dialogue in one place", () => {
  const found = {
    ...{
      state: "rotted" as const,
      id: "E0001.1",
      label: "",
      path: "a.ts",
      line: 3,
      words: "x",
      why: "its words are gone",
    },
  };
  const front = frontOf(
    siteWith(
      [
        listed("open", { state: "open" }),
        listed("sound"),
        listed("rotten"),
        listed("old", { superseded_by: "sound" }),
        listed("review", { state: "closed", how: "reviewed" }),
        listed("look", { state: "open", how: "reviewed" }),
        listed("closed", { state: "closed" }),
        listed("broken", { state: "damaged" }),
      ],
      {
        ...{ open: facts({ subject: "docs/a/one.md" }), sound: facts({ subject: "docs/a/one.md" }), rotten: facts() },
        ...{
          old: facts(),
          review: facts({ review: true, subject: "play.md" }),
          look: facts({ review: true }),
          closed: facts(),
        },
      },
      [
        decision("rotten", { health: "rotted", findings: [found] }),
        decision("sound"),
        decision("ADR 0001", { kind: "adr", health: "unchecked" }),
      ],
    ),
  );
  expect(front.headline).toBe("1 dialogue open, 3 decisions in force: 1 sound, 1 rotted, 1 with nothing to check");
  expect(front.decided.map(({ id, health, note }) => [id, health, note])).toEqual([
    ["rotten", "rotted", "its words are gone"],
    ["sound", "sound", "2 citations in 1 file stand"],
    ["ADR 0001", "nothing to check", "a document, it cites nothing"],
    ["old", "superseded", "by sound"],
  ]);
  expect(front.reviews.map(({ one }) => one.id)).toEqual(["review", "look"]);
  expect(front.others.map(({ one }) => one.id)).toEqual(["closed", "broken"]);
  expect(front.objections).toBe(32);
});

it("says that an overruled decision is none in force, and by what", () => {
  const documents = [{ id: "RFC 0001", status: "rejected" }];
  const { headline, decided } = frontOf(
    siteWith([listed("a")], { a: facts() }, [decision("a", { standing: "overruled", documents })]),
  );
  expect(headline).toBe("0 decisions in force");
  expect(decided).toMatchObject([{ mark: "over", health: "overruled", note: "by RFC 0001, rejected" }]);
});

it("joins folders that hold one folder only, and keeps what has no subject together", () => {
  const leaf = (id: string, path: string | null): Leaf => ({ id, title: id, mark: "sound", words: "sound", path });
  const rows = treeOf([
    leaf("a", "examples/pagination/docs/one.md"),
    leaf("b", "docs/proposals/two.md"),
    leaf("c", "docs/three.md"),
    leaf("d", "docs/three.md"),
    leaf("e", null),
    leaf("f", "top.md"),
  ]);
  expect(rows.map(({ depth, name, leaves }) => [depth, name, leaves.map(({ id }) => id).join("")])).toEqual([
    [0, "docs/", "bcd"],
    [1, "proposals/", "b"],
    [2, "two.md", "b"],
    [1, "three.md", "cd"],
    [0, "examples/pagination/docs/", "a"],
    [1, "one.md", "a"],
    [0, "top.md", "f"],
    [0, "no subject", "e"],
    [1, "e", "e"],
  ]);
});

it("counts no decision as in force that is under way, and says so on its page", () => {
  const documents = [{ id: "RFC 0001", status: "wip" }];
  const underWay = decision("a", { standing: "under_way", documents });
  const { headline, decided } = frontOf(siteWith([listed("a"), listed("b")], {}, [underWay, decision("b")]));
  expect(headline).toBe("1 decision in force: 1 sound");
  expect(decided).toMatchObject([{ mark: "under_way", health: "under way, sound" }, { mark: "sound" }]);
  expect(standingPill(underWay)).toEqual(["work", "Under way (RFC 0001 wip)"]);
  const rejected = [{ id: "RFC 0001", status: "rejected" }];
  expect(standingPill(decision("a", { standing: "overruled", documents: rejected }))).toEqual([
    "work",
    "Overruled (RFC 0001 rejected)",
  ]);
  expect(standingPill(decision("a", { health: "rotted" }))).toEqual(["bad", "In force, rotted"]);
  expect(standingPill(decision("a"))).toBeUndefined();
});
