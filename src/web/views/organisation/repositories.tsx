/** Every repository: what is in force there, and whether it still stands. */
import type { Organisation, OrgRepository, OrgSummary } from "../../data.ts";
import { ago, count } from "../../format.ts";
import { plural } from "../../model/dialogue.ts";
import { Pill, Split } from "../../parts/parts.tsx";
import { hashOf } from "../../route.ts";
import { route } from "../../state.ts";
import { Head, healths, healthWords, inForce, RepositoryRows, standing, toConverge } from "./head-and-rows.tsx";

const healthClass = { rotted: "f-bad", unclear: "f-open", sound: "f-done", unchecked: "f-none" } as const;

export function Repositories({ of }: { of: Organisation }) {
  const words = (route.value.query.q ?? "").toLowerCase();
  const rows = of.repositories
    .filter(({ name }) => name.toLowerCase().includes(words))
    .sort((a, b) => b.health.rotted - a.health.rotted || b.health.unclear - a.health.unclear);
  return (
    <>
      <Head title={standing(of.all)} of={of} find="Find a repository by its name" />
      <Figures of={of.all} />
      <RepositoryRows key={words} rows={rows} head={["Repository", "In force", "Open", "To converge"]}>
        {(one) => (
          <a class="row" href={hashOf(["org", "decisions"], { repository: one.name })} data-row>
            <div class="c-main">
              <h2>
                <bdi>{one.name}</bdi> <HealthPills of={one} />
              </h2>
              <p class="q">
                <span class="mono">{one.commit.slice(0, 12)}</span>, published{" "}
                <time dateTime={one.published_at}>{ago(one.published_at)}</time>
              </p>
            </div>
            <div class="c-v">
              <HealthBar of={one} />
            </div>
            <div class="c-r num">
              {one.open_dialogues}
              <span class="narrow-only"> open</span>
            </div>
            <div class="c-w dim">{toConverge(one)}</div>
          </a>
        )}
      </RepositoryRows>
      <p class="legend">
        {healths.map((health) => (
          <span key={health}>
            <i class={healthClass[health]} /> {healthWords[health]}
          </span>
        ))}
        <span class="hint">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>↵</kbd> its decisions <kbd>/</kbd> find <kbd>?</kbd> all keys
        </span>
      </p>
    </>
  );
}

function HealthPills({ of }: { of: OrgRepository }) {
  const { rotted, unclear } = of.health;
  return (
    <>
      {rotted > 0 && <Pill tone="bad">{rotted} rotted</Pill>}
      {unclear > 0 && <Pill tone="work">{unclear} unclear</Pill>}
      {of.damaged > 0 && <Pill tone="bad">{plural(of.damaged, "damaged dialogue")}</Pill>}
    </>
  );
}

function HealthBar({ of }: { of: OrgSummary }) {
  const all = inForce(of);
  if (all === 0) return <span class="faint">none</span>;
  return (
    <>
      <Split
        of={healths.map((health) => [healthClass[health], of.health[health]])}
        words={healths.map((health) => `${of.health[health]} ${healthWords[health]}`).join(", ")}
      />
      <small class="num">{count(all)}</small>
    </>
  );
}

function Figures({ of }: { of: OrgSummary }) {
  const figures = [
    ["decisions in force", count(inForce(of))],
    ["rotted", count(of.health.rotted)],
    ["unclear", count(of.health.unclear)],
    ["open dialogues", count(of.open_dialogues)],
    ["to converge, median", toConverge(of)],
  ] as const;
  return (
    <dl class="figures card">
      {figures.map(([words, value]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
