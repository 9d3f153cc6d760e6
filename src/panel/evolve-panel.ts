/**
 * The panel as the Judge wants it. Once a round is registered a name and a role belong together for good, so that an ID never changes its
 * speaker: a role wanted under another name gets its own or the next free one, and a source that the rounds and the pool know better is put right.
 * Both are said. Everything that fails is reported, member by member.
 */
import { BlueError, refusal } from "../errors.ts";
import { expertKey, freeNames } from "../rules/names.ts";
import { expertSources, type PanelMember, type PoolExpert, type Tier, tiers } from "../rules/records.ts";
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
  /** On the last registered panel: those of them who sit again are retained. */
  last: Map<string, PanelMember>;
  created: Map<string, CreatedExpert>;
  seatedByName: Map<string, PanelMember>;
  createdByName: Map<string, CreatedExpert>;
  wantedNames: Set<string>;
}

type Unnamed = Omit<PanelMember, "name"> & { name: string | undefined; wanted: EvolveMember };
type Source = PanelMember["source"];
type Refuse = (field: string, why: Refusal) => void;
interface Refusal {
  message: string;
  value?: unknown;
  constraint: string;
  suggestion: string;
}

export interface Evolved {
  /** The members that can be seated; a panel only if `errors` is empty. */
  panel: PanelMember[];
  errors: BlueError[];
  /** What was put right. */
  warnings: string[];
}

export function evolvePanel(request: EvolveRequest): Evolved {
  const { wanted, pool, panels, created = [], guests = [], fieldName = (i, field) => `panel.${i}.${field}` } = request;
  const errors: BlueError[] = [];
  const seated = panels.flat();
  const known: Known = {
    pool: byRole(pool),
    seated: byRole(seated),
    last: byRole(panels.at(-1) ?? []),
    created: byRole(created),
    seatedByName: new Map(seated.map((member) => [expertKey(member.name), member])),
    wantedNames: new Set(wanted.map(({ name }) => expertKey(name ?? ""))),
    createdByName: new Map(created.flatMap((expert) => (expert.name ? [[expertKey(expert.name), expert]] : []))),
  };
  if (wanted.length < smallestPanel) errors.push(tooFew(wanted.length));

  const members: Unnamed[] = [];
  const roles = new Set<string>();
  const names = new Set<string>();
  for (const [i, member] of wanted.entries()) {
    const before = errors.length;
    const refuse: Refuse = (field, { message, ...details }) => {
      const path = fieldName(i, field);
      errors.push(new BlueError("invalid_input", `\`${path}\`: ${message}`, { field: path, ...details }));
    };
    const read = readMember(member, known, refuse);
    const again = read.role !== "" && roles.has(roleKey(read.role));
    if (again) refuse("role", twice("role", read.role));
    else if (read.name !== undefined && names.has(expertKey(read.name))) refuse("name", twice("name", read.name));
    roles.add(roleKey(read.role));
    if (read.name !== undefined) names.add(expertKey(read.name));
    if (errors.length === before) members.push(read);
  }

  const taken = [...known.seatedByName.keys(), ...known.createdByName.keys(), ...names, ...guests];
  const free = freeNames(members.length, taken);
  const seats = members.map(({ wanted, ...member }) => {
    const seat = { ...member, name: member.name ?? free.shift()! };
    return { seat, warnings: putRight(wanted, seat, known) };
  });
  return { panel: seats.map(({ seat }) => seat), errors, warnings: seats.flatMap(({ warnings }) => warnings) };
}

function putRight(wanted: EvolveMember, { name, role, source }: PanelMember, known: Known): string[] {
  const asked = given(wanted.name);
  const holder = known.seatedByName.get(expertKey(asked ?? ""));
  const renamed = asked !== null && expertKey(asked) !== expertKey(name);
  return [
    ...(renamed ? [`${holder ? `${holder.name} is ${holder.role}; ` : ""}${role} sits as ${name}.`] : []),
    ...((wanted.source ?? source) === source ? [] : [`${role} ${sourceWords[source]}: its source is "${source}".`]),
  ];
}

const sourceWords = {
  pool: "is in the pool and never sat",
  retained: "sat before",
  created: "is neither in the pool nor on an earlier panel",
};

