/**
 * A repository that an older Blue wrote: header tables and bold lines instead of front matter, status letters and suffixes, duplicate numbers,
 * dialogues without records. Everything is listed, opened, searched and linted without a byte changing; a status change keeps its manner.
 */
import { describe, expect, it } from "vitest";
import { expectUnchanged, makeDesk, treeOf } from "../helpers/dialogue.ts";
import { docsIn, type Entry, readDoc } from "../helpers/documents.ts";

const tableHeader = (title: string, status: string) =>
  `# ${title}\n\n| | |\n|---|---|\n| **Status** | ${status} |\n| **Date** | 2026-01-20 |\n\n---\n\n## Context\n\nWhat is a wombat?\n\n## Decision\n\n**Wombats dig.**\n`;

const tree = {
  ".blue/docs/adrs/0004-evidence.accepted.md": tableHeader("ADR 0004: Evidence", "Accepted"),
  ".blue/docs/adrs/0014-agents.accepted.md": tableHeader("ADR 0014: agents", "Active"),
  ".blue/docs/rfcs/0048-pools.impl.md": tableHeader("RFC 0048: Pools", "Implemented"),
  ".blue/docs/rfcs/0049-I-guard.md":
    "# RFC 0049: Guard\n\n**Status**: Implemented\n**Created**: 2026-02-01\n\n## Problem\n\nwombat\n",
  ".blue/docs/rfcs/0057-discipline.approved.md":
    "# RFC 0057: Discipline\n\n**Status:** Approved\n**Relates To:** ADR 0014\n\n## Overview\n\n[guard](./0049-I-guard.md)\n",
  ".blue/docs/rfcs/0057-D-other.md": "# RFC 0057: Other\n\n**Status**: Draft\n",
  ".blue/docs/rfcs/0060-A-going.md": "# RFC 0060: Going\n\n**Status**: In Progress\n",
  ".blue/docs/rfcs/0060-going.plan.md": "# Plan: Going\n\n## Tasks\n\n- [x] burrow\n",
  ".blue/docs/spikes/2026-01-24T0100Z-adherence.done.md": tableHeader("Spike: Adherence", "Complete"),
  ".blue/docs/dialogues/2026-03-12T2026Z-sync.dialogue.recorded.md":
    "# Alignment Dialogue: Sync\n\n**Participants**: 🧁 Muffin\n",
  ".blue/dialogues/2026-03-12T2026Z-sync/round-0/muffin.md": "[PERSPECTIVE P01: A wombat]\nIt digs.\n",
};

describe("a repository of an older Blue", () => {
  it("is listed, opened, searched and linted without a change on disk", async () => {
    const desk = makeDesk({ tree, git: true });
    const before = treeOf(desk.root);
    const { documents } = await desk.call<{ documents: Entry[] }>("rfc.list");
    expect(documents.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "RFC 0048 implemented",
      "RFC 0049 implemented",
      "RFC 0057 draft",
      "RFC 0057 approved",
      "RFC 0060 wip",
    ]);
    expect(await desk.call("rfc.get", { id: 60 })).toMatchObject({ plan: { done: 1, total: 1 } });
    for (const path of documents.map((one) => one.path))
      expect((await desk.call<Entry>("rfc.get", { id: path })).path).toBe(path);
    expect(await desk.call("adr.get", { id: "0014" })).toMatchObject({
      status: "accepted",
      referred_by: [{ path: ".blue/docs/rfcs/0057-discipline.approved.md" }],
    });
    const found = await desk.call<{ hits: { path: string }[] }>("search", { questions: ["wombats"] });
    expect(found.hits.map(({ path }) => path).sort()).toEqual(
      Object.keys(tree)
        .filter((path) => (tree as Record<string, string>)[path]!.toLowerCase().includes("wombat"))
        .sort(),
    );
    expect(
      (await desk.call<{ hits: { id: string }[] }>("adr.relevant", { query: "wombat digging" })).hits.map(
        ({ id }) => id,
      ),
    ).toEqual(["ADR 0004", "ADR 0014"]);
    const { findings } = await desk.call<{ findings: { check: string; path: string; severity: string }[] }>("lint");
    expect(findings.filter(({ check }) => check === "number").map(({ path }) => path)).toEqual([
      ".blue/docs/rfcs/0057-D-other.md",
      ".blue/docs/rfcs/0057-discipline.approved.md",
    ]);
    const errors = findings.filter(({ severity }) => severity === "error");
    expect(errors.filter(({ check }) => ["front_matter", "link", "status"].includes(check))).toEqual([]);
    await desk.call("adr.audit");
    await desk.call("next");
    await desk.call("status");
    expectUnchanged(desk.root, before);
  });

  it("keeps its manner when a status changes and when something new is written", async () => {
    const desk = makeDesk({ tree, git: true });
    await desk.call("rfc.status", { id: "0060", status: "implemented" });
    expect(readDoc(desk, ".blue/docs/rfcs/0060-I-going.md")).toBe("# RFC 0060: Going\n\n**Status**: Implemented\n");
    await desk.call("rfc.status", { id: ".blue/docs/rfcs/0057-discipline.approved.md", status: "implemented" });
    expect(docsIn(desk, "rfcs")).toContain("0057-discipline.impl.md");
    const made = await desk.call<Entry>("adr.create", { title: "New", status: "accepted" });
    expect(made.path).toBe(".blue/docs/adrs/0015-new.accepted.md");
    expect(readDoc(desk, made.path)).toMatch(
      /^# ADR 0015: New\n\n\| \| \|\n\|---\|---\|\n\| \*\*Status\*\* \| Accepted \|/,
    );
  });
});
