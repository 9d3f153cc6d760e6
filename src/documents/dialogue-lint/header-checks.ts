/** What a reader looks for first: title, date, status, who takes part, and the panel. */
import { expertKey } from "../../rules/names.ts";
import { tiers } from "../../rules/records.ts";
import { type Check, error, type Issue, info, listed, those, warning } from "./check.ts";
import { isJudge, isUnbegun, type LintedDialogue, type Participant, readParticipant } from "./linted-dialogue.ts";
import { numberIn, type Table } from "./markdown.ts";

const titleCheck: Check = {
  name: "title",
  weight: 8,
  run({ document: { lines, sections } }) {
    const [title, second] = sections.filter(({ level }) => level === 1);
    if (title === undefined) {
      return [error(1, 1, "The document has no title. Begin it with `# Alignment Dialogue: <title>`.")];
    }
    const before = lines
      .slice(frontMatterEnd(lines), title.line - 1)
      .find(({ text, kind }) => kind === "text" && text.trim() !== "");
    const reads = /\bdialogue:? \S/i.test(title.title);
    return those(
      before !== undefined && warning(0.3, before.number, "There is text above the title."),
      !reads && warning(0.2, title.line, "The title does not read `# Alignment Dialogue: <title>`."),
      second !== undefined && warning(0.2, second.line, "There is a second title; sections begin with `##`."),
    );
  },
};

function frontMatterEnd(lines: readonly { text: string }[]): number {
  if (lines[0]?.text.trim() !== "---") return 0;
  const end = lines.slice(1, 200).findIndex(({ text }) => text.trim() === "---");
  return end < 0 ? 0 : end + 2;
}

const dateCheck: Check = {
  name: "date",
  weight: 2,
  run({ document: { fields } }) {
    const date = fields.find(({ key, header }) => header && (key === "date" || key === "created"));
    if (date === undefined) return [warning(1, null, "The header has no date. Add `**Date**: YYYY-MM-DD`.")];
    const written = /\b\d{4}-\d{2}-\d{2}\b/.exec(date.value)?.[0];
    if (written === undefined) return [warning(0.5, date.line, "The date is not written as YYYY-MM-DD.")];
    const day = new Date(`${written}T00:00:00Z`);
    const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(written);
    return exists ? [] : [warning(0.5, date.line, `${written} is not a date of the calendar.`)];
  },
};

const knownStatus =
  /\b(?:draft|open|opened|in[ -]progress|round \d+|converged|complete|completed|recorded|decided|closed|impasse|abandoned|superseded|forced|accepted)\b/i;

const statusCheck: Check = {
  name: "status",
  weight: 5,
  run({ statuses, converged }) {
    const [first] = statuses;
    if (first === undefined)
      return [warning(1, null, "Nothing says what state the dialogue is in. Add `**Status**: …`.")];
    const findings = statuses
      .filter(({ text }) => !knownStatus.test(text))
      .map(({ line }) => warning(0.2, line, "The status is none that Blue knows, such as In Progress or Converged."));
    if (converged !== null && first !== converged && /progress|open|draft/i.test(first.text)) {
      findings.push(
        warning(0.3, first.line, `The status here is not the one of line ${converged.line}, which says converged.`),
      );
    }
    return findings;
  },
};

const participantsCheck: Check = {
  name: "participants",
  weight: 5,
  run(view) {
    const { participants, document } = view;
    const form = "`**Participants**: 🧁 Muffin | 🧁 Cupcake | 💙 Judge`";
    if (participants === null) {
      const count = document.fields.find(({ key, header }) => header && (key === "experts" || key === "agents"));
      if (count === undefined) return [warning(1, null, `There is no line of participants. Add ${form}.`)];
      return [warning(0.5, count.line, `The header counts the experts and does not name them. Add ${form}.`)];
    }
    const { line, members } = participants;
    const experts = members.filter((member) => !isJudge(member));
    const twice = repeated(members.map(({ name }) => name));
    const wrong = members.filter((member) => member.emoji !== emojiOf(member)).map(({ name }) => name);
    const emoji = listed("The emoji is missing or wrong at", "Emoji are missing or wrong at", wrong);
    return those(
      experts.length < 2 && !isUnbegun(view) && error(0.5, line, `Fewer than two experts take part. Write ${form}.`),
      experts.length === members.length && warning(0.3, line, "The participants do not name the 💙 Judge."),
      twice.length > 0 && warning(0.2, line, `${listed("Participant", "Participants", twice)} named twice.`),
      wrong.length > 0 && members.some((member) => member.emoji !== null) && warning(0.2, line, `${emoji}.`),
    );
  },
};

