/** The words themselves: every version of the text beside what asked for its changes, and every draft as it was written. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { count, fileName, size } from "../format.ts";
import { inWords, personIn, personKey, plural } from "../model/dialogue.ts";
import { type DraftPart, readDraft } from "../model/draft.ts";
import {
  type Answer,
  answersFor,
  answersIn,
  changeOf,
  changeSize,
  conditionsOf,
  type Version,
  versionsOf,
} from "../model/versions.ts";
import { countWords, type LineChange, type WordRun } from "../model/word-diff.ts";
import { Markdown } from "../parts/markdown.tsx";
import { Avatar, Chip, Empty, Glyph, Icon, Pill, StanceMark, useDialogue, Words } from "../parts/parts.tsx";
import { refWords, stanceWords } from "../parts/shapes.ts";
import { here, route } from "../state.ts";
import { Citation } from "./citations.tsx";

export function TextView() {
  const dialogue = useDialogue();
  const versions = useMemo(() => versionsOf(dialogue), [dialogue]);
  const { doc, mode } = route.value.query;
  const wanted = doc ?? versions.at(-1)?.key ?? `${dialogue.people[0]?.key}-0`;
  const index = versions.findIndex(({ key }) => key === wanted);
  return (
    <div class="text-v">
      <nav class="text-n" aria-label="Texts">
        <Rail versions={versions} index={index} />
        <DraftTable wanted={wanted} />
      </nav>
      {index >= 0 ? (
        <VersionText versions={versions} index={index} isPlain={mode === "read" || index === 0} />
      ) : (
        <Draft key={wanted} name={wanted} />
      )}
    </div>
  );
}

function Rail({ versions, index }: { versions: readonly Version[]; index: number }) {
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

function DraftTable({ wanted }: { wanted: string }) {
  const { people, rounds, live } = useDialogue();
  const most = Math.max(...rounds.flatMap(({ seats }) => [...seats.values()].map(({ bytes }) => bytes)), 1);
  const shown = people.filter(({ rounds: seated, isGuest }) => seated.length > 0 || isGuest);
  const columns = [
    ...rounds.map(({ round }) => round),
    ...(live?.drafts.some(({ text }) => text !== "") ? [live.round] : []),
  ];
  return (
    <>
      <h2>Drafts</h2>
      <table class="drafts-t">
        <thead>
          <tr>
            <th>
              <span class="sr">Expert</span>
            </th>
            {columns.map((round) => (
              <th key={round} scope="col">
                R{round}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, chair }) => (
            <tr key={key}>
              <th scope="row">
                <Avatar name={key} small /> <bdi>{name}</bdi>
              </th>
              {columns.map((round) => {
                const seat = rounds.find((one) => one.round === round)?.seats.get(key);
                const draft =
                  seat === undefined && live?.round === round
                    ? live.drafts.find(({ expert }) => personKey(expert) === key)
                    : undefined;
                const bytes = seat?.bytes ?? (draft === undefined ? 0 : draft.text.length);
                const words =
                  seat?.state === "absent" ? "absent" : seat?.state === "not_asked" ? "not asked" : "not seated";
                return (
                  <td key={round}>
                    {bytes === 0 ? (
                      <span class="faint" title={words}>
                        {seat?.state === "absent" ? "–" : seat?.state === "not_asked" ? "○" : "·"}
                      </span>
                    ) : (
                      <a
                        href={here({ doc: `${key}-${round}`, at: null, mode: null })}
                        aria-current={wanted === `${key}-${round}` ? "page" : undefined}
                        aria-label={`${name}, round ${round}, ${size(bytes)}`}
                        title={`${name}, round ${round}: ${size(bytes)}`}
                        data-text
                      >
                        <i
                          class={`ch-${chair % 8}`}
                          style={{ height: `${Math.max(3, 20 * Math.sqrt(bytes / most))}px` }}
                        />
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">The bar is the length of the draft; – is absent.</p>
      <p class="note hint">
        <kbd>[</kbd> <kbd>]</kbd> previous and next
      </p>
    </>
  );
}

function VersionText({ versions, index, isPlain }: { versions: readonly Version[]; index: number; isPlain: boolean }) {
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

function Draft({ name }: { name: string }) {
  const dialogue = useDialogue();
  const cut = name.lastIndexOf("-");
  const key = name.slice(0, cut);
  const round = Number(name.slice(cut + 1));
  const record = dialogue.view.export.rounds.find((one) => one.round === round);
  const text = record?.texts.find(({ expert }) => personKey(expert) === key);
  const draft =
    dialogue.live?.round === round ? dialogue.live.drafts.find(({ expert }) => personKey(expert) === key) : undefined;
  const words = text?.text ?? draft?.text ?? "";
  const parts = useMemo(() => readDraft(words), [words]);
  const { at } = route.value.query;
  useEffect(() => {
    if (at !== undefined) document.getElementById(`item-${at}`)?.scrollIntoView({ block: "center" });
  }, [at, words]);
  const person = personIn(dialogue, key);
  if (words === "")
    return (
      <article class="doc">
        <Empty title={`${person.name} wrote nothing in round ${round}`}>
          <p>
            {text?.state === "not_asked"
              ? "Nobody asked for a draft."
              : text?.state === "absent"
                ? "The draft never came, so nothing of this round counts as theirs."
                : "There is no such draft."}
          </p>
        </Empty>
      </article>
    );
  const seat = dialogue.rounds.find((one) => one.round === round)?.seats.get(key);
  const items = parts.filter((part) => part.kind === "item");
  const dismissed = (record?.dismissed ?? []).filter(({ expert }) => personKey(expert) === key);
  return (
    <>
      <article class="doc">
        <header class="doc-h">
          <h1>
            <Avatar name={key} /> <bdi>{person.name}</bdi> <span class="faint">{person.role}</span>
          </h1>
          <p>
            Round {round}
            {round === 0 && ", blind"}. {size(new TextEncoder().encode(words).length)}, {plural(items.length, "item")}.
            {seat?.stance &&
              ` ${capital(stanceWords[seat.stance.position] ?? "")}${seat.stance.confidence === null ? "" : `, ${seat.stance.confidence.toFixed(2)}`}.`}
            {draft !== undefined && (
              <Pill tone="work" live>
                being written
              </Pill>
            )}{" "}
            {text?.state === "incomplete" && <Pill tone="work">cut short</Pill>} {person.isGuest && <Pill>guest</Pill>}{" "}
            {seat?.why && <Pill tone="work">signal not counted: {seat.why}</Pill>}
          </p>
        </header>
        <div class="prose as-written">
          {parts.map((part, i) => (
            <Part key={i} part={part} owner={key} round={round} dismissed={dismissed} />
          ))}
        </div>
        {(text?.others ?? []).map((other) => (
          <details key={other.text} class="whole">
            <summary>A second text under this name, not counted</summary>
            <Markdown text={other.text} lowest={3} />
          </details>
        ))}
      </article>
      <aside class="text-s">
        <Shown owner={key} round={round} />
        <h2>In this draft</h2>
        <ol class="links">
          {items.map((part) => (
            <li key={part.id}>
              <a href={here({ at: dialogue.globalIds.get(part.id) ?? part.id })}>
                <Glyph type={part.type} of={person.chair} />
                <span dir="auto">
                  <Words text={part.label} links={false} />
                </span>
              </a>
            </li>
          ))}
          {items.length === 0 && <li class="note">No items: prose and a stance only.</li>}
        </ol>
      </aside>
    </>
  );
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What the expert had before it when it wrote. */
function Shown({ owner, round }: { owner: string; round: number }) {
  const dialogue = useDialogue();
  const versions = versionsOf(dialogue);
  const record = dialogue.view.export.rounds.find((one) => one.round === round);
  const text =
    versions.findLast(({ key }) => key === `v${round}` || key.startsWith(`v${round}.`)) ??
    (round === 0 ? versions[0] : undefined);
  const directive = record?.directives?.find(({ expert }) => personKey(expert) === owner);
  const member = record?.panel.find(({ name }) => personKey(name) === owner);
  const focus = directive?.focus ?? member?.focus;
  return (
    <>
      <h2>What {personIn(dialogue, owner).name} was shown</h2>
      <ul class="sheet">
        <li>
          {text === undefined ? (
            <span class="note">The question alone; no text was proposed.</span>
          ) : (
            <a class="lnk" href={here({ doc: text.key, at: null })}>
              {text.name}: {count(countWords(text.text))} words
            </a>
          )}
          {round === 0 && <p class="note">Blind: no other draft.</p>}
        </li>
        {focus && (
          <li class="dim" dir="auto">
            <b class="lbl">Focus</b> <Words text={focus} />
          </li>
        )}
        {directive?.directive && (
          <li class="dim" dir="auto">
            <b class="lbl">The Judge asked</b> <Words text={directive.directive.join(" ")} />
          </li>
        )}
        {record?.asked !== undefined && (
          <li class="note">
            {record.asked === "sign"
              ? "Asked for a signature."
              : "Asked only about tensions that the new text answers."}
          </li>
        )}
      </ul>
    </>
  );
}

