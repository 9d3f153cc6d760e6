/** A review: findings by severity, each with its failing case, its test and the smallest fix. No gate, no decision. */
import { useSignal } from "@preact/signals";
import { checkList } from "../../facts/check-list.ts";
import { type Objection, strongestFirst } from "../../facts/objections.ts";
import { capital, cut } from "../../facts/text/cut.ts";
import { brokenWords } from "../../facts/text/named-parts.ts";
import { personIn, plural } from "../model/dialogue.ts";
import { severities } from "../model/objections.ts";
import { readAll } from "../model/read-objections.ts";
import { CoverageBar, lookTitle } from "../parts/coverage.tsx";
import { Avatar, chairClass, Pill, useDialogue, Words } from "../parts/parts.tsx";
import { SeverityHead } from "./objections.tsx";

export function ReviewView() {
  const dialogue = useDialogue();
  const { facts, question } = dialogue.view.export;
  const found = strongestFirst(readAll(dialogue).filter(({ closed }) => closed === null));
  const counts = severities.flatMap((severity) => {
    const count = found.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [`${count}\u00a0${severity ?? "without a severity"}`];
  });
  return (
    <div class="wrap dec">
      <header class="dec-h">
        {question !== null && (
          <p class="dec-q clamp6" dir="auto">
            <Words text={question} links={false} />
          </p>
        )}
        <h1>
          {plural(found.length, "finding")}
          {facts.subject !== null && (
            <>
              {" "}
              in <code>{facts.subject}</code>
            </>
          )}
          {counts.length > 0 && `: ${counts.join(", ")}`}
        </h1>
        <div class="facts">
          <Pill tone="work">Nobody has answered them</Pill>
          <span>A review is no decision</span>
          {facts.verdict !== null && <span>{facts.verdict.registered_at.slice(0, 10)}</span>}
          <span class="spring" />
          <CopyList found={found} />
        </div>
      </header>
      <div class="dec-g">
        <div>
          {severities.map((severity) => {
            const own = found.filter((one) => one.severity === severity);
            return (
              own.length > 0 && (
                <section key={severity} class="osec">
                  <SeverityHead severity={severity} count={own.length} />
                  <ul class="card obs">
                    {own.map((one) => (
                      <Finding key={one.id} of={one} isOpen={severity === "critical"} />
                    ))}
                  </ul>
                </section>
              )
            );
          })}
          {found.length === 0 && <p class="card empty">Nothing was found.</p>}
        </div>
        <Side found={found} />
      </div>
    </div>
  );
}

/** What was copied is shown, to be taken by hand where the browser keeps its clipboard. */
function CopyList({ found }: { found: readonly Objection[] }) {
  const { view, id } = useDialogue();
  const copied = useSignal<string | null>(null);
  const copy = async () => {
    const list = checkList(view.export.title, found);
    const done = await navigator.clipboard?.writeText(list).then(
      () => true,
      () => false,
    );
    copied.value = `${done ? "Copied" : "Take it from here"}: ${plural(found.length, "line")} to tick.\n\n${list}`;
  };
  return (
    <span class="cw">
      <button type="button" class="btn" onClick={copied.value === null ? copy : () => (copied.value = null)}>
        {copied.value === null ? "Copy as check list" : "Close"}
      </button>
      {copied.value !== null && (
        <div class="pop" role="status">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{copied.value}</pre>
          <p class="note">
            Other forms: <code>blue dialogue export {id} --format github|jira|csv</code>. To have the author answer:{" "}
            <code>blue dialogue revise {id}</code>
          </p>
        </div>
      )}
    </span>
  );
}

const mostSources = 4;

