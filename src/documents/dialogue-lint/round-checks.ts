/** Rounds follow one another, experts speak in them under their names, their markers can be read, and every fence is closed. */
import type { ScannedDraft } from "../../drafts/scanned-draft.ts";
import { expertKey } from "../../rules/names.ts";
import { type Check, error, type Issue, info, listed, those, warning } from "./check.ts";
import { isOfJudge } from "./contributions.ts";
import { type LintedDialogue, type RoundSection, scan } from "./linted-dialogue.ts";
import { scoredRounds } from "./scoreboard.ts";

const roundOrderCheck: Check = {
  name: "round_order",
  weight: 10,
  run({ rounds, scoreboards, converged }) {
    const scored = scoredRounds(scoreboards);
    if (rounds.length === 0) {
      if (scored.length === 0 && converged === null) return null;
      return [error(1, null, "There is no section for any round. Add `## Round 0: Opening Arguments`.")];
    }
    const findings = [...checkOrder(rounds, "section"), ...checkOrder(scored, "scoreboard row")];
    if (scored.length === 0) return findings;
    const unscored = missing(rounds, scored);
    const untold = missing(scored, rounds);
    const untitled = `${listed("Round", "Rounds", untold)} scored, but without a section.`;
    return [
      ...findings,
      ...those(
        unscored.length > 0 &&
          warning(0.2, scored[0]!.line, `${listed("Round", "Rounds", unscored)} not on the scoreboard.`),
        untold.length > 0 && warning(0.2, rounds[0]!.line, untitled),
      ),
    ];
  },
};

interface Numbered {
  round: number;
  line: number;
}

function checkOrder(rounds: Numbered[], what: string): Issue[] {
  const seen = new Map<number, number>();
  let last = -1;
  const wrong = ({ round, line }: Numbered) => {
    const first = seen.get(round);
    if (first !== undefined)
      return error(0.5, line, `A second ${what} for round ${round}; the first is on line ${first}.`);
    if (round < last) return error(0.5, line, `The ${what} for round ${round} comes after that for round ${last}.`);
    if (last === -1 && round === 1) return warning(0.1, line, `Rounds count from 0; the first ${what} is for round 1.`);
    if (round === last + 1) return false;
    return error(0.5, line, `${listed("Round", "Rounds", between(last, round))} missing before this ${what}.`);
  };
  return those(
    ...rounds.map((one) => {
      const finding = wrong(one);
      if (!seen.has(one.round)) seen.set(one.round, one.line);
      last = Math.max(last, one.round);
      return finding;
    }),
  );
}

function between(last: number, next: number): number[] {
  return Array.from({ length: next - last - 1 }, (_, n) => last + 1 + n);
}

function missing(rounds: Numbered[], others: Numbered[]): number[] {
  const known = new Set(others.map(({ round }) => round));
  return [...new Set(rounds.map(({ round }) => round))].filter((round) => !known.has(round));
}

const contributionsCheck: Check = {
  name: "contributions",
  weight: 5,
  run(view) {
    const { rounds, participants } = view;
    if (rounds.length === 0) return null;
    const known = new Set((participants?.members ?? []).map(({ name }) => expertKey(name)));
    const findings = rounds.flatMap(({ round, contributions }) => {
      const spoken = contributions.filter((contribution) => !isOfJudge(contribution));
      const bare = spoken.filter(({ emoji }) => emoji === null);
      const strangers = spoken.filter(({ name, emoji }) => emoji !== null && !known.has(expertKey(name)));
      const whose = listed("contribution of", "contributions of", namesOf(bare));
      const shape = `Round ${round}: 🧁 is missing before the ${whose}. Write \`### 🧁 Muffin\`.`;
      const missing = `${listed("Speaker", "Speakers", namesOf(strangers))} missing among the participants.`;
      return those(
        bare.length > 0 && warning(0.4, bare[0]!.line, shape),
        participants !== null && strangers.length > 0 && warning(0.2, strangers[0]!.line, missing),
      );
    });
    const silent = rounds.filter((round) => round.contributions.every(isOfJudge) && !showsExperts(view, round));
    if (silent.length === 0) return findings;
    const which = listed(
      "Round",
      "Rounds",
      silent.map(({ round }) => round),
    );
    const message = `${which}: no expert speaks, and nothing says where their texts are.`;
    return [...findings, warning((0.4 * silent.length) / rounds.length, silent[0]!.line, message)];
  },
};

