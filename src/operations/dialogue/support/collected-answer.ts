/** What `round-collect` answers: data for programs, lines for people and for a Judge's model. */
import * as z from "zod";
import { coverageSchema } from "../../../facts/schema.ts";
import { coverageWords } from "../../../pages/coverage-lines.ts";
import { parseId } from "../../../rules/ids.ts";
import { roundRecord } from "../../../rules/records.ts";
import { clipped } from "../../../rules/round/first-sentence.ts";
import { severities } from "../../../rules/vocabulary.ts";
import { dialoguesFolder } from "../../../store/dialogue-ids.ts";
import { nextSchema } from "../../next-call.ts";

export const collectedSchema = z.strictObject({
  dialogue_id: z.string(),
  round: z.int(),
  head: z.string(),
  digest: z.string(),
  present: z.array(z.string()),
  missing: z.array(z.string()),
  incomplete: z.array(z.string()),
  not_asked: z.array(z.string()).optional(),
  items: z.array(
    z.strictObject({
      local_id: z.string(),
      id: z.string(),
      label: z.string(),
      severity: z.enum(severities).optional(),
      refs: z.array(z.string()).optional(),
      cited: z.int().optional().describe("Citations in it."),
      not_found: z.int().optional().describe("Of them, not found where they point to."),
      text: z.string().optional(),
    }),
  ),
  stances: z.array(
    z.strictObject({
      expert: z.string(),
      position: z.string(),
      confidence: z.number().nullable(),
      refs: z.array(z.string()).optional().describe("What the draft says of others outside its items."),
      text: z.string().describe("In brief its first sentence."),
    }),
  ),
  signals: z.array(z.strictObject({ expert: z.string(), counted: z.boolean(), why: z.string().nullable() })),
  statements: z.array(
    z.strictObject({ expert: z.string(), kind: z.string(), label: z.string().nullable(), text: z.string() }),
  ),
  outside: z
    .array(z.strictObject({ expert: z.string(), characters: z.int(), text: z.string().optional() }))
    .describe("How much each expert wrote outside its markers; `text` where it was asked for."),
  proposed_merges: z
    .array(z.array(z.string()))
    .describe("What seems to say the same, the one that leads first; never merged by themselves."),
  perhaps_merges: z
    .array(z.array(z.string()))
    .describe("From six experts on: tensions that stand alone, beside what they are most like."),
  coverage: coverageSchema.optional().describe("Of the blind round before your merging: with what is proposed."),
  later_looks: roundRecord.shape.later_looks.describe("Who joined later: predicted, and brought."),
  resolvers: z.array(
    z.strictObject({
      tension: z.string(),
      by: z.array(z.string()),
      now: z.boolean().describe("False: this round raises or reopens it, so it closes in a later one."),
    }),
  ),
  citations: z.strictObject({
    found: z.int(),
    not_found: z.array(z.string()).describe("Also those found on other lines."),
  }),
  notices: z.array(z.string()),
  problems: z.array(
    z.strictObject({ expert: z.string(), line: z.int(), code: z.string(), message: z.string(), fix: z.string() }),
  ),
  page: z.int(),
  pages: z.int(),
  next: nextSchema,
});

/** Of what somebody wants, in short. */
const longestWhy = 120;

type Answer = z.output<typeof collectedSchema>;
export type ShownItem = Answer["items"][number];

/**
 * What a model reads of it: a line where a program wants an object, nothing twice. What only a later round can close stands with the items that say so.
 * Who signs or raises a tension has said what they want; the others' sentence says it. Paths in the dialogue's own folder are told from there.
 */
