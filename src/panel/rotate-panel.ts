/** The panel of a round by the dialogue's rotation mode. In graduated mode the Judge decides after round 0, and there is no answer here. */
import type { PanelMember, PoolExpert, Rotation } from "../rules/records.ts";
import { drawSeats } from "./draw-seats.ts";
import { randomFor } from "./random-for.ts";
import { byRole, roleKey } from "./roles.ts";
import { type SampleRequest, samplePanel } from "./sample-panel.ts";

export interface RotateRequest {
  mode: Rotation;
  pool: readonly PoolExpert[];
  size: number;
  seed: string;
  round: number;
  /** Of earlier rounds, in order. */
  panels: readonly (readonly PanelMember[])[];
  /** Already written for this round; whom the Judge created for it stays. */
  open?: readonly PanelMember[];
  /** Who speaks in this round as a guest: nobody is given their names. */
  guests?: readonly string[];
}

export function rotatePanel(request: RotateRequest): PanelMember[] | null {
  const { mode, pool, size, seed, round, panels, open = [], guests = [] } = request;
  const [first] = panels;
  const last = panels.at(-1);
  const sample = { pool, size, seed, round, seated: panels.flat(), last, open, guests };
  if (round === 0 || first === undefined || last === undefined)
    return mode === "graduated" && round > 0 ? null : samplePanel(sample);
  switch (mode) {
    case "graduated":
      return null;
    case "none":
      return [...first.map((member) => ({ ...member, source: "retained" as const })), ...calledBeside(first, open)];
    case "wildcards":
      return resampleWildcards(sample, last);
    case "full":
      return samplePanel(sample);
  }
}

function calledBeside(panel: readonly PanelMember[], open: readonly PanelMember[]): PanelMember[] {
  const seated = byRole(panel);
  return open.filter(({ source, role }) => source === "created" && !seated.has(roleKey(role)));
}

/**
 * Core and Adjacent stay, Wildcards are drawn anew: first one who did not sit, also where Wildcards had no seat, so that somebody changes; then by lot.
 * Nobody of the other tiers joins, so a pool short of Wildcards gives a smaller panel.
 */
function resampleWildcards(sample: SampleRequest, last: readonly PanelMember[]): PanelMember[] {
  const staying = last.filter(({ tier }) => tier !== "Wildcard");
  const sat = byRole(last);
  const fresh = sample.pool.filter(({ tier, role }) => tier === "Wildcard" && !sat.has(roleKey(role)));
  const wildcards = [...fresh, ...last.filter(({ tier }) => tier === "Wildcard").map(asPooled)];
  const joining = drawSeats(1, [], fresh, randomFor(sample.seed, sample.round, "wildcard"));
  // A panel the Judge made larger keeps its number of Wildcards.
  const seats = Math.max(sample.size, last.length, staying.length + joining.length);
  const pool = [...staying.map(asPooled), ...wildcards];
  const retain = [...staying, ...joining].map(({ role }) => role);
  return samplePanel({ ...sample, pool, size: Math.min(seats, pool.length), retain });
}

function asPooled({ role, tier, relevance, focus, description, model }: PanelMember): PoolExpert {
  return { role, tier: tier ?? "Adjacent", relevance: relevance ?? 0.5, focus, description, model };
}
