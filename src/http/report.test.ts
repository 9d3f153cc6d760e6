import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { makeDialogue } from "../../test/helpers/dialogue.ts";
import { makeContext } from "../context.ts";
import { viewForPage } from "../operations/web/dialogue-view.ts";
import { renderReport } from "./report.ts";

const hostile =
  "</script><script>alert(1)</script><!-- <script> ]]> \u2028\u2029 &lt;/script> </title><img src=x onerror=alert(1)>";

async function hostileReport() {
  const dialogue = await makeDialogue({ create: { title: hostile, question: hostile, background: hostile } });
  await dialogue.round({ Muffin: [`[MUFFIN-P0001: ${hostile.replaceAll("]", "")}]\n${hostile}`] });
  const view = await viewForPage(dialogue.id, makeContext(dialogue.project));
  const data = { project: hostile, written_at: "2026-11-17T00:00:00.000Z", version: "1", view };
  return { data, html: renderReport({ script: "run();", style: "p{}" }, data) };
}

it("a report holds its data word for word, whatever the words are", async () => {
  const { data, html } = await hostileReport();
  const [, embedded = ""] = /<script type="application\/json" id="report">([^<]*)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(data)));
  expect(embedded).not.toMatch(/[<\u2028\u2029]/);
});

it("nothing in a report runs but the page's own script", async () => {
  const { html } = await hostileReport();
  const tags = [...html.matchAll(/<\/?[a-z!][^>]*>/gi)].map(([tag]) => tag.replace(/content="[^"]*"/, "content"));
  expect(tags.filter((tag) => /script|img|onerror|<!--/i.test(tag))).toEqual([
    "<noscript>",
    "</noscript>",
    '<script type="application/json" id="report">',
    "</script>",
    '<script type="module">',
    "</script>",
  ]);
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${hash("run();")};`);
  expect(policy).toContain(`style-src ${hash("p{}")};`);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});
