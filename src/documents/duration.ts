/** `30d`, `2 weeks`, `3 hours` in days; undefined when it says no such thing. */
export function daysOf(text: string): number | undefined {
  const [, number, unit] =
    /^(\d{1,6}(?:\.\d+)?)\s*(h|hours?|d|days?|w|weeks?|m|months?|y|years?)$/i.exec(text.trim()) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return (
    Number(number) * { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 }[unit[0]!.toLowerCase() as "h" | "d" | "w" | "m" | "y"]
  );
}
