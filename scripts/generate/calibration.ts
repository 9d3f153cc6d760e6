/**
 * How well the figure of a blind round foretells the next expert: from recorded rounds of four and more, some experts are left out, and what was
 * predicted without them stands beside what they had brought.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scanDraft } from "../../src/drafts/scan-draft.ts";
import {
  type BlindLook,
  blindLook,
  type CoverageFigure,
  coverageOfLook,
  fewest,
  seenBy,
} from "../../src/rules/coverage.ts";
import { toLines } from "../../src/rules/lines.ts";
import { expertKey } from "../../src/rules/names.ts";
import type { RoundRecord } from "../../src/rules/records.ts";

export interface Prediction {
  figure: CoverageFigure;
  /** What each of those left out would have brought next. */
  next: number[];
  /** What all of them brought together. */
  rest: number;
}

/** What `seen` experts of the look foretell, for every choice of them that allows a figure. */
export function predictions(look: BlindLook, seen: number): Prediction[] {
  const { experts, objections } = look;
  return choices(experts, seen).flatMap((chosen) => {
    const figure = coverageOfLook(seenBy(look, chosen));
    if (!("one_more" in figure)) return [];
    const missed = objections.filter(({ raisers }) => !raisers.some((name) => chosen.includes(name)));
    const next = experts
      .filter((name) => !chosen.includes(name))
      .map((name) => missed.filter(({ raisers }) => raisers.includes(name)).length);
    return [{ figure, next, rest: missed.length }];
  });
}

function choices<T>(of: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return of.flatMap((one, i) => choices(of.slice(i + 1), count - 1).map((rest) => [one, ...rest]));
}

export type LaterLook = NonNullable<RoundRecord["later_looks"]>[number];

/** Looks that were added while a round was open: what was predicted for each, and what it brought. */
export function laterLooksTable(looks: ReadonlyMap<string, readonly LaterLook[]>): string {
  const all = [...looks].flatMap(([name, some]) => some.map((look) => ({ name, ...look })));
  if (all.length === 0) return "No committed blind round was joined later yet.";
  const rows = all.map(({ name, expert, predicted: { mean: predicted, low, high }, brought }) =>
    [name, expert, `${tenths(predicted)} (${low} to ${high})`, String(brought)].join(" | "),
  );
  const held = all.filter(({ predicted: { low, high }, brought }) => low <= brought && brought <= high).length;
  return [
    "Looks that were added while a blind round was open, as recorded:",
    "",
    "| Blind round | Joined | Predicted | Brought |",
    "| --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
    `In range ${held} of ${all.length}.`,
  ].join("\n");
}

/** The table, and below it a line that adds it up. */
export function calibration(looks: ReadonlyMap<string, BlindLook>): string {
  const all: Prediction[] = [];
  const rows = [...looks].flatMap(([name, look]) => {
    const sizes = Array.from(
      { length: Math.max(look.experts.length - fewest.experts, 0) },
      (_, i) => i + fewest.experts,
    );
    return sizes.flatMap((seen) => {
      const made = predictions(look, seen);
      all.push(...made);
      const two = look.experts.length - seen === 2;
      return made.length === 0
        ? []
        : [
            [
              name,
              `${seen} of ${look.experts.length}`,
              tenths(mean(made.map(({ figure }) => figure.one_more.mean))),
              tenths(mean(made.flatMap(({ next }) => next))),
              two ? tenths(mean(made.map(({ figure }) => figure.two_more))) : "–",
              two ? tenths(mean(made.map(({ rest }) => rest))) : "–",
              heldWords(made),
            ],
          ];
    });
  });
  const headings = ["Blind round", "Seen", "Next expert: predicted", "came", "Next two: predicted", "came", "In range"];
  const cases = all.flatMap(({ figure, next }) => next.map((came) => ({ predicted: figure.one_more.mean, came })));
  const ratio = mean(cases.map(({ predicted }) => predicted)) / mean(cases.map(({ came }) => came));
  const sum = `All ${cases.length} cases: predicted ${ratio.toFixed(2)} of what came; in range ${heldWords(all)}.`;
  return [headings, headings.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
    .concat(`\n\n${sum}`);
}

/** How often what came lies in the range that was said. */
function heldWords(made: readonly Prediction[]): string {
  const held = made.flatMap(({ figure, next }) =>
    next.map((came) => figure.one_more.low <= came && came <= figure.one_more.high),
  );
  return `${held.filter(Boolean).length} of ${held.length}`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function tenths(number: number): string {
  return number.toFixed(1);
}

/** The records of blind rounds, by the dialogue's name. */
function committedRounds(root: string): [string, RoundRecord][] {
  const dialogues = join(root, ".blue/dialogues");
  return readdirSync(dialogues)
    .sort()
    .map((id): [string, string] => [id.replace(/^[\dT-]+Z-/, ""), join(dialogues, id, "round-0/round.json")])
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, JSON.parse(readFileSync(file, "utf8")) as RoundRecord]);
}

export function committedLaterLooks(root: string): Map<string, readonly LaterLook[]> {
  return new Map(committedRounds(root).map(([name, { later_looks = [] }]) => [name, later_looks]));
}

/** Every blind round that is committed, by name: of dialogues on record, and of examples that were recorded as drafts with the Judge's call. */
export function committedLooks(root: string): Map<string, BlindLook> {
  const looks = new Map(committedRounds(root).map(([name, record]) => [name, blindLook(record)]));
  for (const name of readdirSync(join(root, "examples")).sort()) {
    const judge = join(root, "examples", name, "judge-0.json");
    const drafts = ["blind-round", "round-0"].map((folder) => join(root, "examples", name, folder)).find(existsSync);
    if (existsSync(judge) && drafts !== undefined) looks.set(name, draftedLook(drafts, judge));
  }
  return looks;
}

function draftedLook(folder: string, judge: string): BlindLook {
  const { tensions } = JSON.parse(readFileSync(judge, "utf8")) as {
    tensions: { local_id: string; merges?: string[] }[];
  };
  const into = new Map(tensions.flatMap(({ local_id, merges = [] }) => merges.map((id) => [id, local_id])));
  const experts = readdirSync(folder).map((file) => expertKey(file.replace(/\.md$/, "")));
  const raisers = new Map<string, Set<string>>();
  for (const expert of experts) {
    const draft = scanDraft(toLines(readFileSync(join(folder, `${expert}.md`), "utf8")), { expert, round: 0 });
    for (const { localId, type } of draft.items) {
      if (type !== "T") continue;
      const id = into.get(localId) ?? localId;
      raisers.set(id, (raisers.get(id) ?? new Set()).add(expert));
    }
  }
  return { experts, objections: [...raisers.values()].map((names) => ({ severity: null, raisers: [...names] })) };
}
