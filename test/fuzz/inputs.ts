/** What the fuzzer feeds: texts of this repository, cut, repeated, joined and sprinkled with what readers look for; and values of every kind. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";

/** Every file below `folder` whose name ends in `ending`, as text. */
export function textsBelow(folder: string, ending: string, largest = Number.POSITIVE_INFINITY): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((text) => text.length <= largest);
}

const odd = [
  ..."[]()<>|`*_#>-:.,\"'\\{}&!~\0\t\r\n\u00a0\u200b\u202e\u2028\ufeff\ud800😀é［］：",
  ...["```\n", "~~~\n", "<!--", "-->", "> ", "- ", "---\n", "\r\n", "\n\n", "    ", "__proto__", "constructor", "null"],
  ...[
    "[MUFFIN-P0101: ",
    "[MUFFIN-T0101: a | major]",
    "[MUFFIN-S0101: APPROVE | 0.9]",
    "[SCONE-R0102: b]",
    "MUFFIN-P0199",
  ],
  ...[
    "[RE:RESOLVE T0001]",
    "[RE:REFINE ",
    "[MOVE:CONVERGE]",
    "[MOVE:BRIDGE P0001, ",
    "[DISSENT]",
    "[MINORITY VERDICT: ",
  ],
  ...['[CITE a.md#L1-L2 "', "[CITE ../../a#L9-L1]", "[TENSION T01: ", "[RESOLVED T01,", "[CONVERGENCE CONFIRMED]"],
  ...[
    "| a | b |\n",
    "**Status**: ",
    "status: ",
    "# RFC 0001: ",
    "## Round 0\n",
    "&a ",
    "*a",
    "<<: ",
    "!!js ",
    "? ",
    "2026-99-99",
  ],
  ...["../", "/", "%00", "$(x)", "1e999", "-1", "9".repeat(30), "a".repeat(300)],
];

type Change = {
  kind: "cut" | "repeat" | "insert" | "swap" | "join";
  at: number;
  length: number;
  piece: string;
  other: number;
};

const changes = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom("cut", "repeat", "insert", "insert", "insert", "swap", "join"),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 400 })),
    piece: fc.oneof({ arbitrary: fc.constantFrom(...odd), weight: 6 }, fc.string({ unit: "binary", maxLength: 6 })),
    other: fc.nat(),
  }),
  { maxLength: 10 },
);

function changed(text: string, { kind, at, length, piece, other }: Change, corpus: readonly string[]): string {
  const from = Math.floor(at * text.length);
  const span = text.slice(from, from + length);
  const rest = text.slice(from + length);
  if (kind === "cut") return text.slice(0, from) + rest;
  if (kind === "repeat") return text.slice(0, from) + span.repeat(1 + (other % 20)) + rest;
  if (kind === "swap") return text.slice(0, from) + rest.slice(0, length) + span + rest.slice(length);
  if (kind === "insert") return text.slice(0, from) + piece + text.slice(from);
  const another = corpus[other % corpus.length]!;
  return text.slice(0, from) + another.slice(Math.floor(at * another.length)).slice(0, length) + text.slice(from);
}

/** A piece of one text, at most `longest` characters, changed in up to ten places; or characters that come from nowhere. */
export function textLike(corpus: readonly string[], longest = 3_000): fc.Arbitrary<string> {
  const piece = fc.record({
    text: fc.constantFrom(...corpus),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    changes,
  });
  const mutated = piece.map(({ text, at, changes }) => {
    const start = Math.floor(at * Math.max(0, text.length - longest));
    return changes.reduce((now, change) => changed(now, change, corpus), text.slice(start, start + longest));
  });
  const made = fc.array(fc.constantFrom(...odd), { maxLength: 60 }).map((pieces) => pieces.join(""));
  return fc.oneof({ arbitrary: mutated, weight: 8 }, made, fc.string({ unit: "binary", maxLength: 200 }));
}

/** Values where something else is expected: other kinds, other sizes, names that objects have anyway, paths that lead out. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, "", " ", "…", "<id>", 0, -1, 1.5, 99, 1e21, [], [null], {}, [[[]]], "__proto__", "toString"],
    ...[
      "../../keep.txt",
      "../keep.txt",
      "/etc/passwd",
      ".git/config",
      ".blue",
      "a/../../keep.txt",
      "a\0b",
      "x".repeat(5_000),
    ],
    ...[
      "P0001",
      "T0101",
      "MUFFIN-P0101",
      "Muffin",
      "Judge",
      "api-design",
      "2026-03-01T1200Z-api-design",
      "0001",
      "notes.md",
    ],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

type Path = { steps: number[]; value: unknown; remove: boolean };
export const valueChanges = fc.array(
  fc.record<Path>({
    steps: fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 5 }),
    value: oddValue,
    remove: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

/** `value` with something inside replaced or taken out, wherever the steps lead. */
export function changedValue(value: unknown, { steps: [step, ...further], value: put, remove }: Path): unknown {
  if (typeof value !== "object" || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[step! % (keys.length || 1)];
  if (key === undefined) return put;
  const inside = (value as Record<string, unknown>)[key];
  const goesOn = further.length > 0 && typeof inside === "object" && inside !== null;
  const next = goesOn ? changedValue(inside, { steps: further, value: put, remove }) : put;
  const gone = remove && !goesOn;
  if (Array.isArray(value)) return value.flatMap((one, n) => (String(n) !== key ? [one] : gone ? [] : [next]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]) => (k !== key ? [[k, v]] : gone ? [] : [[k, next]])),
  );
}
