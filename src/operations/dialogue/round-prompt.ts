import { join, relative } from "node:path";
import * as z from "zod";
import { refuse } from "../../errors.ts";
import { expertPrompt, type Place } from "../../pages/prompts/expert-prompt.ts";
import { type Inventory, inventoryOf, inventoryRoom } from "../../pages/prompts/inventory.ts";
import { rotatePanel } from "../../panel/rotate-panel.ts";
import { askedOf, askKind } from "../../rules/asked.ts";
import { expertKey } from "../../rules/names.ts";
import { type AskKind, askKinds, expertSources, type PanelMember, type Revision } from "../../rules/records.ts";
import { checksOf } from "../../rules/round/cross-check.ts";
import { type AuthorsAnswer, answersIn, standingText } from "../../rules/round/revision.ts";
import { currentPath } from "../../store/cited-documents.ts";
import { fileExists } from "../../store/documents.ts";
import {
  answerPromptPath,
  draftPath,
  draftsFolder,
  findPanel,
  findProposal,
  findShown,
  hasPrompt,
  type OpenRound,
  type PromptTexts,
  promptPath,
  type Shown,
  writePrompts,
} from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { readInbox } from "../../store/inbox.ts";
import { findFile } from "../../store/paths.ts";
import type { Project } from "../../store/project.ts";
import { countRevisions } from "../../store/revisions.ts";
import { nextCall, nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { dialogueFlags, dialogueKey } from "./dialogue-key.ts";
import { refusedAdvice } from "./next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./open-round.ts";
import { getMember, guestsOf, seatPanel } from "./seat-panel.ts";
import { checkedCrossChecks, checkedRevisions, proposalPath } from "./shown-material.ts";
import { promptFor, spawnLine, spawnSchema, taskFor, taskSchema } from "./spawn.ts";

const input = z.strictObject({
  ...dialogueKey,
  round: z.int().min(0).max(98).optional().describe("Default: the open one."),
  proposal: z
    .string()
    .min(1)
    .optional()
    .describe("Your own words instead of the author's text. A converge signal agrees to them."),
  directives: z
    .record(z.string(), z.string())
    .optional()
    .describe("Expert → what you ask of them this round (tensions they own, holdouts)."),
  ask: z
    .enum(["everyone", ...askKinds])
    .optional()
    .describe(
      "`check`: those whose tensions the author answered; `sign`: everybody. Default: what the ledger calls for.",
    ),
  agent_name: z.string().optional().describe("Only this member's prompt; default: the whole panel."),
  agent_role: z.string().optional().describe("If given, must be the member's role."),
  agent_emoji: z.string().optional().describe("Not used."),
  expert_source: z.enum(expertSources).optional(),
  focus: z.string().optional().describe("Replaces the member's focus in this prompt."),
});

type Input = z.output<typeof input>;

export const operation = defineOperation({
  name: "dialogue.round-prompt",
  summary: "Write every expert's prompt and answer with whom to spawn",
  description:
    "Writes the prompts of the open round to disk and answers with `spawn`: start ALL of them in ONE message, each as `task` says. In rotation modes none, wildcards and full it seats the round itself.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input,
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    head: z.string(),
    proposal: z
      .strictObject({
        path: z.string().describe("Below `folder`."),
        bytes: z.int(),
        resolved: z.array(z.string()).optional(),
        refused: z.array(z.string()).optional(),
      })
      .nullable()
      .describe("Where the words stand that the panel is shown, and what their author answered."),
    directed: z.array(z.string()).describe("Whose prompt carries a directive of this call."),
    kept: z.array(z.string()).describe("Whose prompt stands as it was written before, directives included."),
    ask: z.enum(["everyone", ...askKinds]),
    not_asked: z.array(z.string()).describe("On the panel, and not asked this round: no signal."),
    written: z.array(z.string()).describe("Who has a draft already and is not to be started again."),
    folder: z.string().describe("Where the prompts lie and the drafts go."),
    task: taskSchema,
    spawn: z.array(spawnSchema),
    prompt_characters: z.strictObject({ smallest: z.int(), largest: z.int() }),
    how: z.string(),
    warnings: z.array(z.string()),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue round-prompt nvidia-investment", note: "round 0" },
    {
      command: "blue dialogue round-prompt nvidia-investment --input round-1.json",
      note: "with proposal and directives",
    },
  ],
  cli: dialogueFlags,
  run(input, { project, random }) {
    const dialogue = openDialogue(project, input);
    const { loaded, ledger, next } = dialogue;
    refuseDamaged(dialogue);
    refuseOtherRound(next, input.round);
    const { panel, drawn } = panelFor(project, dialogue);
    const shown = shownFor(project, dialogue, panel, input);
    const asked = panel.filter(({ name }) => shown.members.includes(name));
    const chosen = input.agent_name === undefined ? asked : [memberOf(panel, input)];
    const directives = directivesOf(panel, input);
    const proposal = proposalFor(project, dialogue, input, panel, shown.revisions);
    const answers = answersIn(ledger, shown.revisions);
    const checks = checksOf(ledger, shown.cross_checks);
    const folder = draftsFolder(next);
    const inventoryPath = `${folder}/inventory.md`;
    const { question, constraint, background } = loaded.opening;
    const beside = [question ?? "", constraint ?? "", ...background, proposal ?? "", ...directives.values()];
    const room = inventoryRoom(beside.join("\n").length);
    const absolute = (path: string) => join(project.root, path);
    const { subject, sources } = loaded.opening;
    const current = (cited: { path: string }) => currentPath(project, cited.path);
    const gone = [...(subject === null ? [] : [subject]), ...sources]
      .map(current)
      .filter((path) => !fileExists(project, path));
    const written = new Set(readInbox(project, dialogue, panel).texts.map(({ expert }) => expertKey(expert)));
    const hasText = ({ name }: PanelMember) => written.has(expertKey(name));
    /** `named`: how the prompt names a file that its reader opens. */
    const promptOf = (member: PanelMember, place: Place, named: (path: string) => string, inventory: Inventory) => {
      const source = (cited: { path: string }) => ({ file: named(current(cited)), path: current(cited) });
      return expertPrompt({
        ledger,
        round: next.round,
        member: input.focus === undefined ? member : { ...member, focus: input.focus },
        place,
        subject: subject === null ? null : source(subject),
        sources: sources.map(source),
        inventory,
        inventoryFile: named(inventoryPath),
        proposal,
        proposalPath: proposalPath(next),
        asked: shown.asked ?? undefined,
        answers,
        checks,
        directive: directives.get(expertKey(member.name)) ?? null,
      });
    };
    const inventory = inventoryOf(ledger, absolute(inventoryPath), room);
    const inventoryFromRoot = inventoryOf(ledger, inventoryPath, room);
    // A call without anything new keeps the prompts as they were written and only says again whom to start.
    const again = input.directives === undefined && input.proposal === undefined && input.focus === undefined;
    const prompts = chosen.map((member) => {
      const standing = findPrompts(project, next, member.name);
      const kept = standing !== undefined && (hasText(member) || (again && isFor(standing.text, member)));
      const file: Place = { kind: "file", draftFile: absolute(draftPath(next, member.name)) };
      const texts = () => ({
        text: promptOf(member, file, absolute, inventory),
        answerText: promptOf(member, { kind: "answer" }, (path) => path, inventoryFromRoot),
      });
      return { member, kept, ...(kept ? standing : texts()) };
    });
    if (drawn) seatPanel(project, dialogue, panel, random);
    const fresh = prompts.filter(({ kept }) => !kept);
    if (fresh.length > 0) {
      writePrompts(
        project,
        next,
        {
          proposal,
          shown,
          inventory: next.round === 0 ? null : inventory.full,
          prompts: fresh.map(({ member, text, answerText }) => ({
            expert: member.name,
            text,
            answerText,
            directive: directives.get(expertKey(member.name)) ?? null,
            focus: input.focus ?? null,
          })),
        },
        random,
      );
    }
    const waiting = chosen.filter((member) => !hasText(member));
    const sizes = prompts.map(({ text }) => text.length);
    return {
      dialogue_id: loaded.id,
      round: next.round,
      head: next.head,
      proposal:
        proposal === null
          ? null
          : { path: "proposal.md", bytes: Buffer.byteLength(proposal), ...(fresh.length > 0 ? answered(answers) : {}) },
      directed: fresh.filter(({ member }) => directives.has(expertKey(member.name))).map(({ member }) => member.name),
      kept: prompts.filter(({ kept }) => kept).map(({ member }) => member.name),
      ask: shown.asked ?? ("everyone" as const),
      not_asked: panel.filter(({ name }) => !shown.members.includes(name)).map(({ name }) => name),
      written: chosen.filter(hasText).map(({ name }) => name),
      folder: absolute(folder),
      task: taskFor("🧁 <expert> expert deliberation"),
      spawn: waiting.map((member) =>
        spawnLine(member, loaded.opening.settings.model, {
          prompt: relative(folder, promptPath(next, member.name)),
          draft: relative(folder, draftPath(next, member.name)),
        }),
      ),
      prompt_characters: { smallest: Math.min(...sizes), largest: Math.max(...sizes) },
      how: "Start all of them in one message, each with exactly this prompt.",
      warnings: [
        ...gone.map((path) => `${path} is gone: experts are told to read it and will not find it.`),
        ...refusedAdvice(dialogue, shown.revisions),
      ],
      next: nextCall(
        "dialogue.round-collect",
        { dialogue_id: loaded.id, round: next.round },
        "When all have answered: read what they wrote.",
      ),
    };
  },
  render: (out) =>
    [
      `✓ ${out.spawn.length} to start for round ${out.round} (prompts of ${out.prompt_characters.smallest} to ${out.prompt_characters.largest} characters)`,
      ...(out.ask === "everyone" ? [] : [`  ${askWords[out.ask]}`]),
      ...(["resolved", "refused"] as const).flatMap((answer) =>
        out.proposal?.[answer]?.length ? [`  ${answer}, the author says: ${out.proposal[answer].join(", ")}`] : [],
      ),
      ...(out.not_asked.length > 0 ? [`  not asked this round: ${out.not_asked.join(", ")}`] : []),
      ...(out.directed.length > 0 ? [`  with a directive: ${out.directed.join(", ")}`] : []),
      ...(out.kept.length > 0 ? [`  as written before: ${out.kept.join(", ")}`] : []),
      ...(out.written.length > 0 ? [`  have written already: ${out.written.join(", ")}`] : []),
      ...out.spawn.map((one) => `  🧁 ${one.expert}, ${one.role}: ${promptFor(out.task, out.folder, one)}`),
      ...out.warnings.map((warning) => `! ${warning}`),
      out.how,
      renderNext(out.next),
    ].join("\n"),
});

