/** When an expert signalled: when the text that carries the signal was written, as far as that is known; a round is registered later, for all at once. */
import { expertKey } from "./names.ts";
import type { RoundRecord } from "./records.ts";

export function signaledAt({ texts, registered_at }: RoundRecord, name: string): string {
  const text = texts.find(({ expert }) => expertKey(expert) === expertKey(name));
  return text?.provenance?.written_at ?? text?.provenance?.filed_at ?? registered_at;
}
