/** Recognises whole markers, current or older, by how they begin. Used where markers do not count, to say that one stands there. */

import { plainDashes } from "../rules/ids.ts";
import { moveKinds, refKinds } from "../rules/vocabulary.ts";
import { asSeen, hasUnusual, wideClosing } from "./fold-head.ts";

/** Heads are matched on a bounded prefix, so a long bracket costs no more than a short one. */
export const headLength = 96;

const heads =
  `RE ?: ?(?:${refKinds.join("|")})\\b|MOVE ?: ?(?:${moveKinds.join("|")})\\b` +
  `|[\\p{Lu}][\\p{Lu}\\p{N}-]*-[PRTECS][0-9]{4,} ?:|DISSENT[\\]:]|MINORITY VERDICT[\\]:]|CONVERGENCE CONFIRMED\\]` +
  `|(?:PERSPECTIVE|RECOMMENDATION|TENSION|EVIDENCE|CLAIM|REFINEMENT|RESOLVED|RESOLUTION|REOPENED|ACKNOWLEDGED) [PRTEC][0-9]`;
export const markerHead = new RegExp(`^(?:CITE[ :]|${heads})`, "u");
const anyCaseHead = new RegExp(`^(?:${heads})`, "iu");
const shortestHead = "CITE ".length;

/** `open` is the position of a bracket in `text`. */
export function isMarkerHead(text: string, open: number): boolean {
  const code = text.charCodeAt(open + 1);
  if (code < 0x41 || (code > 0x5a && code < 0x80)) return false;
  return markerHead.test(text.slice(open + 1, open + 1 + headLength));
}

/** Markers count in any case; citations do not, so `[cite needed]` is none. */
export function isAnyCaseHead(text: string, open: number): boolean {
  return anyCaseHead.test(text.slice(open + 1, open + 1 + headLength));
}

/** The head that a reader sees at `open` where the characters are others, null where there is none; `next` is the next bracket. */
export function disguisedHead(text: string, open: number, next: number): string | null {
  if (next - open <= shortestHead) return null;
  const raw = text.slice(open + 1, Math.min(open + 1 + headLength, next));
  if (!hasUnusual(raw)) return null;
  const seen = plainDashes(asSeen(raw)).replace(wideClosing, "]").trimStart();
  return markerHead.test(seen) ? seen : null;
}
