import { dirname } from "node:path";
import * as z from "zod";
import { scanDraft } from "../../drafts/scan-draft.ts";
import { BlueError } from "../../errors.ts";
import { judgeProtocol } from "../../pages/prompts/judge-protocol.ts";
import { isOpen } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import type { PanelMember, RoundRecord } from "../../rules/records.ts";
import { toLines } from "../../rules/round/compose-round.ts";
import { roundWarnings } from "../../rules/round/warnings.ts";
import type { LoadedDialogue } from "../../store/dialogues.ts";
import { textsIn } from "../../store/discarded.ts";
import {
  capitalised,
  draftPath,
  draftsFolder,
  findPanel,
  findProposal,
  readDrafts,
  straightPath,
} from "../../store/drafts.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import type { Project } from "../../store/project.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { countsOf, countsSchema, renderCounts } from "./counts.ts";
import { dialogueFlags, dialogueKey } from "./dialogue-key.ts";
import { stateOf, states } from "./dialogue-state.ts";
import { nextStep } from "./next-step.ts";
import { trackingNote } from "./tracking-note.ts";

export const operation = defineOperation({
  name: "dialogue.status",
  summary: "Where one dialogue stands and the exact next call",
  description:
    "Everything a Judge needs to go on, also after its context was lost: the open round and its panel, whose drafts are there, where its proposal stands, what is open, what the gate says, and `next`; with `protocol` the Judge Protocol again. Read from the records and drafts on disk.",
  effect: "read",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    protocol: z.boolean().default(false).describe("Also the Judge Protocol, for a Judge whose context was lost."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    title: z.string(),
    question: z.string().nullable(),
    state: z.enum(states),
    rounds_registered: z.int(),
    max_rounds: z.int(),
    open_round: z.int(),
    head: z.string(),
    panel: z.array(
      z.strictObject({
        name: z.string(),
        role: z.string(),
        draft: z.enum(["missing", "unreadable", "incomplete", "complete"]),
        draft_file: z.string(),
      }),
    ),
    proposal: z.string().nullable().describe("The file with the words that the open round's panel was shown."),
    open_tensions: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        state: z.string(),
        owner: z.string().nullable(),
        resolvers: z.array(z.string()),
      }),
    ),
    ...countsSchema,
    problems: z.array(z.string()),
    warnings: z.array(z.string()),
    protocol: z.string().optional(),
    next: nextSchema,
  }),
  examples: [
    { command: "blue dialogue status nvidia-investment", note: "by its topic" },
    { command: "blue dialogue status nvidia-investment --protocol", note: "for a Judge who lost everything" },
  ],
  cli: dialogueFlags,
  run({ protocol, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    const { loaded, ledger, next } = dialogue;
    const { panel, proposal, unreadable } = lookAtRound(project, dialogue);
    return {
      dialogue_id: loaded.id,
      title: loaded.opening.title,
      question: loaded.opening.question,
      state: stateOf(loaded),
      rounds_registered: loaded.rounds.length,
      max_rounds: loaded.opening.settings.max_rounds,
      open_round: next.round,
      head: next.head,
      panel,
      proposal,
      open_tensions: [...ledger.tensions.values()].filter(isOpen).map(({ id, label, state, owner, resolvers }) => ({
        id,
        label,
        state,
        owner,
        resolvers: [...new Set(resolvers.map(({ item }) => item))],
      })),
      ...countsOf(dialogue),
      problems: [...new Set([...dialogue.problems, ...unreadable].map(({ message }) => message))],
      warnings: [
        ...(stateOf(loaded) === "open" ? roundWarnings(ledger) : []),
        ...lateDrafts(project, loaded),
        ...trackingNote(project, loaded.path),
      ],
      ...(protocol
        ? { protocol: judgeProtocol({ ...loaded.opening.settings, has_subject: loaded.opening.subject !== null }) }
        : {}),
      next: nextStep(project, dialogue),
    };
  },
  render: (out) =>
    [
      `${out.title}  (${out.dialogue_id}, ${out.state})`,
      `Rounds registered: ${out.rounds_registered} of at most ${out.max_rounds}${out.state === "open" ? `; open: round ${out.open_round}` : ""}`,
      ...(out.state === "open" ? out.panel : []).map(
        ({ name, role, draft }) =>
          `  ${draft === "complete" ? "✓" : draft === "missing" ? "·" : "!"} ${name}, ${role}: ${draft}`,
      ),
      ...out.open_tensions.map(
        ({ id, label, state, resolvers }) =>
          `  ${id} ${state}: ${label}${resolvers.length > 0 ? ` (resolvers: ${resolvers.join(", ")})` : ""}`,
      ),
      out.rounds_registered > 0 ? renderCounts(out) : "No round is registered yet.",
      ...out.problems.map((problem) => `✗ ${problem}`),
      ...out.warnings.map((warning) => `! ${warning}`),
      ...(out.protocol === undefined ? [] : [out.protocol]),
      renderNext(out.next),
    ].join("\n"),
});

