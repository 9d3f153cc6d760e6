/**
 * What the Judge does to tensions: close one by the item that resolves it, or accept it unresolved with a reason. Neither in the round that raises it,
 * nor in one where a draft reopens it: the panel must have seen what is being closed.
 */
import { type BlueError, type ErrorCode, refusal } from "../../errors.ts";
import { normalise } from "../ids.ts";
import { isOpen, type Ledger, type LedgerTension } from "../ledger.ts";
import { onlyResolver, type RoundRecord, type TensionEvent } from "../records.ts";
import { offersFor, resolversFor } from "../resolvers.ts";
import { findItemId } from "./resolve-refs.ts";
import type { RoundInput } from "./round-input.ts";

export interface JudgeEvents {
  events: TensionEvent[];
  owners: RoundRecord["owners"];
  errors: BlueError[];
}

type Update = NonNullable<RoundInput["tension_updates"]>[number];

/** Why an update cannot stand. */
interface Fault {
  code: ErrorCode;
  message: string;
  constraint: string;
  suggestion: string;
}

/** `ledger`: with this round's texts in it, and without what the Judge decides here. */
export function judgeEvents(ledger: Ledger, mapping: ReadonlyMap<string, string>, input: RoundInput): JudgeEvents {
  const result: JudgeEvents = { events: [], owners: [], errors: [] };
  const own = (id: string, { owner, resolution_path }: Pick<Update, "owner" | "resolution_path">) => {
    if (owner === undefined && resolution_path === undefined) return;
    result.owners.push({ id, owner: owner ?? null, resolution_path: resolution_path ?? null });
  };
  for (const { local_id, ...said } of input.tensions ?? []) {
    const id = mapping.get(normalise(local_id));
    if (id !== undefined) own(id, said);
  }
  const settled = new Set<string>();
  for (const { i, update, together } of singleUpdates(input)) {
    const id = findItemId(ledger, { mapping }, update.id);
    const tension = ledger.tensions.get(id ?? "");
    const outcome =
      tension === undefined
        ? unknown(update, id)
        : ((together ? findMajor(tension, update) : undefined) ?? judge(ledger, mapping, tension, update, settled));
    if (outcome !== undefined && "code" in outcome) {
      const { code, message, constraint, suggestion } = outcome;
      result.errors.push(refusal(code, { [`tension_updates.${i}`]: update.id }, constraint, { message, suggestion }));
      continue;
    }
    own(tension!.id, update);
    if (outcome !== undefined) result.events.push(outcome);
    const lost = unheardField(update);
    if (lost !== undefined) result.errors.push(lostWords(i, update, lost));
  }
  return result;
}

/** `tension_updates` that close every tension which exactly one item may close in this round. */
export function closingsByOnlyResolver(ledger: Ledger): Required<Pick<Update, "id" | "status" | "via" | "note">>[] {
  return [...ledger.tensions.values()].flatMap((tension) => {
    const [via, another] = isOpen(tension) && mayCloseNow(ledger, tension) ? resolversFor(ledger, tension) : [];
    if (via === undefined || another !== undefined) return [];
    return [{ id: tension.id, status: "resolved", via, note: onlyResolver }];
  });
}

/** What is open and could be closed in this round, with every item that may close it. */
export function openWithResolvers(ledger: Ledger): { id: string; via: string[] }[] {
  return [...ledger.tensions.values()].flatMap((tension) => {
    const via = isOpen(tension) && mayCloseNow(ledger, tension) ? resolversFor(ledger, tension) : [];
    return via.length === 0 ? [] : [{ id: tension.id, via }];
  });
}

/** One for each tension, closed where an item is named that resolves it; `i` is the update's place in the call. */
function singleUpdates({ tension_updates = [] }: RoundInput): { i: number; update: Update; together: boolean }[] {
  return tension_updates.flatMap((update, i) => {
    const ids = update.id.split(",").map((id) => id.trim());
    const closing = update.status === undefined && update.via !== undefined ? { status: "resolved" as const } : {};
    return ids.map((id) => ({ i, update: { ...update, ...closing, id }, together: ids.length > 1 }));
  });
}

/** One item may resolve several, and says so of each; one reason for several is enough only where little hangs on each. */
function findMajor({ id, severity }: LedgerTension, { status }: Update): Fault | undefined {
  if (status === "resolved" || (status === "accepted" && severity === "minor")) return undefined;
  return {
    code: "invalid_input",
    message: `${id} (${severity ?? "without a severity"}) needs an update of its own: together only minor tensions are accepted`,
    constraint: "minor_together",
    suggestion: "Name it alone, with its own reason.",
  };
}

function unknown({ id }: Update, found: string | undefined): Fault {
  if (found !== undefined)
    return {
      code: "invalid_entity_type",
      message: `${id} is not a tension`,
      constraint: "tension",
      suggestion: "Only tensions have a status.",
    };
  return {
    code: "target_not_found",
    message: `There is no tension ${id}`,
    constraint: "known_tension",
    suggestion: "Name it by its global ID, or by its marker.",
  };
}

