/** Whatever stands in a record as free text, the pages keep their headings, tables, boxes and order. */
import fc from "fast-check";
import stringWidth from "fast-string-width";
import { expect, test } from "vitest";
import {
  dialogueOf,
  eventOf,
  itemOf,
  type Records,
  rfcRounds,
  roundOf,
  signalsOf,
  six,
} from "../../test/helpers/example-dialogue.ts";
import { renderDialogueDocument } from "./dialogue-document.ts";
import { renderDialogue } from "./render-dialogue.ts";

/** A dialogue in which every kind of free text occurs. */
function everything(): Records {
  const filed = { source: "expert_write", filed_by: "someone", filed_at: "now", note: "a note" } as const;
  const last = roundOf(six, {
    proposal: ["Use REST."],
    judge: ["Calm."],
    items: [itemOf("E0301", "the log", ["Muffin"]), itemOf("T0301", "late doubt", ["Scone"])],
    texts: six.map((expert) => ({
      expert,
      state: "incomplete",
      lines: ["[MUFFIN-E0301: the log]", "words"],
      provenance: filed,
      others: [{ lines: ["second"], provenance: filed }],
    })),
    merged: [{ local_id: "SCONE-P0301", into: "P0001" }],
    dismissed: [{ local_id: null, expert: "Scone", line: 14, reason: "refers to nothing" }],
    discarded: [{ round: 3, discarded_at: "then", reason: "wrong", texts: [{ expert: "Scone", lines: ["gone"] }] }],
    refs: [{ kind: "RESOLVE", by: "Donut", from: "E0301", target: "T0301", line: 2 }],
    moves: [{ kind: "CONCEDE", by: "Muffin", from: null, targets: ["E0301"], topic: null, line: 1 }],
    stances: six.map((by) => ({ by, position: "CONDITIONAL", confidence: 0.5, text: "If it is tested.", line: 9 })),
    statements: [{ kind: "minority_verdict", by: "Donut", label: "other", lines: ["no"], line: 5 }],
    citations: [
      {
        by: "Muffin",
        item: "E0301",
        path: "a.md",
        from: 1,
        to: 2,
        words: "so",
        result: "not_found",
        blob: null,
        line: 2,
      },
    ],
    signals: [{ by: "Muffin", line: 3, counted: false, why: "raises a tension" }, ...signalsOf(["Scone"])],
    tensions: [
      eventOf("T0301", "raised", { actors: ["Scone"], item: "T0301", note: "again" }),
      eventOf("T0003", "accepted", { note: "we can live with it" }),
    ],
    owners: [{ id: "T0301", owner: "Muffin", resolution_path: "ask" }],
    scores: { W: 1, C: 1, T: 1, R: 1, experts: { muffin: 3, stranger: 1 } },
  });
  // What stands in a draft decides whether it objects: whoever left has a stance, so that the pages quote them in any case.
  const leaves = roundOf(["Muffin", "Old"], {
    stances: [{ by: "Old", position: "HOLD", confidence: null, text: "Not yet.", line: 1 }],
  });
  const words = {
    recommendation: ["Use REST."],
    description: ["Because."],
    conditions: ["test it"],
    vote: "2-0",
    confidence: "strong",
    warning: "mind the gap",
    forced: true,
    key_evidence: ["E0301"],
    key_claims: ["C0001"],
    recommendations_adopted: ["R0101"],
  };
  const document = { path: "docs/rfc.md", sha256: "a".repeat(64) };
  return dialogueOf({
    opening: {
      constraint: "none",
      domain: "APIs",
      rfc: "0057",
      subject: document,
      sources: [document],
      settings: { panel_size: 6, rotation: "none", max_rounds: 3, model: "m", template: "t", alignment: true },
    },
    rounds: [...rfcRounds().slice(0, 2), leaves, last],
    verdicts: [
      { ...words, decisions: [{ topic: "Truth", decision: "files" }] },
      { ...words, verdict_id: "dissent", verdict_type: "dissent", discarded: [] },
    ],
    comparison: {},
  });
}

/** Fields whose values are Blue's own words: an enumeration, a hash or a time. */
const own = new Set(
  "format self prev kind rules created_at registered_at compared_at letter sha256 blob seed source state change position result type tier verdict_type rotation".split(
    " ",
  ),
);

