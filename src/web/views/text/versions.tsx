/** The versions of the text: what changed from one to the next, and who asked for it. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { answerKind, answerText } from "../../../facts/objections.ts";
import { type BlockChange, type LineChange, wordsIn } from "../../../facts/text/blocks.ts";
import { isSaid, textChange } from "../../../facts/text/changed.ts";
import { capital, cut } from "../../../facts/text/cut.ts";
import { type PlacedAnswers, placeAnswers } from "../../../facts/text/placed-answers.ts";
import { countWords, type WordRun } from "../../../facts/text/word-diff.ts";
import type { Answer } from "../../data.ts";
import { count, fileName } from "../../format.ts";
import { inWords, personIn, plural } from "../../model/dialogue.ts";
import { objectionsOf } from "../../model/objections.ts";
import { answersBetween, changeOf, changeSize, conditionsOf, type Version } from "../../model/versions.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { Answered, Avatar, Chip, Icon, SeverityMark, useDialogue, Words } from "../../parts/parts.tsx";
import { Choice } from "../../parts/query.tsx";
import { stanceWords } from "../../parts/shapes.ts";
import { here } from "../../state.ts";

export function Rail({ versions, index, from }: { versions: readonly Version[]; index: number; from: number | null }) {
  const { view } = useDialogue();
  const { subject } = view.export;
  return (
    <>
      <h2>The text under discussion</h2>
      <ol class="rail">
        {subject !== null && subject?.lines === undefined && (
          <li class="note lost-text">
            The subject’s words ({fileName(subject.path)}) are not on record; its first change cannot be shown.
          </li>
        )}
        {versions.map((version, i) => {
          const change = i === 0 ? null : changeSize(versions[i - 1]!, version);
          return (
            <li key={version.key}>
              <a
                href={here({ doc: version.key, from: null, at: null, mode: null })}
                aria-current={i === index ? "page" : undefined}
                class={i === from ? "from" : ""}
                data-text
              >
                <i />
                <span>
                  <b>{version.name}</b>
                  <small>
                    {change === null ? (
                      `${count(wordsIn(version.text))} words`
                    ) : change.added + change.removed === 0 ? (
                      "as before"
                    ) : (
                      <Change of={change} />
                    )}
                  </small>
                </span>
              </a>
            </li>
          );
        })}
        {versions.length === 0 && <li class="note">No subject and no proposal is on record.</li>}
      </ol>
      {index >= 0 && from !== null && <Contents changes={changeOf(versions[from]!, versions[index]!)} />}
    </>
  );
}

const mostListed = 14;

/** The blocks that changed, to jump to. */
function Contents({ changes }: { changes: readonly BlockChange[] }) {
  const byName = new Map<string, { name: string; added: number; removed: number; i: number; isCode: boolean }>();
  changes.forEach(({ name: own, lead, section, isSame, before, after, added, removed }, i) => {
    const { kind } = (after ?? before)!;
    if (isSame || kind === "heading") return;
    const name = kind === "code" ? own : lead || section || own;
    const known = byName.get(name) ?? { name, added: 0, removed: 0, i, isCode: kind === "code" };
    byName.set(name, { ...known, added: known.added + added, removed: known.removed + removed });
  });
  const changed = [...byName.values()];
  if (changed.length === 0) return null;
  return (
    <>
      <h2>Changed blocks</h2>
      <ul class="toc">
        {changed.slice(0, mostListed).map(({ name, added, removed, i, isCode }) => (
          <li key={i}>
            <button type="button" class={isCode ? "mono" : ""} onClick={() => showBlock(i)} title={name}>
              <bdi>{name}</bdi>
            </button>
            <span class="num">
              {added > 0 && <span class="plus">+{added}</span>} {removed > 0 && <span class="minus">−{removed}</span>}
            </span>
          </li>
        ))}
        {changed.length > mostListed && <li class="note">and {changed.length - mostListed} more</li>}
      </ul>
    </>
  );
}

/** One that is folded is opened first. */
function showBlock(i: number): void {
  const block = document.getElementById(`block-${i}`);
  block?.closest("details")?.setAttribute("open", "");
  block?.scrollIntoView({ block: "center" });
}

function Change({ of: { added, removed } }: { of: { added: number; removed: number } }) {
  return (
    <>
      <span class="plus">+{count(added)}</span> <span class="minus">−{count(removed)}</span> words
    </>
  );
}

