/** What a text says first, for where there is no room for all of it: no references, no citations, one line. */
export function firstSentence(text: string, longest = 240): string {
  const plain = withoutMarkers(text);
  const [sentence = plain] = /^.*?[.!?](?=\s|$)/.exec(plain) ?? [];
  return clipped(sentence, longest);
}

/** The words of a text on one line. Where a marker stood, nothing is left: no gap before a full stop, and no second one. */
export function withoutMarkers(text: string): string {
  return text
    .replace(markers, (_, sign: string | undefined, at: number) =>
      sign === undefined || (sign !== ")" && /^$|[.,;:!?]/.test(text.charAt(at - 1))) ? " " : sign,
    )
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
}

const markers =
  /(?:\s{0,9}(?:\[(?:RE|MOVE):[^[\]]*\]|\[CITE\b(?:[^[\]"]|"[^"]*")*\]))+(?:\s{0,9}([.,;:!?)])(?=[\s.,;:!?)]|$))?/g;

/** At most `longest` characters, cut between words where that costs little, and visibly. */
export function clipped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > longest * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
