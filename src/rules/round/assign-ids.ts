/**
 * Every marker of every draft gets its place: a new global ID, a share in another's, or the Judge's dismissal with a reason. List order decides
 * the IDs; what is not listed follows in panel order and order of appearance. Nothing an expert wrote is dropped. Merges that Blue proposed are made where
 * the Judge takes them, but for markers that the Judge placed itself; merges that the Judge writes as Blue does (`A = B`) change no order.
 */

import type { ScannedItem } from "../../drafts/scanned-draft.ts";
import { type BlueError, refusal } from "../../errors.ts";
import { formatGlobalId, normalise } from "../ids.ts";
import type { Ledger } from "../ledger.ts";
import { expertKey } from "../names.ts";
import type { RoundRecord } from "../records.ts";
import { type ItemType, itemTypeLetters, itemTypes, type Severity } from "../vocabulary.ts";
import { proposedMerges, wordingsOf } from "./proposed-merges.ts";
import type { ListedItem, RoundInput } from "./round-input.ts";
import type { ScannedText } from "./scan-round.ts";

export interface WrittenItem {
  localId: string;
  expert: string;
  item: ScannedItem;
}

export interface Assignment {
  items: Omit<RoundRecord["items"][number], "new">[];
  mapping: Map<string, string>;
  merged: RoundRecord["merged"];
  dismissed: RoundRecord["dismissed"];
  markers: Map<string, WrittenItem>;
  errors: BlueError[];
}

export function assignIds(ledger: Ledger, round: number, texts: readonly ScannedText[], input: RoundInput): Assignment {
  const markers = collectMarkers(texts);
  const result: Assignment = { items: [], mapping: new Map(), merged: [], dismissed: [], markers, errors: [] };
  const proposals = proposalsFor(texts, input);
  const placed = placedBy(input);
  const written = writtenMerges(input);
  const last = new Map<ItemType, number>();
  const register = (lead: WrittenItem, label: string | undefined): string => {
    const number = (last.get(lead.item.type) ?? 0) + 1;
    last.set(lead.item.type, number);
    const id = formatGlobalId(lead.item.type, round, number);
    const own = lead.item.label;
    const given = label?.trim() || own;
    const relabelled = given === own ? {} : { own_label: own };
    result.items.push({
      id,
      type: lead.item.type,
      label: given,
      ...relabelled,
      ...severityOf(lead),
      sources: [sourceOf(lead)],
    });
    result.mapping.set(lead.localId, id);
    return id;
  };
  const claim = (raw: string, field: string): WrittenItem | undefined => {
    const marker = markers.get(normalise(raw));
    if (marker === undefined) result.errors.push(ungrounded(raw, field));
    else if (
      result.mapping.has(marker.localId) ||
      result.dismissed.some(({ local_id }) => local_id === marker.localId)
    ) {
      result.errors.push(listedTwice(marker.localId, field));
      return undefined;
    }
    return marker;
  };

  const merge = (marker: WrittenItem, lead: WrittenItem) => {
    const into = result.mapping.get(lead.localId)!;
    const isProposed = proposals.get(lead.localId)?.includes(marker.localId);
    result.mapping.set(marker.localId, into);
    result.merged.push({
      local_id: marker.localId,
      into,
      ...severityOf(marker),
      ...(isProposed ? { proposed: true as const } : {}),
    });
    result.items.at(-1)!.sources.push(sourceOf(marker));
  };
  /** `group`: what the Judge merged by itself, the lead among it. */
  const mergeProposed = (lead: WrittenItem, group: readonly WrittenItem[]) => {
    if (input.merge !== "proposed") return;
    const authors = new Set(group.map(({ expert }) => expertKey(expert)));
    for (const id of proposals.get(lead.localId) ?? []) {
      const marker = markers.get(id)!;
      if (placed.has(id) || result.mapping.has(id) || authors.has(expertKey(marker.expert))) continue;
      authors.add(expertKey(marker.expert));
      merge(marker, lead);
    }
  };

  /** Answers with what was merged, the lead among it. */
  const mergeAll = (lead: WrittenItem, merges: readonly Named[]): WrittenItem[] => {
    const group = [lead];
    for (const { raw, field } of [...merges, ...(written.get(lead.localId) ?? [])]) {
      const marker = claim(raw, field);
      if (marker === undefined) continue;
      if (marker.item.type !== lead.item.type) {
        result.errors.push(wrongType(marker.localId, lead.item.type, field));
        continue;
      }
      merge(marker, lead);
      group.push(marker);
    }
    return group;
  };

  dismissItems(input, result, claim);
  mergeIntoEarlier(ledger, input, result, claim);
  for (const type of itemTypeLetters) {
    const { list } = itemTypes[type];
    for (const [i, entry] of (input[list] ?? []).entries()) {
      registerListed(type, `${list}.${i}`, entry, { result, claim, register, mergeAll, mergeProposed });
    }
  }
  // What is merged waits for what leads it, wherever that stands. The second pass takes what no lead took, which is refused.
  const merged = new Set([...written.values()].flat().map(({ raw }) => normalise(raw)));
  for (const waiting of [merged, new Set<string>()]) {
    for (const marker of markers.values()) {
      const { localId } = marker;
      const isPlaced = result.mapping.has(localId) || result.dismissed.some(({ local_id }) => local_id === localId);
      if (isPlaced || waiting.has(localId)) continue;
      register(marker, undefined);
      mergeProposed(marker, mergeAll(marker, []));
    }
  }
  for (const [lead, [{ field }]] of written) {
    const leads = result.items.some(({ sources }) => sources[0]!.local_id === lead);
    if (!leads) result.errors.push(markers.has(lead) ? listedTwice(lead, field) : ungrounded(lead, field));
  }
  return result;
}

