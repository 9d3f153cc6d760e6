/** All dialogues: what was asked, what was decided, how far each is. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ListedDialogue, SearchAnswer, SearchHit, Statistics } from "../data.ts";
import { day, fileName, inPlainWords } from "../format.ts";
import { type ItemType, personKey, plural } from "../model/dialogue.ts";
import { patternOf, wordsOf } from "../model/site-search.ts";
import { Fared, Outcomes } from "../parts/outcomes.tsx";
import { chairClass, Empty, Icon, Pager, Pill, Place, Sought, usePortions, Waiting, Words } from "../parts/parts.tsx";
import { Filter, Find } from "../parts/query.tsx";
import { typeNames } from "../parts/shapes.ts";
import { hashOf } from "../route.ts";
import { askSearch, isOrg, list } from "../source.ts";
import { route, setQuery } from "../state.ts";

const velocityHint = "Left to settle after each round: open objections and new perspectives";
const states = ["open", "decided", "closed"] as const;

export function DialoguesView() {
  const { value, failure } = list.value;
  const query = route.value.query;
  if (value === null) {
    return (
      <div class="wrap">
        <Waiting failure={failure} />
      </div>
    );
  }
  const { dialogues, statistics, initialised } = value;
  const words = query.q ?? "";
  const wanted = query.state ?? null;
  const found = dialogues.filter((one) => matches(one, words));
  const rows = found
    .filter((one) => wanted === null || one.state === wanted)
    .sort((a, b) => placeOf(b) - placeOf(a) || (changeOf(a) < changeOf(b) ? 1 : -1));
  const decided = dialogues.filter(({ state }) => state === "decided").length;
  const open = dialogues.filter(({ state, how }) => state === "open" && how !== "reviewed").length;
  const older = dialogues.filter(({ state }) => state === "legacy").length;
  return (
    <div class="wrap">
      <header class="lh">
        <div>
          <h1>{open > 0 ? `${plural(open, "dialogue is", "dialogues are")} open` : "Dialogues"}</h1>
          <p>
            {dialogues.length === 0
              ? "None yet."
              : `${plural(dialogues.length - older, "dialogue")} in this project, ${decided} decided${older === 0 ? "" : `; ${older} of an older Blue, not proved`}.`}
          </p>
        </div>
        <Find label="Search all that was said or decided" />
      </header>
      {dialogues.length === 0 ? (
        <Empty title={initialised ? "No dialogue yet" : "This project has no .blue folder yet"}>
          <p>
            Ask your agent to start one, or run <code>blue dialogue create</code>. The page shows it as soon as it
            exists.
          </p>
        </Empty>
      ) : (
        <>
          <Filter
            name="state"
            label="state"
            of={states}
            counts={(wanted) => found.filter(({ state }) => wanted === null || state === wanted).length}
          />
          <Rows key={`${words} ${wanted}`} rows={rows} />
          {words.trim() !== "" && <Said words={words} />}
          {words.trim() === "" && wanted === null && <Fared of={statistics.fared} />}
          {statistics.rounds_to_converge && <Figures of={statistics} />}
          <p class="legend">
            <span>
              <i class="f-open" /> open objections
            </span>
            <span>
              <i class="f-new" /> new perspectives
            </span>
            <span>
              <i class="f-done" /> nothing left, or agreed
            </span>
          </p>
        </>
      )}
    </div>
  );
}

/** Over all dialogues: what it takes to agree, and whether it changed anything. */
function Figures({ of: all }: { of: Statistics }) {
  const medians = Object.entries({
    rounds: all.rounds_to_converge,
    runs: all.runs_to_converge,
    objections: all.tensions_per_dialogue,
  });
  const { dialogues, changed } = all.blind_majority;
  const [cited] = all.most_cited;
  return (
    <p class="note">
      Median: {medians.map(([name, of]) => `${of?.median ?? "–"} ${name}`).join(", ")}. Majority changed: {changed} of{" "}
      {dialogues}. Most cited: <bdi>{cited?.path ?? "–"}</bdi>
    </p>
  );
}

/** What is in work stands first, then what was decided, then the rest. */
const order = ["legacy", "closed", "decided", "damaged", "open"];
const placeOf = ({ state }: ListedDialogue) => order.indexOf(state);
const changeOf = ({ last_change }: ListedDialogue) => last_change ?? "";

function matches({ id, title, question, line }: ListedDialogue, words: string): boolean {
  const text = `${id} ${title ?? ""} ${question ?? ""} ${line ?? ""}`.toLowerCase();
  return wordsOf(words).every((word) => text.includes(word));
}

