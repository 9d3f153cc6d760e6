/** Beside the map: what the argument hangs on, or what is selected. */
import { useSignal } from "@preact/signals";
import { answerKind } from "../../../facts/objections.ts";
import { capital, cut } from "../../../facts/text/cut.ts";
import { type Item, type ItemType, inWords, personIn } from "../../model/dialogue.ts";
import { wordsOfItem } from "../../model/drawn-draft.ts";
import { closedIn, wordsAbout } from "../../model/forest.ts";
import { isRefused, type Objection, objectionsOf } from "../../model/objections.ts";
import { readAll } from "../../model/read-objections.ts";
import { Answered, Avatar, Chip, Icon, ItemGlyph, Pill, toneClass, useDialogue, Words } from "../../parts/parts.tsx";
import { refWords, shapePath, typeNames } from "../../parts/shapes.ts";
import { hashOf } from "../../route.ts";
import { hasDrafts } from "../../site-data.ts";
import { here, setQuery } from "../../state.ts";
import { Citations } from "../citations.tsx";

export function Overview() {
  const dialogue = useDialogue();
  const { items, refs } = dialogue;
  const kinds = Object.keys(refWords)
    .map((kind) => ({ kind, n: refs.filter((ref) => ref.kind === kind).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const states = new Set<string>([...items.values()].map(({ state }) => state));
  return (
    <>
      <p class="note">Click any shape to isolate its chain.</p>
      <h2>Rings</h2>
      <ul class="rings">
        {Object.entries(stateWords).map(
          ([state, { words }]) =>
            state !== "settled" &&
            states.has(state) && (
              <RingKey
                key={state}
                type={/^(?:open|reopened|accepted)$/.test(state) ? "T" : "R"}
                state={state as Item["state"]}
                words={words}
              />
            ),
        )}
      </ul>
      <h2>Lines</h2>
      <ul class="rings">
        {kinds.map(({ kind, n }) => (
          <li key={kind}>
            <svg width="28" height="8" aria-hidden="true">
              <path class={`edge key ${kind}`} d="M0 4H28" />
            </svg>
            {refWords[kind]?.does ?? kind.toLowerCase()} <small class="faint">{n}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function RingKey({ type, state, words }: { type: ItemType; state: Item["state"]; words: string }) {
  return (
    <li>
      <svg width="24" height="22" viewBox="-12 -11 24 22" aria-hidden="true">
        <g class={`node ${toneClass(type, null, -1)} ${state}`}>
          {state !== "rejected" && state !== "withdrawn" && <path class="ring-p" d={shapePath(type, 7.8)} />}
          <path class="body" d={shapePath(type, 4.7)} />
        </g>
      </svg>
      {words}
    </li>
  );
}

function ItemLink({ item, note }: { item: Item; note: string }) {
  return (
    <li>
      <a href={here({ sel: item.id })}>
        <ItemGlyph of={item} />
        <span dir="auto">
          <Words text={capital(item.label)} links={false} />
        </span>
        <small>{note}</small>
      </a>
    </li>
  );
}

function Close() {
  return (
    <button
      type="button"
      class="ib map-x"
      onClick={() => setQuery({ sel: null })}
      aria-label="Clear the selection, Esc"
    >
      <Icon name="cross" size={14} />
      <span class="wide-only">
        <kbd>Esc</kbd>
      </span>
    </button>
  );
}

/** What the author answered, where it came back, and who accepted what. */
function Course({ of: { item, answers, reopened, closed } }: { of: Objection }) {
  const dialogue = useDialogue();
  const told = readAll(dialogue).find(({ id }) => id === item.id)?.closed?.words ?? "";
  const steps = [
    ...answers.map(({ round, answer, text }) => ({
      round,
      name: `The author, before round ${round}`,
      mark: <Answered as={answerKind({ answer, text })} />,
      words: text,
    })),
    ...reopened.map(({ round, by, item: from, note }) => ({
      round: round + 0.5,
      name: `${inWords(by.map((key) => personIn(dialogue, key).name))}, round ${round}`,
      mark: <b class="amber">Not settled</b>,
      words: note ?? (from === null ? "" : wordsAbout(dialogue, from, item.id)),
    })),
  ];
  return (
    <>
      {steps
        .toSorted((a, b) => a.round - b.round)
        .map(({ round, name, mark, words }) => (
          <section key={`${round} ${words}`}>
            <h3>{name}</h3>
            <p class="it-p" dir="auto">
              {mark} <Words text={words} />
            </p>
          </section>
        ))}
      {closed !== null && (
        <section>
          <h3>{closed.isAccepted ? "Accepted unresolved" : answers.length > 0 ? "Accepted by" : "Settled by"}</h3>
          <p class="it-p" dir="auto">
            {closed.item !== null && (
              <>
                <Chip id={closed.item.id} /> by{" "}
              </>
            )}
            {closed.by.map((key) => (
              <Avatar key={key} name={key} small />
            ))}{" "}
            {inWords(closed.by.map((key) => personIn(dialogue, key).name)) || "the Judge"}, closed in round{" "}
            {closed.round}
            {closed.item !== null && closed.item.round < closed.round && ` by words of round ${closed.item.round}`}
            {closed.item !== null && (
              <>
                : “
                <Words text={closedIn(dialogue, item.id, told)} links={false} />”
              </>
            )}
            {closed.isAccepted && closed.note !== null && (
              <>
                : <Words text={closed.note} />
              </>
            )}
          </p>
        </section>
      )}
    </>
  );
}

const stateWords: Partial<Record<Item["state"], { words: string; tone?: "ok" | "work" | "bad" }>> = {
  open: { words: "open", tone: "work" },
  reopened: { words: "challenged again", tone: "work" },
  accepted: { words: "accepted unresolved", tone: "work" },
  settled: { words: "settled" },
  carried: { words: "in the decision", tone: "ok" },
  rejected: { words: "rejected", tone: "bad" },
  withdrawn: { words: "withdrawn" },
};

/** Of an item's words, until somebody asks for all of them. */
const shortText = 360;

/** `isFixed`: there is nothing else to look at, so it cannot be closed. */
export function Detail({ item, isFixed }: { item: Item; isFixed?: boolean }) {
  const dialogue = useDialogue();
  const { refs, items } = dialogue;
  const objection = item.type === "T" ? objectionsOf(dialogue).find((one) => one.item.id === item.id) : undefined;
  const closing = objection?.closed?.item?.id;
  const groups = new Map<string, Set<string>>();
  const add = (words: string, id: string) => groups.set(words, (groups.get(words) ?? new Set()).add(id));
  for (const { kind, from, target } of refs) {
    if (target === item.id && !(kind === "RESOLVE" && from === closing)) add(refWords[kind]?.done ?? kind, from);
    if (from === item.id) add(refWords[kind]?.does ?? kind, target);
  }
  const isNo = objection !== undefined && isRefused(objection);
  const state = isNo ? ({ words: "refused, and accepted as such", tone: "bad" } as const) : stateWords[item.state];
  const text = wordsOfItem(dialogue, item);
  const isWhole = useSignal(false);
  const short = text.slice(0, 1).map((paragraph) => cut(paragraph, shortText));
  const first = item.by[0];
  return (
    <>
      {!isFixed && <Close />}
      <p class="it-h">
        <span class="mono">{item.id}</span> {typeNames[item.type]}
        {item.severity !== null && `, ${item.severity}`}, round {item.round}{" "}
        {state !== undefined && <Pill tone={state.tone}>{state.words}</Pill>}
      </p>
      <h2 class="it-t clamp6" dir="auto">
        <Words text={capital(item.label)} />
      </h2>
      <p class="it-by">
        {item.by.map((key) => (
          <span key={key}>
            <Avatar name={key} small /> <bdi>{personIn(dialogue, key).name}</bdi>
          </span>
        ))}
      </p>
      {(isWhole.value ? text : short).map((paragraph) => (
        <p key={paragraph} class="it-p" dir="auto">
          <Words text={paragraph} />
        </p>
      ))}
      {short.join("") !== text.join("") && (
        <button type="button" class="lnk" onClick={() => (isWhole.value = !isWhole.value)}>
          {isWhole.value ? "Less of it" : "The whole text"}
        </button>
      )}
      {objection !== undefined && <Course of={objection} />}
      {first !== undefined && hasDrafts && (
        <p class="it-c">
          <a class="lnk" href={hashOf(["d", dialogue.id, "text"], { doc: `${first}-${item.round}`, at: item.id })}>
            In the draft <Icon name="arrow" size={13} />
          </a>
        </p>
      )}
      <Citations item={item.id} room={2} />
      {[...groups].map(([words, ids]) => (
        <section key={words}>
          <h3>
            {capital(words === refWords.RESOLVE!.done && closing !== undefined ? `also ${words}` : words)} ({ids.size})
          </h3>
          <ul class="links">
            {[...ids].slice(0, 8).map((id) => (
              <ItemLink key={id} item={items.get(id)!} note={`round ${items.get(id)!.round}`} />
            ))}
            {ids.size > 8 && <li class="note">and {ids.size - 8} more</li>}
          </ul>
        </section>
      ))}
    </>
  );
}
