/** Where a text stops being JSON, for a person: `JSON.parse` quotes the text and, depending on the Node version, names no place. */
import { type Node, type ParseError, type ParseOptions, parseTree, printParseErrorCode } from "jsonc-parser";

export interface JsonFault {
  line: number;
  column: number;
  what: string;
}

/** Of a text that `JSON.parse` refused. */
export function findJsonFault(text: string): JsonFault {
  const read = readJsonTree(text, { disallowComments: true });
  return "line" in read ? read : faultAt(text, text.length, "not JSON");
}

/** The tree of a JSON text, or its first fault. */
export function readJsonTree(text: string, options: ParseOptions): Node | JsonFault {
  const errors: ParseError[] = [];
  // A blank instead of a byte order mark keeps the offsets right.
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, options);
  const [fault] = errors;
  if (fault !== undefined) return faultAt(text, fault.offset, wordsOf(printParseErrorCode(fault.error)));
  return root ?? faultAt(text, text.length, "value expected");
}

export function faultAt(text: string, offset: number, what: string): JsonFault {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n"), what };
}

/** `PropertyNameExpected` → `property name expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
