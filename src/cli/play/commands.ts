/** `blue play`, its older name `blue alignment play`, and `blue review`: what they take. What they do is loaded when they run. */
import { refuse } from "../../errors.ts";
import type { PropertySchema } from "../../operations/operation.ts";
import type { ExtraCommand } from "../extra-commands.ts";

const common: Record<string, PropertySchema> = {
  question: { type: "string", description: "What is to be decided; default: the topic." },
  constraint: { type: "string", description: "What every answer must keep." },
  source: { type: "array", items: { type: "string" }, description: "A file every expert is to read." },
  include: {
    type: "array",
    items: { type: "string" },
    description: "A file that git does not track and runs may read all the same.",
  },
  template: {
    type: "string",
    enum: ["infrastructure", "product", "ml", "governance", "general"],
    description: "A ready pool of experts; default: the Judge designs one.",
  },
  pool: { type: "object", description: "A pool of your own, as `blue dialogue create` takes it." },
  panel_size: {
    type: "integer",
    description: "Experts on the panel; the sum of --runner's counts, if it has them.",
    default: 4,
  },
  until_stop: {
    type: "boolean",
    description:
      "Add one expert at a time to the blind round while a further look pays, until it does not or the budget ends.",
  },
  runner: {
    type: "string",
    description: "Who runs the experts: claude:2,ollama/qwen3:8b:2. Default: the first that is found.",
  },
  judge: { type: "string", description: "Who judges; default: the first runner that can answer in a given JSON form." },
  budget_tokens: { type: "integer", description: "Tokens that may be spent in all.", default: 3_000_000 },
  budget_usd: { type: "number", description: "Dollars that may be spent in all." },
  concurrency: { type: "integer", description: "Runs at a time; default: what each runner takes." },
  timeout: { type: "number", description: "Minutes one run may take.", default: 20 },
  dry_run: {
    type: "boolean",
    description: "Show what would be played and what it may cost; calls nothing, writes nothing.",
  },
  follow: { type: "string", description: "Show this expert's words as they come." },
  allow_unconfined: {
    type: "boolean",
    description:
      "Also use runners that were not measured to be confined: they might read or write beyond the files they are given.",
  },
  yes: { type: "boolean", description: "Do not ask before the first paid run." },
};

const play: Record<string, PropertySchema> = {
  topic: { type: "string", description: "What the dialogue is about." },
  ...common,
  subject: { type: "string", description: "The document under deliberation: a file of the project." },
  rfc: { type: "string", description: "An RFC by number, path or name: the subject unless one is given." },
  author: { type: "string", description: "Who writes the text; default: the first runner." },
  rotation: {
    type: "string",
    enum: ["none", "graduated", "wildcards", "full"],
    description: "How the panel changes between rounds.",
    default: "none",
  },
  max_rounds: { type: "integer", description: "Rounds at most, 2 to 99.", default: 10 },
  max_size: { type: "integer", description: "Characters that the text may have." },
  convergence: {
    type: "number",
    description: "Share of signatures at which it stops spending; it never decides by that.",
    default: 0.95,
  },
  cross_check: { type: "boolean", description: "Let one more run try to refute each finding." },
  allow_accept: { type: "boolean", description: "Let the Judge accept tensions unresolved." },
  force: {
    type: "boolean",
    description: "At the limit of rounds, end without a decision instead of forcing a verdict with a warning.",
    default: true,
  },
  resume: { type: "string", description: "Go on with a dialogue that was played here before, by id or topic." },
};

/** Of RFC 0012. */
const flagAliases = { panel_size: ["experts", "expert-count"], rfc: ["rfc-title"], source: ["sources"] };
const { default: _, ...seats } = common.panel_size!;
const model: PropertySchema = { type: "string", description: "A model of Ollama, as --runner ollama/<model>." };
const wholePanel: PropertySchema = { ...seats, description: `${seats.description} Default: the pool, at most 12.` };

const costs =
  "Every run is a separate agent or model with a fresh context that reads a copy of what git tracks. It asks before the first paid run, with what it may cost. With a Claude subscription, runs of `claude -p` are billed apart from interactive use.";

const shared = {
  description: `Plays a whole dialogue: the text is polished, a panel breaks it blind, its author rewrites it, the raisers check, everybody signs, until the ledger allows a verdict. ${costs}`,
  examples: [
    { command: 'blue play "API versioning strategy" --dry-run', note: "what it would do and cost" },
    {
      command: "blue play 'Webhook delivery' --subject docs/webhooks.md --runner claude:2,anthropic:2",
      note: "break a design, on two vendors",
    },
    { command: "blue play --resume api-versioning-strategy", note: "go on after a stop" },
  ],
  cli: { document: true, positional: ["topic"], fileFlags: { pool: "pool" }, flagAliases },
  inputSchema: { type: "object", properties: play },
} satisfies Partial<ExtraCommand>;

export const playCommands: readonly ExtraCommand[] = [
  {
    ...shared,
    name: "play",
    summary: "Play a whole dialogue from here, with any agent or model",
    start: async (input, options) => (await import("./run-play.ts")).runPlay(input, options),
  },
  {
    ...shared,
    name: "alignment.play",
    summary: "The same as `blue play`, with the whole pool on the panel",
    inputSchema: { type: "object", properties: { ...play, panel_size: wholePanel, model } },
    examples: shared.examples.map(({ command, note }) => ({
      command: command.replace("blue", "blue alignment"),
      note,
    })),
    start: async (input, options) =>
      (await import("./run-play.ts")).runPlay(withRunner(input), options, { wholePool: true }),
  },
  {
    name: "review",
    summary: "Let a panel look at a file once, and read its findings",
    description: `Three experts read the file blind, each from its own focus; their findings, ordered by severity, are the result. ${costs}`,
    examples: [
      { command: "blue review docs/design.md --panel-size 3", note: "findings on one file" },
      { command: "blue review docs/design.md --until-stop", note: "more experts while one more would find much" },
    ],
    cli: {
      document: true,
      positional: ["file"],
      fileFlags: { pool: "pool" },
      flagAliases: { panel_size: ["experts"], source: ["sources"] },
    },
    inputSchema: {
      type: "object",
      properties: {
        file: { type: "string", description: "The file to look at." },
        ...common,
        question: { type: "string", description: "What to look for; default: what is wrong with the file." },
        panel_size: { ...common.panel_size, default: 3 },
      },
      required: ["file"],
    },
    async start({ file, ...input }, options) {
      const { runPlay } = await import("./run-play.ts");
      return runPlay({ topic: `Review of ${file}`, ...input, subject: file, method: "review" }, options);
    },
  },
];

/** `model` of RFC 0012 knows only Ollama. */
function withRunner({ model, ...input }: Record<string, unknown>): Record<string, unknown> {
  if (model === undefined) return input;
  if (input.runner !== undefined)
    refuse("invalid_input", { model }, "one_of_two", {
      message: "`model` and `runner` both say who runs the experts",
      suggestion: "Name the model in `--runner`: `ollama/<model>`.",
    });
  return { ...input, runner: `ollama/${model}` };
}
