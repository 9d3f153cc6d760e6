/** The decision on one screen: what was decided, what changed since the blind round, what stayed open, who stood where, what it cost, what it rests on. */
import type { RestsOn } from "../data.ts";
import { count, day, duration, fileName, ordinal, size } from "../format.ts";
import {
  changesSinceBlind,
  costOf,
  gradedTexts,
  handInWords,
  headlineOf,
  type LeftOpen,
  leftOpen,
  wordsBeforeAndAfter,
} from "../model/decision.ts";
import { type Dialogue, inWords, personIn, plural } from "../model/dialogue.ts";
import { parseMarkdown, plainText } from "../model/markdown.ts";
import { Avatar, Chip, Icon, Pill, Share, StanceMark, useDialogue, Who, Words } from "../parts/parts.tsx";
import { stanceWords } from "../parts/shapes.ts";
import { hashOf } from "../route.ts";
import { Blockers } from "./blockers.tsx";

export function DecisionView() {
  const dialogue = useDialogue();
  const { verdict, id, view } = dialogue;
  const headline = headlineOf(dialogue);
  if (verdict === null || headline === null)
    return (
      <div class="wrap narrow">
        <section class="card big-empty">
          <Icon name="lock" size={28} class="amber" />
          <h1>No decision yet</h1>
          <p>
            Blue refuses a verdict until nothing is open, nothing is new and every expert signals in the same round.
          </p>
          <Blockers room={0} />
          <a class="btn" href={hashOf(["d", id, "rounds"])}>
            See the rounds <Icon name="arrow" size={14} />
          </a>
        </section>
      </div>
    );
  return (
    <div class="wrap dec">
      <header class="dec-h">
        {view.export.question !== null && (
          <p class="dec-q" dir="auto">
            <Words text={view.export.question} links={false} />
          </p>
        )}
        <h1 dir="auto">
          <Words text={headline.headline} links={false} />
        </h1>
        {headline.more !== "" && (
          <p class="dec-more clamp2" dir="auto">
            <Words text={headline.more} />
          </p>
        )}
        <Facts />
      </header>
      <div class="dec-g">
        <div class="stack">
          <Decided />
          <div class="two">
            <Changed />
            <Left />
          </div>
          <Graded />
        </div>
        <div class="stack">
          <Stood />
          <Cost />
          <Files files={view.files} />
        </div>
      </div>
    </div>
  );
}

function Facts() {
  const { verdict, rounds, tensions, view } = useDialogue();
  const last = rounds.at(-1);
  const accepted = tensions.filter(({ status }) => status === "accepted_unresolved").length;
  const closed = tensions.filter(({ status }) => status === "resolved").length;
  const closing = verdict!.verdict_type;
  return (
    <p class="facts">
      {verdict!.forced ? (
        <Pill tone="bad">Forced at the limit</Pill>
      ) : verdict!.in_force ? (
        <Pill tone="ok">In force</Pill>
      ) : (
        <Pill tone="work">
          {closing === "impasse" ? "Closed: impasse" : closing === "reviewed" ? "Reviewed, not decided" : "Closed"}
        </Pill>
      )}
      <span>
        {day(verdict!.registered_at)}, {plural(rounds.length, "round")}
      </span>
      {last !== undefined && (
        <span>
          {last.percent}% converged, {last.signals} of {last.size} signalled
        </span>
      )}
      <span>
        {closed} of {plural(tensions.length, "tension")} closed
        {accepted > 0 && `, ${accepted} accepted unresolved`}
      </span>
      {verdict!.in_force &&
        (verdict!.seen_by_panel ? (
          <span>The panel saw these very words</span>
        ) : (
          <span class="amber">
            <Icon name="warn" size={14} /> The panel never saw these words
          </span>
        ))}
      {view.status.problems.length > 0 && (
        <span class="red">{plural(view.status.problems.length, "problem")} in the records</span>
      )}
    </p>
  );
}

