/** RFCs, ADRs and the rest: rendered, and linked to the dialogues they came from. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentView } from "../data.ts";
import { plural } from "../model/dialogue.ts";
import { Markdown } from "../parts/markdown.tsx";
import { Outcomes } from "../parts/outcomes.tsx";
import { Pill, Waiting, Words } from "../parts/parts.tsx";
import { hashOf } from "../route.ts";
import { askDocument, documents, type Loaded, list, loadList } from "../source.ts";
import { route, setQuery } from "../state.ts";

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
    <div class={`docs-v ${at.key === null ? "" : "reading"}`}>
      <nav class="docs-n" aria-label="Documents">
        {at.key === null ? <h1>{plural(value.documents.length, "document")}</h1> : <h2>Documents</h2>}
        <div class="filter">
          {[null, ...kinds].map((one) => (
            <button
              type="button"
              key={one ?? "all"}
              aria-pressed={kind === one}
              onClick={() => setQuery({ type: one })}
            >
              {one ?? "all"}
            </button>
          ))}
        </div>
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
                {one.date !== null && <small class="faint">{one.date}</small>}
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

function Status({ of }: { of: string }) {
  const tone = /^(?:accepted|implemented|active|complete|resolved)/i.test(of)
    ? "ok"
    : /^(?:rejected|superseded|deprecated)/i.test(of)
      ? "bad"
      : undefined;
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
  return (
    <>
      <article class="doc">
        <a class="lnk narrow-only" href={hashOf(["documents"])}>
          All documents
        </a>
        <Markdown text={withoutHeader(value.text)} lowest={isChosen ? 1 : 2} />
      </article>
      <aside class="text-s">
        <h2>
          <span class="mono">{value.id}</span> <Status of={value.status} />
        </h2>
        <Outcomes of={value.outcomes} decidedOn={value.date} />
        {from.length > 0 && (
          <>
            <h3>Came from</h3>
            <ul class="sheet">
              {from.map(({ id, title }) => (
                <li key={id}>
                  <a class="lnk" href={hashOf(["d", id])}>
                    <bdi>{title}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        <dl class="fields">
          {Object.entries(value.fields)
            .filter(([key]) => key !== "title" && key !== "status")
            .map(([key, field]) => (
              <div key={key}>
                <dt>{key.replaceAll("_", " ")}</dt>
                <dd dir="auto">{fieldWords(field)}</dd>
              </div>
            ))}
          <div>
            <dt>file</dt>
            <dd class="mono">{value.path}</dd>
          </div>
        </dl>
      </aside>
    </>
  );
}

/** Dialogues that the document names by their id, in its header or its words. */
function dialoguesOf({ fields, text }: DocumentView): { id: string; title: string }[] {
  const words = `${JSON.stringify(fields)} ${text}`;
  return (list.value.value?.dialogues ?? [])
    .filter(({ id }) => words.includes(id))
    .map(({ id, title }) => ({ id, title: title ?? id }));
}

/** The header is shown beside the text; what a template asks for is not written yet. */
function withoutHeader(text: string): string {
  // Spelt so that no script element can end at it.
  const isHint = (line: string) => /^<!-{2}.*-{2}>$/.test(line);
  const body = text.replace(/^---\n.*?\n---\n/s, "").split("\n");
  return body.map((line) => (isHint(line.trim()) ? "*(not written yet)*" : line)).join("\n");
}

function fieldWords(value: unknown): string {
  return Array.isArray(value) ? value.join("; ") : typeof value === "object" ? JSON.stringify(value) : String(value);
}
