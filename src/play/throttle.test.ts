import { describe, expect, test } from "vitest";
import { askedWait, backoff, makeThrottle, realClock } from "./throttle.ts";

const now = new Date("2026-10-01T12:00:00Z");
const never = new AbortController().signal;

test.each([
  [{}, undefined],
  [{ "retry-after": "3" }, 3000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Thu, 01 Oct 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Thu, 01 Oct 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "9", "retry-after-ms": "250" }, 250],
])("%j asks for %s ms", (headers, ms) => {
  expect(askedWait(headers as Record<string, string>, now)).toBe(ms);
});

test("a second, doubled to a minute, and never less than was asked for", () => {
  expect([1, 2, 6, 7, 8].map((n) => backoff(n))).toEqual([1000, 2000, 32_000, 60_000, 60_000]);
  expect(backoff(1, 90_000)).toBe(90_000);
});

describe("a server that is closed", () => {
  test("is closed for all that ask it, and for no other", async () => {
    const throttle = makeThrottle();
    throttle.close("https://a", 60);
    const began = performance.now();
    await throttle.enter("https://b", never);
    expect(performance.now() - began).toBeLessThan(50);
    await Promise.all([throttle.enter("https://a", never), throttle.enter("https://a", never)]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
  });

  test("holds nobody who was stopped", async () => {
    const throttle = makeThrottle(realClock);
    throttle.close("https://a", 60_000);
    const stopped = new AbortController();
    const waiting = throttle.enter("https://a", stopped.signal);
    stopped.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(throttle.enter("https://a", stopped.signal)).rejects.toThrow("enough");
  });
});
