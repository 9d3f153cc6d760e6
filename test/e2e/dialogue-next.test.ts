import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { makeContext } from "../../src/context.ts";
import type { Next } from "../../src/operations/next-call.ts";
import { registry } from "../../src/operations/registry.generated.ts";
import { runOperation } from "../../src/operations/run-operation.ts";
import { makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { makeProject, plant } from "../helpers/project.ts";
import { truth } from "../helpers/truth.ts";

interface Spawn {
  expert: string;
  draft_file: string;
}

interface Answer {
  next?: Next;
  round?: number;
  spawn?: Spawn | Spawn[] | null;
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
      return { ask: "everyone" };
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
  while (next.tool !== "blue_rfc_plan" && walked.length < 60) {
    walked.push(next.tool.replace("blue_", ""));
    const input = { ...next.arguments, ...judgement(next) };
    // The recorded panel changes after round 1; the Judge seats it before the prompts.
    if (next.tool === "blue_dialogue_round_prompt") {
      const panel = truth.rounds[Number(next.arguments.round)]!.panel;
      await call({ ...next, tool: "blue_dialogue_evolve_panel" }, { dialogue_id: next.arguments.dialogue_id, panel });
    }
    const answer = await call(next, input);
    for (const { expert, draft_file: below } of [answer.spawn ?? []].flat()) {
      const draft_file = join(String(answer.folder), below);
      mkdirSync(dirname(draft_file), { recursive: true });
      const { drafts, judgement: judged } = truth.rounds[answer.round!]!;
      // What the recorded Judge proposed is what an author would have written; the recorded experts were all asked, every time.
      writeFileSync(
        draft_file,
        String(drafts.get(expert.toLowerCase()) ?? judged.proposal ?? `# Layout ${answer.revision}\n`),
      );
      const sheet = (answer.open as string[] | undefined)?.map((id) => `${id} refused: the recorded answer stands`);
      if (expert === "Author") writeFileSync(join(dirname(draft_file), "answers.md"), `${sheet?.join("\n")}\n`);
    }
    expect(answer.next).toBeDefined();
    next = answer.next!;
  }
  const round = ["dialogue_round_prompt", "dialogue_round_collect", "dialogue_round_register"];
  // Two agents polish the subject; then the author writes before every round while something is open. One call each.
  expect(walked.slice(2, 5)).toEqual(["dialogue_revise", "dialogue_revise", "dialogue_round_prompt"]);
  expect(walked.filter((step) => step === "dialogue_revise").length).toBeGreaterThan(4);
  expect(walked.filter((step) => step !== "dialogue_revise")).toEqual([
    "status",
    "dialogue_create",
    ...Array.from({ length: 6 }, () => round).flat(),
    "dialogue_verdict_register",
    "rfc_create",
    "rfc_status",
  ]);
});

it("at the limit the next step is the forced verdict or the closing, and never another round", async () => {
  const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
  const key = { dialogue_id: dialogue.id };
  const status = () => dialogue.call<{ next: Next }>("dialogue.status", key);
  expect(await dialogue.round({ Muffin: raisesTension })).toMatchObject({
    next: { tool: "blue_dialogue_revise" },
  });
  const { next } = await dialogue.round({ Muffin: ["Not yet."] });
  expect(next).toMatchObject({
    tool: "blue_dialogue_verdict_register",
    arguments: { ...key, round: 1, recommendation: "…", forced: true, warning: "…" },
    why: expect.stringContaining("`blue dialogue close`"),
  });
  expect((await status()).next).toEqual(next);

  // A round beyond the limit is nobody's advice, but who begins one is led on, and through it to a verdict.
  await dialogue.call("dialogue.round-prompt", { ...key, proposal: "Use REST." });
  expect((await status()).next.tool).toBe("blue_dialogue_round_collect");
  dialogue.writeAll({ Muffin: ["Not yet."] });
  expect((await status()).next.tool).toBe("blue_dialogue_round_collect");
  const beyond = await dialogue.register();
  expect(beyond).toMatchObject({ status: "registered", round: 2, next: { arguments: { round: 2, forced: true } } });
  const { arguments: args } = beyond.next as Next;
  expect(await dialogue.verdict({ ...args, recommendation: "Use REST.", warning: "T0001 is open." })).toMatchObject({
    status: "registered",
    forced: true,
    next: { tool: "blue_rfc_create" },
  });
});

it("at the limit too, what converged needs no force", async () => {
  const dialogue = await makeDialogue({ create: { max_rounds: 2 } });
  await dialogue.round();
  const { next } = await dialogue.round();
  expect(next).toMatchObject({ tool: "blue_dialogue_verdict_register" });
  expect(next).not.toHaveProperty("arguments.forced");
});
