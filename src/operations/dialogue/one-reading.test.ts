/** A draft is read once: what its record is read as is what the file was read as, or a round could be registered that never verifies. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialogue, makeDialogue } from "../../../test/helpers/dialogue.ts";
import { openingBody } from "../../../test/helpers/records.ts";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { foldLedger } from "../../rules/ledger.ts";
import { toLines } from "../../rules/lines.ts";
import type { OpeningRecord, PanelMember, RoundRecord } from "../../rules/records.ts";
import { composeRound } from "../../rules/round/compose-round.ts";
import { recount } from "../../rules/round/recount.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { readInbox } from "../../store/inbox.ts";
import { decodeRecord, encodeRecord, sealRecord } from "../../store/record.ts";

const who = { expert: "Muffin", round: 0 };
const hidden = [
  "\ufeff",
  "\ufeff\ufeff\ufeff",
  "\r",
  "\r\n",
  "\u0085",
  "\u2028",
  "\u2029",
  "\v",
  "\ud83d",
  "\udd2e",
  "\u200b",
];
const covers = ["```", "~~~ my draft", "~~~", "`", "> ", "<!--", "-->", "    ", "\t", "- ", "1. ", "---", "\\"];
const markers = [
  "[MUFFIN-P0001: a]",
  "[MUFFIN-T0001: b | high]",
  "[MUFFIN-T0002: b | c]",
  "[MUFFIN-R0001: c",
  "[RE:SUPPORT MUFFIN-P0001]",
  "[MOVE:CONVERGE]",
  "[MUFFIN-S0001: APPROVE | 0.9]",
  '[CITE a.md#L1 "x"]',
  "[DISSENT]",
  "[TENSION T01: d]",
  "MUFFIN-T0003: e",
];
const pieces = [...hidden, ...covers, ...markers, "\n", "\n", "\n", " ", "x", "some words"];
const textOf = (pieces: string[]) => fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(""));

const opening = { ...openingBody(), format: 1, self: "0".repeat(64) } as OpeningRecord;
const unset = { tier: null, relevance: null, focus: null, description: null, model: null, reason: null };
const panel = ["Muffin", "Scone"].map((name): PanelMember => ({ ...unset, name, role: name, source: "pool" }));
const provenance = { source: "draft", filed_by: null, filed_at: null, note: null } as const;

/** A round in which Muffin wrote this text first and this one beside it, as it comes out of its record's file. */
function recorded(text: string, second: string): { record: RoundRecord; errors: string[] } {
  const draft = (expert: string, first: string, ...others: string[]) => ({
    ...{ expert, path: `${expert}'s text`, lines: toLines(first), provenance },
    others: others.map((other) => ({ lines: toLines(other), provenance })),
  });
  const { body, errors } = composeRound(
    {
      ...{ ledger: foldLedger(opening, []), round: 0, panel, proposal: null, discarded: [] },
      drafts: [draft("Muffin", text, second), draft("Scone", "[MOVE:CONVERGE]")],
      registeredAt: "2026-03-01T12:30:00Z",
      checkCitation: () => ({ result: "found", blob: null }),
    },
    {
      score_components: { W: 1, C: 1, T: 1, R: 1 },
      incomplete: scanDraft(toLines(text), who).incomplete ? ["Muffin"] : [],
    },
  );
  const record = decodeRecord(encodeRecord(sealRecord(body as never)), "round.json") as unknown as RoundRecord;
  return { record, errors: errors.map(({ message }) => message) };
}

describe("a draft", () => {
  it("is read as its record is, whatever is hidden in it", () => {
    fc.assert(
      fc.property(textOf([...pieces, "\0"]), textOf(pieces), (text, second) => {
        const { record, errors } = recorded(text, second);
        const [own] = record.texts;
        expect(scanDraft(own!.lines, who)).toEqual(scanDraft(toLines(text), who));
        expect(own!.others.map(({ lines }) => lines)).toEqual([toLines(second)]);
        // Nothing is said against the record but what was said when it was made.
        const known = errors.map((message) => `round 0: ${message}`);
        if (own!.lines.length > 0) expect(recount(opening, [record])).toEqual(known.slice(0, 20));
      }),
      { numRuns: 200, examples: [["\ufeff\ufeff\ufeff~~~ my draft\n[MUFFIN-P0001: a]\n[MOVE:CONVERGE]", ""]] },
    );
  });

  it("is read from its file as it is when it is handed in", async () => {
    const dialogue = await makeDialogue();
    const path = dialogue.write("Muffin", "a");
    const inWork = openDialogue(dialogue.project, { dialogue_id: dialogue.id });
    fc.assert(
      fc.property(textOf(pieces), (text) => {
        writeFileSync(join(dialogue.root, path), text);
        const { texts } = readInbox(dialogue.project, inWork, [{ name: "Muffin" }] as never);
        if (text.trim() !== "") expect(texts).toMatchObject([{ lines: toLines(text) }]);
      }),
      { numRuns: 80 },
    );
  });
});

describe("three byte order marks before a fence that nothing closes", () => {
  const hostile = (name: string) =>
    `\ufeff\ufeff\ufeff~~~ my draft\n[${name}-P0001: a]\nMine.\n[MOVE:CONVERGE]\n[${name}-S0001: APPROVE | 0.9]\nYes.\n`;
  const findings = async ({ call, id }: Dialogue) =>
    (await call<{ findings: unknown[] }>("dialogue.verify", { dialogue_id: id })).findings;

  it("are refused by name, and once the Judge dismissed the fence, the round verifies and a verdict can follow", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll({ Muffin: hostile("MUFFIN") });
    const { message } = await dialogue.registerRefused("unmapped_marker");
    expect(message).toContain("/muffin/draft.md:1: Nothing closes this code fence");
    await dialogue.register({ dismissed: [{ expert: "Muffin", line: 1, reason: "it closes at the end" }] });
    expect(await findings(dialogue)).toEqual([]);
    await dialogue.round();
    await dialogue.verdict();
    expect(await findings(dialogue)).toEqual([]);
  });

  it("cost no round that has them in a second text", async () => {
    const dialogue = await makeDialogue();
    dialogue.writeAll();
    await dialogue.call("dialogue.expert-write", {
      ...{ dialogue_id: dialogue.id, expert: "Muffin", text: hostile("MUFFIN") },
    });
    await dialogue.register();
    expect(await findings(dialogue)).toEqual([]);
  });
});
