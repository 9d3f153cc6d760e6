/** What an item quotes, and whether Blue found the words. */
import { useSignal } from "@preact/signals";
import { fileName } from "../format.ts";
import { plural } from "../model/dialogue.ts";
import { Icon, useDialogue } from "../parts/parts.tsx";

const resultWords: Record<string, string> = {
  found: "found",
  found_elsewhere: "found on other lines",
  not_found: "not found",
  file_missing: "file missing",
  refused: "not read",
};

export function Citations({ item, room: first }: { item: string; room: number }) {
  const isWhole = useSignal(false);
  const cited = useDialogue().view.export.citations.filter((one) => one.item === item);
  const room = isWhole.value ? cited.length : first;
  return (
    <>
      {cited.slice(0, room).map(({ path, from, words, result, found_at, line, by }) => (
        <Citation key={`${by} ${line}`} path={path} from={from} words={words} result={result} foundAt={found_at} />
      ))}
      {cited.length > room && (
        <button type="button" class="lnk cite-m" onClick={() => (isWhole.value = true)}>
          {plural(cited.length - room, "more citation")}
        </button>
      )}
    </>
  );
}

export function Citation({
  path,
  from,
  words,
  result,
  foundAt,
}: {
  path: string;
  from: number | null;
  words: string | null;
  /** Null: nobody has looked yet. */
  result: string | null;
  foundAt?: number | undefined;
}) {
  const isFound = result === "found" || result === null;
  return (
    <p class="cite" title={path}>
      <Icon name={isFound ? "file" : "warn"} size={13} class={isFound ? "" : "amber"} />
      <span>
        {words !== null && (
          <q>
            <bdi>{words}</bdi>
          </q>
        )}{" "}
        <span class="mono">
          <bdi>{fileName(path)}</bdi>
          {from !== null && `:${from}`}
        </span>
        {result !== null && !isFound && (
          <em class="amber">
            {" "}
            {foundAt === undefined ? (resultWords[result] ?? result) : `found on line ${foundAt} instead`}
          </em>
        )}
      </span>
    </p>
  );
}
