/** Everything at once: it pans and zooms, and lights up the chain of what is selected. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { chainOf, spokenLabel } from "../../model/chains.ts";
import { type Dialogue, type Item, isOpen, personIn, plural } from "../../model/dialogue.ts";
import { wordsOfItem } from "../../model/drawn-draft.ts";
import { curve, fold, type Layout, layerNames, layoutMap, packedColumn } from "../../model/map-layout.ts";
import { Icon, toneClass, useDialogue } from "../../parts/parts.tsx";
import { shapePath } from "../../parts/shapes.ts";
import { setQuery } from "../../state.ts";
import { type Filter, isOn, passes } from "./filters.tsx";
import { panZoom } from "./pan-zoom.ts";

const narrow = 700;
const letterWidth = 5.5;
const lineHeight = 12;
/** Labels drawn at most: more cannot be read, and cost time. */
const maxLabels = 260;
/** Up to this scale every label that fits is drawn, seen or not: then a move needs no new ones. */
const allLabelled = 1.5;
const maxChain = 60;

export function Drawing({ filter, selected }: { filter: Filter; selected: string | null }) {
  const dialogue = useDialogue();
  const box = useRef<HTMLDivElement>(null);
  const room = useSignal({ width: 0, height: 0 });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      room.value = { width: Math.floor(width), height: Math.floor(height) };
    });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, [room]);
  const { width, height } = room.value;
  const isNarrow = width < narrow;
  const chain = useMemo(() => (selected === null ? null : chainOf(dialogue, selected)), [dialogue, selected]);
  const { types: wanted, by, round, severity, state } = filter;
  const isFiltered = isOn(filter);
  const layout = useMemo(() => {
    if (width === 0) return null;
    const all = [...dialogue.items.values()];
    const items = all.filter(
      (item) => passes(item, { types: wanted, by, round, severity, state }) || chain?.has(item.id),
    );
    return layoutMap(items, dialogue.refs, { width: width - 2, height: Math.max(isNarrow ? 300 : 480, height - 2) });
    // A chain changes what is laid out only where it brings back what a filter took away.
  }, [dialogue, width, height, isNarrow, isFiltered ? chain : null, wanted, by, round, severity, state]);
  return (
    <div ref={box} class="map-b">
      {layout !== null &&
        (layout.at.size === 0 ? (
          <p class="map-none">Nothing passes these filters.</p>
        ) : (
          <Canvas layout={layout} room={room.value} chain={chain} selected={selected} />
        ))}
    </div>
  );
}

function Canvas({
  layout,
  room,
  chain,
  selected,
}: {
  layout: Layout;
  room: { width: number; height: number };
  chain: Map<string, number> | null;
  selected: string | null;
}) {
  const dialogue = useDialogue();
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const zoom = useRef<ReturnType<typeof panZoom> | undefined>(undefined);
  /** Where the last gesture ended: the picture is drawn at that size. While a gesture lasts only its transform changes. */
  const view = useSignal({ x: 0, y: 0, k: 1 });
  const fitted = Math.min(1, room.width / layout.width, room.height / layout.height);

  useEffect(() => {
    const made = panZoom(frame.current!, {
      least: Math.min(0.3, fitted),
      most: 6,
      move({ x, y, k }) {
        svg.current!.style.transform = `translate(${x}px,${y}px) scale(${k / view.peek().k})`;
      },
      end(at) {
        if (at.k !== view.peek().k || at.k > allLabelled) view.value = at;
      },
    });
    zoom.current = made;
    return made.stop;
  }, [fitted, view]);
  const { x, y, k } = view.value;
  useLayoutEffect(() => {
    // Whole pixels: between them every letter would be blurred.
    svg.current!.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
  }, [x, y, k]);
  const fitAll = () => {
    const left = Math.max(0, (room.width - layout.width * fitted) / 2);
    zoom.current!.place({ x: left, y: 0, k: fitted });
  };
  useEffect(fitAll, [layout, fitted]);
  const zoomBy = (factor: number) => zoom.current!.scaleBy(factor);

  const choose = (id: string | null) => setQuery({ sel: id === selected ? null : id });
  const idOf = (event: Event) => (event.target as Element).closest("[data-id]")?.getAttribute("data-id") ?? null;
  const onKey = (event: KeyboardEvent) => {
    if (/^(?:SELECT|INPUT)$/.test((event.target as Element).tagName) || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") zoomBy(1.5);
    else if (event.key === "-") zoomBy(1 / 1.5);
    else if (event.key === "0") fitAll();
    else if (event.key.startsWith("Arrow")) walk(event.key, dialogue, layout, selected, choose);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const words = `${plural(layout.at.size, "item")} in ${plural(layout.bands.length, "round")}. The arrow keys walk along the lines.`;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys and Escape do the same, for the whole page */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and Escape do the same, for the whole page */}
      <div ref={frame} class="map-c" onClick={(event) => choose(idOf(event))}>
        <svg
          ref={svg}
          class={`map ${chain === null ? "" : "iso"}`}
          width={layout.width * k}
          height={layout.height * k}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          style={{ "--mark": markScale(k) }}
          role="img"
          aria-label={words}
        >
          <Bands layout={layout} />
          <Ground layout={layout} />
          {chain !== null && <Lit layout={layout} chain={chain} selected={selected} scale={k} />}
          {chain === null && <Labels layout={layout} view={view.value} room={room} />}
        </svg>
      </div>
      <div class="map-z">
        <button type="button" class="ib" onClick={() => zoomBy(1.5)} aria-label="Closer" title="Closer (+)">
          <Icon name="plus" />
        </button>
        <button type="button" class="ib" onClick={() => zoomBy(1 / 1.5)} aria-label="Farther" title="Farther (−)">
          <Icon name="minus" />
        </button>
        <button type="button" class="ib" onClick={fitAll} aria-label="Fit" title="Fit (0)">
          <Icon name="fit" />
        </button>
      </div>
    </>
  );
}

