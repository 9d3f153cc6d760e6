/**
 * Reads what stands between the brackets of a line-starting marker. Three answers: a marker; something clearly meant as one, with its fix;
 * or null for ordinary Markdown. What is a marker only for the eye is read as the eye reads it, and the answer names the character that is wrong.
 */

import { formatLocalId, type IdType, parseId, plainDashes } from "../rules/ids.ts";
import { itemTypes, moveKinds, refKinds } from "../rules/vocabulary.ts";
import { safeLine } from "../safe-text.ts";
import { asSeen, explainDisguise, foldHead, hasUnusual } from "./fold-head.ts";
import { type Author, type Marker, malformed, parseTargets, startsBlock } from "./marker.ts";
import { headLength, markerHead } from "./marker-head.ts";
import { nearMiss } from "./near-miss.ts";
import { readOlderMarker } from "./read-older-marker.ts";
import { readStance } from "./read-stance.ts";

export function readMarker(inner: string, author: Author): Marker | null {
  const read = readPlain(inner, author);
  if (read !== null && read.is !== "malformed") return read;
  return readDisguised(inner, read, author) ?? read;
}

/** `［MUFFIN-T0101: label］`; `bracket` is what it begins with. */
export function readWideMarker(bracket: string, inner: string, author: Author): Marker | null {
  const seen = readSeen(inner, author);
  return seen === null ? null : disguised(bracket, seen);
}

function readDisguised(inner: string, read: Marker | null, author: Author): Marker | null {
  const head = inner.slice(0, headLength);
  if (!hasUnusual(head) || asSeen(head) === head) return null;
  const seen = readSeen(inner, author);
  if (seen === null || (seen.is === "malformed" && read !== null)) return null;
  return disguised(head, seen);
}

/** The bracket as a reader sees it. Look-alike letters only where they make a whole marker: `[АК-Т12: …]` is somebody's own number. */
function readSeen(inner: string, author: Author): Marker | null {
  const head = inner.slice(0, headLength);
  const rest = inner.slice(headLength);
  const folded = foldHead(head);
  if (!/[A-Z]/i.test(folded)) return null;
  if (/^ *RE *:(?! *[A-Z])/.test(folded)) return null; // "【RE：…】" heads an answer
  const read = readPlain(folded + rest, author);
  const seen = plainDashes(asSeen(head)).trimStart();
  if ((read !== null && read.is !== "malformed") || !markerHead.test(seen)) return read;
  return readPlain(seen + rest, author) ?? malformed("", ""); // a citation
}

function disguised(head: string, seen: Marker): Marker {
  const { message, fix } = explainDisguise(head);
  return malformed(message, fix, startsBlock(seen));
}

function readPlain(inner: string, author: Author): Marker | null {
  const head = inner.slice(0, headLength);
  return (
    readRef(inner, head) ??
    readMove(inner, head) ??
    readStatement(inner, head) ??
    readOlderMarker(inner, author) ??
    readItem(inner, head, author) ??
    nearMiss(head, author)
  );
}

function readRef(inner: string, head: string): Marker | null {
  const match = /^ ?(RE) {0,3}: {0,3}([A-Za-z]*)/i.exec(head);
  if (match === null) return null;
  const kind = refKinds.find((known) => known === match[2]?.toUpperCase());
  if (kind === undefined) {
    if (match[1] !== "RE") return null; // "[Re: your question]"
    return malformed(`\`RE:${match[2]}\` is no kind of reference.`, `Write [RE:<kind> id] with ${oneOf(refKinds)}.`);
  }
  const rest = inner.slice(match[0].length);
  const targets = parseTargets(rest);
  if (targets === null) return badTarget(`RE:${kind}`, rest);
  return { is: "ref", kind, targets, older: false };
}

