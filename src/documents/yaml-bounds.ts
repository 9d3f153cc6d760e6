/** What may be read as YAML. The library's time grows with the square of the keys and with every level, so a text is measured before it is asked. */

/** Nobody's header and nobody's settings are larger. */
const most = { characters: 64 * 1024, lines: 1_000, marks: 2_000, levels: 16 };

/** Why a text is not given to the library; undefined when it may be. */
export function findYamlExcess(source: string): string | undefined {
  const lines = source.split("\n");
  if (source.length > most.characters || lines.length > most.lines)
    return `it is too long: more than ${most.characters} characters or ${most.lines} lines`;
  let depth = 0;
  let marks = 0;
  for (const char of source) {
    if (",:?&*!".includes(char)) marks++;
    if ("[{".includes(char)) depth++;
    if ("]}".includes(char)) depth--;
    if (depth > most.levels) return `it is nested deeper than ${most.levels} levels`;
  }
  if (marks > most.marks) return `it has more than ${most.marks} keys and marks`;
  const isDeep = (line: string) => {
    const [lead = ""] = /^(?:[-?:][ \t]|[ \t])*/.exec(line) ?? [];
    return lead.replaceAll(/[ \t]/g, "").length > most.levels || lead.length > 8 * most.levels;
  };
  return lines.some(isDeep) ? `it is nested deeper than ${most.levels} levels` : undefined;
}