function Part({
  part,
  owner,
  round,
  dismissed,
}: {
  part: DraftPart;
  owner: string;
  round: number;
  dismissed: readonly { local_id: string | null; line: number; reason: string }[];
}) {
  const dialogue = useDialogue();
  if (part.kind === "text") return <Markdown text={part.text} />;
  if (part.kind === "stance")
    return (
      <p class="mk-s">
        <StanceMark position={part.position} /> {capital(stanceWords[part.position] ?? part.position)} {part.confidence}
      </p>
    );
  if (part.kind === "cite") {
    const checked = dialogue.view.export.citations.find(
      (one) => one.round === round && one.line === part.line && personKey(one.by) === owner,
    );
    return <Citation path={part.path} from={part.from} words={part.words} result={checked?.result ?? "found"} />;
  }
  if (part.kind === "item") {
    const id = dialogue.globalIds.get(part.id);
    const item = id === undefined ? undefined : dialogue.items.get(id);
    const others = item?.by.filter((key) => key !== owner).map((key) => personIn(dialogue, key).name) ?? [];
    const gone = dismissed.find(({ local_id, line }) => local_id === part.id || line === part.line);
    return (
      <div class={`mk-i ${gone === undefined ? "" : "gone"}`} id={`item-${id ?? part.id}`}>
        <Glyph type={part.type} of={personIn(dialogue, owner).chair} size={16} />
        <h2 dir="auto">
          <Words text={part.label} links={false} />
        </h2>
        {id === undefined ? <span class="mono faint">{part.id}</span> : <Chip id={id} />}
        {part.severity !== null && <span class={`sev-w ${part.severity}`}>{part.severity}</span>}
        {others.length > 0 && <span class="note">merged with {inWords(others)}</span>}
        {gone !== undefined && (
          <span class="note red">
            dismissed: <bdi>{gone.reason}</bdi>
          </span>
        )}
      </div>
    );
  }
  return (
    <p class="mk-r">
      {part.marks.map((mark) =>
        mark.kind === "statement" ? (
          <Pill key={mark.name} tone="bad">
            {mark.name.toLowerCase()} <bdi>{mark.label}</bdi>
          </Pill>
        ) : mark.name === "CONVERGE" ? (
          <Pill key="converge" tone="ok">
            signals convergence
          </Pill>
        ) : (
          <span key={`${mark.name} ${mark.targets.join()}`} class={mark.name}>
            {mark.kind === "ref"
              ? (refWords[mark.name]?.does ?? mark.name.toLowerCase())
              : `${mark.name.toLowerCase()}s`}{" "}
            {mark.targets.map((id) => (
              <Chip key={id} id={id} />
            ))}
            <bdi>{mark.topic}</bdi>
          </span>
        ),
      )}
    </p>
  );
}
