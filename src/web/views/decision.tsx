/** The decision on one screen, or where it stands: what was decided, what changed, each objection from raising to acceptance, and every fact beside them. */

import { useSignal } from "@preact/signals";
import { type Objection, strongestFirst } from "../../facts/objections.ts";
import { textChange } from "../../facts/text/changed.ts";
import { capital, cut, sentencesOf } from "../../facts/text/cut.ts";
import type { FactLine, RestsOn } from "../data.ts";
import { count, day, fileName, inPlainWords, ordinal } from "../format.ts";
import { gradedTexts } from "../model/decision.ts";
import { inWords, isLookDone, plural } from "../model/dialogue.ts";
import { readAll } from "../model/read-objections.ts";
import { standingPill } from "../model/site.ts";
import { answersBetween, changeOf, versionsOf } from "../model/versions.ts";
import { CoverageBar, lookTitle } from "../parts/coverage.tsx";
import { Outcomes } from "../parts/outcomes.tsx";
import { Chip, Command, Icon, Pill, Share, StanceMark, useDialogue, Who, Words } from "../parts/parts.tsx";
import { stanceWords } from "../parts/shapes.ts";
import { hashOf } from "../route.ts";
import { Objections, objectionsTitle } from "./objections.tsx";
import { ReviewView } from "./review.tsx";

export function DecisionView() {
  const dialogue = useDialogue();
  const { verdict, view } = dialogue;
  const [decided, ...lines] = view.lines;
  const { facts } = view.export;
  const isOpen = verdict === null;
  if (isLookDone(dialogue)) return <ReviewView />;
  const { why, risk, begins } = facts.decided;
  // Where no sentence was signed, the text's title is the heading; the counts stand below.
  const answer = begins === undefined ? decided!.words : decided!.words.replace(/, as [a-z ]+(?::.*)?$/, "");
  const reasons = Object.entries({ Why: why, Risk: risk }).filter(([, words]) => words && !isOpen);
  const objections = strongestFirst(readAll(dialogue));
  const open = objections.filter(({ closed }) => closed === null);
  const settled = objections.filter(({ closed }) => closed !== null);
  return (
    <div class="wrap dec">
      <header class="dec-h">
        <Outcomes of={view.outcomes} decidedOn={facts.verdict?.registered_at ?? null} />
        {view.export.question !== null && (
          <p class="dec-q clamp6" dir="auto">
            <Words text={view.export.question} links={false} />
          </p>
        )}
        <h1 dir="auto" class={isOpen ? "amber" : ""}>
          <Words text={isOpen ? inPlainWords(decided!.words) : answer} links={false} />
        </h1>
        {!isOpen && begins !== undefined && (
          <p class="dec-sum" dir="auto">
            <span class="lbl">No one-sentence answer was signed. The signed text begins:</span>{" "}
            <Words text={begins} links={false} />
          </p>
        )}
        {reasons.map(([name, words]) => (
          <p key={name} class="dec-r" dir="auto">
            <span class="lbl">{name}</span> <Words text={words!} />
          </p>
        ))}
        <Standing isOpen={isOpen} lines={lines} />
        <Brief />
      </header>
      <div class="dec-g">
        <div class="stack">
          {isOpen && <WhereItStands settled={settled} all={objections} />}
          {!isOpen && <Changed />}
          {isOpen ? (
            <>
              <h2 class="big">{plural(open.length, "objection")} open</h2>
              <Objections of={open} />
              <Settled of={settled} />
              <Changed />
            </>
          ) : (
            objections.length > 0 && (
              <>
                <h2 class="big">{objectionsTitle(objections)}</h2>
                <Objections of={objections} />
              </>
            )
          )}
          {!isOpen && <JudgesWords />}
          <Graded />
        </div>
        <aside class="side">
          <Facts lines={lines} note={decided!.note} />
          <NotDecided />
          <Stood />
          <Files files={view.files} />
        </aside>
      </div>
    </div>
  );
}