/** What the reader compares: the first text with the last, until another is chosen. */
export function VersionText({
  versions,
  index,
  from,
  mode,
}: {
  versions: readonly Version[];
  index: number;
  from: number | null;
  mode: string | undefined;
}) {
  const version = versions[index]!;
  if (from === null)
    return (
      <article class="doc">
        <Head versions={versions} index={index} from={from} isPlain>
          <Length of={version} />
        </Head>
        <Markdown text={version.text} />
      </article>
    );
  return <Compared versions={versions} index={index} from={from} mode={mode} />;
}

function Length({ of: { text, note } }: { of: Version }) {
  return (
    <>
      {count(wordsIn(text))} words, <bdi>{note}</bdi>.
    </>
  );
}

interface Comparison {
  versions: readonly Version[];
  index: number;
  from: number;
  mode: string | undefined;
}

/** Of a text that was rewritten the new words can be read, of one that was edited the changes. */
function Compared({ versions, index, from, mode }: Comparison) {
  const dialogue = useDialogue();
  const [before, version] = [versions[from]!, versions[index]!];
  const changes = changeOf(before, version);
  const answers = useMemo(() => answersBetween(versions, from, index), [versions, from, index]);
  const placed = useMemo(() => placeAnswers(changes, answers, dialogue.items), [changes, answers, dialogue]);
  const all = useMemo(
    () => textChange(before.text, version.text, answers, dialogue.items, 0, changes),
    [before, version, answers, dialogue, changes],
  );
  const isSame = changes.every((one) => one.isSame);
  const isPlain = isSame || (mode === undefined ? all.isRewritten : mode === "read");
  return (
    <article class="doc compared">
      <Head versions={versions} index={index} from={from} isPlain={isPlain}>
        {isSame ? (
          "Word for word the same."
        ) : isPlain ? (
          <Length of={version} />
        ) : (
          <>
            {all.changed} of {plural(all.of, "block")} changed, {count(all.before)} → {plural(all.after, "word")}
            {all.isRewritten ? ": rewritten rather than edited" : ""}.
          </>
        )}
      </Head>
      <Diff changes={changes} placed={placed} isPlain={isPlain} />
      {placed.loose.length > 0 && !isSame && (
        <section class="loose">
          <h2>Answered elsewhere, or nowhere in particular</h2>
          <div>
            {placed.loose.map((answer) => (
              <Note key={answer.id} answer={answer} />
            ))}
          </div>
        </section>
      )}
      <Why version={version} />
    </article>
  );
}

function Head({
  versions,
  index,
  from,
  isPlain,
  children,
}: {
  versions: readonly Version[];
  index: number;
  from: number | null;
  isPlain: boolean;
  children: ComponentChildren;
}) {
  const { key, name } = versions[index]!;
  const before = from === null ? null : versions[from]!;
  const ways = [
    ["diff", "Changes"],
    ["read", "Text"],
  ] as const;
  return (
    <header class="doc-h">
      <h1>
        {before !== null && !isPlain && (
          <>
            {before.name} <Icon name="arrow" class="faint" />{" "}
          </>
        )}
        {before === null || isPlain ? name : lowerFirst(name)}
      </h1>
      <p>{children}</p>
      <nav class="filter" aria-label="How to show it">
        {before !== null &&
          ways.map(([mode, word]) => (
            <a
              key={mode}
              href={here({ doc: key, from: before.key, mode })}
              aria-current={isPlain === (mode === "read") ? "true" : undefined}
            >
              {word}
            </a>
          ))}
        <span class="narrow-only">
          <Choice name="doc" label="the newest" value={key} options={versions.map(({ key, name }) => [key, name])} />
        </span>
        {before !== null && !isPlain && index > 1 && (
          <Choice
            name="from"
            label="against"
            value={before.key}
            options={versions.slice(0, index).map(({ key, name }) => [key, `against ${name}`])}
          />
        )}
      </nav>
    </header>
  );
}

function lowerFirst(name: string): string {
  return name === "Decided" || name === "Verdict" ? name.toLowerCase() : name;
}

const mostRemoved = 3;
const shortBlock = 12;

type Piece =
  | { kind: "change"; change: BlockChange; i: number }
  | { kind: "same" | "gone"; of: BlockChange[]; i: number };

