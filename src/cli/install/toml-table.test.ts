import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { undoInsertions } from "./json-text.ts";
import { tomlServer } from "./toml-table.ts";

const server = tomlServer(["mcp_servers", "blue"], ["blue", "mcp"]);
const block = '[mcp_servers.blue]\ncommand = "blue"\nargs = ["mcp"]\n';
const ours = { command: "blue", args: ["mcp"] };

test("an empty file gets the table, and a file with words gets it after a blank line", () => {
  expect(server.ensure("", "f").text).toBe(block);
  expect(server.ensure('model = "x"\n', "f").text).toBe(`model = "x"\n\n${block}`);
  expect(server.ensure('model = "x"', "f").text).toBe(`model = "x"\n\n${block}`);
  expect(server.ensure("a = 1\r\n", "f").text).toBe(`a = 1\r\n\r\n${block.replaceAll("\n", "\r\n")}`);
});

const files: [string, string][] = [
  ["comments and tables", '# mine\nmodel = "x" # good\n\n[mcp_servers.other]\ncommand = "y"\n[features]\na = true\n'],
  [
    "our header in a string",
    'notes = """\n[mcp_servers.blue]\ncommand = "x"\n"""\nraw = \'\'\'\n[mcp_servers.blue]\n\'\'\'\n',
  ],
  ["our header in an array and in a comment", 'list = [\n  "[mcp_servers.blue]", # [mcp_servers.blue]\n  "]",\n]\n'],
  ["quotes in strings", 'a = "\\"[" # "\nb = \'"\'\nc = """a "" \\""" b"""\nd = \'\'\'it\'s\'\'\'\n'],
  [
    "dotted and quoted keys",
    'mcp_servers.other.command = "y"\n"mcp_servers.blue" = 1\n[ "a b" . \'c\' ]\n"x.y" = { z = [1, 2], w = "}" }\n',
  ],
  [
    "tables of tables",
    "[[profiles]]\nname = 'a'\n[profiles.x]\n[[profiles]]\nname = 'b'\n[profiles.x]\n[mcp_servers]\n[other.blue]\nx = 1979-05-27 07:32:00\n",
  ],
  ["a byte order mark and no last line end", "\uFEFFa = 1"],
  ["only a comment", "# nothing yet\n"],
];

describe.each(files)("%s", (_, before) => {
  const done = server.ensure(before, "f");
  const read = (text: string) => parse(text.replace(/^\uFEFF/, "")) as Record<string, object>;

  test("holds the table afterwards, and everything else", () => {
    const was = read(before);
    expect(read(done.text)).toEqual({ ...was, mcp_servers: { ...was.mcp_servers, blue: ours } });
    expect(done.text.startsWith(before)).toBe(true);
  });

  test("a second time changes nothing", () => {
    expect(server.ensure(done.text, "f")).toMatchObject({ text: done.text, inserted: [], added: [] });
  });

  test("it comes out again, to the byte by the receipt, and without one but for the last line end", () => {
    expect(undoInsertions(done.text, done.inserted)).toBe(before);
    expect(server.remove(done.text, "f")).toEqual({
      text: before.endsWith("\n") ? before : `${before}\n`,
      removed: ["mcp_servers.blue"],
    });
  });
});

test("whatever pieces a file is made of, it comes back", () => {
  const piece = fc.constantFrom(
    "# [mcp_servers.blue]",
    "",
    'x1 = "a # b"',
    'x2 = [ # [\n  "]", [1],\n]',
    'x3 = """\n[mcp_servers.blue]\n\\""" """"',
    "x4 = '''\n[mcp_servers.blue]\n''''",
    'x5 = { a = "}", b = { c = 1 } }',
    "[mcp_servers.other]\ncommand = 'z'",
    '[mcp_servers."blu"]\ncommand = "blue"',
    "[[list]]\na.b.c = 1",
    "  [ features ]  # x",
  );
  fc.assert(
    fc.property(fc.uniqueArray(piece), fc.constantFrom("\n", "\r\n"), fc.boolean(), (pieces, eol, last) => {
      const before = (pieces.join("\n") + (last ? "\n" : "")).replaceAll("\n", eol);
      const done = server.ensure(before, "f");
      expect(undoInsertions(done.text, done.inserted)).toBe(before);
      expect(server.ensure(done.text, "f").text).toBe(done.text);
      const { mcp_servers, ...rest } = parse(done.text) as { mcp_servers: { blue?: object } };
      const { mcp_servers: servers = {}, ...others } = parse(before);
      expect(rest).toEqual(others);
      expect(mcp_servers).toEqual({ ...(servers as object), blue: ours });
      expect(parse(server.remove(done.text, "f").text)).toEqual(parse(before));
    }),
  );
});

