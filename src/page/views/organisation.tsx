/** All published repositories: what is in force where and whether it still stands, who decides what, and how long that takes. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Organisation, OrgDecision, OrgDecisions, OrgRepository, OrgSummary } from "../data.ts";
import { ago, clock, count, duration } from "../format.ts";
import { inWords, plural } from "../model/dialogue.ts";
import { Empty, Kbd, Pager, Pill, Place, Split, usePortions, Waiting, Words } from "../parts/parts.tsx";
import { hashOf, type OrgView } from "../route.ts";
import { askOrgDecisions, type Loaded, loadOrganisation, organisation } from "../source.ts";
import { route, setQuery } from "../state.ts";
import { Said } from "./dialogues.tsx";

const healths = ["rotted", "unclear", "sound"] as const;
const healthClass = { rotted: "f-bad", unclear: "f-open", sound: "f-done" } as const;

export function OrganisationView({ view }: { view: OrgView }) {
  const { value, failure } = organisation.value;
  if (value === null)
    return (
      <div class="wrap">
        <Waiting failure={failure} title="The database cannot be asked" />
        {failure !== null && <ReadAgain />}
      </div>
    );
  return (
    <>
      {failure !== null && (
        <p class="lost" role="status">
          <Words text={failure} links={false} /> What you see was read at {clock(value.read_at)}. <ReadAgain />
        </p>
      )}
      <div class="wrap">
        {value.repositories.length === 0 ? (
          <Empty title="No repository is published yet">
            <p>
              Run <code>blue org publish</code> in one, and read again. <ReadAgain />
            </p>
          </Empty>
        ) : view === "repositories" ? (
          <Repositories of={value} />
        ) : view === "decisions" ? (
          <Decisions of={value} />
        ) : (
          <How of={value} />
        )}
      </div>
    </>
  );
}

function ReadAgain() {
  return (
    <button type="button" class="lnk" onClick={() => void loadOrganisation()}>
      Read again
    </button>
  );
}

function Head({ title, of, find }: { title: string; of: Organisation; find: string }) {
  const { query } = route.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (query.focus === "search") field.current?.focus();
  }, [query.focus]);
  return (
    <header class="lh">
      <div>
        <h1>{title}</h1>
        <p>
          {plural(of.repositories.length, "repository", "repositories")}, each as it was when it was published. Read at{" "}
          {clock(of.read_at)}. <ReadAgain />
        </p>
      </div>
      <search class="find">
        <input
          ref={field}
          type="search"
          placeholder={find}
          aria-label={find}
          value={query.q ?? ""}
          onInput={(event) => setQuery({ q: event.currentTarget.value, page: null, open: null, focus: null })}
        />
        <Kbd>/</Kbd>
      </search>
    </header>
  );
}

const inForce = ({ health }: OrgSummary) => health.rotted + health.unclear + health.sound;

function standing(of: OrgSummary): string {
  const { rotted, unclear } = of.health;
  const all = plural(inForce(of), "decision in force", "decisions in force");
  if (rotted > 0) return `${count(rotted)} of ${all} ${rotted === 1 ? "has" : "have"} rotted`;
  return unclear > 0 ? `${all}, none has rotted, ${count(unclear)} unclear` : `${all}, none has rotted`;
}

function Repositories({ of }: { of: Organisation }) {
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
            <i class={healthClass[health]} /> {health}
          </span>
        ))}
        <span class="hint">
          <Kbd>j</Kbd> <Kbd>k</Kbd> move <Kbd>↵</Kbd> its decisions <Kbd>/</Kbd> find <Kbd>?</Kbd> all keys
        </span>
      </p>
    </>
  );
}

/** Medians. */
function toConverge({ rounds_to_converge: rounds, time_to_converge: time }: OrgSummary): string {
  if (rounds === null) return "–";
  return `${plural(rounds.median, "round")}${time === null ? "" : `, ${duration(time.median)}`}`;
}

function RepositoryRows({
  rows,
  head,
  children,
}: {
  rows: readonly OrgRepository[];
  head: readonly string[];
  children(one: OrgRepository): preact.JSX.Element;
}) {
  const { shown, end } = usePortions(rows.length);
  if (rows.length === 0)
    return (
      <div class="card empty">
        <p>No repository has these words in its name.</p>
      </div>
    );
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
        words={healths.map((health) => `${of.health[health]} ${health}`).join(", ")}
      />
      <small class="num">{count(all)}</small>
    </>
  );
}