/** Closer by, shapes grow less than the room between them. */
function markScale(k: number): number {
  return Math.min(1, k ** -0.6);
}

/** Up and down along the column, left and right along the lines. */
function walk(
  key: string,
  { refs, items }: Dialogue,
  layout: Layout,
  selected: string | null,
  choose: (id: string) => void,
): void {
  const start =
    [...items.values()].find((item) => item.type === "T" && isOpen(item) && layout.at.has(item.id))?.id ??
    layout.at.keys().next().value!;
  const here = selected === null ? undefined : layout.at.get(selected);
  if (selected === null || here === undefined) {
    choose(start);
    return;
  }
  const { ids } = layout.columns[here.column]!;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const next = ids[ids.indexOf(selected) + (key === "ArrowDown" ? 1 : -1)];
    if (next !== undefined) choose(next);
    return;
  }
  const way = key === "ArrowRight" ? 1 : -1;
  const next = refs
    .flatMap(({ from, target }) => (from === selected ? [target] : target === selected ? [from] : []))
    .map((id) => ({ id, at: layout.at.get(id) }))
    .filter(({ at }) => at !== undefined && (at.x - here.x) * way > 2)
    .sort((a, b) => Math.abs(a.at!.y - here.y) - Math.abs(b.at!.y - here.y))[0];
  if (next !== undefined) choose(next.id);
}