/** Of what is settled, what is worth reading while it goes on: critical, or fixed in part. */
function Settled({ of }: { of: readonly Objection[] }) {
  const worth = of.filter(({ severity, answer }) => severity === "critical" || answer?.as === "part");
  const all = useSignal(false);
  if (of.length === 0) return null;
  return (
    <>
      <h2 class="big">
        {of.length} settled
        {worth.length < of.length && (
          <button type="button" class="lnk" onClick={() => (all.value = !all.value)}>
            {all.value ? "Show fewer" : "Show all"}
          </button>
        )}
      </h2>
      <Objections of={all.value ? of : worth} />
    </>
  );
}

/** A bar for each round with what it left open, the next one dashed; beside it what the last round brought. */
function WhereItStands({ settled, all }: { settled: readonly Objection[]; all: readonly Objection[] }) {
  const { rounds, items, id } = useDialogue();
  const last = rounds.at(-1);
  const part = settled.filter(({ answer }) => answer?.as === "part").length;
  const came = all.filter(({ round }) => round === last?.round).length;
  const fresh = [...items.values()].filter((item) => item.type === "P" && item.isNew && item.round === last?.round);
  const most = Math.max(1, ...rounds.map(({ open }) => open));
  return (
    <section class="card pad">
      <h2>Where it stands</h2>
      <div class="where">
        <ol class="burn">
          {rounds.map(({ round, open }) => (
            <li key={round}>
              <i style={{ height: `${Math.max(3, (56 * open) / most)}px` }} />
              <b>{open}</b>
              <small>round {round}</small>
            </li>
          ))}
          <li class="ahead">
            <i />
            <b>?</b>
            <small>round {rounds.length}</small>
          </li>
        </ol>
        <ul>
          <li>
            <b>{settled.length}</b> of {plural(all.length, "objection")} settled
            {part > 0 && `, ${part} of them fixed in part`}
          </li>
          {last !== undefined && last.round > 0 && (
            <li>
              <b>{came}</b> came up in round {last.round}, against the rewritten text
            </li>
          )}
          <li>
            <b>{fresh.length}</b> {fresh.length === 1 ? "new perspective" : "new perspectives"}
            {fresh.length > 0 && (
              <>
                : <Words text={cut(fresh.map(({ label }) => `“${label}”`).join("; "), 160)} links={false} />
              </>
            )}
          </li>
          <li>
            <a class="lnk" href={hashOf(["d", id, "rounds"])}>
              See the rounds <Icon name="arrow" size={14} />
            </a>
          </li>
        </ul>
      </div>
    </section>
  );
}

const howPills: Record<string, ["ok" | "work" | "bad", string]> = {
  converged: ["ok", "In force"],
  forced: ["bad", "Forced at the limit"],
  superseded: ["work", "Superseded"],
  closed: ["work", "Closed, nothing decided"],
  reviewed: ["work", "Reviewed, not decided"],
};

function Standing({ isOpen, lines }: { isOpen: boolean; lines: readonly FactLine[] }) {
  const { view, rounds } = useDialogue();
  const { facts } = view.export;
  const standing = view.decision === null ? undefined : standingPill(view.decision);
  const [tone, words] = standing ?? howPills[facts.how] ?? ["work", facts.how];
  const told = (key: FactLine["key"]) => lines.find((one) => one.key === key)?.words ?? "";
  const { next } = view.status;
  return (
    <div class="facts">
      {isOpen ? (
        <span>
          {plural(rounds.length, "round")} of at most {view.status.max_rounds}
        </span>
      ) : (
        <>
          <Pill tone={tone}>{words}</Pill>
          <span>{facts.how === "converged" ? capital(told("how")) : `After ${plural(facts.rounds, "round")}`}</span>
          {facts.signed.of > 0 && <span>Signed by {told("signed")}</span>}
        </>
      )}
      {facts.verdict !== null && <span>{day(facts.verdict.registered_at)}</span>}
      {facts.subject !== null && (
        <code>
          <bdi>{facts.subject}</bdi>
        </code>
      )}
      {view.status.problems.length > 0 && (
        <span class="red">{plural(view.status.problems.length, "problem")} in the records</span>
      )}
      {isOpen && (
        <>
          <span title={next.why}>
            <b class="amber">Next:</b> <Words text={sentencesOf(inPlainWords(next.why))[0] ?? ""} />
          </span>
          <Command text={next.command} />
        </>
      )}
    </div>
  );
}

