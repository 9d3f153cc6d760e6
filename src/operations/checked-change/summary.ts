/** A checked change in one line. */
import { notProved, plural } from "../../pages/page.ts";
import { safeLine } from "../../safe-text.ts";
import type { Checked } from "../check.ts";
import { countsAs } from "../decisions-in-force/shown.ts";

export function summaryOf({
  against,
  dialogues,
  not_proved,
  documents,
  damage,
  decisions,
  set_aside,
  verdicts,
}: Checked): string {
  const rotted = rottedOf(decisions).length;
  const looked = [
    ...(dialogues.length > 0 ? [plural(dialogues.length, "dialogue")] : []),
    ...(documents.length > 0 ? [plural(documents.length, "document")] : []),
  ];
  const subjects = decisions.flatMap(({ findings }) => findings.filter(({ reason }) => reason === "subject"));
  const edited = looked.length > 0 ? [] : [...new Set(subjects.map(({ path }) => safeLine(path!)))];
  const parts = [
    looked.length === 0
      ? `no ${not_proved.length > 0 ? "proved " : ""}dialogue and no Blue document ${against === null ? "to check" : "changed"}`
      : `${looked.join(" and ")} checked, ${damage.length === 0 ? "whole" : plural(damage.length, "finding")}`,
    ...(edited.length === 0 ? [] : [`decided text edited by hand: ${edited.join(", ")}`]),
    ...(not_proved.length > 0 ? [notProved(not_proved.length)] : []),
    ...(looked.length === 0 && damage.length > 0 ? [plural(damage.length, "finding")] : []),
    // A damaged dialogue's decision is not judged.
    ...(rotted === 0 && damage.length > 0
      ? []
      : [rotted === 0 ? "no decision rots" : plural(rotted, "decision rots", "decisions rot")]),
    ...(["unclear", "touched"] as const).flatMap((health) => {
      const count = decisions.filter((one) => countsAs(one, health)).length;
      return count === 0 ? [] : [plural(count, `decision ${health}`, `decisions ${health}`)];
    }),
    ...(set_aside.length > 0 ? [`${plural(set_aside.length, "decision")} set aside`] : []),
    ...(["new verdict", "review"] as const).flatMap((what) => {
      const count = verdicts.filter(({ how }) => (how === "reviewed") === (what === "review")).length;
      return count === 0 ? [] : [plural(count, what)];
    }),
  ];
  return `${parts.join("; ")}${against === null ? "" : `; against ${against.commit.slice(0, 7)}`}`;
}

export function markOf({ damage, decisions, fails }: Checked): string {
  if (damage.length > 0 || fails) return "✗";
  return rottedOf(decisions).length > 0 ? "⚠" : "✓";
}

/** Why a check passes that found something. */
export function whyPasses({ damage, decisions, fails }: Checked): string[] {
  if (fails || rottedOf(decisions).length + damage.length === 0) return [];
  return damage.length > 0
    ? ["With `--fail-on never` nothing fails this check."]
    : ["Rot alone does not fail this check; with `--fail-on rot` it does."];
}

/** Those that fail a check for rot. */
export function rottedOf(decisions: Checked["decisions"]): Checked["decisions"] {
  return decisions.filter((one) => countsAs(one, "rotted"));
}
