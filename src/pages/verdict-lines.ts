/**
 * The facts of a verdict in words: an ordered list of lines, the same on every face, and one line of them for lists. Plain text: a face lays it out, links
 * and escapes. A fact that is empty says so and is never left out, but for four: why, the risk, perspectives that nobody took up, and what was fixed in part.
 */
import { answerWords, leftOutWords } from "../facts/objections.ts";
import { canBeChecked } from "../facts/rests.ts";
import type { Disagreement, TensionFacts, VerdictFacts } from "../facts/schema.ts";
import { cutShown } from "../facts/text/cut.ts";
import { clipped } from "../rules/round/first-sentence.ts";
import { severities } from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import { coverageWords } from "./coverage-lines.ts";
import { handParts, positionWords } from "./judges-hand.ts";
import { plural } from "./page.ts";

export interface VerdictLine {
  key:
    | "decided"
    | "why"
    | "how"
    | "signed"
    | "risk"
    | "open"
    | "not_taken_up"
    | "refused"
    | "in_part"
    | "disagree"
    | "supersedes"
    | "judge"
    | "rests"
    | "cost"
    | "coverage";
  name: string;
  words: string;
  /** Whose words these are, of what was decided. */
  note: string | null;
  /** For the one line; null where there is nothing that a reader must know. */
  short: string | null;
}

/** Items and people named in a line; the rest is counted. */
const mostNamed = 8;
const longestWords = 200;
const fewUndone = 4;
const longestLeftOut = 260;

export function verdictLines(facts: VerdictFacts): VerdictLine[] {
  return [
    { key: "decided", name: "Decided", words: decidedWords(facts), note: sourceOf(facts), short: null },
    ...reasonLine(facts, "why", "Why"),
    ...reasonLine(facts, "risk", "Risk"),
    { key: "how", name: "How", note: null, ...howLine(facts) },
    { key: "signed", name: "Signed by", note: null, ...signedLine(facts) },
    { key: "open", name: "Still open", note: null, ...openLine(facts) },
    ...notTakenUpLine(facts),
    ...undoneLines(facts),
    disagreeLine(facts),
    {
      key: "supersedes",
      name: "Supersedes",
      words: facts.supersedes ?? "nothing",
      note: null,
      short: facts.supersedes === null ? null : `supersedes ${facts.supersedes}`,
    },
    { key: "judge", name: "The Judge's own words", words: judgeLine(facts), note: null, short: null },
    { key: "rests", name: "Rests on", words: restsLine(facts), note: null, short: null },
    { key: "cost", name: "Cost", words: costLine(facts), note: null, short: null },
    {
      key: "coverage",
      name: "One more look",
      words: facts.coverage === null ? "no blind round is registered" : coverageWords(facts.coverage),
      note: null,
      short: null,
    },
  ];
}

/** Why, or what may still go wrong: the author's words above the text. Nobody has to write them. */
function reasonLine({ how, decided }: VerdictFacts, key: "why" | "risk", name: string): VerdictLine[] {
  const words = decided[key];
  return how === "undecided" || words === undefined ? [] : [{ key, name, words, note: null, short: null }];
}

/** The lines as a terminal shows them, indented below what they are about. */
export function renderFacts(facts: VerdictFacts): string[] {
  return verdictLines(facts).map(
    ({ name, words, note }) => `  ${name}: ${safeLine(note === null ? words : `${words} (${note})`)}`,
  );
}

/** What was decided, and in brackets whatever of the first seven lines a reader must know. */
export function verdictLine(facts: VerdictFacts): string {
  if (facts.how === "undecided" || facts.how === "reviewed" || facts.how === "closed") return decidedWords(facts);
  const notes = verdictLines(facts).flatMap(({ short }) => short ?? []);
  return `${decidedWords(facts)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** The sentence alone, or what there is instead of one. */
export function decidedWords(facts: VerdictFacts): string {
  const { how, why, decided, open, fresh, signed, rounds, review } = facts;
  if (how === "reviewed" || (how === "undecided" && review && rounds > 0))
    return findingsWords(facts.tensions.filter(({ id }) => facts.open.includes(id)));
  if (how === "closed") return `Nothing was decided: closed as ${why}`;
  if (how === "refused") return `Nothing was decided; the words were: ${decided.words}`;
  if (how !== "undecided") return decided.words || "Nothing was decided";
  if (rounds === 0) return "Not decided yet: no round is registered";
  const isReady = open.length + fresh === 0 && signed.count === signed.of;
  return `Not decided yet: ${plural(open.length, "tension")} open, ${plural(fresh, "new perspective")}, ${signed.count} of ${signed.of} signed${isReady ? ": ready for a verdict" : ""}`;
}

/** "34 findings: 3 critical, 31 minor". */
export function findingsWords(found: readonly Pick<TensionFacts, "severity">[]): string {
  const counts = severityCounts(found);
  return `${plural(found.length, "finding")}${counts === "" ? "" : `: ${counts}`}`;
}

/** "7 critical, 19 major, 8 minor"; empty where there are none. */
export function severityCounts(found: readonly Pick<TensionFacts, "severity">[]): string {
  return [...severities, null]
    .flatMap((severity) => {
      const count = found.filter((one) => one.severity === severity).length;
      return count === 0 ? [] : [`${count} ${severity ?? "without a severity"}`];
    })
    .join(", ");
}

function sourceOf({ decided: { as, by }, signed }: VerdictFacts): string | null {
  const all = signed.count === signed.of;
  const whose = { author: "the AI author's", judge: "the Judge's", subject: "the subject's" }[by ?? "judge"];
  switch (as) {
    case "sentence":
      return by === "judge"
        ? `the Judge's sentence, shown to the panel${all ? " before it signed" : ""}`
        : `the AI author's sentence, ${all ? "signed" : "shown to the panel"} with the text`;
    case "first_sentence":
      return `the first sentence of the text, which is ${whose}`;
    case "title":
      return `the title of ${whose} text; no sentence was signed beside it`;
    case "recommendations":
      return "no text and no sentence was put to the panel";
    case "unknown":
    case "nothing":
      return null;
  }
}