function collectMarkers(texts: readonly ScannedText[]): Map<string, WrittenItem> {
  const markers = new Map<string, WrittenItem>();
  for (const { expert, draft } of texts) {
    for (const item of draft?.items ?? []) markers.set(item.localId, { localId: item.localId, expert, item });
  }
  return markers;
}

/** Of every marker those proposed to be merged with it; looked for only where something is merged. */
function proposalsFor(texts: readonly ScannedText[], input: RoundInput): Map<string, string[]> {
  const isMerging = (type: ItemType) => input[itemTypes[type].list]?.some(({ merges }) => (merges?.length ?? 0) > 0);
  if (input.merge === undefined && !itemTypeLetters.some(isMerging)) return new Map();
  return new Map(proposedMerges(wordingsOf(texts)).flatMap((group) => group.map((id) => [id, group])));
}

/** A marker and the field that names it. */
type Named = { raw: string; field: string };

/** `A = B = C`: A leads the others. */
function writtenMerges({ merge = [] }: RoundInput): Map<string, [Named, ...Named[]]> {
  const groups = new Map<string, [Named, ...Named[]]>();
  for (const [i, group] of (merge === "proposed" ? [] : merge).entries()) {
    const [lead = "", raw = "", ...rest] = group.split("=").map((id) => id.trim());
    const field = `merge.${i}`;
    const more = rest.map((one) => ({ raw: one, field }));
    const [first, ...others] = groups.get(normalise(lead)) ?? [];
    groups.set(
      normalise(lead),
      first === undefined ? [{ raw, field }, ...more] : [first, ...others, { raw, field }, ...more],
    );
  }
  return groups;
}

/** Every marker that the Judge names a place for. */
function placedBy(input: RoundInput): Set<string> {
  const listed = itemTypeLetters.flatMap((type) => input[itemTypes[type].list] ?? []);
  const named = [
    ...listed.flatMap(({ local_id, merges = [] }) => [local_id, ...merges]),
    ...(input.merged_into ?? []).map(({ local_id }) => local_id),
    ...(input.dismissed ?? []).flatMap(({ local_id }) => local_id ?? []),
  ];
  return new Set(named.map(normalise));
}

interface Placing {
  result: Assignment;
  claim: Claim;
  register: (lead: WrittenItem, label: string | undefined) => string;
  mergeAll: (lead: WrittenItem, merges: readonly Named[]) => WrittenItem[];
  mergeProposed: (lead: WrittenItem, group: readonly WrittenItem[]) => void;
}

type Claim = (raw: string, field: string) => WrittenItem | undefined;

function registerListed(
  type: ItemType,
  field: string,
  entry: ListedItem,
  { result, claim, register, mergeAll, mergeProposed }: Placing,
): void {
  const lead = claim(entry.local_id, `${field}.local_id`);
  if (lead === undefined) return;
  if (lead.item.type !== type) {
    result.errors.push(wrongType(lead.localId, type, `${field}.local_id`));
    return;
  }
  if (type === "T" && entry.status !== undefined && !/^(?:open|raised|new)$/i.test(entry.status.trim())) {
    result.errors.push(closedOnArrival(lead.localId, entry.status, `${field}.status`));
  }
  register(lead, entry.label);
  const merges = (entry.merges ?? []).map((raw) => ({ raw, field: `${field}.merges` }));
  mergeProposed(lead, mergeAll(lead, merges));
  const authors = new Set(result.items.at(-1)!.sources.map(({ expert }) => expertKey(expert)));
  for (const name of entry.contributors ?? []) {
    if (authors.has(expertKey(name))) continue;
    result.errors.push(
      refusal("ungrounded_item", { [`${field}.contributors`]: name }, "contributors_wrote", {
        message: `\`${field}.contributors\`: ${name} wrote none of the markers of ${entry.local_id}`,
        suggestion:
          "Name only experts whose markers are listed, or leave `contributors` out: Blue knows who wrote what.",
      }),
    );
  }
}