function answered(answers: readonly AuthorsAnswer[]): Partial<Record<AuthorsAnswer["answer"], string[]>> {
  const ids = (answer: AuthorsAnswer["answer"]) => answers.filter((one) => one.answer === answer).map(({ id }) => id);
  return answers.length === 0 ? {} : { resolved: ids("resolved"), refused: ids("refused") };
}

const askWords = {
  check: "a check: each reads its own tensions in the new text, with the author's answers",
  sign: "a signature: everybody reads the text that would be decided",
};

/** What this attempt's panel is shown: as frozen with its first prompt, else as the ledger and the author's files have it now. */
function shownFor(project: Project, dialogue: OpenDialogue, panel: readonly PanelMember[], input: Input): Shown {
  const { ledger, next } = dialogue;
  const frozen = findShown(project, next);
  const given = input.ask === "everyone" ? null : input.ask;
  if (frozen !== undefined) {
    if (given !== undefined && given !== frozen.asked) {
      refuse("drafts_changed", { ask: input.ask }, "asked_already", {
        message: `\`ask\`: this round's prompts already ask for ${frozen.asked ?? "everyone"}`,
        suggestion: "Leave it out; or start the round again with round-discard and a reason.",
      });
    }
    const alone = input.agent_name === undefined ? [] : [memberOf(panel, input).name];
    return { ...frozen, members: [...new Set([...frozen.members, ...alone])] };
  }
  const revisions = checkedRevisions(project, dialogue);
  if (input.proposal === undefined && countRevisions(project, next) > revisions.length) {
    refuse("draft_missing", "revision", "author_wrote", {
      message: `The author was asked for round ${next.round} and has not written the text yet`,
      suggestion: "Wait for the author; or give `proposal`, and the verdict says that the words are yours.",
    });
  }
  const asked: AskKind | null =
    given === undefined
      ? (askKind(
          ledger,
          panel,
          revisions.some(({ alone }) => !alone),
        ) ?? null)
      : given;
  const members = askedOf(ledger, panel, asked ?? undefined).map(({ name }) => name);
  if (members.length === 0) {
    refuse("invalid_input", { ask: input.ask }, "somebody_to_ask", {
      message: "`ask`: nobody on the panel has a tension to check",
      suggestion: "Let everybody sign: `sign`.",
    });
  }
  return { asked, members, revisions, cross_checks: checkedCrossChecks(project, dialogue) };
}

