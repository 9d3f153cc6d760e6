/** What is no marker but was clearly meant as one: wrapped in something, an ID of another form, a kind without its prefix. */
import { formatLocalId, parseId, plainDashes } from "./ids.ts";
import { type Author, type Marker, malformed } from "./marker.ts";
import { markerHead } from "./marker-head.ts";
import { moveKinds, refKinds } from "./scanned-draft.ts";

export function nearMiss(head: string, author: Author): Marker | null {
  const bare = head.replace(/[*_`[\\]/g, "").trimStart();
  if (bare !== head && markerHead.test(bare)) {
    const fix = "Directly behind one opening bracket comes the marker's name, plain.";
    return malformed("The marker is wrapped in something.", fix, !/^(?:RE|MOVE|CITE)\b/.test(bare));
  }
  return nearItem(bare, author) ?? nearMove(bare);
}

function nearItem(bare: string, author: Author): Marker | null {
  const nameless = /^([PRTECS][0-9]{4,}) *: *\S/.exec(bare)?.[1];
  const own = author.expert.toUpperCase();
  const mine = bare.toUpperCase().startsWith(own)
    ? /^([-_ .]?[A-Za-z][0-9]+\b|-[A-Za-z]?(?= *(?::|$)))( *:)?/.exec(plainDashes(bare.slice(own.length)))
    : null;
  if (nameless === undefined && mine === null) return null;
  const id = parseId(nameless ?? `${own}${mine?.[1]}`);
  if (mine !== null && mine[2] === undefined && id !== null && id.round !== author.round) return null; // a mention
  const example = formatLocalId(author.expert, id?.type ?? "P", author.round, id?.seq ?? 1);
  return malformed("This is not how an item is marked.", `Write [${example}: label].`, true);
}

function nearMove(bare: string): Marker | null {
  const joined = /^(?:RE|MOVE)[ _.;-]{1,3}([A-Z]+)\b/.exec(bare)?.[1];
  const alone = /^(?:(CONVERGE)|([A-Z]+) +[A-Za-z0-9-]*[PRTEC][0-9]{1,6})\b/.exec(bare);
  // "[Reopen T0001]": in small letters only with an ID and nothing else
  const small = /^([a-z]+) +(?:[a-z0-9-]+-)?[PRTEC][0-9]{4,6} *$/i.exec(bare)?.[1]?.toUpperCase();
  const word = joined ?? alone?.[1] ?? alone?.[2] ?? small;
  const prefix = refKinds.some((kind) => kind === word)
    ? "RE"
    : moveKinds.some((kind) => kind === word)
      ? "MOVE"
      : null;
  if (prefix === null) return null;
  return malformed(
    `${word} lacks its \`${prefix}:\`.`,
    `Write [${prefix}:${word}${word === "CONVERGE" ? "" : " id"}].`,
  );
}
