import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { ensureParts, isEmptyObject, type JsonPart, removeParts } from "./json-parts.ts";
import { undoInsertions } from "./json-text.ts";

const server: JsonPart = {
  id: "mcpServers.blue",
  path: ["mcpServers"],
  key: "blue",
  value: { command: "blue", args: ["mcp"] },
  isOwn: (value) => JSON.stringify(value).includes('"mcp"'),
};
const rule = (value: string): JsonPart => ({
  id: `permissions.allow ${value}`,
  path: ["permissions", "allow"],
  value,
  isOwn: (other) => other === value,
});
const parts = [server, rule("mcp__blue__*"), rule("Edit(/.blue/drafts/**)")];

const lenient = (text: string) => parse(text, [], { allowTrailingComma: true });

test("an empty object becomes what JSON.stringify would write", () => {
  const { text } = ensureParts("{}\n", parts, "f");
  const value = {
    mcpServers: { blue: server.value },
    permissions: { allow: ["mcp__blue__*", "Edit(/.blue/drafts/**)"] },
  };
  expect(text).toBe(`${JSON.stringify(value, null, 2)}\n`);
});

test("comments, order, tabs and line ends stay, and the comma goes before a comment", () => {
  const before = [
    "{",
    "\t// servers",
    '\t"mcpServers": {',
    '\t\t"other": { "command": "x" } // mine',
    "\t\t/* end */",
    "\t},",
    '\t"permissions": { "allow": [ "Bash(ls)" ], "deny": [] }',
    "}",
    "",
  ].join("\r\n");
  const { text } = ensureParts(before, parts, "f");
  expect(text).toBe(
    [
      "{",
      "\t// servers",
      '\t"mcpServers": {',
      '\t\t"other": { "command": "x" }, // mine',
      "\t\t/* end */",
      '\t\t"blue": {',
      '\t\t\t"command": "blue",',
      '\t\t\t"args": [',
      '\t\t\t\t"mcp"',
      "\t\t\t]",
      "\t\t}",
      "\t},",
      '\t"permissions": { "allow": [ "Bash(ls)", "mcp__blue__*", "Edit(/.blue/drafts/**)" ], "deny": [] }',
      "}",
      "",
    ].join("\r\n"),
  );
});

const layouts: [string, string][] = [
  ["a minified file", '{"a":1,"mcpServers":{"x":{"command":"y"}},"permissions":{"allow":[]}}'],
  ["one line with blanks", '{ "a": 1, "permissions": { "allow": ["b"] } }\n'],
  ["trailing commas", '{\n  "a": [\n    1,\n  ],\n  "permissions": {\n    "allow": [\n      "b",\n    ],\n  },\n}\n'],
  ["a comment in an empty object", '{\n  "mcpServers": {\n    // none yet\n  }\n}'],
  ["only a comment", "{\n  // nothing\n}\n"],
  ["an empty object on two lines", "{\n}\n"],
  ["a byte order mark", '\uFEFF{\n    "a": 1\n}'],
  ["a comment after the last entry", '{\n  "a": 1 // one, with { in it\n}\n'],
  ["blanks before the closing bracket", '{\n  "a": 1\n\n}\n'],
  ["empty lists on one line", '{\n  "permissions": { "allow": [] },\n  "mcpServers": {}\n}\n'],
];

