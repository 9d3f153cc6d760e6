/** What changed between two texts in a few rows, one for each part of the text: the parts that answer most and changed most, each in a whole sentence. */
import { type BlockChange, diffBlocks, wordsIn } from "./blocks.ts";
import { capital, cut, sentencesOf } from "./cut.ts";
import { type Answer, placeAnswers, tellingWords } from "./placed-answers.ts";
import { countWords } from "./word-diff.ts";

export interface TextChange {
  /** Blocks that changed, of all that either text has; headings and lines like `Status: proposal` are none. */
  changed: number;
  of: number;
  /** Words. */
  before: number;
  after: number;
  /** So much changed that it is another text. */
  isRewritten: boolean;
  /** In the order of the text. */
  rows: ChangedPart[];
  /** Parts that changed too, by name, and all that are gone, since the new text has nothing of that name: by the answers beside them, or named by none. */
  also: { changed: string[]; gone: string[]; dropped: string[] };
}

export interface ChangedPart {
  name: string;
  /** The sentence in which most is new, and what follows it; of code what it declares now. Empty where it only lost something, and in a rewritten text. */
  gist: string;
  /** The sentence goes on from the name: "**Claim** takes a job". */
  goesOn: boolean;
  added: number;
  removed: number;
  /** What the author answered there with a change. */
  answers: string[];
}

/** An answer weighs as much as so many changed words. */
const answerWeight = 40;
const longestGist = 360;

export function textChange(
  before: string,
  after: string,
  answers: readonly Answer[],
  items: ReadonlyMap<string, { label: string }>,
  most = 8,
  changes = diffBlocks(before, after),
): TextChange {
  // A refusal changed nothing: beside a change it would read as if that had answered it.
  const { at } = placeAnswers(
    changes,
    answers.filter(({ answer }) => answer === "resolved"),
    items,
  );
  const blocks = changes.flatMap((change, i) =>
    isSaid(change) ? [{ change, answers: (at.get(i) ?? []).map(({ id }) => id) }] : [],
  );
  const changed = blocks.filter(({ change }) => !change.isSame);
  const isRewritten = changed.length > 0.8 * blocks.length && blocks.length > 20;
  const parts = partsOf(changed, isRewritten);
  const names = namesOf(changes);
  const there = parts.filter(({ name }) => names.has(name));
  const weight = ({ added, removed, answers: ids }: ChangedPart) => ids.length * answerWeight + added + removed;
  const gone = parts.filter(({ name }) => !names.has(name) && !isRenamed(name, names));
  const kept = new Set(there.toSorted((a, b) => weight(b) - weight(a)).slice(0, most));
  return {
    changed: changed.length,
    of: blocks.length,
    before: wordsIn(before),
    after: wordsIn(after),
    isRewritten,
    rows: there.filter((one) => kept.has(one)),
    also: {
      changed: [...new Set(there.filter((one) => !kept.has(one)).map(({ name }) => name))],
      gone: gone.flatMap(({ name, answers: by }) => (by.length === 0 ? [] : [`${name} (${by.join(", ")})`])),
      dropped: gone.flatMap(({ name, answers: by }) => (by.length === 0 ? [name] : [])),
    },
  };
}

/** What the new text has by name: its headings, and the bold words with which blocks begin. */
export function namesOf(changes: readonly BlockChange[]): Set<string | null> {
  const there = changes.filter(({ after }) => after !== null);
  return new Set(there.flatMap(({ name, section, lead }) => [name, section, lead]));
}

/** "Idempotency of effects", where the new text has "Effects". */
export function isRenamed(name: string, names: ReadonlySet<string | null>): boolean {
  const old = tellingWords(name);
  return [...names].some((one) => {
    const words = [...tellingWords(one ?? "")];
    return words.length > 0 && words.every((word) => old.has(word));
  });
}

/** Headings, and lines about the text, do not count as its words. */
export function isSaid({ before, after }: BlockChange): boolean {
  const { kind, text } = (after ?? before)!;
  return kind !== "heading" && !(kind === "paragraph" && isAbout(text));
}

