/** What the decision view says: the answer in words, what deliberation changed, what stayed open, what it cost, and what it rests on. */
import { type Dialogue, personIn, plural } from "./dialogue.ts";
import { countWords } from "./word-diff.ts";

export interface Change {
  /** Short: it stands large. */
  figure: string;
  words: string;
  items: string[];
  isWarning: boolean;
}

export interface LeftOpen {
  kind: "accepted" | "open" | "unconvinced" | "condition" | "statement" | "warning";
  /** Somebody's name, or an item's ID. */
  of: string | null;
  words: string;
  text: string | null;
}

/** The decision in one sentence, and what follows it. */
export function headlineOf({ verdict }: Pick<Dialogue, "verdict">): { headline: string; more: string } | null {
  if (verdict === null) return null;
  const description = firstLine(verdict.description);
  if (verdict.headline !== undefined) return { headline: verdict.headline, more: description };
  const text = firstLine(verdict.recommendation) || description;
  const sentence = /^.{40,}?[.](?=\s|$)/su.exec(text)?.[0] ?? text;
  return { headline: sentence.replaceAll("**", ""), more: text.slice(sentence.length).replaceAll("**", "").trim() };
}

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .map((line) => line.trim())
      .find((line) => line !== "" && !line.startsWith("#")) ?? ""
  );
}

/** The text as it was first written and as it was decided. */
export function wordsBeforeAndAfter({ view, verdict }: Pick<Dialogue, "view" | "verdict">) {
  const { subject, rounds } = view.export;
  const first = subject?.lines?.join("\n") ?? rounds.find(({ proposal }) => proposal !== null)?.proposal ?? null;
  return { before: first === null ? null : countWords(first), after: countWords(verdict?.recommendation ?? "") };
}

export function changesSinceBlind(dialogue: Dialogue): Change[] {
  const { view, tensions, rounds } = dialogue;
  const changes: Change[] = [];
  const add = (figure: string, words: string, items: string[] = [], isWarning = false) =>
    changes.push({ figure, words, items, isWarning });
  const { before, after } = wordsBeforeAndAfter(dialogue);
  if (before !== null && before > 0 && after > 0) {
    const factor = after / before;
    const grew = factor >= 1.05;
    const shrank = factor <= 0.95;
    const words = `${before.toLocaleString("en")} to ${after.toLocaleString("en")} words.`;
    if (grew)
      add(
        `×${factor.toFixed(1)}`,
        `The text grew from ${words}${factor >= 2 ? " Doubling is a warning." : ""}`,
        [],
        factor >= 2,
      );
    else if (shrank) add(`−${Math.round((1 - factor) * 100)}%`, `The text shrank from ${words}`);
    else add("±0", `The text kept its length: ${after.toLocaleString("en")} words.`);
  }
  const moved = view.export.delta.filter(({ changed }) => changed);
  if (moved.length > 0) {
    const [from, to] = [moved[0]!.from.toLowerCase(), moved[0]!.to.toLowerCase()];
    const same = moved.every((one) => one.from.toLowerCase() === from && one.to.toLowerCase() === to);
    add(
      `${moved.length}`,
      same ? `moved from ${from} to ${to}.` : `of ${view.export.delta.length} changed their stance.`,
    );
  } else if (view.export.delta.length > 0) add("0", "Nobody changed their stance since they first took one.");
  const blind = tensions.filter(({ round }) => round === 0).length;
  if (rounds.length > 1 && tensions.length > 0)
    add(
      `+${tensions.length - blind}`,
      `${plural(tensions.length - blind, "tension")} came up after the blind round’s ${blind}.`,
    );
  const conceded = [
    ...new Set(view.export.moves.filter(({ kind }) => kind === "CONCEDE").flatMap(({ targets }) => targets)),
  ];
  if (conceded.length > 0)
    add(
      `${conceded.length}`,
      plural(conceded.length, "position was given up.", "positions were given up.").replace(/^\S+ /, ""),
      conceded,
    );
  const { recommendations_adopted: adopted = [], recommendations_rejected: rejected = [] } = dialogue.verdict ?? {};
  if (adopted.length + rejected.length > 0) {
    const all = [...dialogue.items.values()].filter(({ type }) => type === "R").length;
    add(`${adopted.length}`, `recommendations adopted, ${rejected.length} rejected, of ${all}.`);
  }
  return changes;
}

