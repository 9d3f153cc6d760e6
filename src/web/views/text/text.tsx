/** The words themselves: every version of the text with the objections that each change answers, and every draft as it was written. */
import { useMemo } from "preact/hooks";
import { versionsOf } from "../../model/versions.ts";
import { useDialogue } from "../../parts/parts.tsx";
import { route } from "../../state.ts";
import { Draft, DraftTable } from "./drafts.tsx";
import { Rail, VersionText } from "./versions.tsx";

export function TextView() {
  const dialogue = useDialogue();
  const versions = useMemo(() => versionsOf(dialogue), [dialogue]);
  const { doc, from, mode } = route.value.query;
  const wanted = doc ?? versions.at(-1)?.key ?? `${dialogue.people[0]?.key}-0`;
  const index = versions.findIndex(({ key }) => key === wanted);
  // It opens on the whole way; a version that is chosen is shown against the one before it.
  const named = versions.findIndex(({ key }) => key === from);
  const before = named >= 0 && named < index ? named : doc === undefined ? 0 : index - 1;
  const against = index > 0 ? before : null;
  return (
    <div class="text-v">
      <nav class="text-n" aria-label="Texts">
        <Rail versions={versions} index={index} from={against} />
        <DraftTable wanted={wanted} />
      </nav>
      {index >= 0 ? (
        <VersionText versions={versions} index={index} from={against} mode={mode} />
      ) : (
        <Draft key={wanted} name={wanted} />
      )}
    </div>
  );
}
