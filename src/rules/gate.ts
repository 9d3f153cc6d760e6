/**
 * The gate: one function over what the records say. It never asks the index and never trusts an argument. `forced` overrides the two counts,
 * and nothing else; everything that fails is reported at once, in RFC 0057's order.
 */
import { BlueError, refusal } from "../errors.ts";
import type { Ledger, RoundState } from "./ledger.ts";

/** Everything the gate looks at. */
export interface GateView {
  ledger: Ledger;
  /** Damaged records and files no record accounts for: with any of these, nobody knows what is missing. */
  problems: readonly BlueError[];
  /** Drafts (or a panel) of the next round that are not registered yet, as paths. */
  unregistered: readonly string[];
}

export interface VerdictRequest {
  round: number | undefined;
  forced: boolean;
  warning: string | undefined;
  tensions_accepted: readonly string[];
}

/** Whether the last registered round converged; blockers in words, in the gate's order. */
export function convergenceOf(view: GateView): { can_converge: boolean; convergence_blockers: string[] } {
  const blockers = gateErrors(view, {
    round: view.ledger.rounds.at(-1)?.round,
    forced: false,
    warning: undefined,
    tensions_accepted: acceptedIds(view.ledger),
  });
  return { can_converge: blockers.length === 0, convergence_blockers: blockers.map(({ message }) => message) };
}

/** Everything that keeps a final verdict from standing on `request.round`. Empty: it may be registered. */
export function gateErrors(view: GateView, request: VerdictRequest): BlueError[] {
  const { ledger } = view;
  const errors: BlueError[] = [...view.problems];
  const last = ledger.rounds.at(-1);
  errors.push(...roundErrors(last, request.round));
  if (view.unregistered.length > 0) errors.push(unregisteredDrafts(view.unregistered));
  if (last === undefined) return errors;

  const limit = ledger.opening.settings.max_rounds;
  const atLimit = ledger.rounds.length >= limit;
  const { converged } = last;
  if (request.forced && !atLimit) errors.push(forcedEarly(ledger.rounds.length, limit));
  if (!converged && !(request.forced && atLimit)) errors.push(...countErrors(last, atLimit));
  if (!converged && request.forced && atLimit && (request.warning ?? "").trim() === "") errors.push(noWarning());
  errors.push(...acceptanceErrors(ledger, request.tensions_accepted));
  return errors;
}

function roundErrors(last: RoundState | undefined, round: number | undefined): BlueError[] {
  if (last === undefined) {
    return [
      new BlueError("round_not_registered", "Cannot register verdict: no round is registered yet", {
        field: "round",
        ...(round === undefined ? {} : { value: round }),
        constraint: "round_exists",
        suggestion: "Register round 0 first.",
      }),
    ];
  }
  if (round === undefined || round === last.round) return [];
  const why =
    round > last.round ? "is not registered" : "is not the last one: a verdict stands on the highest round only";
  return [
    refusal("round_not_registered", { round }, "highest_round", {
      message: `Cannot register verdict: round ${round} ${why}`,
      suggestion: `The last registered round is ${last.round}.`,
    }),
  ];
}

function unregisteredDrafts(paths: readonly string[]): BlueError {
  return refusal("unregistered_files", { drafts: [...paths] }, "no_unregistered_drafts", {
    message: `Cannot register verdict: the next round was begun and is not registered (${paths.join(", ")})`,
    suggestion: "Register that round, or set its drafts aside with `blue dialogue round-discard` and a reason.",
    context: { files: [...paths] },
  });
}

function countErrors(last: RoundState, atLimit: boolean): BlueError[] {
  const { velocity, convergence } = last;
  const orForce = atLimit ? "; or, since the limit of rounds is reached, send `forced: true` with a `warning`" : "";
  const context = {
    open_tensions: last.open,
    new_perspectives: last.fresh,
    converge_percent: convergence.percent,
    missing_signals: convergence.missing,
  };
  const errors: BlueError[] = [];
  if (velocity.total > 0) {
    const todo = [
      last.open.length > 0 ? `Resolve ${last.open.join(", ")}` : "",
      last.fresh.length > 0 ? `${last.open.length > 0 ? "integrate" : "Integrate"} ${last.fresh.join(", ")}` : "",
    ].filter((part) => part !== "");
    errors.push(
      refusal("velocity_not_zero", { velocity: velocity.total }, "convergence_gate", {
        message: `Cannot register verdict: velocity=${velocity.total} (open_tensions=${velocity.open_tensions}, new_perspectives=${velocity.new_perspectives}). Resolve tensions and integrate perspectives first.`,
        suggestion: `${todo.join(" and ")} before declaring convergence${orForce}`,
        context,
      }),
    );
  }
  if (convergence.signals !== convergence.panel_size) {
    errors.push(
      refusal("convergence_not_unanimous", { converge_percent: convergence.percent }, "convergence_gate", {
        message: `Cannot register verdict: convergence=${convergence.percent}% (${convergence.signals}/${convergence.panel_size}). All experts must signal [MOVE:CONVERGE].`,
        suggestion: `Ask ${convergence.missing.join(", ")} what is still open, and run another round${orForce}`,
        context,
      }),
    );
  }
  return errors;
}

function forcedEarly(registered: number, limit: number): BlueError {
  return refusal("invalid_input", { forced: true }, "max_rounds", {
    message: `\`forced\` is possible only at the limit: ${registered} of ${limit} rounds are registered`,
    suggestion: "Run another round; or end the dialogue without a decision (`blue dialogue close`).",
  });
}

function noWarning(): BlueError {
  return refusal("forced_convergence_no_warning", "warning", "forced_warning", {
    message: "Forced convergence at max rounds requires explicit warning in verdict description.",
    suggestion:
      "Say in `warning`, or in a paragraph of `description` that has the word, what is still open and why the decision is taken all the same.",
  });
}

function acceptedIds(ledger: Ledger): string[] {
  return [...ledger.tensions.values()].filter(({ state }) => state === "accepted").map(({ id }) => id);
}

/** A tension accepted unresolved must be named on the verdict; one that is not accepted must not. */
function acceptanceErrors(ledger: Ledger, listed: readonly string[]): BlueError[] {
  const accepted = acceptedIds(ledger);
  const missing = accepted.filter((id) => !listed.includes(id));
  const wrong = listed.filter((id) => !accepted.includes(id));
  if (missing.length === 0 && wrong.length === 0) return [];
  const what = [
    missing.length > 0 ? `${missing.join(", ")} accepted unresolved and not acknowledged` : "",
    wrong.length > 0 ? `${wrong.join(", ")} acknowledged but not accepted` : "",
  ].filter((part) => part !== "");
  return [
    refusal("accepted_not_acknowledged", { tensions_accepted: [...listed] }, "acknowledge_accepted", {
      message: `Cannot register verdict: ${what.join("; ")}`,
      suggestion: `List exactly these in \`tensions_accepted\`: ${accepted.join(", ") || "none"}`,
      context: { accepted },
    }),
  ];
}