export function leftOpen(dialogue: Dialogue): LeftOpen[] {
  const { view, verdict, tensions } = dialogue;
  const left: LeftOpen[] = [];
  if (verdict?.warning)
    left.push({ kind: "warning", of: null, words: "Forced at the limit of rounds.", text: verdict.warning });
  for (const tension of tensions) {
    if (tension.status === "resolved") continue;
    const accepted = tension.status === "accepted_unresolved";
    const note = tension.events.findLast(({ change }) => change === "accepted")?.note ?? null;
    left.push({
      kind: accepted ? "accepted" : "open",
      of: tension.id,
      words: `${tension.label}${accepted ? ", accepted unresolved" : ""}`,
      text: note,
    });
  }
  for (const { expert, last_round, condition } of view.export.left_unconvinced)
    left.push({
      kind: "unconvinced",
      of: expert,
      words: `left after round ${last_round} unconvinced.`,
      text: condition,
    });
  for (const { kind, by, label, lines } of view.export.statements) {
    const words = kind === "dissent" ? "dissented." : `wrote a minority verdict${label === null ? "." : `: ${label}`}`;
    left.push({ kind: "statement", of: personIn(dialogue, by).name, words, text: lines.join(" ") });
  }
  for (const condition of verdict?.conditions ?? [])
    left.push({ kind: "condition", of: null, words: condition, text: null });
  return left;
}

export interface Cost {
  /** Null where the records were all written within minutes of each other: afterwards. */
  time: number | null;
  runs: number;
  bytes: number;
  /** As far as the runs say. */
  tokens: number | null;
}

export function costOf({ view, verdict, rounds }: Dialogue): Cost {
  const end = verdict?.registered_at ?? rounds.at(-1)?.at;
  const time = end === undefined ? null : Date.parse(end) - Date.parse(view.export.created_at);
  const sources = view.export.rounds.flatMap(({ texts, revisions, cross_checks }) =>
    [...texts, ...(revisions ?? []), ...(cross_checks ?? [])].map(({ provenance }) => provenance),
  );
  const tokens = sources.flatMap((one) => (one?.tokens === undefined ? [] : [one.tokens]));
  return {
    time: time !== null && time > rounds.length * 60_000 ? time : null,
    runs: view.runs,
    bytes: rounds.flatMap(({ seats }) => [...seats.values()]).reduce((sum, { bytes }) => sum + bytes, 0),
    tokens: tokens.length === 0 ? null : tokens.reduce((sum, one) => sum + one, 0),
  };
}

/** What the Judge decided by itself, in words; empty where it did nothing alone. */
export function handInWords({ view }: Pick<Dialogue, "view">): string[] {
  const { merged, dismissed, discarded, accepted, filed, guests, incomplete, rotated_out } = view.export.judges_hand;
  const said: [number | undefined, string, string][] = [
    [merged, "merge", "merges"],
    [dismissed, "item dismissed", "items dismissed"],
    [discarded, "draft set aside", "drafts set aside"],
    [accepted, "tension accepted", "tensions accepted"],
    [filed, "text filed for others", "texts filed for others"],
    [guests, "guest’s text", "guests’ texts"],
    [incomplete, "incomplete draft", "incomplete drafts"],
    [rotated_out, "seat rotated", "seats rotated"],
  ];
  return said.flatMap(([n, one, many]) => (n !== undefined && n > 0 ? [plural(n, one, many)] : []));
}

/** How blind graders ranked the texts, best first by the mean of their ranks. */
export function gradedTexts({ view }: Pick<Dialogue, "view">) {
  const comparison = view.export.comparisons.at(-1);
  if (comparison === undefined) return null;
  const texts = comparison.texts.map((text) => {
    const grades = comparison.graders.flatMap(({ grades }) => grades.filter(({ letter }) => letter === text.letter));
    const mean = (of: (grade: (typeof grades)[number]) => number) =>
      grades.reduce((sum, grade) => sum + of(grade), 0) / Math.max(1, grades.length);
    return {
      ...text,
      rank: mean(({ rank }) => rank),
      serious: mean(({ critical, major }) => critical + major),
      grades,
    };
  });
  return { graders: comparison.graders.length, texts: texts.sort((a, b) => a.rank - b.rank) };
}