/** A line of nothing but names and values, such as `Status: proposal. Author: me`, is about the text and not of it. */
export function isAbout(text: string): boolean {
  return text.length < 300 && /^[*_]*(?:status|author|date|owner|version)s?[*_]*:/i.test(text);
}

type Block = { change: BlockChange; answers: string[] };

/** Blocks of one name are one part, but for items of a list that answer something: each is one of its own. A part says what the one says that changed most, in prose if there is any. A rewritten text goes by the names of its sections: no sentence of a new text says what changed. */
function partsOf(changed: readonly Block[], isRewritten: boolean): ChangedPart[] {
  const parts = new Map<string, { name: string; own: Block[] }>();
  for (const block of changed) {
    const { change } = block;
    const { name: own, section, lead } = change;
    const name = (isRewritten ? section : lead || section) || own;
    const isOwn = !isRewritten && change.after?.kind === "item" && block.answers.length > 0;
    const key = isOwn ? `${name}\n${parts.size}` : name;
    parts.set(key, { name, own: [...(parts.get(key)?.own ?? []), block] });
  }
  return [...parts.values()].map(({ name, own }) => {
    const there = own.filter(({ change }) => change.after !== null);
    const weight = ({ change, answers }: Block) => answers.length * answerWeight + change.added + change.removed;
    const prose = there.filter(({ change: { after } }) => after!.kind !== "code");
    const first = prose.length > 0 ? prose : there;
    const shown = isRewritten ? undefined : first.toSorted((a, b) => weight(b) - weight(a))[0];
    const words = shown === undefined ? "" : gistWords(shown.change);
    const said = words.replace(/^(?:\*\*[^*]+\*\*)?[\s.,;:)]*/, "").replace(/:$/, ".");
    const goesOn = shown?.change.lead === name && /^\*\*[^*]+\*\*\s+\p{Ll}/u.test(words);
    return {
      name,
      gist: [
        cut(goesOn ? said : capital(said), longestGist),
        ...own.flatMap(({ change }) => (isRewritten || change === shown?.change ? [] : codeNote(change))),
      ]
        .join(" ")
        .trim(),
      goesOn,
      added: own.reduce((sum, one) => sum + one.change.added, 0),
      removed: own.reduce((sum, one) => sum + one.change.removed, 0),
      answers: [...new Set(own.flatMap(({ answers }) => answers))],
    };
  });
}

/** Of a new block what it says first, else the sentence with most new words and the new ones around it; of a table its new rows, of code its names. */
function gistWords(change: BlockChange): string {
  const { before, runs } = change;
  const after = change.after!;
  if (after.kind === "code") return codeWords(change);
  if (after.kind === "table") return tableWords(change);
  const sentences = sentencesOf(after.text.replace(/^\*\*[^*]{1,80}[.:]\*\*\s+/, ""));
  if (before === null) return fromSentence(sentences, 0);
  // Every new word is counted for the sentence in which it stands.
  let at = 0;
  const fresh = sentences.map(() => 0);
  const starts = sentences.map((one) => after.text.indexOf(one));
  for (const { step, text: words } of runs) {
    if (step === "removed") continue;
    if (step === "added")
      for (const { index } of words.matchAll(/[\p{L}\p{N}]+/gu)) {
        const sentence = starts.findLastIndex((start) => start >= 0 && start <= at + index);
        if (sentence >= 0) fresh[sentence]!++;
      }
    at += words.length;
  }
  let most = fresh.indexOf(Math.max(...fresh));
  // What is new right before it belongs to it.
  while (most > 0 && fresh[most - 1]! >= wordsIn(sentences[most - 1]!) / 3) most--;
  const old = fresh.findIndex((words, i) => i > most && words < wordsIn(sentences[i]!) / 2);
  return fromSentence(sentences.slice(0, old < 0 ? undefined : old), most);
}

/** That sentence, and those after it for which there is room. */
function fromSentence(sentences: readonly string[], first: number): string {
  let said = sentences[first] ?? "";
  for (const next of sentences.slice(first + 1)) {
    if (said.length + next.length >= longestGist) break;
    said = `${said} ${next}`;
  }
  return said;
}

