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
  const inner = insideFence(message.trim());
  const unwrapped = inner !== undefined;
  let text = (inner ?? message).replaceAll("\0", "\uFFFD");
  let masked = 0;
  for (const [name, value] of Object.entries(keys)) {
    if (value.length < shortestKey) continue;
    const parts = text.split(value);
    masked += parts.length - 1;
    text = parts.join(`[key ${name}]`);
  }
  return { text, unwrapped, masked };
}

/** What the one fence holds that the message is; undefined when it is more, or none. */
function insideFence(message: string): string | undefined {
  const [opening, mark] = /^(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n/.exec(message) ?? [];
  if (opening === undefined || mark === undefined || !message.endsWith(mark)) return undefined;
  const inner = message.slice(opening.length, -mark.length).replace(/\n$/, "");
  return inner.split("\n").some((line) => line.startsWith(mark)) ? undefined : inner;
}

/** What looks like a key in the environment. */
export function keysIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(env).filter((name) => /(?:_API_KEY|_TOKEN|_SECRET|_KEY|PASSWORD)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ""]));
}