/** The panel of the round; in modes that need no Judge it is drawn now, to be seated before any expert starts. */
function panelFor(project: Project, dialogue: OpenDialogue): { panel: PanelMember[]; drawn: boolean } {
  const { loaded, next } = dialogue;
  const written = findPanel(project, next);
  if (written !== undefined) return { panel: written, drawn: false };
  const { rotation, panel_size } = loaded.opening.settings;
  const panels = loaded.rounds.map(({ panel }) => panel);
  const rotated =
    loaded.opening.pool.length === 0
      ? null
      : rotatePanel({
          mode: rotation,
          pool: loaded.opening.pool,
          size: panel_size ?? loaded.opening.pool.length,
          seed: loaded.opening.seed,
          round: next.round,
          panels,
          guests: guestsOf(project, dialogue),
        });
  const panel = rotated ?? panels.at(-1);
  if (panel === undefined) {
    refuse("panel_mismatch", "panel", "panel_written_first", {
      message: `Round ${next.round} has no panel`,
      suggestion: "Seat one with `blue dialogue evolve-panel`.",
    });
  }
  return { panel, drawn: rotated !== null };
}

/** Undefined unless both forms are there. */
function findPrompts(project: Project, next: OpenRound, expert: string): PromptTexts | undefined {
  const [text, answerText] = [promptPath, answerPromptPath].map((path) =>
    findFile(project, path(next, expert))?.toString("utf8"),
  );
  return text === undefined || answerText === undefined ? undefined : { text, answerText };
}

