import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, isDay, readNaturalDate, readWrittenDay } from "./natural-date.ts";

/** A Tuesday. */
const tuesday = "2026-02-03";

function day(text: string, today = tuesday): string {
  const read = readNaturalDate(text, new Date(`${today}T14:23:00Z`));
  return "day" in read ? read.day : read.problem;
}

describe("a date in words", () => {
  it.each([
    ["today", "2026-02-03"],
    ["tomorrow", "2026-02-04"],
    ["the day after tomorrow", "2026-02-05"],
    ["in 3 days", "2026-02-06"],
    ["in 1 day", "2026-02-04"],
    ["in 2 weeks", "2026-02-17"],
    ["2 weeks", "2026-02-17"],
    ["two weeks from now", "2026-02-17"],
    ["in a week", "2026-02-10"],
    ["in an month", "2026-03-03"],
    ["in 6 months", "2026-08-03"],
    ["in twelve months", "2027-02-03"],
    ["in 1 year", "2027-02-03"],
    ["next week", "2026-02-10"],
    ["next month", "2026-03-03"],
    ["next year", "2027-02-03"],
    ["friday", "2026-02-06"],
    ["on Friday", "2026-02-06"],
    ["this fri", "2026-02-06"],
    ["tuesday", "2026-02-10"],
    ["monday", "2026-02-09"],
    ["next monday", "2026-02-09"],
    ["next friday", "2026-02-13"],
    ["next thurs", "2026-02-12"],
    ["next sunday", "2026-02-15"],
    ["end of month", "2026-02-28"],
    ["the end of the month", "2026-02-28"],
    ["end of next month", "2026-03-31"],
    ["end of quarter", "2026-03-31"],
    ["end of next quarter", "2026-06-30"],
    ["end of year", "2026-12-31"],
    ["  END   of  Month ", "2026-02-28"],
  ])("%j is %s on a Tuesday, 2026-02-03", (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  it("counts weeks from Monday: on a Sunday the coming Friday is also next week's", () => {
    expect(day("friday", "2026-02-08")).toBe("2026-02-13");
    expect(day("next friday", "2026-02-08")).toBe("2026-02-13");
    expect(day("next friday", "2026-02-06")).toBe("2026-02-13");
    expect(day("friday", "2026-02-06")).toBe("2026-02-13");
    expect(day("next monday", "2026-02-09")).toBe("2026-02-16");
  });

  it("ends with the month when the next one is shorter", () => {
    expect(day("in 1 month", "2026-01-31")).toBe("2026-02-28");
    expect(day("in 1 month", "2028-01-31")).toBe("2028-02-29");
    expect(day("in 3 months", "2026-11-30")).toBe("2027-02-28");
    expect(day("in 1 month", "2026-12-31")).toBe("2027-01-31");
  });

  it("knows leap years", () => {
    expect(day("tomorrow", "2028-02-28")).toBe("2028-02-29");
    expect(day("tomorrow", "2100-02-28")).toBe("2100-03-01");
    expect(day("end of month", "2028-02-01")).toBe("2028-02-29");
    expect(day("in 1 year", "2028-02-29")).toBe("2029-02-28");
    expect(day("2028-02-29")).toBe("2028-02-29");
    expect(day("2026-02-29")).toContain("does not exist");
  });
});

describe("a date in numbers", () => {
  it("is the day itself, or the day in UTC of a time with its zone", () => {
    expect(day("2026-03-01")).toBe("2026-03-01");
    expect(day("2026-03-01T18:00:00Z")).toBe("2026-03-01");
    expect(day("2026-03-01T23:30:00-05:00")).toBe("2026-03-02");
    expect(day("2026-03-01T00:30+0100")).toBe("2026-02-28");
    expect(day("2026-03-01 18:00:00.250 +01:00")).toBe("2026-03-01");
  });

  it("is refused with a time of no zone, or one that does not exist", () => {
    expect(day("2026-03-01T18:00:00")).toContain("without a zone");
    expect(day("2026-03-01T25:00:00Z")).toContain("time that does not exist");
    expect(day("2026-13-01")).toContain("day that does not exist");
  });
});

describe("what is no date", () => {
  it.each([
    "",
    "soon",
    "later",
    "frida",
    "next",
    "next day after",
    "in days",
    "in -3 days",
    "in 3.5 days",
    "in 99999 days",
    "3",
    "01/02/2026",
    "March",
    "2026-3-1",
    "2026-03",
    "20260301",
    "2026-03-01T18",
    "+12026-03-01",
    "yesterday",
    "end of week",
    "💙",
  ])("%j is not understood", (text) => {
    expect(day(text)).toContain("is not a date I understand");
  });

  it("is a day that no calendar here reaches", () => {
    expect(day("in 9999 years")).toBe("is too far away");
  });

  it("whatever is typed gives a day that exists or a reason, and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readNaturalDate(text, new Date("2026-02-03T00:00:00Z"));
        expect("problem" in read || isDay(read.day)).toBe(true);
      }),
    );
  });

  it("any number of days from now is that many days from now", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.date({ min: new Date("1970-01-01"), max: new Date("2400-01-01"), noInvalidDate: true }),
        (count, now) => {
          const expected = dayOf(new Date(now.getTime() + count * 86_400_000));
          expect(readNaturalDate(`in ${count} days`, now)).toEqual({ day: expected });
        },
      ),
    );
  });
});

describe("a date in a header", () => {
  it.each([
    ["2026-01-27 19:44Z", "2026-01-27"],
    ["January 27, 2026", "2026-01-27"],
    ["27 Jan 2026", "2026-01-27"],
    ["Sept. 3rd, 2026 (draft)", "2026-09-03"],
    ["February 30, 2026", undefined],
    ["January 2026", undefined],
    ["soon", undefined],
  ])("%s", (text, day) => expect(readWrittenDay(text)).toBe(day));
});
