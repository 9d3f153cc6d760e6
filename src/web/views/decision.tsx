/** The decision on one screen: what was decided and every fact of it, what changed since the blind round, the Judge's own words, who stood where, its files. */

import { countWords } from "../../facts/text/word-diff.ts";
import type { FactLine, RestsOn } from "../data.ts";
import { count, fileName, ordinal } from "../format.ts";
import { changesSinceBlind, gradedTexts } from "../model/decision.ts";
import { plural } from "../model/dialogue.ts";
import { parseMarkdown, plainText } from "../model/markdown.ts";
import { Chip, Icon, Pill, Share, StanceMark, useDialogue, Who, Words } from "../parts/parts.tsx";
import { stanceWords } from "../parts/shapes.ts";
import { hashOf } from "../route.ts";
import { Blockers } from "./blockers.tsx";

export function DecisionView() {
  const { verdict, id, view } = useDialogue();
  const [decided, ...lines] = view.lines;
  if (verdict === null)
    return (
      <div class="wrap narrow">
        <section class="card big-empty">
          <Icon name="lock" size={28} class="amber" />
          <h1>{decided!.words}</h1>
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
          <Words text={decided!.words} links={false} />
        </h1>
        {decided!.note !== null && <p class="dec-more">{decided!.note}</p>}
        <Standing />
      </header>
      <div class="dec-g">
        <div class="stack">
          <Facts lines={lines} />
          <Decided />
          <div class="two">
            <Changed />
            <JudgesWords />
          </div>
          <Graded />
        </div>
        <div class="stack">
          <Stood />
          <Files files={view.files} />
        </div>
      </div>
    </div>
  );
}

const howPills: Record<string, ["ok" | "work" | "bad", string]> = {
  converged: ["ok", "In force"],
  forced: ["bad", "Forced at the limit"],
  superseded: ["work", "Superseded"],
  closed: ["work", "Closed, nothing decided"],
  reviewed: ["work", "Reviewed, not decided"],
};

function Standing() {
  const { view } = useDialogue();
  const { facts } = view.export;
  const [tone, words] = howPills[facts.how] ?? ["work", facts.how];
  return (
    <p class="facts">
      <Pill tone={tone}>{words}</Pill>
      <span>{facts.verdict?.registered_at.slice(0, 10)}</span>
      {view.status.problems.length > 0 && (
        <span class="red">{plural(view.status.problems.length, "problem")} in the records</span>
      )}
    </p>
  );
}

/** Every line, in the order of every other face; an empty one says so. */
function Facts({ lines }: { lines: readonly FactLine[] }) {
  return (
    <section class="card pad">
      <dl class="lines">
        {lines.map(({ key, name, words }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd dir="auto">
              <Words text={words} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The text that was signed, by its sections. */
function Decided() {
  const { view, id } = useDialogue();
  const { facts, rounds } = view.export;
  const text = rounds.find(({ round }) => round === facts.verdict?.round)?.proposal ?? "";
  const shown = sectionsOf(text);
  if (facts.review) return null;
  return (
    <section class="card pad decided">
      <h2>{facts.decided.as === "nothing" ? "The last text" : "The text that was signed"}</h2>
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
        <p class="dim">No text was put to the panel.</p>
      )}
      {text !== "" && (
        <p class="more">
          <a
            class="lnk"
            href={hashOf(["d", id, "text"], {
              doc: facts.judge.recommendation === null ? "verdict" : `v${facts.verdict?.round}`,
            })}
          >
            Read the full text, {count(countWords(text))} words <Icon name="arrow" size={14} />
          </a>
          {shown.length > 8 && <span class="faint">{shown.length - 8} more sections</span>}
        </p>
      )}
    </section>
  );
}

/** Headline, topics, description, conditions, warning: nobody signed them, and they are never what was decided. */
function JudgesWords() {
  const { view, id } = useDialogue();
  const { judge, warning } = view.export.facts;
  const said: [string, string][] = [
    ...(warning === null ? [] : [["Warning", warning] as [string, string]]),
    ...(judge.headline === null ? [] : [["Headline", judge.headline] as [string, string]]),
    ...judge.topics.map(({ topic, decision }): [string, string] => [topic, decision]),
    ...(judge.description.trim() === "" ? [] : [["Description", judge.description] as [string, string]]),
    ...judge.conditions.map((condition, i): [string, string] => [`Condition ${i + 1}`, condition]),
  ];
  return (
    <section class="card pad">
      <h2>The Judge’s own words {said.length > 0 && <span class="amber">nobody signed them</span>}</h2>
      {said.length === 0 && judge.recommendation === null && (
        <p class="none">
          <Icon name="check" size={18} class="blue" />
          <span>
            <b>None.</b>
          </span>
        </p>
      )}
      <dl class="topics few">
        {said.slice(0, 8).map(([name, words]) => (
          <div key={`${name} ${words}`}>
            <dt dir="auto">
              <Words text={name} links={false} />
            </dt>
            <dd dir="auto" title={words}>
              <Words text={words} />
            </dd>
          </div>
        ))}
      </dl>
      {said.length > 8 && <p class="faint">and {said.length - 8} more</p>}
      {judge.recommendation !== null && (
        <p class="more">
          <a class="lnk" href={hashOf(["d", id, "text"], { doc: "verdict" })}>
            The verdict’s text, which the panel never saw <Icon name="arrow" size={14} />
          </a>
        </p>
      )}
    </section>
  );
}

/** A text by its headings, each with the words that follow. */
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

/** Whether what it rests on is as it was: of files that nothing carried cites, a change says nothing. */
function Files({ files }: { files: readonly RestsOn[] }) {
  const { people } = useDialogue();
  const isOff = ({ changed, carried }: RestsOn) => carried && (changed === "changed" || changed === "gone");
  const weight = (file: RestsOn) => file.citations + (file.carried ? 1000 : 0) + (isOff(file) ? 1000 : 0);
  const sorted = [...files].sort((a, b) => weight(b) - weight(a));
  const most = Math.max(...sorted.map(({ citations }) => citations), 1);
  const off = files.filter(isOff).length;
  const room = people.length <= 3 ? 8 : 4;
  return (
    <section class="card pad">
      <h2>Files {off > 0 && <span class="amber">{plural(off, "file")} it rests on changed since</span>}</h2>
      {off > 0 && <p class="note">See whether it still holds: blue decisions.</p>}
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
            {sorted.slice(0, room).map((file) => (
              <li key={file.path} title={`${file.path}${wordsOf(file)}`}>
                <span class="mono">
                  <bdi>{fileName(file.path)}</bdi>
                </span>
                {isOff(file) ? (
                  <em class={file.changed === "gone" ? "red" : "amber"}>{changedWords[file.changed]}</em>
                ) : (
                  <Share of={file.citations} most={most} words={plural(file.citations, "citation")} />
                )}
                <span class="num">{file.citations}</span>
              </li>
            ))}
          </ul>
          {files.length > room && <p class="note">and {files.length - room} more</p>}
        </>
      )}
    </section>
  );
}

function wordsOf({ carried, as, changed }: RestsOn): string {
  const said = [carried ? "the verdict rests on it" : as.join(", "), changedWords[changed]].filter(Boolean);
  return said.length === 0 ? "" : `: ${said.join(", ")}`;
}