/** Unchanged runs and long runs of removed blocks are folded; a heading stays above what changed below it. */
function piecesOf(changes: readonly BlockChange[], isNoted: (i: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  const kindOf = (change: BlockChange, i: number) =>
    change.isSame ? "same" : change.after === null && !isNoted(i) ? "gone" : "change";
  for (let i = 0; i < changes.length; ) {
    const kind = kindOf(changes[i]!, i);
    if (kind === "change") {
      pieces.push({ kind, change: changes[i]!, i: i++ });
      continue;
    }
    let end = i;
    while (end < changes.length && kindOf(changes[end]!, end) === kind) end++;
    let last = end;
    while (kind === "same" && last > i && end < changes.length && changes[last - 1]!.after!.kind === "heading") last--;
    const of = changes.slice(i, last);
    const words = of.reduce((sum, one) => sum + wordsOf(one), 0);
    const isFolded = kind === "gone" ? of.length >= mostRemoved : words > shortBlock;
    const shown = isFolded ? last : i;
    if (isFolded) pieces.push({ kind, of, i });
    for (let k = shown; k < end; k++) pieces.push({ kind: "change", change: changes[k]!, i: k });
    i = end;
  }
  return pieces;
}

function wordsOf({ before, after }: BlockChange): number {
  return countWords((after ?? before)!.text);
}

/** Counted as above: headings and lines like `Status: proposal` are no blocks. */
function blocksSaid(of: readonly BlockChange[]): string {
  const said = of.filter(isSaid).length;
  return said === 0 ? "" : `${plural(said, "block")} `;
}

/** What is new without what it came from. */
function withoutRemoved(change: BlockChange): BlockChange {
  const kept = <T extends { step: WordRun["step"] }>(list: readonly T[]) =>
    list.filter(({ step }) => step !== "removed").map((one) => ({ ...one, step: "same" as const }));
  const lines = kept(change.lines).map((line) => ({ ...line, runs: kept(line.runs) }));
  return { ...change, isSame: true, runs: kept(change.runs), lines };
}

function Diff({
  changes,
  placed,
  isPlain,
}: {
  changes: readonly BlockChange[];
  placed: PlacedAnswers;
  isPlain: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const pieces = useMemo(() => {
    const isNoted = (i: number) => placed.at.has(i);
    if (!isPlain) return piecesOf(changes, isNoted);
    return changes.flatMap((change, i): Piece[] =>
      change.after === null && !isNoted(i) ? [] : [{ kind: "change", change: withoutRemoved(change), i }],
    );
  }, [changes, placed, isPlain]);
  // Notes stand beside their block and push each other down, never over each other.
  useLayoutEffect(() => {
    const settle = () => {
      let next = 0;
      for (const notes of box.current!.querySelectorAll<HTMLElement>(".notes")) {
        const { offsetTop } = notes.parentElement!;
        const top = Math.max(offsetTop, next);
        notes.style.top = `${top - offsetTop}px`;
        next = top + notes.offsetHeight + 10;
      }
      box.current!.style.minHeight = `${next}px`;
    };
    const watcher = new ResizeObserver(settle);
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, [pieces]);
  return (
    <div class="diff" ref={box}>
      {placed.at.size > 0 && <p class="lbl notes-h">Objections answered here</p>}
      {pieces.map((piece) =>
        piece.kind === "change" ? (
          <Block key={piece.i} change={piece.change} answers={placed.at.get(piece.i) ?? []} i={piece.i} />
        ) : (
          <details key={piece.i} class={`fold ${piece.kind}`}>
            <summary>
              {blocksSaid(piece.of)}
              {piece.kind === "same" ? "unchanged" : "removed"},{" "}
              {plural(
                piece.of.reduce((sum, one) => sum + wordsOf(one), 0),
                "word",
              )}
              : <bdi>{namesOf(piece.of)}</bdi>
            </summary>
            {piece.of.map((change, k) => (
              <Block key={k} change={change} answers={[]} i={piece.i + k} />
            ))}
          </details>
        ),
      )}
    </div>
  );
}

function namesOf(changes: readonly BlockChange[]): string {
  const headings = changes.flatMap(({ before, after, name }) => ((after ?? before)!.kind === "heading" ? [name] : []));
  return cut(headings.length > 0 ? headings.join(", ") : changes[0]!.name, 90);
}

function Block({ change, answers, i }: { change: BlockChange; answers: readonly Answer[]; i: number }) {
  const { before, after, isSame } = change;
  const state = isSame ? "same" : before === null ? "new" : after === null ? "gone" : "mod";
  return (
    <div class={`bl ${state}`} id={`block-${i}`}>
      <div dir="auto">
        <BlockBody change={change} />
      </div>
      {answers.length > 0 && (
        <div class="notes">
          {answers.map((answer) => (
            <Note key={answer.id} answer={answer} />
          ))}
        </div>
      )}
    </div>
  );
}

function BlockBody({ change }: { change: BlockChange }) {
  const block = (change.after ?? change.before)!;
  switch (block.kind) {
    case "code":
      return (
        <div class="code">
          {block.language !== "" && <span class="lang">{block.language}</span>}
          {change.lines.map((line, i) => (
            <Line key={i} line={line} />
          ))}
        </div>
      );
    case "table":
      return <TableRows change={change} />;
    case "heading": {
      const Heading = block.level === 1 ? "h2" : "h3";
      return (
        <Heading>
          <Runs runs={change.runs} />
        </Heading>
      );
    }
    case "item":
      return (
        <p class="bl-li">
          <span>{/^\d/.test(block.marker) ? block.marker : "•"}</span>
          <Runs runs={change.runs} />
        </p>
      );
    case "quote":
      return (
        <blockquote>
          <Runs runs={change.runs} />
        </blockquote>
      );
    case "paragraph":
      return (
        <p>
          <Runs runs={change.runs} />
        </p>
      );
  }
}

const signs = { same: " ", added: "+", removed: "−" } as const;

function Line({ line: { step, runs } }: { line: LineChange }) {
  return (
    <span class={`cl ${step}`}>
      <i>{signs[step]}</i>
      {runs.map(({ step: own, text }, i) => (own === "same" ? text : <mark key={i}>{text}</mark>))}
      {"\n"}
    </span>
  );
}

function TableRows({ change: { lines } }: { change: BlockChange }) {
  const rows = lines.filter(({ runs }) => !/^[|\s:-]+$/.test(runs.map(({ text }) => text).join("")));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div class="md-table" tabIndex={0}>
      <table>
        <tbody>
          {rows.map(({ step, runs }, i) => (
            <tr key={i} class={step}>
              {cellsOf(runs.map(({ text }) => text).join("")).map((cell, k) => (
                <td key={k} dir="auto">
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function Runs({ runs }: { runs: readonly WordRun[] }) {
  return (
    <>
      {runs.map(({ step, text }, i) => {
        if (step === "same") return <Words key={i} text={text} />;
        const Tag = step === "added" ? "ins" : "del";
        return (
          <Tag key={i}>
            <Words text={text} links={step === "added"} />
          </Tag>
        );
      })}
    </>
  );
}

/** An objection, what the author answered, and who accepted it. */
function Note({ answer: { id, answer, text } }: { answer: Answer }) {
  const dialogue = useDialogue();
  const objection = objectionsOf(dialogue).find(({ item }) => item.id === id);
  const names = (keys: readonly string[]) => inWords(keys.map((key) => personIn(dialogue, key).name));
  const by = names(objection?.item.by ?? []);
  const closed = objection?.closed ?? null;
  const accepted =
    closed === null ? "open" : names(closed.by) === by ? "" : `accepted by ${names(closed.by) || "the Judge"}`;
  return (
    <aside class={`nt ${answer === "refused" ? "refused" : ""}`}>
      <h3 dir="auto">
        <SeverityMark of={objection?.item.severity ?? null} />{" "}
        <Words text={capital(objection?.item.label ?? id)} links={false} />
      </h3>
      <p dir="auto" title={text}>
        <Answered as={answerKind({ answer, text })} /> <Words text={capital(cut(answerText({ answer, text }), 170))} />
      </p>
      <p class="note">
        {(objection?.item.by ?? []).map((key) => (
          <Avatar key={key} name={key} small />
        ))}{" "}
        {accepted === "" ? `raised and accepted by ${by}` : `raised by ${by}, ${accepted}`} <Chip id={id} bare />
      </p>
    </aside>
  );
}

/** Beside the answers: who asked for the change where there is no author, and the sheet as written where there is one. */
function Why({ version }: { version: Version }) {
  const dialogue = useDialogue();
  if (version.answers !== null)
    return (
      <details class="whole">
        <summary>
          {version.answered.length > 0 ? "The author’s sheet as written" : "What the agent found and changed"}
        </summary>
        <Markdown text={version.answers} lowest={3} />
      </details>
    );
  return <Asked version={version} dialogue={dialogue} />;
}

function Asked({ version, dialogue }: { version: Version; dialogue: ReturnType<typeof useDialogue> }) {
  if (version.askedBy === null || version.askedBy < 0) return null;
  const asked = conditionsOf(dialogue, version.askedBy);
  return (
    <>
      <h2>Why it changed: round {version.askedBy} asked for it</h2>
      {asked.length === 0 && <p class="note">No condition was attached to a stance.</p>}
      <ul class="sheet">
        {asked.map(({ key, position, confidence, text }) => (
          <li key={key}>
            <p class="sheet-w">
              <Avatar name={key} small /> <b>{personIn(dialogue, key).name}</b>{" "}
              <span class="faint">
                {stanceWords[position] ?? position} {confidence?.toFixed(2)}
              </span>
            </p>
            <p class="dim clamp6" dir="auto" title={text}>
              <Words text={text} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
