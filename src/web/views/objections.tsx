/** Objections by severity, each in a row: raised, the author's answer, accepted by whom. */

import { brokenInShort, type Objection } from "../../facts/objections.ts";
import { capital, cut } from "../../facts/text/cut.ts";
import type { Severity } from "../data.ts";
import { inWords, plural } from "../model/dialogue.ts";
import { closedIn } from "../model/forest.ts";
import { severities } from "../model/objections.ts";
import { Answered, Avatar, Chip, SeverityMark, useDialogue, Words } from "../parts/parts.tsx";

export function Objections({ of }: { of: readonly Objection[] }) {
  const groups = severities
    .map((severity) => ({ severity, own: of.filter((one) => one.severity === severity) }))
    .filter(({ own }) => own.length > 0);
  const isOpen = of.some(({ closed }) => closed === null);
  const hasAuthor = of.some(({ answer }) => answer !== null);
  // Where no author was asked there is no column of answers.
  const heads = [
    "Raised",
    ...(isOpen ? ["Answer", "State"] : hasAuthor ? ["The author’s answer", "Accepted by"] : ["Settled by"]),
  ];
  return (
    <>
      {groups.map(({ severity, own }) => (
        <section key={severity} class="osec">
          {(groups.length > 1 || severity !== null) && <SeverityHead severity={severity} count={own.length} />}
          <ul class={`card obs ${heads.length > 2 ? "" : "plain"}`}>
            <li class="oh" aria-hidden="true">
              {heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
            </li>
            {own.map((one) => (
              <Row key={one.id} of={one} heads={heads} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function SeverityHead({ severity, count }: { severity: Severity | null; count: number }) {
  return (
    <h3 class="sevh">
      <SeverityMark of={severity} /> {count} {severity ?? "without a severity"}
    </h3>
  );
}

function Row({ of, heads }: { of: Objection; heads: readonly string[] }) {
  const { id, label, severity, raised_by, round, said, answer, closed } = of;
  return (
    <li class={`ob ${answer === null || answer.as === "fixed" ? "" : answer.as}`} data-objection={id}>
      <h4>
        <SeverityMark of={severity} />
        <span dir="auto">
          <Words text={capital(label)} links={false} />
        </span>
        <Chip id={id} />
      </h4>
      <div class="o3">
        <div>
          <span class="lbl">{heads[0]}</span>
          <p>
            <People names={raised_by} /> {round > 0 && <span class="faint">round {round}</span>}
          </p>
          <p class="clamp" dir="auto">
            <Words text={capital(brokenInShort(said))} />
          </p>
        </div>
        {heads.length > 2 && (
          <div>
            <span class="lbl">{heads[1]}</span>
            <Answer of={of} />
          </div>
        )}
        <div>
          <span class="lbl">{heads.at(-1)}</span>
          {closed === null ? (
            <p>
              <b class="amber">Open</b> <span class="faint">since round {round}</span>
            </p>
          ) : (
            <Closed of={of} />
          )}
        </div>
      </div>
    </li>
  );
}

function Answer({ of: { answer, fix, closed } }: { of: Objection }) {
  if (answer !== null)
    return (
      <p dir="auto">
        <Answered as={answer.as} /> <Words text={cut(capital(answer.text), 240)} />
      </p>
    );
  if (closed !== null) return <p class="faint">No author answered it.</p>;
  if (fix === null)
    return (
      <p>
        <b class="k work">Not answered yet</b>
      </p>
    );
  return (
    <p dir="auto">
      <b class="k work">Fix offered</b> <span class="faint">by {fix.by}</span>
      <br />
      <Words text={cut(capital(fix.words), 240)} />
    </p>
  );
}

function Closed({ of: { id, closed, state } }: { of: Objection }) {
  const { by, too, round } = closed!;
  const words = closedIn(useDialogue(), id, closed!.words);
  return (
    <>
      <p>
        {state === "accepted" ? (
          <b class="amber">Unresolved; the Judge accepted it</b>
        ) : by.length === 0 ? (
          <b class="amber">The Judge alone</b>
        ) : (
          <People names={[...by, ...too]} />
        )}{" "}
        <span class="faint">round {round}</span>
      </p>
      {words !== "" && (
        <p class="clamp" dir="auto">
          “<Words text={cut(words, 180)} />”
        </p>
      )}
    </>
  );
}

function People({ names }: { names: readonly string[] }) {
  return (
    <>
      <span class="avs">
        {names.map((name) => (
          <Avatar key={name} name={name} small />
        ))}
      </span>{" "}
      <b>
        <bdi>{inWords(names)}</bdi>
      </b>
    </>
  );
}

/** "9 objections, all settled, 2 of them fixed in part, 1 refused". */
export function objectionsTitle(of: readonly Objection[]): string {
  const settled = of.filter(({ state }) => state === "resolved");
  const as = (kind: string) => settled.filter(({ answer }) => answer?.as === kind).length;
  const [first = "", ...more] = [
    [as("part"), "fixed in part"],
    [as("refused"), "refused and accepted as such"],
  ].flatMap(([n, words]) => (n === 0 ? [] : `${n} ${words}`));
  const parts = [
    plural(of.length, "objection"),
    settled.length === of.length && of.length > 1
      ? "all settled"
      : settled.length > 0
        ? `${settled.length} settled`
        : "",
    first.replace(" ", " of them "),
    ...more,
    ...[
      [of.filter(({ closed }) => closed === null).length, "open"],
      [of.filter(({ state }) => state === "accepted").length, "accepted unresolved"],
    ].map(([n, words]) => (n === 0 ? "" : `${n} ${words}`)),
  ];
  return parts.filter(Boolean).join(", ");
}
