import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { authorOf } from "../../../test/helpers/author.ts";
import { edit, makeDialogue, raisesTension, refusalOf } from "../../../test/helpers/dialogue.ts";
import { exported } from "../../../test/helpers/exported.ts";
import { makeContext } from "../../context.ts";
import { drawDraft, marksIn } from "../../web/model/drawn-draft.ts";
import { viewForPage } from "./dialogue-view.ts";

it("holds the export and the status, as the operations answer them", async () => {
  const dialogue = await makeDialogue();
  await dialogue.round({ Muffin: raisesTension });
  const view = await viewForPage(dialogue.id, makeContext(dialogue.project));
  expect(JSON.parse(JSON.stringify(view.export))).toEqual(await exported(dialogue));
  expect(view.status).toEqual(await dialogue.call("dialogue.status", { dialogue_id: dialogue.id }));
});

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
    const { live, export: all } = await viewForPage(dialogue.id, makeContext(dialogue.project));
    const key = expert.toLowerCase();
    const text = all.rounds[0]?.texts.find((one) => one.expert === expert)?.text;
    const draft = live?.drafts.find((one) => one.expert === expert);
    const parts = text === undefined ? drawDraft(draft!.text, draft!.marks) : drawDraft(text, marksIn(all, 0, key));
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
