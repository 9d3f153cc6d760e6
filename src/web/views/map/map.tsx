/** The argument as a map. It answers a question with one readable picture; everything at once is the last choice. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { plural } from "../../model/dialogue.ts";
import { countsOf, type Forest, firstQuestion, forestOf, type Question, questions } from "../../model/forest.ts";
import { ratingsOf } from "../../model/objections.ts";
import { Empty, Glyph, SeverityMark, useDialogue } from "../../parts/parts.tsx";
import { Choice } from "../../parts/query.tsx";
import { typeNames } from "../../parts/shapes.ts";
import { here, route, setQuery } from "../../state.ts";
import { Drawing } from "./drawing.tsx";
import { type Filter, Filters, types } from "./filters.tsx";
import { ForestView } from "./forest.tsx";
import { Detail, Overview } from "./side.tsx";

export const questionWords: Record<Question, string> = {
  strong: "Strongest objections and what settled them",
  rests: "What the decision rests on",
  open: "Still open",
  refused: "Refused",
};

export function MapView() {
  const dialogue = useDialogue();
  const { query } = route.value;
  const asked = questions.find((one) => one === query.q) ?? firstQuestion(dialogue);
  if (dialogue.items.size === 0)
    return (
      <div class="wrap narrow">
        <Empty title="No items yet">
          <p>The map draws itself from the first registered round.</p>
        </Empty>
      </div>
    );
  const selected = query.sel !== undefined && dialogue.items.has(query.sel) ? query.sel : null;
  return query.q === "all" || asked === null ? (
    <Everything selected={selected} />
  ) : (
    <Answer question={asked} selected={selected} />
  );
}

function Answer({ question, selected: asked }: { question: Question; selected: string | null }) {
  const dialogue = useDialogue();
  const { n, by = null, round, severity = null, out } = route.value.query;
  const forest = useMemo(
    () =>
      forestOf(dialogue, {
        ...{ question, by, severity, outward: out === "1", pinned: asked },
        most: n === undefined ? null : Math.max(1, Number(n) || 1),
        round: round === undefined ? null : Number(round),
      }),
    [dialogue, question, asked, n, by, round, severity, out],
  );
  // The only chain needs no click where there is room beside it.
  const only = forest.total === 1 && isWide() ? forest.nodes.find(({ kind }) => kind === "objection")?.id : undefined;
  const selected = asked ?? only ?? null;
  return (
    <div class={`map-v answer ${selected === null ? "" : "selected"}`}>
      <section class="map-m" aria-label="Map">
        <h1 class="sr">Map: {questionWords[question].toLowerCase()}</h1>
        <Questions asked={question} forest={forest} />
        {forest.nodes.length === 0 ? (
          <p class="map-none">Nothing passes these filters.</p>
        ) : (
          <ForestView forest={forest} selected={selected} />
        )}
      </section>
      {selected !== null && (
        <aside class="map-s" aria-live="polite">
          <Detail key={selected} item={dialogue.items.get(selected)!} isFixed={asked === null} />
        </aside>
      )}
    </div>
  );
}

const isWide = () => matchMedia("(min-width: 1100px)").matches;

const cleared = { sel: null, n: null, by: null, round: null, severity: null, out: null, types: null, state: null };

function Questions({ asked, forest }: { asked: Question | null; forest: Forest | null }) {
  const dialogue = useDialogue();
  const counts = useMemo(() => countsOf(dialogue), [dialogue]);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [asked]);
  return (
    <div class="map-q">
      <nav ref={strip} aria-label="Questions">
        {questions.map((question) => {
          const words = (
            <>
              {questionWords[question]}
              {(question === "open" || question === "refused") && <em> {counts[question]}</em>}
            </>
          );
          return counts[question] === 0 ? (
            <span key={question} class="off">
              {words}
            </span>
          ) : (
            <a
              key={question}
              href={here({ ...cleared, q: question })}
              aria-current={question === asked ? "page" : undefined}
            >
              {words}
            </a>
          );
        })}
        <a href={here({ ...cleared, q: "all" })} aria-current={asked === null ? "page" : undefined}>
          Everything
        </a>
      </nav>
      {forest !== null && <Widen forest={forest} />}
    </div>
  );
}

const step = 4;
/** So few need no choice among them. */
const fewRows = 3;

