/** The two numbers and what they mean for the gate, the same in every answer that carries them. */
import * as z from "zod";
import { plural } from "../../../pages/page.ts";
import { findingsWords } from "../../../pages/verdict-lines.ts";
import { convergenceOf, type GateView } from "../../../rules/gate.ts";
import { isOpen, type RoundState } from "../../../rules/ledger.ts";
import { isLookDone } from "../../../rules/standing.ts";

export const countsSchema = {
  velocity: z.strictObject({ open_tensions: z.int(), new_perspectives: z.int(), total: z.int() }),
  convergence: z.strictObject({
    signals: z.int(),
    panel_size: z.int(),
    percent: z.int().describe("Rounded down."),
    missing: z.array(z.string()),
  }),
  can_converge: z.boolean(),
  convergence_blockers: z.array(z.string()),
  findings: z.string().optional().describe("Of a review, in words: its one look is registered, and nobody signs it."),
};

export type CountsAnswer = z.output<z.ZodObject<typeof countsSchema>>;

export function countsOf(view: GateView): CountsAnswer {
  const { rounds, tensions } = view.ledger;
  const last = rounds.at(-1);
  return {
    velocity: last?.velocity ?? { open_tensions: 0, new_perspectives: 0, total: 0 },
    convergence: last?.convergence ?? { signals: 0, panel_size: 0, percent: 0, missing: [] },
    ...convergenceOf(view),
    ...(isLookDone(view.ledger) ? { findings: findingsWords([...tensions.values()].filter(isOpen)) } : {}),
  };
}

/** `5 left to settle (4 open tensions + 1 new perspective)` */
export function velocityWords({ open_tensions, new_perspectives, total }: CountsAnswer["velocity"]): string {
  return `${total} left to settle (${plural(open_tensions, "open tension")} + ${plural(new_perspectives, "new perspective")})`;
}

/** `ended`: there is a decision, or the dialogue was closed; the gate is nobody's concern any more. */
export function renderCounts(
  { velocity, convergence, can_converge, convergence_blockers, findings }: CountsAnswer,
  ended = false,
): string {
  if (findings !== undefined) return findings;
  const left = `${plural(velocity.open_tensions, "tension")} open, ${plural(velocity.new_perspectives, "new perspective")}, ${convergence.signals} of ${convergence.panel_size} signed`;
  const gate = can_converge
    ? ["✓ The gate is open: a final verdict may be registered."]
    : [`! Not decided yet: ${left}`, ...convergence_blockers.filter(isNotCounted).map((blocker) => `    ${blocker}`)];
  return [
    `Velocity: ${velocityWords(velocity)}`,
    `Converge: ${convergence.percent}% (${convergence.signals}/${convergence.panel_size})${convergence.missing.length > 0 ? `, missing ${convergence.missing.join(", ")}` : ""}`,
    ...(ended ? [] : gate),
  ].join("\n");
}

/** That something is open or unsigned is how a dialogue goes, and the line says it; what else keeps the gate closed is told apart. */
export function isNotCounted(blocker: string): boolean {
  return !/^Cannot register verdict: (?:velocity|convergence)=/.test(blocker);
}

/** One round's row of the scoreboard. */
export const scoreRowSchema = z.strictObject({
  round: z.int(),
  W: z.number(),
  C: z.number(),
  T: z.number(),
  R: z.number(),
  score: z.number(),
  open_tensions: z.int(),
  new_perspectives: z.int(),
  velocity: z.int(),
  converge_percent: z.int(),
});

export type ScoreRow = z.output<typeof scoreRowSchema>;

export function scoreRow({ round, score: { total, ...components }, velocity, convergence }: RoundState): ScoreRow {
  const { open_tensions, new_perspectives } = velocity;
  const counted = { open_tensions, new_perspectives, velocity: velocity.total, converge_percent: convergence.percent };
  return { round, ...components, score: total, ...counted };
}
