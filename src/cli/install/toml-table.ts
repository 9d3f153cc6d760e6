/**
 * The table that starts Blue in a TOML file: a header, `command` and `args`, put after everything else. No library keeps the comments of a TOML file,
 * so text is only added, replaced or cut out, as in JSON files.
 */
import type { Edit, Ensured } from "./edit.ts";
import { refuseAt } from "./json-text.ts";
import { isOwnCommand, startsBlue } from "./server.ts";
import { type Statement, statementsOf, stringsIn } from "./toml-statements.ts";

export function tomlServer(path: readonly [string, string], [command, ...args]: readonly [string, ...string[]]): Edit {
  const id = path.join(".");
  const values: Readonly<Record<string, string>> = {
    command: JSON.stringify(command),
    args: `[${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
  };
  const lines = [`[${id}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`)];

  const edit: Edit = {
    blank: "",
    lines,
    words: (text, file) => wordsOf(text, definitionIn(statementsOf(text, file))),
    isBlank: (text) => text.replace(/^\uFEFF/, "").trim() === "",

    ensure(text, file) {
      const unchanged: Ensured = { text, inserted: [], added: [], made: [], replaced: [], kept: [] };
      const statements = statementsOf(text, file);
      const there = definitionIn(statements);
      if (there.length === 0) {
        const inTheWay = statements.find(
          ({ kind, path: [top, ...more] }) => kind !== "table" && top === path[0] && more.length === 0,
        );
        if (inTheWay !== undefined)
          refuseAt(text, file, inTheWay.start, `\`${path[0]}\` is written so that nothing can be added`);
        const eol = text.includes("\r\n") ? "\r\n" : "\n";
        const before = text === "" || text.endsWith("\n") ? "" : eol;
        const block = `${before}${edit.isBlank(text, file) ? "" : eol}${lines.join(eol)}${eol}`;
        return { ...unchanged, text: text + block, inserted: [{ at: text.length, text: block }], added: [id] };
      }
      const words = wordsOf(text, there);
      if (isOurs(there, words)) {
        if (words === [command, ...args].join(" ")) return unchanged;
        const renewed = there.toReversed().reduce((left, { kind, path: [, , key], value }) => {
          return kind === "table" ? left : left.slice(0, value.start) + values[key!] + left.slice(value.end);
        }, text);
        return { ...unchanged, text: renewed, replaced: [id] };
      }
      if (startsBlue(words)) return { ...unchanged, kept: [id] };
      return refuseAt(text, file, there[0]!.start, `\`${id}\` is already there and is not Blue's`);
    },

    remove(text, file, { ids } = {}) {
      const there = definitionIn(statementsOf(text, file));
      if (there.length === 0 || ids?.includes(id) === false || !isOurs(there, wordsOf(text, there)))
        return { text, removed: [] };
      const left = there.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
      const at = there[0]!.start;
      const [above, below] = [left.slice(0, at), left.slice(at)];
      // The blank line that parted it from what is above.
      const joined = /^(?:\r?\n|$)/.test(below) ? above.replace(/(^|\n)\r?\n$/, "$1") + below : left;
      return { text: joined, removed: [id] };
    },
  };
  return edit;

  /** Everything that says something about our table, wherever it is. */
  function definitionIn(statements: readonly Statement[]): Statement[] {
    return statements.filter((one) => path.every((name, i) => one.path[i] === name));
  }

  /** A header and our two keys, once each, and nothing more. */
  function isOurs(there: readonly Statement[], words: string): boolean {
    const [header, ...keys] = there;
    const named = keys.map(({ path: [, , key], path: whole }) => (whole.length === 3 ? key : undefined));
    return header!.kind === "table" && named.toSorted().join() === "args,command" && isOwnCommand(words);
  }

  function wordsOf(text: string, there: readonly Statement[]): string {
    const of = (key: string | undefined) =>
      there
        .filter(({ kind, path: whole }) => kind === "value" && whole[2] === key && whole.length <= 3)
        .flatMap(({ value }) => stringsIn(text.slice(value.start, value.end)));
    return [...of(undefined), ...of("command"), ...of("args")].join(" ");
  }
}
