/** Items of the ledger as a panel reads them: every wording, no authors. */
import { itemStatuses } from "../../rules/item-status.ts";
import type { Ledger } from "../../rules/ledger.ts";
import { itemTexts } from "../../rules/round/item-texts.ts";
import { safeLine } from "../../safe-text.ts";
import { quote } from "../quote.ts";

export interface ShownItem {
  id: string;
  label: string;
  status: string[];
  /** Lines of each; the one that leads comes first. */
  wordings: string[][];
  /** Of a tension: what was said with each reopening, the failing case that is left. */
  reopenings: string[][];
}

export function shownItems(ledger: Ledger): Map<string, ShownItem> {
  const texts = itemTexts(ledger.records);
  const statuses = itemStatuses(ledger, undefined);
  const merged = new Map<string, string[]>();
  for (const { local_id, into } of ledger.records.flatMap((record) => record.merged))
    merged.set(into, [...(merged.get(into) ?? []), local_id]);
  return new Map(
    [...ledger.items.values()].map(({ id, label, sources }) => {
      const tension = ledger.tensions.get(id);
      const locals = new Set([...sources.map(({ local_id }) => local_id), ...(merged.get(id) ?? [])]);
      const wordings = [...locals].map((local) => texts.get(local) ?? []);
      const reopening = new Set(
        tension?.events.flatMap(({ change, item }) => (change === "reopened" && item !== null ? [item] : [])),
      );
      const reopenings = [...reopening].flatMap((item) => ledger.items.get(item)?.sources ?? []);
      return [
        id,
        {
          id,
          label: safeLine(label),
          status: [
            ...(tension === undefined ? [] : [tension.severity, tension.state].filter((word) => word !== null)),
            ...(statuses.get(id) ?? []),
          ],
          wordings: wordings.filter((lines) => lines.length > 0),
          reopenings: reopenings.map(({ local_id }) => texts.get(local_id) ?? []).filter((lines) => lines.length > 0),
        },
      ];
    }),
  );
}

/** Its words, quoted. */
export function quotedWords({ wordings, reopenings }: ShownItem): string {
  return [
    wordings.map(quote).join("\n\nAnother wording:\n\n"),
    ...reopenings.map((lines) => `Reopened, for what is left:\n\n${quote(lines)}`),
  ].join("\n\n");
}

export function headline({ id, label, status, wordings }: ShownItem, ...more: readonly string[]): string {
  const merged = wordings.length > 1 ? [`${wordings.length} wordings`] : [];
  const words = [...status.filter((word) => word !== "merged"), ...merged, ...more];
  return `${id} ${label}${words.length === 0 ? "" : ` (${words.join(", ")})`}`;
}
