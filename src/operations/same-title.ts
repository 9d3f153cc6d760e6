/** A second document of the same title is mostly a slip: at a terminal it is asked about, elsewhere the answer names the first. */
import * as z from "zod";
import type { Context } from "../context.ts";
import type { DocumentType } from "../documents/document-types.ts";
import { refuse } from "../errors.ts";
import { slugOf } from "../rules/slug.ts";
import { listDocuments, openDocuments } from "../store/documents.ts";

export const sameTitleField = {
  same_title: z.array(z.string()).optional().describe("Documents of this type that had the same title before."),
  warnings: z.array(z.string()).optional(),
};

/** `replaced`: the path of a document that the new one takes the place of, and may be called like. */
export async function askAboutSameTitle(
  { project, confirm }: Pick<Context, "project" | "confirm">,
  type: DocumentType,
  title: string,
  replaced?: string,
): Promise<{ same_title?: string[]; warnings?: string[] }> {
  const slug = slugOf(title);
  const wordsOf = (text: string) => slugOf(text, text.length);
  const alike = listDocuments(project, type).filter(({ name, path }) => name.slug === slug && path !== replaced);
  const { documents } = openDocuments(project, alike);
  const same = documents.filter((one) => wordsOf(one.title) === wordsOf(title)).map(({ path }) => path);
  if (same.length === 0) return {};
  if ((await confirm?.(`${same.join(", ")} has this title already. Write another one?`)) === false)
    refuse("input_needed", { title }, "confirmation", {
      message: "Nothing was written",
      suggestion: `Give another title, or change ${same[0]}.`,
    });
  return { same_title: same, warnings: same.map((other) => `${other} has the same title`) };
}
