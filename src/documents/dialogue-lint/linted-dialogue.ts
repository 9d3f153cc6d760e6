/** A document as the checks see it: who takes part, which rounds there are, what its ledgers list and what its status claims. */
import { type ScannedDraft, scanDraft } from "../../drafts/scan-draft.ts";
import { expertKey, pastryName } from "../../rules/names.ts";
import { type Contribution, isOfJudge, readContributions } from "./contributions.ts";
import { type Field, type MarkdownDocument, plain, readMarkdown, type Section, type Table } from "./markdown.ts";
import { type ExpertPoints, readExpertPoints, readScoreboard, type Scoreboard } from "./scoreboard.ts";

/** More than any dialogue has; a document with more is wrong however many there are. */
const mostRounds = 200;

export interface Participant {
  name: string;
  emoji: "🧁" | "💙" | null;
}

export interface RoundSection extends Section {
  round: number;
  contributions: Contribution[];
}

/** An expert's text, read for its markers as a draft is. */
export interface ScannedBody {
  name: string;
  quoted: boolean;
  /** Line n of the text is line `offset + n` of the document. */
  offset: number;
  draft: ScannedDraft;
}

export interface Status {
  text: string;
  line: number;
}

export interface LintedDialogue {
  document: MarkdownDocument;
  participants: { line: number; members: Participant[] } | null;
  rounds: RoundSection[];
  bodies: ScannedBody[];
  scoreboards: Scoreboard[];
  expertPoints: ExpertPoints[];
  statuses: Status[];
  /** Some status says so, and nothing has struck it out. */
  converged: Status | null;
  /** Sections outside the rounds, and the tables of each. */
  findSection(title: RegExp): Section | undefined;
  tablesOf(section: Section): Table[];
}

export function viewDialogue(text: string): LintedDialogue {
  const document = readMarkdown(text);
  const { sections, tables } = document;
  const participants = readParticipants(document);
  const names = knownNames(participants?.members ?? []);
  const rounds = readRounds(sections).map((round) => ({
    ...round,
    contributions: readContributions(document, round, names),
  }));
  const statuses = readStatuses(document, rounds);
  return {
    document,
    participants,
    rounds,
    bodies: rounds.flatMap(({ round, contributions }) =>
      contributions
        .filter((contribution) => !isOfJudge(contribution))
        .map(({ name, line, body, quoted }) => ({ name, quoted, offset: line, draft: scan(body, name, round) })),
    ),
    scoreboards: tables.flatMap((table) => readScoreboard(table) ?? []),
    expertPoints: tables.flatMap((table) => readExpertPoints(table) ?? []),
    statuses,
    converged: statuses.find(({ text }) => /\bconverged\b/i.test(text) && !/\bnot\b|\|/i.test(text)) ?? null,
    findSection: (title) => sections.find((section) => title.test(section.title) && !rounds.some(isSame(section))),
    tablesOf: ({ line, end }) => tables.filter((table) => table.line > line && table.line <= end),
  };
}

export function scan(text: string, expert: string, round: number): ScannedDraft {
  return scanDraft(text.split("\n"), { expert, round });
}

/** Opened, and nobody has spoken yet: there is nothing to score and nobody sat. */
export function isUnbegun({ rounds, scoreboards, converged }: LintedDialogue): boolean {
  return rounds.length === 0 && scoreboards.length === 0 && converged === null;
}

const isSame = (section: Section) => (other: Section) => other.line === section.line;

/** Emoji and the name beside it, in either order; a role in brackets is left out. */
export function readParticipant(written: string): Participant | null {
  const emoji = written.includes("💙") ? "💙" : written.includes("🧁") ? "🧁" : null;
  const name = written.replace(/🧁|💙/gu, "").replace(/\(.*$/s, "").trim();
  return /^\p{L}[\p{L}\p{N} '’-]{0,60}$/u.test(name) ? { name, emoji } : null;
}

export function isJudge({ name }: Participant): boolean {
  return expertKey(name) === "judge";
}

function readParticipants(document: MarkdownDocument): LintedDialogue["participants"] {
  const field = document.fields.find(({ key, header }) => header && key === "participants") ?? findBareList(document);
  if (field === undefined) return null;
  const members = field.value.split(/[,|;·]/).flatMap((part) => readParticipant(part) ?? []);
  return { line: field.line, members };
}

/** RFC 0023 shows the line without its key: `Muffin | Cupcake | … | Judge`. */
function findBareList({ lines, sections }: MarkdownDocument): Pick<Field, "value" | "line"> | undefined {
  const end = sections.find(({ level }) => level > 1)?.line ?? lines.length + 1;
  const found = lines.find(({ text, kind, number }) => {
    if (kind !== "text" || number >= end || !text.includes("|")) return false;
    return /^(?:💙 ?)?Judge(?: ?💙)?$/u.test(plain(text.slice(text.lastIndexOf("|") + 1)));
  });
  return found === undefined ? undefined : { value: plain(found.text), line: found.number };
}

function knownNames(members: Participant[]): Set<string> {
  const names = new Set(Array.from({ length: 20 }, (_, n) => expertKey(pastryName(n))));
  for (const member of members) names.add(expertKey(member.name));
  return names;
}

/** The highest heading level that has rounds holds them; deeper headings may speak of a round without being one. */
function readRounds(sections: Section[]): (Section & { round: number })[] {
  const named = sections.flatMap((section) => {
    const round = roundOf(section.title);
    return round === null ? [] : [{ ...section, round }];
  });
  const level = Math.min(...named.map((section) => section.level));
  return named.filter((section) => section.level === level).slice(0, mostRounds);
}

function roundOf(title: string): number | null {
  const numbered =
    /^(?:\P{L}+ )?round (\d{1,2}) ?(?:$|[:—–\-(.,])/iu.exec(title) ?? /\(round (\d{1,2})\)$/i.exec(title);
  if (numbered !== null) return Number(numbered[1]);
  return /^opening arguments$/i.test(title) ? 0 : null;
}

/** The header's, those beside the scoreboard, and the last section called Status. */
function readStatuses({ fields, sections, lines }: MarkdownDocument, rounds: Section[]): Status[] {
  const inRound = (line: number) => rounds.some((round) => line > round.line && line <= round.end);
  const statuses = fields
    .filter(({ key, line }) => key === "status" && !inRound(line))
    .map(({ value, line }) => ({ text: value, line }));
  const closing = sections.findLast(({ title, line }) => /^status$/i.test(title) && !inRound(line));
  const first = lines
    .slice(closing?.line ?? lines.length, closing?.end)
    .find(({ text, kind }) => kind === "text" && plain(text) !== "");
  if (first !== undefined) statuses.push({ text: plain(first.text), line: first.number });
  return statuses;
}
