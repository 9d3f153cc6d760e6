/** A text cut at the end of a sentence where one lies well behind the beginning; else at a semicolon or a word, and visibly. */
export function cut(text: string, longest: number): string {
  const words = text.replace(/\s+/g, " ").trim();
  if (words.length <= longest) return words;
  const lastEnd = (signs: RegExp) => endsOf(words, signs).findLast((end) => end < longest) ?? 0;
  const end = lastEnd(sentenceEnd);
  if (end > longest / 3) return words.slice(0, end);
  const clause = lastEnd(/;(?=\s)/g);
  const head = words.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const short = clause > longest / 3 ? words.slice(0, clause - 1) : head.replace(/[\s,;:]+\S*$/, "");
  // An open code span would show its sign.
  const closed = short.split("`").length % 2 === 0 ? short.replace(/(?<!\s)\s*`[^`]*$/, "") : short;
  return `${closed.replace(/…$/, "")}…`;
}

/** As `cut`, and where whole sentences went that shows too: what a text gives up is often said at its end. */
export function cutShown(text: string, longest: number): string {
  const words = text.replace(/\s+/g, " ").trim();
  const said = cut(words, longest);
  return said === words || said.endsWith("…") ? said : `${said} …`;
}

/** Whole sentences until they are long enough: what breaks is often said at the end of one. One that is far too long is cut. */
export function cutAfter(text: string, enough: number): string {
  const words = text.replace(/\s+/g, " ").trim();
  const end = [...endsOf(words, sentenceEnd), words.length].find((one) => one >= enough) ?? words.length;
  return end > 2 * enough ? cut(words, enough) : words.slice(0, end);
}

const sentenceEnd = /[.!?]["”)*]*(?=\s)/g;

export function sentencesOf(text: string): string[] {
  const words = text.replace(/\s+/g, " ").trim();
  const ends = [...endsOf(words, sentenceEnd), words.length];
  return ends.map((end, i) => words.slice(ends[i - 1] ?? 0, end).trim()).filter((one) => one !== "");
}

/** Where one ends: not behind the number of a list or a short form, and with no bracket, no code span and no quotation left open. */
function endsOf(text: string, signs: RegExp): number[] {
  const ends: number[] = [];
  // A mark without a partner, such as that of an inch, opens nothing.
  const isPaired = text.split('"').length % 2 === 1;
  let [from, brackets, isCode, isQuoted] = [0, 0, false, false];
  for (const { index, 0: sign } of text.matchAll(signs)) {
    for (const letter of text.slice(from, index)) {
      if (letter === "`") isCode = !isCode;
      else if (letter === "(") brackets++;
      else if (letter === ")") brackets--;
      else if (letter === "“") isQuoted = true;
      else if (letter === "”") isQuoted = false;
      else if (letter === '"' && isPaired && !isCode) isQuoted = !isQuoted;
    }
    from = index;
    const before = text.slice(Math.max(0, index - 8), index);
    const goesOn =
      /\d$/.test(before) && /^\s[^\p{Lu}"“`(]/u.test(text.slice(index + sign.length, index + sign.length + 3));
    const isNumber = goesOn || /(?:^|[.!?:;]\s)\(?(?:\d{1,3}|[a-z])$/i.test(before);
    const isOpen = brackets - (sign.includes(")") ? 1 : 0) > 0 || (isQuoted && !/["”]/.test(sign));
    if (isCode || isOpen || isNumber || shortForm.test(before)) continue;
    ends.push(index + sign.length);
  }
  return ends;
}

const shortForm = /\b(?:e\.g|i\.e|vs|cf)$/i;

/** Labels begin as their authors like; on the screen a sentence begins large. A name in code keeps its letters. */
export function capital(text: string): string {
  return /^\p{Ll}+(?:-\p{Ll}+)?[\s,;:'’](?!-)/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}
