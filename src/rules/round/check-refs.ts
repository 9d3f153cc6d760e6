/**
 * References a caller sends with an item are compared with what its markers say, like counts: they are the experts' to make. What they say is
 * checked in the order of the error codes, so that a misspelt type is not called a missing reference.
 */

import { type BlueError, type ErrorCode, refusal } from "../../errors.ts";
import { normalise } from "../ids.ts";
import type { Ledger } from "../ledger.ts";
import { itemTypes, refKinds } from "../vocabulary.ts";
import type { Assignment } from "./assign-ids.ts";
import { findItemId, misfitOf, type Resolved } from "./resolve-refs.ts";
import type { RoundInput } from "./round-input.ts";

type Fault = { code: ErrorCode; part: "type" | "target"; message: string; constraint: string; suggestion: string };

export function checkRefs(ledger: Ledger, { mapping }: Assignment, { refs }: Resolved, input: RoundInput): BlueError[] {
  const errors: BlueError[] = [];
  const check = (item: string, type: string, written: string): Fault | undefined => {
    const kind = refKinds.find((known) => known === type.trim().toUpperCase());
    if (kind === undefined) {
      return {
        code: "invalid_ref_type",
        part: "type",
        message: `${type} is not a kind of reference`,
        constraint: "ref_type",
        suggestion: `One of ${refKinds.join(", ")}; or leave \`refs\` out: Blue reads them from the drafts.`,
      };
    }
    // The Judge may also know already what an item of this round will be called.
    const assigned = [...mapping.values()].find((id) => id === normalise(written));
    const target = findItemId(ledger, { mapping }, written) ?? assigned;
    if (target === undefined) {
      return {
        code: "target_not_found",
        part: "target",
        message: `there is no item ${written}`,
        constraint: "known_item",
        suggestion: "Use a global ID of an earlier round, or a local ID.",
      };
    }
    const misfit = misfitOf(kind, item, target);
    if (misfit !== undefined) {
      return {
        code: misfit.code,
        part: "target",
        message: misfit.why,
        constraint: "ref_target",
        suggestion: misfit.fix,
      };
    }
    if (refs.some((ref) => ref.kind === kind && ref.from === item && ref.target === target)) return undefined;
    return {
      code: "ungrounded_item",
      part: "target",
      message: `no marker of ${item} says [RE:${kind} ${written}]`,
      constraint: "marker_in_a_draft",
      suggestion: "Leave `refs` out: Blue reads them from the drafts.",
    };
  };
  for (const { list } of Object.values(itemTypes)) {
    for (const [i, { local_id, refs: claimed = [] }] of (input[list] ?? []).entries()) {
      const item = mapping.get(normalise(local_id));
      if (item === undefined) continue; // reported where markers are assigned
      for (const [j, { type, target }] of claimed.entries()) {
        const fault = check(item, type, target);
        if (fault === undefined) continue;
        const field = `${list}.${i}.refs.${j}.${fault.part}`;
        const { code, message, constraint, suggestion } = fault;
        const value = fault.part === "type" ? type : target;
        errors.push(refusal(code, { [field]: value }, constraint, { message: `\`${field}\`: ${message}`, suggestion }));
      }
    }
  }
  return errors;
}
