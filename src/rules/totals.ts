/** What all rounds of a dialogue add up to, as the scoreboard, the verdict and the export show it. */
import type { Ledger } from "./ledger.ts";
import { expertKey } from "./names.ts";

export interface ScoreboardTotals {
  rounds: number;
  alignment: { W: number; C: number; T: number; R: number; total: number };
  experts_consulted: number;
  tensions: number;
  tensions_resolved: number;
  tensions_accepted: number;
  final_velocity: number;
  convergence_achieved: boolean;
  convergence_reason: string;
}

export function totalsOf(ledger: Ledger): ScoreboardTotals {
  const sum = (key: "W" | "C" | "T" | "R" | "total") =>
    ledger.rounds.reduce((total, { score }) => total + score[key], 0);
  const last = ledger.rounds.at(-1);
  const states = [...ledger.tensions.values()].map(({ state }) => state);
  const blocked = [
    last === undefined ? "no round registered" : "",
    last !== undefined && last.velocity.total > 0 ? `velocity=${last.velocity.total}` : "",
    last !== undefined && last.convergence.missing.length > 0
      ? `${last.convergence.signals}/${last.convergence.panel_size} signals`
      : "",
  ].filter((part) => part !== "");
  return {
    rounds: ledger.rounds.length,
    alignment: { W: sum("W"), C: sum("C"), T: sum("T"), R: sum("R"), total: sum("total") },
    experts_consulted: new Set(ledger.records.flatMap(({ panel }) => panel.map(({ name }) => expertKey(name)))).size,
    tensions: states.length,
    tensions_resolved: states.filter((state) => state === "resolved").length,
    tensions_accepted: states.filter((state) => state === "accepted").length,
    final_velocity: last?.velocity.total ?? 0,
    convergence_achieved: last?.converged ?? false,
    convergence_reason: blocked.length === 0 ? "velocity=0, unanimous" : blocked.join(", "),
  };
}
