import { describe, expect, it } from "vitest";
import { opening, panelOf, withRound } from "../../../test/helpers/prompt-dialogue.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { readParts } from "../../facts/text/named-parts.ts";
import { foldLedger } from "../../rules/ledger.ts";
import { toLines } from "../../rules/lines.ts";
import type { PanelMember, RoundRecord } from "../../rules/records.ts";
import { expertPrompt, type PromptMaterial } from "./expert-prompt.ts";
import { inventoryOf, inventoryRoom } from "./inventory.ts";

/** A dialogue of `rounds` rounds in which everyone writes seven items a round. */
function dialogue(rounds: number, experts = 12): RoundRecord[] {
  let records: RoundRecord[] = [];
  for (let round = 0; round < rounds; round++)
    records = withRound(records, new Map(panelOf(experts).map(({ name }) => [name, draft(name, round)])));
  return records;
}

function draft(name: string, round: number): string {
  const rr = String(round).padStart(2, "0");
  const item = (type: string, n: number) =>
    `[${name.toUpperCase()}-${type}${rr}0${n}: ${type} ${n} of ${name} in round ${round}]\n${"Some words that say what was seen and why it matters. ".repeat(4)}`;
  return [
    item("P", 1),
    item("P", 2),
    item("R", 1),
    item("R", 2),
    item("T", 1),
    item("E", 1),
    item("C", 1),
    `[${name.toUpperCase()}-S${rr}01: HOLD | 0.5]\nNot yet.`,
  ].join("\n\n");
}

function promptFor(
  records: RoundRecord[],
  overrides: Partial<PromptMaterial> = {},
  member: PanelMember = panelOf(12)[0]!,
): string {
  const ledger = foldLedger(opening, records);
  return expertPrompt({
    ledger,
    round: records.length,
    member,
    place: { kind: "file", draftFile: "/project/.blue/drafts/d/round/muffin/draft.md" },
    subject: { file: "/project/docs/design.md", path: "docs/design.md" },
    sources: [{ file: "/project/src/a.ts", path: "src/a.ts" }],
    inventoryFile: "/project/.blue/drafts/d/round/1/inventory.md",
    decision: null,
    recommendations: null,
    proposalPath: ".blue/dialogues/d/round-1/proposal.md",
    asked: undefined,
    answers: [],
    perspectives: [],
    checks: [],
    inventory: inventoryOf(ledger, "/project/inventory.md", inventoryRoom(0)),
    proposal: records.length === 0 ? null : "Use cursors.",
    directive: null,
    ...overrides,
  });
}

