import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { makeDecided, schemaPath } from "../../../test/helpers/decided.ts";
import { edit, makeDialogue, raisesTension, refusalOf } from "../../../test/helpers/dialogue.ts";
import { exported } from "../../../test/helpers/exported.ts";
import { makeContext } from "../../context.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import type { DialogueView } from "../../web/data.ts";
import { drawDraft, marksIn } from "../../web/model/drawn-draft.ts";
import { listForPage } from "./dialogue-list.ts";
import { viewForPage } from "./dialogue-view.ts";
import { recordedMarks } from "./draft-marks.ts";
import { siteParts } from "./site.ts";

it("holds the export, without hashes of citations and the events, and the status, as the operations answer them", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  const view = await viewForPage(dialogue.id, makeContext(dialogue.project));
  const { events, citations, ...all } = (await exported(dialogue)) as unknown as {
    events: object[];
    citations: { blob: unknown }[];
  };
  const shown = { ...all, citations: citations.map(({ blob: _, ...one }) => one) };
  expect(JSON.parse(JSON.stringify(view.export))).toEqual(shown);
  expect(events.length).toBeGreaterThan(0);
  expect(view.status).toEqual(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }));
});

/** As the page draws it: recorded in round 0, or in work. */
function drawn(view: DialogueView, expert: string) {
  const text = view.export.rounds[0]?.texts.find((one) => one.expert === expert)?.text;
  if (text !== undefined) return drawDraft(text, marksIn(view, 0, expert.toLowerCase()));
  const draft = view.live!.drafts.find((one) => one.expert === expert)!;
  return drawDraft(draft.text, draft.marks);
}

it("draws a draft's markers as the record has them, and as collecting reads them before", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll({
    Muffin: [
      "**[MUFFIN-P0001: in bold]**\nIt counts.",
      "【MUFFIN-E0001：full width】\nIt counts too.",
      "[muffin-c0001: lower case]\nAnd so does it.",
      "<!-- [MUFFIN-S0001: APPROVE | 0.9]\n[MOVE:CONVERGE] -->",
      "````\n```\n[MOVE:CONVERGE]\n```\n[MUFFIN-T0001: in a fence | critical]\n````",
      "> [MUFFIN-T0002: in a quotation]",
      "[MUFFIN-S0001: REJECT | 0.8]\nNot so.",
    ].join("\n\n"),
    Scone: ["[PERSPECTIVE P01: the older dialect]\nAs it was.", "[CONVERGENCE CONFIRMED]"],
  });
  const shown = async (expert: string) => {
    const parts = drawn(await viewForPage(dialogue.id, makeContext(dialogue.project)), expert);
    return parts.filter(({ kind }) => kind !== "text");
  };
  const before = [await shown("Muffin"), await shown("Scone")];
  expect(before[0]).toMatchObject([
    { kind: "item", id: "MUFFIN-P0001", label: "in bold" },
    { kind: "item", id: "MUFFIN-E0001", label: "full width" },
    { kind: "item", id: "MUFFIN-C0001", label: "lower case" },
    { kind: "stance", position: "REJECT", confidence: 0.8 },
  ]);
  expect(before[1]).toMatchObject([
    { kind: "item", id: "SCONE-P0001", label: "the older dialect" },
    { kind: "marks", marks: [{ kind: "move", name: "CONVERGE" }] },
    { kind: "stance", position: "APPROVE" },
  ]);
  await dialogue.register();
  expect([await shown("Muffin"), await shown("Scone")]).toEqual(before);
});

