/** The front page of a static site. */
import { useMemo } from "preact/hooks";
import type { SiteData } from "../../data.ts";
import { day } from "../../format.ts";
import { plural } from "../../model/dialogue.ts";
import {
  type DecidedRow,
  type Front,
  frontOf,
  isInForce,
  type Known,
  type Leaf,
  leftWords,
  type Mark,
  marks,
  markWords,
  says,
} from "../../model/site.ts";
import { Fared, Outcomes } from "../../parts/outcomes.tsx";
import { Empty, Pill, usePortions, Words } from "../../parts/parts.tsx";
import { Filter, Find } from "../../parts/query.tsx";
import { hashOf } from "../../route.ts";
import { route } from "../../state.ts";
import { Said } from "../dialogues.tsx";

const tones: Partial<Record<Mark, "ok" | "work" | "bad">> = { sound: "ok", unclear: "work", rotted: "bad" };

const filters = ["in force", "rotted", "unclear", "under way", "no longer in force"] as const;
const passes: Record<(typeof filters)[number], (row: DecidedRow) => boolean> = {
  "in force": isInForce,
  rotted: ({ mark }) => mark === "rotted",
  unclear: ({ mark }) => mark === "unclear",
  "under way": ({ mark }) => mark === "under_way",
  "no longer in force": ({ mark }) => mark === "over",
};

