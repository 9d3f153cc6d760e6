/**
 * From drafts and judgement to the record of a round. Everything that fails is collected and reported at once; a record exists only
 * when nothing did.
 */
import { type BlueError, refusal } from "../../errors.ts";
import { extendLedger, type Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import {
  type AskKind,
  type CrossCheck,
  type Directive,
  type Discarded,
  type PanelMember,
  type Played,
  type Revision,
  type RoundRecord,
  unreadable,
} from "../records.ts";
import { type Assignment, assignIds } from "./assign-ids.ts";
import { checkClaims } from "./check-claims.ts";
import { checkRefs } from "./check-refs.ts";
import { expertEvents } from "./expert-events.ts";
import { judgeEvents } from "./judge-events.ts";
import { type Resolved, resolveRefs } from "./resolve-refs.ts";
import type { RoundInput } from "./round-input.ts";
import { type DraftFile, type ScannedText, scanRound } from "./scan-round.ts";
import { secondTextNotices, signalsOf } from "./signals.ts";

export type RoundBody = Omit<RoundRecord, "format" | "self">;

export interface RoundMaterial {
  ledger: Ledger;
  round: number;
  panel: readonly PanelMember[];
  drafts: readonly DraftFile[];
  proposal: string | null;
  /** Given with the prompts; otherwise the Judge brought it when the drafts were written. */
  proposalShown?: boolean;
  /** What the author wrote since the last round. */
  revisions?: readonly Revision[];
  crossChecks?: readonly CrossCheck[];
  asked?: AskKind | undefined;
  /** Members of whom nothing was asked this round. */
  notAsked?: readonly string[];
  directives?: readonly Directive[];
  discarded: readonly Discarded[];
  played?: Played | undefined;
  registeredAt: string;
  /** Looks a citation up in the project's files; the only thing here that is not in the drafts. */
  checkCitation(citation: {
    path: string;
    from: number | null;
    to: number | null;
    words: string | null;
  }): Pick<RoundRecord["citations"][number], "result" | "blob">;
}

export interface ComposedRound {
  body: RoundBody;
  /** The drafts as they were read, members first. */
  texts: ScannedText[];
  /** With this round in it. */
  ledger: Ledger;
  errors: BlueError[];
  /** Those of the errors that a line of a draft is to blame for. */
  faults: BlueError[];
  notices: string[];
}

export function composeRound(material: RoundMaterial, input: RoundInput): ComposedRound {
  const { ledger, round, panel } = material;
  const { texts, errors: textErrors } = scanRound(round, panel, material.drafts, input, material.notAsked);
  const assignment = assignIds(ledger, round, texts, input);
  const resolved = resolveRefs(ledger, texts, assignment, input);
  const { W, C, T, R } = input.score_components;
  const body: RoundBody = {
    kind: "round",
    prev: ledger.head,
    dialogue: ledger.opening.dialogue,
    round,
    registered_at: material.registeredAt,
    panel: [...panel],
    proposal: material.proposal === null ? null : toLines(material.proposal),
    ...(material.proposal !== null && material.proposalShown === false ? { proposal_shown: false as const } : {}),
    ...(material.revisions?.length ? { revisions: [...material.revisions] } : {}),
    ...(material.crossChecks?.length ? { cross_checks: [...material.crossChecks] } : {}),
    ...(material.asked === undefined ? {} : { asked: material.asked }),
    ...(material.directives?.length ? { directives: [...material.directives] } : {}),
    texts: texts.map(textOf),
    items: markNew(ledger, assignment, resolved),
    mapping: Object.fromEntries(assignment.mapping),
    merged: assignment.merged,
    dismissed: [...assignment.dismissed, ...resolved.dismissed],
    refs: resolved.refs,
    moves: resolved.moves,
    stances: texts.flatMap(({ expert, draft }) => (draft?.stance ? [stanceOf(expert, draft.stance)] : [])),
    statements: texts.flatMap(({ expert, draft }) =>
      (draft?.statements ?? []).map(({ kind, label, text, line }) => ({ kind, by: expert, label, lines: text, line })),
    ),
    citations: texts.flatMap((text) => citationsOf(text, assignment, material)),
    signals: signalsOf(round, texts),
    tensions: expertEvents(ledger, assignment, resolved),
    owners: [],
    scores: { W, C, T, R, experts: input.expert_scores ?? {} },
    counts: { open_tensions: [], new_perspectives: [], signals: [], panel_size: panel.length },
    discarded: [...material.discarded],
    ...(material.played === undefined ? {} : { played: material.played }),
    judge: toLines(input.summary ?? ""),
  };
  const judged = judgeEvents(extendLedger(ledger, body as RoundRecord), assignment.mapping, input);
  body.tensions.push(...judged.events);
  body.owners = judged.owners;
  const after = extendLedger(ledger, body as RoundRecord);
  const state = after.rounds.at(-1)!;
  body.counts = {
    open_tensions: state.open,
    new_perspectives: state.fresh,
    signals: state.signals,
    panel_size: panel.length,
  };
  const speakers = new Set(texts.filter(({ file }) => file !== undefined).map(({ expert }) => expertKey(expert)));
  const errors = [
    ...textErrors,
    ...resolved.errors,
    ...assignment.errors,
    ...checkRefs(ledger, assignment, resolved, input),
    ...judged.errors,
    ...checkClaims(input, state, panel, speakers),
    ...checkPlayed(body),
  ];
  const notices = [...resolved.notices, ...secondTextNotices(round, texts)];
  return { body, texts, ledger: after, errors, faults: resolved.errors, notices };
}

/** What the Judge dismissed must not pass for the player's. */
function checkPlayed({ played, dismissed }: RoundBody): BlueError[] {
  const most = dismissed.filter(({ local_id, reason }) => local_id === null && reason === unreadable).length;
  if (played === undefined || played.unreadable <= most) return [];
  return [
    refusal("count_mismatch", { played: played.unreadable }, "dismissed_as_unreadable", {
      message: `The player says that it dismissed ${played.unreadable} unreadable lines; there are ${most}`,
      suggestion: `Dismiss each with the reason \`${unreadable}\`.`,
    }),
  ];
}

/** Text as the record keeps it: lines without their ends, no empty last one. */
export function toLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines;
}

