/**
 * What a public site does not show: prompts, drafts, quoted source lines, paths of other files than the subject, runbooks and postmortems. Other words are
 * kept; what is taken out of them leaves a mark, and everything is counted, so that the site can say it.
 */
import { basename } from "node:path";
import type { DocumentType } from "../../documents/document-types.ts";
import { cover, coverText } from "../../drafts/cover.ts";
import { isCitationHead, readCitation } from "../../drafts/read-citation.ts";
import { cutItem } from "../../facts/text/cut-item.ts";
import { plural } from "../../pages/page.ts";
import { expertKey } from "../../rules/names.ts";
import { withoutMarkers } from "../../rules/round/first-sentence.ts";
import { Quote } from "../../rules/round/loose-text.ts";
import type {
  Cut,
  DialogueList,
  DialogueView,
  DocumentList,
  ListedDocument,
  SiteData,
  SiteDecision,
} from "../../web/data.ts";

export interface Hidden {
  drafts: number;
  citations: number;
  runbooks: number;
  postmortems: number;
}

export function leftOut({ drafts, citations, runbooks, postmortems }: Hidden): string[] {
  return [
    "Prompts: what the experts were asked.",
    `Drafts: the experts' texts as they wrote them (${drafts}). What they raised, answered and settled is here.`,
    `Quoted source lines: ${plural(citations, "citation")}, and code and quotations in what experts said.`,
    "Paths of files other than a dialogue's subject.",
    `Runbooks (${runbooks}) and postmortems (${postmortems}), whole.`,
  ];
}

const noPath = "(a file)";
const noQuote = "(quotation left out)";

