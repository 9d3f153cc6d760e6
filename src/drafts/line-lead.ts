/** What may come before the first marker of a line: spaces, list signs, numbers, `#`, emphasis, an emoji, a box, a bold word with a colon. */
const leads = [
  "(\\*\\*|__)\\p{L}[\\p{L} '/&-]{0,39}(?::\\1|\\1:)",
  "[\\s#*_\\\\+•‣◦·–—-]|\\p{Default_Ignorable_Code_Point}",
  "\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\p{Regional_Indicator}|[0-9]\\ufe0f?\\u20e3",
  "\\(?(?:[0-9]{1,3}(?:\\.[0-9]{1,3})*|[a-z])[.)](?=\\s)",
  "\\[[ x]\\](?=\\s)",
];
const lead = new RegExp(`^(?:${leads.join("|")})*`, "iu");
const longestLead = 120;

/** Its length. */
export function leadLength(line: string): number {
  return lead.exec(line.slice(0, longestLead))![0].length; // it may be empty, so it is always found
}