function readMove(inner: string, head: string): Marker | null {
  const match = /^ ?(MOVE) {0,3}: {0,3}([A-Za-z]*)/i.exec(head);
  if (match === null) return null;
  const kind = moveKinds.find((known) => known === match[2]?.toUpperCase());
  if (kind === undefined) {
    if (match[1] !== "MOVE") return null;
    return malformed(`\`MOVE:${match[2]}\` is no move.`, `Write [MOVE:<kind>] with ${oneOf(moveKinds)}.`);
  }
  const rest = inner.slice(match[0].length);
  if (kind === "CONVERGE") {
    if (rest.trim() === "") return { is: "move", kind, targets: [], topic: null, older: false };
    return malformed(
      "MOVE:CONVERGE takes nothing with it.",
      "Write [MOVE:CONVERGE] alone and the rest behind the bracket.",
    );
  }
  if (kind === "REQUEST") {
    const topic = rest.replace(/^\s*:?/, "").trim();
    if (topic !== "") return { is: "move", kind, targets: [], topic, older: false };
    return malformed("MOVE:REQUEST names no topic.", "Write [MOVE:REQUEST what you need].");
  }
  const targets = parseTargets(rest);
  if (targets === null) return badTarget(`MOVE:${kind}`, rest);
  return { is: "move", kind, targets, topic: null, older: false };
}

function badTarget(name: string, rest: string): Marker {
  if (rest.trim() === "")
    return malformed(`${name} names no item.`, `Write [${name} id], for example [${name} T0001].`);
  return malformed(
    `${name} is followed by something that is no ID.`,
    `Inside the brackets write IDs only, such as [${name} T0001]: global ones of earlier rounds, local ones of this round. Reasons go behind them.`,
  );
}

function readStatement(inner: string, head: string): Marker | null {
  const match = /^ ?(DISSENT|MINORITY[ _]VERDICT) *(:|$)/i.exec(head);
  if (match === null) {
    if (!/^ ?(?:DISSENT|MINORITY[ _]VERDICT)\b/.test(head)) return null;
    return malformed(
      "A formal objection has its text behind the brackets.",
      "Write [DISSENT] or [MINORITY VERDICT: label].",
      true,
    );
  }
  const label = inner.slice(match[0].length).trim();
  if (match[1]?.toUpperCase() === "DISSENT")
    return { is: "statement", kind: "dissent", label: label === "" ? null : label };
  if (label === "") {
    return malformed("The minority verdict has no label.", "Write [MINORITY VERDICT: label], then the text.", true);
  }
  return { is: "statement", kind: "minority_verdict", label };
}

function readItem(inner: string, head: string, author: Author): Marker | null {
  const match = /^ ?(\p{L}[\p{L}\p{N}-]*-\p{L}[0-9]+)\.? *(:|$)/u.exec(plainDashes(head));
  if (match === null) return null;
  const [whole, name = "", colon] = match;
  const label = colon === ":" ? safeLine(inner.slice(whole.length)) : "";
  const id = parseId(name);
  if (id === null) return isOwn(name, author) || colon === ":" ? badId(name, author) : null;
  if (label === "") {
    // "[SCONE-P0101] is right": a mention, unless it is this round's own
    if (colon !== ":" && !(isOwn(name, author) && id.round === author.round)) return null;
    const example = formatLocalId(author.expert, id.type, author.round, id.seq);
    return malformed(
      `${example} has no label.`,
      `Write [${example}: label]; to mention an item, leave the brackets out.`,
      true,
    );
  }
  if (id.type === "S") return readStance(id, label);
  return { is: "item", id, label, older: false };
}

function badId(name: string, author: Author): Marker | null {
  const [, letter = "", digits = ""] = /-(\p{L})([0-9]+)$/u.exec(name) ?? [];
  const type = letter.toUpperCase();
  const known = type in itemTypes || type === "S";
  if (!known && !isOwn(name, author) && digits.length < 4) return null; // "[ISO-A4: …]"
  const example = formatLocalId(author.expert, known ? (type as IdType) : "P", author.round, 1);
  if (!known)
    return malformed(`\`${letter}\` is no type of item.`, `Use P, R, T, E, C or S, as in [${example}: label].`, true);
  return malformed(
    `\`${name}\` has the wrong number of digits.`,
    `Two digits of round, two or more of sequence: [${example}: label].`,
    true,
  );
}

function isOwn(name: string, author: Author): boolean {
  return name.toUpperCase().startsWith(`${author.expert.toUpperCase()}-`);
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
