/** Where the page's data comes from: a report carries it, a site has it in files, otherwise the server on this machine answers and tells of changes. */
import { signal } from "@preact/signals";
import type {
  ChangeEvent,
  DialogueList,
  DialogueView,
  DocumentList,
  DocumentView,
  Failure,
  Organisation,
  OrgDecisions,
  ReportData,
  SearchAnswer,
  TokenAnswer,
} from "./data.ts";
import { type Dialogue, modelOf } from "./model/dialogue.ts";
import type { Key } from "./route.ts";
import { askSite, site } from "./site-data.ts";

/** A value on its way, there, or refused. What was there before stays until the next is. */
export interface Loaded<T> {
  value: T | null;
  failure: string | null;
}

export const report: ReportData | null = embedded();
/** The page is about all published repositories, and there is no project. */
export const isOrg = document.body.dataset.shows === "organisation";
export const organisation = signal<Loaded<Organisation>>({ value: null, failure: null });
export const list = signal<Loaded<DialogueList>>({ value: null, failure: null });
export const dialogue = signal<Loaded<Dialogue> & { id: string | null }>({ id: null, value: null, failure: null });
export const documents = signal<Loaded<DocumentList>>({ value: null, failure: null });
/** False while the server does not answer. */
export const connected = signal(true);

let token = Promise.resolve("");

function embedded(): ReportData | null {
  const text = document.getElementById("report")?.textContent;
  return text === undefined || text === null ? null : (JSON.parse(text) as ReportData);
}

/** Questions wait until the token is there. */
export async function useKey(key: Key | null): Promise<void> {
  const kept = "blue-token";
  token = (key?.kind === "code" ? redeem(key.value) : Promise.resolve(key?.value ?? null)).then((given) => {
    if (given !== null) sessionStorage.setItem(kept, given);
    return given ?? sessionStorage.getItem(kept) ?? "";
  });
  await token;
}

async function redeem(code: string): Promise<string | null> {
  try {
    const answer = await fetch("/token", { headers: { Authorization: `Bearer ${code}` } });
    return answer.ok ? ((await answer.json()) as TokenAnswer).token : null;
  } catch {
    return null;
  }
}

async function ask<T>(path: string): Promise<Loaded<T>> {
  if (site !== null) return (await askSite(site, path)) as Loaded<T>;
  try {
    const answer = await fetch(`/api/${path}`, { headers: { Authorization: `Bearer ${await token}` } });
    const body = (await answer.json()) as T | Failure;
    if (answer.ok) return { value: body as T, failure: null };
    return { value: null, failure: answer.status === 403 ? lockedOut : (body as Failure).message };
  } catch {
    return { value: null, failure: "The server does not answer. Is `blue dashboard` still running?" };
  }
}

const lockedOut = "This page has no key to the server. Open the address that `blue dashboard` printed.";

export async function loadList(): Promise<void> {
  const { value, failure } = await ask<DialogueList>("dialogues");
  list.value = { value: value ?? list.value.value, failure };
}

/** Looks at what is loaded without following it: an effect that asks for a dialogue must not ask again because it was refused. */
export async function loadDialogue(id: string): Promise<void> {
  if (report !== null) {
    if (dialogue.peek().value === null)
      dialogue.value = { id: report.view.export.dialogue_id, value: modelOf(report.view), failure: null };
    return;
  }
  if (dialogue.peek().id !== id) dialogue.value = { id, value: null, failure: null };
  const { value, failure } = await ask<DialogueView>(`dialogues/${encodeURIComponent(id)}`);
  if (dialogue.value.id !== id) return;
  dialogue.value = { id, value: value === null ? dialogue.value.value : modelOf(value), failure };
}

export async function loadOrganisation(): Promise<void> {
  const { value, failure } = await ask<Organisation>("org");
  organisation.value = { value: value ?? organisation.value.value, failure };
}

export function askOrgDecisions(query: Record<string, string>): Promise<Loaded<OrgDecisions>> {
  return ask<OrgDecisions>(`org/decisions?${new URLSearchParams(query)}`);
}

export async function loadDocuments(): Promise<void> {
  const { value, failure } = await ask<DocumentList>("documents");
  documents.value = { value: value ?? documents.value.value, failure };
}

export function askDocument(type: string, key: string): Promise<Loaded<DocumentView>> {
  return ask<DocumentView>(`documents/${encodeURIComponent(type)}/${encodeURIComponent(key)}`);
}

export function askSearch(query: string, page: number): Promise<Loaded<SearchAnswer>> {
  return ask<SearchAnswer>(`search?q=${encodeURIComponent(query)}&page=${page}`);
}

/** Calls back for every change until the page is closed. `EventSource` cannot send the token, so the stream is read by hand. */
export async function listen(onChange: (event: ChangeEvent) => void): Promise<never> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      const answer = await fetch("/api/events", { headers: { Authorization: `Bearer ${await token}` } });
      if (answer.ok && answer.body !== null) {
        if (!connected.value) onChange({ type: "changed" });
        connected.value = true;
        wait = 500;
        await readEvents(answer.body, onChange);
      }
    } catch {
      // The server went away; the next turn asks again.
    }
    connected.value = false;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, onChange: (event: ChangeEvent) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data !== undefined && data !== "") onChange(JSON.parse(data) as ChangeEvent);
    }
  }
}
