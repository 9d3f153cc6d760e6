/**
 * The panel as the Judge wants it. Once a round is registered a name and a role belong together for good, so that an ID never changes its
 * speaker; everything that fails is reported, member by member.
 */
import { BlueError, refusal } from "../errors.ts";
import { expertKey, freeNames } from "../rules/names.ts";
import { type PanelMember, type PoolExpert, type Tier, tiers } from "../rules/records.ts";
import type { EvolveMember } from "./evolve-input.ts";
import { findNameProblem } from "./expert-name.ts";
import { smallestPanel } from "./panel-size.ts";
import { byRole, findTier, roleKey, tidyLine } from "./roles.ts";

/** Someone `expert_create` added and no round has seated yet; a panel member is one too. */
export type CreatedExpert = Pick<PanelMember, "role"> & {
  [F in Exclude<keyof PanelMember, "role">]?: PanelMember[F] | null;
};

export interface EvolveRequest {
  wanted: readonly EvolveMember[];
  pool: readonly PoolExpert[];
  /** Of the registered rounds, in order. */
  panels: readonly (readonly PanelMember[])[];
  created?: readonly CreatedExpert[];
  /** Who speaks in the open round as a guest: nobody is given their names. */
  guests?: readonly string[];
  /** What the caller calls a field of the i-th wanted member; default `panel.<i>.<field>`. */
  fieldName?: (i: number, field: string) => string;
}

/** Where a role, or a name, is known from. */
interface Known {
  pool: Map<string, PoolExpert>;
  seated: Map<string, PanelMember>;
  created: Map<string, CreatedExpert>;
  seatedByName: Map<string, PanelMember>;
  createdByName: Map<string, CreatedExpert>;
  wantedNames: Set<string>;
  panels: EvolveRequest["panels"];
}

type Unnamed = Omit<PanelMember, "name"> & { name: string | undefined };
type Refuse = (code: "invalid_input" | "panel_mismatch", field: string, why: Refusal) => void;
interface Refusal {
  message: string;
  value?: unknown;
  constraint: string;
  suggestion: string;
}

/** `panel` holds the members that can be seated; it is a panel only if `errors` is empty. */
export function evolvePanel(request: EvolveRequest): { panel: PanelMember[]; errors: BlueError[] } {
  const { wanted, pool, panels, created = [], guests = [], fieldName = (i, field) => `panel.${i}.${field}` } = request;
  const errors: BlueError[] = [];
  const seated = panels.flat();
  const known: Known = {
    pool: byRole(pool),
    seated: byRole(seated),
    created: byRole(created),
    seatedByName: new Map(seated.map((member) => [expertKey(member.name), member])),
    wantedNames: new Set(wanted.map(({ name }) => expertKey(name ?? ""))),
    createdByName: new Map(created.flatMap((expert) => (expert.name ? [[expertKey(expert.name), expert]] : []))),
    panels,
  };
  if (wanted.length < smallestPanel) errors.push(tooFew(wanted.length));

  const members: Unnamed[] = [];
  const roles = new Set<string>();
  const names = new Set<string>();
  for (const [i, member] of wanted.entries()) {
    const before = errors.length;
    const refuse: Refuse = (code, field, { message, ...details }) => {
      const path = fieldName(i, field);
      errors.push(new BlueError(code, `\`${path}\`: ${message}`, { field: path, ...details }));
    };
    const read = readMember(member, known, refuse);
    const again = read.role !== "" && roles.has(roleKey(read.role));
    if (again) refuse("invalid_input", "role", twice("role", read.role));
    else if (read.name !== undefined && names.has(expertKey(read.name)))
      refuse("invalid_input", "name", twice("name", read.name));
    roles.add(roleKey(read.role));
    if (read.name !== undefined) names.add(expertKey(read.name));
    if (errors.length === before) members.push(read);
  }

  const taken = [...known.seatedByName.keys(), ...known.createdByName.keys(), ...names, ...guests];
  const free = freeNames(members.length, taken);
  return { panel: members.map((member) => ({ ...member, name: member.name ?? free.shift()! })), errors };
}

function readMember(wanted: EvolveMember, known: Known, refuse: Refuse): Unnamed {
  const role = readRole(wanted, known, refuse);
  const key = roleKey(role);
  const pooled = known.pool.get(key);
  const seat = known.seated.get(key);
  const created = known.created.get(key);
  const named = readName(wanted, role, known, refuse);
  if (role !== "" && named.consistent) checkSource(wanted.source, role, known, refuse);

  const origins = { pool: [pooled], retained: [seat, pooled], created: [created, seat, pooled] }[wanted.source];
  const fill = <F extends "tier" | "relevance" | "focus" | "description" | "model">(field: F) =>
    origins.map((origin) => origin?.[field] ?? null).find((value) => value !== null) ?? null;
  return {
    name: named.name,
    role: seat?.role ?? pooled?.role ?? created?.role ?? role,
    tier: readTier(wanted.tier, refuse) ?? fill("tier") ?? (wanted.source === "created" ? "Adjacent" : null),
    relevance: readRelevance(wanted.relevance, refuse) ?? fill("relevance"),
    focus: given(wanted.focus) ?? fill("focus"),
    description: (wanted.description?.trim() || null) ?? fill("description"),
    model: given(wanted.model) ?? fill("model"),
    source: wanted.source,
    reason:
      (wanted.reason?.trim() || null) ?? (wanted.source === "pool" ? null : (created?.reason ?? seat?.reason ?? null)),
  };
}

