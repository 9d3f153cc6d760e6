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

/** One expert, however the name is written: the key of maps, the folder of drafts, the file of a text. */
export function expertKey(name: string): string {
  return name.trim().toLowerCase();
}