const panelForm = "a table with the columns Agent, Role, Tier, Relevance and Emoji";

const panelCheck: Check = {
  name: "expert_panel",
  weight: 4,
  run(view) {
    const section = view.findSection(/\bexpert panel\b/i) ?? view.findSection(/\bpanel\b/i);
    if (section === undefined) {
      const roles = view.document.tables.find((table) => nameColumn(table) >= 0 && columnOf(table, /^role$/i) >= 0);
      if (roles === undefined)
        return [warning(1, null, `There is no Expert Panel. Add the section with ${panelForm}.`)];
      return [warning(0.5, roles.line, `Roles are only in this table. Add a section Expert Panel with ${panelForm}.`)];
    }
    const table = view.tablesOf(section).find((found) => nameColumn(found) >= 0);
    if (table === undefined) return [warning(0.7, section.line, `The Expert Panel is not ${panelForm}.`)];
    return [...checkRows(table), ...comparePanel(view, table)];
  },
};

export const headerChecks = [titleCheck, dateCheck, statusCheck, participantsCheck, panelCheck];

function checkRows(table: Table): Issue[] {
  const role = columnOf(table, /^(?:role|perspective|focus|domain|expertise)$/i);
  const tier = columnOf(table, /^tier$/i);
  const relevance = columnOf(table, /^relevance$/i);
  const emoji = columnOf(table, /^emoji$/i);
  const rows = table.rows.flatMap(({ line, cells }) => {
    const member = readParticipant(cells[nameColumn(table)] ?? "");
    if (member === null) return [warning(0.2, line, "This row of the Expert Panel has no name.")];
    const { name } = member;
    const share = numberIn(cells[relevance]);
    const isTier = tiers.some((known) => known.toLowerCase() === (cells[tier] ?? "").toLowerCase());
    const isShare = share !== null && share >= 0 && share <= 1;
    const seated = !isJudge(member);
    return those(
      role >= 0 && (cells[role] ?? "") === "" && warning(0.2, line, `${name} has no role.`),
      seated && tier >= 0 && !isTier && warning(0.2, line, `${name} is of no tier; it is Core, Adjacent or Wildcard.`),
      seated && relevance >= 0 && !isShare && warning(0.2, line, `${name}'s relevance is not a number from 0 to 1.`),
    );
  });
  const bare = table.rows.flatMap(({ line, cells }) => {
    const member = readParticipant(cells[nameColumn(table)] ?? "");
    const shown = member?.emoji ?? readParticipant(`${member?.name} ${cells[emoji] ?? ""}`)?.emoji;
    return member === null || shown === emojiOf(member) ? [] : [{ line, name: member.name }];
  });
  const names = bare.map(({ name }) => name);
  const without = `${listed("Panel member", "Panel members", names)} without 🧁 or 💙.`;
  return [
    ...those(
      role < 0 && warning(0.3, table.line, "The Expert Panel has no column for roles."),
      bare.length > 0 && warning(Math.min(0.1 * bare.length, 0.5), bare[0]!.line, without),
    ),
    ...rows,
  ];
}

function comparePanel({ participants }: LintedDialogue, table: Table): Issue[] {
  if (participants === null) return [];
  const { line, members } = participants;
  const seated = table.rows.flatMap(({ cells }) => readParticipant(cells[nameColumn(table)] ?? "") ?? []);
  const strangers = without(seated, members);
  const unseated = without(members, seated);
  const missing = `${listed("Panel member", "Panel members", strangers)} missing among the participants.`;
  return those(
    strangers.length > 0 && warning(0.3, line, missing),
    unseated.length > 0 && info(table.line, `${listed("Participant", "Participants", unseated)} not on the panel.`),
  );
}

function without(members: Participant[], others: Participant[]): string[] {
  const known = new Set(others.map(({ name }) => expertKey(name)));
  return members.filter((member) => !isJudge(member) && !known.has(expertKey(member.name))).map(({ name }) => name);
}

function emojiOf(member: Participant): "🧁" | "💙" {
  return isJudge(member) ? "💙" : "🧁";
}

function repeated(names: string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(expertKey(name)).size);
}

function columnOf(table: Table, name: RegExp): number {
  return table.columns.findIndex((written) => name.test(written));
}

function nameColumn(table: Table): number {
  const named = columnOf(table, /^(?:agent|name)$/i);
  return named >= 0 ? named : columnOf(table, /^expert$/i);
}
