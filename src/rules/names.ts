/** Experts go by pastry names, in this order; there is no cap. */
const pastries = [
  "Muffin",
  "Cupcake",
  "Scone",
  "Eclair",
  "Donut",
  "Brioche",
  "Croissant",
  "Macaron",
  "Cannoli",
  "Strudel",
  "Beignet",
  "Churro",
  "Profiterole",
  "Tartlet",
  "Galette",
  "Palmier",
  "Kouign",
  "Sfogliatella",
  "Financier",
  "Religieuse",
] as const;

/** The n-th name, from 0. */
export function pastryName(n: number): string {
  return pastries[n] ?? `Pastry${n + 1}`;
}

/** The first names nobody in `taken` has. */
export function freeNames(count: number, taken: Iterable<string>): string[] {
  const used = new Set([...taken].map(expertKey));
  const names: string[] = [];
  for (let n = 0; names.length < count; n++) if (!used.has(expertKey(pastryName(n)))) names.push(pastryName(n));
  return names;
}

/** Asked for thousands of times in a call, of a dozen names. */
const keys = new Map<string, string>();
const mostKeys = 1000;

/** One expert, however the name is written: the key of maps, the folder of drafts, the file of a text. */
export function expertKey(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.trim().toLowerCase();
  if (keys.size < mostKeys && name.length < 100) keys.set(name, key);
  return key;
}
