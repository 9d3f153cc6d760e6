/** Dates as people say and write them, as days of UTC. Nothing is guessed: a reminder on a wrong day is worse than a question. */

/** What an error shows. */
export const dateForms =
  "`today`, `tomorrow`, `in 3 days`, `in 2 weeks`, `in a month`, `friday`, `next friday`, `next week`, `end of month`, `2026-03-01`, or a full time with its zone (`2026-03-01T18:00:00+01:00`)";

export type NaturalDate =
  /** `2026-03-01`. */
  | { day: string }
  /** Why the phrase is not a day, to be put after it: `is not a date I understand`. */
  | { problem: string };

interface Day {
  year: number;
  /** From 0, as JavaScript counts. */
  month: number;
  day: number;
}

type Unit = "day" | "week" | "month" | "year";

/** From Sunday, as JavaScript counts. */
const weekdays = [
  /^sun(?:day)?$/,
  /^mon(?:day)?$/,
  /^tue(?:s|sday)?$/,
  /^wed(?:s|nesday)?$/,
  /^thu(?:r|rs|rsday)?$/,
  /^fri(?:day)?$/,
  /^sat(?:urday)?$/,
];
const numbers = "a one two three four five six seven eight nine ten eleven twelve".split(" ");
const farthestYear = 9999;

export function readNaturalDate(text: string, now: Date): NaturalDate {
  const phrase = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (/^[+-]?\d{4,}-\d/.test(phrase)) return readIso(phrase);
  const today = { year: now.getUTCFullYear(), month: now.getUTCMonth(), day: now.getUTCDate() };
  const day = spoken(phrase.replace(/^(?:on|by) /, ""), today);
  if (day === undefined) return { problem: "is not a date I understand" };
  if (day.year > farthestYear) return { problem: "is too far away" };
  return { day: isoOf(day) };
}

/** The day it is in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whether a text is a day that exists, as headers hold it. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && exists(Number(year), Number(month) - 1, Number(day));
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The day that a header's date begins with: `2026-01-27 19:44Z`, `January 27, 2026`, `27 Jan 2026`. */
export function readWrittenDay(text: string): string | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (iso !== undefined) return iso;
  const [, before, name, after, year] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/i.exec(text) ??
    [];
  const month = months.indexOf((name ?? "").slice(0, 3).toLowerCase());
  const day = Number(before ?? after);
  if (month === -1 || !exists(Number(year), month, day)) return undefined;
  return isoOf({ year: Number(year), month, day });
}

function readIso(phrase: string): NaturalDate {
  const [, date, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(z|[+-]\d{2}:?\d{2})?)?$/.exec(phrase) ?? [];
  if (date === undefined) return { problem: "is not a date I understand" };
  if (!isDay(date)) return { problem: "is a day that does not exist" };
  if (time === undefined) return { day: date };
  if (zone === undefined) return { problem: "has a time without a zone, which may be two days" };
  const at = new Date(`${date}T${time}${zone === "z" ? "Z" : zone.replace(/^(...)(\d\d)$/, "$1:$2")}`);
  return Number.isNaN(at.getTime()) ? { problem: "is a time that does not exist" } : { day: dayOf(at) };
}

function spoken(phrase: string, today: Day): Day | undefined {
  if (phrase === "today") return today;
  if (phrase === "tomorrow") return add(today, 1, "day");
  if (phrase === "day after tomorrow" || phrase === "the day after tomorrow") return add(today, 2, "day");
  const [, counted, unit] = /^(?:in )?(\S+) (day|week|month|year)s?(?: from now)?$/.exec(phrase) ?? [];
  if (counted === "next" && unit !== "day") return add(today, 1, unit as Unit);
  const count = counted === undefined ? undefined : countOf(counted);
  if (count !== undefined) return add(today, count, unit as Unit);
  return spokenEnd(phrase, today) ?? spokenWeekday(phrase, today);
}

function countOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const spelled = numbers.indexOf(word === "an" ? "a" : word);
  return spelled === -1 ? undefined : Math.max(1, spelled);
}

function spokenEnd(phrase: string, { year, month }: Day): Day | undefined {
  const [, next, unit] = /^(?:the )?end of (?:the |this |(next ))?(month|quarter|year)$/.exec(phrase) ?? [];
  if (unit === undefined) return undefined;
  const length = { month: 1, quarter: 3, year: 12 }[unit]!;
  const last = month - (month % length) + length - 1 + (next === undefined ? 0 : length);
  return fromParts(year, last + 1, 0);
}

/** `friday` is the first one after today; `next friday` is that of the week after this one, weeks starting on Monday. */
function spokenWeekday(phrase: string, today: Day): Day | undefined {
  const [, next, name] = /^(?:(next )|this )?([a-z]{3,9})$/.exec(phrase) ?? [];
  const wanted = name === undefined ? -1 : weekdays.findIndex((one) => one.test(name));
  if (wanted === -1) return undefined;
  const weekday = new Date(Date.UTC(today.year, today.month, today.day)).getUTCDay();
  if (next === undefined) return add(today, ((wanted - weekday + 6) % 7) + 1, "day");
  const toMonday = 7 - ((weekday + 6) % 7);
  return add(today, toMonday + ((wanted + 6) % 7), "day");
}

function add({ year, month, day }: Day, count: number, unit: Unit): Day {
  if (unit === "day") return fromParts(year, month, day + count);
  if (unit === "week") return fromParts(year, month, day + 7 * count);
  const months = month + (unit === "month" ? count : 12 * count);
  // The 31st, a month on, is the last day of a shorter month.
  const last = fromParts(year, months + 1, 0);
  return { ...last, day: Math.min(day, last.day) };
}

function fromParts(year: number, month: number, day: number): Day {
  const at = new Date(Date.UTC(year, month, day));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() };
}

function exists(year: number, month: number, day: number): boolean {
  const made = fromParts(year, month, day);
  return made.year === year && made.month === month && made.day === day;
}

function isoOf({ year, month, day }: Day): string {
  return `${String(year).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
