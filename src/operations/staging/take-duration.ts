import { refuse } from "../../errors.ts";
import { formatDuration, readDuration, second } from "../../staging/duration.ts";

/** Milliseconds, between a second and `longest`. */
export function takeDuration(text: string, field: string, longest: number): number {
  const read = readDuration(text);
  if (read !== undefined && read >= second && read <= longest) return read;
  const why =
    read === undefined
      ? "is no duration"
      : read < second
        ? "is shorter than a second"
        : `is longer than ${formatDuration(longest)}`;
  refuse("invalid_input", { [field]: text.slice(0, 100) }, `1s to ${formatDuration(longest)}`, {
    message: `\`${field}\`: ${JSON.stringify(text.slice(0, 100))} ${why}`,
    suggestion: "A number with its unit: `90s`, `30m`, `2h`, `1h30m`, `7d`.",
  });
}
