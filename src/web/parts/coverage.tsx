/** What a blind panel found, and what it has probably not: solid is found by several, pale by one, hatched by nobody yet, with a line for the range. */
import type { DialogueExport } from "../data.ts";

type Coverage = NonNullable<DialogueExport["facts"]["coverage"]>;

/** The bar is never longer than so many times what was found; a range beyond it runs out of the picture. */
const longest = 2.4;

export function CoverageBar({ of }: { of: Coverage }) {
  if (of.advice === "not blind" || of.found === 0) return null;
  const { found, once } = of;
  const missed = of.advice === "too few" ? null : of.missed;
  const end = missed === null ? found * 1.5 : Math.min(found + missed.high, found * longest);
  const at = (count: number) => `${(100 * Math.min(count, end)) / end}%`;
  const words = [
    `${found - once} found by several, ${once} by one`,
    missed === null ? "too few to tell how many are left" : `probably ${missed.low} to ${missed.high} not found`,
  ].join(", ");
  return (
    <div class={`cov ${missed === null ? "unk" : ""}`} role="img" aria-label={words} title={words}>
      <i class="many" style={{ width: at(found - once) }} />
      <i class="one" style={{ left: at(found - once), width: at(once) }} />
      <i
        class="gap"
        style={{ left: at(found), width: missed === null ? "auto" : at(Math.min(missed.median, end - found)) }}
      />
      {missed !== null && (
        <i
          class={`rng ${found + missed.high > end ? "over" : ""}`}
          style={{
            left: at(found + missed.low),
            width: at(Math.min(missed.high - missed.low, end - found - missed.low)),
          }}
        />
      )}
    </div>
  );
}
