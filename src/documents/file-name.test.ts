import { describe, expect, it } from "vitest";
import { makeFileName, parseFileName, planName, saysStatus } from "./file-name.ts";

describe("a file's name", () => {
  it.each([
    [
      "rfc",
      "0003-cursor-pagination.draft.md",
      { number: 3, slug: "cursor-pagination", status: "draft", style: "suffix" },
    ],
    ["rfc", "0048-alignment-expert-pools.impl.md", { number: 48, status: "implemented", word: "impl" }],
    ["rfc", "0057-judge.accepted.md", { status: "approved" }],
    [
      "rfc",
      "0049-I-synchronous-guard-command.md",
      { number: 49, slug: "synchronous-guard-command", status: "implemented", style: "letter" },
    ],
    ["rfc", "0007-A-x.md", { status: "approved", style: "letter" }],
    ["adr", "0007-A-x.md", { status: "accepted", style: "letter" }],
    ["adr", "0004-evidence.accepted.md", { number: 4, status: "accepted" }],
    [
      "spike",
      "2026-01-24T0100Z-adr-adherence.done.md",
      { stamp: "2026-01-24T0100Z", slug: "adr-adherence", status: "done" },
    ],
    [
      "dialogue",
      "2026-03-12T2026Z-pm-repo.dialogue.recorded.md",
      { slug: "pm-repo", status: "recorded", word: "dialogue.recorded" },
    ],
    ["runbook", "deploy.active.md", { slug: "deploy", status: "active" }],
    ["rfc", "0009-bare.md", { number: 9, style: "bare" }],
  ] as const)("%s %s", (type, name, expected) => {
    const parsed = parseFileName(type, name)!;
    expect(parsed).toMatchObject(expected);
    if (parsed.status !== undefined) expect(makeFileName({ ...parsed, status: parsed.status })).toBe(name);
  });

  it("has the original's four letters and no other", () => {
    expect(parseFileName("rfc", "0007-P-x.md")).toMatchObject({ slug: "P-x", style: "bare" });
    const name = { digits: "0007", slug: "x", style: "letter" } as const;
    expect(
      ["draft", "approved", "wip", "implemented", "superseded", "rejected"].map((status) =>
        makeFileName({ ...name, status }),
      ),
    ).toEqual(["0007-D-x.md", "0007-A-x.md", "0007-A-x.md", "0007-I-x.md", "0007-S-x.md", "0007-x.rejected.md"]);
  });

  it("says a status that shares its letter", () => {
    const name = parseFileName("rfc", "0007-A-x.md")!;
    expect([saysStatus(name, "approved"), saysStatus(name, "wip"), saysStatus(name, "draft")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("of a plan belongs to its RFC and is no document's", () => {
    expect(parseFileName("rfc", "0007-x.plan.md")).toBeUndefined();
    expect(planName(parseFileName("rfc", "0007-A-x.md")!)).toBe("0007-x.plan.md");
  });

  it("is no document's when it is no Markdown, hidden, or a README", () => {
    for (const name of ["README.md", "notes.txt", ".hidden.md", "index.md"])
      expect(parseFileName("rfc", name)).toBeUndefined();
  });
});
