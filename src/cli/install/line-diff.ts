/** What a change looks like, as `diff -u` prints it. */

const context = 3;
/** Beyond this many changed lines the shortest difference is not looked for. */
const mostCompared = 2_000;
const longestLine = 600;

type Op = { mark: " " | "-" | "+"; line: string };

export interface DiffOptions {
  /** Of a private file: the lines (trimmed, without a comma at the end) that may be read by whoever sees this. */
  only?: ReadonlySet<string> | undefined;
  /** Of a file that is new or gone: how many lines are shown. */
  most?: number | undefined;
}

export function unifiedDiff(
  name: string,
  before: string | undefined,
  after: string | undefined,
  { only, most = Number.POSITIVE_INFINITY }: DiffOptions = {},
): string {
  const heads = [`--- ${before === undefined ? "/dev/null" : name}`, `+++ ${after === undefined ? "/dev/null" : name}`];
  const ops = compare(linesOf(before ?? ""), linesOf(after ?? ""));
  if (before === undefined || after === undefined) {
    const shown = ops.slice(0, ops.length > most + 1 ? most : ops.length).map(show);
    const sides = before === undefined ? `-0,0 +1,${ops.length}` : `-1,${ops.length} +0,0`;
    const rest = ops.length - shown.length;
    return [...heads, `@@ ${sides} @@`, ...shown, ...(rest > 0 ? [`… and ${rest} more lines`] : [])].join("\n");
  }
  if (only === undefined) return [...heads, ...hunks(ops, context)].join("\n");
  const hidden = ops.map(({ mark, line }) => ({ mark, line: only.has(trimmed(line)) ? line : "…" }));
  return [...heads, ...hunks(hidden, 0)].join("\n");
}

export function trimmed(line: string): string {
  return line.trim().replace(/,$/, "");
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop()!;
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function compare(a: readonly string[], b: readonly string[]): Op[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: readonly string[]): Op[] => lines.map((line) => ({ mark: " ", line }));
  return [
    ...same(a.slice(0, start)),
    ...shortest(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

/** By longest common subsequence. */
function shortest(a: readonly string[], b: readonly string[]): Op[] {
  const gone = (lines: readonly string[]): Op[] => lines.map((line) => ({ mark: "-", line }));
  const come = (lines: readonly string[]): Op[] => lines.map((line) => ({ mark: "+", line }));
  if (a.length === 0 || b.length === 0 || a.length + b.length > mostCompared) return [...gone(a), ...come(b)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
    }
  }
  const ops: Op[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      ops.push({ mark: " ", line: a[i]! });
      i++;
      j++;
    } else if (length[i + 1]![j]! >= length[i]![j + 1]!) ops.push({ mark: "-", line: a[i++]! });
    else ops.push({ mark: "+", line: b[j++]! });
  }
  return [...ops, ...gone(a.slice(i)), ...come(b.slice(j))];
}

function hunks(ops: readonly Op[], around: number): string[] {
  const near = ops.map((_, i) => ops.slice(Math.max(0, i - around), i + around + 1).some(({ mark }) => mark !== " "));
  const lines: string[] = [];
  let before = 1;
  let after = 1;
  for (let i = 0; i < ops.length; ) {
    let to = i;
    while (to < ops.length && near[to] === near[i]) to++;
    const part = ops.slice(i, to);
    const left = part.filter(({ mark }) => mark !== "+").length;
    const right = part.filter(({ mark }) => mark !== "-").length;
    if (near[i]) lines.push(`@@ -${before},${left} +${after},${right} @@`, ...part.map(show));
    before += left;
    after += right;
    i = to;
  }
  return lines;
}

function show({ mark, line }: Op): string {
  const text = line.replace(/\r$/, "");
  return mark + (text.length > longestLine ? `${text.slice(0, 40)} … (${text.length} characters)` : text);
}
