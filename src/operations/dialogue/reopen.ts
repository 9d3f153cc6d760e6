import * as z from "zod";
import type { Context } from "../../context.ts";
import { BlueError, refuse } from "../../errors.ts";
import { decidedLines } from "../../facts/decided.ts";
import { isOpen } from "../../rules/ledger.ts";
import { shellWord } from "../../safe-text.ts";
import { ensureBlueFolder, ensureFolders } from "../../store/blue-folder.ts";
import { findDialogueId, topicOf } from "../../store/find-dialogue.ts";
import { findFile } from "../../store/paths.ts";
import { placeNew } from "../../store/write-document.ts";
import { dialogueSource, notDecided } from "../decided-dialogue.ts";
import { loadDecisions } from "../decisions-in-force/decision.ts";
import { isSettled } from "../decisions-in-force/finding.ts";
import { judgeHere, saysAdopted } from "../decisions-in-force/judge-here.ts";
import { makeSettledHere } from "../decisions-in-force/settled-here.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { openDialogueOn } from "./create.ts";
import { dialogueKey, namedDialogueFlags } from "./support/dialogue-key.ts";
import { trackingNote } from "./support/tracking-note.ts";

export const operation = defineOperation({
  name: "dialogue.reopen",
  summary: "Deliberate a decision anew, from its text and from what speaks against it now",
  description:
    "Opens a new dialogue on a decision in force: its decided text is the subject, its pool the pool, and the background says why, which tensions were accepted or left open, and what has rotted since. The old decision stays in force until the new dialogue is decided; from then on `blue decisions` lists it as superseded by that one.",
  effect: "write",
  idempotent: false,
  input: z.strictObject({ ...dialogueKey, because: z.string().trim().min(1).describe("Why it is deliberated anew.") }),
  output: z.strictObject({
    dialogue_id: z.string(),
    reopens: z.string(),
    subject: z.string(),
    background: z.array(z.string()),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue reopen orders-pagination --because 'orders now come from one database'",
      note: "when what it rests on is gone",
    },
  ],
  cli: namedDialogueFlags,
  async run({ because, ...key }, context) {
    const { project } = context;
    const reopens = findDialogueId(project, key);
    const { decided, open, ...source } = dialogueSource(project, reopens);
    if (decided === undefined)
      throw notDecided(source, "dialogue_id", "Only a decision in force is reopened: go on with the dialogue itself.");
    const loaded = loadDecisions(project);
    const decision = loaded.decisions.find(({ id }) => id === reopens);
    if (decision === undefined)
      refuse("dialogue_not_decided", { dialogue_id: reopens }, "in_force", {
        message: `${reopens} is superseded already by ${loaded.superseded.find(({ id }) => id === reopens)?.by}`,
        suggestion: "Reopen that one.",
      });
    const [already] = [...loaded.dialogues].find(([, one]) => one.state === "open" && one.reopens === reopens) ?? [];
    if (already !== undefined)
      refuse("id_taken", { dialogue_id: reopens }, "one_at_a_time", {
        message: `${already} deliberates ${reopens} anew already, and is open`,
        suggestion: `Go on with it: \`blue dialogue status ${shellWord(already)}\`.`,
      });
    const found = judgeHere(project, [decision], loaded).get(decision) ?? [];
    const { settled } = makeSettledHere(project, loaded)(decision, found);
    const rotted = found.filter((finding) => !isSettled(settled, finding));
    const { verdict, ledger } = decided;
    const tensions = [...ledger.tensions.values()].filter((one) => one.state === "accepted" || isOpen(one));
    const background = [
      `This reopens ${reopens}. Why: ${because}`,
      ...tensions.map(({ id, label, state, events }) => {
        const note = events.findLast(({ change }) => change === "accepted")?.note;
        return `- ${id} ${label} (${state === "accepted" ? "accepted unresolved" : "left open"})${note ? `: ${note}` : ""}`;
      }),
      ...rotted.map(
        ({ id, label, path, line, words, why }) =>
          `- ${id} ${label}: ${why}${path === null ? "" : ` (${path}${line === null ? "" : `:${line}`})`}${words === null ? "" : `: "${words}"`}`,
      ),
    ];
    const { opening } = open.loaded;
    const current = opening.subject === null ? undefined : textAt(project, opening.subject.path);
    const words = decidedLines(verdict, ledger.records);
    const isThere = current !== undefined && saysAdopted(current, words);
    const subject = isThere
      ? opening.subject!.path
      : placeDecided(context, `${topicOf(reopens)}-${verdict.self.slice(0, 8)}`, words);
    const experts = opening.pool.map(({ role, tier, relevance, focus, description }) => ({
      role,
      tier,
      relevance,
      ...(focus === null ? {} : { focus }),
      ...(description === null ? {} : { description }),
    }));
    const created = await openDialogueOn(
      {
        title: `${opening.title}, reopened`,
        question: opening.question ?? opening.title,
        ...(opening.constraint === null ? {} : { constraint: opening.constraint }),
        background: background.join("\n"),
        subject,
        sources: [],
        ...(experts.length === 0 ? {} : { expert_pool: { experts } }),
      },
      context,
      reopens,
    );
    const { dialogue_id, next } = created;
    const warnings = [...new Set([...created.warnings, ...trackingNote(project, subject)])];
    return { dialogue_id, reopens, subject, background, warnings, next };
  },
  render: ({ dialogue_id, reopens, subject, background, warnings, next }) =>
    [
      `✓ ${dialogue_id} reopens ${reopens}`,
      `  subject: ${subject}`,
      ...background.map((line) => `  ${line}`),
      ...warnings.map((warning) => `! ${warning}`),
      renderNext(next),
    ].join("\n"),
});

/** The decided words as a file of their own, where the subject does not say them. */
function placeDecided({ project, random }: Context, name: string, lines: readonly string[]): string {
  const path = `.blue/reopened/${name}.md`;
  const text = `${lines.join("\n")}\n`;
  ensureBlueFolder(project, random);
  ensureFolders(project, ".blue/reopened");
  if (!placeNew(project, path, text, random) && textAt(project, path) !== text)
    refuse("document_changed", { path }, "as_decided", {
      message: `${path} is there already and says something else than what was decided`,
      suggestion: "Move it away, then repeat the call.",
    });
  return path;
}

function textAt(project: Parameters<typeof findFile>[0], path: string): string | undefined {
  try {
    return findFile(project, path)?.toString("utf8");
  } catch (thrown) {
    if (thrown instanceof BlueError) return undefined;
    throw thrown;
  }
}
