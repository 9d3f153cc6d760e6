/** Letters and digits of every script; a file's name may hold them all. */
const slugLetter = "\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{N}";
const notSlug = new RegExp(`[^${slugLetter}]+`, "gu");
/** A slug, as a part of other patterns; they need the flag `u`. */
export const slugPattern = `[${slugLetter}][${slugLetter}-]*`;

/** Latin letters that are not a plain one with an accent. */
const spelledOut: ReadonlyMap<string, string> = new Map(
  "ä ae ö oe ü ue ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i"
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(" ") as [string, string]),
);

/** A title as a name that may become a file: lower case, hyphens, Latin letters in ASCII, other scripts as they are. Empty when it has no letter. */
export function slugOf(title: string, longest = 60): string {
  const plain = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Script=Latin}/gu, (letter) => spelledOut.get(letter) ?? letter)
    .normalize("NFD")
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC")
    .replace(notSlug, "-");
  return [...plain.replace(/^-/, "")].slice(0, longest).join("").replace(/-$/, "");
}

/** `2026-02-03T1423Z`: the prefix that sorts by time. */
export function minuteStamp(at: Date): string {
  return `${at.toISOString().slice(0, 13)}${at.toISOString().slice(14, 16)}Z`;
}