export function collectedInShort(
  { dialogue_id, round, head: _, digest, present, ...out }: Answer,
  { full, items }: Record<string, unknown>,
): Record<string, unknown> {
  const { found, not_found } = out.citations;
  const raising = out.items.map(({ local_id }) => parseId(local_id)).filter((id) => id?.type === "T");
  const raises = (expert: string) => raising.some((id) => id?.expert === expert.toUpperCase());
  return {
    dialogue_id,
    round,
    ...(Object.hasOwn(out.next.arguments, "digest") ? {} : { digest }),
    ...out,
    items: out.items.map((item) => shortItem(item).replaceAll(`${dialoguesFolder}/${dialogue_id}/`, "")),
    stances: whoStands(out, items === undefined && out.page === 1 ? present : []).map((one) =>
      stanceWords(
        full === true ? one : { ...one, text: one.signs || raises(one.expert) ? "" : clipped(one.text, longestWhy) },
      ),
    ),
    signals: [],
    statements: out.statements.map(({ expert, kind, label, text }) => `${expert}, ${kind} ${label ?? ""}: ${text}`),
    outside: out.outside.map(({ expert, characters, text }) => `${expert}: ${text ?? `${characters} characters`}`),
    proposed_merges: out.proposed_merges.map((group) => group.join(" = ")),
    perhaps_merges: out.perhaps_merges.map((group) => group.join(" = ")),
    ...(out.coverage !== undefined && out.next.why.startsWith(coverageWords(out.coverage)) ? { coverage: null } : {}),
    resolvers: resolverLines(out.resolvers.filter(({ tension }) => parseId(tension)?.expert === null)),
    citations: found + not_found.length === 0 ? null : out.citations,
    ...(out.pages === 1 ? { page: null, pages: null } : {}),
  };
}

/** Tensions that the same items could close share a line. */
function resolverLines(resolvers: Answer["resolvers"]): string[] {
  const byWhat = new Map<string, string[]>();
  for (const { tension, by, now } of resolvers) {
    const what = `${by.join(", ") || "nothing"}${now ? "" : ", but reopened in this round"}`;
    byWhat.set(what, [...(byWhat.get(what) ?? []), tension]);
  }
  return [...byWhat].map(([what, tensions]) => `${tensions.join(", ")}: ${what}`);
}

/** `MUFFIN-T0001: it loses orders (critical; DEPEND E0002; 3 cited, 1 not found)`, and below it its words. */
function shortItem({ local_id, label, severity, refs = [], cited = 0, not_found = 0, text }: ShownItem): string {
  const said = [
    ...(severity === undefined ? [] : [severity]),
    ...refs,
    ...(cited === 0 ? [] : [`${cited} cited${not_found === 0 ? "" : `, ${not_found} not found`}`]),
  ];
  return `${local_id}: ${label}${said.length === 0 ? "" : ` (${said.join("; ")})`}${text === undefined ? "" : `\n${text}`}`;
}

interface Standing {
  expert: string;
  /** Position and confidence, and whether a signal counts. */
  says: string;
  signs: boolean;
  refs: string[];
  text: string;
}

/** Everybody with a stance or a signal, and who else is there, once. */
function whoStands({ stances, signals }: Pick<Answer, "stances" | "signals">, present: readonly string[]): Standing[] {
  const names = [...new Set([...stances, ...signals].map(({ expert }) => expert).concat(present))];
  return names.map((expert) => {
    const stance = stances.find((one) => one.expert === expert);
    const signal = signals.find((one) => one.expert === expert);
    const position = stance === undefined ? "no stance" : `${stance.position} ${stance.confidence ?? ""}`.trim();
    const signed =
      signal === undefined ? "" : signal.counted ? ", signs" : `, signs, which does not count: ${signal.why}`;
    const { refs = [], text = "" } = stance ?? {};
    return {
      expert,
      says: `${position}${signed}`,
      signs: signal?.counted === true,
      refs,
      text: text.replaceAll("\n", " "),
    };
  });
}

export function stanceLines(out: Pick<Answer, "stances" | "signals">): string[] {
  const standing = whoStands(out, []);
  const widest = Math.max(0, ...standing.map(({ expert }) => expert.length));
  return standing.map(({ expert, says, text }) => `${expert.padEnd(widest)}  ${says}${text === "" ? "" : `: ${text}`}`);
}

function stanceWords({ expert, says, refs, text }: Standing): string {
  return `${expert}: ${says}${refs.length === 0 ? "" : ` (${refs.join("; ")})`}${text === "" ? "" : `: ${text}`}`;
}