/** What no sentence says of changed code: "In the code: new: function `retry`.", or "In the code: 60 seconds → 120 seconds." */
function codeNote(change: BlockChange): string[] {
  if (change.after?.kind !== "code") return [];
  const words = numberWords(change) || namesIn(change);
  return words === "" ? [] : [`In the code: ${words}.`];
}

/** Only where it is clear which number became which. */
function numberWords({ before, after }: BlockChange): string {
  if (before === null || after === null) return "";
  const numbers = ({ text }: { text: string }) => [...new Set(text.match(/\b\d+(?:\.\d+)? \p{Ll}+/gu))];
  const [old, now] = [numbers(before), numbers(after)];
  const gone = old.filter((one) => !now.includes(one));
  const fresh = now.filter((one) => !old.includes(one));
  const unit = (one = "") => one.split(" ")[1];
  const isClear = gone.length === 1 && fresh.length === 1 && unit(gone[0]) === unit(fresh[0]);
  return isClear ? `${gone[0]} → ${fresh[0]}` : "";
}

const mostNames = 4;
const kinds: Record<string, string> = { def: "function", fn: "function", func: "function" };
const declared =
  /^[ \t]*(?:export )?(?:CREATE (?:UNIQUE )?(TABLE|INDEX|TYPE|VIEW)|(function|class|interface|def|fn|func)) ([\w.]+)/gim;

/** What the code declares and did not, and names of several words that it lost; else a number that changed, or its first new line. */
function codeWords(change: BlockChange): string {
  const said = namesIn(change) || numberWords(change);
  if (said !== "") return said;
  const line = change.lines
    .filter(({ step }) => step === "added")
    .map(({ runs }) => runs.map(({ text }) => text).join(""))
    .find((one) => countWords(one) > 0);
  return line === undefined ? "" : `\`${line.trim().replaceAll("`", "'")}\``;
}

/** "new: table `job_keys`; gone: `locked_until`". */
function namesIn({ before, after }: BlockChange): string {
  const declares = (text: string) =>
    [...text.matchAll(declared)].map(([, sql, word, name]) => {
      const kind = (sql ?? word)!.toLowerCase();
      return `${kinds[kind] ?? kind} \`${name}\``;
    });
  const names = (text: string) =>
    (text.match(/[A-Za-z_]\w*/g) ?? []).filter((name) => /[a-z](?:_|[A-Z])/.test(name)).map((name) => `\`${name}\``);
  const only = (some: readonly string[], others: readonly string[]) =>
    [...new Set(some)].filter((one) => !others.includes(one)).slice(0, mostNames);
  const [old, now] = [before?.text ?? "", after!.text];
  const fresh = only(declares(now), declares(old));
  const gone = only(names(old), names(now));
  return [
    ...(fresh.length === 0 ? [] : [`new: ${fresh.join(", ")}`]),
    ...(gone.length === 0 ? [] : [`gone: ${gone.join(", ")}`]),
  ].join("; ");
}

const mostCells = 4;
const longestCell = 60;

/** "In the table: key; row": its new rows by their first cells. */
function tableWords({ lines, before }: BlockChange): string {
  const fresh = lines
    .filter(({ step }) => step !== "removed")
    .flatMap(({ step, runs }, i) => {
      const cell = runs
        .map(({ text }) => text)
        .join("")
        .trim()
        .replace(/^\|/, "")
        .split("|")[0]!
        .trim();
      return step === "added" && i > 1 && countWords(cell) > 0 ? [cut(cell, longestCell)] : [];
    });
  if (fresh.length === 0)
    return before === null
      ? "a table"
      : lines.find(({ step }) => step !== "removed")!.step === "added"
        ? "the table's columns"
        : "";
  const more = fresh.length > mostCells ? [`${fresh.length - mostCells} more`] : [];
  return `in the table: ${[...fresh.slice(0, mostCells), ...more].join("; ")}`;
}
