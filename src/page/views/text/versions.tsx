/** The versions of the text: what changed from one to the next, and who asked for it. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { count, fileName } from "../../format.ts";
import { personIn, plural } from "../../model/dialogue.ts";
import {
  type Answer,
  answersFor,
  answersIn,
  changeOf,
  changeSize,
  conditionsOf,
  type Version,
} from "../../model/versions.ts";
import { countWords, type LineChange, type WordRun } from "../../model/word-diff.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { Avatar, Chip, Icon, Pill, useDialogue, Words } from "../../parts/parts.tsx";
import { stanceWords } from "../../parts/shapes.ts";
import { here } from "../../state.ts";

export function Rail({ versions, index }: { versions: readonly Version[]; index: number }) {
  const { view } = useDialogue();
  const { subject } = view.export;
  const rail = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = rail.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) rail.current!.scrollLeft = current.offsetLeft - 60;
  }, [index]);
  return (
    <>
      <h2>The text under discussion</h2>
      <ol class="rail" ref={rail}>
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
                href={here({ doc: version.key, at: null, mode: null })}
                aria-current={i === index ? "page" : undefined}
                data-text
              >
                <i />
                <span>
                  <b>{version.name}</b>
                  <small>
                    {change === null ? (
                      `${count(countWords(version.text))} words`
                    ) : change.added + change.removed === 0 ? (
                      "unchanged"
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
    </>
  );
}

function Change({ of: { added, removed } }: { of: { added: number; removed: number } }) {
  return (
    <>
      <span class="plus">+{count(added)}</span> <span class="minus">−{count(removed)}</span> words
    </>
  );
}

export function VersionText({
  versions,
  index,
  isPlain,
}: {
  versions: readonly Version[];
  index: number;
  isPlain: boolean;
}) {
  const dialogue = useDialogue();
  const version = versions[index]!;
  const before = versions[index - 1];
  const changes = before === undefined ? [] : changeOf(before, version);
  const change = before === undefined ? null : changeSize(before, version);
  const total = countWords(version.text);
  const answers = useMemo(() => answersIn(version.answers ?? ""), [version]);
  const isSame = change !== null && change.added + change.removed === 0;
  return (
    <>
      <article class="doc">
        <header class="doc-h">
          <h1>
            {before === undefined || isPlain ? (
              version.name
            ) : (
              <>
                {before.name} <Icon name="arrow" class="faint" /> {version.name}
              </>
            )}
          </h1>
          <p>
            {change === null || isPlain ? (
              <>
                {count(total)} words, <bdi>{version.note}</bdi>.
              </>
            ) : isSame ? (
              "Word for word the same."
            ) : (
              <>
                <Change of={change} /> of {count(total)}.{" "}
                {change.added > total * 0.6 ? "Rewritten rather than edited." : "Unchanged stretches are folded."}
              </>
            )}
          </p>
          {before !== undefined && (
            <nav class="filter" aria-label="How to show it">
              <a href={here({ doc: version.key, mode: null })} aria-current={isPlain ? undefined : "true"}>
                Changes
              </a>
              <a href={here({ doc: version.key, mode: "read" })} aria-current={isPlain ? "true" : undefined}>
                Text
              </a>
            </nav>
          )}
        </header>
        {isPlain ? (
          <Markdown text={version.text} />
        ) : isSame ? (
          <div class="card empty">
            <h2>Not one word changed</h2>
            <p>
              {version.key === "verdict" ? "The panel signalled on exactly this text. " : ""}
              <a class="lnk" href={here({ doc: version.key, mode: "read" })}>
                Read it
              </a>
            </p>
          </div>
        ) : (
          <Diff changes={changes} answers={answers} />
        )}
      </article>
      <aside class="text-s">
        {answers.length > 0 ? (
          <Sheet answers={answers} sheet={version.answers!} />
        ) : version.answers !== null ? (
          <Found sheet={version.answers} />
        ) : (
          <Asked version={version} dialogue={dialogue} />
        )}
      </aside>
    </>
  );
}

function lineClass(line: string): string {
  if (/^#\s/.test(line)) return "h-1";
  if (/^#{2,6}\s/.test(line)) return "h-2";
  if (/^\s*[-*+]\s/.test(line)) return "li";
  if (/^\s*\d+[.)]\s/.test(line)) return "ol";
  return /^\s*\||^\s*```|^ {4}/.test(line) ? "cd" : "";
}

const bare = (line: string) => line.replace(/^#{1,6}\s+/, "").replace(/^\s*[-*+]\s+/, "");

function Diff({ changes, answers }: { changes: readonly LineChange[]; answers: readonly Answer[] }) {
  const { items } = useDialogue();
  const pieces: preact.JSX.Element[] = [];
  let same: string[] = [];
  const flush = (key: number) => {
    const lines = same.filter((line) => line.trim() !== "");
    same = [];
    if (lines.length > 3) {
      const heading = lines.findLast((line) => line.startsWith("#"));
      pieces.push(
        <details key={`same ${key}`} class="fold">
          <summary>
            {lines.length} unchanged paragraphs{" "}
            {heading !== undefined && <bdi>{bare(heading).replaceAll("`", "")}</bdi>}
          </summary>
          {lines.map((line, i) => (
            <Line key={`${i} ${line}`} line={line} kind="same" />
          ))}
        </details>,
      );
    } else for (const line of lines) pieces.push(<Line key={`same ${key} ${line}`} line={line} kind="same" />);
  };
  changes.forEach((change, i) => {
    if (change.kind === "same") {
      same.push(change.line);
      return;
    }
    flush(i);
    const why = change.kind === "removed" ? [] : answersFor(change.line, answers, items);
    pieces.push(
      <div key={`change ${i}`} class="hunk">
        {change.kind === "changed" ? (
          <Runs line={change.line} runs={change.runs} />
        ) : (
          <Line line={change.line} kind={change.kind} />
        )}
        {why.length > 0 && (
          <p class="hunk-w">
            <span class="sr">May answer </span>
            {why.map(({ id }) => (
              <Chip key={id} id={id} />
            ))}
          </p>
        )}
      </div>,
    );
  });
  flush(changes.length);
  return <div class="prose diff">{pieces}</div>;
}

function Line({ line, kind }: { line: string; kind: "same" | "added" | "removed" }) {
  const Tag = kind === "added" ? "ins" : kind === "removed" ? "del" : "div";
  return (
    <Tag class={`ln ${kind} ${lineClass(line)}`} dir="auto">
      <Words text={bare(line)} />
    </Tag>
  );
}

const longStretch = 260;

function Runs({ line, runs }: { line: string; runs: readonly WordRun[] }) {
  return (
    <div class={`ln changed ${lineClass(line)}`} dir="auto">
      {runs.map(({ step, text }, i) => {
        const key = `${i} ${step}`;
        const words = (i === 0 ? bare(text) : text).replaceAll("**", "");
        if (step === "added")
          return (
            <ins key={key}>
              <Words text={words} />
            </ins>
          );
        if (step === "removed")
          return (
            <span key={key}>
              <del>
                <Words text={words.trimEnd()} links={false} />
              </del>{" "}
            </span>
          );
        if (words.length <= longStretch) return <Words key={key} text={words} />;
        const head = i === 0 ? "" : words.slice(0, 90).replace(/\s\S*$/, "");
        const tail = i === runs.length - 1 ? "" : words.slice(-90).replace(/^\S*\s/, "");
        return (
          <Elided key={key} head={head} tail={tail} middle={words.slice(head.length, words.length - tail.length)} />
        );
      })}
    </div>
  );
}

function Elided({ head, middle, tail }: { head: string; middle: string; tail: string }) {
  return (
    <>
      {head}
      <details class="elided">
        <summary aria-label="Show what did not change">…</summary>
        {middle}
      </details>
      {tail}
    </>
  );
}

function Sheet({ answers, sheet }: { answers: readonly Answer[]; sheet: string }) {
  const refused = answers.filter(({ isRefused }) => isRefused).length;
  return (
    <>
      <h2>What the author answers</h2>
      <p class="note">
        {plural(answers.length, "tension")} answered{refused > 0 && `, ${refused} refused`}. Chips beside a change are
        those whose words it shares.
      </p>
      <ul class="sheet">
        {answers.map(({ id, words, isRefused }) => (
          <li key={`${id} ${words}`}>
            <p>
              <Chip id={id} /> {isRefused && <Pill tone="bad">refused</Pill>}
            </p>
            <p class="dim clamp4" dir="auto" title={words}>
              <Words text={words} />
            </p>
          </li>
        ))}
      </ul>
      <details class="whole">
        <summary>The sheet as written</summary>
        <Markdown text={sheet} lowest={3} />
      </details>
    </>
  );
}

function Found({ sheet }: { sheet: string }) {
  return (
    <>
      <h2>What the agent found and changed</h2>
      <Markdown text={sheet} lowest={3} />
    </>
  );
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