/** A name with a folder before it and an ending behind it, or one in somebody's home; an address in the web has `//` before it. */
const pathLike =
  /(?<![\w./:@~-])(?:(?:~?\/|\.{1,2}\/)?(?:[\w.@+-]+\/)+[\w.@+-]*\.[A-Za-z]\w{0,9}|(?:~|\/(?:home|Users|root|tmp|var|private|opt|mnt))\/[\w./@+-]+|[A-Za-z]:\\[\w.\\@+-]+)(?:(?:#L?|:)\d+(?:[-–]L?\d+)?)?/g;

interface Known {
  /** The path that stays. */
  subject: string | null;
  /** Named by the records, so known as paths whatever they look like. */
  paths: readonly string[];
  /** Quoted from files other than the subject. */
  quotes: readonly string[];
}

/** `words`: of what people said. `text`: of what was decided on, whose code and quotations are its own. */
function hiderOf({ subject, paths, quotes }: Known) {
  const named = paths.length === 0 ? null : new RegExp(`(?<![\\w/])(?:${paths.map(literally).join("|")})(?!\\w)`, "g");
  const text = (given: string): string => {
    let left = withoutCitations(given, subject);
    for (const quote of quotes) left = left.replaceAll(quote, noQuote);
    left = left.replace(pathLike, (found) => (found.replace(/(?:#L?|:)\d.*$/, "") === subject ? found : noPath));
    return named === null ? left : left.replace(named, noPath);
  };
  return { text, words: (given: string) => text(withoutQuotedLines(given)) };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function withoutCitations(text: string, subject: string | null): string {
  let kept = "";
  let from = 0;
  for (let open = text.indexOf("["); open >= 0; open = text.indexOf("[", Math.max(open + 1, from))) {
    if (!isCitationHead(text, open)) continue;
    const newline = text.indexOf("\n", open);
    const lineEnd = newline < 0 ? text.length : newline;
    const citation = readCitation(text, open, lineEnd);
    if (citation !== null && citation.path === subject) continue;
    kept += text.slice(from, open);
    // One that cannot be read ends nobody knows where: the line goes.
    from = citation?.end ?? lineEnd;
  }
  return kept + text.slice(from);
}

/** Without code blocks and quotations, which may be anybody's lines. */
function withoutQuotedLines(text: string): string {
  if (!/[`~>]/.test(text)) return text;
  const { mask } = coverText(text);
  const lines: string[] = [];
  let at = 0;
  let before = false;
  for (const line of text.split("\n")) {
    const isQuoted = line !== "" && (mask[at] === cover.fence || mask[at] === cover.quote);
    at += line.length + 1;
    if (!isQuoted) {
      if (!(before && line === "")) lines.push(line);
    } else if (!before) {
      lines.push(noQuote);
    }
    before = isQuoted || (before && line === "");
  }
  return lines.join("\n");
}

/** The same value with every text in it changed. */
function everyText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((one) => everyText(one, change)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, everyText(one, change)])) as T;
}

export function hideView(view: DialogueView, hidden: Hidden): DialogueView {
  const { export: all, live } = view;
  const subject = all.subject?.path ?? null;
  const outside = all.citations.filter(({ path }) => path !== subject);
  // What is cited of the text itself stands in it.
  const elsewhere = outside.filter(({ path }) => all.facts.rests.outside.files.includes(path));
  const cited = elsewhere.flatMap(({ words }) => (words !== null && new Quote(words).identifying ? [words] : []));
  const named = [...outside, ...all.sources, ...view.files].map(({ path }) => path);
  const known = {
    subject,
    paths: longestFirst(named.filter((path) => path !== subject && !subject?.includes(path))),
    quotes: longestFirst(cited),
  };
  const { text, words } = hiderOf(known);
  const said = everyText({ ...view, export: { ...all, rounds: [], verdicts: [], comparisons: [] }, live: null }, words);
  const cuts = new Map<string, Cut[]>();
  const alone: Alone = (round, { expert, text: whole }) => {
    const own = itemsAlone(all, round, expert, whole, words);
    cuts.set(`${round} ${expertKey(expert)}`, own.cuts);
    return own.text;
  };
  const rounds = all.rounds.map((round) => hideRound(round, { text, words }, alone, hidden));
  const files = view.files.filter(({ path }) => path === subject);
  hidden.citations += outside.length;
  return {
    ...said,
    files,
    marks: said.marks.map((one) => ({ ...one, cuts: cuts.get(`${one.round} ${expertKey(one.expert)}`) ?? [] })),
    live: live === null ? null : hideLive(live, hidden),
    export: {
      ...said.export,
      subject: all.subject === null ? null : hideSubject(all.subject, text),
      sources: [],
      pool: { ...said.export.pool, experts: said.export.pool.experts.map((one) => ({ ...one, focus: "" })) },
      citations: all.citations
        .filter(({ path }) => path === subject)
        .map((one) => ({ ...one, words: one.words === null ? null : text(one.words) })),
      facts: { ...said.export.facts, rests: hideRests(said.export.facts.rests) },
      rounds,
      verdicts: all.verdicts.map(({ recommendation, discarded, played: _, ...rest }) => {
        hidden.drafts += discarded.flatMap(({ texts }) => texts).length;
        return { ...everyText(rest, words), recommendation: text(recommendation), discarded: [] };
      }),
      comparisons: all.comparisons.map(({ graders, control: _, ...rest }) => ({
        ...everyText(rest, words),
        graders: graders.map(({ sheet: _, ...grader }) => ({ ...everyText(grader, words), sheet: "" })),
      })),
    },
  };
}

/** Its words as those of every later text, so that only what changed is shown as changed. */
function hideSubject(subject: NonNullable<DialogueView["export"]["subject"]>, text: Hider["text"]): typeof subject {
  const { lines } = subject;
  return { ...subject, ...(lines === undefined ? {} : { lines: text(lines.join("\n")).split("\n") }) };
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((one) => one !== "").sort((a, b) => b.length - a.length);
}

type Round = DialogueView["export"]["rounds"][number];
type Hider = ReturnType<typeof hiderOf>;
type Alone = (round: number, text: Pick<Round["texts"][number], "expert" | "text">) => string;

/** Of a draft its items, each at its line behind a bare marker: they are public, what was written around them is not. */
function itemsAlone(
  all: DialogueView["export"],
  round: number,
  expert: string,
  whole: string,
  hide: Hider["words"],
): { text: string; cuts: Cut[] } {
  const isOwn = (one: { round: number }, by: string) => one.round === round && expertKey(by) === expertKey(expert);
  const items = [all.perspectives, all.recommendations, all.tensions, all.evidence, all.claims].flat();
  const own = items.flatMap(({ sources }) => sources).filter((one) => isOwn(one, one.expert));
  const others = [...all.stances, ...all.statements].filter((one) => isOwn(one, one.by));
  const dismissed = all.rounds.flatMap((one) => one.dismissed.filter(({ expert: by }) => isOwn(one, by)));
  const lines = whole.split("\n");
  const starts = new Set([...own, ...others, ...dismissed].map(({ line }) => line));
  const kept = lines.map(() => "");
  for (const { line, local_id } of own) {
    const [first = "", ...rest] = cutItem({ lines, starts }, line);
    const said = hide([first.slice(first.indexOf("]") + 1), ...rest].join("\n")).split("\n");
    kept.splice(line - 1, said.length, ...said.map(withoutMarkers));
    kept[line - 1] = `[${local_id}] ${kept[line - 1]}`.trimEnd();
  }
  const marked = new Map(own.map(({ line, local_id }) => [line, local_id.length + 2]));
  let at = 0;
  const cuts = kept.flatMap((line, i): Cut[] => {
    const start = at;
    at += line.length + 1;
    const length = marked.get(i + 1);
    return length === undefined ? [] : [[start, start + length]];
  });
  return { text: kept.join("\n"), cuts };
}

/** Field by field: what a round gets later is not public by itself. */
function hideRound(round: Round, { text, words }: Hider, alone: Alone, hidden: Hidden): Round {
  const { texts, discarded, cross_checks = [], revisions } = round;
  hidden.drafts += [...texts, ...texts.flatMap(({ others }) => others)].filter((one) => one.text !== "").length;
  hidden.drafts += cross_checks.length + discarded.flatMap((one) => one.texts).length;
  const { round: number, registered_at, self, prev, panel, asked, coverage, expert_scores, signals } = round;
  return {
    ...{ round: number, registered_at, self, prev, expert_scores, signals },
    ...(asked === undefined ? {} : { asked }),
    ...(coverage === undefined ? {} : { coverage }),
    panel: panel.map((one) => everyText({ ...one, focus: null, description: null, reason: null }, words)),
    proposal: round.proposal === null ? null : text(round.proposal),
    ...(revisions === undefined
      ? {}
      : {
          revisions: revisions.map((one) => ({
            ...{ alone: one.alone, size: one.size, provenance: withoutRun(one.provenance) },
            text: text(one.text),
            answers: "",
            answered: everyText(one.answered, words),
          })),
        }),
    summary: words(round.summary),
    dismissed: everyText(round.dismissed, words),
    discarded: discarded.map(({ texts: _, directives: __, ...rest }) => ({ ...everyText(rest, words), texts: [] })),
    texts: texts.map((one) => ({
      ...{ expert: one.expert, state: one.state, text: alone(number, one), provenance: null, others: [] },
    })),
  };
}

/** Who wrote it and how, without a run's files and notes. */
function withoutRun({ source }: NonNullable<Round["revisions"]>[number]["provenance"]) {
  return { source, filed_by: null, filed_at: null, note: null };
}

function hideRests(rests: DialogueView["export"]["facts"]["rests"]): typeof rests {
  const counted = { carried: { ...rests.carried, files: [] }, outside: { ...rests.outside, files: [] } };
  return { ...rests, ...counted };
}

/** Who has written stays; what, does not. */
function hideLive(live: NonNullable<DialogueView["live"]>, hidden: Hidden): typeof live {
  hidden.drafts += live.drafts.filter(({ text }) => text !== "").length + (live.author?.written ?? 0);
  const none = { items: [], stances: [], refs: [], moves: [], statements: [], citations: [], cuts: [] };
  return {
    round: live.round,
    asked: live.asked,
    drafts: live.drafts.map(({ expert, role, state, written_at }) => ({
      ...{ expert, role, state, written_at },
      ...{ text: "", markers: [], marks: none, stance: null, converge: false, problems: [] },
    })),
    author: null,
  };
}

export function hideList(list: DialogueList, facts: SiteData["facts"]): DialogueList {
  const dialogues = list.dialogues.map((one) => {
    const { words } = hiderOf({ subject: facts[one.id]?.subject ?? null, paths: [], quotes: [] });
    return everyText(one, words);
  });
  return { ...list, dialogues, statistics: { ...list.statistics, most_cited: [] } };
}

export function hideDecision(decision: SiteDecision, subject: string | null): SiteDecision {
  const { words } = hiderOf({ subject, paths: [], quotes: [] });
  const findings = decision.findings.map((one) =>
    one.path === subject ? { ...one, words: null } : { ...one, path: null, line: null, words: null },
  );
  return everyText({ ...decision, findings }, words);
}

/** What tells how the systems are run, and what broke, is for those who run them. */
export function withoutInternals(list: DocumentList, hidden: Hidden): DocumentList {
  const count = (type: DocumentType) => list.documents.filter((one) => one.type === type).length;
  hidden.runbooks += count("runbook");
  hidden.postmortems += count("postmortem");
  return { ...list, documents: list.documents.filter(({ type }) => type !== "runbook" && type !== "postmortem") };
}

/** Any other document is written to be read: only paths and citations go, and of its own path its name stays. */
export function hideDocument<T extends ListedDocument>(document: T): T {
  const { text } = hiderOf({ subject: null, paths: [], quotes: [] });
  return everyText({ ...document, path: basename(document.path) }, text);
}