/** Empty when there is none. */
function readRole({ role, name }: EvolveMember, known: Known, refuse: Refuse): string {
  const written = given(role);
  if (written !== null) return written;
  const key = expertKey(name ?? "");
  const found = known.seatedByName.get(key) ?? known.createdByName.get(key);
  if (found !== undefined) return found.role;
  refuse("invalid_input", "role", {
    message: "a role is required",
    constraint: "role",
    suggestion: "Say what this expert is; only one who sat before can be named without it.",
  });
  return "";
}

/** `consistent`: no earlier round says otherwise. Without a name it is the bound one, the created expert's, or later the next free one. */
function readName(
  wanted: EvolveMember,
  role: string,
  known: Known,
  refuse: Refuse,
): { name: string | undefined; consistent: boolean } {
  const bound = known.seated.get(roleKey(role))?.name;
  const written = given(wanted.name);
  if (written === null) return { name: bound ?? createdName(role, known), consistent: true };
  if (bound !== undefined) {
    if (expertKey(bound) === expertKey(written)) return { name: bound, consistent: true };
    refuse("panel_mismatch", "name", {
      message: `${role} sat as ${bound} in round ${roundOf(bound, known)}, and a role keeps its name`,
      value: written,
      constraint: "bound_name",
      suggestion: `Give the name ${bound}, or leave \`name\` out.`,
    });
    return { name: undefined, consistent: false };
  }
  const holder = known.seatedByName.get(expertKey(written));
  if (holder !== undefined) {
    refuse("panel_mismatch", "name", {
      message: `${holder.name} is ${holder.role} since round ${roundOf(holder.name, known)}, and a name keeps its role`,
      value: written,
      constraint: "bound_name",
      suggestion: `Give ${role} another name, or leave \`name\` out; or give ${holder.name} the role ${holder.role}.`,
    });
    return { name: undefined, consistent: false };
  }
  const wrong = findNameProblem(written);
  if (wrong !== undefined) {
    refuse("invalid_input", "name", {
      message: `${JSON.stringify(written)} ${wrong.problem}`,
      value: written,
      constraint: "expert_name",
      suggestion: wrong.fix,
    });
  }
  return { name: written, consistent: true };
}

function createdName(role: string, known: Known): string | undefined {
  const name = known.created.get(roleKey(role))?.name ?? undefined;
  if (name === undefined || findNameProblem(name) !== undefined) return undefined;
  return known.seatedByName.has(expertKey(name)) || known.wantedNames.has(expertKey(name)) ? undefined : name;
}

function roundOf(name: string, { panels }: Known): number {
  return panels.findIndex((panel) => panel.some((member) => expertKey(member.name) === expertKey(name)));
}

function checkSource(source: EvolveMember["source"], role: string, known: Known, refuse: Refuse): void {
  const key = roleKey(role);
  const pooled = known.pool.has(key);
  if (source === "retained" && !known.seated.has(key)) {
    const seated = [...known.seated.values()].map((member) => `${member.name} (${member.role})`);
    const instead = pooled ? "pool" : "created";
    refuse("panel_mismatch", "source", {
      message: `${role} never sat${seated.length === 0 ? ": no round is registered yet" : " in an earlier round"}`,
      value: source,
      constraint: "seated_before",
      suggestion: `Use source "${instead}"${seated.length === 0 ? "" : `, or retain one of ${seated.join(", ")}`}.`,
    });
  }
  if (source === "pool" && !pooled) {
    const roles = [...known.pool.values()].map((expert) => expert.role);
    const instead = known.seated.has(key) ? "retained" : "created";
    refuse("invalid_input", "role", {
      message: `the pool has no ${role}`,
      value: role,
      constraint: "in_pool",
      suggestion: `Use source "${instead}"${roles.length === 0 ? "" : `, or a role of the pool: ${roles.join(", ")}`}.`,
    });
  }
}

function readTier(written: string | null | undefined, refuse: Refuse): Tier | undefined {
  const value = given(written);
  if (value === null) return undefined;
  const tier = findTier(value);
  if (tier === undefined) {
    refuse("invalid_input", "tier", {
      message: `${JSON.stringify(value)} is no tier`,
      value,
      constraint: "tier",
      suggestion: `Use ${tiers.join(", ")}.`,
    });
  }
  return tier;
}

function readRelevance(value: number | null | undefined, refuse: Refuse): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value >= 0 && value <= 1) return value;
  refuse("invalid_input", "relevance", {
    message: `${value} is not between 0 and 1`,
    value,
    constraint: "relevance",
    suggestion: "0.20 to 0.95 is usual.",
  });
  return undefined;
}

function twice(what: "role" | "name", value: string): Refusal {
  return {
    message: `${value} is on the panel already`,
    value,
    constraint: `unique_${what}`,
    suggestion: what === "name" ? "Give another name, or leave `name` out." : "Seat each role once.",
  };
}

function tooFew(count: number): BlueError {
  return refusal("invalid_input", { panel: count }, "min_panel", {
    message: `\`panel\` has ${count}; a panel has at least two members`,
    suggestion: "Seat at least two experts: one alone is always unanimous.",
  });
}

function given(text: string | null | undefined): string | null {
  const tidy = tidyLine(text ?? "");
  return tidy === "" ? null : tidy;
}