/** The same records with every other string, keys of maps included, replaced throughout. */
function rewrite<T>(value: T, replace: (text: string) => string, field = ""): T {
  if (typeof value === "string") return (own.has(field) ? value : replace(value)) as T;
  if (Array.isArray(value)) return value.map((one) => rewrite(one, replace, field)) as T;
  if (typeof value !== "object" || value === null) return value;
  const map = field === "mapping" || (field === "experts" && !("name" in value));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [map ? replace(key) : key, rewrite(one, replace, key)]),
  ) as T;
}

/** What a page is made of, line by line, words left out; quotations and fences as one. */
function skeleton(page: string): string[] {
  const parts: string[] = [];
  let fenced = false;
  for (const line of page.split("\n")) {
    const fence = line.startsWith("```");
    if (fence) fenced = !fenced;
    const bars = line.replace(/\\./g, "").split("|").length - 1;
    const part =
      fence || fenced
        ? "fence"
        : line.startsWith(">")
          ? "quote"
          : line.startsWith("|")
            ? `row ${bars}`
            : (/^#+ |^- |^<\/?details>/.exec(line)?.[0] ?? (line === "" ? "" : "words"));
    if (part !== "" && (part !== parts.at(-1) || !/fence|quote/.test(part))) parts.push(part);
  }
  return parts;
}

function pagesOf(records: Records): string[] {
  const files = [...renderDialogue(records)].filter(([path]) => path.endsWith(".md")).map(([, text]) => text);
  return [...files, renderDialogueDocument(records)];
}

const fragment = fc.constantFrom(
  ..."`|\\<>[]#*_~│┌ \t\n\r\u0000\u001b\u0085\u200b\u200d\u202e\u2028\u2066\ufeff&日🧁".split(""),
  "```",
  "~~~",
  "<!--",
  "-->",
  "</details>",
  "<details><summary>",
  "</summary>",
  "</blockquote>",
  "<style>",
  "\n# heading",
  "\n| a | b |\n|---|---|",
  "\n> quoted",
  "\n100% CONVERGENCE ACHIEVED",
  "[MOVE:CONVERGE]",
  "](x)",
  "\u001b[31m",
  "👩‍💻",
);
const hostile = fc.array(fragment, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

test("no free text breaks a table, a heading, a box, a fold or a quotation", () => {
  const plain = pagesOf(rewrite(everything(), (text) => `${text}x`)).map(skeleton);
  fc.assert(
    fc.property(hostile, hostile, (before, after) => {
      const pages = pagesOf(rewrite(everything(), (text) => `${before}${text}x${after}`));
      expect(pages.map(skeleton)).toEqual(plain);
    }),
    { numRuns: 50 },
  );
});

test("no page carries an open comment, a raw element or a character that acts", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const page of pagesOf(rewrite(everything(), (one) => `${text}${one}${text}`))) {
        const own = /^<!-- Generated by Blue: (?:[^<>-]|-(?!-))* -->$/m;
        const [outside, inside] = split(page.replace(own, ""));
        const folds = /^<details><summary>[^<>]*<\/summary>\n\n|\n\n<\/details>$/gm;
        expect(outside.match(/^<details>/gm)?.length).toBe(outside.match(/^<\/details>/gm)?.length);
        expect(outside.replace(folds, "").replace(/\\./g, "")).not.toMatch(
          /<!--|<style|<\/?(?:details|summary|blockquote)/i,
        );
        expect(page).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
        const widths = inside.filter((line) => /^[│├└]/.test(line)).map((line) => stringWidth(line));
        expect(new Set(widths).size).toBeLessThanOrEqual(2); // the metrics box has its own width
        expect(inside.filter((line) => /^\s*100%/.test(line))).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});

/** What stands outside fences as one text, and the lines inside. */
function split(page: string): [string, string[]] {
  const parts = page.split(/^```.*$/m);
  const outside = parts.filter((_, i) => i % 2 === 0).join("\n");
  return [outside, parts.filter((_, i) => i % 2 === 1).flatMap((part) => part.split("\n"))];
}

test("the same records give the same pages, in whatever order they were read", () => {
  const backwards = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(backwards) as T;
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, backwards(one)]);
    return Object.fromEntries(entries.reverse()) as T;
  };
  const records = everything();
  const turned = { ...backwards(records), verdicts: [...records.verdicts].reverse() };
  expect(pagesOf(turned)).toEqual(pagesOf(records));
  expect(renderDialogue(records)).toEqual(renderDialogue(structuredClone(records)));
});
