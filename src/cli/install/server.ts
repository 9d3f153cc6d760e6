/** The entry that starts Blue's server: how it reads, and how one of ours is told from somebody else's. */
import { isDeepStrictEqual } from "node:util";
import type { JsonPart } from "./json-parts.ts";

/** As `blue install` writes it, in any version. */
export function isOwnCommand(words: string): boolean {
  return /(?:^|[\\/ ])(?:blue|blue-align|blue\.js) mcp(?: --toolsets [a-z,]+)?$/.test(words);
}

/** Also in somebody's own way. */
export function startsBlue(words: string): boolean {
  const program = /(?:^|[\\/ ])(?:blue|blue-align(?:@[^\s@]+)?|blue\.js)(?= )/.exec(words);
  return program !== null && / mcp(?: |$)/.test(words.slice(program.index + program[0].length));
}

/** `value` has a `command`, alone as a list or with `args`. */
export function jsonServer(container: string, value: Record<string, unknown>): JsonPart {
  return {
    id: `${container}.blue`,
    path: [container],
    key: "blue",
    value,
    unmistakable: true,
    words: wordsOf,
    isOwn: (other) => isOwnCommand(wordsOf(other)) && isPlain(other as object, value),
    isVariant: (other) => startsBlue(wordsOf(other)),
  };
}

function wordsOf(server: unknown): string {
  const { command, args } = (server ?? {}) as { command?: unknown; args?: unknown };
  return [command, args]
    .flat()
    .filter((word) => typeof word === "string")
    .join(" ");
}

/** Says nothing that we would not say, but for the words of the command. */
function isPlain(server: object, ours: Record<string, unknown>): boolean {
  return Object.entries(server).every(
    ([key, value]) => key === "command" || key === "args" || isDeepStrictEqual(value, ours[key]),
  );
}
