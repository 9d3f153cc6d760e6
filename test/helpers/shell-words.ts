/** The words of a command as a shell makes them; undefined where it would do more than run one command. */
export function shellWords(command: string): string[] | undefined {
  const words: string[] = [];
  let inWord = false;
  for (const [part, single, double, escaped, plain] of command.matchAll(
    /'([^']*)'|"([^"]*)"|\\(.)|([^\s'"\\]+)|\s+|[\s\S]/g,
  )) {
    const text = single ?? double ?? escaped ?? plain;
    if (text === undefined && part.trim() !== "") return undefined;
    if (plain !== undefined && /[<>|&;$()*?…]/.test(plain)) return undefined;
    if (text === undefined) inWord = false;
    else if (inWord) words.push(words.pop()! + text);
    else words.push(text);
    if (text !== undefined) inWord = true;
  }
  return words;
}
