import { basename } from "node:path";
import * as z from "zod";
import { setField } from "../../documents/header.ts";
import { appendSection } from "../../documents/sections.ts";
import { changeStatus } from "../../store/change-status.ts";
import { getDocument } from "../../store/documents.ts";
import { documentId, idFlags, movedEntry, movedShape, refuseDone, renderChanged } from "../document-fields.ts";
import { nextCall, nextSchema } from "../next-call.ts";
import { defineOperation } from "../operation.ts";

const outcomes = ["no-action", "decision-made", "recommends-implementation", "resolved"] as const;

export const operation = defineOperation({
  name: "spike.complete",
  summary: "End a spike with its outcome",
  description:
    "Records outcome and summary in the spike and renames it to `.done.md`. With `recommends-implementation` the answer's `next` is the RFC to create from it; with `decision-made` the ADR.",
  effect: "write",
  input: z.strictObject({
    id: documentId,
    outcome: z.enum(outcomes).optional().describe("Left out: the spike says only that it is done."),
    summary: z.string().trim().min(1).optional().describe("Markdown: what was found."),
  }),
  output: z.strictObject({ ...movedShape, outcome: z.enum(outcomes).nullable(), next: nextSchema.nullable() }),
  examples: [
    {
      command:
        'blue spike complete --path .blue/docs/spikes/2026-02-03T1423Z-deep-pages.wip.md --outcome recommends-implementation --summary "Cursors are 40 times faster."',
      note: "with a recommendation",
    },
  ],
  cli: { ...idFlags, positional: ["id", "outcome"] },
  run({ id, outcome, summary }, { project, random }) {
    const spike = getDocument(project, id, ["spike"]);
    refuseDone(spike, id);
    const moved = changeStatus(project, random, spike, "done", (text) => {
      const marked = outcome === undefined ? text : setField(text, "outcome", outcome);
      return summary === undefined ? marked : appendSection(marked, "Outcome", summary);
    });
    const name = basename(moved.document.path);
    return {
      ...movedEntry(moved),
      outcome: outcome ?? null,
      next:
        outcome === "recommends-implementation"
          ? nextCall(
              "rfc.create",
              { title: spike.title, source_spike: name },
              "The spike recommends an implementation: write it down as an RFC.",
            )
          : outcome === "decision-made"
            ? nextCall("adr.create", { title: spike.title }, "A decision was made: record it.")
            : null,
    };
  },
  render: (out) => renderChanged(out.outcome === null ? "done" : `done, ${out.outcome}`, out),
});
