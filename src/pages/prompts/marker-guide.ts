/** The marker syntax as an expert needs it, with that expert's own name and round in every example. The skill and the docs show the same text. */
import { formatLocalId, type IdType } from "../../rules/ids.ts";
import {
  itemTypeLetters,
  itemTypes,
  moves,
  positions,
  references,
  severities,
  stances,
  targetWords,
} from "../../rules/vocabulary.ts";

export function markerGuide(name: string, round: number): string {
  const id = (type: IdType, seq = 1) => formatLocalId(name, type, round, seq);
  const items = itemTypeLetters.map((type) => [
    `[${id(type)}: short label${type === "T" ? ` | ${severities[1]}` : ""}]`,
    `${itemTypes[type].name}: ${itemTypes[type].means}${type === "T" ? `; ${severities.join(", ")}` : ""}`,
  ]);
  const kinds = Object.entries(targetWords).map(([target, words]) => {
    const those = Object.entries(references).filter(([, reference]) => reference.target === target);
    return [those.map(([kind]) => `[RE:${kind} id]`).join(" "), words];
  });
  const disagreeing = positions.filter((position) => !stances[position].agrees);
  return `A draft is Markdown in which only markers count. A marker starts its line; its text runs until the next marker.

${table(items)}

Number each type by itself: \`${id("P")}\`, \`${id("P", 2)}\`, … \`${id("T")}\`, \`${id("T", 2)}\`, … Inside an item:

${table([...kinds, ['[CITE path#L10-L14 "exact words"]', "a source; Blue looks it up"]])}

Moves: ${Object.entries(moves)
    .map(([kind, { form }]) => `[MOVE:${kind}${form}]`)
    .join(" ")}
A formal objection: [DISSENT], or [MINORITY VERDICT: label], each followed by its text.

Use global IDs (\`T0002\`) for earlier rounds, your own local IDs (\`${id("T")}\`) for this one. Markers inside code, quotes or sentences do not count.

End with your stance, then one sentence; CONDITIONAL needs its condition there:

    [${id("S")}: ${positions.join("|")} | 0.85]

The signal [MOVE:CONVERGE] means: I can live with this sentence and this text; where neither is shown, with the recommendations that stand. It does not count beside a tension you raise or reopen, a formal objection, a stance of ${disagreeing.join(", ")}, or a marker that cannot be read.`;
}

/** Two columns as an indented block. */
function table(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return rows.map(([left = "", right]) => `    ${left.padEnd(width)}   ${right}`).join("\n");
}
