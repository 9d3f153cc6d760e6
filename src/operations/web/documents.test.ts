import { expect, it } from "vitest";
import { makeProject } from "../../../test/helpers/project.ts";
import { BlueError } from "../../errors.ts";
import { documentForPage, documentsForPage } from "./documents.ts";

const text = (title: string) => `---\ntitle: ${title}\nstatus: draft\n---\n\n# ${title}\n`;

const project = makeProject({
  ".blue/docs/rfcs/0001-one.draft.md": text("One"),
  ".blue/docs/rfcs/0002-two.draft.md": text("Two"),
  ".blue/docs/rfcs/0002-other.draft.md": text("Other"),
  ".blue/docs/spikes/2026-01-01T0000Z-look.wip.md": text("Look"),
});

it("every document has a key that finds it again", () => {
  const { documents, unreadable } = documentsForPage(project);
  expect(unreadable).toEqual([]);
  expect(documents.map(({ type, key }) => `${type} ${key}`)).toEqual([
    "rfc 1",
    "rfc 0002-other.draft.md",
    "rfc 0002-two.draft.md",
    "spike 2026-01-01T0000Z-look.wip.md",
  ]);
  for (const { type, key, path } of documents) expect(documentForPage(project, type, key)).toMatchObject({ path, key });
});

it("a document comes whole, however long it is", () => {
  const long = text("Long") + "words ".repeat(50_000);
  const one = makeProject({ ".blue/docs/rfcs/0001-long.draft.md": long });
  expect(documentForPage(one, "rfc", "1").text).toBe(long);
});

it.each([
  ["rfc", "9"],
  ["nothing", "1"],
  ["rfc", "../../../../etc/passwd"],
])("there is no %s %s", (type, key) => {
  expect(() => documentForPage(project, type, key)).toThrow(BlueError);
});