function Decided() {
  const dialogue = useDialogue();
  const verdict = dialogue.verdict!;
  const { after } = wordsBeforeAndAfter(dialogue);
  const topics = verdict.decisions.map(({ topic, decision }) => [topic, decision] as const);
  const shown = topics.length > 0 ? topics : sectionsOf(verdict.recommendation);
  return (
    <section class="card pad decided">
      <h2>What was decided</h2>
      {shown.length > 0 ? (
        <dl class={`topics ${shown.length <= 3 ? "few" : ""}`}>
          {shown.slice(0, 8).map(([topic, decision]) => (
            <div key={topic}>
              <dt dir="auto">
                <Words text={topic} links={false} />
              </dt>
              <dd dir="auto" title={decision}>
                <Words text={decision} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="dim">The verdict names no text.</p>
      )}
      {after > 0 && (
        <p class="more">
          <a class="lnk" href={hashOf(["d", dialogue.id, "text"], { doc: "verdict" })}>
            Read the full text, {count(after)} words <Icon name="arrow" size={14} />
          </a>
          {shown.length > 8 && <span class="faint">{shown.length - 8} more topics</span>}
        </p>
      )}
    </section>
  );
}

/** A recommendation without topics is shown by its headings, each with the words that follow. */
function sectionsOf(text: string): (readonly [string, string])[] {
  const sections: [string, string][] = [];
  let title = "";
  for (const block of parseMarkdown(text)) {
    if (block.kind === "heading") title = plainText(block.parts);
    else if (block.kind === "paragraph" && !sections.some(([one]) => one === title))
      sections.push([title, plainText(block.parts)]);
    else if (block.kind === "list" && !sections.some(([one]) => one === title)) {
      const first = block.items[0]?.[0];
      if (first?.kind === "paragraph") sections.push([title, plainText(first.parts)]);
    }
  }
  return sections;
}

function Changed() {
  const changes = changesSinceBlind(useDialogue());
  return (
    <section class="card pad">
      <h2>Changed since the blind round</h2>
      <ul class="changes">
        {changes.slice(0, 5).map(({ figure, words, items, isWarning }) => (
          <li key={words}>
            <b class={isWarning ? "amber" : ""}>{figure}</b>
            <span>
              {words}
              {items.length > 0 && (
                <span class="chips">
                  {items.slice(0, 4).map((id) => (
                    <Chip key={id} id={id} />
                  ))}
                  {items.length > 4 && <span class="faint">+{items.length - 4}</span>}
                </span>
              )}
            </span>
          </li>
        ))}
        {changes.length === 0 && <li class="dim">Nothing to compare: there was one round.</li>}
      </ul>
    </section>
  );
}

function Left() {
  const left = leftOpen(useDialogue());
  return (
    <section class="card pad">
      <h2>Left open {left.length > 0 && <span class="amber num">{left.length}</span>}</h2>
      {left.length === 0 ? (
        <p class="none">
          <Icon name="check" size={18} class="blue" />
          <span>
            <b>Nothing.</b> Every tension is closed, nobody left unconvinced, no condition was attached.
          </span>
        </p>
      ) : (
        <ul class="left">
          {left.slice(0, 4).map((one) => (
            <LeftOne key={`${one.kind} ${one.of} ${one.words}`} one={one} />
          ))}
          {left.length > 4 && <li class="faint">and {left.length - 4} more</li>}
        </ul>
      )}
    </section>
  );
}

function LeftOne({ one }: { one: LeftOpen }) {
  const isPerson = one.kind === "unconvinced" || one.kind === "statement";
  const tone = one.kind === "warning" || one.kind === "statement" ? "red" : "amber";
  return (
    <li>
      <span class="left-i">
        {isPerson && one.of !== null ? <Avatar name={one.of} small /> : <Icon name="warn" size={16} class={tone} />}
      </span>
      <div>
        <p dir="auto" class="clamp3">
          {isPerson && <b>{one.of} </b>}
          {!isPerson && one.of !== null && <Chip id={one.of} />} <Words text={one.words} />
        </p>
        {one.text !== null && (
          <p class="dim clamp2" dir="auto" title={one.text}>
            <Words text={one.text} />
          </p>
        )}
      </div>
    </li>
  );
}

function Stood() {
  const dialogue = useDialogue();
  const { rounds, people } = dialogue;
  const seen = new Set<string>();
  const shown = people.filter(({ rounds: seated, isGuest }) => seated.length > 0 || isGuest);
  const marks = shown.map((person) => {
    const cells = rounds.map(({ round, seats }) => {
      const seat = seats.get(person.key);
      if (seat === undefined)
        return (
          <td key={round} class="ns" title="not seated">
            ·
          </td>
        );
      if (seat.state === "absent") {
        seen.add("absent");
        return (
          <td key={round} title={`absent in round ${round}`}>
            –
          </td>
        );
      }
      if (seat.state === "not_asked") {
        seen.add("not asked");
        return (
          <td key={round} title={`not asked in round ${round}`}>
            ○
          </td>
        );
      }
      seen.add(
        seat.signal === "counted"
          ? "signals"
          : seat.signal === "uncounted"
            ? "signal not counted"
            : (seat.stance?.position ?? "none"),
      );
      return (
        <td key={round} title={seat.why ?? seat.stance?.text}>
          <StanceMark position={seat.stance?.position ?? null} signal={seat.signal} />
        </td>
      );
    });
    const last = rounds.findLast(({ seats }) => seats.get(person.key)?.stance)?.seats.get(person.key)?.stance;
    const isGone = !person.isGuest && rounds.length > 0 && !rounds.at(-1)!.panel.includes(person.key);
    return (
      <tr key={person.key} class={isGone ? "gone" : ""}>
        <th scope="row">
          <Who name={person.name} note={isGone ? `${person.role}, left` : undefined} />
        </th>
        {cells}
        <td class="conf num">{last?.confidence?.toFixed(2) ?? ""}</td>
      </tr>
    );
  });
  return (
    <section class="card pad stood">
      <h2>Who stood where</h2>
      <table class={shown.length > 6 ? "many" : ""}>
        <thead>
          <tr>
            <th>
              <span class="sr">Expert</span>
            </th>
            {rounds.map(({ round }) => (
              <th key={round} scope="col">
                R{round}
              </th>
            ))}
            <th>
              <span class="sr">Confidence</span>
            </th>
          </tr>
        </thead>
        <tbody>{marks}</tbody>
      </table>
      <p class="keys">
        {Object.keys(stanceWords)
          .filter((position) => seen.has(position))
          .map((position) => (
            <span key={position}>
              <StanceMark position={position} /> {stanceWords[position]}
            </span>
          ))}
        {seen.has("signals") && (
          <span>
            <StanceMark position="APPROVE" signal="counted" /> signals
          </span>
        )}
        {seen.has("signal not counted") && (
          <span>
            <StanceMark position="CONDITIONAL" signal="uncounted" /> signal not counted
          </span>
        )}
        {seen.has("absent") && <span>– absent</span>}
        {seen.has("not asked") && <span>○ not asked</span>}
      </p>
    </section>
  );
}

function Cost() {
  const dialogue = useDialogue();
  const { time, runs, bytes, tokens } = costOf(dialogue);
  const hand = handInWords(dialogue);
  const away = absences(dialogue);
  return (
    <section class="card pad">
      <h2>What it cost</h2>
      <dl class="cost num">
        <div>
          <dt>{time === null ? "time unknown" : "from opening to verdict"}</dt>
          <dd title={time === null ? "The records were written within minutes of each other" : undefined}>
            {time === null ? "–" : duration(time)}
          </dd>
        </div>
        <div>
          <dt>runs</dt>
          <dd>{runs}</dd>
        </div>
        {tokens === null ? (
          <div>
            <dt>of drafts</dt>
            <dd>{size(bytes)}</dd>
          </div>
        ) : (
          <div>
            <dt>tokens</dt>
            <dd>{count(tokens)}</dd>
          </div>
        )}
      </dl>
      <p class="note">
        <b>The Judge alone:</b> {hand.length === 0 ? "nothing." : `${inWords(hand)}.`} {away}
      </p>
    </section>
  );
}

function absences(dialogue: Dialogue): string {
  const away = dialogue.rounds.flatMap(({ round, seats }) =>
    [...seats].flatMap(([key, { state }]) =>
      state === "absent" ? [`${personIn(dialogue, key).name} absent in round ${round}`] : [],
    ),
  );
  return away.length === 0 ? "" : `${inWords(away)}.`;
}

const sourceWords: Record<string, string> = {
  subject: "the subject",
  polished: "polished by one agent, run",
  rewritten: "rewritten after round",
  proposal: "proposal of round",
  verdict: "the verdict",
  control: "one more agent alone",
};

function Graded() {
  const graded = gradedTexts(useDialogue());
  if (graded === null) return null;
  const worst = Math.max(...graded.texts.map(({ serious }) => serious), 1);
  return (
    <section class="card pad">
      <h2>
        Blind graders <span class="faint">{plural(graded.graders, "grader")}</span>
      </h2>
      <ol class="graded">
        <li class="graded-h">
          <span>place, text</span>
          <span>major or worse, mean</span>
        </li>
        {graded.texts.slice(0, 5).map(({ letter, source, round, runs, decided, rank, serious, grades }) => (
          <li
            key={letter}
            class={decided ? "won" : ""}
            title={grades
              .map((one) => `rank ${one.rank}: ${one.critical} critical, ${one.major} major, ${one.minor} minor`)
              .join("\n")}
          >
            <span class="num">{ordinal(1 + graded.texts.filter((one) => one.rank < rank).length)}</span>
            <span class="graded-n">
              {sourceWords[source] ?? source}
              {source === "rewritten" && ` ${(round ?? 1) - 1}`}
              {source === "proposal" && ` ${round}`}
              {source === "polished" && ` ${runs}`}
              {decided && <b> decided</b>}
            </span>
            <Share of={serious} most={worst} words={`${serious} defects, major or worse`} tone="work" />
            <span class="num">{serious.toFixed(serious % 1 === 0 ? 0 : 1)}</span>
          </li>
        ))}
      </ol>
      <p class="note">Placed by the mean of the graders’ ranks. Major or worse: defects found, fewer is better.</p>
    </section>
  );
}

const changedWords: Record<RestsOn["changed"], string> = {
  same: "",
  changed: "changed since",
  gone: "gone",
  unknown: "not checked",
};

function Files({ files }: { files: readonly RestsOn[] }) {
  const { people, verdict } = useDialogue();
  const isOff = ({ changed }: RestsOn) => changed === "changed" || changed === "gone";
  const weight = (file: RestsOn) => file.citations + (isOff(file) && file.citations > 0 ? 1000 : 0);
  const sorted = [...files].sort((a, b) => weight(b) - weight(a));
  const most = Math.max(...sorted.map(({ citations }) => citations), 1);
  const off = files.filter(isOff);
  const changed = off.length;
  const citedOff = off.filter(({ citations }) => citations > 0).length;
  const cited = files.reduce((sum, { citations }) => sum + citations, 0);
  const room = people.length <= 3 ? 8 : 4;
  return (
    <section class="card pad">
      <h2>
        Rests on{" "}
        {changed > 0 && (
          <span class="amber">
            {citedOff > 0 ? plural(citedOff, "cited file") : plural(changed, "file")} changed since
          </span>
        )}
      </h2>
      {changed > 0 && verdict?.in_force && <p class="note">See whether it still holds.</p>}
      {files.length === 0 ? (
        <p class="none">
          <Icon name="file" size={18} />
          <span>
            <b>No file.</b> The experts argued without a subject, a source or a citation.
          </span>
        </p>
      ) : (
        <>
          <ul class="files">
            {sorted.slice(0, room).map(({ path, citations, changed }) => (
              <li key={path} title={`${path}${changedWords[changed] === "" ? "" : `: ${changedWords[changed]}`}`}>
                <span class="mono">
                  <bdi>{fileName(path)}</bdi>
                </span>
                {changed === "changed" || changed === "gone" ? (
                  <em class={changed === "gone" ? "red" : "amber"}>{changedWords[changed]}</em>
                ) : (
                  <Share of={citations} most={most} words={plural(citations, "citation")} />
                )}
                <span class="num">{citations}</span>
              </li>
            ))}
          </ul>
          <p class="note">
            {plural(cited, "citation")} in {plural(files.length, "file")}
            {files.length > room ? `, ${files.length - room} more` : ""}. {changed === 0 ? "None changed since." : ""}
          </p>
        </>
      )}
    </section>
  );
}
