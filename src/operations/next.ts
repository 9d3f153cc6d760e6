import { basename } from "node:path";
import * as z from "zod";
import { actionItems } from "../documents/action-items.ts";
import { type Document, nameOf } from "../documents/document.ts";
import { daysOf } from "../documents/duration.ts";
import { fieldText } from "../documents/header.ts";
import { planOf } from "../documents/plan.ts";
import { dayThatCounts, inOrder } from "../documents/reminder.ts";
import { attempt, BlueError } from "../errors.ts";
import { verdictFacts } from "../facts/verdict-facts.ts";
import { plural } from "../pages/page.ts";
import { verdictLine } from "../pages/verdict-lines.ts";
import type { DialogueRecords } from "../rules/standing.ts";
import { dialoguesFolder, listDialogueIds } from "../store/dialogue-ids.ts";
import { stateOf } from "../store/dialogue-state.ts";
import { listDocuments, openDocuments } from "../store/documents.ts";
import { makeTrackedLoader, openDialogue } from "../store/find-dialogue.ts";
import { problemError } from "../store/problems.ts";
import type { Project } from "../store/project.ts";
import { openReminders } from "../store/reminders.ts";
import { nextForAdr } from "./adr/next-for-adr.ts";
import { nextStep } from "./dialogue/support/next-step.ts";
import { findUnapplied } from "./dialogue/support/unapplied.ts";
import { type Next, nextCall, nextSchema } from "./next-call.ts";
import { defineOperation } from "./operation.ts";
import { nextForRfc } from "./rfc/next-for-rfc.ts";

const thing = z.strictObject({
  kind: z.enum(["reminder", "dialogue", "rfc", "adr", "spike", "audit", "postmortem"]),
  what: z.string(),
  why: z.string(),
  next: nextSchema,
});
type Thing = z.output<typeof thing>;

const staleSpikeDays = 14;

export const operation = defineOperation({
  name: "next",
  summary: "What deserves attention now",
  description:
    "What is waiting for somebody, most pressing first: reminders that are due, damaged and blocked dialogues, approved RFCs without work, RFCs in work whose tasks are all done, spikes older than their time box, audits under way, open postmortems, decided texts that are not applied, RFCs and ADRs that wait for a decision, RFCs in work. Each with the exact next call.",
  effect: "read",
  input: z.strictObject({ limit: z.int().min(1).max(100).default(20) }),
  output: z.strictObject({ things: z.array(thing), total: z.int() }),
  examples: [{ command: "blue next", note: "at the start of a day" }],
  run({ limit }, { project, now }) {
    const things = thingsThatWait(project, now(), dialogues(project), findUnapplied(project));
    return { things: things.slice(0, limit), total: things.length };
  },
  render: ({ things, total }) =>
    things.length === 0
      ? "Nothing is waiting."
      : [
          ...things.flatMap(({ what, why, next }) => [`• ${what}`, `    ${why}`, `    ${next.command}`]),
          ...(total > things.length ? [`… and ${total - things.length} more`] : []),
        ].join("\n"),
});

/** What `dialogue status` says of it. */
function stepOf(project: Project, id: string): Next {
  const step = attempt(() => nextStep(project, openDialogue(project, { output_dir: `${dialoguesFolder}/${id}` })));
  return step instanceof BlueError ? nextCall("dialogue.status", { dialogue_id: id }, step.message) : step;
}

/** Most pressing first. `status` asks too, and knows of dialogues already. */
export function thingsThatWait(
  project: Project,
  today: Date,
  dialogues: readonly Thing[],
  decided: ReturnType<typeof findUnapplied>,
): Thing[] {
  const { documents } = openDocuments(project, listDocuments(project, "rfc", "adr", "spike", "audit", "postmortem"));
  return [
    ...reminders(project, today),
    ...dialogues,
    ...documents.flatMap((document) => lookAt(project, document, today)),
    ...unapplied(decided),
    ...documents.flatMap((document) => waiting(project, document, today)),
  ];
}

function reminders(project: Project, now: Date): Thing[] {
  const today = now.toISOString().slice(0, 10);
  return inOrder(openReminders(project).reminders, today).flatMap(({ reminder, state }): Thing[] => {
    if (state !== "due" && state !== "overdue") return [];
    const gate = reminder.gate === null ? "" : `, once ${reminder.gate}`;
    return [
      {
        kind: "reminder",
        what: reminder.title,
        why: `${state === "due" ? "Due today" : `Overdue since ${dayThatCounts(reminder) ?? "a day nobody can read"}`}${gate}`,
        next: nextCall("reminder.clear", { id: reminder.id, resolution: "…" }, "When it is done."),
      },
    ];
  });
}