describe.each(layouts)("%s", (_, before) => {
  const done = ensureParts(before, parts, "f");

  test("holds the pieces afterwards, and everything else", () => {
    const was = lenient(before);
    expect(lenient(done.text)).toEqual({
      ...was,
      mcpServers: { ...was.mcpServers, blue: server.value },
      permissions: {
        ...was.permissions,
        allow: [...(was.permissions?.allow ?? []), "mcp__blue__*", "Edit(/.blue/drafts/**)"],
      },
    });
  });

  test("a second time changes nothing", () => {
    expect(ensureParts(done.text, parts, "f")).toMatchObject({ text: done.text, inserted: [], added: [] });
  });

  test("taking the insertions out gives back the bytes", () => {
    expect(undoInsertions(done.text, done.inserted)).toBe(before);
  });

  test("taking the pieces out gives back the values and the comments", () => {
    const { text } = removeParts(done.text, parts, "f", { ids: done.added, made: done.made });
    expect(lenient(text)).toEqual(lenient(before));
    for (const [comment] of before.matchAll(/\/\/.*|\/\*.*?\*\//g)) expect(text).toContain(comment);
  });
});

test("whatever the file says and however it is laid out, it comes back", () => {
  const value = fc.dictionary(
    fc.constantFrom("a", "mcpServers", "permissions", "z\n\"'"),
    fc.oneof(
      fc.dictionary(
        fc.constantFrom("allow", "x"),
        fc.array(fc.oneof(fc.string(), fc.constant("mcp__blue__*"), fc.integer()), { maxLength: 3 }),
      ),
    ),
    { maxKeys: 4 },
  );
  const indent = fc.constantFrom("", " ", "  ", "    ", "\t");
  fc.assert(
    fc.property(value, indent, fc.constantFrom("\n", "\r\n"), (content, unit, eol) => {
      const before = JSON.stringify(content, null, unit).replaceAll("\n", eol);
      const done = ensureParts(before, parts, "f");
      expect(undoInsertions(done.text, done.inserted)).toBe(before);
      const { text } = removeParts(done.text, parts, "f", { ids: done.added, made: done.made });
      expect(JSON.parse(text)).toEqual(JSON.parse(before));
      expect(JSON.parse(done.text).mcpServers.blue).toEqual(server.value);
    }),
  );
});

test("a piece of an earlier version is rewritten in its place", () => {
  const before =
    '{\n  "mcpServers": {\n    "blue": { "command": "node", "args": ["old.js", "mcp"] }, // ours\n    "x": {}\n  }\n}\n';
  const done = ensureParts(before, [server], "f");
  expect(done).toMatchObject({ replaced: ["mcpServers.blue"], added: [], inserted: [] });
  expect(done.text).toBe(
    before.replace('{ "command": "node", "args": ["old.js", "mcp"] }', '{"command": "blue", "args": ["mcp"]}'),
  );
});

test("someone else's entry under our name is refused by line, a variant of ours is left alone", () => {
  const before = '{\n  "mcpServers": {\n    "blue": { "command": "other" }\n  }\n}\n';
  expect(() => ensureParts(before, [server], ".mcp.json")).toThrow(
    ".mcp.json:3:13: `mcpServers.blue` is already there",
  );
  const kept = ensureParts(before, [{ ...server, isVariant: () => true }], ".mcp.json");
  expect(kept).toMatchObject({ text: before, kept: ["mcpServers.blue"] });
});

test.each([
  ["{\n  oops\n}", "f:2:3: invalid symbol"],
  ['{\n  "a": 1\n', "f:3:1: close brace expected"],
  ["", "f:1:1: value expected"],
  ["[]", "f:1:1: the file holds no JSON object"],
  ['{ "permissions": { "allow": {} } }', "f:1:29: `permissions.allow` is not an array"],
  ['{\n"permissions": []}', "f:2:16: `permissions` is not an object"],
  ['{ "mcpServers": {}, // one\n  "mcpServers": {} }', 'f:2:3: the name "mcpServers" occurs twice in one object'],
  ['{ "a": [{ "b": 1, "\\u0062": 2 }] }', 'f:1:19: the name "b" occurs twice in one object'],
])("%j is refused by line", (text, message) => {
  expect(() => ensureParts(text, parts, "f")).toThrow(message);
});

test("what became empty goes only if it was made for us", () => {
  const before = '{\n  "permissions": {}\n}\n';
  const { text, added, made } = ensureParts(before, [rule("x")], "f");
  expect(removeParts(text, [rule("x")], "f", { ids: added, made }).text).toBe(before);
  expect(removeParts(text, [{ ...rule("x"), unmistakable: true }], "f").text).toBe("{}\n");
});

test("without a receipt a piece that anybody may have written goes only beside one that nobody else writes", () => {
  const { text } = ensureParts("{}\n", parts, "f");
  expect(removeParts(text, parts, "f").removed).toEqual([]);
  expect(removeParts(text, [{ ...server, unmistakable: true }, ...parts.slice(1)], "f").removed).toHaveLength(3);
});

test("only an object without a word in it is empty", () => {
  expect(["{}", " {\n}\n", "\uFEFF{}"].map((text) => isEmptyObject(text, "f"))).toEqual([true, true, true]);
  expect(["{ // why\n}", '{"a":1}'].map((text) => isEmptyObject(text, "f"))).toEqual([false, false]);
});

test("nesting beyond what anybody writes is refused by line", () => {
  const lists = `{ "a": ${"[".repeat(20_000)}${"]".repeat(20_000)} }`;
  expect(() => ensureParts(lists, parts, "f")).toThrow("f:1:71: it is nested deeper than 64 levels");
  const objects = `{ "a": ${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)} }`;
  expect(() => ensureParts(objects, parts, "f")).toThrow("f:1:323: it is nested deeper than 64 levels");
});

test("brackets in strings and comments are no nesting, and a name may occur in two objects", () => {
  const text = `{ "a": "${"[".repeat(200)}\\"${"{".repeat(200)}", // ${"[".repeat(200)}\n /* ${"{".repeat(200)} */ "b": { "a": 1 } }`;
  expect(ensureParts(text, [server], "f").added).toEqual(["mcpServers.blue"]);
});
