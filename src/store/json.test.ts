import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, type Json, JsonError, parseJson } from "./json.ts";

/** The same value with every object's names in another order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
}

function byDefinition(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(byDefinition).join(",")}]`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((one) => `${JSON.stringify(one)}:${byDefinition(value[one]!)}`).join(",")}}`;
}

const anyJson = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

describe("canonical JSON", () => {
  test("is the same for every order of names and every indentation", () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const rewritten = JSON.stringify(reordered(value), null, indent).replaceAll("\n", "\r\n");
        expect(canonicalJson(parseJson(rewritten))).toBe(canonicalJson(value));
      }),
    );
  });

  test("is JSON of the same value, and different for another value", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        const plain = JSON.stringify(reordered(a));
        expect(JSON.parse(canonicalJson(a))).toEqual(JSON.parse(plain));
        if (canonicalJson(a) === canonicalJson(b)) expect(JSON.parse(JSON.stringify(b))).toEqual(JSON.parse(plain));
      }),
    );
  });

  test("tells names apart that read the same when they are joined", () => {
    const values: Json[] = [{ b: 1, a: 2 }, { "b\na": 1 }, { b: 1, a: 2 }, { "b\na": 1, c: 2 }, { b: 1, a: 2, c: 3 }];
    for (const value of values) expect(canonicalJson(value)).toBe(byDefinition(value));
  });

  test("sorts names by code unit, not by language", () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, 10: 4, 9: 5 })).toBe('{"10":4,"9":5,"Z":3,"z":2,"é":1}');
  });

  test("is what its definition says, also where engines have names and numbers of their own", () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("__proto__", "toJSON", "0", "10", "9", "a", "b"));
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(Number.POSITIVE_INFINITY)),
        fc.array(tie("value")),
        fc.dictionary(name, tie("value"), { noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => {
        expect(canonicalJson(one)).toBe(byDefinition(one));
      }),
    );
  });

  test("tells a number too large for a double from null", () => {
    expect(canonicalJson(parseJson('{"round":1e999}'))).not.toBe(canonicalJson(parseJson('{"round":null}')));
  });
});

describe("reading JSON", () => {
  test("accepts a byte-order mark", () => {
    expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test.each([
    ["a name twice", '{"a":1,"a":1}', '"a" occurs twice'],
    ["a name twice, once escaped", '{"a":1,"\\u0061":2}', '"a" occurs twice'],
    ["a name twice deep inside", '{"x":[{"a":{"b":1,\n"b" : 2}}]}', '"b" occurs twice'],
    ["nothing", " \n", "it is empty"],
    ["conflict marks", '{\n<<<<<<< HEAD\n"a":1\n=======\n"a":2\n>>>>>>> other\n}', "merge conflict"],
    ["a trailing comma", '{"a":1,}', "JSON"],
    ["two values", "{} {}", "JSON"],
    ["nesting without end", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, "nested"],
    ["nesting without end, in objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "nested"],
  ])("refuses %s", (_, text, why) => {
    expect(() => parseJson(text)).toThrow(JsonError);
    expect(() => parseJson(text)).toThrow(why);
  });

  test.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":1}}',
    '{"a":"a","b":["a","a"]}',
    '{"a":"\\"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}',
  ])("does not take %s for a name twice", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test("reads back whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
