/** What a text says first, for where there is no room for all of it: no references, no citations, one line. */
export function firstSentence(text: string, longest = 240): string {
  const plain = withoutMarkers(text);
  const [sentence = plain] = /^.*?[.!?](?=\s|$)/.exec(plain) ?? [];
  return clipped(sentence, longest);
}

/** The words of a text on one line. */
export function withoutMarkers(text: string): string {
  return text
    .replace(/\[(?:RE|MOVE):[^[\]]*\]|\[CITE\b(?:[^[\]"]|"[^"]*")*\]/g, " ")
    .replace(/\s{2,}|[^\S ]/g, " ")
    .trim();
}

/** At most `longest` characters, cut between words where that costs little, and visibly. */
export function clipped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > longest * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
