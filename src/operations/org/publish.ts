import * as z from "zod";
import { withMigrated } from "../../org/migrations.ts";
import { publish } from "../../org/publish.ts";
import { safeLine } from "../../safe-text.ts";
import { signature } from "../../store/index/schema.ts";
import { defineOperation } from "../operation.ts";
import { databaseField, databaseOf } from "./database.ts";
import { type Derived, derivePublication } from "./derive.ts";
import { orderOf, refuseMoved, repositoryAt } from "./repository-at.ts";

export const operation = defineOperation({
  name: "org.publish",
  summary: "Write this repository's decisions into the shared database",
  description:
    "Writes the dialogues, documents and decisions of the commit that is checked out, with their health, into the PostgreSQL that `BLUE_DATABASE_URL` names, so that `--org` finds them. All or nothing; safe to repeat; an older commit never replaces a newer one. For CI, on the main branch. What is not as committed is refused. A damaged dialogue is published as damaged.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({
    repository: z.string().trim().min(1).max(300).optional().describe("Its name; else made from the remote `origin`."),
    renamed_from: z.string().trim().min(1).optional().describe("The name under which it is published so far."),
    database: databaseField,
  }),
  output: z.strictObject({
    status: z.enum(["published", "already_published", "newer_is_published"]),
    repository: z.string(),
    commit: z.string().describe("That is published now."),
    renamed_from: z.string().nullable(),
    written: z.strictObject({ sources: z.int(), removed: z.int(), unchanged: z.int(), decisions: z.int() }),
    notes: z.array(z.string()),
  }),
  examples: [
    { command: "blue org publish", note: "in CI, on the main branch" },
    {
      command: "blue org publish --repository example.org/shop/orders",
      note: "where there is no remote, or in a fork",
    },
    { command: "blue org publish --renamed-from example.org/shop/old", note: "once, after it was renamed" },
  ],
  async run(input, context) {
    const { project, now } = context;
    const at = repositoryAt(project, input);
    let derived: Derived | undefined;
    const published = await withMigrated(databaseOf(context, input.database), (client) =>
      publish(client, {
        at,
        rowsVersion: signature,
        order: (before) => orderOf(project, at, before),
        derive: () => {
          derived = derivePublication(project, now());
          refuseMoved(project, at);
          return derived;
        },
      }),
    );
    return {
      status: published.status,
      repository: at.name,
      commit: published.commit,
      renamed_from: published.renamedFrom,
      written: published.written,
      notes: [...(published.note === null ? [] : [published.note]), ...notesOn(derived, at.roots.length === 0)],
    };
  },
  render({ status, repository, commit, renamed_from, written, notes }) {
    const at = `${repository} at ${commit.slice(0, 7)}`;
    const { sources, removed, unchanged, decisions } = written;
    const said = {
      published: `✓ Published ${at}. Dialogues and documents: ${sources} written, ${unchanged} unchanged, ${removed} removed. Decisions in force: ${decisions}.`,
      already_published: `✓ ${at} is published already`,
      newer_is_published: `- Nothing was published: ${at} is newer`,
    };
    return [
      said[status],
      ...(renamed_from === null ? [] : [`  It was published as ${renamed_from}.`]),
      ...notes.map((note) => `! ${safeLine(note)}`),
    ].join("\n");
  },
});

function notesOn(derived: Derived | undefined, isCut: boolean): string[] {
  if (derived === undefined) return [];
  const { untracked, damaged } = derived;
  return [
    ...damaged.map(({ id, why }) => `${id} is damaged, and published as such: ${why}`),
    ...(untracked.length > 0
      ? [
          `Left out, because git does not track them: ${untracked.slice(0, 5).join(", ")}${untracked.length > 5 ? " …" : ""}`,
        ]
      : []),
    ...(isCut ? ["The history is cut here, so a renamed repository cannot be recognised: fetch all of it in CI."] : []),
  ];
}
