/**
 * Whether a repeated register call is the same act. What the gate counts (texts, mapping, signals, open tensions) must be equal; what it
 * does not (scores, labels, the Judge's words, which resolver was named) is told apart and the record stays.
 */
import type { RoundRecord } from "../records.ts";
import type { RoundBody } from "./compose-round.ts";

export function compareRounds(stored: RoundRecord, asked: RoundBody): { blocking: string[]; ignored: string[] } {
  const blocking: string[] = [];
  const ignored: string[] = [];
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const texts = ({ texts }: RoundBody | RoundRecord) => texts.map(({ expert, state, lines }) => [expert, state, lines]);
  const mapping = ({ mapping }: RoundBody | RoundRecord) => Object.entries(mapping).sort();
  const closed = ({ tensions }: RoundBody | RoundRecord) =>
    tensions
      .filter(({ change }) => change === "resolved" || change === "accepted" || change === "reopened")
      .map(({ id, change }) => `${id} ${change}`)
      .sort();
  const counted = ({ signals }: RoundBody | RoundRecord) =>
    signals.filter((signal) => signal.counted).map(({ by }) => by);
  if (differ(texts(stored), texts(asked))) blocking.push("the experts' texts");
  if (differ(mapping(stored), mapping(asked))) blocking.push("the mapping of markers to IDs");
  if (differ(counted(stored), counted(asked))) blocking.push("the signals");
  if (differ(closed(stored), closed(asked)))
    blocking.push(`the tensions closed (stored: ${closed(stored).join(", ") || "none"})`);
  if (differ(newIds(stored), newIds(asked))) blocking.push("which perspectives are new");

  if (differ(stored.scores, asked.scores)) ignored.push("scores");
  if (differ(labels(stored), labels(asked))) ignored.push("labels");
  if (differ(stored.judge, asked.judge)) ignored.push(`judge.md (stored: round-${stored.round}/judge.md)`);
  if (differ(stored.dismissed, asked.dismissed)) ignored.push("dismissals");
  if (differ(stored.owners, asked.owners)) ignored.push("owners");
  for (const event of stored.tensions) {
    if (event.change !== "resolved" && event.change !== "accepted") continue;
    const mine = asked.tensions.find(({ id, change }) => id === event.id && change === event.change);
    if (mine !== undefined && (mine.item !== event.item || mine.note !== event.note)) {
      ignored.push(
        `${event.id} is ${event.change}${event.item === null ? "" : ` by ${event.item}`}${event.note === null ? "" : ` (“${event.note}”)`}`,
      );
    }
  }
  return { blocking, ignored };
}

function labels({ items }: RoundBody | RoundRecord): string[] {
  return items.map(({ id, label }) => `${id} ${label}`);
}

function newIds({ items }: RoundBody | RoundRecord): string[] {
  return items.filter((item) => item.new).map(({ id }) => id);
}