function dialogues(project: Project): Thing[] {
  const load = makeTrackedLoader(project);
  return listDialogueIds(project).flatMap((id): Thing[] => {
    const loaded = load(id);
    const state = stateOf(loaded);
    if (state === "damaged")
      return [
        {
          kind: "dialogue",
          what: id,
          why: problemError(loaded.problems[0]!).message,
          next: nextCall("dialogue.verify", { dialogue_id: id }, "See what is wrong."),
        },
      ];
    if (state !== "open" || loaded.opening === undefined) return [];
    const why = verdictLine(verdictFacts(loaded as DialogueRecords));
    return [
      {
        kind: "dialogue",
        what: `${id}  ${loaded.opening.title}`,
        why,
        next: stepOf(project, id),
      },
    ];
  });
}

function unapplied(found: ReturnType<typeof findUnapplied>): Thing[] {
  if (found === undefined) return [];
  return [
    {
      kind: "dialogue",
      what: found.id,
      why: `Decided, and ${found.path} does not have its text yet`,
      next: nextCall("dialogue.apply", { dialogue_id: found.id }, "See what it changes, and write it."),
    },
  ];
}

/** What somebody wrote and nobody has approved or turned down. */
function waiting(project: Project, document: Document, today: Date): Thing[] {
  const { type, status, title } = document;
  const since = `${plural(ageOf(document, today), "day")} ago`;
  const what = `${nameOf(document)}  ${title}`;
  if (type === "rfc" && status === "draft")
    return [{ kind: "rfc", what, why: `Drafted ${since}, not approved`, next: nextForRfc(project, document)! }];
  if (type === "rfc" && (status === "approved" || status === "wip") && pressing(document, today) === undefined) {
    const { total, done } = planOf(document);
    const why = total === 0 ? "In work, without a plan" : `In work, ${done} of ${plural(total, "task")} done`;
    return [{ kind: "rfc", what, why, next: nextForRfc(project, document)! }];
  }
  if (type !== "adr" || status !== "proposed") return [];
  return [{ kind: "adr", what, why: `Proposed ${since}, not accepted`, next: nextForAdr(project, document)! }];
}

function ageOf({ date }: Document, today: Date): number {
  return date === null ? 0 : Math.floor((today.getTime() - Date.parse(date)) / 86_400_000);
}

/** Why somebody should look at an RFC now. */
function pressing(document: Document, today: Date): string | undefined {
  const { total, done } = planOf(document);
  if (document.status === "approved" && done === 0)
    return `Approved ${plural(ageOf(document, today), "day")} ago, no work has begun`;
  return document.status === "wip" && total > 0 && done === total ? "Every task of its plan is done" : undefined;
}

function lookAt(project: Project, document: Document, today: Date): Thing[] {
  const { type, status, name, title, path } = document;
  const age = ageOf(document, today);
  const id = name.digits ?? basename(path).replace(/\.[a-z]+\.md$/, "");
  if (type === "rfc") {
    const why = pressing(document, today);
    if (why === undefined) return [];
    return [{ kind: "rfc", what: `RFC ${name.digits}  ${title}`, why, next: nextForRfc(project, document)! }];
  }
  if (type === "spike" && status === "wip") {
    const box = daysOf(fieldText(document.header, "time_box") ?? "");
    if (age <= Math.max(1, box ?? staleSpikeDays)) return [];
    return [
      {
        kind: "spike",
        what: title,
        why: `Begun ${plural(age, "day")} ago${box === undefined ? "" : `, time box ${fieldText(document.header, "time_box")}`}`,
        next: nextCall("spike.complete", { id, outcome: "…" }, "Say what came of it."),
      },
    ];
  }
  if (type === "audit" && status === "wip")
    return [
      {
        kind: "audit",
        what: title,
        why: `Under way for ${plural(age, "day")}`,
        next: nextCall("audit.complete", { id }, "When nothing critical is open."),
      },
    ];
  if (type === "postmortem" && status === "open") {
    const items = actionItems(document);
    const left = items.filter((item) => item.rfc === "" && !/done|closed|fixed/i.test(item.status));
    if (left.length === 0)
      return [
        {
          kind: "postmortem",
          what: title,
          why: `Open for ${plural(age, "day")}, ${items.length === 0 ? "without an action item" : "no action item is left"}`,
          next: nextCall("postmortem.close", { id }, "When nothing is left to do."),
        },
      ];
    return left.map((item) => ({
      kind: "postmortem" as const,
      what: `${title}: ${item.action}`,
      why: `Action item ${item.number}${item.due === "" ? "" : `, due ${item.due}`}, no RFC yet`,
      next: nextCall(
        "postmortem.action-to-rfc",
        { id, action: item.number },
        "Make it an RFC, or set it to done in the document.",
      ),
    }));
  }
  return [];
}
