/** A question answered: as a forest of cards on a wide screen, as a list of chains on a narrow one and on paper. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { cut } from "../../../facts/text/cut.ts";
import { type Dialogue, inWords, plural } from "../../model/dialogue.ts";
import { type Forest, type ForestNode, leavesOf } from "../../model/forest.ts";
import { type Fitted, type ForestLayout, headLength, layoutForest, pathOf } from "../../model/forest-layout.ts";
import { Answered, Avatar, Glyph, SeverityMark, useDialogue, Words } from "../../parts/parts.tsx";
import { here, setQuery } from "../../state.ts";

/** Before the window is measured. */
const firstRoom = 1376;

export function ForestView({ forest, selected }: { forest: Forest; selected: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useSignal(firstRoom);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry!.contentRect.width);
      if (width > 0) room.value = width;
    });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, [room]);
  const layout = useMemo(() => layoutForest(forest, room.value), [forest, room.value]);
  const lit = useMemo(() => litBy(forest, selected), [forest, selected]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^(?:SELECT|INPUT)$/.test((event.target as Element).tagName) || !event.key.startsWith("Arrow")) return;
      const next = stepFrom(forest, layout, selected, event.key);
      if (next !== undefined) setQuery({ sel: next });
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  useEffect(() => {
    // Of the map and the list only one is shown.
    for (const card of box.current!.parentElement!.querySelectorAll(".nd.sel"))
      card.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected, layout]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div ref={box} class="forest" tabIndex={0}>
        <Canvas forest={forest} layout={layout} lit={lit} selected={selected} />
      </div>
      <Chains forest={forest} selected={selected} />
    </>
  );
}

/** What leads to it and where it leads. */
function litBy({ nodes }: Forest, selected: string | null): Set<string> | null {
  const own = nodes.filter(({ id, item }) => id === selected || item?.id === selected);
  if (own.length === 0) return null;
  const lit = new Set<string>();
  for (const node of own) {
    for (const { id } of leavesOf(node)) lit.add(id);
    for (let at = node.parent; at !== null; at = at.parent) lit.add(at.id);
  }
  return lit;
}

/** Right to what it leads to, left to what leads to it, up and down along the column. */
function stepFrom({ nodes }: Forest, { placed }: ForestLayout, selected: string | null, key: string) {
  const chosen = (node: ForestNode | null | undefined) => node?.item?.id;
  const at = nodes.find(({ id }) => id === selected) ?? nodes.find(({ item }) => item?.id === selected);
  if (at === undefined) return chosen(nodes.find(({ kind }) => kind === "objection") ?? nodes.find(({ item }) => item));
  const walk = (next: (node: ForestNode) => ForestNode | null | undefined) => {
    let node = next(at);
    while (node != null && (node.item === null || node.item.id === at.item?.id)) node = next(node);
    return chosen(node);
  };
  if (key === "ArrowRight") return walk(({ parent }) => parent);
  if (key === "ArrowLeft") return walk(({ children }) => children[0]);
  const own = placed.get(at.id)!;
  const way = key === "ArrowDown" ? 1 : -1;
  const [next] = [...placed.values()]
    .filter(({ node, x, y }) => x === own.x && (y - own.y) * way > 0 && node.item !== null)
    .sort((a, b) => (a.y - b.y) * way);
  return chosen(next?.node);
}