type Seat = Pick<PanelMember, "name" | "role"> & {
  draft: "missing" | "unreadable" | "incomplete" | "complete";
  draft_file: string;
};

/** The open round as far as it can be read: one bad file hides nothing else, and is named. */
function lookAtRound(
  project: Project,
  { loaded, next }: OpenDialogue,
): { panel: Seat[]; proposal: string | null; unreadable: BlueError[] } {
  const unreadable: BlueError[] = [];
  const attempt = <T>(look: () => T): T | undefined => {
    try {
      return look();
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
      unreadable.push(thrown);
      return undefined;
    }
  };
  const seats = attempt(() => {
    const members = findPanel(project, next) ?? loaded.rounds.at(-1)?.panel ?? [];
    const drafts = readDrafts(project, next, members, { unreadable });
    return members.map(({ name, role }): Seat => {
      const draft_file = draftPath(next, name);
      const isOwn = ({ value }: BlueError) =>
        value === straightPath(next, name) || dirname(String(value)) === dirname(draft_file);
      const draft = drafts.find(({ expert }) => expertKey(expert) === expertKey(name));
      const complete = draft !== undefined && !scanDraft(draft.text, { expert: name, round: next.round }).incomplete;
      const written = draft === undefined ? "missing" : complete ? "complete" : "incomplete";
      return { name, role, draft: unreadable.some(isOwn) ? "unreadable" : written, draft_file };
    });
  });
  const shown = attempt(() => findProposal(project, next));
  return {
    panel: seats ?? [],
    proposal: shown === undefined ? null : `${draftsFolder(next)}/proposal.md`,
    unreadable,
  };
}

/** Words written after their round was registered: they are in no record, so at least somebody is told. */
function lateDrafts(project: Project, { id, rounds }: LoadedDialogue): string[] {
  return rounds.flatMap((record) => {
    try {
      return lateIn(record, textsIn(project, draftsFolder({ dialogue: id, round: record.round, head: record.prev })));
    } catch (thrown) {
      if (!(thrown instanceof BlueError)) throw thrown;
      return [thrown.message];
    }
  });
}

function lateIn({ round, texts }: RoundRecord, found: ReturnType<typeof textsIn>): string[] {
  return found.flatMap(({ key, path, text }) => {
    const entry = texts.find(({ expert }) => expertKey(expert) === key);
    const recorded = entry === undefined ? [] : [entry, ...entry.others];
    const words = toLines(text).join("\n");
    if (recorded.some(({ lines }) => lines.join("\n") === words)) return [];
    const who = entry?.expert ?? capitalised(key);
    const wrote =
      entry?.state === "absent"
        ? `${who}, absent in round ${round}, has written since`
        : `${who} has written since round ${round} was registered`;
    return [`${wrote}: ${path} is in no record. Put it before the panel as a source, or leave it.`];
  });
}
