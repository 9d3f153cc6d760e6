import * as z from "zod";
import { expertSources } from "../rules/records.ts";

/** A member of the panel the Judge wants. Null is as good as absent, so that a panel may be sent back as it was read. */
export const evolveMember = z.strictObject({
  name: z.string().nullish().describe("Pastry name; default: the role's own, else the next free one."),
  role: z.string().nullish().describe("Not needed with the `name` of someone seated before."),
  source: z
    .enum(expertSources)
    .nullish()
    .describe("`retained`: sat before; `created`: called for this dialogue. Default: as the role is known."),
  tier: z.string().nullish().describe("Core, Wildcard, or Adjacent, as a created expert is."),
  relevance: z.number().nullish().describe("0 to 1."),
  focus: z.string().nullish(),
  description: z.string().nullish(),
  model: z.string().nullish(),
  reason: z.string().nullish().describe("Why one is created."),
});

export type EvolveMember = z.output<typeof evolveMember>;