function Figures({ of }: { of: OrgSummary }) {
  const figures = [
    ["decisions in force", count(inForce(of)), null],
    ["rotted", count(of.health.rotted), null],
    ["unclear", count(of.health.unclear), null],
    ["open dialogues", count(of.open_dialogues), null],
    ["to converge, median", toConverge(of), null],
  ] as const;
  return (
    <dl class="figures card">
      {figures.map(([words, value, note]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            {value} {note !== null && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Decisions({ of }: { of: Organisation }) {
  const { query } = route.value;
  const { repository, health, q = "", page = "1", open } = query;
  const found = useSignal<Loaded<OrgDecisions>>({ value: null, failure: null });
  const asked = new URLSearchParams({
    q,
    page,
    ...(repository && { repository }),
    ...(health && { health }),
  }).toString();
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(
      async () => {
        const answer = await askOrgDecisions(Object.fromEntries(new URLSearchParams(asked)));
        if (isWanted) found.value = { value: answer.value ?? found.value.value, failure: answer.failure };
      },
      found.value.value === null ? 0 : 200,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [asked, of.read_at]);
  const scope = of.repositories.find(({ name }) => name === repository) ?? of.all;
  const { value, failure } = found.value;
  return (
    <>
      <Head title={standing(scope)} of={of} find="Search all that was said or decided" />
      <div class="filter org-f">
        <select
          aria-label="Repository"
          value={repository ?? ""}
          onChange={(event) => setQuery({ repository: event.currentTarget.value, page: null, open: null })}
        >
          <option value="">all repositories</option>
          {of.repositories.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        {[null, ...healths].map((one) => (
          <button
            type="button"
            key={one ?? "all"}
            aria-pressed={(health ?? null) === one}
            disabled={one !== null && scope.health[one] === 0}
            onClick={() => setQuery({ health: one, page: null, open: null })}
          >
            {one ?? "all"} {one !== null && <span>{count(scope.health[one])}</span>}
          </button>
        ))}
      </div>
      {value === null && <Waiting failure={failure} />}
      {value !== null && failure !== null && <p class="note red">{failure}</p>}
      {value !== null && value.total === 0 && (
        <div class="card empty">
          <p>
            {scope === of.all && repository
              ? "No repository of this name is published."
              : `No decision here has ${q === "" ? "this health" : "all of these words in its title or its first line"}.`}
          </p>
        </div>
      )}
      {value !== null && value.total > 0 && (
        <>
          <p class="note" role="status">
            {plural(value.total, "decision")}: what has rotted first, what is overruled last, else the newest first.
          </p>
          <ul class="card hits">
            {value.decisions.map((one) => {
              const key = `${one.repository} ${one.id}`;
              return <DecisionRow key={key} one={one} name={key} isOpen={open === key} />;
            })}
          </ul>
          <Pager
            page={value.page}
            pages={value.pages}
            turn={(to) => {
              setQuery({ page: String(to), open: null });
              scrollTo(0, 0);
            }}
          />
        </>
      )}
      {q.trim() !== "" && <Said words={q} />}
    </>
  );
}

const kinds = { verdict: "dialogue", rfc: "RFC", adr: "ADR" } as const;

function DecisionRow({ one, name, isOpen }: { one: OrgDecision; name: string; isOpen: boolean }) {
  return (
    <li>
      <button type="button" data-row aria-expanded={isOpen} onClick={() => setQuery({ open: isOpen ? null : name })}>
        <span class="hit-h">
          <b dir="auto">
            <Words text={one.title} links={false} /> <Standing of={one} />
          </b>
          <span class="mono">
            <bdi>{one.repository}</bdi>
          </span>
        </span>
        {one.decided !== one.title && (
          <span class="dim" dir="auto">
            <Words text={one.decided} links={false} />
          </span>
        )}
      </button>
      {isOpen && (
        <div class="org-d">
          <p class="note">
            By {kinds[one.kind]} <bdi>{one.id}</bdi>
            {one.date !== null && `, ${one.date.slice(0, 10)}`}
          </p>
          <Place path={one.path} commit={one.commit} />
          <ul class="sheet">
            {one.findings.map((finding, i) => (
              <li key={i}>
                <p>
                  <Pill tone={finding.state === "rotted" ? "bad" : "work"}>{finding.state}</Pill>{" "}
                  {finding.path !== null && (
                    <code>
                      <bdi>
                        {finding.path}
                        {finding.line !== null && `:${finding.line}`}
                      </bdi>
                    </code>
                  )}{" "}
                  <bdi>{finding.why}</bdi>
                </p>
                {finding.words !== null && (
                  <p class="dim" dir="auto">
                    “{finding.words}”
                  </p>
                )}
                {finding.label !== "" && finding.id !== "subject" && (
                  <p class="note" dir="auto">
                    Rests on it: <Words text={finding.label} links={false} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function Standing({ of: { standing, health } }: { of: OrgDecision }) {
  if (standing !== "judged") return <Pill>{standing.replace("_", " ")}</Pill>;
  return <Pill tone={health === "rotted" ? "bad" : health === "sound" ? "ok" : "work"}>{health}</Pill>;
}

function How({ of }: { of: Organisation }) {
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
          Of {plural(inForce(of.all), "decision")} in force, {inWords(decidedBy(of.all.decided_by))}.
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
        Rounds and time are medians of decided dialogues; a bar is how many took one round, two, and so on. Time runs
        from opening to verdict, and is not known where all records were written within minutes. Who sat are roles of
        experts, not people.
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

function Named({ words, of }: { words: string; of: OrgSummary["domains"] }) {
  if (of.length === 0) return null;
  return (
    <p class="q">
      {words}:{" "}
      {of.map(({ name, dialogues }, i) => (
        <span key={name}>
          {i > 0 && ", "}
          <bdi>{name}</bdi>
          {dialogues > 1 && <span class="faint"> {count(dialogues)} times</span>}
        </span>
      ))}
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
        height="36"
        role="img"
        aria-label={by_rounds.flatMap((n, i) => (n > 0 ? [label(i)] : [])).join(", ")}
      >
        {by_rounds.map((n, i) => {
          const height = n === 0 ? 2 : Math.max(4, (36 * n) / most);
          return (
            <rect key={i} class={n === 0 ? "f-none" : "f-done"} x={i * 13} y={36 - height} width="10" height={height}>
              <title>{label(i)}</title>
            </rect>
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
