/** RFCs, ADRs and the rest: rendered, and linked to the dialogues they came from. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentView } from "../data.ts";
import { day } from "../format.ts";
import { plural } from "../model/dialogue.ts";
import { Markdown } from "../parts/markdown.tsx";
import { Outcomes } from "../parts/outcomes.tsx";
import { Pill, Waiting, Words } from "../parts/parts.tsx";
import { Filter } from "../parts/query.tsx";
import { hashOf } from "../route.ts";
import { askDocument, documents, type Loaded, list, loadList } from "../source.ts";
import { route } from "../state.ts";

/** So few need no column of their own. */
const few = 3;

export function DocumentsView() {
  const at = route.value;
  const { value, failure } = documents.value;
  useEffect(() => {
    if (list.value.value === null) void loadList();
  }, []);
  if (at.page !== "documents") return null;
  if (value === null)
    return (
      <div class="wrap">
        <Waiting failure={failure} />
      </div>
    );
  const kinds = [...new Set(value.documents.map(({ type }) => type))];
  const kind = at.query.type ?? null;
  const shown = value.documents.filter(({ type }) => kind === null || type === kind);
  // The first one is open until another is chosen; a phone shows the list alone.
  const [first] = shown;
  const open =
    at.type !== null && at.key !== null ? { type: at.type, key: at.key } : first === undefined ? null : first;
  return (
    <div class={`docs-v ${at.key === null ? "" : "reading"} ${value.documents.length < few ? "few" : ""}`}>
      <nav class="docs-n" aria-label="Documents">
        {at.key === null ? <h1>{plural(value.documents.length, "document")}</h1> : <h2>Documents</h2>}
        {value.documents.length >= few && (
          <Filter name="type" label="kind" of={kinds} says={(one) => one.toUpperCase()} />
        )}
        <ul class="docs-l">
          {shown.map((one) => (
            <li key={one.path}>
              <a
                href={hashOf(["documents", one.type, one.key], { type: kind })}
                aria-current={open?.type === one.type && open.key === one.key ? "page" : undefined}
                data-row
                data-text
              >
                <span class="docs-i">
                  <span class="mono">{one.id}</span> <Status of={one.status} />
                </span>
                <b dir="auto">
                  <Words text={one.title} links={false} />
                </b>
                {one.date !== null && <small class="faint">{day(one.date)}</small>}
              </a>
            </li>
          ))}
        </ul>
        {value.documents.length === 0 && (
          <p class="note">None yet. A decided dialogue becomes one with `blue rfc create --from-dialogue`.</p>
        )}
        {value.unreadable.map(({ path, why }) => (
          <p key={path} class="note red">
            {path}: {why}
          </p>
        ))}
      </nav>
      {open !== null && (
        <Reading key={`${open.type} ${open.key}`} type={open.type} name={open.key} isChosen={at.key !== null} />
      )}
    </div>
  );
}

const isOff = (status: string) => /^(?:rejected|superseded|deprecated)/i.test(status);

function Status({ of }: { of: string }) {
  const tone = /^(?:accepted|implemented|active|complete|resolved)/i.test(of) ? "ok" : isOff(of) ? "bad" : undefined;
  return <Pill tone={tone}>{of}</Pill>;
}

function Reading({ type, name, isChosen }: { type: string; name: string; isChosen: boolean }) {
  const shown = useSignal<Loaded<DocumentView>>({ value: null, failure: null });
  const changes = documents.value;
  useEffect(() => {
    void askDocument(type, name).then((answer) => {
      shown.value = answer;
    });
  }, [type, name, changes, shown]);
  const { value, failure } = shown.value;
  if (value === null)
    return (
      <article class="doc">
        <Waiting failure={failure} title="This document cannot be shown" />
      </article>
    );
  const from = dialoguesOf(value);
  const text = withoutHeader(value);
  const title = /^\s*# (.*)/.exec(text);
  const Title = isChosen ? "h1" : "h2";
  return (
    <article class="doc">
      <a class="lnk narrow-only" href={hashOf(["documents"])}>
        ‹ Documents
      </a>
      <header class="doc-h">
        <Title dir="auto">
          <Words text={title?.[1] ?? value.id} />
        </Title>
        <p class="facts">
          <Status of={value.status} />
          {value.date !== null && <span>{day(value.date)}</span>}
          {from.map(({ id, title }) => (
            <a key={id} class="lnk" href={hashOf(["d", id])}>
              <bdi>{title}</bdi>
            </a>
          ))}
          {Object.entries(value.fields)
            .filter(
              ([key, field]) => !/^(?:title|status|date|created)$/.test(key) && !from.some(({ id }) => id === field),
            )
            .map(([key, field]) => (
              <span key={key} dir="auto">
                {key.replaceAll("_", " ")} {fieldWords(field)}
              </span>
            ))}
          <code>
            <bdi>{value.path}</bdi>
          </code>
        </p>
        <Outcomes of={value.outcomes} decidedOn={value.date} />
      </header>
      <Markdown text={text.slice(title?.[0].length ?? 0)} lowest={isChosen ? 1 : 2} />
    </article>
  );
}

/** Dialogues that the document names by their id, in its header or its words. */
function dialoguesOf({ fields, text }: DocumentView): { id: string; title: string }[] {
  const words = `${JSON.stringify(fields)} ${text}`;
  return (list.value.value?.dialogues ?? [])
    .filter(({ id }) => words.includes(id))
    .map(({ id, title }) => ({ id, title: title ?? id }));
}

/** The header is shown above the text; what a template asks for is not written yet. */
function withoutHeader({ text, status }: DocumentView): string {
  // Spelt so that no script element can end at it.
  const isHint = (line: string) => /^<!-{2}.*-{2}>$/.test(line);
  const body = text.replace(/^---\n.*?\n---\n/s, "").split("\n");
  const isRejected = /^rejected/i.test(status);
  return body
    .map((line) => {
      if (isHint(line.trim())) return "*(not written yet)*";
      // What is not in force must not read as if it were.
      const head = isOff(status) ? /^(#+) Decision\s*$/.exec(line)?.[1] : undefined;
      return head === undefined
        ? line
        : `${head} ${isRejected ? "Was proposed, and rejected" : "Was decided, no longer in force"}`;
    })
    .join("\n");
}

function fieldWords(value: unknown): string {
  return Array.isArray(value) ? value.join("; ") : typeof value === "object" ? JSON.stringify(value) : String(value);
}
