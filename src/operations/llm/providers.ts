import * as z from "zod";
import type { Provider } from "../../context.ts";
import { safeLine } from "../../safe-text.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "llm.providers",
  summary: "List who can play a dialogue: agents, model servers, your own",
  description:
    "Looks for every runner that `blue play` can use and says of each whether it is usable, and else what to do: version, where its words go, whether it can be the Judge, and whether it was measured that a run cannot get out of the files it is given. Reads `~/.config/blue/config.yaml`. Asks no model and costs nothing.",
  effect: "read",
  toolset: "maintenance",
  input: z.strictObject({}),
  output: z.strictObject({
    providers: z.array(
      z.strictObject({
        name: z.string(),
        usable: z.boolean(),
        version: z.string().nullable(),
        endpoint: z.string().nullable(),
        model: z.string().nullable().describe("The one it takes by itself, where that was looked for."),
        confined: z.boolean().nullable().describe("It was measured that a run cannot get out; null: not usable."),
        judges: z.boolean(),
        notes: z.array(z.string()),
        why: z.string().nullable(),
        fix: z.string().nullable(),
      }),
    ),
  }),
  examples: [{ command: "blue llm providers", note: "what there is on this machine" }],
  run: async (_, { providers }) => ({ providers: await providers() }),
  render: ({ providers }) => {
    const width = Math.max(...providers.map(({ name }) => name.length));
    const lines = providers.map((one) => `${one.usable ? "✓" : "✗"} ${one.name.padEnd(width)}  ${wordsOf(one)}`);
    const none = providers.some(({ usable }) => usable) ? [] : ["", "Nobody can play yet: any one of these is enough."];
    return [...lines, ...none].join("\n");
  },
});

function wordsOf({ usable, version, endpoint, model, confined, judges, notes, why, fix }: Provider): string {
  const facts = usable
    ? [
        version,
        endpoint,
        model,
        confined ? "confined" : "not confined: needs --allow-unconfined",
        judges ? "can judge" : "cannot judge",
        ...notes,
      ]
    : [why, fix];
  return facts
    .filter((fact) => fact !== null)
    .map(safeLine)
    .join(usable ? ", " : ". ");
}
