/** Why a decision can have rotted, and how the same rot is known again. */
export const rotReasons = ["gone", "subject", "withdrawn", "superseded", "undecided"] as const;
export type RotReason = (typeof rotReasons)[number];

/** What settling names: enough to know the same rot again, and nothing that a later edit changes. */
export interface RotKey {
  reason: RotReason;
  item?: string | undefined;
  path?: string | undefined;
  words?: string | undefined;
  document?: string | undefined;
}

export function sameRot(a: RotKey, b: RotKey): boolean {
  return (["reason", "item", "path", "words", "document"] as const).every((field) => a[field] === b[field]);
}

/** One line that says what it names. */
export function rotWords({ reason, item, path, words, document }: RotKey): string {
  const named = [item, path, document].filter((part) => part !== undefined).join(" ");
  return `${named === "" ? reason : named}${words === undefined ? ` (${reason})` : `: "${words}"`}`;
}
