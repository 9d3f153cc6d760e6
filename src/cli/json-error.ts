/**
 * Where JSON goes wrong. `JSON.parse` quotes the text it chokes on and, depending on the Node version, names no place; a person wants line
 * and column, and a file that was named by mistake should not appear in an error. Only called for text that `JSON.parse` has refused.
 */

export interface JsonFault {
  line: number;
  column: number;
  /** What should have stood there. */
  expected: string;
}

type State = "value" | "first value" | "first name" | "name" | "colon" | "after value" | "end";

const expectations: Record<State, string> = {
  value: "a value",
  "first value": "a value or `]`",
  "first name": "a name in double quotes or `}`",
  name: "a name in double quotes",
  colon: "`:`",
  "after value": "`,` or the closing bracket",
  end: "nothing more",
};

export function findJsonFault(text: string): JsonFault {
  const open: ("{" | "[")[] = [];
  let state: State = "value";
  for (let at = skipBlank(text, 0); ; at = skipBlank(text, at)) {
    const mark = text[at];
    const next: State | undefined = mark === undefined ? undefined : stateAfter(state, mark, open);
    if (next === undefined) return faultAt(text, at, expectations[state]);
    if (mark === '"') {
      const end = stringEnd(text, at);
      if (end.fault !== undefined) return faultAt(text, end.at, end.fault);
      at = end.at;
    } else if (/[{}[\]:,]/.test(mark!)) {
      at += 1;
    } else {
      const length = literalLength(text, at);
      if (length === 0) return faultAt(text, at, expectations[state]);
      at += length;
    }
    state = next;
  }
}

/** The state after a token that starts with `mark`, or undefined when none may start so here. */
function stateAfter(state: State, mark: string, open: ("{" | "[")[]): State | undefined {
  const afterValue = (): State => (open.length === 0 ? "end" : "after value");
  const wantsValue = state === "value" || state === "first value";
  switch (mark) {
    case "{":
    case "[":
      if (!wantsValue) return undefined;
      open.push(mark);
      return mark === "{" ? "first name" : "first value";
    case "}":
    case "]": {
      const empty = state === (mark === "}" ? "first name" : "first value");
      if (!empty && state !== "after value") return undefined;
      return open.pop() === (mark === "}" ? "{" : "[") ? afterValue() : undefined;
    }
    case ":":
      return state === "colon" ? "value" : undefined;
    case ",":
      if (state !== "after value") return undefined;
      return open.at(-1) === "{" ? "name" : "value";
    case '"':
      if (state === "first name" || state === "name") return "colon";
      return wantsValue ? afterValue() : undefined;
    default:
      return wantsValue ? afterValue() : undefined;
  }
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return at;
}

/** By hand, because a pattern runs out of stack on a long string. */
function stringEnd(text: string, quote: number): { at: number; fault?: string } {
  let at = quote + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return { at: quote, fault: "a closing quote for this string" };
    if (code === 0x22) return { at: at + 1 };
    if (code < 0x20) return { at, fault: "an escape such as \\n in place of a raw control character" };
    if (code !== 0x5c) at += 1;
    else {
      const sequence = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
      sequence.lastIndex = at + 1;
      const match = sequence.exec(text);
      if (match === null) return { at, fault: "a valid escape after the backslash" };
      at += 1 + match[0].length;
    }
  }
}

function literalLength(text: string, at: number): number {
  const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
  literal.lastIndex = at;
  return literal.exec(text)?.[0].length ?? 0;
}

function faultAt(text: string, at: number, expected: string): JsonFault {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: at - start + 1, expected };
}
