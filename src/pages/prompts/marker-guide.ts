/** The marker syntax as an expert needs it, with that expert's own name and round in every example. */
export function markerGuide(name: string, round: number): string {
  const who = name.toUpperCase();
  const rr = String(round).padStart(2, "0");
  const id = (type: string, n = "01") => `${who}-${type}${rr}${n}`;
  return `A draft is Markdown in which only markers count. A marker starts its line; its text runs until the next marker.

    [${id("P")}: short label]   perspective: something the others do not see
    [${id("R")}: short label]   recommendation: what to do
    [${id("T")}: short label]   tension: a conflict or failing case that must be settled
    [${id("E")}: short label]   evidence: a fact, with its source
    [${id("C")}: short label]   claim: a conclusion you can argue

Number each type by itself: \`${id("P")}\`, \`${id("P", "02")}\`, … \`${id("T")}\`, \`${id("T", "02")}\`, … Inside an item:

    [RE:SUPPORT id] [RE:OPPOSE id] [RE:QUESTION id] [RE:DEPEND id]   about any item
    [RE:REFINE id]                                    an earlier item of the same type, made better
    [RE:ADDRESS id] [RE:RESOLVE id] [RE:REOPEN id]    tensions only
    [CITE path#L10-L14 "exact words"]                 a source; Blue looks it up

Moves: [MOVE:DEFEND id] [MOVE:CHALLENGE id] [MOVE:BRIDGE id, id] [MOVE:REQUEST topic] [MOVE:CONCEDE id] [MOVE:CONVERGE]
A formal objection: [DISSENT], or [MINORITY VERDICT: label], each followed by its text.

Use global IDs (\`T0002\`) for earlier rounds, your own local IDs (\`${id("T")}\`) for this one. Markers inside code, quotes or sentences do not count.

The last marker of the draft is your stance, then one sentence:

    [${id("S")}: APPROVE|REJECT|CONDITIONAL|HOLD|ABSTAIN | 0.85]

CONDITIONAL needs its condition in that sentence.`;
}
