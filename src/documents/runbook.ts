/** A runbook's actions with trigger words and steps: `### Action: name`, or any third-level heading below “Actions”, “Operations” or “Procedures”. */
import { tellingWords } from "../facts/text/telling-words.ts";
import { stemOf } from "./change-words.ts";
import type { Document } from "./document.ts";
import { type Heading, headingsOf, newlineOf, readMarkdown, splice } from "./markdown.ts";
import { appendSection } from "./sections.ts";

export interface Action {
  name: string;
  triggers: string[];
  steps: string[];
  /** From 1. */
  line: number;
}

const actionTitle = /^(?:action|operation|procedure):\s*(.+)$/is;
const actionsTitle = /^(?:actions|operations|procedures|steps)$/i;

export function actionsOf({ text, header }: Document): Action[] {
  const before = text.slice(0, header.bodyStart).split("\n").length;
  return actionHeadings(text, header.bodyStart).map(({ heading, name }) => {
    const body = text.slice(heading.bodyStart, heading.end);
    const [, words = ""] = /^\*\*(?:triggers?|actions?|when)\s*:?\*\*:?\s*(.+)$/im.exec(body) ?? [];
    return {
      name,
      triggers: words
        .split(/[,;]/)
        .map((word) => word.replace(/[`"*]/g, "").trim())
        .filter((word) => word !== ""),
      steps: stepsOf(body),
      line: before + heading.line,
    };
  });
}

/** What a runbook says how to do: its actions, or where it has none, itself. */
export function waysOf(runbook: Document): Action[] {
  const actions = actionsOf(runbook);
  if (actions.length > 0) return actions;
  const { title, text, header } = runbook;
  return [{ name: title, triggers: [], steps: stepsOf(text.slice(header.bodyStart)), line: 1 }];
}

function actionHeadings(text: string, bodyStart: number): { heading: Heading; name: string }[] {
  /** Where the sections with actions end that began so far. */
  let insideTo = 0;
  return headingsOf(text, readMarkdown(text, bodyStart)).flatMap((heading) => {
    const [, named] = actionTitle.exec(heading.title) ?? [];
    const isInside = heading.start < insideTo;
    if (actionsTitle.test(heading.title)) insideTo = Math.max(insideTo, heading.end);
    if (named !== undefined) return [{ heading, name: named.trim() }];
    return isInside && heading.level === 3 ? [{ heading, name: heading.title }] : [];
  });
}

/** Numbered or bulleted steps with the lines and code that belong to them. */
function stepsOf(body: string): string[] {
  const steps: string[] = [];
  let fenced = false;
  for (const line of body.split(/\r?\n/)) {
    const [, words] = (!fenced && /^(?:\d+[.)]|[-*+])\s+(?:\[[ xX]\]\s+)?(.*)$/s.exec(line)) || [];
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    if (words !== undefined) steps.push(words);
    else if (steps.length > 0 && (fenced || /^\s+\S/.test(line) || /^(?:```|~~~)/.test(line)))
      steps[steps.length - 1] += `\n${line.replace(/^ {1,4}/, "")}`;
  }
  return steps.map((step) => step.trimEnd());
}

export function actionText({ name, triggers, steps }: Omit<Action, "line">, newline = "\n"): string {
  const lines = [
    `### Action: ${name}`,
    "",
    ...(triggers.length === 0 ? [] : [`**Triggers:** ${triggers.join(", ")}`, ""]),
    ...steps.map((step, i) => `${i + 1}. ${step.replace(/\r?\n/g, `${newline}   `)}`),
  ];
  return lines.join(newline).trimEnd();
}

/** The text with the action put in place of one of the same name, or added below “Actions”. */
export function putAction(document: Document, action: Omit<Action, "line">): string {
  const { text, header } = document;
  const newline = newlineOf(text);
  const written = actionText(action, newline);
  const same = actionHeadings(text, header.bodyStart).find(
    ({ name }) => name.toLowerCase() === action.name.toLowerCase(),
  );
  if (same !== undefined)
    return splice(
      text,
      same.heading.start,
      same.heading.end,
      `${written}${same.heading.end === text.length ? newline : newline + newline}`,
    );
  const section = headingsOf(text, readMarkdown(text, header.bodyStart)).find(({ title }) => actionsTitle.test(title));
  return appendSection(text, section?.title ?? "Actions", written);
}

export interface ActionFit {
  /** The question begins with a whole trigger; or all its words are in name, triggers or title, and it has the first word of the name or a whole trigger. */
  answers: boolean;
  /** 0 where it shares no word. */
  score: number;
}

/** Only words that say something count, in any of their forms; its triggers and its name count most. A step alone answers nothing. */
export function fitAction(question: string, { name, triggers, steps }: Action, title: string): ActionFit {
  const asked = stemsOf(question);
  const isAsked = (stems: readonly string[]) => stems.length > 0 && stems.every((one) => asked.includes(one));
  const named = stemsOf([name, title, ...triggers].join(" "));
  const shared = (...texts: string[]) => stemsOf(texts.join(" ")).filter((one) => asked.includes(one)).length;
  const isWhole = [name, ...triggers].map(stemsOf).some((stems) => isAsked(stems) && stems.length === asked.length);
  const called = triggers.map(stemsOf);
  // Further on it may be what something else is done to: “undo the release”.
  const begins = called.some((stems) => isAsked(stems) && stems.every((one) => asked.indexOf(one) < stems.length));
  return {
    answers:
      begins || (asked.every((one) => named.includes(one)) && [stemsOf(name).slice(0, 1), ...called].some(isAsked)),
    score: (isWhole ? 20 : 0) + 5 * shared(...triggers) + 4 * shared(name) + 2 * shared(title) + shared(...steps),
  };
}

function stemsOf(text: string): string[] {
  return [...new Set(tellingWords(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf))];
}
