/** What a person agrees to before the first paid run. */
import type { PlayPlan } from "../../play/plan.ts";
import type { Player } from "../../play/player.ts";
import type { Choice } from "../../play/seats.ts";
import type { ShelfPlan } from "../../play/shelf.ts";
import { shortestWay } from "../../play/way.ts";

/** Tokens of one run: seen in plays, from short to long. */
const perRun = { least: 15_000, most: 60_000 };

interface Estimate {
  runs: number;
  /** Of them the Judge's. */
  judge: number;
  tokens: { least: number; most: number };
  minutes: { least: number; most: number };
}

function estimatePlay(plan: PlayPlan): Estimate {
  const way = shortestWay(plan);
  const count = (steps: typeof way) => steps.reduce((sum, step) => sum + step.runs, 0);
  const runs = count(way);
  // The Judge's steps are short.
  const long = way.filter(({ stage }) => stage === "experts" || stage === "author");
  return {
    runs,
    judge: runs - count(long),
    tokens: { least: runs * perRun.least, most: runs * perRun.most },
    minutes: { least: 2 * long.length, most: 12 * long.length },
  };
}

/** Enough to break most texts. */
const fewSeats = 4;

export function planText(plan: PlayPlan, runners: Player["runners"], shelf: ShelfPlan, spent: number | null): string {
  const { runs, judge, tokens, minutes } = estimatePlay(plan);
  const few = estimatePlay({ ...plan, panel_size: fewSeats });
  const who = ({ runner, model }: Choice) => {
    const found = runners.get(runner)?.found;
    if (found === undefined)
      return runner !== ""
        ? `${runner} (cannot be used here)`
        : plan.seats.length === 0
          ? "none was found"
          : "one of these";
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
  const others = shelf.left.filter(({ path }) => !path.startsWith(".blue/"));
  const left = others.slice(0, 5).map(({ path, why }) => `${path} (${why})`);
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
    ...(plan.seats.length === 0 ? [{ ...plan.author, count: null }] : plan.seats).map(
      (seat) => `  experts  ${seat.count === null ? "" : `${seat.count} × `}${who(seat)}`,
    ),
    ...(plan.method === "review" ? [] : [`  author   ${who(plan.author)}`]),
    `  judge    ${who(plan.judge)}`,
    `  files    ${shelf.paths.length <= 5 ? shelf.paths.join(", ") || "none" : number(shelf.paths.length)} that git tracks can be read${others.length === 0 ? "" : `; left out: ${left.join(", ")}${others.length > left.length ? ` and ${others.length - left.length} more` : ""}`}`,
    `  runs     about ${runs}, ${judge} of them the Judge's: ${number(tokens.least)} to ${number(tokens.most)} tokens, ${minutes.least} to ${minutes.most} minutes`,
    ...(spent !== null || plan.panel_size <= fewSeats
      ? []
      : [
          `  or       with --experts ${fewSeats} about ${few.runs}: ${number(few.tokens.least)} to ${number(few.tokens.most)} tokens`,
        ]),
    ...(spent === null ? [] : [`  spent    ${number(spent)} tokens so far`]),
    `  at most  ${number(plan.budget.tokens)} tokens${plan.budget.usd === null ? "" : `, $${plan.budget.usd}`}${plan.method === "review" ? "" : `, ${plan.max_rounds} rounds`}`,
    ...(plan.seats.some(({ runner }) => runner === "claude")
      ? ["! With a Claude subscription, runs of `claude -p` are billed apart from your interactive use."]
      : []),
    ...notes.map((note) => `! ${note}`),
  ].join("\n");
}
