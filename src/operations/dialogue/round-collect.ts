import * as z from "zod";
import { refuse } from "../../errors.ts";
import { coverageLine, laterLookWords } from "../../pages/coverage-lines.ts";
import { plural } from "../../pages/page.ts";
import { speaker } from "../../rules/guests.ts";
import { isFound } from "../../rules/rot.ts";
import type { Collected } from "../../rules/round/collect.ts";
import { firstSentence } from "../../rules/round/first-sentence.ts";
import { lostCitations } from "../../rules/round/warnings.ts";
import { severities } from "../../rules/vocabulary.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { nextCall, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { inPages, refusePageBeyond } from "../paginate.ts";
import { collectedInShort, collectedSchema, type ShownItem, stanceLines } from "./support/collected-answer.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";
import { refuseOtherRound } from "./support/open-round.ts";
import { type ReadRound, readRound } from "./support/read-round.ts";
import { changedRevision } from "./support/shown-material.ts";

const pageSize = 60_000;
/** Of a first sentence in a brief answer. */
const longestSentence = 160;

export const operation = defineOperation({
  name: "dialogue.round-collect",
  summary: "Read what the experts wrote, before you judge it",
  description:
    "What the open round's drafts say, in brief: every marker's label, severity, references, citations found or not; stances, proposed merges, resolvers per tension, who is missing, problems with their fix, and the digest to echo. `texts: 10` adds the ten most worth reading.",
  effect: "read",
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    items: z.array(z.string()).optional().describe("Only these, in full, by ID."),
    texts: z.int().min(0).default(0).describe("So many in full, the worst first."),
    full: z.boolean().default(false).describe("Every text in full."),
    outside: z.boolean().default(false).describe("Also what is outside markers."),
    page: z.int().min(1).default(1),
  }),
  output: collectedSchema,
  examples: [
    { command: "blue dialogue round-collect webhook-delivery", note: "labels, stances, merges, problems" },
    { command: "blue dialogue round-collect webhook-delivery --texts 10", note: "and the ten worth reading first" },
    { command: "blue dialogue round-collect webhook-delivery --full", note: "everything, word for word" },
  ],
  cli: dialogueFlags,
  run({ round, items: wanted, texts, full, outside, page, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    const { loaded, next } = dialogue;
    refuseOtherRound(next, round);
    const read = readRound(project, dialogue);
    const { panel, digest, collected } = read;
    const chosen = choose(collected, wanted);
    const whole = full || wanted !== undefined ? chosen : worthReading(collected).slice(0, texts);
    const shown = chosen.map((item) => {
      const { local_id, id, label, severity, refs, cited, not_found, text } = item;
      return {
        local_id,
        id,
        label,
        ...(severity === null ? {} : { severity }),
        ...(refs.length > 0 ? { refs } : {}),
        ...(cited > 0 ? { cited } : {}),
        ...(not_found > 0 ? { not_found } : {}),
        ...(text !== "" && whole.includes(item) ? { text } : {}),
      };
    });
    const pages = inPages(shown, pageSize);
    refusePageBeyond(page, pages.length);
    /** Beside the items, once: not with a later page, nor with items that were asked for by name. */
    const first = <T>(list: readonly T[]): T[] => (page === 1 && wanted === undefined ? [...list] : []);
    const brief = (text: string) => (full ? text : firstSentence(text, longestSentence));
    const lost = lostCitations(collected.citations);
    return {
      dialogue_id: loaded.id,
      round: next.round,
      head: next.head,
      digest,
      present: collected.present,
      missing: collected.missing,
      incomplete: collected.incomplete,
      ...(collected.not_asked.length > 0 ? { not_asked: collected.not_asked } : {}),
      items: pages[page - 1]!,
      stances: first(collected.stances).map(({ refs, text, ...stance }) => ({
        ...stance,
        expert: speaker({ panel }, stance.expert),
        ...(refs.length > 0 ? { refs } : {}),
        text: brief(text),
      })),
      signals: first(collected.signals),
      statements: first(collected.statements).map((one) => ({
        ...one,
        expert: speaker({ panel }, one.expert),
        text: brief(one.text),
      })),
      outside: first(collected.outside).map(({ expert, text }) => ({
        expert: speaker({ panel }, expert),
        characters: text.length,
        ...(outside ? { text } : {}),
      })),
      proposed_merges: first(collected.proposed_merges),
      perhaps_merges: first(collected.perhaps_merges),
      ...(wanted === undefined ? { coverage: collected.coverage, later_looks: collected.later_looks } : {}),
      resolvers: first(collected.resolvers),
      citations: { found: collected.citations.filter(isFound).length, not_found: first(lost) },
      notices: first([...named(read.keeps), ...changedRevision(project, dialogue), ...collected.notices]),
      problems: first(collected.problems),
      page,
      pages: pages.length,
      next:
        page < pages.length
          ? nextCall(
              "dialogue.round-collect",
              {
                dialogue_id: loaded.id,
                round: next.round,
                ...(wanted === undefined ? {} : { items: wanted }),
                ...(texts > 0 ? { texts } : {}),
                ...(full ? { full } : {}),
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
      `Round ${out.round}: ${plural(out.present.length, "draft")}${out.missing.length > 0 ? `, missing ${out.missing.join(", ")}` : ""}${out.incomplete.length > 0 ? `, incomplete ${out.incomplete.join(", ")}` : ""}${out.not_asked === undefined ? "" : `, not asked ${out.not_asked.join(", ")}`}`,
      ...out.items.flatMap(itemLines),
      ...section("Stances", stanceLines(out)),
      ...section(
        "Outside markers",
        out.outside.map(
          ({ expert, characters, text }) =>
            `${expert} wrote ${characters} characters${text === undefined ? "" : `:\n  ${text.replaceAll("\n", "\n  ")}`}`,
        ),
      ),
      ...section(
        "Say the same? (`merges` in the registration)",
        out.proposed_merges.map((group) => groupWords(out.items, group)),
      ),
      ...section(
        "Stand alone: perhaps the same in other words",
        out.perhaps_merges.map((group) => groupWords(out.items, group)),
      ),
      ...section(
        "Before your merging",
        out.coverage === undefined ? [] : [...coverageLine(out.coverage), ...laterLookWords(out.later_looks)],
      ),
      ...section("What could close a tension", closersLines(out.resolvers)),
      ...section("Problems", [
        ...out.citations.not_found.map((one) => `! ${one}`),
        ...out.notices.map((notice) => `! ${notice}`),
        ...out.problems.map(({ message, fix }) => `✗ ${message}\n    ${fix}`),
      ]),
      "",
      ...(out.pages > 1 ? [`Page ${out.page} of ${out.pages}`] : []),
      renderNext(out.next),
    ].join("\n"),
  inShort: collectedInShort,
});

/** On one line; what is shown in full stands apart. */
function itemLines({ local_id, id, label, severity, refs, cited = 0, not_found, text }: ShownItem): string[] {
  const said = [
    ...(severity === undefined ? [] : [severity]),
    ...(refs ?? []),
    ...(cited === 0 ? [] : [`${cited - (not_found ?? 0)} of ${plural(cited, "citation")} found`]),
  ];
  const line = `${id} ${label}  (${[local_id, ...said].join("; ")})`;
  return text === undefined ? [line] : ["", line, `  ${text.replaceAll("\n", "\n  ")}`, ""];
}

function groupWords(items: readonly ShownItem[], group: readonly string[]): string {
  const label = (id: string) => items.find(({ local_id }) => local_id === id)?.label;
  return group.map((id) => `${id}${label(id) === undefined ? "" : ` “${label(id)}”`}`).join(" = ");
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", heading, ...lines.map((line) => `  ${line}`)];
}

/** The worst first, then what may close a tension now, what may be merged, the other tensions: where a Judge reads more than the label. */
function worthReading({ items, proposed_merges, resolvers }: Collected): Collected["items"] {
  const paired = new Set(proposed_merges.flat());
  const closing = new Set(resolvers.filter(({ now }) => now).flatMap(({ by }) => by));
  const rank = ({ id, local_id, severity }: Collected["items"][number]) => {
    if (severity === "critical") return 0;
    if (closing.has(local_id)) return 1;
    if (paired.has(local_id)) return id.startsWith("T") ? 2 : 3;
    return id.startsWith("T") ? 4 + (severity === null ? severities.length : severities.indexOf(severity)) : 9;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}

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

/** What may close now, or has nothing that could. The rest of a blind round, all of it, waits for the next one: a number is enough. */
function closersLines(resolvers: z.output<typeof collectedSchema>["resolvers"]): string[] {
  const isLater = ({ by, now }: (typeof resolvers)[number]) => by.length > 0 && !now;
  const later = resolvers.filter(isLater).length;
  return [
    ...resolvers
      .filter((one) => !isLater(one))
      .map(({ tension, by }) => `${tension}: ${by.length === 0 ? "no resolver" : by.join(" or ")}`),
    ...(later === 0 ? [] : [`${plural(later, "tension")} of this round: by what offers a fix, from the next round on`]),
  ];
}