function judge(
  ledger: Ledger,
  mapping: ReadonlyMap<string, string>,
  tension: LedgerTension,
  update: Update,
  settled: Set<string>,
): TensionEvent | Fault | undefined {
  const { id, state } = tension;
  const { status } = update;
  if (status === undefined) return undefined;
  const no = (message: string, constraint: string, suggestion: string): Fault => ({
    code: "invalid_status_transition",
    message,
    constraint,
    suggestion,
  });
  if (settled.has(id))
    return { ...no(`${id} gets two statuses in one call`, "one_status", "Say one."), code: "invalid_input" };
  settled.add(id);
  if (status === "open" || status === "addressed" || status === "reopened") {
    if (isOpen(tension) && status !== "reopened") return undefined;
    const fix = `Only an expert's marker can do that, for example [RE:REOPEN ${id}].`;
    return no(`${id} is ${state}; only experts can make it ${status}`, "tension_lifecycle", fix);
  }
  if (!isOpen(tension)) return no(`${id} is already ${state}`, "tension_lifecycle", "Leave it out.");
  const later = "Let the panel answer it in the next round.";
  if (changedNow(ledger, tension, "raised"))
    return no(`${id} is raised in this round and cannot be closed in it`, "panel_has_seen_it", later);
  if (changedNow(ledger, tension, "reopened"))
    return no(`${id} is reopened by a draft of this round`, "dispute_wins", later);
  return status === "accepted" ? accept(id, update) : close(ledger, mapping, tension, update);
}

/** Whether the ledger's last round raises or reopens it. */
function changedNow({ records }: Ledger, { events }: LedgerTension, asked: "raised" | "reopened"): boolean {
  return events.some(({ round, change }) => round === records.at(-1)!.round && change === asked);
}

/** Whether the panel has seen what the Judge would close in the ledger's last round. */
export function mayCloseNow(ledger: Ledger, tension: LedgerTension): boolean {
  return !changedNow(ledger, tension, "raised") && !changedNow(ledger, tension, "reopened");
}

function accept(id: string, { reason, note }: Update): TensionEvent | Fault {
  const why = (reason ?? note ?? "").trim();
  if (why !== "") return { id, change: "accepted", actors: ["Judge"], item: null, note: why };
  return {
    code: "invalid_input",
    message: `Accepting ${id} unresolved needs a \`reason\``,
    constraint: "acceptance_reason",
    suggestion: "Say why the trade-off is acceptable; it is shown on the verdict.",
  };
}

function close(
  ledger: Ledger,
  mapping: ReadonlyMap<string, string>,
  tension: LedgerTension,
  update: Update,
): TensionEvent | Fault {
  const { id } = tension;
  const offers = offersFor(ledger, tension);
  const usable = offers.filter(({ refused }) => refused === null).map(({ item }) => item);
  const no = (message: string, constraint: string, suggestion: string): Fault => ({
    code: "no_resolver",
    message,
    constraint,
    suggestion,
  });
  const others =
    usable.length > 0
      ? `Items that resolve it: ${usable.join(", ")}.`
      : `An expert must write an item with [RE:RESOLVE ${id}].`;
  if (offers.length === 0) return no(`${id} cannot be closed: no item resolves it`, "resolver_exists", others);
  if (update.via === undefined)
    return no(`Closing ${id} needs \`via\`: the one item that resolves it`, "resolver_named", others);
  const via = findItemId(ledger, { mapping }, update.via);
  const offer = offers.find(({ item }) => item === via);
  if (offer === undefined) return no(`${update.via} does not say that it resolves ${id}`, "resolver_named", others);
  if (offer.refused !== null)
    return no(`${id} cannot be closed by ${offer.item}: ${offer.refused}`, "resolver_stands", others);
  const note = update.note ?? update.reason ?? null;
  return { id, change: "resolved", actors: ["Judge", ...offer.by], item: offer.item, note };
}

/** Words of the Judge that no event of this update would carry. */
function unheardField({ status, ...said }: Update): "via" | "note" | "reason" | undefined {
  if (status === "resolved") return undefined;
  const unheard = status === "accepted" ? (["via"] as const) : (["via", "note", "reason"] as const);
  return unheard.find((field) => said[field] !== undefined);
}

function lostWords(i: number, update: Update, field: "via" | "note" | "reason"): BlueError {
  return refusal("invalid_input", { [`tension_updates.${i}.${field}`]: update[field] }, "heard_with_status", {
    message: `\`${field}\` of ${update.id} would be lost: it goes with a tension that closes`,
    suggestion:
      field === "via"
        ? "Say `status`: `resolved` too, or leave it out."
        : "Say `status` (`resolved` or `accepted`) too; what is still to be done goes into `resolution_path`, anything else into `summary`.",
  });
}
