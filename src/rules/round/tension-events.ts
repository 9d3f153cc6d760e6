/**
 * The life of tensions in one round. Raising, addressing and reopening are the experts'; closing needs an item whose text resolves the tension and
 * the Judge naming that item; accepting it unresolved is the Judge's, with a rationale. None of the two in the round that raises it, nor in
 * one where a draft reopens it or opposes the resolver: the panel must have seen what is being closed.
 */

import { BlueError, type ErrorCode } from "../../errors.ts";
import { normalise } from "../ids.ts";
import { isOpen, type Ledger, type LedgerTension, type TensionState } from "../ledger.ts";
import type { RoundRecord, TensionEvent } from "../records.ts";
import type { Assignment } from "./assign-ids.ts";
import { findItemId, type Resolved } from "./resolve-refs.ts";
import type { RoundInput } from "./round-input.ts";

export interface TensionOutcome {
  events: TensionEvent[];
  owners: RoundRecord["owners"];
  errors: BlueError[];
}

type Update = NonNullable<RoundInput["tension_updates"]>[number];

export function tensionEvents(
  ledger: Ledger,
  assignment: Assignment,
  resolved: Resolved,
  input: RoundInput,
): TensionOutcome {
  const outcome: TensionOutcome = { events: expertEvents(ledger, assignment, resolved), owners: [], errors: [] };
  const raised = new Set(outcome.events.filter(({ change }) => change === "raised").map(({ id }) => id));
  for (const { local_id, owner, resolution_path } of input.tensions ?? []) {
    const id = assignment.mapping.get(normalise(local_id));
    if (id === undefined || (owner === undefined && resolution_path === undefined)) continue;
    outcome.owners.push({ id, owner: owner ?? null, resolution_path: resolution_path ?? null });
  }
  const seen = new Set<string>();
  for (const [i, update] of (input.tension_updates ?? []).entries()) {
    const refuse = (code: ErrorCode, message: string, constraint: string, suggestion: string) =>
      outcome.errors.push(
        new BlueError(code, message, { field: `tension_updates.${i}`, value: update.id, constraint, suggestion }),
      );
    const found = findItemId(ledger, assignment, update.id);
    const id = found ?? normalise(update.id);
    const before = ledger.tensions.get(id);
    if (before === undefined && !raised.has(id)) {
      if (found !== undefined)
        refuse("invalid_entity_type", `${update.id} is no tension`, "tension", "Only tensions have a status.");
      else
        refuse(
          "target_not_found",
          `There is no tension ${update.id}`,
          "known_tension",
          "Name it by its global ID, or by its marker.",
        );
      continue;
    }
    const refused = outcome.errors.length;
    if (update.status !== undefined && seen.has(id)) {
      refuse("invalid_input", `${id} gets two statuses in one call`, "one_status", "Say one.");
      continue;
    }
    if (update.status !== undefined) seen.add(id);
    if (update.owner !== undefined || update.resolution_path !== undefined) {
      outcome.owners.push({ id, owner: update.owner ?? null, resolution_path: update.resolution_path ?? null });
    }
    if (update.status !== undefined)
      judge({ id, update, before, raisedNow: raised.has(id), ledger, assignment, resolved, outcome, refuse });
    const unheard = unheardField(update);
    if (unheard !== undefined && outcome.errors.length === refused) outcome.errors.push(lostWords(i, update, unheard));
  }
  return outcome;
}

/** Words of the Judge that no event of this update would carry. */
function unheardField({ status, ...said }: Update): "via" | "note" | "reason" | undefined {
  if (status === "resolved") return undefined;
  const unheard = status === "accepted" ? (["via"] as const) : (["via", "note", "reason"] as const);
  return unheard.find((field) => said[field] !== undefined);
}

function lostWords(i: number, update: Update, field: "via" | "note" | "reason"): BlueError {
  return new BlueError(
    "invalid_input",
    `\`${field}\` of ${update.id} would be lost: it goes with a tension that closes`,
    {
      field: `tension_updates.${i}.${field}`,
      value: update[field],
      constraint: "heard_with_status",
      suggestion:
        field === "via"
          ? "Say `status`: `resolved` too, or leave it out."
          : "Say `status` (`resolved` or `accepted`) too; what is still to be done goes into `resolution_path`, anything else into `summary`.",
    },
  );
}

