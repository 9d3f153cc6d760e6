/** What the index holds of a dialogue: what its records add up to, and every passage of it that can be searched for. */

import { brief, type TensionFacts, type VerdictFacts } from "../../facts/schema.ts";
import { verdictFacts } from "../../facts/verdict-facts.ts";
import { expertFiles } from "../../pages/page-names.ts";
import { verdictLine } from "../../pages/verdict-lines.ts";
import { itemFates } from "../../rules/item-status.ts";
import { foldLedger, type Ledger, type RoundState } from "../../rules/ledger.ts";
import { expertKey } from "../../rules/names.ts";
import { emptyOverview, type Overview, overviewOf } from "../../rules/overview.ts";
import type { OpeningRecord, RoundRecord } from "../../rules/records.ts";
import { itemTexts } from "../../rules/round/item-texts.ts";
import { signaledAt } from "../../rules/signaled-at.ts";
import { stateOf } from "../dialogue-state.ts";
import { type LoadedDialogue, type LoadOptions, loadDialogue } from "../dialogues.ts";
import { markdownFiles } from "../documents.ts";
import type { OpenDialogue } from "../find-dialogue.ts";
import { type Rooted, readText } from "../paths.ts";
import { type Row, settledItems } from "./schema.ts";

/** `records` are its record files, as its folder lists them. What is found leads to a page to read, not to the record. */
export function dialogueRows(
  project: Rooted,
  id: string,
  records: readonly string[],
  options: LoadOptions = {},
): Row[] {
  const loaded = loadDialogue(project, id, options);
  const { opening, rounds, verdicts, path } = loaded;
  if (loaded.legacy) return [dialogueRow(id, "legacy", records), ...pages(project, loaded)];
  if (opening === undefined) return unreadableDialogue(id, records);
  const passage: Passage = (file, what, title, body) => passageRow(id, `${path}/${file}`, what, title, body);
  const ledger = foldLedger(opening, rounds);
  const overview = overviewOf(ledger, verdicts);
  const facts = verdictFacts({ opening, rounds, verdicts }, undefined, null, ledger);
  const shown = verdicts.find(({ self }) => self === facts.verdict?.self);
  const fates = itemFates(ledger, shown);
  const rests = new Set([...(shown?.key_evidence ?? []), ...(shown?.key_claims ?? [])]);
  const settledLabels = [...ledger.items.values()]
    .filter((one) => rests.has(one.id) || (one.type === "R" && fates.has(one.id)))
    .map(({ label }) => label);
  return [
    dialogueRow(id, stateOf(loaded), records, opening, overview, facts),
    ...overview.cited.map((one): Row => ["cited_files", { dialogue_id: id, ...one }]),
    passage("dialogue.md", "opening", opening.title, linesOf(opening.question, opening.constraint, opening.background)),
    ...rounds.flatMap((record, i) => [
      ...roundRows(id, record, ledger.rounds[i]!),
      ...itemRows(id, record, ledger, fates, passage),
    ]),
    ...verdicts.flatMap((verdict) =>
      verdictRows(
        id,
        opening.title,
        verdict,
        verdictFacts({ opening, rounds, verdicts }, verdict, null, ledger),
        settledLabels,
        passage,
      ),
    ),
  ];
}

/** What RFC 0057's tables hold of it. */
export function scoreRows({ loaded, ledger }: OpenDialogue): Row[] {
  const { id, opening, rounds, verdicts } = loaded;
  return [
    dialogueRow(id, stateOf(loaded), [], opening, overviewOf(ledger, verdicts)),
    ...rounds.flatMap((record, i) => roundRows(id, record, ledger.rounds[i]!)),
  ];
}

export function unreadableDialogue(id: string, records: readonly string[]): Row[] {
  return [dialogueRow(id, "damaged", records)];
}

