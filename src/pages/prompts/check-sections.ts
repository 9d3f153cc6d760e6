/** What an expert reads when the text was rewritten: what changed, its own tensions each with the author's answer, and what to do about them. */
import { answerKind, answerText, answerWords } from "../../facts/objections.ts";
import { textChange } from "../../facts/text/changed.ts";
import { toCheck } from "../../rules/asked.ts";
import { formatLocalId } from "../../rules/ids.ts";
import { bySeverity, isOpen, type LedgerTension } from "../../rules/ledger.ts";
import { clipped } from "../../rules/round/first-sentence.ts";
import { unanswered } from "../../rules/round/not-taken-up.ts";
import { lastReadBy } from "../../rules/round/revision.ts";
import { safeLine } from "../../safe-text.ts";
import { droppedSince } from "../changed-blocks.ts";
import { lineDiff } from "../line-diff.ts";
import { quote } from "../quote.ts";
import type { PromptMaterial } from "./expert-prompt.ts";
import { headline, quotedWords, shownItems } from "./shown-items.ts";
import { quotedChecks } from "./verifier-prompt.ts";

/** A long diff that is hardly shorter than the text helps nobody. */
const longest = { share: 0.8, characters: 2_000 };

export function changesSection({ ledger, member, proposal, answers }: PromptMaterial): string {
  const before = lastReadBy(ledger, member.name);
  if (before === null || proposal === null) return "";
  const most = Math.max(longest.characters, proposal.length * longest.share);
  const short = [1, 0].map((context) => lineDiff(before, proposal, context)).find(({ length }) => length <= most);
  const shown =
    before.trim() === proposal.trim() ? "Nothing." : short ? quote(short.split("\n")) : muchChanged(before, proposal);
  const dropped = droppedSince(before, proposal, ledger, answers);
  const asked =
    dropped === "" ? "" : `\n\nGone, though nobody had spoken of it: ${dropped}. Raise what must come back.`;
  return `## What changed since you last read it\n\n${shown}${asked}`;
}

/** By the measure of the verdict's page. */
function muchChanged(before: string, after: string): string {
  const { isRewritten, changed, of } = textChange(before, after, [], new Map());
  return isRewritten
    ? "Nearly everything: it was rewritten. Read it as a new text."
    : `${changed} of ${of} paragraphs and lists, and the changes are almost as long as the text: read it whole.`;
}

/** Every one with its raiser's own words, and the author's answer or what closed it. */
export function ownTensionsSection(material: PromptMaterial): string {
  const { ledger, member, asked, checks } = material;
  const items = shownItems(ledger);
  const own = bySeverity(toCheck(ledger, member.name)).filter((tension) => asked === "check" || isOpen(tension));
  if (own.length === 0) return "";
  const shown = own.map((tension) => {
    const words = quotedWords(items.get(tension.id)!);
    return [`### ${titled(tension)}`, words, ...quotedChecks(checks, tension.id), answerTo(material, tension)].join(
      "\n\n",
    );
  });
  return `## Your own tensions, and what the author says to each\n\n${shown.join("\n\n")}`;
}

/** What is not resolved, for those who sign. */
export function leftOver(material: PromptMaterial): string {
  const left = bySeverity([...material.ledger.tensions.values()].filter(({ state }) => state !== "resolved"));
  if (left.length === 0) return "## What stayed unresolved\n\nNothing.";
  const lines = left.map(
    (tension) => `- ${titled(tension)}\n\n  ${answerTo(material, tension).replaceAll("\n", "\n  ")}`,
  );
  return `## What stayed unresolved\n\n${lines.join("\n")}`;
}

/** Characters for all of them: the more there are, the less is said of each. */
const perspectivesRoom = { all: 6_000, each: 1_000 };

/** What nothing had taken up before the text was rewritten, with what the author says to it. */
export function perspectivesSection({ ledger, perspectives }: PromptMaterial): string {
  const ids = unanswered(ledger);
  if (ids.length === 0) return "";
  const items = shownItems(ledger);
  const room = Math.min(perspectivesRoom.each, Math.floor(perspectivesRoom.all / ids.length));
  const shown = ids.map((id) => {
    const item = items.get(id)!;
    const words = clipped((item.wordings[0] ?? []).join("\n"), room);
    const answer = perspectives.find((one) => one.id === id);
    return [
      `### ${headline(item)}`,
      quote(words.split("\n")),
      answer === undefined
        ? "The author has not answered it."
        : `The author: **${answer.answer}**\n\n${quote(answer.text.split("\n"))}`,
    ].join("\n\n");
  });
  return `## Perspectives that no expert has taken up, and what the author says to each\n\nNobody has to settle them: a perspective counts only in the round that brings it. Where one matters to you: [RE:SUPPORT P…], [RE:OPPOSE P…] or [RE:QUESTION P…] in an item, or a tension of its own with the failing case. The verdict names those that neither an expert nor the text takes up.\n\n${shown.join("\n\n")}`;
}

function titled({ id, label, severity, state }: LedgerTension): string {
  return `${id} ${safeLine(label)} (${[...(severity === null ? [] : [severity]), state].join(", ")})`;
}

function answerTo({ answers }: PromptMaterial, tension: LedgerTension): string {
  const answer = answers.find(({ id }) => id === tension.id);
  if (answer !== undefined)
    return `The author: **${answerWords[answerKind(answer)]}**\n\n${quote(answerText(answer).split("\n"))}`;
  const closed = tension.events.findLast(({ change }) => change === "resolved" || change === "accepted");
  if (closed === undefined || isOpen(tension)) return "The author has not answered it.";
  const by = closed.item === null ? "" : ` by ${closed.item}`;
  return `It was ${closed.change}${by}.${closed.note === null ? "" : `\n\n${quote(closed.note.split("\n"))}`}`;
}

export function checkTask(name: string, round: number): string {
  return [
    "The author rewrote the text. Check your own tensions in it, each one: read the place, try the failing case again.",
    `- Settled? Say [RE:RESOLVE T…]; several stand in one item:\n\n      [${formatLocalId(name, "C", round, 1)}: settled, read in the new text]\n      [RE:RESOLVE T0001] [RE:RESOLVE T0004]\n      T0001: where, in a few words. T0004: where.\n- Not settled? [RE:REOPEN T…] with the failing case that is left.\n- Refused? If the reason convinces you, that settles it: [RE:RESOLVE T…]. If not, [RE:REOPEN T…] with what the refusal costs whom.`,
    "Raise a new tension only on what changed, or for a failing case of severity major or worse that you can show.",
    "Nothing left? Sign: [MOVE:CONVERGE] and your stance. That is a complete answer.",
  ].join("\n\n");
}

export function signTask(name: string, round: number): string {
  return [
    "This is the text that would be decided, with the sentence above it. Read it once, whole. Can you live with both?",
    `Your own tensions above first, each one: where the text or the author's reason settles it, say so, several in one item; nothing else closes it.\n\n    [${formatLocalId(name, "C", round, 1)}: settled]\n    [RE:RESOLVE T0001] [RE:RESOLVE T0004]\n    T0001: where, in a few words. T0004: where.`,
    "Yes: [MOVE:CONVERGE] and your stance. With that item, if you have such tensions, it is a complete answer.",
    "No: [RE:REOPEN T…] or a new tension with the failing case that stops you, and a stance that says so. Not for what you would only have written otherwise.",
  ].join("\n\n");
}