function readMember(wanted: EvolveMember, known: Known, refuse: Refuse): Unnamed {
  const role = readRole(wanted, known, refuse);
  const key = roleKey(role);
  const pooled = known.pool.get(key);
  const seat = known.seated.get(key);
  const created = known.created.get(key);
  const name = readName(wanted, role, known, refuse);
  const source = role === "" ? "created" : readSource(wanted.source, role, known, refuse);

  const origins = { pool: [pooled], retained: [seat, pooled], created: [created, seat, pooled] }[source];
  const fill = <F extends "tier" | "relevance" | "focus" | "description" | "model">(field: F) =>
    origins.map((origin) => origin?.[field] ?? null).find((value) => value !== null) ?? null;
  return {
    name,
    wanted,
    role: seat?.role ?? pooled?.role ?? created?.role ?? role,
    tier: readTier(wanted.tier, refuse) ?? fill("tier") ?? (source === "created" ? "Adjacent" : null),
    relevance: readRelevance(wanted.relevance, refuse) ?? fill("relevance"),
    focus: given(wanted.focus) ?? fill("focus"),
    description: (wanted.description?.trim() || null) ?? fill("description"),
    model: given(wanted.model) ?? fill("model"),
    source,
    reason: (wanted.reason?.trim() || null) ?? (source === "pool" ? null : (created?.reason ?? seat?.reason ?? null)),
  };
}

/** Empty when there is none. */
function readRole({ role, name }: EvolveMember, known: Known, refuse: Refuse): string {
  const written = given(role);
  if (written !== null) return written;
  const key = expertKey(name ?? "");
  const found = known.seatedByName.get(key) ?? known.createdByName.get(key);
  if (found !== undefined) return found.role;
  refuse("role", {
    message: "a role is required",
    constraint: "role",
    suggestion: "Say what this expert is; only one who sat before can be named without it.",
  });
  return "";
}

/** The one it sat with, else the wanted one unless another role has it, else the created expert's; undefined: the next free one. */
function readName(wanted: EvolveMember, role: string, known: Known, refuse: Refuse): string | undefined {
  const bound = known.seated.get(roleKey(role))?.name;
  const written = given(wanted.name);
  if (bound !== undefined) return bound;
  if (written === null) return createdName(role, known);
  if (known.seatedByName.has(expertKey(written))) return undefined;
  const wrong = findNameProblem(written);
  if (wrong !== undefined) {
    refuse("name", {
      message: `${JSON.stringify(written)} ${wrong.problem}`,
      value: written,
      constraint: "expert_name",
      suggestion: wrong.fix,
    });
  }
  return written;
}

function createdName(role: string, known: Known): string | undefined {
  const name = known.created.get(roleKey(role))?.name ?? undefined;
  if (name === undefined || findNameProblem(name) !== undefined) return undefined;
  return known.seatedByName.has(expertKey(name)) || known.wantedNames.has(expertKey(name)) ? undefined : name;
}

/** Where the role comes from; one that nothing but the call knows can only be created. */
function readSource(source: Source | null | undefined, role: string, known: Known, refuse: Refuse): Source {
  if (known.last.has(roleKey(role))) return "retained";
  const knows = { retained: known.seated, pool: known.pool, created: known.created };
  if (source === "created" || (source && knows[source].has(roleKey(role)))) return source;
  const other = expertSources.find((one) => knows[one].has(roleKey(role)));
  if (other !== undefined) return other;
  if (!source) return "created";
  const seated = [...known.seated.values()].map((member) => `${member.name} (${member.role})`);
  const pooled = [...known.pool.values()].map((expert) => expert.role);
  const instead = [...seated, ...pooled];
  refuse("role", {
    message: `${role} never sat${pooled.length === 0 ? "" : ", and the pool has no such role"}`,
    value: role,
    constraint: "known_role",
    suggestion: `Use source "created"${instead.length === 0 ? "" : `, or one of ${instead.join(", ")}`}.`,
  });
  return source;
}

function readTier(written: string | null | undefined, refuse: Refuse): Tier | undefined {
  const value = given(written);
  if (value === null) return undefined;
  const tier = findTier(value);
  if (tier === undefined) {
    refuse("tier", {
      message: `${JSON.stringify(value)} is not a tier`,
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
  refuse("relevance", {
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
