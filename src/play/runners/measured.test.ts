import { expect, test } from "vitest";
import { type Measured, probes, standingOf } from "./measured.ts";

const held = Object.fromEntries(probes.map((probe) => [probe, true])) as Measured[string]["systems"][string];
const known: Measured = { one: { version: "2.10.3", systems: { linux: held, freebsd: { ...held, writing: false } } } };
const standing = (version: string, system = "linux") => standingOf("one", version, system, known);

test("the measured version is confined, a newer one too, with a word about it; an older one is not used", () => {
  expect(standing("2.10.3")).toEqual({ confined: true, notes: [] });
  for (const version of ["2.10.4", "2.11.0", "3.0.0-beta.1"])
    expect(standing(version)).toEqual({ confined: true, notes: [expect.stringContaining("newer than 2.10.3")] });
  for (const version of ["2.10.2", "2.9.9", "1.99.99"])
    expect(standing(version)).toEqual({ unusable: expect.stringContaining("older than 2.10.3") });
});

test("what was not measured here, or did not hold, is not confined", () => {
  expect(standing("2.10.3", "darwin")).toEqual({ confined: false, notes: ["one was not measured on darwin"] });
  expect(standing("2.10.3", "freebsd")).toEqual({ confined: false, notes: ["one 2.10.3 did not withstand: writing"] });
});
