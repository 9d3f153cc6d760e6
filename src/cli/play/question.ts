/** What a person agrees to before the first paid run. */
import type { PlayPlan } from "../../play/plan.ts";
import type { Player } from "../../play/player.ts";
import type { Choice } from "../../play/seats.ts";
import type { ShelfPlan } from "../../play/shelf.ts";

/** Tokens of one run: seen in plays, from short to long. */
const perRun = { least: 15_000, most: 60_000 };

export interface Estimate {
  runs: number;
  tokens: { least: number; most: number };
  minutes: { least: number; most: number };
}

/** The short path: polished twice, broken blind, rewritten, checked, rewritten, signed. */
export function estimatePlay(plan: PlayPlan): Estimate {
  const rounds = plan.method === "review" ? 1 : 3;
  const author = plan.method === "review" ? 0 : plan.subject === null ? 2 : 4;
  const judge = rounds + 1 + (plan.pool === null && plan.template === null ? 1 : 0);
  const runs = plan.panel_size * rounds + author + judge;
  return {
    runs,
    tokens: { least: runs * perRun.least, most: runs * perRun.most },
    minutes: { least: 2 * (rounds + author), most: 12 * (rounds + author) },
  };
}

/** Enough to break most texts. */
const fewSeats = 4;

export function planText(plan: PlayPlan, runners: Player["runners"], shelf: ShelfPlan, spent: number | null): string {
  const { runs, tokens, minutes } = estimatePlay(plan);
  const few = estimatePlay({ ...plan, panel_size: fewSeats });
  const who = ({ runner, model }: Choice) => {
    const found = runners.get(runner)!.found;
    const facts = [
      found.version,
      found.endpoint && `to ${found.endpoint}`,
      found.confined ? "confined" : "NOT confined",
    ];
    const named = model ?? found.model;
    return `${runner}${named === undefined ? "" : `/${named}`} (${facts.filter(Boolean).join(", ")})`;
  };
  const number = (n: number) => n.toLocaleString("en");
  const notes = [...runners.values()].flatMap(({ runner, found }) =>
    found.notes.map((note) => `${runner.name}: ${note}`),
  );
  const left = shelf.left.slice(0, 5).map(({ path, why }) => `${path} (${why})`);
  const panel =
    plan.template !== null
      ? `${plan.panel_size} seats from the template ${plan.template}`
      : plan.pool !== null
        ? `${plan.panel_size} seats from your pool of ${plan.pool.experts.length}`
        : `${plan.panel_size} seats from ${plan.pool_size} experts that the Judge designs`;
  return [
    `${spent !== null ? "Going on with" : plan.method === "review" ? "A review" : "A dialogue"}: ${plan.topic}`,
    `  id       ${plan.id}`,
    ...(plan.subject === null ? [] : [`  subject  ${plan.subject}`]),
    `  panel    ${panel}${plan.until_stop ? ", then one more at a time while a further look pays; each costs a run" : ""}`,
    ...plan.seats.map((seat) => `  experts  ${seat.count === null ? "" : `${seat.count} × `}${who(seat)}`),
    `  author   ${who(plan.author)}`,
    `  judge    ${who(plan.judge)}`,
    `  files    ${number(shelf.paths.length)} that git tracks can be read${shelf.left.length === 0 ? "" : `, ${shelf.left.length} are left out: ${left.join(", ")}${shelf.left.length > left.length ? " …" : ""}`}`,
    `  runs     about ${runs}: ${number(tokens.least)} to ${number(tokens.most)} tokens, ${minutes.least} to ${minutes.most} minutes`,
    ...(spent !== null || plan.panel_size <= fewSeats
      ? []
      : [
          `  or       with --experts ${fewSeats} about ${few.runs}: ${number(few.tokens.least)} to ${number(few.tokens.most)} tokens`,
        ]),
    ...(spent === null ? [] : [`  spent    ${number(spent)} tokens so far`]),
    `  at most  ${number(plan.budget.tokens)} tokens${plan.budget.usd === null ? "" : `, $${plan.budget.usd}`}, ${plan.max_rounds} rounds`,
    ...(plan.seats.some(({ runner }) => runner === "claude")
      ? ["! With a Claude subscription, runs of `claude -p` are billed apart from your interactive use."]
      : []),
    ...notes.map((note) => `! ${note}`),
  ].join("\n");
}