it("draws severities and labels as the items have them, and cuts out nothing but markers", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll({
    Muffin: [
      "[MUFFIN-T0001: loses orders | blocker]",
      "They are gone.",
      "- **[MUFFIN-P0001: cheap to run | critical]** on one machine, MUFFIN-T0001 apart",
      "[MUFFIN-T0002: slow | minor] but I [will never support a rollout] [RE:SUPPORT MUFFIN-P0001]",
      '[MUFFIN-C0001: fine] see [the cite] [CITE nowhere.md "some [words]"] there [RE:SUPPORT MUFFIN-P0001]',
    ].join("\n"),
  });
  const shown = async () => drawn(await viewForPage(dialogue.id, makeContext(dialogue.project)), "Muffin");
  const item = (id: string, label: string, severity: string | null) => ({ kind: "item", id, label, severity });
  const support = (target: string) => ({
    kind: "marks",
    marks: [{ kind: "ref", name: "SUPPORT", targets: [target], topic: "" }],
  });
  const parts = (target: string, result: string | null) => [
    item("MUFFIN-T0001", "loses orders", "critical"),
    { kind: "text", text: "They are gone." },
    item("MUFFIN-P0001", "cheap to run | critical", null),
    { kind: "text", text: "-  on one machine, MUFFIN-T0001 apart" },
    item("MUFFIN-T0002", "slow", "minor"),
    { kind: "text", text: "but I [will never support a rollout]" },
    support(target),
    item("MUFFIN-C0001", "fine", null),
    { kind: "text", text: "see [the cite]  there" },
    support(target),
    { kind: "cite", path: "nowhere.md", words: "some [words]", result },
  ];
  expect(await shown()).toMatchObject(parts("MUFFIN-P0001", null));
  await dialogue.register();
  expect(await shown()).toMatchObject(parts("P0001", "file_missing"));
});

it("calls a merged marker what its own author wrote there, as severe as that said", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll({
    Muffin: "[MUFFIN-T0001: price | major]\nToo much.",
    Scone: "[SCONE-T0001: cost \\| low]\nThe same.",
  });
  await dialogue.register({
    tensions: [{ local_id: "MUFFIN-T0001", label: "money", merges: ["SCONE-T0001"] }],
  });
  const view = await viewForPage(dialogue.id, makeContext(dialogue.project));
  expect(drawn(view, "Muffin")[0]).toMatchObject({ label: "price", severity: "major" });
  expect(drawn(view, "Scone")[0]).toMatchObject({ label: "cost", severity: "minor" });
});

it("a round from before other words for a severity were read keeps them in the label", async () => {
  const dialogue = await makeDialogue();
  dialogue.writeAll({
    Muffin: "[MUFFIN-T0001: price]\nToo much.",
    Scone: "[SCONE-T0001: cost | low]\nThe same.",
  });
  await dialogue.register({ tensions: [{ local_id: "MUFFIN-T0001", merges: ["SCONE-T0001"] }] });
  const { ledger } = openDialogue(dialogue.project, { dialogue_id: dialogue.id });
  const older = ledger.records.map((one) => ({
    ...one,
    merged: one.merged.map(({ local_id, into }) => ({ local_id, into })),
  }));
  const { items } = recordedMarks({ ...ledger, records: older }).find(({ expert }) => expert === "Scone")!;
  expect(items).toEqual({ "SCONE-T0001": { label: "cost | low", severity: null } });
});

it("shows the round in work as it is written: who wrote what, and who is still missing", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  const live = async () => (await viewForPage(dialogue.id, makeContext(dialogue.project))).live!;
  expect(await live()).toMatchObject({ round: 1, asked: null, author: null });
  await dialogue.call("dialogue.round-prompt", { dialogue_id: dialogue.id, proposal: "Use REST." });
  dialogue.write("Muffin", ["[MUFFIN-R0101: cache]\n[RE:RESOLVE T0001]\nCache it.", "[MOVE:CONVERGE]"]);
  dialogue.write("Cupcake", "[CUPCAKE-T0101: stale | major]\nOld answers.\n\n[CUPCAKE-T01");
  const { asked, drafts } = await live();
  expect(asked).toBe("panel");
  expect(drafts.map(({ expert, state, converge }) => [expert, state, converge])).toEqual([
    ["Muffin", "complete", true],
    ["Cupcake", "incomplete", false],
    ["Scone", "missing", false],
  ]);
  expect(drafts[0]).toMatchObject({
    written_at: "2026-02-03T14:22:00.000Z",
    stance: { position: "APPROVE", confidence: 0.9 },
    markers: [
      {
        local_id: "MUFFIN-R0101",
        type: "R",
        label: "cache",
        severity: null,
        line: 1,
        refs: [{ kind: "RESOLVE", target: "T0001" }],
      },
    ],
  });
  expect(drafts[1]!.markers).toMatchObject([{ local_id: "CUPCAKE-T0101", severity: "major" }]);
  expect(drafts[2]).toMatchObject({ written_at: null, text: "", markers: [], stance: null });
});

