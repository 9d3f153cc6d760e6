import { expect, it } from "vitest";
import { type RotKey, rotWords, sameRot } from "./rot-reasons.ts";

const gone: RotKey = { reason: "gone", item: "R0001", path: "src/keys.ts", words: "one key each" };

it("rot is the same when everything that names it is the same, and other when one part differs", () => {
  expect(sameRot(gone, { ...gone })).toBe(true);
  expect(sameRot({ reason: "subject" }, { reason: "subject", item: undefined })).toBe(true);
  for (const other of [
    { reason: "withdrawn" as const },
    { item: "R0002" },
    { path: "src/other.ts" },
    { words: "one key for all" },
    { document: "rfc-0012" },
  ])
    expect(sameRot(gone, { ...gone, ...other })).toBe(false);
});

it("rot is named by its item, file and document, with the words that are gone or else the reason", () => {
  expect(rotWords(gone)).toBe('R0001 src/keys.ts: "one key each"');
  expect(rotWords({ reason: "superseded", item: "R0001", document: "rfc-0012" })).toBe("R0001 rfc-0012 (superseded)");
  expect(rotWords({ reason: "subject" })).toBe("subject (subject)");
});
