/**
 * The suggested panel: drawn from the pool by relevance within its tiers, and reproducible, since the only randomness is the seed in the opening
 * record. A role that sat before keeps its name; members who stay from the last panel stay as they sat. Whom the Judge called to the open round stays in it
 * unless excluded: a redraw is no reason to lose them.
 */
import { type BlueError, refusal, throwAll } from "../errors.ts";
import { expertKey, freeNames } from "../rules/names.ts";
import type { PanelMember, PoolExpert } from "../rules/records.ts";
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
  /** The panel already written for this round. */
  open?: readonly PanelMember[];
  /** Whether experts created for this round take seats of `size`; else they sit beside them. */
  createdWithin?: boolean;
  /** Who speaks in this round as a guest: nobody is given their names. */
  guests?: readonly string[];
}

interface Candidate extends Drawable {
  key: string;
  role: string;
  pooled: PoolExpert | undefined;
}

export function samplePanel(request: SampleRequest): PanelMember[] {
  const {
    pool,
    size,
    seed,
    round,
    seated = [],
    last = seated,
    open = [],
    createdWithin = false,
    guests = [],
  } = request;
  const known = [...open, ...seated];
  const candidates = listCandidates(pool, known);
  const retained = findNamed("retain", request.retain ?? [], candidates, known);
  const excluded = findNamed("exclude", request.exclude ?? [], candidates, known);
  const errors = [...retained.errors, ...excluded.errors, ...findContradictions(retained.found, excluded.found)];

  // An expert created for an earlier round is no part of the pool: seated only when retained.
  const called = byRole(open.filter(({ source }) => source === "created"));
  const stays = ({ key }: Candidate) => retained.found.has(key) || called.has(key);
  const available = candidates.filter((candidate) => candidate.pooled !== undefined || stays(candidate));
  const drawable = available.filter(({ key }) => !excluded.found.has(key));
  const beside = createdWithin ? [] : drawable.filter(({ key }) => called.has(key));
  const kept = drawable.filter((candidate) => stays(candidate) && !beside.includes(candidate));
  const seats = available.length - beside.length;
  const sizeError = findPanelSizeError(size, seats, available.length - drawable.length);
  if (sizeError !== undefined) errors.push(sizeError);
  else if (kept.length > size) errors.push(tooManyRetained(kept.length, called.size, size));
  throwAll(errors);

  const waiting = drawable.filter((candidate) => !stays(candidate));
  const drawn = new Set([...drawSeats(size, kept, waiting, randomFor(seed, round, "panel")), ...beside]);
  const asTheySit = byRole(open.filter(({ role }) => retained.found.has(roleKey(role)) || called.has(roleKey(role))));
  return seat(
    drawable.filter((candidate) => drawn.has(candidate)),
    { seated, last, open, asTheySit, guests },
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
  return refusal("invalid_input", { [field]: value }, "known_expert", {
    message: `\`${field}\`: nobody in the pool or on a panel is ${JSON.stringify(tidyLine(value))}`,
    suggestion: `Name a role (${candidates.map(({ role }) => role).join(", ")})${names.length > 0 ? ` or one of ${names.join(", ")}` : ""}.`,
  });
}

function findContradictions(retained: Map<string, string>, excluded: Map<string, string>): BlueError[] {
  return [...retained]
    .filter(([key]) => excluded.has(key))
    .map(([, value]) =>
      refusal("invalid_input", { exclude: value }, "retain_or_exclude", {
        message: `\`retain\` and \`exclude\` both name ${tidyLine(value)}`,
        suggestion: "Name an expert in one of the two.",
      }),
    );
}

function tooManyRetained(kept: number, called: number, size: number): BlueError {
  const who =
    called === 0 ? `\`retain\` names ${kept} experts` : `${kept} experts are retained or created for this round`;
  return refusal("invalid_input", { retain: kept }, "panel_size", {
    message: `${who}; \`panel_size\` is ${size}`,
    suggestion: `Retain at most ${size}${called === 0 ? "" : ", exclude some"}, or give a \`panel_size\` of at least ${kept}.`,
  });
}

interface Panels extends Required<Pick<SampleRequest, "seated" | "last" | "open" | "guests">> {
  /** Of the open panel, who was asked to stay: not a word about them changes. */
  asTheySit: Map<string, PanelMember>;
}

function seat(candidates: readonly Candidate[], { seated, last, open, asTheySit, guests }: Panels): PanelMember[] {
  const before = byRole([...open, ...seated]);
  const staying = byRole(last);
  const members = candidates.map(({ key, pooled }): Omit<PanelMember, "name"> & { name: string | undefined } => {
    const sits = asTheySit.get(key);
    if (sits !== undefined) return sits;
    const stays = staying.get(key) ?? (pooled === undefined ? before.get(key) : undefined);
    if (stays !== undefined) return { ...stays, source: "retained" };
    return { name: before.get(key)?.name, ...pooled!, source: "pool", reason: null };
  });
  const free = freeNames(members.length, [...[...seated, ...last, ...open].map(({ name }) => name), ...guests]);
  return inPanelOrder(members).map((member) => ({ ...member, name: member.name ?? free.shift()! }));
}
