import * as z from "zod";
import { edgesOf, mermaidOf } from "../../documents/adr-graph.ts";
import { nameOf } from "../../documents/document.ts";
import { listDocuments, openDocuments } from "../../store/documents.ts";
import { documentEntry, entryOf, unreadableEntry } from "../document-fields.ts";
import { defineOperation } from "../operation.ts";

export const operation = defineOperation({
  name: "adr.graph",
  summary: "Draw the decisions and how they are related, in Mermaid",
  description:
    "Every ADR as a node (dashed when proposed, grey when no longer in force) and every relation as an edge: supersedes, amends, relates as the headers say on either side, and a dotted arrow where the text only cites another. The answer has the diagram as Mermaid and the edges as data.",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    adrs: z.array(documentEntry),
    edges: z.array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        kind: z.enum(["supersedes", "amends", "relates", "cites"]),
      }),
    ),
    mermaid: z.string(),
    unreadable: z.array(unreadableEntry),
  }),
  examples: [{ command: "blue adr graph > adrs.mmd", note: "for a page or a review" }],
  cli: { document: true },
  run(_, { project }) {
    const { documents, unreadable } = openDocuments(project, listDocuments(project, "adr"));
    const edges = edgesOf(documents);
    return {
      adrs: documents.map(entryOf),
      edges: edges.map(({ from, to, kind }) => ({ from: nameOf(from), to: nameOf(to), kind })),
      mermaid: mermaidOf(documents, edges),
      unreadable,
    };
  },
  render: ({ mermaid, unreadable }) =>
    [mermaid, ...unreadable.map(({ path, why }) => `%% ${path}: ${why.replace(/\s+/g, " ")}`)].join("\n"),
});
