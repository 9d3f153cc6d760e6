import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../test/helpers/project.ts";
import { openingBody, roundBody, verdictBody } from "../../test/helpers/records.ts";
import { BlueError } from "../errors.ts";
import { openingRecord, roundRecord, verdictRecord } from "../rules/records.ts";
import { decodeRecord, encodeRecord, type RecordBody, recordKinds, type SealedRecord, sealRecord } from "./record.ts";

const opening = sealRecord(openingBody({ title: "Où — “vite” 🧁" }));
const round = sealRecord(roundBody(0, opening.self));
const verdict = sealRecord(verdictBody(0, round.self));
const records = [opening, round, verdict] as const;

function decode(bytes: string | Uint8Array): SealedRecord {
  return decodeRecord(Buffer.from(bytes).toString("utf8"), "opening.json");
}

/** The refusal, or undefined when it decodes. */
function refusal(bytes: string | Uint8Array): BlueError | undefined {
  try {
    decode(bytes);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof BlueError) return thrown;
    throw thrown;
  }
}

function expectDamaged(bytes: string | Uint8Array, why = ""): void {
  const error = refusal(bytes);
  expect(error).toMatchObject({ code: "record_damaged", context: { path: "opening.json" } });
  expect(error?.message).toContain("opening.json");
  expect(error?.message).toContain(why);
}

test("the makers of test records make valid ones", () => {
  expect(openingRecord.parse(opening)).toEqual(opening);
  expect(roundRecord.parse(round)).toEqual(round);
  expect(verdictRecord.parse(verdict)).toEqual(verdict);
});

describe("a record", () => {
  test("reads back as it was sealed, whatever stands in it", () => {
    const body = fc
      .tuple(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" })),
        fc.constantFrom(...recordKinds),
        fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
      )
      // JSON has no negative zero
      .map(([rest, kind, prev]): RecordBody => ({ ...JSON.parse(JSON.stringify(rest)), kind, prev }));
    fc.assert(
      fc.property(body, (value) => {
        const sealed = sealRecord(value);
        expect(decode(encodeRecord(sealed))).toEqual(sealed);
        expect(sealRecord(value).self).toBe(sealed.self);
      }),
    );
  });

  test("has another self for every other content", () => {
    const selves = [
      openingBody(),
      openingBody({ title: "Other" }),
      openingBody({ background: [] }),
      openingBody({ background: [""] }),
      openingBody({ question: null }),
      openingBody({ question: "" }),
      openingBody({ prev: "0".repeat(64) as never }),
    ].map((body) => sealRecord(body).self);
    expect(new Set(selves).size).toBe(selves.length);
  });

  test("that is sealed again after a change gets a new self, not its old one", () => {
    const again = sealRecord<RecordBody>({ ...opening, title: "Changed" });
    expect(again.self).toBe(sealRecord(openingBody({ title: "Changed" })).self);
    expect(decode(encodeRecord(again))).toEqual(again);
  });

  test("is read all the same after an editor, a formatter or git rewrote its form", () => {
    const text = encodeRecord(opening);
    const reversed = Object.fromEntries(Object.entries(opening).reverse());
    for (const rewritten of [
      `\ufeff${text}`,
      text.replaceAll("\n", "\r\n"),
      text.trimEnd(),
      `\n\n${text}\n\n`,
      JSON.stringify(opening),
      JSON.stringify(opening, null, "\t"),
      `\ufeff${JSON.stringify(reversed, null, 4).replaceAll("\n", "\r\n")}\r\n`,
      text.replace("Où", "O\\u00f9").replace("🧁", "\\ud83e\\uddC1"),
    ]) {
      expect(decode(rewritten)).toEqual(opening);
    }
  });
});