/** More or fewer, by whom, in which round, how bad, and what is one reference away. */
function Widen({ forest }: { forest: Forest }) {
  const { people, items, rounds } = useDialogue();
  const { n, by, round, severity, out } = route.value.query;
  const isUnfolded = useSignal(false);
  const { question, drawn, total, nodes } = forest;
  const all = [...items.values()];
  const speakers = people.filter(({ key }) => all.some((item) => item.by.includes(key)));
  const severities = ratingsOf(all);
  const isPlain = [n, by, round, severity, out].every((one) => one === undefined);
  const what = question === "rests" ? `${plural(total, "item")} of the decision` : plural(total, "objection");
  const order = severities.length > 0 ? "the worst groups first" : "most raised first";
  const drawnTypes = new Set(nodes.flatMap(({ kind, type }) => (kind === "objection" ? [] : (type ?? []))));
  if (isPlain && total <= fewRows) return null;
  return (
    <div class={`map-w ${isUnfolded.value ? "unfolded" : ""}`}>
      <span>
        {drawn < total ? `${drawn} of ${what}` : what}
        {question !== "rests" && total > 1 && `, ${order}`}
      </span>
      <button
        type="button"
        class="lnk narrow-only"
        aria-expanded={isUnfolded.value}
        onClick={() => (isUnfolded.value = !isUnfolded.value)}
      >
        Filter
      </button>
      {total > step && (
        <span class="stepper">
          <button
            type="button"
            disabled={drawn <= 1}
            onClick={() => setQuery({ n: String(Math.max(1, drawn - step)) })}
            aria-label="Fewer"
          >
            −
          </button>
          <button
            type="button"
            disabled={drawn >= total}
            onClick={() => setQuery({ n: String(Math.min(total, drawn + step)) })}
            aria-label="More"
          >
            +
          </button>
        </span>
      )}
      <Choice
        name="by"
        label="every expert"
        value={by ?? null}
        options={speakers.map(({ key, name }) => [key, name])}
      />
      <Choice
        name="round"
        label="every round"
        value={round ?? null}
        options={rounds.map((one) => [String(one.round), `round ${one.round}`])}
      />
      {severities.length > 0 && question !== "rests" && (
        <Choice
          name="severity"
          label="any severity"
          value={severity ?? null}
          options={severities.map((one) => [one, one])}
        />
      )}
      <label>
        <input
          type="checkbox"
          checked={out === "1"}
          onChange={(event) => setQuery({ out: event.currentTarget.checked ? "1" : null })}
        />{" "}
        also what they refer to
      </label>
      <span class="keys">
        {(severities.length > 0 ? severities : [null]).map((one) => (
          <span key={one}>
            <SeverityMark of={one} /> {one ?? "objection"}
          </span>
        ))}
        {types
          .filter((type) => drawnTypes.has(type))
          .map((type) => (
            <span key={type}>
              <Glyph type={type} size={13} /> {typeNames[type].toLowerCase()}
            </span>
          ))}
      </span>
    </div>
  );
}

function Everything({ selected }: { selected: string | null }) {
  const dialogue = useDialogue();
  const { query } = route.value;
  const filter: Filter = {
    types: query.types ?? "",
    by: query.by ?? null,
    round: query.round ?? null,
    severity: query.severity ?? null,
    state: query.state ?? null,
  };
  return (
    <div class={`map-v ${selected === null ? "" : "selected"}`}>
      <section class="map-m" aria-label="Map">
        <h1 class="sr">Map of {plural(dialogue.items.size, "item")}</h1>
        <Questions asked={null} forest={null} />
        <Filters filter={filter} />
        <Drawing filter={filter} selected={selected} />
      </section>
      <aside class="map-s" aria-live="polite">
        {selected === null ? <Overview /> : <Detail key={selected} item={dialogue.items.get(selected)!} />}
      </aside>
    </div>
  );
}