type Words = Pick<VerdictLine, "words" | "short">;

function howLine({ how, why, rounds, warning, superseded_by, forced }: VerdictFacts): Words {
  const after = plural(rounds, "round");
  const warned = warning === null ? "" : `; the Judge's warning: ${clipped(oneLine(warning), longestWords)}`;
  const was = forced ? `, and was forced${warned}` : "";
  switch (how) {
    case "converged":
      return { words: `everybody agreed after ${after}`, short: null };
    case "forced":
      return { words: `forced at the limit of ${after}${warned}`, short: "forced" };
    case "refused":
      return { words: `refused by the gate: ${why}`, short: `refused: ${why}` };
    case "contested":
      return { words: `contested: ${why}${was}`, short: `contested${forced ? ", forced" : ""}` };
    case "superseded":
      return {
        words: `superseded by ${superseded_by}${was}`,
        short: `superseded by ${superseded_by}${forced ? ", forced" : ""}`,
      };
    case "closed":
      return { words: `closed as ${why} after ${after}`, short: `closed as ${why}` };
    case "reviewed":
      return { words: `reviewed in ${after}; a review decides nothing`, short: "reviewed" };
    case "undecided":
      return { words: `not decided after ${after}${why === null ? "" : `; ${why}`}`, short: "not decided" };
  }
}

function signedLine({ signed, how, review }: VerdictFacts): Words {
  const { count, of, by, not, text, asked } = signed;
  if (review || how === "reviewed") return { words: "nobody was asked to sign a review", short: null };
  // Where nobody signed, and nothing else is known of it, no name says more.
  const isPlain = count === 0 && not.every(({ why }) => why === "did not sign");
  const missing = isPlain ? [] : not.map(({ expert, why }) => `${expert} (${clipped(why, longestWords)})`);
  const who = by.length === 0 ? "nobody" : listed(by);
  const seen = {
    shown: { words: ", this exact text", short: null },
    brought: {
      words: "; that they read this text is the Judge's word",
      short: "that they read it is the Judge's word",
    },
    other: { words: "; the panel never saw the verdict's text", short: "the panel never saw the verdict's text" },
    none: { words: "", short: null },
  }[text ?? "none"];
  const unasked = "Blue did not ask: what they read is not known";
  const shorts = [
    count < of || of === 0 ? `${count} of ${of} signed` : null,
    seen.short,
    asked || of === 0 ? null : unasked,
  ].filter((one) => one !== null);
  return {
    words: `${who}, ${count} of ${of}${count === 0 ? "" : ` AI experts${seen.words}`}${missing.length === 0 ? "" : `; not ${missing.join(", ")}`}${count === 0 && text === "other" ? seen.words : ""}${asked || of === 0 ? "" : `; ${unasked}`}`,
    short: shorts.length === 0 ? null : shorts.join(", "),
  };
}

function openLine({ tensions, open, accepted }: VerdictFacts): Words {
  const find = (ids: readonly string[]) => tensions.filter(({ id }) => ids.includes(id));
  const rated = ({ id, severity }: TensionFacts) => (severity === null ? id : `${id} ${severity}`);
  const left = some(find(open), (one) => `${rated(one)}: ${one.label}`, "; ");
  const taken = some(
    find(accepted),
    (one) => `${one.id} ${one.label}${one.closed?.why ? ` (${one.closed.why})` : ""}`,
    "; ",
  );
  const shorts = [
    ...(open.length === 0 ? [] : [`${some(find(open), rated, ", ", 3)} open`]),
    ...(accepted.length === 0 ? [] : [`${some(find(accepted), ({ id }) => id, ", ", 3)} accepted unresolved`]),
  ];
  return {
    words: `${left || "no objection"}${taken === "" ? "" : `; accepted unresolved by the Judge: ${taken}`}`,
    short: shorts.length === 0 ? null : shorts.join(", "),
  };
}

