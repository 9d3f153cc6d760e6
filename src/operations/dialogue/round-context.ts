import * as z from "zod";
import { type BlueError, refusal, refuse } from "../../errors.ts";
import { authorsOf } from "../../rules/guests.ts";
import { itemStatuses } from "../../rules/item-status.ts";
import { foldLedger, isOpen, type Ledger } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import { resolversFor } from "../../rules/resolvers.ts";
import { itemTexts } from "../../rules/round/item-texts.ts";
import { type ItemType, itemTypeLetters, itemTypes } from "../../rules/vocabulary.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { draftPath } from "../../store/drafts.ts";
import { openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { cutText, inPages, refusePageBeyond } from "../paginate.ts";
import { countsOf, countsSchema, renderCounts } from "./support/counts.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { nextStep } from "./support/next-step.ts";

const item = z.strictObject({
  id: z.string(),
  label: z.string(),
  round: z.int(),
  content: z.string(),
  contributors: z.array(z.string()),
  status: z.array(z.string()),
});

/** One list for each type of item. */
const lists = Object.fromEntries(Object.values(itemTypes).map(({ list }) => [list, z.array(item)])) as Record<
  (typeof itemTypes)[ItemType]["list"],
  z.ZodArray<typeof item>
>;
/** Bytes of items on one page; the words of the opening are beside them on the first. */
const pageSize = 48_000;
const longestWords = 6_000;
const longestContent = 24_000;
const longestPath = 600;

export const operation = defineOperation({
  name: "dialogue.round-context",
  summary: "Everything said so far, for the whole panel in one call",
  description:
    "The dialogue, its experts with roles, scores and draft files, and every item up to the given round, with velocity, convergence and what blocks it. Without `round`: the open round. Comes in pages: ask for `page` until `pages`.",
  effect: "read",
  keepsEmptyLists: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("A registered one, as it stood then, or the open one."),
    page: z.int().min(1).default(1),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    registered: z.boolean(),
    head: z.string(),
    title: z.string(),
    question: z.string().nullable(),
    constraint: z.string().nullable(),
    background: z.string(),
    subject: z.string().nullable(),
    sources: z.array(z.string()),
    proposal: z.string().nullable(),
    experts: z.array(
      z.strictObject({
        name: z.string(),
        role: z.string(),
        tier: z.string().nullable(),
        focus: z.string().nullable(),
        source: z.string(),
        score: z.number(),
        on_panel: z.boolean(),
        draft_file: z.string().nullable(),
      }),
    ),
    ...lists,
    open_tensions: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        state: z.string(),
        owner: z.string().nullable(),
        resolution_path: z.string().nullable(),
        resolvers: z.array(z.string()),
      }),
    ),
    ...countsSchema,
    page: z.int(),
    pages: z.int(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue round-context --id webhook-delivery --round 1", note: "as it stood after round 1" },
  ],
  cli: dialogueFlags,
  run({ round, page, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    const { loaded, next } = dialogue;
    const asked = round ?? next.round;
    if (asked > next.round) {
      refuse("round_not_registered", { round: asked }, "round_exists", {
        message: `Round ${asked} is not registered; the open round is ${next.round}`,
        suggestion: `Ask for 0 to ${next.round}.`,
      });
    }
    const registered = asked < next.round;
    const records = loaded.rounds.slice(0, asked + 1);
    const ledger = foldLedger(loaded.opening, records);
    const standing = {
      ...dialogue,
      ledger,
      ...(asked + 1 < next.round ? { problems: [superseded(asked, next.round - 1)] } : {}),
    };
    const panel = registered ? records.at(-1)!.panel : (currentPanel(dialogue) ?? []);
    const pages = inPages(inventory(ledger, loaded.path), pageSize);
    refusePageBeyond(page, pages.length);
    const first = page === 1;
    const opening = (text: string | null) =>
      text === null ? null : cutText(text, longestWords, `${loaded.path}/opening.json`);
    const last = records.at(-1);
    const proposal = last?.proposal?.join("\n") ?? null;
    return {
      dialogue_id: loaded.id,
      round: asked,
      registered,
      head: ledger.head,
      title: loaded.opening.title,
      question: opening(loaded.opening.question),
      constraint: first ? opening(loaded.opening.constraint) : null,
      background: first ? opening(loaded.opening.background.join("\n"))! : "",
      subject: loaded.opening.subject && currentPath(project, loaded.opening.subject.path),
      sources: loaded.opening.sources.map(({ path }) => currentPath(project, path)),
      proposal:
        first && proposal !== null
          ? cutText(proposal, longestWords, `${loaded.path}/round-${last!.round}/round.json`)
          : null,
      experts: experts(ledger, panel, (name) => (registered ? null : draftPath(next, name))),
      ...byList(pages[page - 1]!),
      open_tensions: [...ledger.tensions.values()]
        .filter((tension) => first && isOpen(tension))
        .map((tension) => {
          const { id, label, state, owner, resolution_path: path } = tension;
          const shown = path === null ? null : cutText(path, longestPath, `${loaded.path}/tensions.md`);
          return { id, label, state, owner, resolution_path: shown, resolvers: resolversFor(ledger, tension) };
        }),
      ...countsOf(standing),
      page,
      pages: pages.length,
      next: nextStep(project, dialogue),
    };
  },
  render: (out) =>
    [
      `${out.title}, ${out.registered ? "after" : "open"} round ${out.round}`,
      ...Object.values(itemTypes).flatMap(({ list }) =>
        out[list].map(
          ({ id, label, status }) => `  ${id} ${label}${status.length > 0 ? ` (${status.join(", ")})` : ""}`,
        ),
      ),
      out.pages > 1 ? `Page ${out.page} of ${out.pages}` : "",
      renderCounts(out),
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

type Item = z.output<typeof item> & { type: ItemType };

function inventory(ledger: Ledger, folder: string): Item[] {
  const texts = itemTexts(ledger.records);
  const statuses = itemStatuses(ledger, undefined);
  return [...ledger.items.values()].map(({ id, type, label, round, sources }) => ({
    type,
    id,
    label,
    round,
    content: cutText(
      (texts.get(sources[0]!.local_id) ?? []).join("\n"),
      longestContent,
      `${folder}/round-${round}/round.json`,
    ),
    contributors: authorsOf(ledger, { sources }),
    status: [...(type === "T" ? [ledger.tensions.get(id)!.state] : []), ...(statuses.get(id) ?? [])],
  }));
}

function byList(items: readonly Item[]): Record<keyof typeof lists, z.output<typeof item>[]> {
  const ofType = (wanted: ItemType) => items.filter(({ type }) => type === wanted).map(({ type: _, ...one }) => one);
  const found = itemTypeLetters.map((type) => [itemTypes[type].list, ofType(type)]);
  return Object.fromEntries(found) as ReturnType<typeof byList>;
}

function experts(
  { records }: Ledger,
  panel: readonly { name: string; role: string; tier: string | null; focus: string | null; source: string }[],
  draftFile: (name: string) => string | null,
) {
  const seated = new Map(
    [...records.flatMap((record) => record.panel), ...panel].map((member) => [expertKey(member.name), member]),
  );
  const onPanel = new Set(panel.map(({ name }) => expertKey(name)));
  return [...seated].map(([key, { name, role, tier, focus, source }]) => ({
    name,
    role,
    tier,
    focus,
    source,
    score: records.reduce(
      (sum, { scores }) => sum + (Object.entries(scores.experts).find(([who]) => expertKey(who) === key)?.[1] ?? 0),
      0,
    ),
    on_panel: onPanel.has(key),
    draft_file: onPanel.has(key) ? draftFile(name) : null,
  }));
}

function superseded(asked: number, last: number): BlueError {
  return refusal("round_not_registered", { round: asked }, "highest_round", {
    message: `Round ${asked} is not the last one; round ${last} is`,
  });
}
