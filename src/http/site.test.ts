import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { dataScript, sitePage } from "./site.ts";

const hostile = "</script><script>alert(1)</script><!-- '; alert(1); ' \\' \" \\ \u2028\u2029 `";

it("a data script holds its value word for word, whatever the words are, and can end no element", () => {
  const value = JSON.parse(`{"__proto__": {"a": 1}, "words": ${JSON.stringify(hostile)}}`) as unknown;
  const script = dataScript("dialogues/2026-01-01T0000Z-a", value);
  expect(script).not.toMatch(/[<\u2028\u2029]/);
  const found = runInNewContext(`${script}; globalThis.blue`) as Record<string, string>;
  expect(Object.keys(found)).toEqual(["dialogues/2026-01-01T0000Z-a"]);
  expect(JSON.parse(found["dialogues/2026-01-01T0000Z-a"]!)).toEqual(value);
});

it("a page names its parts by relative paths, lets nothing else run, and shows its title as words", () => {
  const html = sitePage({ html: readFileSync("src/web/index.html", "utf8") }, { title: hostile, data: "blue-data" });
  const named = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => path!);
  expect(named.filter((path) => !path.startsWith("data:"))).toEqual(["page.css", "blue-data/site.js", "page.js"]);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain("module");
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain("connect-src");
  expect(policy).not.toContain("unsafe");
});