/** What was settled without being fixed, or was refused and is open: of a few, the author's words at once, which say what is not there and its price. */
function undoneLines({ tensions, refused, in_part }: VerdictFacts): VerdictLine[] {
  const found = tensions.filter(({ id }) => refused.includes(id));
  const part = tensions.filter(({ id }) => in_part.includes(id));
  const against = tensions.filter(({ id, answer }) => answer?.answer === "refused" && !refused.includes(id));
  const all = found.length + part.length + against.length;
  const one = ({ id, label, closed, answer }: TensionFacts) => {
    const said =
      all > fewUndone || answer === null ? "" : `; the author: “${cutShown(leftOutWords(answer), longestLeftOut)}”`;
    const by = [...(closed?.by ?? []), ...(closed?.too ?? [])].filter((name) => name !== "Judge");
    return `${label} (${id}${by.length === 0 ? "" : `, accepted by ${listed(by)}`})${said}`;
  };
  const named = (of: readonly TensionFacts[], not = "") => {
    const count = of.length === 1 && not === "" ? "" : `${of.length}${not}: `;
    return of.length === 0 ? [] : [`${count}${some(of, one, "; ")}`];
  };
  const short = (of: readonly TensionFacts[], what: string) =>
    of.length === 0 ? null : `${some(of, ({ id }) => id, ", ", 3)} ${what}`;
  const words = [...named(found), ...named(against, ", not accepted by who raised it")].join("; ");
  const line = {
    key: "refused",
    name: "Refused",
    words: words || (part.length > 0 ? "no whole objection" : "nothing"),
    note: null,
  } as const;
  return [
    { ...line, short: short([...found, ...against], answerWords.refused) },
    ...named(part).map((partly) => ({
      ...({ key: "in_part", name: "Fixed in part", words: partly, note: null } as const),
      short: short(part, answerWords.part),
    })),
  ];
}

/** "Muffin: nobody will call it (P0001, nobody answered); Scone: it is dear (P0002, the author: it is not)". */
function notTakenUpLine({ not_taken_up }: VerdictFacts): VerdictLine[] {
  if (not_taken_up.length === 0) return [];
  const answer = (why: string | null) =>
    why === null ? "nobody answered" : `the author: “${clipped(oneLine(why), longestWords)}”`;
  const words = some(not_taken_up, ({ id, label, by, why }) => `${listed(by)}: ${label} (${id}, ${answer(why)})`, "; ");
  return [{ key: "not_taken_up", name: "Remarks not taken up", words, note: null, short: null }];
}

export function disagreeLine({ disagree }: VerdictFacts): VerdictLine {
  const spoken = disagree.filter(({ as }) => as !== "set_aside" && as !== "second_text");
  const aside = disagree.filter(({ as }) => as === "set_aside").length;
  const seconds = disagree.filter(({ as }) => as === "second_text").length;
  const silent = [
    ...(aside === 0 ? [] : [`${plural(aside, "draft")} set aside by the Judge`]),
    ...(seconds === 0 ? [] : [`${plural(seconds, "second text")} not counted`]),
  ].join(", ");
  const words = spoken.length === 0 ? "nobody" : some(spoken, disagreementWords, "; ");
  const names = [...new Set(spoken.map(({ who, as }) => (as === "verdict" ? "a rival verdict" : who)))];
  return {
    ...{ key: "disagree", name: "Still disagree", note: null },
    words: `${words}${silent === "" ? "" : `; ${silent}`}`,
    short:
      names.length === 0
        ? null
        : `${spoken.every(({ as }) => as === "left") ? "left and " : ""}still disagree: ${some(names, (name) => name, ", ", 3)}`,
  };
}

/** "Donut, Security Engineer, left after round 1: CONDITIONAL “Once it is signed.”". */
export function disagreementWords(one: Disagreement): string {
  const said = one.words.trim() === "" ? "" : ` “${clipped(oneLine(one.words), longestWords)}”`;
  return `${disagreementHead(one)}${said}`;
}

