/** How decisions fared: of one what people said later, the latest first; of all how many held, by how sure the signers were and by how it was decided. */
import type { FaredGroup } from "../../facts/track-record.ts";
import { faredWords, type OutcomeEntry, outcomeLine, tooFew } from "../../pages/outcome-lines.ts";
import type { Statistics } from "../data.ts";
import { plural } from "../model/dialogue.ts";

export function Outcomes({ of, decidedOn }: { of: readonly OutcomeEntry[]; decidedOn: string | null }) {
  if (of.length === 0) return null;
  return (
    <ul class="outc">
      {of.map((one) => (
        <li key={`${one.on} ${one.outcome} ${one.because}`} class={one.outcome} dir="auto">
          {outcomeLine(decidedOn, one)}
        </li>
      ))}
    </ul>
  );
}

/** What `blue decisions --outcomes` counts. */
export function Fared({ of }: { of: Statistics["fared"] }) {
  if (of === null) return null;
  const isAllFew = [...of.by_confidence, ...of.by_way].every(({ too_few }) => too_few);
  return (
    <section class="card pad fared">
      <h2>
        How past decisions fared <span class="faint">{plural(of.decisions, "decision")} with an outcome</span>
      </h2>
      <div class="fared-g">
        <Groups title="By how sure the signers were" of={of.by_confidence} isAllFew={isAllFew} />
        <Groups title="By how it was decided" of={of.by_way} isAllFew={isAllFew} />
      </div>
      {isAllFew && <p class="note">All of these are {tooFew}.</p>}
    </section>
  );
}

function Groups({ title, of, isAllFew }: { title: string; of: readonly FaredGroup[]; isAllFew: boolean }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {of.map((group) => (
          <li key={group.name}>
            <span>{group.name}</span>
            <span class="fbar" aria-hidden="true">
              {(["held", "changed", "failed"] as const).map(
                (word) => group[word] > 0 && <i key={word} class={word} style={{ flexGrow: group[word] }} />,
              )}
            </span>
            <span class="num">
              {faredWords(group)}
              {group.too_few && !isAllFew && <small> {tooFew}</small>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