function Canvas({
  forest,
  layout,
  lit,
  selected,
}: {
  forest: Forest;
  layout: ForestLayout;
  lit: ReadonlySet<string> | null;
  selected: string | null;
}) {
  const dialogue = useDialogue();
  const faded = (...ids: string[]) => (lit !== null && !ids.every((id) => lit.has(id)) ? "faded" : "");
  const toneOf = (id: string) => {
    const { kind } = layout.placed.get(id)!.node;
    return kind === "offer" || kind === "unanswered" || kind === "accepted" || kind === "again" ? "work" : "";
  };
  return (
    <div class="forest-c" style={{ width: `${layout.width}px` }}>
      <div class="forest-h">
        {bandsOf(dialogue, layout).map(({ key, x, width, name, note, isAuthor }) => (
          <div key={key} class={isAuthor ? "of-author" : ""} style={{ left: `${x}px`, width: `${width}px` }}>
            <b>{name}</b> <span>{note}</span>
          </div>
        ))}
      </div>
      <div class="forest-l" style={{ height: `${layout.height}px` }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {layout.lines.map((line) => (
            <path
              key={line.child}
              class={`fl ${toneOf(line.parent)} ${lit === null ? "" : faded(line.child, line.parent) || "hot"}`}
              d={pathOf(line)}
            />
          ))}
          {[...new Set(layout.lines.map(({ parent }) => parent))].map((id) => {
            const { x, y, height } = layout.placed.get(id)!;
            const middle = y + height / 2;
            return (
              <path
                key={id}
                class={`fh ${toneOf(id)} ${faded(id)}`}
                d={`M${x - headLength - 3} ${middle - 4}L${x - 3} ${middle}L${x - headLength - 3} ${middle + 4}z`}
              />
            );
          })}
        </svg>
        {forest.nodes.map((node) => {
          const { x, y, width, height, texts } = layout.placed.get(node.id)!;
          const isSelected = selected !== null && node.item?.id === selected && node.id === selected;
          return (
            <Card
              key={node.id}
              node={node}
              texts={texts}
              class={`${faded(node.id)} ${isSelected ? "sel" : ""}`}
              style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
            />
          );
        })}
      </div>
    </div>
  );
}

const askedWords: Record<string, string> = { check: "checks the new text", sign: "signs or not" };

/** One heading over the columns of a round, one over those of its author. */
function bandsOf({ view, verdict }: Dialogue, { columns, columnWidth }: ForestLayout) {
  return columns.flatMap(({ round, place, x }, i) => {
    const isAuthor = place < 0;
    const before = columns[i - 1];
    if (!isAuthor && before?.round === round && before.place >= 0) return [];
    const last = columns.findLast((one) => one.round === round && one.place < 0 === isAuthor)!;
    const record = view.export.rounds.find((one) => one.round === round);
    const name = isAuthor
      ? "The author"
      : record === undefined
        ? verdict === null
          ? "Next"
          : "Decided"
        : `Round ${round}`;
    const note = isAuthor
      ? `after round ${round - 1}`
      : round === 0
        ? "blind"
        : (askedWords[record?.asked ?? ""] ?? "");
    return [{ key: `${round} ${place}`, x, width: last.x + columnWidth - x, name, note, isAuthor }];
  });
}

interface CardOf {
  node: ForestNode;
  texts: readonly Fitted[];
  class: string;
  style?: Record<string, string>;
}

function Card({ node, texts, class: cls, style }: CardOf) {
  const name = `nd ${node.kind} ${cls}`;
  const inner = (
    <>
      <CardHead node={node} />
      {texts.map(({ text, lines }) => (
        <span key={text} class="nd-t" style={{ WebkitLineClamp: lines }} dir="auto">
          <Words text={text} links={false} />
        </span>
      ))}
    </>
  );
  if (node.item === null)
    return (
      <div class={name} style={style}>
        {inner}
      </div>
    );
  return (
    <a
      class={name}
      style={style}
      href={here({ sel: node.item.id })}
      data-id={node.id}
      title={node.label.replaceAll("**", "")}
    >
      {inner}
    </a>
  );
}

function CardHead({ node }: { node: ForestNode }) {
  const { people } = useDialogue();
  const { kind, type, by, severity, note, as, item } = node;
  if (kind === "unanswered" || kind === "more") return null;
  if (kind === "decision") return <b class="nd-m is-blue">Decision</b>;
  const chair = people.find(({ key }) => key === by[0])?.chair;
  return (
    <span class="nd-m">
      {kind === "objection" ? (
        <SeverityMark of={severity} />
      ) : (
        type !== null && <Glyph type={type} severity={item?.severity} chair={chair} size={13} />
      )}
      {by.map((key) => (
        <Avatar key={key} name={key} small />
      ))}
      {as !== null && (
        <Answered as={as} too={as === "refused" && item?.state === "settled" ? ", accepted" : undefined} />
      )}
      {kind === "objection" && as !== null && <span>by the author</span>}
      {kind === "again" && <b class="amber">Not settled</b>}
      {kind === "offer" && <b class="amber">Fix offered</b>}
      {kind === "accepted" && <b class="amber">Accepted unresolved</b>}
      {note !== "" && <span>{note}</span>}
      {item?.id === node.id && <span class="mono">{node.id}</span>}
    </span>
  );
}

/** A card for each tree, its steps downwards. */
function Chains({ forest, selected }: { forest: Forest; selected: string | null }) {
  const { people } = useDialogue();
  const roots = forest.question === "rests" ? (forest.roots[0]?.children ?? []) : forest.roots;
  /** What on the wide map a column says: who, and in which round. */
  const told = ({ kind, by, round, note }: ForestNode, before: ForestNode | undefined) => {
    if (kind === "answer") return "by the author";
    const names = kind === "objection" ? [] : by.map((key) => people.find((one) => one.key === key)?.name ?? key);
    const said = `${inWords(names)} ${note}`.trim();
    return [said, round === before?.round ? "" : `round ${round}`].filter(Boolean).join(", ");
  };
  return (
    <ol class="chains">
      {roots
        .toSorted((a, b) => strongest(a) - strongest(b))
        .map((root) => {
          const steps = leavesOf(root);
          const objections = steps.filter(({ kind }) => kind === "objection").length;
          return (
            <li key={root.id} class="card">
              {objections > 1 && <p class="lbl">{plural(objections, "objection")}, settled together</p>}
              {steps.map((node, i) => (
                <div key={node.id} class={`chain-s ${node.kind}`}>
                  <Card
                    node={{
                      ...node,
                      note: told(
                        node,
                        steps.slice(0, i).findLast(({ kind }) => kind !== "answer"),
                      ),
                    }}
                    texts={node.label.split("\n").map((text) => ({ text: cut(text, 150), lines: 6 }))}
                    class={selected !== null && node.id === selected ? "sel" : ""}
                  />
                </div>
              ))}
            </li>
          );
        })}
    </ol>
  );
}

function strongest(node: ForestNode): number {
  return Math.min(...leavesOf(node).map(({ rank }) => rank));
}
