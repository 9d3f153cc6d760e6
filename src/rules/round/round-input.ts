/**
 * What the Judge hands in when it registers a round: judgement only. Counts it may also send (RFC 0057 §10) are compared with what the drafts
 * say and never believed.
 */

import * as z from "zod";
import { type ItemType, itemTypes } from "../vocabulary.ts";

const listed = z.strictObject({
  local_id: z.string().describe("The marker that leads, e.g. `MUFFIN-P0101`."),
  merges: z.array(z.string()).optional().describe("Markers that say the same."),
  label: z.string().optional().describe("Beside the expert's own label."),
  content: z.string().optional().describe("Ignored."),
  contributors: z.array(z.string()).optional().describe("Must be whose markers these are."),
  refs: z
    .array(z.strictObject({ type: z.string(), target: z.string() }))
    .optional()
    .describe("Must be references its markers make."),
  status: z.string().optional().describe("Must be `open`."),
});

/** Who settles a tension is most naturally said where it is listed; `tension_updates` says it for those of earlier rounds. */
const listedTension = listed.extend({
  owner: z.string().trim().min(1).optional().describe("The expert who is to settle it."),
  resolution_path: z.string().optional().describe("How it could be settled."),
});

/** One list for each type of item. Order decides the IDs; what is not listed follows in panel order. */
const lists = Object.fromEntries(
  Object.entries(itemTypes).map(([type, { list }]) => [
    list,
    z.array(type === "T" ? listedTension : listed).optional(),
  ]),
) as { [Type in ItemType as (typeof itemTypes)[Type]["list"]]: z.ZodOptional<z.ZodArray<typeof listedTension>> };

const names = z.array(z.string());

/** Also as RFC 0057 prints it in its tables: `OPEN`, `ACCEPTED UNRESOLVED`. */
const tensionStatus = z
  .string()
  .transform((said) => said.toLowerCase().replace(/^\W*(accepted)[ _-]unresolved\W*$/, "$1"))
  .pipe(z.enum(["open", "addressed", "resolved", "reopened", "accepted"]))
  .describe("`accepted` (ACCEPTED UNRESOLVED) takes a `reason`.");

export const roundInput = z.strictObject({
  score_components: z
    .strictObject({ W: z.number(), C: z.number(), T: z.number(), R: z.number() })
    .optional()
    .describe("Wisdom, Consistency, Truth, Relationships: each from 0, often 20 to 50, unbounded."),
  score: z.number().optional().describe("Their sum; alone where you do not split it."),
  expert_scores: z.record(z.string(), z.number()).optional().describe("One number per expert."),
  summary: z.string().optional().describe("Your own words; becomes judge.md."),
  proposal: z.string().optional().describe("If it was not given with the prompts."),
  ...lists,
  merge: z
    .union([z.literal("proposed"), z.array(z.string().includes("="))])
    .optional()
    .describe("`proposed`: all of them, but for markers you place; or your own: `A = B`."),
  merged_into: z
    .array(z.strictObject({ local_id: z.string(), id: z.string() }))
    .optional()
    .describe("Markers that repeat an item of an earlier round."),
  dismissed: z
    .array(
      z.strictObject({
        local_id: z.string().optional(),
        expert: z.string().optional(),
        line: z.int().min(1).optional(),
        reason: z.string().trim().min(1),
      }),
    )
    .optional()
    .describe("An item (`local_id`; never P or T) or a malformed marker or reference (`expert`, `line`)."),
  tension_updates: z
    .array(
      z.strictObject({
        id: z.string().describe("Several by one `via`, or minor ones accepted: `T0003, T0007`."),
        status: tensionStatus.optional(),
        via: z.string().optional().describe("The one item that resolves it; implies `resolved`."),
        note: z.string().optional().describe("With `resolved` or `accepted` only; likewise `reason`."),
        reason: z.string().optional(),
        owner: z.string().trim().min(1).optional(),
        resolution_path: z.string().optional(),
      }),
    )
    .optional(),
  absent: names.optional().describe("Panel members who wrote nothing."),
  incomplete: names.optional().describe("Whose draft ends inside a marker; their signal does not count."),
  open_tensions: z.union([z.int(), names]).optional().describe("Compared, never believed; likewise the next four."),
  new_perspectives: z.union([z.int(), names]).optional(),
  converge_signals: z.union([z.int(), names]).optional(),
  velocity: z.int().optional(),
  panel_size: z.int().optional(),
  panel: z.array(z.union([z.string(), z.looseObject({ name: z.string() })])).optional(),
});

export type RoundInput = z.output<typeof roundInput>;
export type ListedItem = z.output<typeof listedTension>;
