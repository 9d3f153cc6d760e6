/** A new verdict's figures in words, for the terminal and for Markdown. */
import { plural } from "../../pages/page.ts";
import type { VerdictFacts } from "./verdict-facts.ts";

/** "blind: 3 REJECT, 2 HOLD → final: 5 APPROVE; the majority changed from REJECT to APPROVE, 4 experts moved". */
export function stoodWords({ blind, final, moved, cost }: VerdictFacts): string {
  const counts = ({ positions }: VerdictFacts["blind"]) =>
    Object.entries(positions)
      .map(([position, count]) => `${count} ${position}`)
      .join(", ") || "no stance";
  if (cost.rounds === 0) return "no round was registered";
  if (cost.rounds === 1) return `one blind round: ${counts(blind)}`;
  const majority =
    blind.majority === null
      ? "the blind round had no majority"
      : blind.majority === final.majority
        ? `the majority stayed ${blind.majority}`
        : `the majority changed from ${blind.majority} to ${final.majority ?? "none"}`;
  return `blind: ${counts(blind)} → final: ${counts(final)}; ${majority}, ${plural(moved, "expert")} moved`;
}

/** "5 rounds, 24 runs, 412,000 tokens (known of 20 runs)". */
export function costWords({ cost: { rounds, runs, tokens, known_runs } }: VerdictFacts): string {
  const known = known_runs === runs ? "" : ` (known of ${plural(known_runs, "run")})`;
  const spent = tokens === null ? "tokens not known" : `${tokens.toLocaleString("en-US")} tokens${known}`;
  return `${plural(rounds, "round")}, ${plural(runs, "run")}, ${spent}`;
}