function textOf({ expert, state, file }: ScannedText): RoundRecord["texts"][number] {
  return {
    expert,
    state,
    lines: file === undefined ? [] : toLines(file.text),
    provenance: file?.provenance ?? null,
    others: (file?.others ?? []).map(({ text, provenance }) => ({ lines: toLines(text), provenance })),
  };
}

/** A perspective is new unless every marker it was made of refines one of an earlier round. */
function markNew(ledger: Ledger, { items, mapping, markers }: Assignment, { refs }: Resolved): RoundRecord["items"] {
  return items.map((item) => {
    const refines = (localId: string) => {
      const marker = markers.get(localId)!;
      const last = marker.item.endLine;
      return refs.some(
        ({ kind, by, from, target, line }) =>
          kind === "REFINE" &&
          by === marker.expert &&
          from === mapping.get(localId) &&
          line >= marker.item.line &&
          line <= last &&
          ledger.items.has(target),
      );
    };
    return { ...item, new: item.type === "P" && !item.sources.every(({ local_id }) => refines(local_id)) };
  });
}

function stanceOf(
  by: string,
  { position, confidence, text, line }: NonNullable<NonNullable<ScannedText["draft"]>["stance"]>,
): RoundRecord["stances"][number] {
  return { by, position, confidence, text, line };
}

function citationsOf(
  { expert, draft }: ScannedText,
  { mapping }: Assignment,
  material: RoundMaterial,
): RoundRecord["citations"] {
  return (draft?.citations ?? []).map(({ path, from, to, words, line, item }) => ({
    by: expert,
    item: item === null ? null : (mapping.get(item) ?? null),
    path,
    from,
    to,
    words,
    line,
    ...material.checkCitation({ path, from, to, words }),
  }));
}