it("shows the author at work", async () => {
  const dialogue = await makeDialogue({ tree: { "docs/api.md": "Use RPC.\n" }, create: { subject: "docs/api.md" } });
  await dialogue.round({ Muffin: raisesTension });
  const { revise, write } = authorOf(dialogue);
  const author = async () => (await viewForPage(dialogue.id, makeContext(dialogue.project))).live!.author;
  await revise();
  expect(await author()).toEqual({ asked: 1, written: 0, text: null, answers: null, answered: [], written_at: null });
  write("Use REST.\n", "T0001: refused, it costs little.\n");
  expect(await author()).toMatchObject({
    answered: [{ id: "T0001", answer: "refused", text: "it costs little." }],
    asked: 1,
    written: 1,
    text: "Use REST.",
    answers: "T0001: refused, it costs little.",
    written_at: expect.any(String),
  });
});

it("says of every file it rests on whether it changed since", async () => {
  const tree = { "docs/api.md": "Use RPC.\n", "docs/cost.md": "Dear.\n", "docs/old.md": "Old.\n" };
  const dialogue = await makeDialogue({ tree, create: { subject: "docs/api.md", sources: ["docs/old.md"] } });
  await dialogue.round({
    Muffin: [
      '[MUFFIN-E0001: cost]\n[CITE docs/cost.md#L1 "Dear"]\n[CITE docs/cost.md]\n[CITE ../../etc/passwd]\n[CITE docs/never.md]',
    ],
  });
  const files = async () =>
    (await viewForPage(dialogue.id, makeContext(dialogue.project))).files.map(({ path, as, citations, changed }) => [
      path,
      as.join(),
      citations,
      changed,
    ]);
  expect(await files()).toEqual([
    ["docs/api.md", "subject", 0, "same"],
    ["docs/old.md", "source", 0, "same"],
    ["docs/cost.md", "cited", 2, "same"],
    ["../../etc/passwd", "cited", 1, "unknown"],
    ["docs/never.md", "cited", 1, "unknown"],
  ]);
  edit(dialogue.root, "docs/cost.md", (text) => `${text}!`);
  rmSync(join(dialogue.root, "docs/old.md"));
  expect((await files()).slice(1, 3).map((one) => one[3])).toEqual(["gone", "changed"]);
});

it("shows a damaged dialogue as far as it can be read, and says what is wrong", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  await dialogue.round({});
  edit(dialogue.root, `.blue/dialogues/${dialogue.id}/round-1/round.json`, (text) => text.slice(0, 100));
  const view = await viewForPage(dialogue.id, makeContext(dialogue.project));
  expect(view.status.state).toBe("damaged");
  expect(view.status.problems).not.toEqual([]);
  expect(view.export.rounds.map(({ round }) => round)).toEqual([0]);
});

it("a decided dialogue has no round in work; an unknown one is refused", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({});
  await dialogue.verdict();
  const context = makeContext(dialogue.project);
  expect((await viewForPage(dialogue.id, context)).live).toBeNull();
  expect(await refusalOf(viewForPage("nothing", context))).toMatchObject({ error_code: "not_found" });
});

it.each([
  ["wip", "rotted", "under_way"],
  ["rejected", "sound", "overruled"],
])(
  "a decision whose RFC is %s stands in the list and in its view as `decisions` says",
  async (status, health, standing) => {
    const decided = await makeDecided();
    const header = `---\ntitle: Orders\nstatus: ${status}\ndialogue: ${decided.id}\n---\n\nDo it.\n`;
    decided.change(`.blue/docs/rfcs/0001-orders.${status}.md`, header);
    decided.change(schemaPath, "-- gone\n");
    const context = makeContext(decided.project);
    expect((await decided.decisions()).decisions).toMatchObject([{ standing, health }]);
    expect((await listForPage(decided.project)).dialogues).toMatchObject([{ state: "decided", standing }]);
    const { decision } = await viewForPage(decided.id, context);
    expect(decision).toEqual({ standing, health, documents: [{ id: "RFC 0001", status }] });
    for await (const { value } of siteParts(context, { isPublic: false }))
      if ("value" in value && value.value !== null && "export" in value.value)
        expect(value.value.decision).toEqual(decision);
  },
);

it("a decision that has rotted has so in its view", async () => {
  const decided = await makeDecided();
  decided.change(schemaPath, "-- gone\n");
  const [listed] = (await decided.decisions()).decisions;
  const { decision } = await viewForPage(decided.id, makeContext(decided.project));
  expect(decision).toEqual({ standing: "judged", health: listed!.health, documents: [] });
  expect(decision!.health).toBe("rotted");
});