/** What its items refer to and cite. The index of one project does without; the shared database has it. */
export function groundRows(project: Rooted, id: string): Row[] {
  return loadDialogue(project, id).rounds.flatMap(({ round, refs, citations }) => [
    ...refs.map(({ by, from, kind, target }): Row => ["refs", { round, by, from_item: from, kind, target }]),
    ...citations.map(
      ({ by, item, path, from, to, words, result, blob }): Row => [
        "citations",
        { round, by, item, path, from_line: from, to_line: to, words, result, blob },
      ],
    ),
  ]);
}

type Passage = (file: string, what: string, title: string, body: string) => Row;

function dialogueRow(
  id: string,
  state: string,
  records: readonly string[],
  opening?: OpeningRecord,
  overview: Overview = emptyOverview,
  facts?: VerdictFacts,
): Row {
  // Of a dialogue without an opening, the date in its name, as far as there is one. Both sort as text.
  const [, hour, minute] = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})Z-/.exec(id) ?? [];
  return [
    "dialogues",
    {
      dialogue_id: id,
      state,
      title: opening?.title ?? null,
      question: opening?.question ?? null,
      domain: opening?.domain ?? null,
      max_rounds: opening?.settings.max_rounds ?? null,
      rotation: opening?.settings.rotation ?? null,
      created_at: opening?.created_at ?? null,
      panel: JSON.stringify(overview.panel),
      line: facts === undefined ? null : verdictLine(facts),
      brief: facts === undefined ? null : JSON.stringify(brief(facts)),
      decided: facts?.in_force ? verdictLine(facts) : null,
      reopens: opening?.reopens ?? null,
      last_change: overview.last_change,
      runs: overview.runs,
      tensions: overview.tensions,
      majority_changed: overview.majority_changed === null ? null : Number(overview.majority_changed),
      began: opening?.created_at ?? (hour === undefined ? "" : `${hour}:${minute}`),
      records: records.join("\n"),
    },
  ];
}

function roundRows(id: string, record: RoundRecord, state: RoundState): Row[] {
  const { round, registered_at } = record;
  const { score, velocity, convergence, signals } = state;
  return [
    [
      "rounds",
      {
        dialogue_id: id,
        round,
        registered_at,
        score: score.total,
        score_wisdom: score.W,
        score_consistency: score.C,
        score_truth: score.T,
        score_relationships: score.R,
        open_tensions: velocity.open_tensions,
        new_perspectives: velocity.new_perspectives,
        converge_signals: convergence.signals,
        panel_size: convergence.panel_size,
      },
    ],
    ...signals.map(
      (name): Row => [
        "convergence_signals",
        { dialogue_id: id, round, expert_name: name, signaled_at: signaledAt(record, name) },
      ],
    ),
  ];
}

function itemRows(
  dialogue: string,
  record: RoundRecord,
  ledger: Ledger,
  fates: ReadonlyMap<string, string>,
  passage: Passage,
): Row[] {
  const { round, items, judge } = record;
  const files = new Map([...expertFiles(record)].map(([{ expert }, name]) => [expertKey(expert), name]));
  const texts = itemTexts([record]);
  const rows = items.flatMap(({ id, type, sources }): Row[] => {
    const { label } = ledger.items.get(id)!;
    const contents = sources.map(({ local_id }) => linesOf(texts.get(local_id) ?? []));
    const said = contents.map(withoutBrackets).join("\n");
    const contributors = sources.map(({ expert }) => expert).join(", ");
    return [
      [
        "items",
        {
          dialogue_id: dialogue,
          id,
          type,
          round,
          label,
          content: contents[0]!,
          contributors,
          fate: fates.get(id) ?? null,
        },
      ],
      passage(`round-${round}/${files.get(expertKey(sources[0]!.expert))}`, id, label, said),
    ];
  });
  return judge.length === 0
    ? rows
    : [...rows, passage(`round-${round}/judge.md`, `round ${round}, the Judge`, `Round ${round}`, linesOf(judge))];
}

