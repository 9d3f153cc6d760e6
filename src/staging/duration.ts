/** A span of time as people write it: `90s`, `30m`, `2h`, `1h30m`, `7d`. */
import { refuse } from "../errors.ts";

/** In milliseconds; undefined for anything else, also for a number without a unit. */
export function readDuration(text: string): number | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, "");
  const found = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(plain);
  if (plain === "" || found === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((count) => Number(count ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** Milliseconds, between a second and `longest`. */
export function takeDuration(text: string, field: string, longest: string): number {
  const read = readDuration(text);
  if (read !== undefined && read >= 1000 && read <= readDuration(longest)!) return read;
  const shown = text.slice(0, 100);
  return refuse("invalid_input", { [field]: shown }, `1s to ${longest}`, {
    message: `\`${field}\`: ${JSON.stringify(shown)} is not a duration between 1s and ${longest}`,
    suggestion: "A number with its unit: `90s`, `30m`, `2h`, `1h30m`, `7d`.",
  });
}