function expertEvents(ledger: Ledger, { items, merged, markers }: Assignment, { refs }: Resolved): TensionEvent[] {
  const events: TensionEvent[] = [];
  for (const { id, type, sources } of items) {
    if (type === "T")
      events.push({
        id,
        change: "raised",
        actors: [...new Set(sources.map(({ expert }) => expert))],
        item: id,
        note: null,
      });
  }
  for (const { local_id, into } of merged) {
    // Raised again under an earlier ID: it is open, as if it were new, and who said so is kept.
    const marker = markers.get(local_id);
    if (marker?.item.type === "T" && ledger.tensions.has(into)) {
      events.push({
        id: into,
        change: "raised",
        actors: [marker.expert],
        item: null,
        note: `raised again as ${local_id}`,
      });
    }
  }
  for (const { kind, by, from, target } of refs) {
    if (kind === "ADDRESS" || kind === "RESOLVE") {
      events.push({
        id: target,
        change: "addressed",
        actors: [by],
        item: from,
        note: kind === "RESOLVE" ? "offers a resolution" : null,
      });
    }
    if (kind === "REOPEN" && !isOpen(ledger.tensions.get(target) ?? { state: "open" })) {
      events.push({ id: target, change: "reopened", actors: [by], item: from, note: null });
    }
  }
  return events;
}

interface Ruling {
  id: string;
  update: Update;
  before: LedgerTension | undefined;
  raisedNow: boolean;
  ledger: Ledger;
  assignment: Assignment;
  resolved: Resolved;
  outcome: TensionOutcome;
  refuse(code: ErrorCode, message: string, constraint: string, suggestion: string): void;
}

function judge(ruling: Ruling): void {
  const { id, update, before, raisedNow, outcome, refuse } = ruling;
  const status = update.status!;
  const reopened = outcome.events.some((event) => event.id === id && event.change === "reopened");
  const now: TensionState = reopened ? "reopened" : (before?.state ?? "open");
  if (status === "open" || status === "addressed" || status === "reopened") {
    const stays = isOpen({ state: now }) && status !== "reopened";
    if (!stays)
      refuse(
        "invalid_status_transition",
        `${id} is ${now}; ${status} is the experts' to say`,
        "tension_lifecycle",
        `Only an expert's marker can do that, for example [RE:REOPEN ${id}].`,
      );
    return;
  }
  if (!isOpen({ state: now })) {
    refuse("invalid_status_transition", `${id} is already ${now}`, "tension_lifecycle", "Leave it out.");
    return;
  }
  if (raisedNow) {
    refuse(
      "invalid_status_transition",
      `${id} is raised in this round and cannot be closed in it`,
      "panel_has_seen_it",
      "Let the panel answer it in the next round.",
    );
    return;
  }
  if (reopened || ruling.resolved.refs.some(({ kind, target }) => kind === "REOPEN" && target === id)) {
    refuse(
      "invalid_status_transition",
      `${id} is reopened by a draft of this round`,
      "dispute_wins",
      "Let the panel answer in the next round.",
    );
    return;
  }
  if (status === "accepted") {
    const reason = (update.reason ?? update.note ?? "").trim();
    if (reason === "")
      refuse(
        "invalid_input",
        `Accepting ${id} unresolved needs a \`reason\``,
        "acceptance_reason",
        "Say why the trade-off is acceptable; it stands on the verdict.",
      );
    else outcome.events.push({ id, change: "accepted", actors: ["Judge"], item: null, note: reason });
    return;
  }
  close(ruling);
}

function close({ id, update, ledger, assignment, resolved, outcome, refuse }: Ruling): void {
  const resolvers = [
    ...(ledger.tensions.get(id)?.resolvers ?? []),
    ...resolved.refs
      .filter(({ kind, target, from }) => kind === "RESOLVE" && target === id && from !== null)
      .map(({ from, by }) => ({ item: from!, by })),
  ];
  const offered = [...new Set(resolvers.map(({ item }) => item))];
  if (offered.length === 0) {
    refuse(
      "no_resolver",
      `${id} cannot be closed: no item resolves it`,
      "resolver_exists",
      `An expert must write an item with [RE:RESOLVE ${id}].`,
    );
    return;
  }
  if (update.via === undefined) {
    refuse(
      "no_resolver",
      `Closing ${id} needs \`via\`: the one item that resolves it`,
      "resolver_named",
      `Items that resolve it: ${offered.join(", ")}.`,
    );
    return;
  }
  const via = findItemId(ledger, assignment, update.via) ?? normalise(update.via);
  if (!offered.includes(via)) {
    refuse(
      "no_resolver",
      `${update.via} does not say that it resolves ${id}`,
      "resolver_named",
      `Items that resolve it: ${offered.join(", ")}.`,
    );
    return;
  }
  const opposed = resolved.refs.find(({ kind, target }) => kind === "OPPOSE" && target === via);
  if (opposed !== undefined) {
    refuse(
      "invalid_status_transition",
      `${id} cannot be closed by ${via}: ${opposed.by} opposes it in this round`,
      "dispute_wins",
      "Name another resolver, or let the panel settle it in the next round.",
    );
    return;
  }
  const actors = ["Judge", ...new Set(resolvers.filter(({ item }) => item === via).map(({ by }) => by))];
  outcome.events.push({ id, change: "resolved", actors, item: via, note: update.note ?? update.reason ?? null });
}