function Finding({ of, isOpen }: { of: Objection; isOpen: boolean }) {
  const { id, label, line, raised_by, said, fix, sources } = of;
  return (
    <li class="fd" data-objection={id}>
      <details open={isOpen}>
        <summary>
          <span class="fd-t" dir="auto">
            <Words text={capital(label)} links={false} />
          </span>
          {line !== null && <span class="at">line {line}</span>}
          <span class="avs">
            {raised_by.map((name) => (
              <Avatar key={name} name={name} small />
            ))}
          </span>
          <span class="mono">{id}</span>
        </summary>
        <div class="f3">
          <div dir="auto">
            <span class="lbl">What is wrong</span>
            <p>
              <Words text={cut(capital(brokenWords(said)), 420)} />
            </p>
            {said.hurt !== null && (
              <p class="faint">
                Hurts: <Words text={said.hurt} />
              </p>
            )}
          </div>
          <div dir="auto">
            <span class="lbl">How to test</span>
            <p>
              {said.test === null ? <span class="faint">Not said</span> : <Words text={cut(capital(said.test), 300)} />}
            </p>
          </div>
          <div dir="auto">
            <span class="lbl">Smallest fix</span>
            <p>{fix === null ? <span class="faint">None offered</span> : <Words text={capital(fix.words)} />}</p>
          </div>
        </div>
        {sources.length > 0 && (
          <p class="srcs">
            {sources.slice(0, mostSources).map((source) => (
              <code key={source}>
                <bdi>{source}</bdi>
              </code>
            ))}
            {sources.length > mostSources && <span class="faint">and {sources.length - mostSources} more</span>}
          </p>
        )}
      </details>
    </li>
  );
}

function Side({ found }: { found: readonly Objection[] }) {
  const { view, people } = useDialogue();
  const { facts, subject } = view.export;
  const words = (key: string) => view.lines.find((line) => line.key === key)?.words ?? "";
  const lines = subject?.lines?.length ?? Math.max(1, ...found.map(({ line }) => line ?? 0));
  const panel = people.filter(({ isGuest }) => !isGuest);
  return (
    <aside class="side">
      <dl class="card pad lines">
        <div>
          <dt>How</dt>
          <dd>One blind look by {plural(panel.length, "expert")}, apart</dd>
        </div>
        {found.some(({ line }) => line !== null) && (
          <div>
            <dt>Where in the page</dt>
            <dd>
              <Strip found={found} lines={lines} />
            </dd>
          </div>
        )}
        <div>
          <dt>Who found the same</dt>
          <dd>
            <Overlap found={found} />
          </dd>
        </div>
        <div class="look-l">
          <dt>{lookTitle}</dt>
          <dd>
            {facts.coverage !== null && <CoverageBar of={facts.coverage} />}
            <Words text={words("coverage")} />
          </dd>
        </div>
        {(
          [
            ["Rests on", "rests"],
            ["The Judge’s own words", "judge"],
            ["Cost", "cost"],
          ] as const
        ).map(([name, key]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              <Words text={words(key)} />
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** A bar for each line that is quoted: where findings crowd, it stands out. */
function Strip({ found, lines }: { found: readonly Objection[]; lines: number }) {
  const at = new Map<number, Objection[]>();
  for (const one of found) if (one.line !== null) at.set(one.line, [...(at.get(one.line) ?? []), one]);
  const most = Math.max(...[...at.values()].map((own) => own.length));
  return (
    <>
      <div
        class="strip"
        role="img"
        aria-label={`Findings by line: most in line ${[...at].sort((a, b) => b[1].length - a[1].length)[0]![0]}`}
      >
        {[...at].map(([line, own]) => (
          <i
            key={line}
            class={severities.find((severity) => own.some((one) => one.severity === severity)) ?? ""}
            style={{ left: `${(100 * (line - 0.5)) / lines}%`, height: `${4 + (22 * own.length) / most}px` }}
            title={`line ${line}: ${own.length}`}
          />
        ))}
      </div>
      <div class="strip-l">
        <span>line 1</span>
        <span>{lines}</span>
      </div>
    </>
  );
}

function Overlap({ found }: { found: readonly Objection[] }) {
  const dialogue = useDialogue();
  const panel = dialogue.people.filter(({ isGuest }) => !isGuest).slice(0, 8);
  const groups = new Map<string, { names: readonly string[]; count: number }>();
  for (const { raised_by } of found) {
    const names = raised_by.map((name) => personIn(dialogue, name).key).sort();
    const key = names.join("+");
    groups.set(key, { names, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  const rows = [...groups.values()].sort((a, b) => b.names.length - a.names.length || b.count - a.count);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table class="ups">
      <thead>
        <tr>
          {panel.map(({ key, name }) => (
            <th key={key} scope="col">
              <Avatar name={name} small />
            </th>
          ))}
          <th scope="col">
            <span class="sr">findings</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ names, count }) => (
          <tr key={names.join("+")}>
            {panel.map(({ key, chair }) => (
              <td key={key} class={names.includes(key) ? `on ${chairClass(chair)}` : ""}>
                <i />
              </td>
            ))}
            <td class="n">
              <span class={names.length > 1 ? "m" : ""} style={{ width: `${(60 * count) / most}%` }} />
              <b>{count}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
