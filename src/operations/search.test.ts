import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDecided } from "../../test/helpers/decided.ts";
import { makeDialogue, raisesTension, show } from "../../test/helpers/dialogue.ts";

interface Answer {
  hits: { type: string; id: string; status: string | null; path: string; snippet: string }[];
  total: number;
  all_words: boolean;
}

const tree = {
  ".blue/docs/rfcs/0001-pages.draft.md":
    "---\ntitle: Deep pages\nstatus: draft\ndate: 2026-01-05\n---\nPagination with cursors.\n",
  ".blue/docs/adrs/0001-cost.accepted.md":
    "---\ntitle: Cost\nstatus: accepted\ndate: 2026-01-09\n---\nA cursor costs nothing.\n",
  ".blue/docs/spikes/2026-01-24T0100Z-old.done.md":
    "# Spike: Old\n\n| | |\n|---|---|\n| **Status** | Complete |\n| **Date** | 2026-01-24 |\n\ncursor\n",
  ".blue/dialogues/2025-01-01T0000Z-legacy/round-0/muffin.md": "[PERSPECTIVE P01: x]\nAn ancient walrus.\n",
  ".blue/dialogues/2025-01-01T0000Z-legacy/round-1/muffin.prompt.md": "Another expert saw a walrus.\n",
  ".blue/docs/dialogues/2026-01-26T1944Z-sea.dialogue.recorded.md":
    "# Dialogue 12: Sea\n\n| | |\n|---|---|\n| **Status** | Converged ✓ (100%) |\n| **Date** | January 27, 2026 |\n\nA dolphin.\n",
};

describe("search", () => {
  it("finds documents, items of experts and pages of an older Blue, with snippets", async () => {
    const dialogue = await makeDialogue({ tree });
    await dialogue.round({ Muffin: raisesTension });
    const ids = async (query: string, filter = {}) =>
      (await dialogue.call<Answer>("search", { questions: [query], ...filter })).hits.map(({ id }) => id);
    expect(await ids("cursor")).toHaveLength(3);
    expect(await ids("deep page")).toEqual(["RFC 0001"]);
    expect(await ids('"cost against speed"')).toEqual([`${dialogue.id} T0001`]);
    expect(await ids("walrus")).toEqual(["2025-01-01T0000Z-legacy round-0/muffin.md"]);
    expect((await dialogue.call<Answer>("search", { questions: ["walrus"] })).hits).toMatchObject([
      { date: "2025-01-01" },
    ]);
    expect((await dialogue.call<Answer>("search", { questions: ["dolphin"] })).hits).toMatchObject([
      { title: "Sea", status: "converged", date: "2026-01-27" },
    ]);
    expect(await ids("cursor", { type: "adr" })).toEqual(["ADR 0001"]);
    expect(await ids("cursor", { status: "draft" })).toEqual(["RFC 0001"]);
    expect(await ids("cursor", { since: "2026-01-06", until: "2026-01-20" })).toEqual(["ADR 0001"]);
    expect(await ids("cost", { type: "dialogue", status: "open" })).toHaveLength(2);
    expect(await ids("cost", { type: "dialogue", status: "decided" })).toEqual([]);
    const some = await dialogue.call<Answer>("search", { questions: ["cursor walrus"], limit: 2 });
    expect(some).toMatchObject({ all_words: false, total: 4, pages: 2 });
    expect(some.hits).toHaveLength(2);
    expect(await show("search", some)).toContain("! Nothing has all of these words");
  });

  it("says of an item what became of it, not of its dialogue, and leads to a page to read", async () => {
    const decided = await makeDecided({
      muffin: [
        "[MUFFIN-R0001: cursors]\nPage by cursor.",
        "[MUFFIN-R0002: a hash chain]\nA hash chain over all rows.",
        "[MUFFIN-R0003: snapshots]\nA snapshot for each export.",
        "[MUFFIN-C0001: too slow]\n[MOVE:CONCEDE MUFFIN-R0002]\nIt serialises all writers.",
        "[MOVE:CONVERGE]",
      ],
      verdict: { key_evidence: [], recommendation: "Page by cursor.", recommendations_adopted: ["R0001"] },
    });
    const first = async (question: string) => {
      const { hits } = await decided.call<Answer>("search", { questions: [question] });
      const { status, path } = hits[0]!;
      return {
        status,
        path: path.replace(`.blue/dialogues/${decided.id}/`, ""),
        exists: existsSync(join(decided.root, path)),
      };
    };
    const file = "round-0/muffin.md";
    expect(await first('"hash chain"')).toEqual({
      status: "withdrawn, in a decided dialogue",
      path: file,
      exists: true,
    });
    expect(await first("cursors")).toEqual({ status: "adopted, in a decided dialogue", path: file, exists: true });
    expect(await first("snapshots")).toEqual({ status: "in a decided dialogue", path: file, exists: true });
    expect(await first("final verdict")).toEqual({ status: "decided", path: "verdict.md", exists: true });
    expect(await show("search", await decided.call("search", { questions: ["final verdict"] }))).toContain(
      `${decided.id}  (decided)\n  API design: final verdict\n`,
    );
    const recalled = await decided.call("recall", { questions: ["hash chain"] });
    expect(await show("recall", recalled)).toContain("    rejected: R0002 a hash chain: C0001 too slow");
  });

  it("never gives the Judge's text for the verdict that was signed", async () => {
    const decided = await makeDecided({ verdict: { key_evidence: [], recommendation: "Move everything to MongoDB." } });
    const { hits } = await decided.call<Answer>("search", { questions: ["MongoDB"] });
    expect(hits).toMatchObject([{ id: `${decided.id} final verdict, the Judge`, status: "in a decided dialogue" }]);
  });

  it("gives the same answer without its index, follows the files, and takes no query for SQL", async () => {
    const dialogue = await makeDialogue({ tree });
    const before = await dialogue.call("search", { questions: ["cursor"] });
    rmSync(join(dialogue.root, ".blue/blue.db"));
    expect(await dialogue.call("search", { questions: ["cursor"] })).toEqual(before);
    rmSync(join(dialogue.root, ".blue/docs/adrs/0001-cost.accepted.md"));
    expect((await dialogue.call<Answer>("search", { questions: ["cursor"] })).total).toBe(2);
    expect((await dialogue.call<Answer>("search", { questions: ['qqx" (* qqz)'] })).hits).toEqual([]);
    expect((await dialogue.refused("invalid_input", "search", { questions: ["*** ()"] })).field).toBe("questions");
    expect((await dialogue.refused("invalid_input", "search", { questions: ["x"], since: "yesterday" })).field).toBe(
      "since",
    );
  });
});
