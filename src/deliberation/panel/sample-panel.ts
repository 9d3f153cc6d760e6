/**
 * The suggested panel: drawn from the pool by relevance within its tiers, and reproducible, since the only randomness is the seed in the opening
 * record. A role that sat before keeps its name; whoever stays from the last panel stays as they sat.
 */
import { BlueError, throwAll } from "../../errors.ts";
import { expertKey, freeNames } from "../names.ts";
import type { PanelMember, PoolExpert } from "../records.ts";
import { type Drawable, drawSeats } from "./draw-seats.ts";
import { findPanelSizeError } from "./panel-size.ts";
import { randomFor } from "./random-for.ts";
import { byRole, inPanelOrder, roleKey, tidyLine } from "./roles.ts";

export interface SampleRequest {
  pool: readonly PoolExpert[];
  size: number;
  /** The opening record's. */
  seed: string;
  round: number;
  /** Roles or pastry names that must sit; experts created for an earlier round may be named too. */
  retain?: readonly string[];
  exclude?: readonly string[];
  /** Everyone seated in earlier rounds, in order: their names are bound to their roles. */
  seated?: readonly PanelMember[];
  /** The panel of the last round, if `seated` holds more than that. */
  last?: readonly PanelMember[];
}

interface Candidate extends Drawable {
  key: string;
  role: string;
  pooled: PoolExpert | undefined;
}

export function samplePanel(request: SampleRequest): PanelMember[] {
  const { pool, size, seed, round, seated = [], last = seated } = request;
  const candidates = listCandidates(pool, seated);
  const retained = findNamed("retain", request.retain ?? [], candidates, seated);
  const excluded = findNamed("exclude", request.exclude ?? [], candidates, seated);
  const errors = [...retained.errors, ...excluded.errors, ...findContradictions(retained.found, excluded.found)];

  // An expert created for an earlier round is no part of the pool: seated only when retained.
  const available = candidates.filter(({ key, pooled }) => pooled !== undefined || retained.found.has(key));
  const drawable = available.filter(({ key }) => !excluded.found.has(key));
  const kept = drawable.filter(({ key }) => retained.found.has(key));
  const sizeError = findPanelSizeError(size, available.length, available.length - drawable.length);
  if (sizeError !== undefined) errors.push(sizeError);
  else if (kept.length > size) errors.push(tooManyRetained(kept.length, size));
  throwAll(errors);

  const waiting = drawable.filter(({ key }) => !retained.found.has(key));
  const drawn = new Set(drawSeats(size, kept, waiting, randomFor(seed, round, "panel")));
  return seat(
    drawable.filter((candidate) => drawn.has(candidate)),
    seated,
    last,
  );
}

function listCandidates(pool: readonly PoolExpert[], seated: readonly PanelMember[]): Candidate[] {
  const pooled = byRole(pool);
  const created = [...byRole(seated)].filter(([key]) => !pooled.has(key));
  return [
    ...[...pooled].map(([key, expert]) => ({ ...expert, key, pooled: expert })),
    ...created.map(([key, { role, tier, relevance }]) => ({
      key,
      role,
      tier: tier ?? ("Adjacent" as const),
      relevance: relevance ?? 0,
      pooled: undefined,
    })),
  ];
}

function findNamed(
  field: "retain" | "exclude",
  wanted: readonly string[],
  candidates: readonly Candidate[],
  seated: readonly PanelMember[],
): { found: Map<string, string>; errors: BlueError[] } {
  const roleOf = new Map(seated.map(({ name, role }) => [expertKey(name), roleKey(role)]));
  const known = new Set(candidates.map(({ key }) => key));
  const found = new Map<string, string>();
  const errors: BlueError[] = [];
  for (const [i, value] of wanted.entries()) {
    const key = known.has(roleKey(value)) ? roleKey(value) : roleOf.get(expertKey(value));
    if (key !== undefined) found.set(key, value);
    else errors.push(unknownExpert(`${field}.${i}`, value, candidates, seated));
  }
  return { found, errors };
}

function unknownExpert(
  field: string,
  value: string,
  candidates: readonly Candidate[],
  seated: readonly PanelMember[],
): BlueError {
  const names = [...new Set(seated.map(({ name }) => name))];
  return new BlueError(
    "invalid_input",
    `\`${field}\`: nobody in the pool or on an earlier panel is ${JSON.stringify(tidyLine(value))}`,
    {
      field,
      value,
      constraint: "known_expert",
      suggestion: `Name a role (${candidates.map(({ role }) => role).join(", ")})${names.length > 0 ? ` or one of ${names.join(", ")}` : ""}.`,
    },
  );
}

function findContradictions(retained: Map<string, string>, excluded: Map<string, string>): BlueError[] {
  return [...retained]
    .filter(([key]) => excluded.has(key))
    .map(
      ([, value]) =>
        new BlueError("invalid_input", `\`retain\` and \`exclude\` both name ${tidyLine(value)}`, {
          field: "exclude",
          value,
          constraint: "retain_or_exclude",
          suggestion: "Name an expert in one of the two.",
        }),
    );
}

function tooManyRetained(retained: number, size: number): BlueError {
  return new BlueError("invalid_input", `\`retain\` names ${retained} experts; \`panel_size\` is ${size}`, {
    field: "retain",
    value: retained,
    constraint: "panel_size",
    suggestion: `Retain at most ${size}, or give a \`panel_size\` of at least ${retained}.`,
  });
}

function seat(
  candidates: readonly Candidate[],
  seated: readonly PanelMember[],
  last: readonly PanelMember[],
): PanelMember[] {
  const before = byRole(seated);
  const staying = byRole(last);
  const members = candidates.map(({ key, pooled }): Omit<PanelMember, "name"> & { name: string | undefined } => {
    const stays = staying.get(key) ?? (pooled === undefined ? before.get(key) : undefined);
    if (stays !== undefined) return { ...stays, source: "retained" };
    return { name: before.get(key)?.name, ...pooled!, source: "pool", reason: null };
  });
  const free = freeNames(
    members.length,
    [...seated, ...last].map(({ name }) => name),
  );
  return inPanelOrder(members).map((member) => ({ ...member, name: member.name ?? free.shift()! }));
}
