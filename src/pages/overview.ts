/** dialogue.md: the way in. The question, its state, how it went, the decision, and where to read on. */

import type { VerdictFacts } from "../facts/schema.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { OpeningRecord, PanelMember, RoundRecord } from "../rules/records.ts";
import { seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import { hasConverged } from "../rules/standing.ts";
import { questionLine } from "./excerpt.ts";
import { handWords } from "./judges-hand.ts";
import { code, filledTable, fold, generatedLine, link, markdownTable, page, ranges } from "./page.ts";
import { answersName, expertFiles, hasAnswers, proposalName, summaryName } from "./page-names.ts";
import { inline, prose, quote } from "./quote.ts";
import { disagreeLine, verdictLine, verdictLines } from "./verdict-lines.ts";
import type { View } from "./view.ts";

export function renderOverview(view: View): string {
  const { opening, ledger, newest, shown, verdicts, facts } = view;
  const counted = ledger.rounds.length > 0;
  return page(
    `# ${inline(opening.title)}`,
    questionLine(opening),
    `**Where it stands:** ${standsWords(view)}`,
    counted && velocityChart(ledger),
    counted &&
      facts.verdict === null &&
      [handWords(facts.judge.hand), disagreeWords(facts)].map((fact) => `- ${fact}`).join("\n"),
    `Read on: ${filesOf(view).join(", ")}.`,
    counted && "## Rounds",
    counted && roundsTable(ledger),
    counted && "## Panel",
    counted && panelTable(ledger),
    counted && "Tier: how near an expert's work is to the question, from core over adjacent to wildcard.",
    verdicts.length > 1 && "## Verdicts",
    verdicts.length > 1 && verdictsTable(view),
    fold(
      "What it was opened with",
      settingsTable(opening, ledger.records.at(-1)),
      documentsTable(opening),
      ...words("Question", opening.question?.split("\n")),
      ...words("Constraint", opening.constraint?.split("\n")),
      ...words("Background", opening.background),
    ),
    generatedLine({ shows: `the dialogue ${shown.span}`, ...newest }),
  );
}

/** With a verdict it is in verdict.md. */
function disagreeWords(facts: VerdictFacts): string {
  const { name, words } = disagreeLine(facts);
  return `${name}: ${prose(words)}`;
}

/** Columns of the longest bar. */
const widest = 40;

/** How much was left to do after each round. Characters and not a picture: it reads the same in a terminal, a diff and a browser. */
function velocityChart({ rounds }: Ledger): string {
  const unit = Math.max(1, ...rounds.map(({ velocity }) => velocity.total / widest));
  const bar = (mark: string, count: number) => mark.repeat(count === 0 ? 0 : Math.max(1, Math.round(count / unit)));
  const rows = rounds.map(({ round, velocity, convergence }) => [
    `round ${round}`,
    `${convergence.signals}/${convergence.panel_size} signed`,
    velocity.new_perspectives === 0
      ? String(velocity.total)
      : `${velocity.open_tensions} + ${velocity.new_perspectives}`,
    bar("█", velocity.open_tensions) + bar("░", velocity.new_perspectives),
  ]);
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 2 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const legend = "Left to settle after each round (the velocity): open objections █ and new perspectives ░";
  return `\`\`\`text\n${legend}\n\n${lines.join("\n")}\n\`\`\``;
}

/** The one line, and where the dialogue goes on the step of RFC 0057's decision tree. */
function standsWords({ facts, ledger, rounds }: View): string {
  const last = rounds.at(-1)?.round;
  const said = verdictLine(facts);
  const whole = facts.verdict === null ? "" : ` Why, what remains and what it rests on: ${link("verdict.md")}.`;
  const line = `${prose(said)}${/[.!?…)]$/.test(said) ? "" : "."}${whole}`;
  const isOver = facts.in_force || facts.how === "contested" || facts.how === "closed" || facts.how === "reviewed";
  if (isOver || last === undefined) return line;
  if (hasConverged(ledger))
    return `${line} Round ${last} converged; no final verdict on it is ${facts.how === "refused" ? "in force" : "registered"}.`;
  const { missing } = ledger.rounds.at(-1)!.convergence;
  const left = missing.length === 0 ? "" : ` Missing: ${missing.map(inline).join(", ")}.`;
  const limit = ledger.opening.settings.max_rounds;
  return ledger.rounds.length >= limit
    ? `${line}${left} All ${limit} rounds are registered: a final verdict must be forced, with a warning, or the dialogue closed.`
    : `${line}${left} Another round is needed.`;
}

function filesOf({ verdicts }: View): string[] {
  const names = ["tensions.md", "scoreboard.md"];
  return [...(verdicts.length > 0 ? ["verdict.md"] : []), ...names].map((name) => link(name));
}

function roundsTable({ records, rounds }: Ledger): string {
  const rows = records.map((record, i) => {
    const changed = (...changes: readonly string[]) =>
      String(record.tensions.filter(({ change }) => changes.includes(change)).length);
    const folder = `round-${record.round}`;
    const texts = [
      ...(record.proposal === null ? [] : [link(`${folder}/${proposalName}`, "Text")]),
      ...(hasAnswers(record) ? [link(`${folder}/${answersName}`, "Answers")] : []),
      ...[...expertFiles(record)].map(([{ expert }, file]) =>
        link(`${folder}/${file}`, inline(speaker(record, expert))),
      ),
    ];
    return [
      link(`${folder}/${summaryName(record)}`, `Round ${record.round}`),
      changed("raised"),
      changed("resolved", "accepted"),
      String(rounds[i]!.velocity.open_tensions),
      changes(record.panel, records[i - 1]?.panel),
      [...texts, link(`${folder}/judge.md`, "Judge")].join(", "),
    ];
  });
  return markdownTable(["Summary", "Raised", "Closed", "Open After It", "Panel", "Texts"], rows);
}

/** Whom a round seats, or who joined and left since the one before. */
function changes(panel: readonly PanelMember[], before: readonly PanelMember[] | undefined): string {
  const names = (members: readonly PanelMember[]) => members.map(({ name }) => inline(name)).join(", ");
  if (before === undefined) return names(panel);
  const absent = (from: readonly PanelMember[]) => {
    const keys = new Set(from.map(({ name }) => expertKey(name)));
    return ({ name }: PanelMember) => !keys.has(expertKey(name));
  };
  const joined = panel.filter(absent(before));
  const left = before.filter(absent(panel));
  const said = [joined.length > 0 ? `joined: ${names(joined)}` : "", left.length > 0 ? `left: ${names(left)}` : ""];
  return said.filter((part) => part !== "").join("; ") || "as before";
}

function panelTable(ledger: Ledger): string {
  const stances = stanceHistories(ledger);
  const rows = seatedExperts(ledger.records).map(({ name, role, tier, source, reason, rounds }, i) => [
    inline(name),
    inline(role),
    tier ?? "",
    ranges(rounds),
    [source === "pool" ? "" : source, reason === null ? "" : prose(reason)].filter((part) => part !== "").join(": "),
    stances[i]!.changed ? stanceWords(stances[i]!.first) : "",
    stanceWords(stances[i]!.last),
  ]);
  return filledTable(["Expert", "Role", "Tier", "Rounds", "Source", "First Stance", "Last Stance"], rows);
}

export function verdictsTable(view: View): string {
  const rows = view.verdicts.map((verdict) => {
    const facts = verdictFacts(view, verdict, null, view.ledger);
    const words = facts.decided.as === "nothing" ? judgesFirstLine(facts) : prose(verdictLine(facts));
    const { type, path, registered_at } = facts.verdict!;
    return [code(path), type, registered_at, prose(verdictLines(facts).find(({ key }) => key === "how")!.words), words];
  });
  return markdownTable(["Record", "Type", "Registered", "How", "Decided"], rows);
}

function judgesFirstLine({ judge: { recommendation, description } }: VerdictFacts): string {
  const first = `${recommendation ?? ""}\n${description}`.split("\n").find((line) => line.trim() !== "");
  return first === undefined ? "nothing" : `nothing; the Judge's words: ${prose(first)}`;
}

function settingsTable(
  { settings, dialogue, created_at, domain, rfc }: OpeningRecord,
  last: RoundRecord | undefined,
): string {
  const size = settings.panel_size;
  const seated =
    last === undefined || last.panel.length === size ? "" : `; ${last.panel.length} in round ${last.round}`;
  const rows: [string, string][] = [
    ["Dialogue", code(dialogue)],
    ["Opened", created_at],
    ["Domain", inline(domain ?? "")],
    ["RFC", inline(rfc ?? "")],
    ["Panel size", size === null ? "" : `${size}${seated}`],
    ["Rotation", settings.rotation],
    ["Max rounds", String(settings.max_rounds)],
    ["Model", inline(settings.model ?? "")],
    ["Template", inline(settings.template ?? "")],
  ];
  return markdownTable(
    ["Setting", "Value"],
    rows.filter(([, value]) => value !== ""),
  );
}

function documentsTable({ subject, sources }: OpeningRecord): string {
  const rows = [
    ...(subject === null ? [] : [["subject", code(subject.path), code(subject.sha256)]]),
    ...sources.map(({ path, sha256 }) => ["source", code(path), code(sha256)]),
  ];
  return rows.length === 0 ? "" : markdownTable(["As", "File", "SHA-256 When Opened"], rows);
}

function words(heading: string, lines: readonly string[] | undefined): string[] {
  return lines === undefined || lines.length === 0 ? [] : [`### ${heading}`, quote(lines)];
}
