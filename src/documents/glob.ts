/** File patterns of an ADR's rules: `*`, `**`, `?`, `[abc]`, `{a,b}`. Turned into a linear-time expression, because a branch can deliver any pattern. */
import { RE2JS } from "re2js";

export type Glob = (path: string) => boolean;

/** Throws when the pattern is not valid. */
export function compileGlob(pattern: string): Glob {
  let source = "";
  let braces = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (pattern.startsWith("**/", at)) {
      source += "(?:[^/]+/)*";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (character === "*") source += "[^/]*";
    else if (character === "?") source += "[^/]";
    else if (character === "{") {
      braces++;
      source += "(?:";
    } else if (character === "}" && braces > 0) {
      braces--;
      source += ")";
    } else if (character === "," && braces > 0) source += "|";
    else if (character === "[") {
      const end = pattern.indexOf("]", at + 1);
      if (end === -1) throw new Error("a `[` is never closed");
      source += `[${pattern
        .slice(at + 1, end)
        .replace(/^!/, "^")
        .replace(/[\\[]/g, "\\$&")}]`;
      at = end;
    } else source += RE2JS.quote(character);
  }
  if (braces > 0) throw new Error("a `{` is never closed");
  const compiled = RE2JS.compile(source, RE2JS.DOTALL);
  return (path) => compiled.matches(path);
}
