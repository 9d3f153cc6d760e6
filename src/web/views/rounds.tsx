/** The round in work and those before: who has written, how much is left, how far the panel agrees, and what is in the way. */
import { useEffect, useRef } from "preact/hooks";
import type { LiveDraft, LiveRound } from "../data.ts";
import { ago, inPlainWords, size } from "../format.ts";
import { isBegun } from "../model/blockers.ts";
import {
  type Dialogue,
  inWords,
  type Person,
  personIn,
  personKey,
  plural,
  type Round,
  type Seat,
} from "../model/dialogue.ts";
import { Avatar, Command, Glyph, Icon, Pill, StanceMark, useDialogue, Who, Words } from "../parts/parts.tsx";
import { stanceWords } from "../parts/shapes.ts";
import { hashOf } from "../route.ts";
import { hasDrafts } from "../site-data.ts";
import { Blockers } from "./blockers.tsx";

export function RoundsView() {
  const dialogue = useDialogue();
  const { live } = dialogue;
  return (
    <div class="wrap">
      <header class="view-h">
        <Title dialogue={dialogue} />
      </header>
      {live?.author !== null && live?.author !== undefined && <Author live={live} />}
      {live !== null && isBegun(live) && <Drafts live={live} />}
      <div class="rounds-g">
        <Board />
        {live === null ? <Done /> : <InTheWay />}
      </div>
    </div>
  );
}

function Title({ dialogue }: { dialogue: Dialogue }) {
  const { live, rounds, verdict } = dialogue;
  if (live === null) {
    const first = rounds.find(({ velocity, percent }) => velocity === 0 && percent === 100);
    const how = verdict?.forced
      ? "The limit was reached; the verdict was forced."
      : first === undefined
        ? ""
        : `Nothing was open and everybody signed in round ${first.round}.`;
    return (
      <div>
        <h1>
          {verdict?.in_force ? "Decided" : "Closed"} after {plural(rounds.length, "round")}
        </h1>
        <p>{how}</p>
      </div>
    );
  }
  const asked = live.drafts.filter(({ state }) => state !== "not_asked");
  const there = asked.filter(({ state }) => state === "complete");
  const missing = asked
    .filter(({ state }) => state !== "complete")
    .map(({ expert }) => personIn(dialogue, expert).name);
  if (!isBegun(live))
    return (
      <div>
        <h1>Round {live.round} is next</h1>
      </div>
    );
  return (
    <div>
      <h1>Round {live.round} is open</h1>
      <p>
        {there.length} of {plural(asked.length, "draft")} {there.length === 1 ? "is" : "are"} in.{" "}
        {missing.length > 0 ? `Waiting for ${inWords(missing)}.` : "The Judge can register it."}
      </p>
    </div>
  );
}

function Author({ live }: { live: LiveRound }) {
  const { id } = useDialogue();
  const author = live.author!;
  const isDone = author.written >= author.asked;
  return (
    <section class={`author card ${isDone ? "" : "waiting"}`}>
      <Icon name="pen" size={18} class={isDone ? "blue" : "amber"} />
      <div>
        <h2>{isDone ? "The author has rewritten the text" : "The author is rewriting the text"}</h2>
        <p class="dim">
          {author.written} of {plural(author.asked, "revision")} written
          {author.written_at !== null && `, the last ${ago(author.written_at)}`}.
        </p>
      </div>
      {author.text !== null && (
        <a class="lnk" href={hashOf(["d", id, "text"], { doc: "draft-of-author" })}>
          Read it <Icon name="arrow" size={14} />
        </a>
      )}
    </section>
  );
}

function Drafts({ live }: { live: LiveRound }) {
  return (
    <ul class="drafts">
      {live.drafts.map((draft) => (
        <li key={draft.expert}>
          <DraftCard draft={draft} round={live.round} />
        </li>
      ))}
    </ul>
  );
}

const stateWords: Record<LiveDraft["state"], string> = {
  missing: "no draft yet",
  unreadable: "cannot be read",
  incomplete: "writing",
  complete: "",
  not_asked: "not asked this round",
};

