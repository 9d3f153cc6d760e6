/** dialogue.md: the way in. The question, where it stands, how it went, the decision, and where to read on. */

import { speaker } from "../rules/guests.ts";
import type { Ledger } from "../rules/ledger.ts";
import { expertKey } from "../rules/names.ts";
import type { OpeningRecord, PanelMember } from "../rules/records.ts";
import { seatedExperts, stanceHistories, stanceWords } from "../rules/stance-history.ts";
import {
  hasConverged,
  judgesHand,
  leftUnconvinced,
  outcomeOf,
  refusedWords,
  standingOf,
  verdictPath,
} from "../rules/standing.ts";
import { excerpt, questionLine } from "./excerpt.ts";
import { handWords, unconvincedWords } from "./judges-hand.ts";
import { code, fold, generatedLine, link, markdownTable, number, page, plural, ranges } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { expertFiles, summaryName } from "./round-file-names.ts";
import { scoreLegend } from "./scoreboard.ts";
import { seenByPanel, seenWords } from "./seen-by-panel.ts";
import type { View } from "./view.ts";

export function renderOverview(view: View): string {
  const { opening, ledger, newest, shown, verdicts, decision } = view;
  const counted = ledger.rounds.length > 0;
  const decided = decision.state === "decided" ? decision.verdict : undefined;
  return page(
    generatedLine({ shows: `the dialogue ${shown.span}`, ...newest }),
    `# ${inline(opening.title)}`,
    questionLine(opening),
    `**Where it stands:** ${standsWords(view)}`,
    decided !== undefined &&
      `**Decision,** in full in ${link("verdict.md")}. ${seenWords(seenByPanel(decided, ledger))}`,
    decided !== undefined && excerpt(decided.recommendation),
    counted && velocityChart(ledger),
    counted &&
      [handWords(judgesHand(ledger)), unconvincedWords(leftUnconvinced(ledger))].map((fact) => `- ${fact}`).join("\n"),
    `Read on: ${filesOf(view).join(", ")}.`,
    counted && "## Rounds",
    counted && roundsTable(ledger),
    counted && `${scoreLegend} Score is their sum.`,
    counted && "## Panel",
    counted && panelTable(ledger),
    verdicts.length > 1 && "## Verdicts",
    verdicts.length > 1 && verdictsTable(view),
    fold(
      "What it was opened with: settings, subject and sources, question, constraint, background",
      settingsTable(opening),
      documentsTable(opening),
      ...words("Question", opening.question?.split("\n")),
      ...words("Constraint", opening.constraint?.split("\n")),
      ...words("Background", opening.background),
    ),
  );
}

/** Columns of the longest bar. */
const widest = 40;

/** How much was left to do after each round. Characters and not a picture: it reads the same in a terminal, a diff and a browser. */
function velocityChart({ rounds }: Ledger): string {
  const unit = Math.max(1, ...rounds.map(({ velocity }) => velocity.total / widest));
  const bar = (mark: string, count: number) => mark.repeat(count === 0 ? 0 : Math.max(1, Math.round(count / unit)));
  const rows = rounds.map(({ round, velocity, convergence }) => [
    `round ${round}`,
    `${convergence.signals}/${convergence.panel_size} signaled`,
    String(velocity.total),
    bar("█", velocity.open_tensions) + bar("░", velocity.new_perspectives),
  ]);
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 2 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const legend = "Velocity: open tensions █ + new perspectives ░. At 0, with every signal, it is done.";
  return `\`\`\`text\n${legend}\n\n${lines.join("\n")}\n\`\`\``;
}

/** One sentence or two; the steps of RFC 0057's decision tree where the dialogue goes on. */
export function standsWords({ decision, ledger, rounds }: View): string {
  const last = rounds.at(-1)?.round;
  const { state, verdict } = decision;
  if (state === "contested") return `Contested: more than one final verdict stands on round ${last}.`;
  if (state === "closed") return `Closed without a decision (${verdict!.verdict_type}).`;
  if (state === "decided") {
    const outcome = outcomeOf(verdict!, ledger);
    if (outcome === "converged")
      return `Decided. The final verdict on round ${last} is in force: 100% converged, velocity 0.`;
    return `Decided by force at the limit of ${plural(ledger.rounds.length, "round")}: ${gaps(ledger)}.`;
  }
  const note =
    state === "superseded"
      ? `The final verdict on round ${verdict!.round} is superseded. `
      : state === "refused"
        ? `The final verdict on round ${last} decides nothing: ${refusedWords(ledger)}. `
        : "";
  if (last === undefined) return "Opened; no round is registered yet.";
  if (hasConverged(ledger))
    return `${note}Round ${last} converged; no final verdict on it is ${state === "refused" ? "in force" : "registered"}.`;
  const limit = ledger.opening.settings.max_rounds;
  if (ledger.rounds.length >= limit) {
    const ways = "A final verdict must be forced, with a warning, or the dialogue closed.";
    return `${note}All ${limit} rounds are registered and ${gaps(ledger)}. ${ways}`;
  }
  return `${note}Open. After round ${last}: ${gaps(ledger)}; another round is needed.`;
}

function gaps(ledger: Ledger): string {
  const { velocity, convergence } = ledger.rounds.at(-1)!;
  const missing = convergence.missing.length === 0 ? "" : ` (missing ${convergence.missing.map(inline).join(", ")})`;
  return `velocity ${velocity.total}, ${convergence.signals} of ${convergence.panel_size} signaled${missing}`;
}

function filesOf({ verdicts }: View): string[] {
  const names = ["scoreboard.md", "tensions.md", "expert-pool.json", "opening.json"];
  return [...(verdicts.length > 0 ? ["verdict.md"] : []), ...names].map((name) => link(name));
}

function roundsTable({ records, rounds }: Ledger): string {
  const rows = records.map((record, i) => {
    const { score } = rounds[i]!;
    const folder = `round-${record.round}`;
    const texts = [...expertFiles(record)].map(([{ expert }, file]) =>
      link(`${folder}/${file}`, inline(speaker(record, expert))),
    );
    return [
      link(`${folder}/${summaryName(record)}`, `Round ${record.round}`),
      number(score.total),
      changes(record.panel, records[i - 1]?.panel),
      [...texts, link(`${folder}/judge.md`, "Judge")].join(", "),
    ];
  });
  return markdownTable(["Summary", "Score", "Panel", "Texts"], rows);
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
    reason === null ? source : `${source}: ${inline(reason)}`,
    stanceWords(stances[i]!.last),
  ]);
  return markdownTable(["Expert", "Role", "Tier", "Rounds", "Source", "Last Stance"], rows);
}

export function verdictsTable(view: View): string {
  const rows = view.verdicts.map((verdict) => [
    code(verdictPath(verdict)),
    verdict.verdict_type,
    verdict.registered_at,
    standingOf(verdict, view),
    inline(verdict.recommendation.find((line) => line.trim() !== "") ?? ""),
  ]);
  return markdownTable(["Record", "Type", "Registered", "Standing", "First Line"], rows);
}

function settingsTable({ settings, dialogue, created_at, domain, rfc }: OpeningRecord): string {
  const rows: [string, string][] = [
    ["Dialogue", code(dialogue)],
    ["Opened", created_at],
    ["Domain", inline(domain ?? "")],
    ["RFC", inline(rfc ?? "")],
    ["Panel size", settings.panel_size === null ? "" : String(settings.panel_size)],
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
