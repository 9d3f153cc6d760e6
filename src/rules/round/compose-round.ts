/**
 * From drafts and judgement to the record of a round. Everything that fails is collected and reported at once; a record exists only
 * when nothing did.
 */
import { type BlueError, refusal } from "../../errors.ts";
import { laterLooks } from "../coverage.ts";
import { normalise } from "../ids.ts";
import { extendLedger, isOpen, type Ledger } from "../ledger.ts";
import { toLines } from "../lines.ts";
import { expertKey } from "../names.ts";
import {
  type AskKind,
  type CrossCheck,
  type Decision,
  type Directive,
  type Discarded,
  type PanelMember,
  type Played,
  type Revision,
  type RoundRecord,
  unreadable,
} from "../records.ts";
import type { SeverityReading } from "../vocabulary.ts";
import { type Assignment, assignIds } from "./assign-ids.ts";
import { checkClaims, sameSet } from "./check-claims.ts";
import { checkRefs } from "./check-refs.ts";
import { expertEvents } from "./expert-events.ts";
import { closingsByOnlyResolver, judgeEvents, openWithResolvers } from "./judge-events.ts";
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
  decision?: Decision | null | undefined;
  /** What a signal agrees to, where neither text nor sentence was shown. */
  recommendations?: readonly string[] | null | undefined;
  /** The hashes of the asks; none: Blue did not ask. Left out only where a record is composed again. */
  asks?: readonly string[] | undefined;
  /** Members of whom nothing was asked this round. */
  notAsked?: readonly string[];
  directives?: readonly Directive[];
  /** Who joined the panel after it was first asked, in that order. */
  joined?: readonly string[];
  discarded: readonly Discarded[];
  played?: Played | undefined;
  registeredAt: string;
  /** What counts as a severity; without it, all that is known today. */
  severities?: SeverityReading;
  /** Looks a citation up in the project's files; the only thing here that is not in the drafts. */
  checkCitation(citation: {
    path: string;
    from: number | null;
    to: number | null;
    words: string | null;
  }): Pick<RoundRecord["citations"][number], "result" | "found_at" | "blob">;
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
  const { texts, errors: textErrors } = scanRound(
    round,
    panel,
    material.drafts,
    input,
    material.notAsked,
    material.severities,
  );
  const assignment = assignIds(ledger, round, texts, input);
  const resolved = resolveRefs(ledger, texts, assignment, input);
  const body: RoundBody = {
    kind: "round",
    prev: ledger.head,
    dialogue: ledger.opening.dialogue,
    round,
    registered_at: material.registeredAt,
    ...(round >= ledger.opening.settings.max_rounds ? { past_limit: true as const } : {}),
    panel: [...panel],
    proposal: material.proposal === null ? null : toLines(material.proposal),
    ...(material.proposal !== null && material.proposalShown === false ? { proposal_shown: false as const } : {}),
    ...(material.decision ? { decision: material.decision } : {}),
    ...(material.recommendations ? { recommendations: [...material.recommendations] } : {}),
    ...(material.asks === undefined ? {} : { asks: [...material.asks] }),
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
    scores: { ...scoresOf(input), experts: input.expert_scores ?? {} },
    counts: { open_tensions: [], new_perspectives: [], signals: [], panel_size: panel.length },
    discarded: [...material.discarded],
    ...(material.played === undefined ? {} : { played: material.played }),
    judge: toLines(input.summary ?? ""),
  };
  const looks = laterLooks(body, material.joined ?? []);
  if (looks.length > 0) body.later_looks = looks;
  const before = extendLedger(ledger, body as RoundRecord);
  const closable = closes(input) ? [] : closingsByOnlyResolver(before);
  const untold = closable.length > 0 && !tellsOf(input.open_tensions, before, closable);
  const judged = judgeEvents(before, assignment.mapping, {
    ...input,
    tension_updates: [...(input.tension_updates ?? []), ...(untold ? [] : closable)],
  });
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
    ...checkClaims(input, state, panel, speakers, {
      uncounted: uncountedMarks(texts, body),
      closable: openWithResolvers(after),
    }),
    ...checkPlayed(body),
  ];
  const notices = [...resolved.notices, ...secondTextNotices(round, texts)];
  return { body, texts, ledger: after, errors, faults: resolved.errors, notices };
}

type Closing = ReturnType<typeof closingsByOnlyResolver>[number];

/** What a registration that closes nothing could have closed. */
export function leftToClose(input: RoundInput, ledger: Ledger): string[] {
  if (closes(input) || input.open_tensions !== undefined) return [];
  return stayOpen(ledger.rounds.at(-1)!.open.length, openWithResolvers(ledger));
}

function closes({ tension_updates = [] }: RoundInput): boolean {
  return tension_updates.some(({ status, via }) =>
    status === undefined ? via !== undefined : status === "resolved" || status === "accepted",
  );
}

/** Whether the count that was sent is the one after these closings. */
function tellsOf(claimed: RoundInput["open_tensions"], { tensions }: Ledger, closable: readonly Closing[]): boolean {
  const closing = new Set(closable.map(({ id }) => id));
  const left = [...tensions.values()].filter((tension) => isOpen(tension) && !closing.has(tension.id));
  if (typeof claimed === "number") return claimed === left.length;
  return (
    claimed !== undefined &&
    sameSet(
      claimed.map(normalise),
      left.map(({ id }) => id),
    )
  );
}

function stayOpen(open: number, closable: readonly { id: string; via: readonly string[] }[]): string[] {
  if (closable.length === 0) return [];
  const named = closable.map(({ id, via }) => `${id} (by ${via.join(" or ")})`).join(", ");
  const count = open - closable.filter(({ via }) => via.length === 1).length;
  const byCount = count === open ? "" : `\`open_tensions\`: ${count} (it closes what only one item resolves) or with `;
  return [
    `Closed nothing: ${named} could close. Say so with ${byCount}\`tension_updates\`, in the call that registers the round; now it takes the next one.`,
  ];
}

/** Markers that were written and count for nothing, each with its line and why. */
function uncountedMarks(texts: readonly ScannedText[], { signals }: Pick<RoundBody, "signals">): string[] {
  return [
    ...texts.flatMap(({ expert, draft }) =>
      (draft?.notes ?? []).map(({ line, message }) => `${expert}, line ${line}: ${message}`),
    ),
    ...signals.flatMap(({ by, line, counted, why }) =>
      counted ? [] : [`${by}, line ${line}: the signal does not count: ${why}.`],
    ),
  ];
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

/** A score that the Judge did not split has no components. */
function scoresOf({ score, score_components: split }: RoundInput): Omit<RoundRecord["scores"], "experts"> {
  const { W, C, T, R } = split ?? { W: 0, C: 0, T: 0, R: 0 };
  return { W, C, T, R, ...(split === undefined && score !== undefined ? { total: score } : {}) };
}

function textOf({ expert, state, file }: ScannedText): RoundRecord["texts"][number] {
  return {
    expert,
    state,
    lines: file?.lines ?? [],
    provenance: file?.provenance ?? null,
    others: file?.others ?? [],
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
