/**
 * References and moves, from what an expert wrote to items of the ledger. An expert's marker never raises a life-cycle error; what cannot stand is
 * a problem with file and line that the expert corrects or the Judge dismisses.
 */

import type { ScannedRef } from "../../drafts/scanned-draft.ts";
import { BlueError, type ErrorCode } from "../../errors.ts";
import { normalise } from "../ids.ts";
import type { Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { RoundRecord } from "../records.ts";
import type { RefKind } from "../vocabulary.ts";
import type { Assignment } from "./assign-ids.ts";
import type { RoundInput } from "./round-input.ts";
import type { ScannedText } from "./scan-round.ts";

export interface Resolved {
  refs: RoundRecord["refs"];
  moves: RoundRecord["moves"];
  dismissed: RoundRecord["dismissed"];
  errors: BlueError[];
  /** Lines that cannot be read, dismissed or not. */
  doubts: { by: string; line: number }[];
  /** Reported, never blocking: markers in sentences, moves that point at nothing. */
  notices: string[];
}

interface Fault {
  expert: string;
  path: string;
  line: number;
  code: ErrorCode;
  message: string;
  fix: string;
}

export function resolveRefs(
  ledger: Ledger,
  texts: readonly ScannedText[],
  assignment: Assignment,
  input: RoundInput,
): Resolved {
  const resolved: Resolved = { refs: [], moves: [], dismissed: [], errors: [], doubts: [], notices: [] };
  const faults: Fault[] = [];
  const targetOf = (raw: string) => findItemId(ledger, assignment, raw);
  const placeOf = (local: string | null): string | null =>
    local === null ? null : (assignment.mapping.get(local) ?? null);

  for (const { expert, file, draft } of texts) {
    if (draft === undefined || file === undefined) continue;
    const where = { expert, path: file.path };
    for (const problem of draft.problems) {
      faults.push({ ...where, ...problem, code: "unmapped_marker" as const });
      resolved.doubts.push({ by: expert, line: problem.line });
    }
    for (const { line, message } of draft.notes) resolved.notices.push(`${file.path}:${line}: ${message}`);
    for (const ref of draft.refs) {
      const target = targetOf(ref.target);
      const fault = target === undefined ? notFound(ref) : misfit(ref, target, placeOf(ref.item));
      if (fault !== undefined) {
        faults.push({ ...where, line: ref.line, ...fault });
        if (ref.kind === "REOPEN" || ref.kind === "OPPOSE") resolved.doubts.push({ by: expert, line: ref.line });
      } else
        resolved.refs.push({ kind: ref.kind, by: expert, from: placeOf(ref.item), target: target!, line: ref.line });
    }
    for (const { kind, targets, topic, line, item } of draft.moves) {
      const known = targets.map(targetOf);
      for (const [i, id] of known.entries()) {
        if (id === undefined)
          resolved.notices.push(`${file.path}:${line}: [MOVE:${kind}] points at ${targets[i]}, which does not exist`);
      }
      resolved.moves.push({
        kind,
        by: expert,
        from: placeOf(item),
        targets: known.filter((id) => id !== undefined),
        topic,
        line,
      });
    }
  }
  settle(faults, input, resolved);
  return resolved;
}

/** The global ID of what somebody names: by that ID, or by a local one of this round or of any before. */
export function findItemId(ledger: Ledger, { mapping }: Pick<Assignment, "mapping">, raw: string): string | undefined {
  const id = normalise(raw);
  if (ledger.items.has(id)) return id;
  return mapping.get(id) ?? ledger.records.find((record) => Object.hasOwn(record.mapping, id))?.mapping[id];
}

/** Why a reference of this kind cannot lead from `from` (null: the draft as a whole) to `target`; both global IDs. */
export function misfitOf(
  kind: RefKind,
  from: string | null,
  target: string,
): { code: "invalid_ref_target" | "refine_type_mismatch"; why: string; fix: string } | undefined {
  const typeOf = (id: string): string => id.slice(0, 1);
  if ((kind === "ADDRESS" || kind === "RESOLVE" || kind === "REOPEN") && typeOf(target) !== "T") {
    return {
      code: "invalid_ref_target",
      why: `${kind} takes a tension`,
      fix: "Name a tension, or use SUPPORT, OPPOSE or QUESTION.",
    };
  }
  if (kind === "REFINE" && from !== null && typeOf(from) !== typeOf(target)) {
    return {
      code: "refine_type_mismatch",
      why: "it stands in an item of another type",
      fix: "Refine an item of the same type, or use SUPPORT or DEPEND.",
    };
  }
  return undefined;
}

function misfit(
  ref: ScannedRef,
  target: string,
  from: string | null,
): Omit<Fault, "expert" | "path" | "line"> | undefined {
  const found = misfitOf(ref.kind, from, target);
  return found && { code: found.code, message: `[RE:${ref.kind} ${ref.target}]: ${found.why}`, fix: found.fix };
}

function notFound(ref: ScannedRef): Omit<Fault, "expert" | "path" | "line"> {
  return {
    code: "target_not_found",
    message: `[RE:${ref.kind} ${ref.target}] refers to nothing in this dialogue`,
    fix: "Use a global ID of an earlier round, or a local ID.",
  };
}

/** Each fault is dismissed by the Judge or refuses the round; each dismissal must meet a fault. */
function settle(faults: readonly Fault[], input: RoundInput, resolved: Resolved): void {
  const open = new Set(faults);
  for (const [i, { local_id, expert, line, reason }] of (input.dismissed ?? []).entries()) {
    if (local_id !== undefined) continue;
    const field = `dismissed.${i}`;
    if (expert === undefined || line === undefined) {
      resolved.errors.push(
        new BlueError("invalid_input", `\`${field}\` needs \`local_id\`, or \`expert\` and \`line\``, {
          field,
          constraint: "names_a_marker",
          suggestion: 'For example { "expert": "Scone", "line": 14, "reason": "refers to nothing" }.',
        }),
      );
      continue;
    }
    const met = faults.filter((fault) => fault.line === line && expertKey(fault.expert) === expertKey(expert));
    if (met.length === 0) {
      resolved.errors.push(
        new BlueError(
          "ungrounded_item",
          `\`${field}\`: ${expert}'s draft has no malformed marker or reference in line ${line}`,
          {
            field,
            value: line,
            constraint: "marker_in_a_draft",
            suggestion: "Dismiss only what is reported with that line; whole items are dismissed by `local_id`.",
          },
        ),
      );
      continue;
    }
    for (const fault of met) open.delete(fault);
    resolved.dismissed.push({ local_id: null, expert: met[0]!.expert, line, reason });
  }
  for (const { expert, path, line, code, message, fix } of open) {
    resolved.errors.push(
      new BlueError(code, `${path}:${line}: ${message}`, {
        field: "drafts",
        value: line,
        constraint: "every_marker_counts",
        suggestion: `${fix} Or dismiss it: { "expert": "${expert}", "line": ${line}, "reason": "…" }.`,
        context: { expert, path, line },
      }),
    );
  }
}