export function disagreementHead({ who, role, as, round, position, words }: Disagreement): string {
  const named = role === null ? who : `${who}, ${role}`;
  const stood = positionWords(position, words);
  switch (as) {
    case "left":
      return `${named}, left after round ${round}: ${stood}`;
    case "seated":
      return `${named}: ${stood}`;
    case "guest":
      return `${named} (guest), round ${round}: ${stood}`;
    case "dissent":
      return `${named}, dissent in round ${round}:`;
    case "minority_verdict":
      return `${named}, minority verdict in round ${round}:`;
    case "verdict":
      return `a ${position} verdict${round === null ? "" : ` on round ${round}`}, supported by ${who}:`;
    case "set_aside":
      return `${named} wrote a draft for round ${round} that the Judge set aside. The reason:`;
    case "second_text":
      return `${named}, round ${round}: a second text, kept in their file and not counted`;
  }
}

/** What came from the Judge, by count: the words are where the verdict is shown in full. */
function judgeLine({ judge }: VerdictFacts): string {
  const { recommendation, headline, topics, description, conditions, vote, confidence, supporters, hand } = judge;
  const parts = [
    recommendation === null ? "" : "the verdict's text",
    headline === null ? "" : "a headline",
    topics.length === 0 ? "" : plural(topics.length, "topic"),
    description.trim() === "" ? "" : "a description",
    conditions.length === 0 ? "" : plural(conditions.length, "condition"),
    vote === null ? "" : "the vote",
    confidence === null ? "" : "the confidence",
    supporters.length === 0 ? "" : "who supports it",
  ].filter((part) => part !== "");
  const alone = handParts({ ...hand, own_words: 0 });
  return `${parts.length === 0 ? "none on the verdict" : parts.join(", ")}${alone === "" ? "" : `; what it decided alone: ${alone}`}`;
}

/** What lies outside first; where the decision rests on nothing there, it rests on how the experts read the text. */
function restsLine({ rests: { carried, outside, debated, text }, decided }: VerdictFacts): string {
  const quoted = text.citations === 0 ? "" : `${plural(text.citations, "quotation")} of`;
  if (decided.as === "nothing") {
    const read = [
      outside.citations === 0 ? "" : `${passagesIn(outside)}${lostOf(outside)}`,
      quoted === "" ? "" : `${quoted} the text itself${lostOf(text)}`,
    ];
    return read.filter((part) => part !== "").join("; ") || "nothing to check";
  }
  const was = debated.citations === 1 ? "was" : "were";
  const seen = canBeChecked(carried) ? "" : "; not watched for changes";
  const aside =
    debated.citations === 0 ? "" : `${passagesIn(debated)} ${was} cited in the debate${lostOf(debated)}${seen}`;
  const times = text.citations === 1 ? "once" : `${text.citations} times`;
  const reading =
    quoted === "" ? "nothing to check" : `the experts' reading of the texts, quoted ${times}${lostOf(text)}`;
  const parts = canBeChecked(carried)
    ? [`${passagesIn(carried)}, found`, aside, quoted === "" ? "" : `${quoted} the text itself${lostOf(text)}`]
    : [reading, aside];
  return parts.filter((part) => part !== "").join("; ");
}

type Cited = VerdictFacts["rests"]["text"];

/** "2 passages in src/a.ts and src/b.ts"; many files are counted. */
function passagesIn({ citations, files }: Cited): string {
  return `${plural(citations, "passage")} in ${files.length > 3 ? plural(files.length, "file") : listed(files)}`;
}

function lostOf({ not_found, lost_by }: Cited): string {
  return not_found === 0 ? "" : `, ${not_found} not found (${some(lost_by, (one) => one, ", ")})`;
}

/** "9 expert runs, 3 author runs, 3 minutes; tokens not recorded". */
function costLine({ cost }: VerdictFacts): string {
  const { experts, author, verifiers, runs, minutes, tokens, known_runs, models } = cost;
  const parts = [
    plural(experts, "expert run"),
    author === 0 ? "" : plural(author, "author run"),
    verifiers === 0 ? "" : plural(verifiers, "verifier run"),
    minutes === null ? "" : durationWords(minutes),
  ].filter((part) => part !== "");
  const by = models.length === 0 ? "" : ` (${some(models, (model) => model, ", ", 3)})`;
  const known = known_runs === runs ? "" : `, known of ${plural(known_runs, "run")} of ${runs}`;
  return `${parts.join(", ")}; ${tokens === null ? "tokens not recorded" : `${tokens.toLocaleString("en-US")} tokens${known}`}${by}`;
}

function durationWords(minutes: number): string {
  if (minutes < 60) return plural(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60 === 0 ? "" : ` ${minutes % 60} min`;
  return hours < 48 ? `${hours} h${rest}` : plural(Math.round(hours / 24), "day");
}

function some<T>(list: readonly T[], words: (one: T) => string, between: string, most = mostNamed): string {
  const named = list.slice(0, most).map(words);
  return [...named, ...(list.length > most ? [`${list.length - most} more`] : [])].join(between);
}

/** "Muffin, Cupcake and Scone". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
