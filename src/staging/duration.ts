/** A span of time as people write it: `30m`, `2h`, `1h30m`, `7d`. */

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

const units = [
  ["d", day],
  ["h", hour],
  ["m", minute],
  ["s", second],
] as const;

/** In milliseconds; undefined for what is no duration. A number without a unit is none: nobody knows whether seconds or hours were meant. */
export function readDuration(text: string): number | undefined {
  const found = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(
    text.trim().toLowerCase().replace(/\s+/g, ""),
  );
  if (found === null || found[0] === "") return undefined;
  return units.reduce((sum, [, length], i) => sum + Number(found[i + 1] ?? 0) * length, 0);
}

/** The shortest form, down to seconds. */
export function formatDuration(milliseconds: number): string {
  let left = Math.max(0, Math.round(milliseconds / second)) * second;
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.join("") || "0s";
}
