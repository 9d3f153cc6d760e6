/** A lane for each tension: who raised it, who answered, what closed it. The header is the burn-down, on the lanes' own columns. */
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { answerKind } from "../../facts/objections.ts";
import { capital } from "../../facts/text/cut.ts";
import type { Severity } from "../data.ts";
import { type Dialogue, inWords, isOpen, personIn, plural } from "../model/dialogue.ts";
import { wordings } from "../model/drawn-draft.ts";
import { closedIn } from "../model/forest.ts";
import { flowOf, type Lane, type LaneGroup, type LaneStep, laneGroups } from "../model/lanes.ts";
import { ratingsOf } from "../model/objections.ts";
import { readAll } from "../model/read-objections.ts";
import {
  Answered,
  Avatar,
  Chip,
  Empty,
  Icon,
  Pill,
  SeverityMark,
  toneClass,
  useDialogue,
  Words,
} from "../parts/parts.tsx";
import { Filter } from "../parts/query.tsx";
import { shapePath } from "../parts/shapes.ts";
import { route, setQuery } from "../state.ts";
import { Citations } from "./citations.tsx";

export function TensionsView() {
  const dialogue = useDialogue();
  const { tensions, rounds } = dialogue;
  const groups = laneGroups(dialogue);
  const severity = route.value.query.severity ?? null;
  const rated = ratingsOf(tensions);
  const shown = groups
    .map((group) => ({
      ...group,
      lanes: group.lanes.filter(({ item }) => severity === null || item.severity === severity),
    }))
    .filter(({ lanes }) => lanes.length > 0);
  return (
    <div class="wrap" style={{ "--rounds": Math.max(1, rounds.length) }}>
      <header class="view-h">
        <Title dialogue={dialogue} groups={groups} />
        {rated.length > 0 && (
          <Filter
            name="severity"
            label="severity"
            of={rated}
            counts={(one) => tensions.filter((tension) => one === null || tension.severity === one).length}
          />
        )}
      </header>
      <p class="legend">
        <span>
          <Marks by={[""]} change="raised" says="raised" /> raised
        </span>
        <span>
          <Marks by={[""]} change="addressed" says="fix offered" /> fix offered
        </span>
        <span>
          <Marks by={[""]} change="addressed" says="answer accepted" /> answer accepted
        </span>
        <span>
          <CloseMark change="resolved" /> closed
        </span>
        {groups.some(({ lanes }) => lanes.some(({ wasReopened }) => wasReopened)) && (
          <span>
            <CloseMark change="reopened" /> challenged again
          </span>
        )}
        {groups.some(({ tone }) => tone === "accepted") && (
          <span>
            <CloseMark change="accepted" /> accepted unresolved
          </span>
        )}
      </p>
      {tensions.length === 0 ? (
        <Empty title="No objection was raised" />
      ) : (
        <div class="card lanes">
          <Flow />
          {shown.map((group) => (
            <section key={group.title} class={`lane-g ${group.tone}`}>
              <h2>
                {group.title} <span class="faint">{group.lanes.length}</span>
              </h2>
              {group.lanes.map((lane) => (
                <LaneRow key={lane.item.id} lane={lane} />
              ))}
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

function Title({
  dialogue: { items, tensions, rounds },
  groups,
}: {
  dialogue: Dialogue;
  groups: readonly LaneGroup[];
}) {
  const open = [...items.values()].filter((item) => item.type === "T" && isOpen(item));
  const lanes = groups.flatMap((group) => group.lanes);
  const accepted = lanes.filter(({ item }) => item.state === "accepted").length;
  const critical = open.filter(({ severity }) => severity === "critical").length;
  const reopened = lanes.filter(({ wasReopened }) => wasReopened).length;
  const blind = tensions.filter(({ round }) => round === 0).length;
  const says =
    open.length > 0
      ? [
          critical > 0 ? `${critical} of them critical.` : "",
          `${tensions.length - open.length} were closed by round ${rounds.at(-1)?.round ?? 0}.`,
        ]
      : [`${blind} came up in the blind round.`];
  return (
    <div>
      <h1>
        {open.length > 0
          ? `${open.length} of ${plural(tensions.length, "objection")} ${open.length === 1 ? "is" : "are"} open`
          : accepted > 0
            ? `${tensions.length - accepted} of ${tensions.length} objections are settled, ${accepted} accepted unresolved`
            : `All ${plural(tensions.length, "objection")} are closed`}
      </h1>
      <p>
        {says.filter(Boolean).join(" ")} {reopened > 0 && `${plural(reopened, "was", "were")} challenged again.`}
      </p>
    </div>
  );
}

function Flow() {
  const dialogue = useDialogue();
  const flow = flowOf(dialogue);
  const most = Math.max(...flow.map(({ open }) => open), 1);
  const hasOpen = [...dialogue.items.values()].some((item) => item.type === "T" && isOpen(item));
  return (
    <div class="lane flow">
      <span class="lbl">Objection</span>
      <div class="lane-c">
        {flow.map(({ round, raised, closed, reopened, reopenedWhileOpen, open }) => {
          const parts = [
            raised > 0 ? `${raised} raised` : "",
            closed > 0 ? `${closed} closed` : "",
            reopened > 0 ? `${reopened} reopened` : "",
          ].filter(Boolean);
          const again = reopenedWhileOpen > 0 ? `; ${reopenedWhileOpen} challenged again` : "";
          const words = `Round ${round}: ${[...parts, `${open} open after it`].join(", ")}${again}`;
          return (
            <div key={round} role="img" aria-label={words} title={words}>
              <span class="flow-b">
                {open > 0 && <b>{open}</b>}
                <i
                  class={open > 0 ? "f-open" : "f-done"}
                  style={{ height: open > 0 ? `${Math.max(2, (34 * open) / most)}px` : "2px" }}
                />
              </span>
              <b>round {round}</b>
              {parts.map((part) => (
                <small key={part}>{part}</small>
              ))}
            </div>
          );
        })}
      </div>
      <span class="lbl">{hasOpen ? "Where it stands" : closedHead(dialogue)}</span>
    </div>
  );
}

function LaneRow({ lane }: { lane: Lane }) {
  const { rounds } = useDialogue();
  const { item, from, to } = lane;
  const isShown = route.value.query.open === item.id;
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const end = to ?? rounds.length - 1;
  return (
    <div class={`lane-w ${isShown ? "shown" : ""}`}>
      <button
        ref={row}
        type="button"
        class={`lane ${to === null ? "open" : ""}`}
        aria-expanded={isShown}
        data-row
        onClick={() => setQuery({ open: isShown ? null : item.id })}
      >
        <span class="lane-t">
          <SeverityMark of={item.severity} />
          <span class="mono">{item.id}</span>
          <span class="lane-l" dir="auto" title={item.label}>
            <Words text={capital(item.label)} links={false} />
          </span>
        </span>
        <span class="lane-c">
          {rounds.map(({ round }, i) => (
            <span key={round} class="lane-r">
              {i >= from && i <= end && (
                <i
                  class={`line ${i === from ? "first" : ""} ${i === end ? "last" : ""} ${to === null ? "work" : ""}`}
                />
              )}
              <span class="lane-e">
                {/* Accepted once more after that: said in its details. */}
                {(i > end ? [] : lane.steps[i]!).map((step) => (
                  <StepMark key={`${step.change} ${step.items.join()}`} step={step} severity={item.severity} />
                ))}
              </span>
            </span>
          ))}
        </span>
        <ClosedBy lane={lane} />
      </button>
      {isShown && <LaneDetail lane={lane} />}
    </div>
  );
}

/** Where no author answered, nobody accepted an answer. */
function closedHead(dialogue: Dialogue): string {
  return readAll(dialogue).some(({ answer }) => answer !== null) ? "Accepted by" : "Settled by";
}

/** Who accepted that, with which item, in which words. One that the author refused, or fixed in part, never looks settled. */
function ClosedBy({ lane }: { lane: Lane }) {
  const dialogue = useDialogue();
  const { item, closedBy, owner } = lane;
  const objection = readAll(dialogue).find(({ id }) => id === item.id);
  if (isOpen(item))
    return (
      <span class="lane-b">
        <span class="faint">
          {item.state === "reopened" ? "challenged again, " : ""}
          {objection?.fix === null ? "no answer yet" : "fix offered"}
          {owner !== null && `, with ${personIn(dialogue, owner).name}`}
        </span>
      </span>
    );
  if (item.state === "accepted")
    return (
      <span class="lane-b">
        <Pill tone="work">accepted unresolved</Pill>
      </span>
    );
  const closing = closedBy === null ? undefined : dialogue.items.get(closedBy);
  const by = [...(objection?.closed?.by ?? []), ...(objection?.closed?.too ?? [])];
  const words = closedIn(dialogue, item.id, objection?.closed?.words ?? "") || closing?.label || "";
  const as = objection?.answer?.as;
  return (
    <span class="lane-b">
      {by.length === 0 ? (
        <b class="amber">The Judge alone</b>
      ) : (
        by.map((name) => <Avatar key={name} name={name} small />)
      )}
      {closing !== undefined && <span class="chip-like mono">{closing.id}</span>}
      {as !== undefined && as !== "fixed" && <Answered as={as} />}
      <span class="lane-bl" dir="auto" title={words}>
        <Words text={capital(words)} links={false} />
      </span>
    </span>
  );
}

function StepMark({ step, severity }: { step: LaneStep; severity: Severity | null }) {
  if (step.change === "raised" || step.change === "addressed")
    return <Marks by={step.by} change={step.change} says={step.says} severity={severity} />;
  return <CloseMark change={step.change} />;
}

/** Who raised it is a triangle each, who answered a dot. */
function Marks({
  by,
  change,
  says,
  severity = null,
}: {
  by: readonly string[];
  change: "raised" | "addressed";
  says: string;
  severity?: Severity | null;
}) {
  const dialogue = useDialogue();
  const type = change === "raised" ? "T" : "P";
  const gap = change === "raised" ? 9 : 6.5;
  const width = 10 + (by.length - 1) * gap;
  const names = inWords(by.map((key) => personIn(dialogue, key).name));
  const words = names === "" ? says : `${says} by ${names}`;
  return (
    <svg
      class={`marks ${change === "addressed" && says !== "answer accepted" ? "hollow" : ""}`}
      width={width}
      height="12"
      viewBox={`0 0 ${width} 12`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {by.map((key, i) => (
        <g
          key={key}
          class={toneClass(type, severity, personIn(dialogue, key).chair)}
          transform={`translate(${5 + i * gap},6.4)`}
        >
          <path d={shapePath(type, change === "raised" ? 4 : 2.7)} />
        </g>
      ))}
    </svg>
  );
}

function CloseMark({ change }: { change: "resolved" | "accepted" | "reopened" }) {
  const inner = {
    resolved: "M-3 .2l2.2 2.3 3.9-4.6",
    accepted: "M-3 0h6",
    reopened: "M2.6 -2.2a3.4 3.4 0 10.8 2.6M3.4 -3.6v2.2h-2.2",
  }[change];
  const words = change === "reopened" ? "challenged again" : change;
  return (
    <svg class={`close ${change}`} width="16" height="16" viewBox="-8 -8 16 16" role="img" aria-label={words}>
      <title>{words}</title>
      <circle r="6.6" />
      <path d={inner} />
    </svg>
  );
}

function LaneDetail({ lane }: { lane: Lane }) {
  const dialogue = useDialogue();
  const { item, steps } = lane;
  const answers = dialogue.view.export.rounds.flatMap(({ round, revisions }) =>
    (revisions ?? []).flatMap(({ answered }) =>
      answered.filter(({ id }) => id === item.id).map(({ answer, text }) => ({ round, answer, text })),
    ),
  );
  return (
    <div class="lane-d">
      <div>
        {wordings(dialogue, item).map(({ by, round, words }) => (
          <Fragment key={`${by} ${words[0]}`}>
            <h3>
              In <bdi>{personIn(dialogue, by).name}</bdi>’s words, round {round}
            </h3>
            {words.slice(0, 4).map((line) => (
              <p key={line} class="clamp6" dir="auto">
                <Words text={line} />
              </p>
            ))}
          </Fragment>
        ))}
        <Citations item={item.id} room={3} />
        <p>
          <Chip id={item.id} /> <span class="faint">shows its chain on the map</span>
        </p>
      </div>
      <ol>
        {steps.flatMap((list, i) => [
          // The author answers before the panel of the round reads.
          ...answers
            .filter(({ round }) => round === i)
            .map(({ answer, text }) => (
              <li key={`${i} ${text}`}>
                <span class="num">round {i}</span>
                <div>
                  <Icon name="pen" size={14} />{" "}
                  <span class="dim">The author {answerWords[answerKind({ answer, text })]}</span>{" "}
                  <span dir="auto">
                    <Words text={text} />
                  </span>
                </div>
              </li>
            )),
          ...list.map((step) => (
            <li key={`${i} ${step.change} ${step.items.join()}`}>
              <span class="num">round {i}</span>
              <div>
                <StepWords step={step} />
              </div>
            </li>
          )),
        ])}
      </ol>
    </div>
  );
}

const answerWords = { fixed: "says it is fixed:", part: "says it is fixed in part:", refused: "refused it:" };

/** What experts say of an objection: one of them, and several. */
const sayings: Record<string, readonly [string, string]> = {
  "answer accepted": ["accepts the answer", "accept the answer"],
  "fix offered": ["offers a fix", "offer a fix"],
  addressed: ["addresses it", "address it"],
};

function StepWords({ step }: { step: LaneStep }) {
  const dialogue = useDialogue();
  const names = inWords(step.by.map((key) => personIn(dialogue, key).name));
  const isOne = step.by.length === 1;
  const people = step.by.map((key) => <Avatar key={key} name={key} small />);
  if (step.change === "raised")
    return (
      <>
        {people} <span class="dim">{names} raised it</span>
      </>
    );
  if (step.change === "addressed")
    return (
      <>
        {people}{" "}
        {step.items.map((id) => (
          <Chip key={id} id={id} />
        ))}{" "}
        <span class="dim">
          {names} {sayings[step.says]?.[isOne ? 0 : 1]}
        </span>
      </>
    );
  if (step.change === "reopened")
    return (
      <>
        {people} <span class="dim">{names} challenged it again</span>{" "}
        {step.items.map((id) => (
          <Chip key={id} id={id} />
        ))}
        {step.note !== null && (
          <p dir="auto">
            <Words text={step.note} />
          </p>
        )}
      </>
    );
  return (
    <>
      <span class="dim">
        {step.change === "accepted"
          ? "The Judge accepted it unresolved"
          : names === ""
            ? "Closed by the Judge alone"
            : `Closed by the Judge, citing ${names}’s`}
      </span>{" "}
      {step.items.map((id) => (
        <Chip key={id} id={id} />
      ))}{" "}
      {step.note !== null && (
        <p dir="auto" class="clamp6">
          <Words text={step.note} />
        </p>
      )}
    </>
  );
}
