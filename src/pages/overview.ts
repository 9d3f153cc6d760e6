/** dialogue.md: what a reviewer reads first. Where the dialogue stands and how it came there, then the words it was opened with. */

import { cutTo } from "../drafts/plain-text.ts";
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
import { handWords, unconvincedWords } from "./judges-hand.ts";
import { code, generatedLine, link, markdownTable, number, page, plural, ranges } from "./page.ts";
import { inline, quote } from "./quote.ts";
import { expertFiles, summaryName } from "./round-file-names.ts";
import type { View } from "./view.ts";

export function renderOverview(view: View): string {
  const { opening, ledger, newest, shown, verdicts } = view;
  const counted = ledger.rounds.length > 0;
  return page(
    generatedLine({ shows: `the dialogue ${shown.span}`, ...newest }),
    `# ${inline(opening.title)}`,
    glance(view).join("\n"),
    counted && "## Rounds",
    counted && roundsTable(ledger),
    counted && "## Panel",
    counted && panelTable(ledger),
    verdicts.length > 0 && "## Verdicts",
    verdicts.length > 0 && verdictsTable(view),
    "## Settings",
    settingsTable(opening),
    documentsTable(opening) !== "" && "## Subject and Sources",
    documentsTable(opening),
    ...words("Question", opening.question?.split("\n")),
    ...words("Constraint", opening.constraint?.split("\n")),
    ...words("Background", opening.background),
  );
}

/** Everything counted, then the question as far as one line holds it. */
function glance(view: View): string[] {
  const { ledger, opening } = view;
  const { rounds } = ledger;
  const signals = rounds.map(({ convergence }) => `${convergence.signals}/${convergence.panel_size}`);
  const question = opening.question ?? "";
  const facts = [
    `**Where it stands:** ${standsWords(view)}`,
    rounds.length > 0 && `**Velocity:** ${rounds.map(({ velocity }) => velocity.total).join(" → ")}`,
    rounds.length > 0 && `**Signals:** ${signals.join(" → ")}`,
    rounds.length > 0 && handWords(judgesHand(ledger)),
    rounds.length > 0 && unconvincedWords(leftUnconvinced(ledger)),
    `Files: ${filesOf(view).join(", ")}.`,
    question.trim() !== "" && `**Question:** ${inline(cutTo(question, 300))}`,
  ];
  return facts.filter((fact) => fact !== false).map((fact) => `- ${fact}`);
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
    const { score, velocity, convergence } = rounds[i]!;
    const folder = `round-${record.round}`;
    const texts = [...expertFiles(record)].map(([{ expert }, file]) =>
      link(`${folder}/${file}`, inline(speaker(record, expert))),
    );
    return [
      link(`${folder}/${summaryName(record)}`, `Round ${record.round}`),
      number(score.total),
      String(velocity.total),
      `${convergence.signals}/${convergence.panel_size}`,
      changes(record.panel, records[i - 1]?.panel),
      [...texts, link(`${folder}/judge.md`, "Judge")].join(", "),
    ];
  });
  return markdownTable(["Summary", "Score", "Velocity", "Signals", "Panel", "Texts"], rows);
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
  return lines === undefined || lines.length === 0 ? [] : [`## ${heading}`, quote(lines)];
}
