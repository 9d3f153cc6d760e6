/** Whole numbers below 10, fives to 50, tens above: more cannot be known of what a panel has missed. */
export function rounded(value: number, round: (value: number) => number): number {
  const step = value < 10 ? 1 : value <= 50 ? 5 : 10;
  return round(value / step) * step;
}

/** "between 10 and 90": the low end down, the high end up. */
export function missedRange({ low, high }: { low: number; high: number }): string {
  return `between ${rounded(low, Math.floor)} and ${rounded(high, Math.ceil)}`;
}

/** "about 15" of what a mean says will come. */
export function aboutWords(mean: number): string {
  return mean < 1 ? "less than one" : `about ${rounded(mean, Math.round)}`;
}
