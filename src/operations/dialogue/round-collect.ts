import * as z from "zod";
import { refuse } from "../../errors.ts";
import { speaker } from "../../rules/guests.ts";
import type { Collected } from "../../rules/round/collect.ts";
import { firstSentence } from "../../rules/round/first-sentence.ts";
import { lostCitations } from "../../rules/round/warnings.ts";
import { severities } from "../../rules/vocabulary.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { inPages, refusePageBeyond } from "../paginate.ts";
import { dialogueFlags, dialogueKey } from "./dialogue-key.ts";
import { nextStep } from "./next-step.ts";
import { refuseOtherRound } from "./open-round.ts";
import { type ReadRound, readRound } from "./read-round.ts";
import { changedRevision } from "./shown-material.ts";

const pageSize = 60_000;
/** Of a first sentence in a brief answer. */
const longestSentence = 160;

export const operation = defineOperation({
  name: "dialogue.round-collect",
  summary: "Read what the experts wrote, before you judge it",
  description:
    "A digest of the open round's drafts: who is missing, malformed markers with their fix, every marker with its text and the ID it would get, resolvers per tension, citations not found, signals, stances, near-duplicates, and the digest to echo when you register. `brief`: label, references and first sentence; `items`: only these, in full.",
  effect: "read",
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    brief: z.boolean().default(false),
    items: z.array(z.string()).optional().describe("Local or provisional IDs: only these, in full."),
    outside: z.boolean().default(false).describe("Also what each expert wrote outside its markers, word for word."),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    head: z.string(),
    digest: z.string(),
    present: z.array(z.string()),
    missing: z.array(z.string()),
    incomplete: z.array(z.string()),
    not_asked: z.array(z.string()).optional(),
    problems: z.array(
      z.strictObject({ expert: z.string(), line: z.int(), code: z.string(), message: z.string(), fix: z.string() }),
    ),
    notices: z.array(z.string()),
    items: z.array(
      z.strictObject({
        local_id: z.string(),
        id: z.string(),
        label: z.string(),
        severity: z.enum(severities).optional(),
        refs: z.array(z.string()).optional(),
        text: z.string().optional(),
      }),
    ),
    resolvers: z.array(
      z.strictObject({
        tension: z.string(),
        by: z.array(z.string()),
        now: z.boolean().describe("False: this round raises or reopens it, so it closes in a later one."),
      }),
    ),
    citations: z.strictObject({ found: z.int(), not_found: z.array(z.string()) }),
    signals: z.array(z.strictObject({ expert: z.string(), counted: z.boolean(), why: z.string().nullable() })),
    stances: z.array(
      z.strictObject({
        expert: z.string(),
        position: z.string(),
        confidence: z.number().nullable(),
        refs: z.array(z.string()).optional().describe("What the draft says of others outside its items."),
        text: z.string(),
      }),
    ),
    statements: z.array(
      z.strictObject({ expert: z.string(), kind: z.string(), label: z.string().nullable(), text: z.string() }),
    ),
    outside: z
      .array(z.strictObject({ expert: z.string(), characters: z.int(), text: z.string().optional() }))
      .describe("How much each expert wrote outside its markers; `text` where it was asked for."),
    near_duplicates: z
      .array(z.strictObject({ a: z.string(), b: z.string() }))
      .describe("Worth a look before you merge; never merged by themselves."),
    page: z.int(),
    pages: z.int(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue round-collect webhook-delivery", note: "everything, once" },
    { command: "blue dialogue round-collect webhook-delivery --brief", note: "labels and first sentences" },
  ],
  cli: dialogueFlags,
  run({ round, brief, items: wanted, outside, page, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    const { loaded, next } = dialogue;
    refuseOtherRound(next, round);
    const read = readRound(project, dialogue);
    const { panel, digest, collected } = read;
    const chosen = choose(collected, wanted);
    const short = brief && wanted === undefined;
    const shown = chosen.map(({ local_id, id, label, severity, refs, text }) => ({
      local_id,
      id,
      label,
      ...(severity === null ? {} : { severity }),
      ...(refs.length > 0 ? { refs } : {}),
      ...(text === "" ? {} : { text: short ? firstSentence(text, longestSentence) : text }),
    }));
    const pages = inPages(shown, pageSize);
    refusePageBeyond(page, pages.length);
    const first = page === 1;
    return {
      dialogue_id: loaded.id,
      round: next.round,
      head: next.head,
      digest,
      present: collected.present,
      missing: collected.missing,
      incomplete: collected.incomplete,
      ...(collected.not_asked.length > 0 ? { not_asked: collected.not_asked } : {}),
      problems: first ? collected.problems : [],
      notices: first ? [...named(read.keeps), ...changedRevision(project, dialogue), ...collected.notices] : [],
      items: pages[page - 1]!,
      resolvers: first ? collected.resolvers : [],
      citations: citations(collected),
      signals: collected.signals,
      stances: first
        ? collected.stances.map(({ refs, text, ...stance }) => ({
            ...stance,
            expert: speaker({ panel }, stance.expert),
            ...(refs.length > 0 ? { refs } : {}),
            text: short ? firstSentence(text, longestSentence) : text,
          }))
        : [],
      statements: first ? collected.statements.map((one) => ({ ...one, expert: speaker({ panel }, one.expert) })) : [],
      outside: first
        ? collected.outside.map(({ expert, text }) => ({
            expert: speaker({ panel }, expert),
            characters: text.length,
            ...(outside ? { text } : {}),
          }))
        : [],
      near_duplicates: first ? collected.near_duplicates : [],
      page,
      pages: pages.length,
      next:
        page < pages.length
          ? nextCall(
              "dialogue.round-collect",
              {
                dialogue_id: loaded.id,
                round: next.round,
                ...(brief ? { brief } : {}),
                ...(wanted === undefined ? {} : { items: wanted }),
                ...(outside ? { outside } : {}),
                page: page + 1,
              },
              `Read on: this is page ${page} of ${pages.length}.`,
            )
          : nextStep(project, dialogue, read),
    };
  },
  render: (out) =>
    [
      `Round ${out.round}: ${out.present.length} drafts${out.missing.length > 0 ? `, missing ${out.missing.join(", ")}` : ""}${out.incomplete.length > 0 ? `, incomplete ${out.incomplete.join(", ")}` : ""}${out.not_asked === undefined ? "" : `, not asked ${out.not_asked.join(", ")}`}`,
      ...out.problems.map(({ message, fix }) => `✗ ${message}\n    ${fix}`),
      ...out.notices.map((notice) => `! ${notice}`),
      ...out.near_duplicates.map(({ a, b }) => `! ${a} and ${b} look alike`),
      ...out.citations.not_found.map((one) => `! ${one}`),
      ...out.items.map(
        ({ local_id, id, label, severity, refs, text }) =>
          `\n${id} ${label}${severity === undefined ? "" : ` | ${severity}`}  (${local_id})${refs === undefined ? "" : `\n  ${refs.join(", ")}`}${text === undefined ? "" : `\n  ${text.replaceAll("\n", "\n  ")}`}`,
      ),
      "",
      ...out.resolvers.map(
        ({ tension, by, now }) =>
          `${tension}: ${by.length === 0 ? "no resolver" : `could be closed by ${by.join(" or ")}${now ? "" : " from the next round on"}`}`,
      ),
      `Signals: ${out.signals.map(({ expert, counted, why }) => `${expert}${counted ? "" : ` (not counted: ${why})`}`).join(", ") || "none"}`,
      ...out.stances.map(
        ({ expert, position, confidence, text }) =>
          `${expert}: ${position}${confidence === null ? "" : ` (${confidence})`}${text === "" ? "" : `, ${firstSentence(text, longestSentence)}`}`,
      ),
      ...out.outside.map(
        ({ expert, characters, text }) =>
          `${expert} wrote ${characters} characters outside markers${text === undefined ? "" : `:\n  ${text.replaceAll("\n", "\n  ")}`}`,
      ),
      out.pages > 1 ? `Page ${out.page} of ${out.pages}` : "",
      renderNext(out.next),
    ].join("\n"),
});

/** What keeps the round from being registered, in words. */
function named(keeps: ReadRound["keeps"]): string[] {
  return keeps.map(({ message, suggestion = "" }) => `${message}. ${suggestion}`.trim());
}

function choose({ items }: Collected, wanted: readonly string[] | undefined): Collected["items"] {
  if (wanted === undefined) return items;
  return wanted.map((raw) => {
    const asked = raw.trim().toUpperCase();
    const item = items.find(({ local_id, id }) => local_id === asked || id === asked);
    if (item !== undefined) return item;
    return refuse("target_not_found", { items: raw }, "marker_in_a_draft", {
      message: `\`items\`: no draft of this round contains ${raw}`,
      suggestion: `There are ${items.length} markers; collect without \`items\` lists them.`,
    });
  });
}

function citations({ citations }: Collected): { found: number; not_found: string[] } {
  const lost = lostCitations(citations);
  return { found: citations.length - lost.length, not_found: lost };
}
