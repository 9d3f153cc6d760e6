/** Whether files keep an ADR's rules. Patterns run in linear time; what that engine cannot do (back references, lookaround) is refused. */
import { RE2JS } from "re2js";
import type { EnforceRule } from "./adr.ts";
import { lineAt } from "./check-document.ts";
import { compileGlob, type Glob } from "./glob.ts";

export interface CompiledRule {
  rule: EnforceRule;
  applies: Glob;
  /** Undefined for a rule that runs a command. */
  pattern: RE2JS | undefined;
}

export interface Violation {
  path: string;
  line: number | null;
  message: string;
}

const longestPattern = 1000;
const mostViolations = 100;

/** Throws an Error that says what is wrong with the rule. */
export function compileRule(rule: EnforceRule): CompiledRule {
  const globs = [rule.files].flat().map(compileGlob);
  const source = rule.forbid ?? rule.require;
  if (source !== undefined && source.length > longestPattern)
    throw new Error(`the pattern is longer than ${longestPattern} characters`);
  return {
    rule,
    applies: (path) => globs.some((glob) => glob(path)),
    pattern: source === undefined ? undefined : RE2JS.compile(source, RE2JS.MULTILINE),
  };
}

/** What is wrong with one file that the rule is about. */
export function violationsIn({ rule, pattern }: CompiledRule, path: string, text: string): Violation[] {
  if (pattern === undefined) return [];
  const matcher = pattern.matcher(text);
  const says = rule.message === undefined ? "" : `: ${rule.message}`;
  if (rule.require !== undefined)
    return matcher.find() ? [] : [{ path, line: null, message: `nothing in it matches /${rule.require}/${says}` }];
  const found: Violation[] = [];
  while (found.length < mostViolations && matcher.find()) {
    found.push({ path, line: lineAt(text, matcher.start()), message: `/${rule.forbid}/ is forbidden${says}` });
    if (matcher.end() >= text.length) break;
  }
  return found;
}
