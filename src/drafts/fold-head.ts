/**
 * A marker is written in plain characters. A reader cannot tell them from a full-width colon, a Cyrillic capital or a name with a zero-width space
 * in it, so heads are also read as they look: folded here, and only to say which character keeps a marker from counting.
 */
import type { Finding } from "./problem-list.ts";

/** Brackets that a reader takes for square ones. */
export const wideOpening = /[［【〔〖〚⟦❲⁅﹇﹝︹︻]/;
export const wideClosing = /[\]］】〕〗〛⟧❳⁆﹈﹞︺︼]/;

const unusual = /[^ -~]/;

/** Whether folding could change anything. */
export function hasUnusual(text: string): boolean {
  return unusual.test(text);
}

/** Without what no reader sees, every space plain, compatibility forms (full-width, circled, …) as the characters they stand for. */
export function foldHead(head: string): string {
  return head
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s/g, " ")
    .replace(/\p{Cc}/gu, "")
    .normalize("NFKC")
    .replace(/\p{M}/gu, "");
}

/** Greek and Cyrillic capitals that look like Latin ones, and what looks like a colon. */
const lookAlikes: Record<string, string> = {
  A: "\u0391\u0410",
  B: "\u0392\u0412",
  C: "\u0421",
  E: "\u0395\u0415",
  H: "\u0397\u041d",
  I: "\u0399\u0406",
  K: "\u039a\u041a",
  M: "\u039c\u041c",
  N: "\u039d",
  O: "\u039f\u041e",
  P: "\u03a1\u0420",
  S: "\u0405",
  T: "\u03a4\u0422",
  V: "\u0474",
  X: "\u03a7\u0425",
  ":": "\u02d0\u0589\u05c3\u2236\ua789",
};
const plainOf = new Map(
  Object.entries(lookAlikes).flatMap(([plain, alike]) => [...alike].map((char) => [char, plain] as const)),
);
const alike = new RegExp(`[${Object.values(lookAlikes).join("")}]`, "g");

/** As the eye reads a head: folded, its look-alikes made plain too. */
export function asSeen(head: string): string {
  return foldHead(head).replace(alike, (char) => plainOf.get(char) ?? char);
}

export function explainDisguise(head: string): Finding {
  return {
    code: "malformed_marker",
    message: `The marker contains ${nameUnusual(head)}.`,
    fix: "Write it again in plain characters: square brackets, colon, Latin letters and digits.",
  };
}

/** Names the first character of `head` that is not what it looks like. */
export function nameUnusual(head: string): string {
  const chars = [...head];
  return describe(chars.find((char) => asSeen(char) !== char) ?? chars[0] ?? "");
}

function describe(char: string): string {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (/\p{Default_Ignorable_Code_Point}/u.test(char)) return `an invisible character (${code})`;
  if (/\s/.test(char)) return `an unusual space (${code})`;
  if (/[\p{Cc}\p{M}]/u.test(char)) return `an invisible character (${code})`;
  return `a foreign character (${char}, ${code})`;
}