/** On a phone the facts stand below everything: what a reader must know of them comes first. */
function Brief() {
  const { open, refused, in_part, disagree } = useDialogue().view.export.facts;
  const lines = [
    [open.length, "open"],
    [refused.length, "refused and accepted as such"],
    [in_part.length, "fixed in part"],
    [disagree.length, "still disagree"],
  ].flatMap(([n, words]) => (n === 0 ? [] : `${n} ${words}`));
  return (
    <ul class="brief">
      {lines.map((line) => (
        <li key={line} class="amber">
          {line}
        </li>
      ))}
      {lines.length === 0 && <li>Nothing open, nothing refused, nobody disagrees</li>}
    </ul>
  );
}

/** What there is instead of anything. */
const nothing = /^(?:nothing|nobody|no objection)$/;
const emptyWords: Partial<Record<FactLine["key"], string>> = {
  open: "nothing open",
  refused: "nothing refused",
  disagree: "nobody disagrees",
  supersedes: "nothing superseded",
};

/** In the order of every other face, without what stands above; the empty ones are one line. */
function Facts({ lines, note }: { lines: readonly FactLine[]; note: string | null }) {
  const dialogue = useDialogue();
  const { coverage, how, signed } = dialogue.view.export.facts;
  const isOpen = dialogue.verdict === null;
  const above = isOpen
    ? ["how", "open"]
    : ["why", "risk", how === "converged" ? "how" : "", signed.of > 0 ? "signed" : ""];
  const empty = lines.filter(({ key, words }) => emptyWords[key] !== undefined && nothing.test(words));
  const shown = lines.flatMap((line) => {
    if (above.includes(line.key)) return [];
    if (empty.length < 2 || !empty.includes(line)) return [line];
    return line === empty[0] ? [{ ...line, words: empty.map(({ key }) => emptyWords[key]).join(", ") }] : [];
  });
  return (
    <dl class="card pad lines">
      {shown.map(({ key, name, words }) => (
        <div key={key} class={key === "coverage" ? "look-l" : ""}>
          <dt>{key === "coverage" ? lookTitle : name}</dt>
          {key === "coverage" && coverage !== null && (
            <dd class="figure">
              <CoverageBar of={coverage} />
            </dd>
          )}
          <dd dir="auto" class={emptyWords[key] !== undefined && /^(?:nothing|nobody)\b/.test(words) ? "faint" : ""}>
            {pointsOf(saidStances(words.replace(/\(([A-Z]\d{4,})\)/g, "$1"))).map((point) => (
              <span key={point} class="pt">
                <Words text={point} />
              </span>
            ))}
          </dd>
        </div>
      ))}
      {note !== null && (
        <div>
          <dt>Decided</dt>
          <dd>{note}</dd>
        </div>
      )}
    </dl>
  );
}

/** "CONDITIONAL (0.85)" as the page says it. */
function saidStances(words: string): string {
  return words.replace(/\b([A-Z]{4,}) \([01]\.\d+\)/g, (all, position) => stanceWords[position] ?? all);
}

