import * as z from "zod";
import { refuse, throwAll } from "../../errors.ts";
import { type EvolveMember, evolveMember } from "../../panel/evolve-input.ts";
import { evolvePanel } from "../../panel/evolve-panel.ts";
import { roleKey } from "../../panel/roles.ts";
import { expertKey } from "../../rules/names.ts";
import { type PanelMember, panelMember } from "../../rules/records.ts";
import { type OpenDialogue, openDialogue } from "../../store/find-dialogue.ts";
import { currentPanel } from "../../store/in-work.ts";
import type { Project } from "../../store/project.ts";
import { nextSchema, renderNext } from "../next-call.ts";
import { defineOperation } from "../operation.ts";
import { headMoved } from "./round-register.ts";
import { dialogueFlags, dialogueKey } from "./support/dialogue-key.ts";
import { lookCall, nextStep } from "./support/next-step.ts";
import { refuseDamaged, refuseOtherRound } from "./support/open-round.ts";
import { readRound } from "./support/read-round.ts";
import { guestsOf, seatPanel } from "./support/seat-panel.ts";
import { whoSettles } from "./support/who-settles.ts";

/** Where nobody is seated yet. */
const created = { role: "…", source: "created", tier: "Core", focus: "…", reason: "…" };

export const operation = defineOperation({
  name: "dialogue.evolve-panel",
  summary: "Seat the panel you want for the open round",
  description:
    "The whole panel, at least two. A name stays with its role once a round is registered. Once a draft exists nobody can be taken off; others may join.",
  effect: "write",
  idempotent: true,
  toolset: "dialogue",
  input: z.strictObject({
    ...dialogueKey,
    round: z.int().min(0).max(98).optional().describe("Default: the open one."),
    panel: z.array(evolveMember),
    head: z.string().optional().describe("Expected head; the call fails with `head_moved` if it has changed."),
    replaces: z.array(z.string()).optional().describe("Expected panel, by names; the call fails if it has changed."),
  }),
  output: z.strictObject({
    dialogue_id: z.string(),
    round: z.int(),
    panel: z.array(panelMember),
    retained: z.array(z.string()),
    fresh: z.array(z.string()),
    created: z.array(z.string()),
    left: z.array(z.string()).describe("Members of the panel before who are not on this one."),
    warnings: z.array(z.string()).describe("Names and sources that were put right."),
    next: nextSchema,
  }),
  examples: [
    {
      command: "blue dialogue evolve-panel --id webhook-delivery --round 1 --panel panel.json",
      note: "the panel from a file",
    },
    {
      command: "blue dialogue evolve-panel webhook-delivery --scaffold > panel.json",
      note: "the panel to edit, with those of the pool who could settle what is open",
    },
  ],
  cli: { ...dialogueFlags, fileFlags: { panel: "panel" } },
  run({ round, panel: wanted, head, replaces, ...key }, { project, random }) {
    const dialogue = openDialogue(project, key);
    const { loaded, next } = dialogue;
    refuseDamaged(dialogue);
    refuseOtherRound(next, round);
    if (head !== undefined && head !== next.head) throw headMoved(head, next.head);
    const { panel, before, warnings, after } = seatWanted(project, dialogue, wanted, random, replaces);
    const names = new Set(panel.map(({ name }) => expertKey(name)));
    const roles = new Set(panel.map(({ role }) => roleKey(role)));
    /** Before a round is registered a name may go to another role. */
    const named = ({ name, role }: PanelMember) => (names.has(expertKey(name)) ? `${name} (${role})` : name);
    const by = (source: string) => panel.filter((member) => member.source === source).map(({ name }) => name);
    return {
      dialogue_id: loaded.id,
      round: next.round,
      panel,
      retained: by("retained"),
      fresh: by("pool"),
      created: by("created"),
      left: before.filter(({ role }) => !roles.has(roleKey(role))).map(named),
      warnings,
      next: nextStep(project, after),
    };
  },
  scaffold({ round, ...key }, { project }) {
    const dialogue = openDialogue(project, key);
    refuseDamaged(dialogue);
    refuseOtherRound(dialogue.next, round);
    const panel = currentPanel(dialogue) ?? [];
    const seats = new Set(whoSettles(dialogue.ledger, panel).flatMap(({ seat }) => seat ?? []));
    const called = [...seats].map((expert) => ({ ...expert, source: "pool" }));
    const look = lookCall(dialogue, panel, readRound(project, dialogue));
    const joining = look === undefined ? [] : (look.arguments.panel as object[]).slice(panel.length);
    const size = dialogue.loaded.opening.settings.panel_size ?? 2;
    const { dialogue: dialogue_id, attempt: _, ...open } = dialogue.next;
    return {
      dialogue_id,
      ...open,
      replaces: panel.map(({ name }) => name),
      panel: panel.length > 0 ? [...panel, ...called, ...joining] : Array(size).fill(created),
    };
  },
  render: (out) =>
    [
      `✓ The panel of round ${out.round}:`,
      ...out.panel.map(({ name, role, source }) => `  🧁 ${name}, ${role} (${source})`),
      out.left.length > 0 ? `  left: ${out.left.join(", ")}` : "",
      ...out.warnings.map((warning) => `! ${warning}`),
      renderNext(out.next),
    ]
      .filter((line) => line !== "")
      .join("\n"),
});

/** Seats the panel that the Judge wants; `round-prompt` does so too, where it is given one. */
export function seatWanted(
  project: Project,
  dialogue: OpenDialogue,
  wanted: readonly EvolveMember[],
  random: (n: number) => Uint8Array,
  replaces?: readonly string[],
): { panel: PanelMember[]; before: PanelMember[]; warnings: string[]; after: OpenDialogue } {
  const { loaded } = dialogue;
  let before: PanelMember[] = [];
  let warnings: string[] = [];
  const evolved = (now: OpenDialogue) => {
    before = currentPanel(now) ?? [];
    const { panel, errors, ...said } = evolvePanel({
      wanted,
      pool: loaded.opening.pool,
      panels: loaded.rounds.map((record) => record.panel),
      created: before.filter(({ source }) => source === "created"),
      guests: guestsOf(project, now),
    });
    throwAll(errors);
    ({ warnings } = said);
    if (replaces !== undefined) refuseOtherPanel(replaces, before, panel);
    return panel;
  };
  const { panel, dialogue: after } = seatPanel(project, dialogue, evolved, random);
  return { panel, before, warnings, after };
}

function refuseOtherPanel(
  replaces: readonly string[],
  before: readonly PanelMember[],
  panel: readonly PanelMember[],
): void {
  const keys = (names: readonly string[]) => names.map(expertKey).sort().join(",");
  const namesOf = (members: readonly PanelMember[]) => keys(members.map(({ name }) => name));
  // A call that is repeated finds its own panel.
  if ([namesOf(panel), keys(replaces)].includes(namesOf(before))) return;
  refuse("panel_mismatch", { replaces }, "same_panel", {
    message: `The panel changed since you read it: it is ${before.map(({ name }) => name).join(", ") || "empty"} now`,
    suggestion: "Read it again and decide anew.",
    context: { panel: before },
  });
}
