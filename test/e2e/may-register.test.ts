/** One list of what keeps a round from being registered: wherever `next` says register, register does not refuse for anything that lay there before. */
import { describe, expect, it } from "vitest";
import { BlueError } from "../../src/errors.ts";
import type { Next } from "../../src/operations/next-call.ts";
import { keepsFromRegistering } from "../../src/rules/round/may-register.ts";
import { openDialogue } from "../../src/store/find-dialogue.ts";
import { readInWork } from "../../src/store/in-work.ts";
import { refusalOf } from "../helpers/dialogue.ts";
import { judged, roundsInWork } from "../helpers/rounds-in-work.ts";

interface Collected {
  next: Next;
  notices: string[];
}

/** What the arrangements were kept from being registered by. */
const reasons = new Set<string>();

describe.each(roundsInWork)("%s", (_, make) => {
  it("is registered where `next` says so; what keeps it from being registered is named everywhere", async () => {
    const dialogue = await make();
    const key = { dialogue_id: dialogue.id };
    const status = await dialogue.call<{ next: Next; problems: string[] }>("dialogue.status", key);
    const collected = await dialogue
      .call<Collected>("dialogue.round-collect", key)
      .catch((thrown: unknown) => thrown as BlueError);
    const keeps = keepsFromRegistering(readInWork(dialogue.project, openDialogue(dialogue.project, key)));
    for (const { constraint } of keeps) reasons.add(constraint ?? "");
    const messages = keeps.map(({ message }) => message);
    expect(status.problems).toEqual(expect.arrayContaining(messages));
    if (collected instanceof BlueError) expect(messages).toContain(collected.message);
    else for (const message of messages) expect(collected.notices.join("\n")).toContain(message);
    // Nobody is sent to judge what they have not read.
    expect(status.next.tool).not.toBe("blue_dialogue_round_register");
    const next = collected instanceof BlueError ? status.next : collected.next;
    if (next.tool === "blue_dialogue_round_register") {
      reasons.add("none");
      const judgement = judged(next.arguments) as Record<string, unknown>;
      expect(await dialogue.register(judgement)).toMatchObject({ status: "registered" });
    }
    if (keeps.length === 0) return;
    expect(next.tool).not.toBe("blue_dialogue_round_register");
    const error = await refusalOf(dialogue.register());
    expect([error, ...(error.errors ?? [])].map(({ message }) => message)).toContain(messages[0]);
  });
});

it("the arrangements reach both ends: some are registered, and every kind of reason is among the others", () => {
  expect([...reasons].sort()).toEqual([
    "draft_file",
    "none",
    "readable_asks",
    "record_integrity",
    "texts_in_place",
    "untracked_asks",
    "untracked_drafts",
    "writer_is_seated",
  ]);
});
