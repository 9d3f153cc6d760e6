/** What the index holds of a document. */
import { adrParts } from "../../documents/adr.ts";
import { type DocumentFile, nameOf, readDocument } from "../../documents/document.ts";
import { type Rooted, readText } from "../paths.ts";
import type { Row } from "./schema.ts";

export function documentRows(project: Rooted, file: DocumentFile): Row[] {
  const { path, type } = file;
  const text = readText(project, path);
  const document = readDocument(file, text);
  const { title, status, date, header } = document;
  const { decision, appliesWhen } = type === "adr" ? adrParts(document) : { decision: "", appliesWhen: "" };
  const number = file.name.number ?? null;
  return [
    ["documents", { path, type, number, title, status, date }],
    [
      "search",
      {
        name: number === null ? "" : nameOf(file),
        title,
        decision,
        applies_when: appliesWhen,
        // The comments of a template are not searched.
        body: text.slice(header.bodyStart).replace(/^<!--.*-->$/gm, ""),
        path,
        dialogue_id: null,
        what: type,
      },
    ],
  ];
}