function DraftCard({ draft, round }: { draft: LiveDraft; round: number }) {
  const dialogue = useDialogue();
  const { chair } = personIn(dialogue, draft.expert);
  const body = (
    <>
      <Who name={draft.expert} />
      <span class="draft-s">
        {draft.state === "complete" ? (
          <>
            <Icon name="check" size={14} class="blue" />
            {size(new TextEncoder().encode(draft.text).length)}, {plural(draft.markers.length, "item")}
            {draft.converge && <b class="blue">signs</b>}
          </>
        ) : (
          <>
            <i class={`wait ${draft.state}`} />
            {stateWords[draft.state]}
            {draft.markers.length > 0 && `, ${plural(draft.markers.length, "item")}`}
          </>
        )}
        {draft.written_at !== null && (
          <time class="faint" dateTime={draft.written_at}>
            {ago(draft.written_at)}
          </time>
        )}
      </span>
      {draft.markers.length > 0 && (
        <span class="draft-m">
          {draft.markers.slice(0, 24).map(({ local_id, type, severity, label }) => (
            <span key={local_id} title={`${local_id}: ${label}`}>
              <Glyph type={type} severity={severity} chair={chair} size={13} />
            </span>
          ))}
          {draft.markers.length > 24 && <small class="faint">+{draft.markers.length - 24}</small>}
        </span>
      )}
      {draft.stance !== null && (
        <span class="draft-st">
          <StanceMark position={draft.stance.position} /> {stanceWords[draft.stance.position] ?? draft.stance.position}
          {draft.stance.confidence !== null && ` ${draft.stance.confidence.toFixed(2)}`}
        </span>
      )}
      {draft.problems.length > 0 && (
        <span class="draft-p" title={draft.problems.map(({ line, message }) => `line ${line}: ${message}`).join("\n")}>
          <Icon name="warn" size={13} /> {plural(draft.problems.length, "marker")} cannot be read
        </span>
      )}
    </>
  );
  const look = `draft card ${draft.state === "complete" ? "in" : "out"} ${draft.state}`;
  if (draft.text === "") return <div class={look}>{body}</div>;
  return (
    <a class={look} href={hashOf(["d", dialogue.id, "text"], { doc: `${personKey(draft.expert)}-${round}` })} data-row>
      {body}
    </a>
  );
}

function Board() {
  const dialogue = useDialogue();
  const { rounds, live, people } = dialogue;
  const most = Math.max(...rounds.map(({ velocity }) => velocity), 1);
  const drawn = rounds.length + (live === null ? 0 : 1);
  const shown = people.filter(({ rounds: seated, isGuest }) => seated.length > 0 || isGuest);
  const uses = new Set(
    rounds.flatMap(({ seats }) =>
      [...seats.values()].map((seat) => seat.signal ?? seat.stance?.position ?? seat.state),
    ),
  );
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current!.scrollLeft = card.current!.scrollWidth;
  }, [drawn]);
  return (
    <section ref={card} class="card board-card" aria-label="What is left, who signed, and every expert, by round">
      <div class={`board ${drawn > 8 ? "long" : ""}`} style={{ "--slots": drawn, "--drawn": drawn }}>
        <div class="b-head b-vel">
          <h2>Left to settle</h2>
          <p class="note">after each round</p>
          <p class="b-key">
            <span>
              <i class="f-new" /> new perspectives
            </span>
            <span>
              <i class="f-open" /> open objections
            </span>
          </p>
        </div>
        {rounds.map((round) => (
          <VelocityBar key={round.round} round={round} most={most} />
        ))}
        {live !== null && (
          <div class="b-bar">
            <span class="bar next" style={{ height: `${Math.max(14, (78 * (rounds.at(-1)?.velocity ?? 0)) / most)}%` }}>
              ?
            </span>
          </div>
        )}
        <div class="b-head" />
        {rounds.map(({ round }) => (
          <div key={round} class="b-round">
            round {round} {round === 0 && <span>blind</span>}
          </div>
        ))}
        {live !== null && (
          <div class="b-round now">
            round {live.round} <span>{isBegun(live) ? "open" : "next"}</span>
          </div>
        )}
        <div class="b-head">
          <h2>Signed</h2>
        </div>
        {rounds.map(({ round, signals, size: seats }) => (
          <div key={round} class="b-conv">
            <b>
              {signals} of {seats}
            </b>
          </div>
        ))}
        {live !== null && <div class="b-conv faint">–</div>}
        {shown.map((person) => (
          <PersonRow key={person.key} person={person} />
        ))}
      </div>
      <p class="keys">
        {Object.keys(stanceWords)
          .filter((position) => uses.has(position))
          .map((position) => (
            <span key={position}>
              <StanceMark position={position} /> {stanceWords[position]}
            </span>
          ))}
        <span>0.85 confidence</span>
        {uses.has("counted") && (
          <span>
            <StanceMark position="APPROVE" signal="counted" /> signed
          </span>
        )}
        {uses.has("uncounted") && (
          <span>
            <i class="swatch" /> signature not counted
          </span>
        )}
      </p>
    </section>
  );
}