function Rows({ rows }: { rows: readonly ListedDialogue[] }) {
  const { shown, end } = usePortions(rows.length);
  if (rows.length === 0) return <Empty title="No dialogue fits" />;
  return (
    <div class="card rows">
      <div class="row head" aria-hidden="true">
        <span>Question and decision</span>
        <span title={velocityHint}>Left to settle</span>
        <span>Signed</span>
        <span>Who sits</span>
        <span>Last change</span>
      </div>
      <ul>
        {rows.slice(0, shown).map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {end}
    </div>
  );
}

/** A tick is for what everybody signed and nothing took out of force. */
function LineIcon({ one: { state, how, superseded_by, standing } }: { one: ListedDialogue }) {
  if (how === "converged" && state === "decided" && superseded_by === null && standing !== "overruled")
    return <Icon name="check" size={14} class="blue" />;
  return <Icon name={how === "undecided" ? "clock" : "warn"} size={14} class="amber" />;
}

function Row({ one }: { one: ListedDialogue }) {
  return (
    <li>
      <a class="row" href={hashOf(["d", one.id])} data-row>
        <div class="c-main">
          <h2>
            <bdi>{one.title ?? one.id}</bdi> <StatePill one={one} />
          </h2>
          {one.question !== null && (
            <p class="q" dir="auto" title={one.question}>
              <Words text={one.question} links={false} />
            </p>
          )}
          {one.line !== null && (
            <p class="d" dir="auto">
              <LineIcon one={one} />
              <span class={one.state === "decided" ? "" : "dim"}>
                <Words text={one.how === "undecided" ? inPlainWords(one.line) : one.line} links={false} />
                {one.superseded_by !== null && ` (superseded by ${one.superseded_by})`}
              </span>
            </p>
          )}
          {one.outcome !== null && <Outcomes of={[one.outcome]} decidedOn={null} />}
        </div>
        <div class="c-v">
          <Bars of={one} />
        </div>
        <div class="c-r">
          {one.converge !== null && one.how !== "reviewed" && (
            <span class="num">
              {one.converge.signals} of {one.converge.panel}
            </span>
          )}
        </div>
        <div class="c-w">
          <Seats panel={one.panel} />
        </div>
        <div class="c-d num">
          {one.last_change === null ? "–" : <time dateTime={one.last_change}>{day(one.last_change)}</time>}
          <small>{one.round === null ? "no round yet" : plural(one.round + 1, "round")}</small>
        </div>
      </a>
    </li>
  );
}

function StatePill({ one }: { one: ListedDialogue }) {
  if (one.state === "decided" && one.superseded_by !== null) return <Pill>Superseded</Pill>;
  if (one.standing === "overruled") return <Pill>Overruled</Pill>;
  if (one.standing === "under_way") return <Pill tone="work">Under way</Pill>;
  if (one.state === "decided") return <Pill tone="ok">Decided</Pill>;
  if (one.state === "damaged") return <Pill tone="bad">Damaged</Pill>;
  if (one.how === "reviewed") return <Pill>Reviewed</Pill>;
  if (one.state === "open")
    return <Pill tone="work">{one.round === null ? "Not begun" : `Round ${one.round + 1} next`}</Pill>;
  return <Pill>{one.state === "closed" ? "Closed" : "Not proved"}</Pill>;
}

/** A review settles nothing. */
function Bars({ of: { velocity, how } }: { of: ListedDialogue }) {
  if (velocity.length === 0 || how === "reviewed") return null;
  const totals = velocity.map((one) => one.open + one.new);
  const most = Math.max(...totals, 1);
  const words = `velocity ${totals.join(", ")}`;
  return (
    <>
      <svg
        class="bars"
        width={Math.min(130, velocity.length * 13)}
        height="36"
        viewBox={`0 0 ${velocity.length * 13} 36`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {velocity.map((one, round) => {
          const total = totals[round]!;
          const height = Math.max(3, (36 * total) / most);
          const fresh = total === 0 ? 0 : (height * one.new) / total;
          return total === 0 ? (
            <rect key={round} class="f-done" x={round * 13} y="34" width="10" height="2" />
          ) : (
            <g key={String(round)}>
              <title>{`Round ${round}: ${one.open} open, ${one.new} new`}</title>
              <rect class="f-new" x={round * 13} y={36 - height} width="10" height={fresh} />
              <rect class="f-open" x={round * 13} y={36 - height + fresh} width="10" height={height - fresh} />
            </g>
          );
        })}
      </svg>
      <small class="num">{totals.length > 1 ? `${totals[0]} → ${totals.at(-1)}` : totals[0]}</small>
    </>
  );
}

function Seats({ panel }: { panel: ListedDialogue["panel"] }) {
  const most = 7;
  return (
    <span class="avs">
      {panel.slice(0, most).map(({ name, role }, i) => (
        <span key={personKey(name)} class={`av ${chairClass(i)}`} title={`${name}, ${role}`}>
          {[...name].slice(0, 2).join("")}
        </span>
      ))}
      {panel.length > most && <span class="faint">+{panel.length - most}</span>}
    </span>
  );
}

/** What the search finds beyond the list: items, drafts, documents. */
export function Said({ words }: { words: string }) {
  const found = useSignal<{ answer: SearchAnswer | null; failure: string | null }>({ answer: null, failure: null });
  const page = useSignal(1);
  useEffect(() => {
    const timer = setTimeout(async () => {
      const { value, failure } = await askSearch(words, page.value);
      found.value = { answer: value, failure };
    }, 200);
    return () => clearTimeout(timer);
  }, [words, page.value]);
  const { answer, failure } = found.value;
  return (
    <section class="said">
      <h2>{isOrg ? "Said or decided, in all repositories" : "Said or decided"}</h2>
      {failure !== null && <p class="note">{failure}</p>}
      {answer === null && failure === null && <p class="note">Searching …</p>}
      {answer !== null && (
        <>
          <p class="note" role="status">
            {answer.total === 0
              ? "Nothing was found."
              : `${plural(answer.total, "hit")}${answer.all_words ? "" : "; none has all of the words"}.`}
          </p>
          {answer.did_you_mean !== undefined && (
            <p class="note">
              Did you mean{" "}
              <button type="button" class="lnk" onClick={() => setQuery({ q: answer.did_you_mean! })}>
                <bdi>{answer.did_you_mean}</bdi>
              </button>
              ?
            </p>
          )}
          <Sought.Provider value={patternOf(words)}>
            {(answer.decisions ?? []).length > 0 && <Hits of={answer.decisions!} />}
            <Hits of={answer.hits} />
          </Sought.Provider>
          <Pager
            page={answer.page}
            pages={answer.pages}
            turn={(to) => {
              page.value = to;
            }}
          />
        </>
      )}
    </section>
  );
}

function Hits({ of: hits }: { of: readonly SearchHit[] }) {
  return (
    <ul class="card hits">
      {hits.map((hit) => (
        <li key={`${hit.repository} ${hit.id} ${hit.path} ${hit.title}`}>
          {hit.repository === undefined ? (
            <a href={hitLink(hit)} data-row>
              <Hit of={hit} place={hitPlace(hit)} />
            </a>
          ) : (
            <div>
              <Hit of={hit} place={`${hit.repository} · ${hit.id}`} />
              <Place path={hit.path} commit={hit.commit!} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Hit({ of: { title, snippet }, place }: { of: SearchHit; place: string }) {
  return (
    <>
      <span class="hit-h">
        <b dir="auto">
          <Words text={title} links={false} />
        </b>
        <span class="mono">
          <bdi>{place}</bdi>
        </span>
      </span>
      <span class="dim" dir="auto">
        <Words text={snippet} links={false} />
      </span>
    </>
  );
}

/** What it is, and the dialogue by its title. */
function hitPlace({ type, id }: SearchHit): string {
  const [dialogue, item = ""] = id.split(" ");
  const title = type === "dialogue" && list.value.value?.dialogues.find((one) => one.id === dialogue)?.title;
  const what = typeNames[item[0] as ItemType] ?? "Dialogue";
  return title ? `${what} ${item} · ${title}` : id;
}

/** `2026-11-15T2250Z-orders P0103` leads to that item on the map; `RFC 0003` to the document. */
function hitLink({ type, id, path }: SearchHit): string {
  if (type === "dialogue") {
    const [dialogue = "", item = ""] = id.split(" ");
    if (!/^[A-Z]\d+$/.test(item)) return hashOf(["d", dialogue]);
    return hashOf(["d", dialogue, "map"], { sel: item });
  }
  const number = /^\S+ 0*([1-9]\d*|0)$/.exec(id)?.[1];
  return hashOf(["documents", type, number ?? fileName(path)]);
}