export function SiteFront({ site }: { site: SiteData }) {
  const front = useMemo(() => frontOf(site), [site]);
  const { query } = route.value;
  const words = query.q ?? "";
  const has = ({ one, facts }: Known) => says(words, one.id, one.title, one.question, one.line, facts?.subject);
  const decided = front.decided.filter(
    (row) => says(words, row.id, row.title, row.decided) || (row.dialogue !== null && has(row.dialogue)),
  );
  const wanted = filters.find((name) => name === query.health);
  const [open, reviews, others] = [front.open, front.reviews, front.others].map((rows) => rows.filter(has));
  const rows = wanted === undefined ? decided : decided.filter(passes[wanted]);
  return (
    <div class="wrap site">
      <header class="site-h">
        <div>
          <h1>{front.headline}</h1>
          <p>
            <span>
              {site.commit === null ? (
                "Written "
              ) : (
                <>
                  Built from <code>{site.commit.slice(0, 7)}</code>,{" "}
                </>
              )}
              {day(site.written_at)}
            </span>
            <span>{plural(front.objections, "objection")} on record</span>
          </p>
        </div>
        <Find label="Search decisions, objections, answers" />
      </header>
      <div class="site-c">
        <div>
          {site.list.dialogues.length + front.decided.length === 0 && (
            <Empty title="No decision yet">
              <p>This site was written before the first dialogue was.</p>
            </Empty>
          )}
          <Section title="Open" rows={open!} draw={(at) => <OpenRow key={at.one.id} at={at} />} />
          {front.decided.length > 0 && (
            <Section
              title="Decided"
              rows={rows}
              draw={(row) => <Decided key={row.id} row={row} />}
              none={`No decision ${words === "" ? `is ${wanted}` : `has “${words}”`}.`}
            >
              <Filter
                name="health"
                label="health"
                of={filters}
                counts={(one) => (one === null ? decided : decided.filter(passes[one as "rotted"])).length}
              />
              <p class="note">
                Sound: all that it cites stands. Rotted: a passage is gone. Nothing to check: it cites nothing outside.
              </p>
            </Section>
          )}
          <Section
            title="Reviewed, not answered"
            rows={reviews!}
            draw={(at) => <ReviewRow key={at.one.id} at={at} />}
          />
          <Section title="Closed or not readable" rows={others!} draw={(at) => <OtherRow key={at.one.id} at={at} />} />
          {words.trim() !== "" && <Said words={words} />}
        </div>
        <aside>
          <Tree rows={front.tree} />
          <Fared of={site.list.statistics.fared} />
          {site.left_out !== null && (
            <section class="card site-n">
              <h2>What is not here</h2>
              <ul>
                {site.left_out.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

function Section<T>({
  title,
  rows,
  draw,
  none,
  children,
}: {
  title: string;
  rows: readonly T[];
  draw(row: T): preact.JSX.Element;
  none?: string;
  children?: preact.ComponentChildren;
}) {
  const { shown, end } = usePortions(rows.length);
  if (rows.length === 0 && none === undefined) return null;
  return (
    <section class="site-s">
      <div class="site-t">
        <h2>{title}</h2>
        {children}
      </div>
      {rows.length === 0 ? <p class="card site-0">{none}</p> : <ul class="card">{rows.slice(0, shown).map(draw)}</ul>}
      {end}
    </section>
  );
}

function OpenRow({ at }: { at: Known }) {
  const { one, facts } = at;
  const critical = facts?.open.critical ?? 0;
  return (
    <li>
      <a class="site-r" href={hashOf(["d", one.id])} data-row>
        <div>
          <h3>
            <bdi>{one.title ?? one.id}</bdi>
          </h3>
          {one.question !== null && (
            <p class="site-q" dir="auto">
              <Words text={one.question} links={false} />
            </p>
          )}
          <p>
            <Subject of={at} />
            <span>{one.round === null ? "not begun" : plural(one.round + 1, "round")}</span>
          </p>
        </div>
        <div>
          <Mini of={at} />
        </div>
        <div>
          <Pill tone="work">{leftWords(at)}</Pill>
          {facts !== null && one.round !== null && (
            <span class="faint">
              {facts.signed.count} of {facts.signed.of} signed{critical > 0 && `, ${critical} critical`}
            </span>
          )}
        </div>
      </a>
    </li>
  );
}

/** Work remaining after each round. */
function Mini({ of: { one } }: { of: Known }) {
  const left = one.velocity.map(({ open, new: fresh }) => open + fresh);
  if (left.length === 0) return null;
  const most = Math.max(...left, 1);
  return (
    <span class="site-m" role="img" aria-label={`left to settle after each round: ${left.join(", ")}`}>
      {left.map((n, round) => (
        <i key={String(round)} style={{ height: `${2 + (26 * n) / most}px` }} title={`Round ${round}: ${n}`} />
      ))}
    </span>
  );
}

function Decided({ row }: { row: DecidedRow }) {
  const { title, decided, date, dialogue, mark, health, note, findings, href, outcome } = row;
  return (
    <li>
      <a class="site-r" href={hashOf(href)} data-row>
        <div>
          <h3 dir="auto">
            <Words text={decided} links={false} />
          </h3>
          <p>
            <b>
              <bdi>{dialogue === null ? row.id : title}</bdi>
            </b>
            {date !== null && <span>{day(date)}</span>}
            {dialogue !== null && <Subject of={dialogue} />}
          </p>
          {outcome !== null && <Outcomes of={[outcome]} decidedOn={date} />}
        </div>
        <div>
          <How of={dialogue} isCounted={/ settled\b/.test(decided)} />
        </div>
        <div>
          <Pill tone={tones[mark]}>{health}</Pill>
          <span class="faint">{note}</span>
        </div>
      </a>
      {findings.length > 0 && (
        <details class="site-f">
          <summary>{plural(findings.length, "finding")}</summary>
          <ul>
            {findings.map(({ id, path, line, why, words }, n) => (
              <li key={String(n)}>
                <b>{id}</b> {path !== null && <code>{line === null ? path : `${path}:${line}`}</code>} {why}
                {words !== null && <q dir="auto">{words}</q>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** `isCounted`: what was decided says how many were settled. */
function How({ of, isCounted }: { of: Known | null; isCounted: boolean }) {
  if (of === null) return <span>A document</span>;
  const { one, facts } = of;
  const how = one.how === null ? "" : one.how[0]!.toUpperCase() + one.how.slice(1);
  return (
    <>
      <span>
        {how}
        {facts !== null && `, ${plural(facts.rounds, "round")}`}
      </span>
      {facts !== null && (
        <span class="faint">
          {!isCounted && `${facts.settled} settled, `}
          {facts.signed.count} of {facts.signed.of} signed
        </span>
      )}
    </>
  );
}

function ReviewRow({ at }: { at: Known }) {
  const { one, facts } = at;
  const found = Object.entries(facts!.open).filter(([, n]) => n > 0);
  return (
    <li>
      <a class="site-r" href={hashOf(["d", one.id])} data-row>
        <div>
          <h3>
            {plural(one.tensions, "finding")}
            {facts!.subject !== null && (
              <>
                {" in "}
                <code>{facts!.subject}</code>
              </>
            )}
          </h3>
          <p>
            <b>
              <bdi>{one.title ?? one.id}</bdi>
            </b>
            {one.last_change !== null && <span>{day(one.last_change)}</span>}
          </p>
        </div>
        <div>
          {found.map(([severity, n]) => `${n} ${severity === "unrated" ? "without severity" : severity}`).join(", ")}
        </div>
        <div>
          <Pill tone="work">unanswered</Pill>
        </div>
      </a>
    </li>
  );
}

function OtherRow({ at }: { at: Known }) {
  const { one } = at;
  const words = one.state === "legacy" ? "of an older Blue" : one.state;
  return (
    <li>
      <a class="site-r" href={hashOf(["d", one.id])} data-row>
        <div>
          <h3>
            <bdi>{one.title ?? one.id}</bdi>
          </h3>
          <p>
            {one.line !== null && (
              <span dir="auto">
                <Words text={one.line} links={false} />
              </span>
            )}
            {one.last_change !== null && <span>{day(one.last_change)}</span>}
            <Subject of={at} />
          </p>
        </div>
        <div />
        <div>
          <Pill tone={one.state === "damaged" ? "bad" : undefined}>{words}</Pill>
        </div>
      </a>
    </li>
  );
}

function Subject({ of: { facts } }: { of: Known }) {
  if (facts === null) return null;
  return facts.subject === null ? <span>no subject</span> : <code>{facts.subject}</code>;
}

function Tree({ rows }: { rows: Front["tree"] }) {
  const { shown, end } = usePortions(rows.length);
  if (rows.length === 0) return null;
  const there = new Set(rows.flatMap(({ leaves }) => leaves.map(({ mark }) => mark)));
  return (
    <section class="card site-n tree">
      <h2>By subject</h2>
      <ul>
        {rows.slice(0, shown).map(({ depth, name, isFolder, leaves }, n) => (
          <li key={String(n)} class={isFolder ? "folder" : ""} style={{ paddingInlineStart: `${depth * 14}px` }}>
            <code title={name}>
              <bdi>{name}</bdi>
            </code>
            <em>{isFolder ? "" : leaves.length === 1 ? leaves[0]!.words : plural(leaves.length, "dialogue")}</em>
            {isFolder
              ? leaves.slice(0, 8).map((leaf) => <Dot key={leaf.id} of={leaf} />)
              : leaves.map((leaf) => <DotLink key={leaf.id} of={leaf} />)}
          </li>
        ))}
      </ul>
      {end}
      <p class="legend">
        {marks
          .filter((mark) => there.has(mark))
          .map((mark) => (
            <span key={mark}>
              <i class={`dot ${mark}`} /> {markWords[mark]}
            </span>
          ))}
      </p>
    </section>
  );
}

function Dot({ of: { mark } }: { of: Leaf }) {
  return <i class={`dot ${mark}`} aria-hidden="true" />;
}

function DotLink({ of: { id, title, mark } }: { of: Leaf }) {
  return (
    <a class="dot-a" href={hashOf(["d", id])} title={title} aria-label={`${title}: ${markWords[mark]}`}>
      <i class={`dot ${mark}`} />
    </a>
  );
}
