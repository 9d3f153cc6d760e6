/**
 * A dialogue's verdict as the body of an RFC or an ADR: what was decided, on what it rests, what stays open and who disagreed. Every statement
 * links to the item that carries it, so that a reader can go from the decision to the words it was made of.
 */

import { disagreement } from "../pages/disagreement.ts";
import { expertFile } from "../pages/expert-file.ts";
import { markdownTable } from "../pages/page.ts";
import { inline, quote } from "../pages/quote.ts";
import type { Ledger, LedgerTension } from "../rules/ledger.ts";
import type { VerdictRecord } from "../rules/records.ts";

export interface DecidedDialogue {
  id: string;
  ledger: Ledger;
  verdict: VerdictRecord;
  verdicts: VerdictRecord[];
}

export interface DecisionParts {
  decision: string;
  /** What the Judge set beside the decision, and on which conditions. */
  notes: string;
  conditions: string;
  decisions: string;
  rests: string;
  resolved: string;
  accepted: string;
  dissent: string;
}

/** Documents stand two folders below `.blue/`. */
const toDialogues = "../../dialogues";

export function decisionParts({ id, ledger, verdict, verdicts }: DecidedDialogue): DecisionParts {
  const linked = (text: string) => linkItems(id, ledger, text);
  const item = (itemId: string) => itemLink(id, ledger, itemId);
  const tensions = [...ledger.tensions.values()];
  return {
    decision: linked(quote(verdict.recommendation)),
    notes: linked(quote([...verdict.description, ...(verdict.warning?.split("\n") ?? [])])),
    conditions: verdict.conditions.map((condition) => linked(quote(condition.split("\n")))).join("\n\n"),
    decisions:
      verdict.decisions.length === 0
        ? ""
        : markdownTable(
            ["Topic", "Decision"],
            verdict.decisions.map(({ topic, decision }) => [inline(topic), linked(inline(decision))]),
          ),
    rests: [
      ...uses(verdict.recommendations_adopted, "adopted"),
      ...uses(verdict.key_evidence, "key evidence"),
      ...uses(verdict.key_claims, "key claim"),
    ]
      .map(([itemId, as]) => `- ${item(itemId)} ${inline(ledger.items.get(itemId)?.label ?? "")} (${as})`)
      .join("\n"),
    resolved: tensionTable(tensions, "resolved", (tension) => {
      const closing = tension.events.findLast(({ change }) => change === "resolved");
      return [
        item(tension.id),
        inline(tension.label),
        closing?.item == null ? "" : `${item(closing.item)} ${inline(ledger.items.get(closing.item)?.label ?? "")}`,
      ];
    }),
    accepted: tensionTable(tensions, "accepted", (tension) => {
      const accepting = tension.events.findLast(({ change }) => change === "accepted");
      return [item(tension.id), inline(tension.label), linked(inline(accepting?.note ?? ""))];
    }),
    dissent:
      linked(disagreement({ verdicts }, verdict, ledger).join("\n\n")) || "Nobody: everyone last agreed or abstained.",
  };
}

function uses(ids: readonly string[], as: string): [string, string][] {
  return ids.map((id) => [id, as]);
}

function tensionTable(
  tensions: readonly LedgerTension[],
  state: "resolved" | "accepted",
  row: (tension: LedgerTension) => string[],
): string {
  const rows = tensions.filter((tension) => tension.state === state).map(row);
  return rows.length === 0
    ? ""
    : markdownTable(["Tension", "Label", state === "resolved" ? "Resolved By" : "Why It Was Accepted"], rows);
}

/** A tension's page tells its whole life; any other item stands in its author's text. */
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
    ["Conditions (the Judge's words)", parts.conditions || undefined],
    ["Notes with the verdict", parts.notes || undefined],
    ["Converged decisions", parts.decisions || undefined],
    ["What it rests on", parts.rests || undefined],
    ["Tensions resolved", parts.resolved || undefined],
    ["Tensions accepted unresolved", parts.accepted || "None."],
    ["Dissent", parts.dissent],
  ];
}
