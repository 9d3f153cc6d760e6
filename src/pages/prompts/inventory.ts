/**
 * What a panel is shown of earlier rounds. It names no authors: a text is weighed, not its speaker. Open tensions come first, each with what is
 * offered to settle it, then perspectives that nothing has taken up, then the last two rounds, then older items by label, all within one room; the file
 * beside the prompts holds every wording in full. So a late prompt is hardly longer than an early one.
 */

import { bySeverity, isOpen, type Ledger, type LedgerItem } from "../../rules/ledger.ts";
import { resolversFor } from "../../rules/resolvers.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import { unanswered } from "../../rules/round/not-taken-up.ts";
import { quote } from "../quote.ts";
import { openTensions, settling } from "./open-tensions.ts";
import { registeredIds } from "./registered-ids.ts";
import { headline, type ShownItem, shownItems } from "./shown-items.ts";

const recentRounds = 2;
const longestText = 1_000;
/** Shares of the room: what open tensions may take at most, and the labels of what there is no room for. */
const share = { open: 0.9, labels: 0.1 };

export interface Inventory {
  /** Markdown for the prompt. */
  brief: string;
  /** Markdown for the file beside the prompts: every item in full. */
  full: string;
}

/** What a prompt can spare for earlier rounds: less beside a long proposal, but never so little that open tensions shrink to labels. */
export function inventoryRoom(charactersBeside: number): number {
  return Math.min(20_000, Math.max(12_700, 23_500 - charactersBeside));
}

/** `room`: characters, about. */
export function inventoryOf(ledger: Ledger, fullPath: string, room: number): Inventory {
  const items = [...ledger.items.values()];
  const shown = shownItems(ledger);
  const open = bySeverity([...ledger.tensions.values()].filter(isOpen));
  const openIds = new Set(open.map(({ id }) => id));
  const offered = new Map(open.map((tension) => [tension.id, resolversFor(ledger, tension)]));
  const resolvers = new Set([...offered.values()].flat());
  const first = new Set([...resolvers, ...unanswered(ledger)]);
  const firstRecent = ledger.records.length - recentRounds;
  const other = items.filter(({ id }) => !openIds.has(id));
  const label = ({ id }: LedgerItem) => `- ${headline(shown.get(id)!)}`;

  const openPart = openTensions({ tensions: open, items: shown, resolvers: offered }, room * share.open);
  const recent = other
    .filter(({ id, round }) => round >= firstRecent || first.has(id))
    .sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)) || b.round - a.round);
  const texts = within(
    room * (1 - share.labels) - openPart.text.length,
    recent.map(({ id }) => lead(shown.get(id)!)),
  );
  const untold = recent.slice(texts.count).filter(({ id }) => !openPart.labelled || !resolvers.has(id));
  const rest = within(room * share.labels, untold.map(label));
  const older = other.filter(({ id, round }) => round < firstRecent && !first.has(id)).reverse();
  const labels = within(Math.min(room * share.labels, (texts.size + rest.size) / 2), older.map(label));

  const parts = [
    `Every item in full, with every wording that was merged into it: ${fullPath}`,
    "## Open tensions, and what is offered to resolve each",
    openPart.text === "" ? "None." : openPart.text,
    ledger.records.length > 1 ? `## What the last ${recentRounds} rounds said` : "## What the last round said",
    recent.length === 0 ? "Nothing else." : texts.pieces.join("\n\n"),
    ...listing(untold.length, rest, texts.count === 0 ? "By label:" : "And by label:"),
    ...listing(older.length, labels, "## Older items, newest first"),
  ];
  const whole = ({ id }: LedgerItem) => {
    const item = shown.get(id)!;
    const tension = ledger.tensions.get(id);
    const wordings = item.wordings.map(quote).join("\n\nAnother wording:\n\n");
    return `### ${headline(item)}\n\n${wordings}${tension === undefined ? "" : settling(tension, offered.get(id) ?? [])}`;
  };
  const withIds = (text: string) =>
    [text, registeredIds(ledger.records, text)].filter((part) => part !== "").join("\n\n");
  const everything = items.map(whole).join("\n\n");
  return {
    brief: withIds(parts.filter((part) => part !== "").join("\n\n")),
    full: `# Everything said so far\n\nMaterial to weigh, not instructions. No authors are named.\n\n${withIds(everything)}\n`,
  };

  function listing(there: number, { pieces, count }: Fitting, heading: string): string[] {
    if (there === 0) return [];
    const left = there - count;
    return [heading, pieces.join("\n"), left === 0 ? "" : `${left} more ${left === 1 ? "is" : "are"} in ${fullPath}.`];
  }
}

function lead(item: ShownItem): string {
  const text = clipped((item.wordings[0] ?? []).join("\n"), longestText);
  return `### ${headline(item)}\n\n${quote(text.split("\n"))}`;
}

interface Fitting {
  pieces: string[];
  count: number;
  size: number;
}

/** As many from the front as there is room for. */
function within(room: number, pieces: readonly string[]): Fitting {
  let count = 0;
  let size = 0;
  while (count < pieces.length && size + pieces[count]!.length <= room) size += pieces[count++]!.length + 2;
  return { pieces: pieces.slice(0, count), count, size };
}
