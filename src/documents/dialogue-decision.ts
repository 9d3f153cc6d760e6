/**
 * A dialogue's verdict as the body of an RFC or an ADR: what was decided, on what it rests, what stays open and who disagreed. Every statement
 * links to the item that carries it, so that a reader can go from the decision to the words it was made of.
 */

import { signedLines } from "../facts/decided.ts";
import { answerKind, answerText } from "../facts/objections.ts";
import type { TensionFacts, VerdictFacts } from "../facts/schema.ts";
import { disagreementParts } from "../pages/disagreement.ts";
import { expertFile } from "../pages/expert-file.ts";
import { factsParts } from "../pages/facts-table.ts";
import { answerSentence } from "../pages/objections.ts";
import { markdownTable } from "../pages/page.ts";
import { inline, prose, quote } from "../pages/quote.ts";
import { noTextWords } from "../pages/seen-by-panel.ts";
import { labelWords } from "../pages/tension-words.ts";
import type { Ledger } from "../rules/ledger.ts";

export interface DecidedDialogue {
  id: string;
  /** As it stood at the verdict. */
  ledger: Ledger;
  facts: VerdictFacts;
}

export interface DecisionParts {
  /** Everything that is said of the verdict, then the signed text. */
  decision: string;
  judges: string;
  rests: string;
  resolved: string;
  accepted: string;
  dissent: string;
}

/** Documents are two folders below `.blue/`. */
const toDialogues = "../../dialogues";

export function decisionParts({ id, ledger, facts }: DecidedDialogue): DecisionParts {
  const linked = (text: string) => linkItems(id, ledger, text);
  const item = (itemId: string) => itemLink(id, ledger, itemId);
  const text = signedLines(ledger.records.at(-1)) ?? [];
  return {
    decision: [
      ...Object.values(factsParts(facts, ledger)),
      text.length === 0 ? noTextWords(facts) : linked(quote(text)),
    ].join("\n\n"),
    judges: judgesWords(facts, linked),
    rests: facts.rests.items
      .filter(({ carried }) => carried)
      .map(({ id: itemId, label, as, settles }) => {
        const settled = settles.length === 0 ? "" : `, settles ${settles.map(item).join(", ")}`;
        return `- ${item(itemId)} ${prose(label)} (${as.map(inline).join(", ")}${settled})`;
      })
      .join("\n"),
    resolved: tensionTable(facts, "resolved", "Accepted By", (tension) => [
      item(tension.id),
      labelWords(tension),
      ...answerCell(tension, linked),
      closedWords(tension, item),
    ]),
    accepted: tensionTable(facts, "accepted", "Why The Judge Accepted It", (tension) => [
      item(tension.id),
      labelWords(tension),
      ...answerCell(tension, linked),
      linked(prose(tension.closed?.why ?? "")),
    ]),
    dissent: linked(disagreementParts(facts).join("\n\n")) || "Nobody: everyone last agreed or abstained.",
  };
}

/** Headline, topics, description, conditions, warning, and a text that was never signed: they are the Judge's alone. */
function judgesWords({ judge, warning }: VerdictFacts, linked: (text: string) => string): string {
  const { headline, topics, recommendation, description, conditions } = judge;
  const rows = topics.map(({ topic, decision }) => [prose(topic), linked(prose(decision))]);
  return [
    headline === null ? "" : `Headline: ${linked(prose(headline))}`,
    rows.length === 0 ? "" : markdownTable(["Topic", "As the Judge sums it up"], rows),
    recommendation === null
      ? ""
      : `The verdict's text, which the panel never saw:\n\n${linked(quote(recommendation.split("\n")))}`,
    description.trim() === "" ? "" : linked(quote(description.split("\n"))),
    ...conditions.map((condition, i) => `Condition ${i + 1}:\n\n${linked(quote(condition.split("\n")))}`),
    warning === null ? "" : `Warning:\n\n${linked(quote(warning.split("\n")))}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function answerCell({ answer }: TensionFacts, linked: (text: string) => string): string[] {
  if (answer === null) return [""];
  const said = { as: answerKind(answer), text: answerText(answer) };
  return [linked(answerSentence(said, Number.POSITIVE_INFINITY))];
}

function closedWords({ closed }: TensionFacts, item: (id: string) => string): string {
  if (closed === null) return "";
  const who = closed.by.filter((name) => name !== "Judge").map(inline);
  return [...who, ...(closed.item === null ? [] : [item(closed.item)])].join(", ");
}

function tensionTable(
  { tensions }: VerdictFacts,
  state: "resolved" | "accepted",
  last: string,
  row: (tension: TensionFacts) => string[],
): string {
  const rows = tensions.filter((tension) => tension.state === state).map(row);
  return rows.length === 0 ? "" : markdownTable(["Tension", "Label", "The Author", last], rows);
}

/** A tension's page tells its whole life; any other item is in its author's text. */
function itemLink(dialogue: string, ledger: Ledger, id: string): string {
  const item = ledger.items.get(id);
  if (item === undefined) return inline(id);
  const folder = `${toDialogues}/${dialogue}`;
  if (item.type === "T") return `[${id}](${folder}/tensions.md)`;
  const record = ledger.records.find(({ round }) => round === item.round);
  const file =
    record === undefined || item.sources[0] === undefined ? undefined : expertFile(record, item.sources[0].expert);
  return file === undefined ? id : `[${id}](${folder}/round-${item.round}/${file})`;
}

/** IDs in running text become links where the ledger knows them. */
function linkItems(dialogue: string, ledger: Ledger, text: string): string {
  return text.replace(/(?<![\w[/-])[A-Z]\d{4,}(?![\w\]])/g, (id) => itemLink(dialogue, ledger, id));
}

/** The parts as sections; those without content are left out, what was accepted or disputed never is. */
export function decisionSections(parts: DecisionParts): [title: string, text: string | undefined][] {
  return [
    ["What it rests on", parts.rests || undefined],
    ["Tensions settled", parts.resolved || undefined],
    ["Tensions accepted unresolved", parts.accepted || "None."],
    ["Dissent", parts.dissent],
    ["The Judge's own words, which nobody signed", parts.judges || undefined],
  ];
}
