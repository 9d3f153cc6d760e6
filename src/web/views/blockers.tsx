/** What is in the way of a verdict, in words, each with at most `room` items. */
import { capital } from "../../facts/text/cut.ts";
import { blockersOf } from "../model/blockers.ts";
import { ItemGlyph, useDialogue, Words } from "../parts/parts.tsx";
import { hashOf } from "../route.ts";

export function Blockers({ room }: { room: number }) {
  const dialogue = useDialogue();
  return (
    <ol class="blockers">
      {blockersOf(dialogue).map(({ says, adds, items }) => (
        <li key={says}>
          <div>
            <b>{says}</b> <span class="dim">{adds}</span>
            {room > 0 && items.length > 0 && (
              <ul>
                {items.slice(0, room).map((item) => (
                  <li key={item.id}>
                    <a href={hashOf(["d", dialogue.id, "map"], { sel: item.id })} title={item.label}>
                      <ItemGlyph of={item} />
                      <span dir="auto">
                        <Words text={capital(item.label)} links={false} />
                      </span>
                      {item.severity === "critical" && <em class="red">critical</em>}
                      {item.state === "reopened" && <em class="amber">challenged again</em>}
                    </a>
                  </li>
                ))}
                {items.length > room && (
                  <li>
                    <a class="lnk" href={hashOf(["d", dialogue.id, "tensions"])}>
                      and {items.length - room} more
                    </a>
                  </li>
                )}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
