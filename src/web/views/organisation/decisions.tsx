/** The decisions of all repositories, by repository, health and words. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Organisation, OrgDecision, OrgDecisions } from "../../data.ts";
import { plural } from "../../model/dialogue.ts";
import { Outcomes } from "../../parts/outcomes.tsx";
import { Empty, Pager, Pill, Place, Waiting, Words } from "../../parts/parts.tsx";
import { Choice, Filter } from "../../parts/query.tsx";
import { askOrgDecisions, type Loaded } from "../../source.ts";
import { route, setQuery } from "../../state.ts";
import { Said } from "../dialogues.tsx";
import { Head, healths, healthWords, inForce, standing } from "./head-and-rows.tsx";

export function Decisions({ of }: { of: Organisation }) {
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
      <div class="org-f">
        <Choice
          name="repository"
          label="all repositories"
          value={repository ?? null}
          options={of.repositories.map(({ name }) => [name, name])}
        />
        <Filter
          name="health"
          label="health"
          of={healths}
          says={(one) => healthWords[one as "sound"]}
          counts={(one) => (one === null ? inForce(scope) : scope.health[one as "sound"])}
        />
      </div>
      {value === null && <Waiting failure={failure} />}
      {value !== null && failure !== null && <p class="note red">{failure}</p>}
      {value?.warnings.map((warning) => (
        <p class="note red" key={warning} dir="auto">
          {warning}
        </p>
      ))}
      {value !== null && value.total === 0 && (
        <Empty
          title={
            scope === of.all && repository
              ? "No repository of this name is published."
              : `No decision here has ${q === "" ? "this health" : "all of these words in its title or its first line"}.`
          }
        />
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
          <Outcomes of={one.outcomes} decidedOn={one.date} />
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
  if (health === "unchecked") return <Pill>{healthWords[health]}</Pill>;
  return <Pill tone={health === "rotted" ? "bad" : health === "sound" ? "ok" : "work"}>{health}</Pill>;
}
