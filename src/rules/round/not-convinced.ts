/**
 * Everybody whose last word is no agreement: who left, who sits on the last panel, and guests. A last word agrees if it is an agreeing stance or a
 * signal that counted, and its author wrote no objection (`objections.ts`) in that round or later. Only the author takes an objection back.
 */
import { scanDraft } from "../../drafts/scan-draft.ts";
import { isMember } from "../guests.ts";
import type { Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { PanelMember, RoundRecord } from "../records.ts";
import { stanceWords } from "../stance-history.ts";
import { heardIn, lastStanceOf, type SpokeAs, type Stance } from "../standing.ts";
import { stances } from "../vocabulary.ts";
import { objectionsOf } from "./objections.ts";

export interface LastWord {
  convinced: boolean;
  /** Their last stance, whatever came after it. */
  stance: Stance | null;
  /** What they objected to since they last agreed or took a stance, one line each, and never took back. */
  objections: string[];
}

type Records = readonly RoundRecord[];

export function lastWordOf(records: Records, name: string, as: SpokeAs): LastWord {
  const heard = heardIn(records, name, as);
  const stance = lastStanceOf(records, name, as);
  const agreed = heard.findLast((record) => agreesIn(record, name))?.round;
  const isAgreement = agreed !== undefined && agreed >= (stance?.round ?? 0);
  const since = isAgreement ? agreed : (stance?.round ?? -1) + 1;
  const objections = standingObjections(heard, name, since);
  return { convinced: isAgreement && objections.length === 0, stance, objections };
}

/** Whether somebody took an agreeing stance in this round, or without one signed. */
export function agreesIn(record: RoundRecord, name: string): boolean {
  const said = record.stances.findLast(own(name));
  return said === undefined ? signedIn(record, name) : stances[said.position].agrees;
}

function signedIn({ signals }: RoundRecord, name: string): boolean {
  return signals.some((one) => one.counted && own(name)(one));
}

/** A text whose signal counted has none. */
function standingObjections(heard: Records, name: string, since: number): string[] {
  return heard
    .filter((record) => record.round >= since && !signedIn(record, name))
    .flatMap((record) => {
      const later = heard.filter(({ round }) => round > record.round);
      return textsOf(record, name).flatMap((lines) =>
        objectionsOf(scanDraft(lines, { expert: name, round: record.round })).flatMap(({ tension, words }) => {
          const id = tension === null ? null : idOf(heard, tension);
          return id !== null && later.some((one) => takesBack(one, name, id))
            ? []
            : [id === null ? words : `${id} ${words}`];
        }),
      );
    });
}

/** Everything they wrote in a round, second texts too; what a guest wrote under their name is not theirs. */
function textsOf(record: RoundRecord, name: string): (readonly string[])[] {
  const isGuest = !isMember(record, name);
  return record.texts
    .filter(({ expert }) => expertKey(expert) === expertKey(name))
    .flatMap(({ lines, provenance, others }) => [{ lines, provenance }, ...others])
    .filter(({ provenance }) => isGuest || provenance?.source !== "guest")
    .map(({ lines }) => lines);
}

function idOf(heard: Records, id: string): string {
  return heard.find(({ mapping }) => Object.hasOwn(mapping, id))?.mapping[id] ?? id;
}

function takesBack({ refs, moves }: RoundRecord, name: string, id: string): boolean {
  return (
    refs.some((one) => one.kind === "RESOLVE" && one.target === id && own(name)(one)) ||
    moves.some((one) => one.kind === "CONCEDE" && one.targets.includes(id) && own(name)(one))
  );
}

function own(name: string): (one: { by: string }) => boolean {
  return ({ by }) => expertKey(by) === expertKey(name);
}

export interface NotConvinced {
  expert: string;
  /** Null of a guest. */
  role: string | null;
  as: "left" | "seated" | "guest";
  /** In which they last sat or spoke. */
  round: number;
  /** "CONDITIONAL (0.6)"; of who left, the position alone. Null where an objection is the last word, or nothing is. */
  stance: string | null;
  /** The stance's words, or the objections. */
  text: string | null;
}

export function notConvinced(ledger: Ledger): NotConvinced[] {
  const { records } = ledger;
  const left = leftUnconvinced(ledger).map(({ expert, role, last_round, position, condition }) => ({
    ...{ expert, role, as: "left" as const, round: last_round, stance: position, text: condition },
  }));
  const last = records.at(-1);
  const seated = (last?.panel ?? []).flatMap(({ name, role }) => {
    const word = lastWordOf(records, name, "member");
    return word.convinced ? [] : [{ expert: name, role, as: "seated" as const, round: last!.round, ...said(word) }];
  });
  return [...left, ...seated, ...reservedGuests(records)];
}

/** Guests who took a stance or objected, and are not convinced. */
function reservedGuests(records: Records): NotConvinced[] {
  const names = new Map<string, { name: string; round: number }>();
  for (const record of records)
    for (const { expert } of record.texts)
      if (!isMember(record, expert)) names.set(expertKey(expert), { name: expert, round: record.round });
  return [...names.values()].flatMap(({ name, round }) => {
    const word = lastWordOf(records, name, "guest");
    const { stance, text } = said(word);
    if (word.convinced || text === null) return [];
    return [
      {
        expert: name,
        role: null,
        as: "guest" as const,
        round: stance === null ? round : word.stance!.round,
        stance,
        text,
      },
    ];
  });
}

function said({ stance, objections }: LastWord): Pick<NotConvinced, "stance" | "text"> {
  if (objections.length > 0) return { stance: null, text: objections.join("\n") };
  return { stance: stance === null ? null : stanceWords(stance), text: stance?.text ?? null };
}

export interface Unconvinced {
  expert: string;
  role: string;
  last_round: number;
  /** Null where an objection is the last word, or nothing is. */
  position: string | null;
  condition: string | null;
}

/** Everyone ever seated who is not on the last panel and left without being convinced. */
export function leftUnconvinced({ records }: Pick<Ledger, "records">): Unconvinced[] {
  const last = new Map<string, { member: PanelMember; round: number }>();
  for (const { panel, round } of records)
    for (const member of panel) last.set(expertKey(member.name), { member, round });
  return [...last.values()].flatMap(({ member, round }) => {
    if (isMember(records.at(-1)!, member.name)) return [];
    const word = lastWordOf(records, member.name, "member");
    if (word.convinced) return [];
    const { stance, text } = said(word);
    const position = stance === null ? null : word.stance!.position;
    return [{ expert: member.name, role: member.role, last_round: round, position, condition: text }];
  });
}
