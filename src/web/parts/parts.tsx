/** The small pieces that every view is made of. */
import { useSignal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { AnswerKind } from "../../facts/objections.ts";
import type { Severity } from "../data.ts";
import { type Dialogue, type Item, type ItemType, inWords, personIn } from "../model/dialogue.ts";
import { type Inline as InlinePart, parseInline } from "../model/markdown.ts";
import { hashOf } from "../route.ts";
import { shapePath, stanceWords, typeNames } from "./shapes.ts";

const DialogueContext = createContext<Dialogue | null>(null);
export const DialogueProvider = DialogueContext.Provider;

/** The dialogue that the view is about. */
export function useDialogue(): Dialogue {
  return useContext(DialogueContext)!;
}

const icons = {
  check: "M3.5 8.5l3 3 6-7",
  arrow: "M3 8h9.5M9 4.5L12.5 8 9 11.5",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  sun: "M8 5a3 3 0 100 6 3 3 0 000-6M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  warn: "M8 2.5l6 11H2zM8 6.5v3.4M8 11.6v.2",
  cross: "M4 4l8 8M12 4l-8 8",
  clock: "M8 2.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11M8 5v3.3l2 1.4",
  pen: "M10.5 3l2.5 2.5L6 12.5l-3 .5.5-3zM9 4.5L11.5 7",
  again: "M12.5 8a4.5 4.5 0 11-1.4-3.2M12.5 2.5v3h-3",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10",
} as const;

export function Icon({ name, size = 16, class: cls }: { name: keyof typeof icons; size?: number; class?: string }) {
  return (
    <svg class={`icon ${cls ?? ""}`} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

/** The colour of a person, as a class; chairs beyond the eighth start again. */
export function chairClass(chair: number): string {
  return chair < 0 ? "ch-x" : `ch-${chair % 8}`;
}

/** An objection is coloured by how bad it is; all else by whose it is. */
export function toneClass(type: ItemType, severity: Severity | null | undefined, chair: number): string {
  return type === "T" ? `sv-${severity ?? "none"}` : chairClass(chair);
}

interface Mark {
  type: ItemType;
  severity?: Severity | null;
  chair?: number;
  size?: number;
}

export function Glyph({ type, severity, chair = -1, size = 14 }: Mark) {
  return (
    <svg
      class={`glyph ${toneClass(type, severity, chair)}`}
      width={size}
      height={size}
      viewBox="-7 -7 14 14"
      aria-hidden="true"
    >
      <path d={shapePath(type, 4.6)} />
    </svg>
  );
}

export function ItemGlyph({ of: { type, severity, by }, size }: { of: Item; size?: number }) {
  return <Glyph type={type} severity={severity} chair={personIn(useDialogue(), by[0] ?? "").chair} size={size} />;
}

const kinds = { fixed: ["ok", "Fixed"], part: ["work", "Fixed in part"], refused: ["bad", "Refused"] } as const;

/** What the author says of an objection. */
export function Answered({ as, too = "" }: { as: AnswerKind; too?: string }) {
  const [tone, word] = kinds[as];
  return <b class={`k ${tone}`}>{word + too}</b>;
}

export function Avatar({ name, small, faded }: { name: string; small?: boolean; faded?: boolean }) {
  const { name: shown, role, chair, isGuest } = personIn(useDialogue(), name);
  return (
    <span
      class={`av ${chairClass(chair)} ${small ? "s" : ""} ${isGuest ? "guest" : ""} ${faded ? "faded" : ""}`}
      title={role === "" ? shown : `${shown}, ${role}`}
    >
      {[...shown].slice(0, 2).join("")}
    </span>
  );
}

export function Who({ name, note }: { name: string; note?: ComponentChildren }) {
  const { name: shown, role } = personIn(useDialogue(), name);
  return (
    <span class="who">
      <Avatar name={name} />
      <span class="who-t">
        <b>
          <bdi>{shown}</bdi>
        </b>
        <small title={role}>
          <bdi>{note ?? role}</bdi>
        </small>
      </span>
    </span>
  );
}

/** A full disc agrees, half is conditional, empty rejects, a bar abstains or holds; the mark is blue when the signal counts. */
export function StanceMark({ position, signal }: { position: string | null; signal?: "counted" | "uncounted" | null }) {
  const words = position === null ? "no stance" : (stanceWords[position] ?? position.toLowerCase());
  const label =
    signal === "counted" ? `${words}, signed` : signal === "uncounted" ? `${words}, signature not counted` : words;
  return (
    <svg class={`stance ${signal ?? ""}`} width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={label}>
      <title>{label}</title>
      {signal === "uncounted" && <circle class="halo" cx="7" cy="7" r="6.4" />}
      <circle class={position === "APPROVE" ? "full" : position === null ? "none" : ""} cx="7" cy="7" r="4.4" />
      {position === "CONDITIONAL" && <path class="full" d="M7 2.6a4.4 4.4 0 010 8.8z" />}
      {position === "ABSTAIN" && <path d="M4.6 7h4.8" />}
      {position === "HOLD" && <path d="M5.7 5v4M8.3 5v4" />}
      {position === "REJECT" && <path class="no" d="M5 5l4 4M9 5L5 9" />}
    </svg>
  );
}

/** The triangle of an objection, for those too who do not see its colour. */
export function SeverityMark({ of }: { of: Severity | null }) {
  const words = of ?? "no severity";
  return (
    <svg
      class={`glyph sev-t ${toneClass("T", of, -1)}`}
      width="13"
      height="13"
      viewBox="-7 -7 14 14"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <path d={shapePath("T", 5)} />
    </svg>
  );
}

/** An item by its ID; leads into the map. */
export function Chip({ id, bare }: { id: string; bare?: boolean }) {
  const dialogue = useDialogue();
  const item = dialogue.items.get(dialogue.globalIds.get(id) ?? id);
  if (item === undefined) return <span class="mono">{id}</span>;
  const by = item.by.map((key) => personIn(dialogue, key).name);
  return (
    <a
      class={`chip ${bare ? "bare" : ""}`}
      href={hashOf(["d", dialogue.id, "map"], { sel: item.id })}
      title={`${typeNames[item.type]}${item.severity === null ? "" : `, ${item.severity},`} by ${inWords(by)}, round ${item.round}: ${item.label}`}
    >
      <ItemGlyph of={item} size={13} />
      {item.id}
    </a>
  );
}

const itemId = /\b(?:[A-Z][A-Z0-9]*-)?[PRTEC]\d{4,}\b/g;

/** Words with their code and emphasis. IDs of items and addresses become links, except inside of one. */
export function Words({ text, links = true }: { text: string; links?: boolean }) {
  return <InlineParts parts={parseInline(text)} links={links} />;
}

export function InlineParts({ parts, links }: { parts: readonly InlinePart[]; links: boolean }) {
  return (
    <>
      {parts.map((part, i) => (
        <InlineOne key={i} part={part} links={links} />
      ))}
    </>
  );
}

function InlineOne({ part, links }: { part: InlinePart; links: boolean }) {
  if ("text" in part) {
    if (part.kind === "code")
      return (
        <code>
          {/* An option stays whole: browsers break a line behind "--". */}
          {part.text.split(/(?<!\S)(-\S{1,24})/).map((words, i) =>
            i % 2 === 0 ? (
              <Plain key={i} text={words} />
            ) : (
              <span key={i} class="nb">
                <Plain text={words} />
              </span>
            ),
          )}
        </code>
      );
    return <WithChips text={part.text} links={links} />;
  }
  const inner = <InlineParts parts={part.parts} links={links} />;
  if ("href" in part)
    return !links ? (
      inner
    ) : (
      <a class="ext" href={part.href} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    );
  if (part.kind === "strong") return <strong>{inner}</strong>;
  return part.kind === "em" ? <em>{inner}</em> : <s>{inner}</s>;
}

function WithChips({ text, links }: { text: string; links: boolean }) {
  const dialogue = useContext(DialogueContext);
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const found of links ? text.matchAll(itemId) : []) {
    if (!dialogue?.globalIds.has(found[0])) continue;
    const before = text.slice(from, found.index);
    const isOpened = before.endsWith("(");
    const chip = <Chip key={found.index} id={found[0]} bare />;
    pieces.push(
      <Plain key={from} text={isOpened ? before.slice(0, -1) : before} />,
      // A bracket does not stay behind at the end of a line.
      isOpened ? <span class="nb">({chip}</span> : chip,
    );
    from = found.index + found[0].length;
  }
  return (
    <>
      {pieces}
      <Plain text={text.slice(from)} />
    </>
  );
}

/** A pattern with one group, for what was searched: the words below mark it. */
export const Sought = createContext<RegExp | null>(null);

function Plain({ text }: { text: string }) {
  const sought = useContext(Sought);
  const parts = sought === null ? [text] : text.split(sought);
  return <>{parts.map((part, i) => (i % 2 === 0 ? part : <mark key={i}>{part}</mark>))}</>;
}

export function Pill({
  tone,
  children,
  live,
}: {
  tone?: "ok" | "work" | "bad";
  children: ComponentChildren;
  live?: boolean;
}) {
  return (
    <span class={`pill ${tone ?? ""} ${live ? "live" : ""}`}>
      {tone !== undefined && <i />}
      {children}
    </span>
  );
}

/** How much of the most it is, as a bar. */
export function Share({ of, most, words, tone }: { of: number; most: number; words: string; tone?: "work" }) {
  return (
    <span class={`share ${tone ?? ""}`} role="img" aria-label={words}>
      <i style={{ width: `${(100 * of) / most}%` }} />
    </span>
  );
}

/** A count and what it is made of, as one bar. */
export function Split({ of, words }: { of: readonly (readonly [tone: string, n: number])[]; words: string }) {
  const all = of.reduce((sum, [, n]) => sum + n, 0);
  return (
    <span class="share split" role="img" aria-label={words} title={words}>
      {of.map(([tone, n]) => n > 0 && <i key={tone} class={tone} style={{ width: `${(100 * n) / all}%` }} />)}
    </span>
  );
}

/** A file of another repository, to be copied: there is no address to lead to. */
export function Place({ path, commit }: { path: string; commit: string }) {
  return (
    <code class="place">
      <bdi>
        {path} @ {commit.slice(0, 12)}
      </bdi>
    </code>
  );
}

export function Pager({ page, pages, turn }: { page: number; pages: number; turn(to: number): void }) {
  if (pages <= 1) return null;
  return (
    <p class="pager">
      <button type="button" disabled={page <= 1} onClick={() => turn(page - 1)}>
        Previous
      </button>
      <span class="num">
        {page} of {pages}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => turn(page + 1)}>
        Next
      </button>
    </p>
  );
}

/** Rows drawn at first, and with every look at the end of the list: a thousand at once would make the page wait. */
const portion = 40;

export function usePortions(rows: number): { shown: number; end: ComponentChildren } {
  const shown = useSignal(portion);
  const end = useRef<HTMLDivElement>(null);
  const isCut = shown.value < rows;
  useEffect(() => {
    if (end.current === null) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) shown.value += portion;
      },
      { rootMargin: "600px" },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [shown, isCut]);
  return { shown: shown.value, end: isCut && <div ref={end} class="end" /> };
}

/** To be run in a terminal; one click takes it where the browser keeps its clipboard. */
export function Command({ text }: { text: string }) {
  const isCopied = useSignal(false);
  const copy = () => navigator.clipboard?.writeText(text).then(() => (isCopied.value = true));
  return (
    <p class="cmd">
      <code>{text}</code>
      <button type="button" class="lnk nb" onClick={copy}>
        {isCopied.value ? "Copied" : "Copy"}
      </button>
    </p>
  );
}

/** What stands where there is nothing to draw. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="card empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** While something is read, and when it cannot be. */
export function Waiting({
  failure,
  title = "Nothing to show",
}: {
  failure: string | null | undefined;
  title?: string;
}) {
  if (!failure) return <p class="loading">Reading …</p>;
  return (
    <Empty title={title}>
      <p>
        <Words text={failure} links={false} />
      </p>
    </Empty>
  );
}
