/** How decisions are related, as a picture: what their headers say, from whichever side, and what their texts cite. */
import { adrFinder, type Relation, relations } from "./adr.ts";
import { type Document, nameOf } from "./document.ts";
import { fieldList, fieldText } from "./header.ts";
import { localLinks } from "./links.ts";

export interface Edge {
  from: Document;
  to: Document;
  kind: Relation | "cites";
}

export function edgesOf(adrs: readonly Document[]): Edge[] {
  const edges = new Map<string, Edge>();
  const pairs = new Set<string>();
  const pairOf = (a: Document, b: Document) => [a.path, b.path].sort().join(" ");
  const add = (kind: Edge["kind"], from: Document | undefined, to: Document | undefined) => {
    if (from === undefined || to === undefined || to.path === from.path) return;
    const key = `${kind} ${kind === "relates" ? pairOf(from, to) : `${from.path} ${to.path}`}`;
    if (!edges.has(key)) edges.set(key, { kind, from, to });
  };
  const named = adrFinder(adrs);
  for (const adr of adrs) {
    for (const [kind, { field, back }] of Object.entries(relations) as [Relation, (typeof relations)[Relation]][]) {
      for (const value of fieldList(adr.header, field)) add(kind, adr, named(value));
      for (const value of fieldList(adr.header, back)) add(kind, named(value), adr);
    }
    const [, successor = ""] = /superseded by (.+)/i.exec(fieldText(adr.header, "status") ?? "") ?? [];
    add("supersedes", named(successor), adr);
  }
  for (const { from, to } of edges.values()) pairs.add(pairOf(from, to));
  const byNumber = new Map(adrs.map((adr) => [adr.name.number, adr]));
  const byPath = new Map(adrs.map((adr) => [adr.path, adr]));
  for (const adr of adrs) {
    const said = [...adr.text.matchAll(/\bADR[ -]?(\d+)\b/gi)].map(([, digits]) => byNumber.get(Number(digits)));
    const linked = localLinks(adr.path, adr.text).map(({ target }) => byPath.get(target));
    for (const other of [...linked, ...said])
      if (other !== undefined && !pairs.has(pairOf(adr, other))) add("cites", adr, other);
  }
  return [...edges.values()];
}

const arrows: Readonly<Record<Edge["kind"], string>> = {
  supersedes: "-->|supersedes|",
  amends: "-->|amends|",
  relates: "---",
  cites: "-.->",
};

export function mermaidOf(adrs: readonly Document[], edges: readonly Edge[]): string {
  const taken = new Set<string>();
  const ids = new Map(
    adrs.map(({ path, name }, i) => {
      const id = `adr${name.digits ?? `_${i}`}`;
      const free = taken.has(id) ? `${id}_${i}` : id;
      taken.add(free);
      return [path, free];
    }),
  );
  const classOf = (status: string) => (status === "accepted" ? "" : status === "proposed" ? ":::proposed" : ":::past");
  return [
    "flowchart LR",
    ...adrs.map((adr) => `  ${ids.get(adr.path)}["${shown(`${nameOf(adr)}: ${adr.title}`)}"]${classOf(adr.status)}`),
    ...edges.map(({ from, to, kind }) => `  ${ids.get(from.path)} ${arrows[kind]} ${ids.get(to.path)}`),
    "  classDef proposed stroke-dasharray: 5 4",
    "  classDef past fill:#eee,stroke:#aaa,color:#777",
  ].join("\n");
}

/** What Mermaid could read as its own syntax is written as an entity. */
function shown(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} .,:'/()_-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
