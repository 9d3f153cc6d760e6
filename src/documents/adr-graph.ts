/** How decisions stand to each other, as a picture: what their headers say, from whichever side, and what their texts cite. */
import { namedAdr, type Relation, relations } from "./adr.ts";
import { type Document, nameOf } from "./document.ts";
import { fieldList, fieldText } from "./header.ts";
import { findReference } from "./references.ts";

export interface Edge {
  from: Document;
  to: Document;
  kind: Relation | "cites";
}

export function edgesOf(adrs: readonly Document[]): Edge[] {
  const edges = new Map<string, Edge>();
  const pairs = new Set<string>();
  const add = (kind: Edge["kind"], from: Document, to: Document | undefined) => {
    if (to === undefined || to.path === from.path) return;
    const pair = [from.path, to.path].sort().join(" ");
    pairs.add(pair);
    const key = `${kind} ${kind === "relates" ? pair : `${from.path} ${to.path}`}`;
    if (!edges.has(key)) edges.set(key, { kind, from, to });
  };
  for (const adr of adrs) {
    for (const [kind, { field, back }] of Object.entries(relations) as [Relation, (typeof relations)[Relation]][]) {
      for (const value of fieldList(adr.header, field)) add(kind, adr, namedAdr(value, adrs));
      for (const value of fieldList(adr.header, back)) {
        const other = namedAdr(value, adrs);
        if (other !== undefined) add(kind, other, adr);
      }
    }
    const [, successor = ""] = /superseded by (.+)/i.exec(fieldText(adr.header, "status") ?? "") ?? [];
    const newer = namedAdr(successor, adrs);
    if (newer !== undefined) add("supersedes", newer, adr);
  }
  const declared = new Set(pairs);
  for (const from of adrs) {
    for (const to of adrs) {
      const named = declared.has([from.path, to.path].sort().join(" "));
      if (!named && from.path !== to.path && findReference(to, from) !== undefined) add("cites", from, to);
    }
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