test("a table of an earlier version is rewritten in its place, with its comments", () => {
  const before = '[mcp_servers.blue] # ours\nargs = ["old/blue.js", "mcp"] # how\n# why\ncommand = "node"\n\n[z]\n';
  const done = server.ensure(before, "f");
  expect(done).toMatchObject({ replaced: ["mcp_servers.blue"], added: [], inserted: [] });
  expect(done.text).toBe('[mcp_servers.blue] # ours\nargs = ["mcp"] # how\n# why\ncommand = "blue"\n\n[z]\n');
  expect(server.remove(done.text, "f").text).toBe("# why\n\n[z]\n");
});

test.each([
  ["more in the table", `${block}startup_timeout_sec = 20\n`],
  ["a table below it", `${block}[mcp_servers.blue.env]\nA = "b"\n`],
  ["an inline table", '[mcp_servers]\nblue = { command = "blue", args = ["mcp", "--toolsets", "all"] }\n'],
  ["dotted keys", 'mcp_servers.blue.command = "npx"\nmcp_servers.blue.args = ["-y", "blue-align@1", "mcp"]\n'],
])("your own way of starting Blue is kept: %s", (_, text) => {
  expect(server.ensure(text, "f")).toMatchObject({ text, kept: ["mcp_servers.blue"] });
  expect(server.remove(text, "f")).toEqual({ text, removed: [] });
});

test.each([
  ['a = 1\n[mcp_servers.blue]\ncommand = "other"\n', "f:2:1: `mcp_servers.blue` is already there and is not Blue's"],
  ['[mcp_servers]\nblue = { url = "x" }\n', "f:2:1: `mcp_servers.blue` is already there"],
  ["mcp_servers = {}\n", "f:1:1: `mcp_servers` is written so that nothing can be added"],
  ["[[mcp_servers]]\n", "f:1:1: `mcp_servers` is written so that nothing can be added"],
  ['a = """\nb\n', "f:1:5: the string is not closed"],
  ['a = "b\n', "f:1:5: the string is not closed"],
  ["a = [1,\n", "f:2:1: the brackets are not closed"],
  ["a = ]\n", "f:1:6: a bracket is closed that was not opened"],
  ["a =\n", "f:1:4: a value is expected"],
  ["a\n", "f:1:2: `=` expected"],
  ["[a\n", "f:1:3: the header is not closed"],
  ["[a] b\n", "f:1:4: the end of the line is expected"],
  ["= 1\n", "f:1:1: a key is expected"],
  ['[mcp_servers.blue]\ncommand = "blue"\n[ mcp_servers . "blue" ]\n', "f:3:1: `mcp_servers.blue` occurs twice"],
  ["[a]\nb = 1\nb = 2\n", "f:3:1: `a.b` occurs twice"],
  ["a.b = 1\n[a]\nb = 2\n", "f:3:1: `a.b` occurs twice"],
  ["a = 1\n[a]\n", "f:2:1: `a` occurs twice"],
  ["[[a]]\n[a.b]\n[a.b]\n", "f:3:1: `a.b` occurs twice"],
])("%j is refused by line", (text, message) => {
  expect(() => server.ensure(text, "f")).toThrow(message);
});

test("nesting beyond what anybody writes is refused by line", () => {
  const lists = `a = ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`;
  expect(() => server.ensure(lists, "f")).toThrow("f:1:70: it is nested deeper than 64 levels");
  expect(() => server.ensure(`${"a.".repeat(20_000)}a = 1\n`, "f")).toThrow(
    "f:1:1: it is nested deeper than 64 levels",
  );
});