/** Whether the prompt was written for this member with this role and focus. */
function isFor(text: string, { role, focus }: PanelMember): boolean {
  return text.includes(role) && (focus === null || text.includes(focus));
}

function memberOf(panel: readonly PanelMember[], { agent_name, agent_role }: Input): PanelMember {
  const member = getMember(panel, agent_name!, "agent_name");
  if (agent_role === undefined || member.role.toLowerCase() === agent_role.trim().toLowerCase()) return member;
  return refuse("panel_mismatch", { agent_role }, "panel_member", {
    message: `${member.name} is ${member.role}, not ${agent_role}`,
    suggestion: `Give \`${member.role}\`, or leave \`agent_role\` out.`,
  });
}

function directivesOf(panel: readonly PanelMember[], { directives = {} }: Input): Map<string, string> {
  return new Map(
    Object.entries(directives).map(([name, text]) => [expertKey(getMember(panel, name, "directives").name), text]),
  );
}

/**
 * The words a converge signal agrees to: given now, else the author's, else what stood before, else the subject; the same for the whole panel, and once
 * a prompt shows them, they stay.
 */
function proposalFor(
  project: Project,
  dialogue: OpenDialogue,
  input: Input,
  panel: readonly PanelMember[],
  revisions: readonly Revision[],
): string | null {
  const { ledger, next } = dialogue;
  const shown = findProposal(project, next)?.trimEnd();
  if (shown !== undefined && (input.proposal === undefined || input.proposal.trim() === shown.trim())) return shown;
  if (input.proposal !== undefined) {
    const prompted = panel.filter(({ name }) => hasPrompt(project, next, name)).map(({ name }) => name);
    if (prompted.length > 0) {
      refuse("drafts_changed", "proposal", "proposal_shown", {
        message: `The proposal cannot change: the prompts of ${prompted.join(", ")} were written with ${shown === undefined ? "none" : "other words"}`,
        suggestion:
          "Leave `proposal` out; or start the round again with round-discard and a reason, then give the new words to the whole panel.",
      });
    }
    return input.proposal;
  }
  if (next.round === 0 && revisions.length === 0) return null;
  const text = standingText(ledger, revisions);
  if (text !== null) return text;
  refuse("invalid_input", "proposal", "proposal_required", {
    message: "`proposal` is required from round 1 on",
    suggestion: "Write down the answer as it now stands; a converge signal agrees to these words.",
  });
}