/** Each on a line of its own; a semicolon inside a quotation parts nothing. */
function pointsOf(words: string): string[] {
  const points: string[] = [];
  let isOpen = false;
  for (const part of words.split(/(?<=; )/)) {
    if (isOpen) points.push(`${points.pop()}${part}`);
    else points.push(part);
    const whole = points.at(-1)!;
    isOpen = whole.split("“").length > whole.split("”").length;
  }
  return points;
}

/** Of the last round, too late to be put to the panel; and what the signers would still like. */
function NotDecided() {
  const { suggestions, added } = useDialogue().view.export.facts;
  const cards = [
    ["Suggestions", suggestions.map(({ id, by, label }) => ({ id, by: inWords(by), words: label }))],
    ["What the signers added", added.map(({ by, words }) => ({ id: null, by, words: `“${cut(words, 300)}”` }))],
  ] as const;
  return (
    <>
      {cards.map(
        ([name, said]) =>
          said.length > 0 && (
            <section key={name} class="card pad sugg">
              <h2>{name}, not part of the decision</h2>
              <ul>
                {said.map(({ id, by, words }) => (
                  <li key={`${by} ${id}`} dir="auto">
                    <b>{by}</b>: <Words text={words} links={false} /> {id !== null && <Chip id={id} />}
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

const mostRows = 8;

/** By block: its name, how much, the longest new stretch, the objections answered there. */
function Changed() {
  const dialogue = useDialogue();
  const { facts, subject } = dialogue.view.export;
  const versions = versionsOf(dialogue).filter(({ key }) => key !== "verdict" || facts.judge.recommendation === null);
  const before = versions[0];
  const after = versions.at(-1);
  if (before === undefined || after === undefined || before === after) return null;
  const answers = answersBetween(versions, 0, versions.length - 1);
  const change = textChange(before.text, after.text, answers, dialogue.items, mostRows, changeOf(before, after));
  const most = Math.max(1, ...change.rows.map(({ added, removed }) => Math.max(added, removed)));
  const read = hashOf(["d", dialogue.id, "text"], { doc: after.key, from: before.key });
  return (
    <section class="card pad">
      <h2>
        What changed against the {subject?.lines === undefined ? "first text" : "subject"}{" "}
        <span class="faint">
          {change.changed} of {plural(change.of, "block")}, {count(change.before)} → {plural(change.after, "word")}
          {change.isRewritten && "; rewritten"}
        </span>
        <a class="lnk" href={read}>
          Read both texts <Icon name="arrow" size={14} />
        </a>
      </h2>
      <ul class="chg">
        {change.rows.map(({ name, gist, goesOn, added, removed, answers: ids }, i) => (
          <li key={i}>
            <span class="cn clamp2" title={name}>
              <bdi>{name}</bdi>
            </span>
            <span class="pb" role="img" aria-label={`${added} words added, ${removed} removed`}>
              <i class="a" style={{ width: `${(50 * added) / most}%` }} />
              <i class="s" style={{ width: `${(50 * removed) / most}%` }} />
            </span>
            {(gist !== "" || !change.isRewritten) && (
              <span class="cg clamp2" dir="auto" title={gist}>
                <Words text={goesOn ? `… ${gist}` : gist || "shortened"} links={false} />
              </span>
            )}
            <span class="cc">
              {ids.length > 0 && <span class="narrow-only">{plural(ids.length, "objection")}</span>}
              {ids.slice(0, 2).map((id) => (
                <Chip key={id} id={id} />
              ))}
              {ids.length > 2 && <span class="faint">+{ids.length - 2}</span>}
            </span>
          </li>
        ))}
      </ul>
      {change.changed === 0 && <p class="dim">Not one word.</p>}
      <Also name="Also changed" of={change.also.changed} />
      <Also name="Parts removed" of={change.also.gone} />
      <Also name="Removed without an objection" of={change.also.dropped} />
    </section>
  );
}

function Also({ name, of }: { name: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <p class="note" title={of.join(", ")}>
      {name}: <Words text={cut(of.join(", "), 160)} links={false} />
    </p>
  );
}

/** Headline, topics, description, conditions, warning: nobody signed them, and they are never what was decided. */
function JudgesWords() {
  const { view, id } = useDialogue();
  const { facts } = view.export;
  const { judge, warning } = facts;
  const said: [string, string][] = [
    ...(warning === null ? [] : [["Warning", warning] as [string, string]]),
    ...(judge.headline === null ? [] : [["Headline", judge.headline] as [string, string]]),
    ...judge.topics.map(({ topic, decision }): [string, string] => [topic, decision]),
    ...(judge.description.trim() === "" ? [] : [["Description", judge.description] as [string, string]]),
    ...judge.conditions.map((condition, i): [string, string] => [`Condition ${i + 1}`, condition]),
  ];
  if (said.length === 0 && judge.recommendation === null) return null;
  return (
    <section class="card pad">
      <h2>
        The Judge’s own words <span class="amber">nobody signed them</span>
      </h2>
      <dl class="topics">
        {said.slice(0, 8).map(([name, words]) => (
          <div key={`${name} ${words}`}>
            <dt dir="auto">
              <Words text={name} links={false} />
            </dt>
            <dd class="clamp3" dir="auto" title={words}>
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

function Stood() {
  const dialogue = useDialogue();
  const { rounds, people } = dialogue;
  const seen = new Set<string>();
  const shown = people.filter(({ rounds: seated, isGuest }) => seated.length > 0 || isGuest);
  const marks = shown.map((person) => {
    const cells = rounds.map(({ round, seats }) => {
      const seat = seats.get(person.key);
      const away =
        seat === undefined
          ? ["·", "not seated"]
          : seat.state === "absent"
            ? ["–", "absent"]
            : seat.state === "not_asked"
              ? ["○", "not asked"]
              : null;
      if (seat === undefined || away !== null) {
        seen.add(away![1]!);
        return (
          <td key={round} title={away![1]}>
            {away![0]}
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
              <span class="sr">Expert,</span> round
            </th>
            {rounds.map(({ round }) => (
              <th key={round} scope="col">
                {round}
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
        <span>0.85 confidence</span>
        {Object.keys(stanceWords)
          .filter((position) => seen.has(position))
          .map((position) => (
            <span key={position}>
              <StanceMark position={position} /> {stanceWords[position]}
            </span>
          ))}
        {seen.has("signals") && (
          <span>
            <StanceMark position="APPROVE" signal="counted" /> signed
          </span>
        )}
        {seen.has("signal not counted") && (
          <span>
            <StanceMark position="CONDITIONAL" signal="uncounted" /> signature not counted
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
  const off = files.filter(isOff).length;
  const room = people.length <= 3 ? 8 : 4;
  if (files.length === 0) return null;
  return (
    <section class="card pad">
      <h2>Files {off > 0 && <span class="amber">{plural(off, "file")} it rests on changed since</span>}</h2>
      {off > 0 && <p class="note">See whether it still holds: blue decisions.</p>}
      <ul class="files">
        {sorted.slice(0, room).map((file) => (
          <li key={file.path} title={`${file.path}${wordsOf(file)}`}>
            <span class="mono">
              <bdi>{fileName(file.path)}</bdi>
            </span>
            {isOff(file) ? (
              <em class={file.changed === "gone" ? "red" : "amber"}>{changedWords[file.changed]}</em>
            ) : (
              <em class="faint">{file.citations > 0 ? plural(file.citations, "citation") : file.as.join(", ")}</em>
            )}
          </li>
        ))}
      </ul>
      {files.length > room && <p class="note">and {files.length - room} more</p>}
    </section>
  );
}

function wordsOf({ carried, as, changed }: RestsOn): string {
  const said = [carried ? "the verdict rests on it" : as.join(", "), changedWords[changed]].filter(Boolean);
  return said.length === 0 ? "" : `: ${said.join(", ")}`;
}
