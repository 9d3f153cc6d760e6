/** The drafts: which there are, and one of them with what its author had before it. */
import { useEffect, useMemo } from "preact/hooks";
import { wordsIn } from "../../../facts/text/blocks.ts";
import { capital } from "../../../facts/text/cut.ts";
import { count, size } from "../../format.ts";
import { inWords, personIn, personKey, plural, type Seat } from "../../model/dialogue.ts";
import { type DraftPart, drawDraft, marksIn } from "../../model/drawn-draft.ts";
import { versionsOf } from "../../model/versions.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { Avatar, Chip, Empty, Glyph, Pill, StanceMark, useDialogue, Words } from "../../parts/parts.tsx";
import { refWords, stanceWords } from "../../parts/shapes.ts";
import { hasDrafts } from "../../site-data.ts";
import { here, route } from "../../state.ts";
import { Citation } from "../citations.tsx";

export function DraftTable({ wanted }: { wanted: string }) {
  const { people, rounds, live } = useDialogue();
  if (!hasDrafts)
    return (
      <>
        <h2>Drafts</h2>
        <p class="note">Left out of this site.</p>
      </>
    );
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
              <span class="sr">Expert,</span> round
            </th>
            {columns.map((round) => (
              <th key={round} scope="col">
                {round}
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
      <p class="note">
        The bar is the length of the draft
        {rounds.some(({ seats }) => [...seats.values()].some(isAbsent)) && "; – is absent"}.
      </p>
    </>
  );
}

function isAbsent({ state }: Seat): boolean {
  return state === "absent";
}

export function Draft({ name }: { name: string }) {
  const dialogue = useDialogue();
  const cut = name.lastIndexOf("-");
  const key = name.slice(0, cut);
  const round = Number(name.slice(cut + 1));
  const record = dialogue.view.export.rounds.find((one) => one.round === round);
  const text = record?.texts.find(({ expert }) => personKey(expert) === key);
  const draft =
    dialogue.live?.round === round ? dialogue.live.drafts.find(({ expert }) => personKey(expert) === key) : undefined;
  const words = text?.text ?? draft?.text ?? "";
  const { view } = dialogue;
  const marks = text === undefined ? draft?.marks : marksIn(view, round, key);
  const parts = useMemo(() => (marks === undefined ? [] : drawDraft(words, marks)), [words, view]);
  const { at } = route.value.query;
  useEffect(() => {
    if (at !== undefined) document.getElementById(`item-${at}`)?.scrollIntoView({ block: "center" });
  }, [at, words]);
  const person = personIn(dialogue, key);
  if (!hasDrafts)
    return (
      <article class="doc">
        <Empty title="Drafts are left out of this site">
          <p>What {person.name} raised, answered and settled is here, item by item.</p>
        </Empty>
      </article>
    );
  if (words === "")
    return (
      <article class="doc">
        <Empty title={`${person.name} wrote nothing in round ${round}`}>
          {text?.state === "not_asked" && <p>Nobody asked for a draft.</p>}
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
            {seat?.why && <Pill tone="work">signature not counted: {seat.why}</Pill>}
          </p>
        </header>
        <div class="prose as-written">
          {parts.map((part, i) => (
            <Part
              key={i}
              part={i === 0 ? withoutName(part, person.name, round) : part}
              owner={key}
              seat={seat}
              dismissed={dismissed}
            />
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
                <Glyph type={part.type} severity={part.severity} chair={person.chair} />
                <span dir="auto">
                  <Words text={capital(part.label)} links={false} />
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

/** "# Cupcake, round 1" stands above. */
function withoutName(part: DraftPart, name: string, round: number): DraftPart {
  if (part.kind !== "text") return part;
  const [first = "", ...rest] = part.text.trimStart().split("\n");
  const said = first.toLowerCase();
  const isName = said.startsWith("#") && said.includes(name.toLowerCase()) && said.includes(String(round));
  return isName ? { ...part, text: rest.join("\n") } : part;
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
              {text.name}: {count(wordsIn(text.text))} words
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
              : "Asked only about objections that the new text answers."}
          </li>
        )}
      </ul>
    </>
  );
}

function Part({
  part,
  owner,
  seat,
  dismissed,
}: {
  part: DraftPart;
  owner: string;
  seat: Seat | undefined;
  dismissed: readonly { local_id: string | null; line: number; reason: string }[];
}) {
  const dialogue = useDialogue();
  if (part.kind === "text") return <Markdown text={part.text} />;
  if (part.kind === "stance")
    return (
      <p class="mk-s">
        <StanceMark position={part.position} /> {capital(stanceWords[part.position] ?? part.position)}{" "}
        {part.confidence?.toFixed(2)}
      </p>
    );
  if (part.kind === "cite")
    return <Citation path={part.path} from={part.from} words={part.words} result={part.result} />;
  if (part.kind === "item") {
    const id = dialogue.globalIds.get(part.id);
    const item = id === undefined ? undefined : dialogue.items.get(id);
    const others = item?.by.filter((key) => key !== owner).map((key) => personIn(dialogue, key).name) ?? [];
    const gone = dismissed.find(({ local_id, line }) => local_id === part.id || line === part.line);
    return (
      <div class={`mk-i ${gone === undefined ? "" : "gone"}`} id={`item-${id ?? part.id}`}>
        <Glyph type={part.type} severity={part.severity} chair={personIn(dialogue, owner).chair} size={16} />
        <h2 dir="auto">
          <Words text={capital(part.label)} links={false} />
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
          <Pill key="converge" tone={seat?.signal === "uncounted" ? "work" : "ok"}>
            {seat?.signal === "uncounted" ? "signature not counted" : "signs"}
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