describe("an expert's prompt", () => {
  const two = dialogue(2);

  it("holds role, focus, question, subject, sources, syntax and the draft's path", () => {
    const prompt = promptFor([]);
    for (const part of [
      "You are Muffin 🧁",
      "Role 0",
      "Your focus: focus 0",
      "Cursor or offset?",
      "/project/docs/design.md",
      "cite it as `src/a.ts`",
      "[MUFFIN-P0001: short label]",
      "/project/.blue/drafts/d/round/muffin/draft.md",
    ]) {
      expect(prompt).toContain(part);
    }
  });

  it("of the blind round sets no quota and shows nothing of others", () => {
    const prompt = promptFor([]);
    expect(prompt).toContain("There is no quota");
    expect(prompt).not.toContain("Open tensions");
  });

  it("asks for the failing case, the test and the smallest change under the names by which pages read them", () => {
    const names = [...promptFor([]).matchAll(/`([A-Z][a-z ]+:)`/g)].map(([, name]) => name!);
    expect(names).toEqual(["Failing case:", "Test:", "Smallest change:"]);
    const parts = readParts(names.map((name) => `${name} so.`));
    expect(parts).toMatchObject({ words: "", failing_case: "so.", test: "so.", smallest_change: "so." });
  });

  it("says from round 1 on that the proposal is judged, not the subject it started from", () => {
    expect(promptFor([])).toContain("the answer under deliberation. Your job is to break it.");
    const later = promptFor(two);
    expect(later).toContain(
      "docs/design.md`): the subject this dialogue started from. What is judged now stands below",
    );
    expect(later).not.toContain("break it");
  });

  it("counts rounds as people do, and shows how this expert numbers its items in this round", () => {
    expect(promptFor(dialogue(1))).toContain("## What the last round said");
    expect(promptFor(two)).toContain("## What the last 2 rounds said");
    expect(promptFor(two)).toContain("`MUFFIN-P0201`, `MUFFIN-P0202`");
    expect(promptFor(two)).not.toContain("from 01");
  });

  it.each(["check", "sign"] as const)(
    "of a %s shows the words of perspectives that no expert has taken up, and what the author says to each",
    (asked) => {
      const text = `[MUFFIN-P0001: called by hand]\nThe next method forgets it.\n\n[MUFFIN-P0002: dear]\nIt costs.`;
      const records = withRound([], new Map([["Muffin", text]]));
      const perspectives = [{ id: "P0002", answer: "not taken" as const, text: "It is paid for.", line: 2 }];
      const prompt = promptFor(records, { asked, perspectives }, panelOf(12)[1]!);
      expect(prompt).toContain("After round 0: 0 open tensions, 2 new perspectives");
      expect(prompt).toContain("## Perspectives that no expert has taken up, and what the author says to each\n");
      expect(prompt).toContain(
        "### P0001 called by hand\n\n> The next method forgets it.\n\nThe author has not answered it.",
      );
      expect(prompt).toContain("### P0002 dear\n\n> It costs.\n\nThe author: **not taken**\n\n> It is paid for.");
      const taken = withRound(
        records,
        new Map([["Cupcake", "[CUPCAKE-C0101: so it is]\n[RE:SUPPORT P0001] [RE:OPPOSE P0002]"]]),
      );
      expect(promptFor(taken, { asked })).not.toContain("has taken up");
      const many = promptFor(dialogue(3), { asked });
      expect(many.match(/^### P0\d{3} P \d of/gm)).toHaveLength(72);
      expect(many.length).toBeLessThan(30_000);
    },
  );

  it("names no authors of what earlier rounds said", () => {
    const prompt = promptFor(two);
    for (const { name } of panelOf(12).slice(1)) {
      expect(
        prompt.replaceAll(/P \d of \w+ in|R \d of \w+ in|T \d of \w+ in|E \d of \w+ in|C \d of \w+ in/g, ""),
      ).not.toContain(name);
    }
  });

  it("tells a retained expert its own items and last stance, and a fresh one what was said so far", () => {
    expect(promptFor(two)).toContain("Your own items: P0001, P0002");
    expect(promptFor(two)).toContain("Your last stance: HOLD");
    const fresh = promptFor(two, {}, { ...panelOf(13)[12]!, source: "pool" });
    expect(fresh).toContain("You join now.");
  });

  it("tells an expert what of its last text did not count, and that it may raise it again", () => {
    const [first, second] = two as [RoundRecord, RoundRecord];
    const promptAfter = (more: Partial<RoundRecord>) => promptFor([first, { ...second, ...more }]);
    expect(promptFor(two)).not.toContain("did not count");
    const line = 2;
    const dismissed = [{ local_id: null, expert: "Muffin", line, reason: "unreadable" }];
    const words = second.texts[0]!.lines[line - 1]!;
    const told = promptAfter({ dismissed });
    expect(told).toContain("**Of your text of round 1 this did not count:**");
    expect(told).toContain(`- Line 2 was dismissed (unreadable):\n\n  > ${words.slice(0, 40)}`);
    expect(told).toContain("What still holds of it, raise again with a marker that can be read");
    const [own, ...others] = second.texts as [RoundRecord["texts"][number]];
    const cut = { ...own, provenance: { ...own.provenance!, cut: true as const } };
    expect(promptAfter({ texts: [cut, ...others] })).toContain(
      "- It was cut at its output limit; no signal in it counted.",
    );
    const absent = { ...own, state: "absent" as const, lines: [], provenance: null };
    expect(promptAfter({ texts: [absent, ...others] })).toContain("**In round 1 no text of yours came in.**");
    const silent = withRound([], new Map(panelOf(12).map(({ name }) => [name, "Just words."])));
    expect(promptFor(silent)).toContain("- It had no marker at all, so nothing in it was registered.");
    expect(promptFor(silent)).not.toContain("You join now.");
  });

  it("carries mandate, directive and proposal", () => {
    const created: PanelMember = { ...panelOf(1)[0]!, source: "created", reason: "T0001 needs a cost model" };
    expect(promptFor(two, {}, created)).toContain("You were called for this: T0001 needs a cost model");
    expect(promptFor(two, { directive: "Settle T0001." })).toContain("Settle T0001.");
    expect(promptFor(two)).toContain("> Use cursors.");
    expect(promptFor(two)).toContain("`[MOVE:CONVERGE]` means: I can live with this text.");
    const signed = promptFor(two, { decision: { text: "Page by cursor." } });
    expect(signed.indexOf("> Page by cursor.")).toBeLessThan(signed.indexOf("> Use cursors."));
    expect(signed).toContain("`[MOVE:CONVERGE]` means: I can live with this sentence and this text.");
  });

  it("says of a dialogue without a text that a signal agrees to the recommendations that stand, and lists them", () => {
    const unwritten = promptFor(two, { proposal: null, recommendations: ["R0001", "R0101"] });
    const named = ["R0001", "R0101"].map((id) => `- ${id}: ${foldLedger(opening, two).items.get(id)!.label}`);
    expect(unwritten).toContain(`means: I can live with the recommendations that stand:\n\n${named.join("\n")}\n`);
    const none = promptFor(two, { proposal: null, recommendations: [] });
    expect(none).toContain("the recommendations that stand. There is none yet; recommend what should be done.");
  });

  it("gives an owner its tensions as RFC 0057 prints them, beside what the Judge directs, and nobody else's", () => {
    const records = withRound([], new Map(panelOf(12).map(({ name }) => [name, draft(name, 0)])), {
      tension_updates: [
        { id: "T0001", owner: "Muffin" },
        { id: "T0002", owner: "Role 0", resolution_path: "a cost model" },
        { id: "T0003", owner: "Scone" },
      ],
    });
    const prompt = promptFor(records, { directive: "Be brief." });
    expect(prompt).toContain(`## Directive for This Round

**Priority Tensions:**
- T0001: T 1 of Muffin in round 0 - You have been summoned to address this
- T0002: T 1 of Cupcake in round 0 - You have been summoned to address this (to settle it: a cost model)
- Action: Propose concrete resolution or explain why tension is acceptable

**Expected Output:**
- Either \`[RE:RESOLVE T0001]\`, \`[RE:RESOLVE T0002]\` with supporting analysis
- Or \`[RE:ADDRESS T0001]\`, \`[RE:ADDRESS T0002]\` explaining why resolution is blocked

Be brief.`);
    const retained = { ...panelOf(12)[2]!, source: "retained" as const };
    expect(promptFor(records, {}, retained)).toContain("- T0003: T 1 of Scone in round 0 - You have been retained to");
    expect(promptFor(records, {}, panelOf(12)[3]!)).not.toContain("Directive for This Round");
  });

  it("contains no marker that would count if it were pasted into a draft", () => {
    const scanned = scanDraft(toLines(promptFor(two)), { expert: "Muffin", round: 2 });
    expect(scanned.converge).toBeNull();
  });

  it("states its size, and in round 9 is at most half as long again as in round 2", () => {
    const early = promptFor(two);
    const late = promptFor(dialogue(9));
    expect(early).toMatch(/\(This prompt: \d+ characters, about \d+ tokens\.\)\n$/);
    expect(late.length / early.length).toBeLessThanOrEqual(1.5);
  });

  it("for a run has paths from the project's root, and its last message is the draft", () => {
    const ledger = foldLedger(opening, two);
    const path = ".blue/drafts/d/round/1/inventory.md";
    const answer = promptFor(two, {
      place: { kind: "answer" },
      subject: { file: "docs/design.md", path: "docs/design.md" },
      sources: [{ file: "src/a.ts", path: "src/a.ts" }],
      inventoryFile: path,
      inventory: inventoryOf(ledger, path, inventoryRoom(0)),
    });
    expect(answer).toContain("Your last message is the draft, whole, nothing before or after.");
    expect(answer).toContain("\n- docs/design.md: the subject this dialogue started from.");
    expect(answer).toContain("\n- src/a.ts\n");
    expect(answer).toContain(`merged into it: ${path}`);
    for (const part of ["/project", "file tool", "draft.md", "write one file"]) expect(answer).not.toContain(part);
    const without = (text: string) => text.split("## Read first")[1]!.split("## Where\n")[0]!.split("## Your task")[1];
    expect(without(answer)).toBe(without(promptFor(two)));
  });

  it("keeps every item in the file beside it", () => {
    const ledger = foldLedger(opening, dialogue(4));
    const { full } = inventoryOf(ledger, "inventory.md", inventoryRoom(0));
    for (const id of ledger.items.keys()) expect(full).toContain(`### ${id} `);
  });
});
