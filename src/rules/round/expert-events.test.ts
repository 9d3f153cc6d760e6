import { expect, test } from "vitest";
import { composeRounds } from "../../../test/helpers/composed-rounds.ts";
import { panelOf } from "../../../test/helpers/example-dialogue.ts";

const panel = panelOf(["Muffin", "Scone"]);
const first = {
  texts: {
    Muffin: "[MUFFIN-P0001: verbs]\nPlain.\n[MUFFIN-T0001: cost]\nDear.",
    Scone: "[SCONE-T0001: too dear]\nYes.",
  },
  judged: { tensions: [{ local_id: "MUFFIN-T0001", merges: ["SCONE-T0001"] }] },
};
const events = (texts: Record<string, string>, judged = {}) =>
  composeRounds(panel, [first, { texts, judged }])[1]!.tensions;
const event = (change: string, actors: string[], item: string | null, note: string | null = null) => ({
  ...{ id: "T0001", change, actors, item, note },
});

test("a tension is raised by all who wrote it, in one event", () => {
  expect(composeRounds(panel, [first])[0]!.tensions).toEqual([event("raised", ["Muffin", "Scone"], "T0001")]);
});

test("what is merged into a tension of an earlier round raises it again; any other merge changes no tension", () => {
  const texts = { Muffin: "[MUFFIN-T0101: cost again]\nStill.", Scone: "[SCONE-P0101: verbs again]\nStill." };
  const merged_into = [
    { local_id: "MUFFIN-T0101", id: "T0001" },
    { local_id: "SCONE-P0101", id: "P0001" },
  ];
  expect(events(texts, { merged_into })).toEqual([event("raised", ["Muffin"], null, "raised again as MUFFIN-T0101")]);
});

test("references address, offer to resolve or reopen; support changes nothing", () => {
  const texts = {
    Muffin: "[MUFFIN-C0101: measured]\n[RE:RESOLVE T0001]\nYes.\n\n[RE:SUPPORT P0001]",
    Scone: "[SCONE-C0101: seen]\n[RE:ADDRESS T0001]\nSo.",
  };
  expect(events(texts)).toEqual([
    event("addressed", ["Muffin"], "C0101", "offers a resolution"),
    event("addressed", ["Scone"], "C0102"),
  ]);
  expect(events({ Muffin: "Yes.", Scone: "[RE:REOPEN T0001]" })).toEqual([event("reopened", ["Scone"], null)]);
});
