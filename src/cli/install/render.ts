/** What an install or uninstall tells people: what was done, the differences, what is left to do. */
import { agents } from "./agents.ts";
import type { Outcome } from "./install.ts";

export function renderOutcome(verb: "install" | "uninstall", out: Outcome): string {
  const { changes, notes, dry_run, scope } = out;
  const titles = (names: Outcome["agents"]) => names.map((name) => agents[name].title).join(", ");
  const files = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  const done = dry_run ? `Would change ${files}` : `Changed ${files}`;
  const isDone = verb === "install" && !dry_run;
  const here = out.agents.map((name) => `${agents[name].title} (${out.found[name]})`).join(", ");
  const found = `Found here: ${here}. Not found: ${titles(out.not_found)}; \`--agent\` names one all the same.`;
  return [
    `${titles(out.agents) || "No agent"}, ${scope === "project" ? "this project" : "this user"}: ${out.where}`,
    out.not_found.length === 0 ? "" : found,
    verb === "install" ? `Blue is started as \`${out.launcher.command}\` (${out.launcher.why}).` : "",
    ...changes.map(({ diff }) => `\n${diff}`),
    changes.length === 0
      ? `✓ Nothing to do: ${verb === "install" ? "everything is in place" : "nothing of Blue is there"}.`
      : `\n✓ ${done}${dry_run ? "; nothing was written" : ""}.`,
    ...notes.map((note) => `! ${note}`),
    ...(isDone ? out.advice.map(({ agent, text }) => `${agents[agent].title}: ${text}.`) : []),
    isDone ? "Then say: play alignment on …" : "",
    isDone && changes.length > 0
      ? `\`blue uninstall${scope === "user" ? " --user" : ""}\` undoes this, by ${out.receipts.join(" and ")}.`
      : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}
