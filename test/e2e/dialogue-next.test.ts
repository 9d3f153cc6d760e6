import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { makeContext } from "../../src/context.ts";
import type { Next } from "../../src/operations/next-call.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { makeProject, plant } from "../helpers/project.ts";
import { truth } from "../helpers/truth.ts";

interface Answer {
  next?: Next;
  round?: number;
  spawn?: { expert: string; draft_file: string }[];
  [field: string]: unknown;
}

/** What only a Judge can say, for each `…` of the call that `next` asks for. */
function judgement({ tool, arguments: args }: Next): Record<string, unknown> {
  const round = truth.rounds[Number(args.round ?? 0)]!;
  switch (tool) {
    case "blue_dialogue_create":
      return {
        title: truth.title,
        question: truth.question,
        subject: "subject.md",
        expert_pool: truth.pool,
        panel_size: 6,
        rotation: "none",
      };
    case "blue_dialogue_round_prompt":
      return args.proposal === undefined
        ? {}
        : { proposal: round.judgement.proposal ?? "Files are the truth.", directives: {} };
    case "blue_dialogue_round_register": {
      const { proposal: _, ...rest } = round.judgement;
      return rest;
    }
    case "blue_dialogue_verdict_register":
      return { recommendation: truth.rounds[5]!.judgement.proposal };
    default:
      return {};
  }
}

it("a whole dialogue is walked by doing only what `next` says", async () => {
  const project = makeProject({}, { git: true });
  plant(project.root, { "subject.md": "# Layout A\n" });
  const call = async (next: Next, input: Record<string, unknown>): Promise<Answer> => {
    const entry = registry.find(({ tool }) => tool === next.tool)!;
    return (await runOperation(await entry.load(), input, makeContext(project), { checkOutput: true })) as Answer;
  };
  const walked: string[] = [];
  let next: Next = { tool: "blue_status", arguments: {}, command: "", why: "" };
  while (next.tool !== "blue_dialogue_lint" && walked.length < 60) {
    walked.push(next.tool.replace("blue_", ""));
    const input = { ...next.arguments, ...judgement(next) };
    // The recorded panel changes after round 1; the Judge seats it before the prompts.
    if (next.tool === "blue_dialogue_round_prompt") {
      const panel = truth.rounds[Number(next.arguments.round)]!.panel;
      await call({ ...next, tool: "blue_dialogue_evolve_panel" }, { dialogue_id: next.arguments.dialogue_id, panel });
    }
    const answer = await call(next, input);
    for (const { expert, draft_file } of answer.spawn ?? []) {
      mkdirSync(dirname(draft_file), { recursive: true });
      writeFileSync(draft_file, truth.rounds[answer.round!]!.drafts.get(expert.toLowerCase())!);
    }
    expect(answer.next).toBeDefined();
    next = answer.next!;
  }
  const round = ["dialogue_round_prompt", "dialogue_round_collect", "dialogue_round_register"];
  expect(walked).toEqual([
    "status",
    "dialogue_create",
    ...Array.from({ length: 6 }, () => round).flat(),
    "dialogue_verdict_register",
    "dialogue_export",
    "dialogue_save",
  ]);
});
