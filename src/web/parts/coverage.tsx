/** What a blind panel found, and what it has probably not: solid is found by several, pale by one, hatched by nobody yet, with a line for the range. */
import { missedRange, rounded } from "../../facts/rounded.ts";
import type { DialogueExport } from "../data.ts";

type Coverage = NonNullable<DialogueExport["facts"]["coverage"]>;

export const lookTitle = "How much is left";

/** The bar is never longer than so many times what was found; a range beyond it runs out of the picture. */
const longest = 2.4;

/** The bar and what its colours mean. Where there are too few to tell, nothing: a bar would look like an answer. */
export function CoverageBar({ of }: { of: Coverage }) {
  if (of.advice === "not blind" || of.advice === "too few") return null;
  const { found, once, missed } = of;
  const end = Math.min(found + missed.high, found * longest);
  const at = (count: number) => `${(100 * Math.min(count, end)) / end}%`;
  const keys: [string, string][] = [
    ["many", `${found - once} found by several`],
    ["one", `${once} by one expert only`],
    ["gap", `perhaps around ${rounded(missed.median, Math.round)} not found`],
    ["rng", `probably ${missedRange(missed)}`],
  ];
  return (
    <>
      <div class="cov" aria-hidden="true">
        <i class="many" style={{ width: at(found - once) }} />
        <i class="one" style={{ left: at(found - once), width: at(once) }} />
        <i class="gap" style={{ left: at(found), width: at(Math.min(missed.median, end - found)) }} />
        <i
          class={`rng ${found + missed.high > end ? "over" : ""}`}
          style={{
            left: at(found + missed.low),
            width: at(Math.min(missed.high - missed.low, end - found - missed.low)),
          }}
        />
      </div>
      <p class="keys cov-k">
        {keys.map(([name, words]) => (
          <span key={name}>
            <span class="cov" aria-hidden="true">
              <i class={name} />
            </span>
            {words}
          </span>
        ))}
      </p>
    </>
  );
}
