/** Who decides what, and how long that takes. */
import type { Organisation, OrgSummary } from "../../data.ts";
import { count, duration } from "../../format.ts";
import { inWords, plural } from "../../model/dialogue.ts";
import { hashOf } from "../../route.ts";
import { route } from "../../state.ts";
import { Head, inForce, RepositoryRows, toConverge } from "./head-and-rows.tsx";

export function How({ of }: { of: Organisation }) {
  const words = (route.value.query.q ?? "").toLowerCase();
  const rows = of.repositories.filter(({ name }) => name.toLowerCase().includes(words));
  const title =
    of.all.rounds_to_converge === null ? "No dialogue has decided yet" : `A dialogue takes ${toConverge(of.all)}`;
  return (
    <>
      <Head title={title} of={of} find="Find a repository by its name" />
      <section class="card pad org-a">
        <h2>All repositories</h2>
        <p>
          {plural(inForce(of.all), "decision")} in force
          {inForce(of.all) > 0 && `: ${inWords(decidedBy(of.all.decided_by))}`}.
        </p>
        <Named words="Dialogues were about" of={of.all.domains} />
        <Named words="On their last panels sat" of={of.all.roles} />
        <Rounds of={of.all} />
      </section>
      <RepositoryRows key={words} rows={rows} head={["Repository", "Rounds", "Time", "Decisions in force"]}>
        {(one) => (
          <a class="row" href={hashOf(["org", "decisions"], { repository: one.name })} data-row>
            <div class="c-main">
              <h2>
                <bdi>{one.name}</bdi>
              </h2>
              <Named words="Dialogues were about" of={one.domains} />
              <Named words="On their last panels sat" of={one.roles} />
            </div>
            <div class="c-v">
              <Rounds of={one} />
            </div>
            <div class="c-r num">{one.time_to_converge === null ? "–" : duration(one.time_to_converge.median)}</div>
            <div class="c-w dim">{decidedBy(one.decided_by).join(", ") || "none"}</div>
          </a>
        )}
      </RepositoryRows>
      <p class="legend">
        Medians of decided dialogues; a bar is how many took one round, two, and so on. Time runs from opening to
        verdict. Who sat are roles, not people.
      </p>
    </>
  );
}

function decidedBy({ dialogue, rfc, adr }: OrgSummary["decided_by"]): string[] {
  return [
    ...(dialogue > 0 ? [`${count(dialogue)} by dialogue`] : []),
    ...(rfc > 0 ? [`${count(rfc)} by RFC`] : []),
    ...(adr > 0 ? [`${count(adr)} by ADR`] : []),
  ];
}

function Named({ words, of: { most, more } }: { words: string; of: OrgSummary["domains"] }) {
  if (most.length === 0) return null;
  return (
    <p class="q">
      {words}:{" "}
      {most.map(({ name, dialogues }, i) => (
        <span key={name}>
          {i > 0 && ", "}
          <bdi>{name}</bdi>
          {dialogues > 1 && <span class="faint"> {count(dialogues)} times</span>}
        </span>
      ))}
      {more > 0 && ` and ${count(more)} more`}
    </p>
  );
}

/** How many dialogues took one round, two, and so on. */
function Rounds({ of: { by_rounds, rounds_to_converge: spread } }: { of: OrgSummary }) {
  if (spread === null) return <span class="faint">–</span>;
  const most = Math.max(...by_rounds);
  const label = (i: number) =>
    `${plural(by_rounds[i]!, "dialogue")} in ${i === 9 ? "10 or more rounds" : plural(i + 1, "round")}`;
  return (
    <>
      <svg
        class="bars"
        width={by_rounds.length * 13}
        height="48"
        role="img"
        aria-label={by_rounds.flatMap((n, i) => (n > 0 ? [label(i)] : [])).join(", ")}
      >
        {by_rounds.map((n, i) => {
          const height = n === 0 ? 2 : Math.max(4, (36 * n) / most);
          return (
            <g key={i}>
              <title>{label(i)}</title>
              <rect class={n === 0 ? "f-none" : "f-done"} x={i * 13} y={36 - height} width="10" height={height} />
              <text x={i * 13 + 5} y="46">
                {i + 1}
                {i === 9 && "+"}
              </text>
            </g>
          );
        })}
      </svg>
      <small class="num">
        {plural(spread.median, "round")}
        {spread.least !== spread.most && `, ${spread.least} to ${spread.most}`}
      </small>
    </>
  );
}
