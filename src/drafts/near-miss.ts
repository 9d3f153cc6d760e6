/** What is no marker but was clearly meant as one: wrapped in something, an ID of another form, a kind without its prefix or misspelt. */

import { formatLocalId, type IdType, parseId, plainDashes } from "../rules/ids.ts";
import { itemTypes, moveKinds, refKinds } from "../rules/vocabulary.ts";
import { type Author, type Marker, malformed } from "./marker.ts";
import { markerHead } from "./marker-head.ts";

export function nearMiss(head: string, author: Author): Marker | null {
  const bare = head.replace(/[*_`[\\]/g, "").trimStart();
  if (bare !== head && markerHead.test(bare)) {
    const fix = "Directly behind one opening bracket comes the marker's name, plain.";
    return malformed("The marker is wrapped in something.", fix, !/^(?:RE|MOVE|CITE)\b/.test(bare));
  }
  return nearItem(bare, author) ?? nearMove(bare) ?? nearReopen(plainDashes(bare));
}

function nearItem(bare: string, author: Author): Marker | null {
  const nameless = /^([PRTECS][0-9]{4,}) *: *\S/.exec(bare)?.[1];
  const own = author.expert.toUpperCase();
  const mine = bare.toUpperCase().startsWith(own) ? nearOwn(plainDashes(bare.slice(own.length))) : null;
  if (nameless === undefined && mine === null) return null;
  const id = parseId(nameless ?? `${own}${mine?.rest}`);
  if (mine?.colon === false && id !== null && id.round !== author.round) return null; // a mention
  const letter = /^.?([PRTECS])/i.exec(mine?.rest ?? "")?.[1]?.toUpperCase() as IdType | undefined;
  const example = formatLocalId(author.expert, id?.type ?? letter ?? "P", author.round, id?.seq ?? 1);
  return malformed("This is not how an item is marked.", `Write [${example}: label].`, true);
}

const typeWords = [...Object.values(itemTypes).map(({ name }) => name), "stance"].join("|");

/** `-T-0201:`, ` - T0101:`, `-TO101:` with a letter for a digit, `-TENSION-0101:`, `-T:`. */
const slipped = new RegExp(
  `^[-. :/]{1,3}(?=([PRTECS]))(?:(?:${typeWords})(?:[-. :/]{1,3}[PRTECS])?|[PRTECS])` +
    "[-. :/#]{0,3}((?=[OIL]*[0-9])[0-9OIL](?:[-. ]?[0-9OIL]){0,7})?[. ]*:",
  "i",
);

/** What stands behind the expert's own name, as the rest of an ID where it can be understood as one. */
function nearOwn(behind: string): { rest: string; colon: boolean } | null {
  const slip = slipped.exec(behind);
  if (slip !== null) {
    const digits = slip[2]?.replace(/[-. ]/g, "").replace(/O/gi, "0").replace(/[IL]/gi, "1");
    return { rest: `-${slip[1]}${digits ?? ""}`, colon: true };
  }
  const mine = /^([-_ .]?[A-Za-z][0-9]+\b|-[A-Za-z]?(?= *(?::|$)))( *:)?/.exec(behind);
  return mine === null ? null : { rest: mine[1] ?? "", colon: mine[2] !== undefined };
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

const reopen = "^(?:RE *: *)?RE[- ]{0,3}OPEN(?:ED)?[ :]+";
const reopenInCapitals = new RegExp(`${reopen}([A-Za-z0-9-]*[PRTEC][0-9]{1,6})\\b`);
const reopenInAnyCase = new RegExp(`${reopen}((?:[a-z0-9-]+-)?[PRTEC][0-9]{4,6}) *(?::|$)`, "i");

/** `[RE-OPEN T0001]`, `[re:reopened T0001]`: a lost one would let a tension rest that its author takes up again. */
function nearReopen(bare: string): Marker | null {
  const target = (reopenInCapitals.exec(bare) ?? reopenInAnyCase.exec(bare))?.[1];
  if (target === undefined) return null;
  return malformed("This is not how a tension is reopened.", `Write [RE:REOPEN ${target}].`);
}
