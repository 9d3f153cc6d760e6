/** Colours by meaning. Whether there are any is decided once per stream; a painter without colour returns its text unchanged. */

export interface Paint {
  readonly enabled: boolean;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  heading(text: string): string;
  faint(text: string): string;
}

export interface ColourQuestion {
  env: NodeJS.ProcessEnv;
  isTTY: boolean;
  /** False when `--no-color` was given. */
  flag: boolean;
}

/** `--no-color` and NO_COLOR say no, FORCE_COLOR says yes, otherwise the terminal decides; an empty variable says nothing. */
export function wantsColour({ env, isTTY, flag }: ColourQuestion): boolean {
  if (!flag || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTTY && env.TERM !== "dumb";
}

export function makePaint(enabled: boolean): Paint {
  const code = (open: number, close: number) => (text: string) =>
    enabled && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    enabled,
    good: code(32, 39),
    bad: code(31, 39),
    warn: code(33, 39),
    heading: code(1, 22),
    faint: code(2, 22),
  };
}