function Bands({ layout }: { layout: Layout }) {
  return (
    <g>
      {layout.bands.map(({ round, x, width, count }) => (
        <g key={round}>
          <rect class="band" x={x} y="1" width={width} height={layout.height - 4} rx="8" />
          <text class="band-t" x={x + 12} y={23}>
            {width < 84 ? `${round}` : `Round ${round}`}
            {width >= 130 && (
              <tspan class="band-s" dx="6">
                {round === 0 ? "blind, " : ""}
                {count}
              </tspan>
            )}
          </text>
        </g>
      ))}
      {layout.columns.map(({ round, layer, x, width }) => (
        <text key={`${round} ${layer}`} class="layer-t">
          {(width < 90 ? layerNames[layer]!.split(", ") : [layerNames[layer]!]).map((line, i) => (
            <tspan key={line} x={x - (layer === 0 ? 14 : 8)} y={40 + i * 11}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}

/** Everything, drawn once for a layout: a path for each kind of line, a group for each item. */
function Ground({ layout }: { layout: Layout }) {
  const dialogue = useDialogue();
  return useMemo(() => {
    const lines = new Map<string, string>();
    for (const { kind, from, target } of dialogue.refs) {
      const a = layout.at.get(from);
      const b = layout.at.get(target);
      if (a !== undefined && b !== undefined) lines.set(kind, (lines.get(kind) ?? "") + curve(a, b));
    }
    return (
      <g class="ground">
        {[...lines].map(([kind, d]) => (
          <path key={kind} class={`edge ${kind}`} d={d} />
        ))}
        {[...layout.at].map(([id, at]) => (
          <Node key={id} item={dialogue.items.get(id)!} dialogue={dialogue} x={at.x} y={at.y} />
        ))}
      </g>
    );
  }, [dialogue, layout]);
}

function Node({
  item,
  dialogue,
  x,
  y,
  isSelected,
}: {
  item: Item;
  dialogue: Dialogue;
  x: number;
  y: number;
  isSelected?: boolean;
}) {
  const radius = isSelected ? 6.2 : 4.7;
  const { state, type } = item;
  const ringed = state === "open" || state === "reopened" || state === "accepted" || state === "carried";
  return (
    <g
      class={`node ${state} ${toneClass(type, item.severity, personIn(dialogue, item.by[0] ?? "").chair)}`}
      data-id={item.id}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
    >
      <title>{`${item.id}, round ${item.round}: ${item.label}\n${wordsOfItem(dialogue, item).join(" ").slice(0, 400)}`}</title>
      <g class="mark">
        <circle class="hit" r="8.5" />
        {ringed && <path class="ring-p" d={shapePath(type, radius + 3)} />}
        <path class="body" d={shapePath(type, radius)} />
      </g>
    </g>
  );
}

/** The chain, above everything else, with its labels. */
function Lit({
  layout,
  chain,
  selected,
  scale,
}: {
  layout: Layout;
  chain: Map<string, number>;
  selected: string | null;
  scale: number;
}) {
  const dialogue = useDialogue();
  const lines = dialogue.refs.filter(
    ({ kind, from, target }) =>
      chain.has(from) && chain.has(target) && (chain.get(from) === 0 || chain.get(target) === 0 || kind === "REFINE"),
  );
  const size = 1 / Math.max(0.4, scale);
  const taken: { x: number; y: number; w: number; h: number }[] = [];
  const labels = [...chain]
    .sort((a, b) => a[1] - b[1])
    .slice(0, maxChain)
    .flatMap(([id, far]) => {
      const at = layout.at.get(id);
      if (at === undefined) return [];
      const column = layout.columns[at.column]!;
      const wide = Math.max(column.width - 38, far === 0 ? 160 : 128);
      const lines = fold(
        spokenLabel(dialogue.items.get(id)!, dialogue),
        Math.floor(wide / (letterWidth * size)),
        column.step >= 26 * size ? 2 : 1,
      );
      const w = Math.max(...lines.map((line) => line.length)) * letterWidth * size + 8 * size;
      const h = lines.length * lineHeight * size + 3 * size;
      const flip = at.x + 12 + w > layout.width && at.x - w - 12 > 0;
      const spot = { x: flip ? at.x - 11 - w : at.x + 10, y: at.y - h / 2, w, h };
      const hits = taken.some((o) => spot.x < o.x + o.w && spot.x + w > o.x && spot.y < o.y + o.h && spot.y + h > o.y);
      if (hits && far !== 0) return [];
      taken.push(spot);
      return [{ id, lines, spot, far }];
    });
  return (
    <g class="lit">
      {lines.map(({ kind, from, target }) => {
        const a = layout.at.get(from);
        const b = layout.at.get(target);
        return a === undefined || b === undefined ? null : (
          <path key={`${kind} ${from} ${target}`} class={`edge ${kind}`} d={curve(a, b)} />
        );
      })}
      {labels.map(({ id, spot }) => (
        <rect
          key={id}
          class="label-b"
          x={spot.x - 2 * size}
          y={spot.y}
          width={spot.w}
          height={spot.h}
          rx={4 * size}
          data-id={id}
        />
      ))}
      {[...chain.keys()].map((id) => {
        const at = layout.at.get(id);
        return at === undefined ? null : (
          <Node
            key={id}
            item={dialogue.items.get(id)!}
            dialogue={dialogue}
            x={at.x}
            y={at.y}
            isSelected={id === selected}
          />
        );
      })}
      {labels.map(({ id, lines, spot, far }) => (
        <text key={id} class={`label lit-l ${far === 0 ? "me" : ""}`} data-id={id} font-size={11 * size}>
          {lines.map((line, i) => (
            <tspan key={line} x={spot.x + 2 * size} y={spot.y + (i + 0.8) * lineHeight * size}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}

/** Labels where the screen has room for them: in wide columns at once, in narrow ones as one comes closer. */
function Labels({
  layout,
  view: { x, y, k },
  room,
}: {
  layout: Layout;
  view: { x: number; y: number; k: number };
  room: { width: number; height: number };
}) {
  const dialogue = useDialogue();
  const shown: { id: string; lines: string[]; x: number; y: number }[] = [];
  for (const { ids, width, step, packed } of layout.columns) {
    const wide = ((packed > 1 ? packedColumn : width - 8) - 12 * markScale(k)) * k;
    const high = step * k;
    if (wide < 84 || high < lineHeight) continue;
    const lines = Math.max(1, Math.min(3, Math.floor((high - 3) / lineHeight)));
    for (const id of ids) {
      const at = layout.at.get(id)!;
      const sx = at.x * k + x;
      const sy = at.y * k + y;
      const isSeen = k <= allLabelled || (sx > -wide && sx < room.width && sy > 0 && sy < room.height);
      if (!isSeen || shown.length >= maxLabels) continue;
      shown.push({
        id,
        lines: fold(spokenLabel(dialogue.items.get(id)!, dialogue), Math.floor(wide / letterWidth), lines),
        x: at.x + 10 * markScale(k),
        y: at.y,
      });
    }
  }
  return (
    <g class="labels">
      {shown.map(({ id, lines, x: left, y: middle }) => (
        <rect
          key={`${id} ground`}
          class="label-b"
          x={left - 2 / k}
          y={middle - ((lines.length / 2) * lineHeight + 1) / k}
          width={(Math.max(...lines.map((line) => line.length)) * letterWidth + 4) / k}
          height={(lines.length * lineHeight + 2) / k}
        />
      ))}
      {shown.map(({ id, lines, x: left, y: middle }) => (
        <text key={id} class={`label ${dialogue.items.get(id)!.state}`} data-id={id} font-size={11 / k}>
          {lines.map((line, i) => (
            <tspan key={line} x={left} y={middle + ((i - (lines.length - 1) / 2) * lineHeight + 3.8) / k}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}
