/** Beside the map: what the argument hangs on, or what is selected. */
import { groundsOf, hubsOf } from "../../model/chains.ts";
import { type Item, type ItemType, personIn, plural } from "../../model/dialogue.ts";
import { withoutMarkers } from "../../model/draft.ts";
import { Avatar, Chip, Glyph, Icon, Kbd, Pill, useDialogue, Words } from "../../parts/parts.tsx";
import { refWords, shapePath, typeNames } from "../../parts/shapes.ts";
import { hashOf } from "../../route.ts";
import { here, setQuery } from "../../state.ts";
import { Citations } from "../citations.tsx";
import { types } from "./filters.tsx";

export function Overview() {
  const dialogue = useDialogue();
  const { items, refs, verdict } = dialogue;
  const all = [...items.values()];
  const kinds = Object.keys(refWords)
    .map((kind) => ({ kind, n: refs.filter((ref) => ref.kind === kind).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const states = new Set(all.map(({ state }) => state));
  return (
    <>
      {verdict !== null && (
        <a class="btn wide" href={here({ sel: "decision" })}>
          What does the decision rest on?
        </a>
      )}
      <h2>What it hangs on</h2>
      <p class="note">The items most referred to. Click any shape to isolate its chain.</p>
      <ul class="links">
        {hubsOf(all, refs, 7).map(({ item, count }) => (
          <ItemLink key={item.id} item={item} note={String(count)} />
        ))}
      </ul>
      <h2>Rings</h2>
      <ul class="rings">
        {states.has("open") && <RingKey type="T" state="open" words="tension still open" />}
        {states.has("reopened") && <RingKey type="T" state="reopened" words="reopened" />}
        {states.has("accepted") && <RingKey type="T" state="accepted" words="accepted unresolved" />}
        {states.has("carried") && <RingKey type="R" state="carried" words="carried into the decision" />}
        {states.has("rejected") && <RingKey type="R" state="rejected" words="rejected by the verdict" />}
        {states.has("withdrawn") && <RingKey type="R" state="withdrawn" words="withdrawn by its author" />}
        {all.every(({ state }) => state === "plain" || state === "settled") && (
          <li class="note">None: every tension is settled and the verdict names no item.</li>
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
      <p class="note hint">
        <Kbd>←</Kbd> <Kbd>→</Kbd> walk along the lines <Kbd>+</Kbd> <Kbd>−</Kbd> zoom
      </p>
    </>
  );
}

function RingKey({ type, state, words }: { type: ItemType; state: Item["state"]; words: string }) {
  return (
    <li>
      <svg width="24" height="22" viewBox="-12 -11 24 22" aria-hidden="true">
        <g class={`node ch-x ${state}`}>
          {state !== "rejected" && state !== "withdrawn" && <path class="ring-p" d={shapePath(type, 7.8)} />}
          <path class="body" d={shapePath(type, 4.7)} />
        </g>
      </svg>
      {words}
    </li>
  );
}

function ItemLink({ item, note }: { item: Item; note: string }) {
  const dialogue = useDialogue();
  return (
    <li>
      <a href={here({ sel: item.id })}>
        <Glyph type={item.type} of={personIn(dialogue, item.by[0] ?? "").chair} />
        <span dir="auto">
          <Words text={item.label} links={false} />
        </span>
        <small>{note}</small>
      </a>
    </li>
  );
}

export function Grounds() {
  const dialogue = useDialogue();
  const grounds = groundsOf(dialogue);
  const of = (type: ItemType) =>
    [...grounds].flatMap(([id, far]) =>
      dialogue.items.get(id)!.type === type ? [{ item: dialogue.items.get(id)!, far }] : [],
    );
  const carried = [...grounds.values()].filter((far) => far === 0).length;
  const named = [...dialogue.items.values()].some(({ state }) => state === "carried");
  return (
    <>
      <Close />
      <h2 class="it-t">What the decision rests on</h2>
      <p class="dim">
        {named
          ? `${plural(carried, "item is", "items are")} carried into it`
          : `The verdict names no item; ${plural(carried, "item")} closed its tensions`}
        {grounds.size > carried ? `, and ${grounds.size - carried} stand behind those.` : "."}
      </p>
      {types.map((type) => {
        const list = of(type);
        return list.length === 0 ? null : (
          <section key={type}>
            <h3>
              {typeNames[type]} <span class="faint">{list.length}</span>
            </h3>
            <ul class="links">
              {list
                .sort((a, b) => a.far - b.far)
                .slice(0, 6)
                .map(({ item }) => (
                  <ItemLink key={item.id} item={item} note={`R${item.round}`} />
                ))}
              {list.length > 6 && <li class="note">and {list.length - 6} more</li>}
            </ul>
          </section>
        );
      })}
    </>
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
        <Kbd>Esc</Kbd>
      </span>
    </button>
  );
}

const stateWords: Partial<Record<Item["state"], { words: string; tone?: "ok" | "work" | "bad" }>> = {
  open: { words: "open", tone: "work" },
  reopened: { words: "reopened", tone: "work" },
  accepted: { words: "accepted unresolved", tone: "work" },
  settled: { words: "settled" },
  carried: { words: "in the decision", tone: "ok" },
  rejected: { words: "rejected", tone: "bad" },
  withdrawn: { words: "withdrawn" },
};

export function Detail({ item }: { item: Item }) {
  const dialogue = useDialogue();
  const { refs, items, tensions } = dialogue;
  const groups = new Map<string, Set<string>>();
  const add = (words: string, id: string) => groups.set(words, (groups.get(words) ?? new Set()).add(id));
  for (const { kind, from, target } of refs) {
    if (target === item.id) add(refWords[kind]?.done ?? kind, from);
    if (from === item.id) add(refWords[kind]?.does ?? kind, target);
  }
  const closing = tensions.find(({ id }) => id === item.id)?.events.findLast(({ change }) => change === "resolved");
  const state = stateWords[item.state];
  const text = withoutMarkers(item.text);
  const first = item.by[0];
  return (
    <>
      <Close />
      <p class="it-h">
        <span class="mono">{item.id}</span> {typeNames[item.type]}
        {item.severity !== null && `, ${item.severity}`}, round {item.round}{" "}
        {state !== undefined && <Pill tone={state.tone}>{state.words}</Pill>}
      </p>
      <h2 class="it-t clamp6" dir="auto">
        <Words text={item.label} />
      </h2>
      <p class="it-by">
        {item.by.map((key) => (
          <span key={key}>
            <Avatar name={key} small /> <bdi>{personIn(dialogue, key).name}</bdi>
          </span>
        ))}
      </p>
      {item.state === "settled" && closing?.item && (
        <p class="it-c">
          <Icon name="check" size={14} class="blue" /> Closed in round {closing.round} by <Chip id={closing.item} />
        </p>
      )}
      {text.slice(0, 3).map((paragraph) => (
        <p key={paragraph} class="it-p clamp6" dir="auto">
          <Words text={paragraph} />
        </p>
      ))}
      {first !== undefined && (
        <p>
          <a class="lnk" href={hashOf(["d", dialogue.id, "text"], { doc: `${first}-${item.round}`, at: item.id })}>
            In the draft <Icon name="arrow" size={13} />
          </a>
        </p>
      )}
      <Citations item={item.id} room={2} />
      {[...groups].map(([words, ids]) => (
        <section key={words}>
          <h3>
            {words} <span class="faint">{ids.size}</span>
          </h3>
          <ul class="links">
            {[...ids].slice(0, 8).map((id) => (
              <ItemLink key={id} item={items.get(id)!} note={`R${items.get(id)!.round}`} />
            ))}
            {ids.size > 8 && <li class="note">and {ids.size - 8} more</li>}
          </ul>
        </section>
      ))}
      {groups.size === 0 && <p class="note">Nothing refers to it, and it refers to nothing.</p>}
    </>
  );
}