function dismissItems(input: RoundInput, result: Assignment, claim: Claim): void {
  for (const [i, { local_id, reason }] of (input.dismissed ?? []).entries()) {
    if (local_id === undefined) continue;
    const field = `dismissed.${i}.local_id`;
    const marker = claim(local_id, field);
    if (marker === undefined) continue;
    // Velocity counts these, so dismissing one would talk it down.
    const { type } = marker.item;
    if (type === "T" || type === "P") {
      result.errors.push(
        refusal("invalid_entity_type", { [field]: marker.localId }, "counted_items_stay", {
          message: `${marker.localId} is a ${itemTypes[type].name}; perspectives and tensions cannot be dismissed`,
          suggestion:
            type === "P"
              ? "Merge it into the perspective it repeats, or let it count."
              : "Merge it into the tension it repeats, let an item resolve it, or accept it unresolved once the panel has seen it.",
        }),
      );
    }
    result.dismissed.push({ local_id: marker.localId, expert: marker.expert, line: marker.item.line, reason });
  }
}

function mergeIntoEarlier(ledger: Ledger, input: RoundInput, result: Assignment, claim: Claim): void {
  for (const [i, { local_id, id: raw }] of (input.merged_into ?? []).entries()) {
    const field = `merged_into.${i}`;
    const marker = claim(local_id, `${field}.local_id`);
    if (marker === undefined) continue;
    const id = normalise(raw);
    const target = ledger.items.get(id);
    if (target === undefined) {
      result.errors.push(
        refusal("target_not_found", { [`${field}.id`]: raw }, "earlier_item", {
          message: `\`${field}.id\`: there is no item ${raw} in an earlier round`,
          suggestion: "Name an item of an earlier round; markers of this round are merged by `merges` in their list.",
        }),
      );
      continue;
    }
    if (target.type !== marker.item.type) {
      result.errors.push(wrongType(marker.localId, target.type, `${field}.local_id`));
      continue;
    }
    const tension = ledger.tensions.get(id);
    if (tension !== undefined && (tension.state === "resolved" || tension.state === "accepted")) {
      result.errors.push(
        refusal("invalid_status_transition", { [`${field}.id`]: id }, "merge_into_open", {
          message: `${marker.localId} raises a tension; it cannot disappear into ${id}, which is ${tension.state}`,
          suggestion: `Register it as a tension of its own; only an expert's [RE:REOPEN ${id}] opens ${id} again.`,
        }),
      );
      continue;
    }
    result.mapping.set(marker.localId, id);
    result.merged.push({ local_id: marker.localId, into: id, ...severityOf(marker) });
  }
}

/** The ledger takes the worst of an item's own and those merged into it. */
function severityOf({ item: { severity } }: WrittenItem): { severity?: Severity } {
  return severity === null ? {} : { severity };
}

function sourceOf({ localId, expert, item }: WrittenItem): RoundRecord["items"][number]["sources"][number] {
  return { local_id: localId, expert, line: item.line };
}

function closedOnArrival(localId: string, status: string, field: string): BlueError {
  return refusal("invalid_status_transition", { [field]: status }, "panel_has_seen_it", {
    message: `\`${field}\`: ${localId} is raised in this round and cannot be ${status} in it`,
    suggestion: "Leave `status` out. Let the panel answer it in the next round; `tension_updates` closes it then.",
  });
}

function ungrounded(raw: string, field: string): BlueError {
  return refusal("ungrounded_item", { [field]: raw }, "marker_in_a_draft", {
    message: `\`${field}\`: no draft of this round contains ${raw}`,
    suggestion: /^T\d{4,}$/.test(normalise(raw))
      ? `What became of a tension of an earlier round is said in \`tension_updates\`: [{"id": "${normalise(raw)}", "status": "resolved", "via": the item that resolves it}], or with \`accepted\` and a \`reason\`.`
      : "Only what an expert wrote can be registered. Check the ID against the drafts.",
  });
}

function listedTwice(localId: string, field: string): BlueError {
  return refusal("invalid_input", { [field]: localId }, "one_place_per_marker", {
    message: `\`${field}\`: ${localId} is listed twice`,
    suggestion: "List each marker once: in its list, in one `merges` or `merge`, in `merged_into`, or in `dismissed`.",
  });
}

function wrongType(localId: string, type: ItemType, field: string): BlueError {
  return refusal("type_id_mismatch", { [field]: localId }, "same_type", {
    message: `\`${field}\`: ${localId} is not of type ${itemTypes[type].name}`,
    suggestion: `Only ${type} markers belong here.`,
  });
}