function namesOf(contributions: { name: string }[]): string[] {
  return contributions.map(({ name }) => name);
}

/** A table by expert (votes, positions), or the way to the experts' own files. */
function showsExperts(view: LintedDialogue, round: RoundSection): boolean {
  if (view.tablesOf(round).some(({ columns }) => /^(?:agent|expert)$/i.test(columns[0] ?? ""))) return true;
  return view.document.lines
    .slice(round.line, round.end)
    .some(({ text, kind }) => kind !== "code" && pointsToTexts(text));
}

function pointsToTexts(text: string): boolean {
  return /\bround-\d{1,2}\/|\bfull (?:agent|expert) (?:responses?|texts?)\b/i.test(text);
}

const backgroundAgentsCheck: Check = {
  name: "background_agents",
  weight: 1,
  run({ document, rounds }) {
    if (rounds.length === 0) return null;
    const said = document.lines.some(
      ({ text, kind }) =>
        kind !== "code" &&
        (pointsToTexts(text) ||
          /\brun_in_background\b|\bbackground (?:agents?|tasks?)\b/i.test(text) ||
          (/\b(?:agents|experts)\b/i.test(text) && /\b(?:independently|in parallel)\b/i.test(text))),
    );
    if (said) return [];
    const message =
      "Nothing says that the experts ran apart, as background agents. Name their files: `> Full agent responses: .blue/dialogues/<id>/round-0/*.md`.";
    return [warning(1, rounds[0]!.line, message)];
  },
};

const markersCheck: Check = {
  name: "markers",
  weight: 8,
  run(view) {
    const { bodies } = view;
    const rest = restOf(view, bodies);
    if ([...bodies.map(({ draft }) => draft), rest].every(isSilent)) return null;
    const findings = bodies.flatMap(({ name, offset, draft: { problems, notes } }) => [
      ...problems
        .filter(({ code }) => code !== "fence")
        .map(({ line, message, fix }) => warning(0.2, offset + line, `${name}: ${message} ${fix}`)),
      ...notes.map(({ line, message }) => info(offset + line, `${name}: ${message}`)),
    ]);
    const unreadable = rest.problems.filter(({ code }) => code === "unreadable");
    return [...findings, ...unreadable.map(({ line, message, fix }) => warning(0.2, line, `${message} ${fix}`))];
  },
};

/** Has no marker at all, readable or not. */
function isSilent({ items, refs, moves, citations, stances, statements, problems, notes }: ScannedDraft): boolean {
  return [items, refs, moves, citations, stances, statements, problems, notes].every(({ length }) => length === 0);
}

/** The document without the experts' texts, line for line; here only markers that cannot be read matter. */
function restOf({ document, rounds }: LintedDialogue, bodies: { offset: number }[]) {
  const starts = new Set(bodies.map(({ offset }) => offset));
  const taken = new Uint8Array(document.lines.length + 2);
  for (const { contributions } of rounds) {
    for (const { line, body } of contributions) {
      if (starts.has(line)) taken.fill(1, line + 1, line + 1 + body.split("\n").length);
    }
  }
  return scan(document.lines.map(({ text, number }) => (taken[number] === 1 ? "" : text)).join("\n"), "Judge", 0);
}

const fencesCheck: Check = {
  name: "fences",
  weight: 8,
  run({ document: { hasFences, unclosedFences }, bodies }) {
    const quoted = bodies.flatMap(({ name, quoted, offset, draft }) => {
      const fence = quoted ? draft.problems.find(({ code }) => code === "fence") : undefined;
      if (fence === undefined) return [];
      return [warning(0.2, offset + fence.line, `${name}: nothing closes this code fence in the quoted text.`)];
    });
    if (!hasFences && quoted.length === 0) return null;
    const findings = unclosedFences.map(({ line, info }) => {
      const what = /mermaid/i.test(info) ? "mermaid diagram" : "code fence";
      return error(1, line, `Nothing closes this ${what}: what follows is shown as code.`);
    });
    return [...findings, ...quoted];
  },
};

export const roundChecks = [roundOrderCheck, contributionsCheck, backgroundAgentsCheck, markersCheck, fencesCheck];
