/** From a model's last message to the text that is filed. What was changed is recorded; nothing else is touched. Pure. */

export interface CleanAnswer {
  text: string;
  /** The whole message was one code fence. */
  unwrapped: boolean;
  /** Values of keys that stood in it. */
  masked: number;
}

const shortestKey = 20;

/** `keys`: what the player hands to runs, by name. */
export function cleanAnswer(message: string, keys: Readonly<Record<string, string>>): CleanAnswer {
  const fence = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(message);
  const inner = fence?.[2];
  const unwrapped = inner !== undefined && !inner.split("\n").some((line) => line.startsWith(fence![1]!));
  let text = (unwrapped ? inner : message).replaceAll("\0", "\uFFFD");
  let masked = 0;
  for (const [name, value] of Object.entries(keys)) {
    if (value.length < shortestKey) continue;
    const parts = text.split(value);
    masked += parts.length - 1;
    text = parts.join(`[key ${name}]`);
  }
  return { text, unwrapped, masked };
}

/** What looks like a key in the environment. */
export function keysIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(env).filter((name) => /(?:_API_KEY|_TOKEN|_SECRET|_KEY|PASSWORD)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ""]));
}
