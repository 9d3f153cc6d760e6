/**
 * A panel's file can be written by any hand, so what seating promises is asked again wherever the file is believed: a name keeps the role it first
 * sat with, or an objection would pass to somebody who never made it; and a new name is one that an expert may have.
 */
import { type BlueError, refusal } from "../errors.ts";
import { expertKey } from "../rules/names.ts";
import type { PanelMember } from "../rules/records.ts";
import { findNameProblem } from "./expert-name.ts";
import { roleKey } from "./roles.ts";

type Panel = readonly PanelMember[];

/** `panels`: of the registered rounds, in order. */
export function checkSeats(panel: Panel, panels: readonly Panel[]): BlueError[] {
  const sat = new Set(panels.flat().map(({ name }) => expertKey(name)));
  // A member who sat before is in the records under that name for good.
  const unnameable = panel.filter(({ name }) => !sat.has(expertKey(name))).flatMap(({ name }) => nameError(name));
  return [...checkBoundNames(panel, panels), ...unnameable];
}

export function checkBoundNames(panel: Panel, panels: readonly Panel[]): BlueError[] {
  return panel.flatMap(({ name, role }) => {
    const hasName = (member: PanelMember) => expertKey(member.name) === expertKey(name);
    const since = panels.findIndex((earlier) => earlier.some(hasName));
    const holder = panels[since]?.find(hasName);
    if (holder === undefined || roleKey(holder.role) === roleKey(role)) return [];
    const message = `The panel seats ${name} as ${role}, who is ${holder.role} since round ${since}, and a name keeps its role`;
    return [
      refusal("panel_mismatch", { panel: name }, "bound_name", {
        message,
        suggestion: `Seat ${name} as ${holder.role}, or ${role} under another name (\`blue dialogue evolve-panel\`); if anybody has written, start the round again first with \`blue dialogue round-discard\` and a reason.`,
        context: { expert: name, role: holder.role },
      }),
    ];
  });
}

function nameError(name: string): BlueError[] {
  const wrong = findNameProblem(name);
  if (wrong === undefined) return [];
  return [
    refusal("panel_mismatch", { panel: name }, "expert_name", {
      message: `The panel seats ${JSON.stringify(name)}, which ${wrong.problem}`,
      suggestion: `${wrong.fix} Seat the panel again (\`blue dialogue evolve-panel\`); if anybody has written, start the round again first with \`blue dialogue round-discard\` and a reason.`,
      context: { expert: name },
    }),
  ];
}
