/** What was agreed before the first paid call: kept with the play, so that a resume goes on with the same. */
import * as z from "zod";
import { expertPool } from "../panel/pool-input.ts";
import { templateNames } from "../panel/templates.ts";
import { methods, rotations } from "../rules/records.ts";

const choice = z.strictObject({ runner: z.string(), model: z.string().nullable() });

export const playPlan = z.strictObject({
  id: z.string(),
  topic: z.string(),
  question: z.string().nullable(),
  constraint: z.string().nullable(),
  rfc: z.string().nullable(),
  subject: z.string().nullable(),
  sources: z.array(z.string()),
  /** Files beside those that git tracks, as the command line names them. */
  include: z.array(z.string()),
  template: z.enum(templateNames).nullable(),
  pool: expertPool.nullable(),
  pool_size: z.int(),
  panel_size: z.int(),
  rotation: z.enum(rotations),
  max_rounds: z.int(),
  /** Share of signals at which a play stops spending although the gate is shut. */
  convergence: z.number(),
  method: z.enum(methods),
  max_size: z.int().nullable(),
  cross_check: z.boolean(),
  /** Add one expert at a time to the blind round while a further look pays. Plans from before it have none. */
  until_stop: z.boolean().default(false),
  seats: z.array(choice.extend({ count: z.int().nullable() })).min(1),
  judge: choice,
  author: choice,
  budget: z.strictObject({ tokens: z.int(), usd: z.number().nullable() }),
  concurrency: z.int().nullable(),
  timeout_minutes: z.number(),
  force: z.boolean(),
  allow_accept: z.boolean(),
  allow_unconfined: z.boolean(),
});

export type PlayPlan = z.output<typeof playPlan>;
