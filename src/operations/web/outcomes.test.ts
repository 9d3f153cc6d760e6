import { expect, it } from "vitest";
import { makeDecided } from "../../../test/helpers/decided.ts";
import { makeDialogue } from "../../../test/helpers/dialogue.ts";
import { makeContext } from "../../context.ts";
import type { SiteData } from "../../web/data.ts";
import { listForPage } from "./dialogue-list.ts";
import { viewForPage } from "./dialogue-view.ts";
import { documentForPage } from "./documents.ts";
import { siteParts } from "./site.ts";

it("the list, the decision and the site say how a decision fared, and count as the command does", async () => {
  const decided = await makeDecided({ git: false });
  const key = { dialogue_id: decided.id };
  const context = makeContext(decided.project);
  expect((await listForPage(decided.project)).statistics.fared).toBeNull();
  await decided.call("dialogue.outcome", { ...key, outcome: "failed", because: "clocks drifted" });
  const entry = { outcome: "failed", because: "clocks drifted", on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  const { dialogues, statistics } = await listForPage(decided.project);
  expect(dialogues).toMatchObject([{ id: decided.id, outcome: entry }]);
  const { fared } = await decided.call<{ fared: { without: number } }>("decisions", { outcomes: true });
  const { without: _, ...counted } = fared;
  expect(statistics.fared).toEqual(counted);
  expect((await viewForPage(decided.id, context)).outcomes).toEqual([entry]);
  for await (const { name, value } of siteParts(context, { isPublic: true }))
    if (name === "site") expect((value as SiteData).decisions).toMatchObject([{ outcomes: [entry] }]);
});

it("an outcome of a document stands at the document, and counts", async () => {
  const dialogue = await makeDialogue();
  const { number: id } = await dialogue.call<{ number: number }>("adr.create", {
    title: "Use cursors",
    decision: "Cursors.",
  });
  await dialogue.call("adr.status", { id, status: "accepted" });
  await dialogue.call("adr.outcome", { id, outcome: "changed", because: "offsets for exports" });
  expect(documentForPage(dialogue.project, "adr", String(id)).outcomes).toMatchObject([{ outcome: "changed" }]);
  const { dialogues, statistics } = await listForPage(dialogue.project);
  expect(dialogues).toMatchObject([{ outcome: null }]);
  expect(statistics.fared).toMatchObject({ decisions: 1, by_way: [{ name: "document", changed: 1, too_few: true }] });
});
