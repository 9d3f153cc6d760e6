/** A text cut at the end of a sentence where one lies near the end, else at a word. */
export function cut(text: string, longest: number): string {
  const words = text.replace(/\s+/g, " ").trim();
  if (words.length <= longest) return words;
  const head = words.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  const ends = [...head.matchAll(/[^\d][.;!?](?=\s)/g)].map(({ index }) => index + 2);
  const end = ends.findLast((one) => isWhole(head.slice(0, one))) ?? 0;
  if (end > longest * 0.55) return head.slice(0, end).replace(/;$/, ".");
  const short = head.replace(/[\s,;:]+\S*$/, "");
  // An open code span would show its sign.
  return `${short.split("`").length % 2 === 0 ? short.replace(/(?<!\s)\s*`[^`]*$/, "") : short}…`;
}

/** No bracket and no code span is left open. */
function isWhole(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count("(") <= count(")") && count("`") % 2 === 0;
}

/** Labels begin as their authors like; on the screen a sentence begins large. A name in code keeps its letters. */
export function capital(text: string): string {
  return /^\p{Ll}+[\s,;:'’]/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}