describe("a damaged record is refused by name", () => {
  test.each(records)("when a $kind is cut at any byte", (record) => {
    const bytes = Buffer.from(encodeRecord(record));
    for (let at = 0; at < bytes.length - 1; at++) expectDamaged(bytes.subarray(0, at));
    expect(decode(bytes.subarray(0, -1))).toEqual(record); // only the last line end is gone
  });

  test.each(records)("when a $kind is cut off at the front", (record) => {
    const bytes = Buffer.from(encodeRecord(record));
    for (let at = 1; at < bytes.length; at++) expectDamaged(bytes.subarray(at));
  });

  test.each(records)("when any single bit of a $kind is flipped", (record) => {
    const bytes = Buffer.from(encodeRecord(record));
    const formats: string[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const error = refusal(flipped);
      // One flip turns the format's 1 into 3, 5 or 9: a record of a later Blue, as far as anyone can tell.
      if (error?.code === "unknown_format") formats.push(error.message);
      else
        expect(error?.code, `bit ${bit}: ${flipped.subarray((bit >> 3) - 10, (bit >> 3) + 10)}`).toBe("record_damaged");
    }
    expect(formats.length).toBe(3);
  });

  test("when zeros or old bytes fill a part of it, as after a power loss", () => {
    const bytes = Buffer.from(encodeRecord(opening));
    for (let at = 0; at < bytes.length - 16; at += 16) {
      expectDamaged(Buffer.concat([bytes.subarray(0, at), Buffer.alloc(16), bytes.subarray(at + 16)]));
      expectDamaged(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 16)]));
    }
    expectDamaged(Buffer.alloc(bytes.length));
    expectDamaged(Buffer.concat([bytes, bytes]));
    expectDamaged(`${encodeRecord(opening)}x`);
  });

  test("when it is any mix of the hunks of two records", () => {
    const a = encodeRecord(sealRecord(openingBody())).split("\n");
    const other = openingBody({
      created_at: "2026-03-01T12:00:01Z",
      title: "Other",
      question: "RPC or REST?",
      background: ["One client.", "", "It is new."],
      domain: "clients",
      rfc: "0042",
      seed: "f".repeat(32),
    });
    const b = encodeRecord(sealRecord(other)).split("\n");
    expect(a.length).toBe(b.length);
    const hunks: number[][] = []; // runs of lines that differ
    for (const i of a.keys()) {
      if (a[i] === b[i]) continue;
      if (hunks.at(-1)?.at(-1) === i - 1) hunks.at(-1)!.push(i);
      else hunks.push([i]);
    }
    expect(hunks.length).toBeGreaterThanOrEqual(6);
    for (let choice = 1; choice < 2 ** hunks.length - 1; choice++) {
      const mixed = [...a];
      for (const [h, lines] of hunks.entries()) if ((choice >> h) & 1) for (const i of lines) mixed[i] = b[i]!;
      expectDamaged(mixed.join("\n"), "its `self` is not the hash of its content");
    }
  });

  test("when git merged two of them, with conflict marks or by union", () => {
    const folder = makeFolder({
      base: "",
      ours: encodeRecord(sealRecord(openingBody())),
      theirs: encodeRecord(sealRecord(openingBody({ title: "Other", seed: "f".repeat(32) }))),
    });
    const merge = (...how: string[]) => {
      const args = ["merge-file", "-p", ...how, "ours", "base", "theirs"];
      try {
        return execFileSync("git", args, { cwd: join(folder), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      } catch (thrown) {
        return (thrown as { stdout: string }).stdout; // the exit code counts conflicts
      }
    };
    expectDamaged(merge(), "merge conflict");
    expectDamaged(merge("--union"));
    expect(decode(merge("--ours"))).toEqual(sealRecord(openingBody()));
  });

  test("when a name occurs twice, so that two readers could see two records", () => {
    const text = encodeRecord(opening);
    expectDamaged(text.replace('"title"', '"title": "Shadow",\n  "title"'), "occurs twice");
    expectDamaged(text.replace('"settings": {', '"settings": {\n    "max_rounds": 2,'), "occurs twice");
  });

  test("when it is JSON but no record", () => {
    for (const text of [
      "null",
      "[]",
      "1",
      '"x"',
      "{}",
      '{"format":1}',
      '{"format":"1"}',
      '{"format":0}',
      '{"format":1.5}',
    ])
      expectDamaged(text);
    const { self: _, ...unsealed } = opening;
    expectDamaged(JSON.stringify(unsealed));
    expectDamaged(JSON.stringify({ ...opening, self: opening.self.toUpperCase() }));
    expectDamaged(JSON.stringify({ ...opening, self: null }));
    expectDamaged(JSON.stringify(sealRecord({ ...openingBody(), kind: "rumour" as never })), "kind");
    expectDamaged(JSON.stringify(sealRecord({ ...openingBody(), prev: 7 as never })), "prev");
    expectDamaged(JSON.stringify({ ...opening, added: true }));
    expectDamaged(JSON.stringify({ ...opening, __proto__: undefined, rules: 2 }));
  });

  test("when a value was swapped for a number that reads as null", () => {
    const text = encodeRecord(opening);
    expect(text).toContain('"domain": null');
    expectDamaged(text.replace('"domain": null', '"domain": 1e999'));
  });

  test("when its nesting would exhaust a reader", () => {
    const nested = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    expectDamaged(encodeRecord(opening).replace('"domain": null', `"domain": ${nested}`), "nested");
  });
});

test("a record of a later format is told apart from a damaged one", () => {
  const later = encodeRecord(opening).replace('"format": 1', '"format": 2');
  expect(refusal(later)).toMatchObject({ code: "unknown_format", value: 2, context: { path: "opening.json" } });
  expect(refusal(later)?.suggestion).toContain("Upgrade");
});
