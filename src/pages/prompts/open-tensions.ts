/**
 * Every open tension with its leading text and what is offered to settle it, so that an expert can judge whether that suffices. None is ever left
 * out: the more there are, the less is said of each.
 */

import type { LedgerTension } from "../../rules/ledger.ts";
import { clipped, firstSentence, withoutMarkers } from "../../rules/round/first-sentence.ts";
import { safeLine } from "../../safe-text.ts";
import { quote } from "../quote.ts";
import { headline, type ShownItem } from "./shown-items.ts";

/** Characters of a tension's text, of the way to settle it, and of a resolver's first sentence. */
interface Depth {
  text: number;
  path: number;
  sentence: number;
}

const depths: readonly Depth[] = [
  { text: 900, path: 300, sentence: 240 },
  { text: 600, path: 240, sentence: 200 },
  { text: 400, path: 200, sentence: 160 },
  { text: 280, path: 160, sentence: 120 },
  { text: 200, path: 120, sentence: 90 },
  { text: 140, path: 80, sentence: 70 },
  { text: 110, path: 0, sentence: 70 },
  { text: 90, path: 0, sentence: 50 },
];

export interface TensionMaterial {
  tensions: readonly LedgerTension[];
  items: ReadonlyMap<string, ShownItem>;
  /** By tension, the items that may close it. */
  resolvers: ReadonlyMap<string, readonly string[]>;
}

/** `labelled`: the resolvers are listed with label and first sentence, not by ID alone. */
export function openTensions(material: TensionMaterial, room: number): { text: string; labelled: boolean } {
  for (const depth of depths) {
    const text = listed(material, depth);
    if (text.length <= room) return { text, labelled: true };
  }
  return { text: bare(material), labelled: false };
}

function listed({ tensions, items, resolvers }: TensionMaterial, depth: Depth): string {
  const met = new Set<string>();
  return tensions
    .map(({ id, resolution_path }) => {
      const item = items.get(id)!;
      const offered = resolvers.get(id)!.map((one) => items.get(one)!);
      const fresh = offered.filter((one) => !met.has(one.id));
      const again = offered.filter((one) => met.has(one.id));
      for (const one of fresh) met.add(one.id);
      const text = clipped(withoutMarkers(leading(item)), depth.text);
      return [
        `- ${titled(item)}`,
        text === "" ? "" : `  ${quote([text])}`,
        resolution_path === null || depth.path === 0
          ? ""
          : `  To settle it: ${safeLine(clipped(resolution_path, depth.path))}`,
        ...fresh.map((one) => `  - ${headline(one)}${sentenceOf(one, depth.sentence)}`),
        again.length === 0 ? "" : `  - ${again.map((one) => one.id).join(", ")} (see above)`,
        offered.length === 0 ? "  Nobody has offered a resolution." : "",
      ]
        .filter((line) => line !== "")
        .join("\n");
    })
    .join("\n");
}

/** What the file beside the prompts says of a tension under its wordings. */
export function settling({ resolution_path }: LedgerTension, offered: readonly string[]): string {
  return [
    resolution_path === null ? "" : `\n\nTo settle it: ${safeLine(resolution_path)}`,
    offered.length === 0 ? "" : `\n\nResolutions offered: ${offered.join(", ")}`,
  ].join("");
}

/** Too many to say anything of each but its label. */
function bare({ tensions, items, resolvers }: TensionMaterial): string {
  return tensions
    .map(({ id }) => {
      const offered = resolvers.get(id)!;
      return `- ${titled(items.get(id)!)}: ${offered.length === 0 ? "nobody has offered a resolution" : `resolutions offered: ${offered.join(", ")}`}`;
    })
    .join("\n");
}

/** That it is open is said above them all; that it is addressed, below it. */
function titled(item: ShownItem): string {
  return headline({ ...item, status: item.status.filter((word) => word !== "open" && word !== "addressed") });
}

function leading({ wordings }: ShownItem): string {
  return (wordings[0] ?? []).join("\n");
}

function sentenceOf(item: ShownItem, longest: number): string {
  const sentence = longest === 0 ? "" : firstSentence(leading(item), longest);
  return sentence === "" ? "" : `: ${safeLine(sentence)}`;
}
