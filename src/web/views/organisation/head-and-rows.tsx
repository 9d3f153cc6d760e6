/** What the views over all repositories have in common: their head, rows of repositories, and figures in words. */
import type { Organisation, OrgRepository, OrgSummary } from "../../data.ts";
import { clock, count, duration } from "../../format.ts";
import { plural } from "../../model/dialogue.ts";
import { Empty, usePortions } from "../../parts/parts.tsx";
import { Find } from "../../parts/query.tsx";
import { loadOrganisation } from "../../source.ts";

export const healths = ["rotted", "unclear", "sound", "unchecked"] as const;
export const healthWords = {
  rotted: "rotted",
  unclear: "unclear",
  sound: "sound",
  touched: "touched",
  unchecked: "nothing to check",
} as const;

export function ReadAgain() {
  return (
    <button type="button" class="lnk" onClick={() => void loadOrganisation()}>
      Read again
    </button>
  );
}

export function Head({ title, of, find }: { title: string; of: Organisation; find: string }) {
  return (
    <header class="lh">
      <div>
        <h1>{title}</h1>
        <p>
          {plural(of.repositories.length, "repository", "repositories")}, each as it was when it was published. Read at{" "}
          {clock(of.read_at)}. <ReadAgain />
        </p>
      </div>
      <Find label={find} />
    </header>
  );
}

export const inForce = ({ health }: OrgSummary) => healths.reduce((sum, one) => sum + health[one], 0);

export function standing(of: OrgSummary): string {
  const { rotted, unclear } = of.health;
  if (inForce(of) === 0) return "No decision is in force";
  const all = plural(inForce(of), "decision in force", "decisions in force");
  if (rotted > 0) return `${count(rotted)} of ${all} ${rotted === 1 ? "has" : "have"} rotted`;
  return unclear > 0 ? `${all}, none has rotted, ${count(unclear)} unclear` : `${all}, none has rotted`;
}

/** Medians. */
export function toConverge({ rounds_to_converge: rounds, time_to_converge: time }: OrgSummary): string {
  if (rounds === null) return "–";
  return `${plural(rounds.median, "round")}${time === null ? "" : `, ${duration(time.median)}`}`;
}

export function RepositoryRows({
  rows,
  head,
  children,
}: {
  rows: readonly OrgRepository[];
  head: readonly string[];
  children(one: OrgRepository): preact.JSX.Element;
}) {
  const { shown, end } = usePortions(rows.length);
  if (rows.length === 0) return <Empty title="No repository has these words in its name" />;
  return (
    <div class="card rows org">
      <div class="row head" aria-hidden="true">
        {head.map((words) => (
          <span key={words}>{words}</span>
        ))}
      </div>
      <ul>
        {rows.slice(0, shown).map((one) => (
          <li key={one.name}>{children(one)}</li>
        ))}
      </ul>
      {end}
    </div>
  );
}