/** As a reader of a hit wants it: what is cited, and neither references nor moves. */
function withoutBrackets(text: string): string {
  return text
    .replace(/\[(?:RE|MOVE):[^[\]\n]*\]/g, "")
    .replace(/\[CITE ([^"[\]\n]*?)\s*(?:"([^"\n]*)")?\]/g, (_, place: string, words?: string) => {
      // The file alone: its folders would be found by every word of a topic.
      const file = place.slice(place.lastIndexOf("/") + 1);
      return words === undefined ? file : `${file} “${words}”`;
    });
}

/** What was signed can be found apart from what the Judge wrote. */
function verdictRows(
  id: string,
  /** The dialogue's: who looks for its words looks for its decision first. */
  title: string,
  verdict: LoadedDialogue["verdicts"][number],
  facts: VerdictFacts,
  /** Of recommendations that were adopted or turned down, and of what the verdict rests on. */
  labels: readonly string[],
  passage: Passage,
): Row[] {
  const { round, verdict_id, recommendation, warning, registered_at } = verdict;
  const { type, path } = facts.verdict!;
  const { headline, topics, description, conditions } = facts.judge;
  const unsigned = type === "final" ? facts.judge.recommendation : null;
  const words = [
    unsigned ?? "",
    headline ?? "",
    ...topics.map(({ topic, decision }) => `${topic}: ${decision}`),
    description,
    ...conditions,
  ];
  const { decided, tensions } = facts;
  const own = words.filter((part) => part.trim() !== "");
  // Where nothing is known to be signed, there are no words of it to find. What was taken from the text stands there.
  const isInText = unsigned === null && decided.as !== "sentence";
  const signed =
    decided.as === "unknown" || isInText ? [] : [decided.words, decided.why, decided.risk].filter((part) => part);
  const text = unsigned === null ? [linesOf(recommendation)] : [];
  const objections = tensions.filter(({ closed }) => closed !== null);
  const settled = type === "final" ? [...objections.map(objectionLine), ...labels.map((label) => `- ${label}`)] : [];
  return [
    [
      "verdicts",
      {
        dialogue_id: id,
        path,
        round,
        verdict_id,
        verdict_type: type,
        recommendation: linesOf(recommendation),
        forced: facts.forced ? 1 : 0,
        warning,
        registered_at,
      },
    ],
    passage("verdict.md", `${type} verdict`, `${title}: ${type} verdict`, [...signed, ...text].join("\n\n")),
    ...(settled.length === 0 ? [] : [passage("verdict.md", settledItems, "What it settled", linesOf(settled))]),
    ...(own.length === 0
      ? []
      : [passage("verdict.md", `${type} verdict, the Judge`, `${type} verdict, the Judge's words`, linesOf(own))]),
  ];
}

function objectionLine({ label, answer, closed }: TensionFacts): string {
  const why = (answer?.text ?? closed?.why ?? "").replace(/\s+/g, " ").trim();
  return `- ${label}${why === "" ? "" : `: ${why}`}`;
}

/** A dialogue of an older Blue has no records; its pages are all there is. A prompt only repeats what others wrote. */
function pages(project: Rooted, { id, path }: LoadedDialogue): Row[] {
  return markdownFiles(project, path).flatMap((file) => {
    if (file.endsWith(".prompt.md")) return [];
    const name = file.slice(path.length + 1);
    return [passageRow(id, file, name, name, textOf(project, file))];
  });
}

/** Of a page that cannot be read, nothing. */
function textOf(project: Rooted, file: string): string {
  try {
    return readText(project, file);
  } catch {
    return "";
  }
}

function passageRow(id: string, path: string, what: string, title: string, body: string): Row {
  return ["search", { name: "", title, decision: "", applies_when: "", body, path, dialogue_id: id, what }];
}

function linesOf(...parts: (string | null | readonly string[])[]): string {
  return parts.flatMap((part) => part ?? []).join("\n");
}
