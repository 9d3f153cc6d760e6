/**
 * Numbers a caller sends are compared with what the drafts say. A difference refuses the round and shows both: in recorded dialogues Judges report
 * "0 new perspectives" over files that contain them.
 */

import { type BlueError, refusal } from "../../errors.ts";
import { normalise } from "../ids.ts";
import type { RoundState } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { PanelMember } from "../records.ts";
import type { RoundInput } from "./round-input.ts";

/** Scores may be fractions, and 0.1 + 0.2 is not 0.3. */
const roundingError = 1e-9;

/** What could explain a count: markers that count for nothing, and closings that the call did not name. */
interface Uncounted {
  uncounted: readonly string[];
  closable: readonly { id: string; via: readonly string[] }[];
}

export function checkClaims(
  input: RoundInput,
  state: RoundState,
  panel: readonly PanelMember[],
  speakers: ReadonlySet<string>,
  { uncounted, closable }: Uncounted,
): BlueError[] {
  const errors: BlueError[] = [];
  const names = panel.map(({ name }) => name);
  if (input.panel !== undefined) {
    const claimed = input.panel.map((member) => (typeof member === "string" ? member : member.name));
    if (!sameSet(claimed.map(expertKey), names.map(expertKey)) || claimed.length !== names.length) {
      errors.push(
        refusal("panel_mismatch", { panel: claimed }, "panel_of_the_round", {
          message: `\`panel\` is ${claimed.join(", ") || "empty"}; this round's panel is ${names.join(", ")}`,
          suggestion:
            "The panel is the file written before the experts started; leave `panel` out, or start the round again (round-discard).",
          context: { panel: names },
        }),
      );
    }
  }
  const compare = (
    field: string,
    claimed: number | readonly string[] | undefined,
    found: number,
    list: readonly string[],
    key: (name: string) => string,
  ) => {
    if (claimed === undefined) return;
    const equal =
      typeof claimed === "number"
        ? Math.abs(claimed - found) < roundingError
        : claimed.length === list.length && sameSet(claimed.map(key), list.map(key));
    if (equal) return;
    const ready = field === "open_tensions" || field === "velocity" ? closable : [];
    errors.push(mismatch(field, claimed, typeof claimed === "number" ? found : list, uncounted, ready));
  };
  errors.push(...checkScore(input));
  compare("panel_size", input.panel_size, names.length, [], expertKey);
  compare("open_tensions", input.open_tensions, state.open.length, state.open, normalise);
  compare("new_perspectives", input.new_perspectives, state.fresh.length, state.fresh, normalise);
  compare("velocity", input.velocity, state.velocity.total, [], expertKey);
  compare("converge_signals", input.converge_signals, state.signals.length, state.signals, expertKey);
  const scored = new Map<string, string>();
  for (const [name, score] of Object.entries(input.expert_scores ?? {})) {
    const again = scored.get(expertKey(name));
    if (again !== undefined) errors.push(scoredTwice(again, name));
    scored.set(expertKey(name), name);
    if (speakers.has(expertKey(name)) || (score === 0 && names.some((member) => expertKey(member) === expertKey(name))))
      continue;
    errors.push(
      refusal("ungrounded_item", { expert_scores: name }, "scored_experts_wrote", {
        message: `\`expert_scores\`: ${name} wrote nothing in this round`,
        suggestion: "Score only experts with a draft in this round.",
      }),
    );
  }
  return errors;
}

function checkScore({ score, score_components }: RoundInput): BlueError[] {
  if (score_components === undefined) return score === undefined ? [noScore()] : [];
  const { W, C, T, R } = score_components;
  const sum = Number((W + C + T + R).toFixed(9));
  return score === undefined || Math.abs(score - sum) < roundingError ? [] : [wrongSum(score, sum)];
}

function noScore(): BlueError {
  return refusal("invalid_input", "score_components", "required", {
    message: "`score_components` is required, or `score` alone",
    suggestion: 'Score the round: `"score_components": {"W": 18, "C": 12, "T": 8, "R": 7}`, or `"score": 45`.',
  });
}

function wrongSum(claimed: number, sum: number): BlueError {
  return refusal("count_mismatch", { score: claimed }, "sum_of_score_components", {
    message: `\`score\` is given as ${claimed}; \`score_components\` add up to ${sum}`,
    suggestion: "Leave it out: Blue adds up. Or correct the components.",
    context: { claimed, counted: sum },
  });
}

function scoredTwice(first: string, second: string): BlueError {
  return refusal("invalid_input", { expert_scores: second }, "one_score_per_expert", {
    message: `\`expert_scores\` has ${first} and ${second}, who are one expert`,
    suggestion: "Give each expert one score; capitals make no difference.",
  });
}

/** Markers named in one message. */
const mostNamed = 8;

const ownFiles = "Was a marker meant to count? Let its expert put it at the start of a line, in its own file.";

function mismatch(
  field: string,
  claimed: unknown,
  found: unknown,
  uncounted: readonly string[],
  closable: Uncounted["closable"],
): BlueError {
  const named = uncounted.slice(0, mostNamed).join(" ");
  const more = uncounted.length > mostNamed ? ` And ${uncounted.length - mostNamed} more.` : "";
  const updates = closable.map(({ id, via }) => ({ id, status: "resolved", via: via[0]! }));
  const several = closable.filter(({ via }) => via.length > 1).map(({ id, via }) => `${id} by ${via.join(" or ")}`);
  return refusal("count_mismatch", { [field]: claimed }, "counted_from_drafts", {
    message: `\`${field}\` is given as ${show(claimed)}; the drafts say ${show(found)}${named === "" ? "" : `. Not counted: ${named}${more}`}`,
    suggestion: [
      ...(updates.length === 0
        ? ["Leave it out: Blue counts. If the count surprises you, read the drafts again."]
        : [
            `To close what is resolved, send \`tension_updates\`: ${JSON.stringify(updates)}.`,
            ...(several.length === 0 ? [] : [`Name one item of several: ${several.join("; ")}.`]),
          ]),
      ...(uncounted.length === 0 ? [] : [ownFiles]),
    ].join(" "),
    context: {
      claimed,
      counted: found,
      ...(uncounted.length === 0 ? {} : { uncounted: [...uncounted] }),
      ...(updates.length === 0 ? {} : { tension_updates: updates }),
    },
  });
}

function show(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
}

export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((item) => right.has(item));
}