function VelocityBar({ round: { round, velocity, open, fresh }, most }: { round: Round; most: number }) {
  const words = `Round ${round}: ${plural(open, "open objection")}, ${plural(fresh, "new perspective")}`;
  return (
    <div class="b-bar" role="img" aria-label={words} title={words}>
      <b>{velocity}</b>
      {velocity === 0 ? (
        <span class="bar zero" />
      ) : (
        <span class="bar" style={{ height: `${Math.max(2, (78 * velocity) / most)}%` }}>
          <i class="f-new" style={{ flexGrow: fresh }} />
          <i class="f-open" style={{ flexGrow: open }} />
        </span>
      )}
    </div>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { rounds, live } = useDialogue();
  const draft = live?.drafts.find(({ expert }) => personKey(expert) === person.key);
  return (
    <>
      <div class="b-head b-who">
        <Who name={person.name} />
      </div>
      {rounds.map((round) => (
        <SeatCell key={round.round} person={person} round={round.round} seat={round.seats.get(person.key)} />
      ))}
      {live !== null && (
        <div
          class={`seat ${draft === undefined ? "vacant" : draft.state === "complete" ? "in" : isBegun(live) ? "wait" : "wait later"}`}
        >
          {draft === undefined ? (
            "not seated"
          ) : draft.state === "complete" ? (
            <>
              <Icon name="check" size={13} class="blue" /> draft in
            </>
          ) : !isBegun(live) ? (
            "to come"
          ) : draft.state === "not_asked" ? (
            "not asked"
          ) : (
            <>
              <i class="wait" /> {draft.state === "missing" ? "waiting" : "writing"}
            </>
          )}
        </div>
      )}
    </>
  );
}

function SeatCell({ person, round, seat }: { person: Person; round: number; seat: Seat | undefined }) {
  const dialogue = useDialogue();
  const { id, view } = dialogue;
  if (seat === undefined) return <div class="seat vacant">{person.isGuest ? "" : "not seated"}</div>;
  if (seat.state === "absent") return <div class="seat absent">absent</div>;
  if (seat.state === "not_asked") return <div class="seat vacant">not asked</div>;
  const dismissed = view.export.rounds
    .find((one) => one.round === round)!
    .dismissed.filter(({ expert }) => personKey(expert) === person.key).length;
  const title = [
    seat.stance?.text,
    seat.score === null ? "" : `Score, the Judge’s: ${seat.score}`,
    seat.why === null ? "" : `Signature not counted: ${seat.why}`,
    dismissed > 0 ? `${plural(dismissed, "item")} dismissed by the Judge` : "",
  ].filter(Boolean);
  return (
    <a
      class={`seat ${seat.signal ?? ""} ${seat.state}`}
      href={hasDrafts ? hashOf(["d", id, "text"], { doc: `${person.key}-${round}` }) : undefined}
      title={title.join("\n")}
    >
      {seat.stance === null ? (
        <span class="faint">no stance</span>
      ) : (
        <span>
          <StanceMark position={seat.stance.position} signal={seat.signal} /> {seat.stance.confidence?.toFixed(2) ?? ""}
        </span>
      )}
      {seat.state === "incomplete" && <em class="amber">cut short</em>}
      {dismissed > 0 && (
        <em class="amber" role="img" aria-label={`${dismissed} dismissed`}>
          −{dismissed}
        </em>
      )}
    </a>
  );
}

function InTheWay() {
  const { view, live } = useDialogue();
  const { next, problems } = view.status;
  return (
    <section class="card pad way">
      <h2>In the way of a verdict</h2>
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="warn" size={14} class="red" /> <Words text={problem} links={false} />
            </li>
          ))}
        </ul>
      )}
      <Blockers room={live !== null && isBegun(live) ? 4 : 6} />
      <div class="next">
        <h3>Next</h3>
        <p class="dim clamp3" title={next.why}>
          <Words text={inPlainWords(next.why)} />
        </p>
        <Command text={next.command} />
      </div>
    </section>
  );
}

function Done() {
  const dialogue = useDialogue();
  const { rounds, id, view } = dialogue;
  const seats = rounds.at(-1)?.seats ?? new Map<string, Seat>();
  const isClear = view.status.can_converge;
  return (
    <section class="card pad way">
      {!isClear && (
        <>
          <h2>What was in the way</h2>
          <Blockers room={0} />
        </>
      )}
      <p class="way-b">
        <a class="btn" href={hashOf(["d", id, "decision"])}>
          Read the decision <Icon name="arrow" size={14} />
        </a>
      </p>
      <div class="said-by">
        <h3>Last words</h3>
        <ul>
          {[...seats].map(([key, seat]) =>
            seat.stance === null ? null : (
              <li key={key}>
                <Avatar name={key} small />
                <p class="dim clamp2" dir="auto" title={seat.stance.text}>
                  <Words text={seat.stance.text} />
                </p>
                {seat.signal === "uncounted" && <Pill tone="work">not counted</Pill>}
              </li>
            ),
          )}
        </ul>
      </div>
    </section>
  );
}
