import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hour, minute } from "./duration.ts";
import {
  headPatience,
  keptUntil,
  type LockState,
  lock,
  longestQueue,
  neverLocked,
  settle,
  unlock,
} from "./lock-state.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
const at = (minutes: number) => start + minutes * minute;
let calls = 0;

function ask(state: LockState, owner: string, minutes: number, queue = false) {
  return lock(state, { owner, token: `${owner}-${calls++}`, now: at(minutes), duration: hour, queue });
}

const heldByAnn = ask(neverLocked, "ann", 0).state;

describe("a lock", () => {
  it("has one holder until it expires, and not a millisecond longer or shorter", () => {
    expect(ask(heldByAnn, "bob", 59.999)).toMatchObject({ outcome: "refused", changed: false });
    expect(ask(heldByAnn, "bob", 60)).toMatchObject({ outcome: "held", state: { holder: { owner: "bob" } } });
  });

  it("is refused to its own owner too: another process of the same user is another holder", () => {
    expect(ask(heldByAnn, "ann", 1).outcome).toBe("refused");
  });

  it("is the same holder for the same call again", () => {
    const { holder } = heldByAnn;
    const again = lock(heldByAnn, { owner: "ann", token: holder!.token, now: at(5), duration: hour, queue: false });
    expect(again).toMatchObject({ outcome: "held", changed: false, state: { holder } });
  });

  it("is given back by its owner only, and by nobody once it has expired", () => {
    expect(unlock(heldByAnn, "bob", at(1)).outcome).toBe("refused");
    expect(unlock(heldByAnn, "ann", at(60)).outcome).toBe("not_held");
    const free = unlock(heldByAnn, "ann", at(1));
    expect(free).toMatchObject({ outcome: "unlocked", state: { holder: null } });
    expect(ask(free.state, "bob", 1).outcome).toBe("held");
    expect(unlock(neverLocked, "ann", at(1))).toMatchObject({ outcome: "not_held", changed: false });
  });
});

describe("a queue", () => {
  const bobWaits = ask(heldByAnn, "bob", 1, true).state;
  const bothWait = ask(bobWaits, "cid", 2, true).state;

  it("keeps the order of asking, and one place for each owner", () => {
    expect(bothWait.queue.map(({ owner }) => owner)).toEqual(["bob", "cid"]);
    expect(ask(bothWait, "bob", 3, true)).toMatchObject({ outcome: "queued", position: 1, changed: false });
    expect(ask(bothWait, "cid", 3, true)).toMatchObject({ outcome: "queued", position: 2, changed: false });
  });

  it("lets only its head take the lock, for ten minutes from when it became free", () => {
    const free = unlock(bothWait, "ann", at(30)).state;
    expect(keptUntil(settle(free, at(31)))).toBe(new Date(at(40)).toISOString());
    expect(ask(free, "cid", 31).outcome).toBe("refused");
    expect(ask(free, "dan", 31).outcome).toBe("refused");
    expect(ask(free, "dan", 31, true)).toMatchObject({ outcome: "queued", position: 3 });
    expect(ask(free, "bob", 39)).toMatchObject({ outcome: "held", state: { queue: [{ owner: "cid" }] } });
  });

  it("passes on to the next after those ten minutes, and to anybody after all of them", () => {
    const free = unlock(bothWait, "ann", at(30)).state;
    expect(ask(free, "bob", 40).outcome).toBe("refused");
    expect(ask(free, "cid", 49).outcome).toBe("held");
    expect(ask(free, "dan", 49).outcome).toBe("refused");
    expect(ask(free, "dan", 50).outcome).toBe("held");
  });

  it("counts from the expiry where nobody gave the lock back", () => {
    expect(ask(bothWait, "cid", 65).outcome).toBe("refused");
    expect(ask(bothWait, "bob", 65).outcome).toBe("held");
    expect(ask(bothWait, "cid", 70).outcome).toBe("held");
  });

  it("keeps everybody's time when a state is written in between", () => {
    const free = unlock(bothWait, "ann", at(30)).state;
    const later = ask(free, "dan", 45, true).state; // bob's time has passed
    expect(later.queue.map(({ owner }) => owner)).toEqual(["cid", "dan"]);
    expect(keptUntil(later)).toBe(new Date(at(50)).toISOString());
    expect(ask(later, "dan", 49).outcome).toBe("refused");
    expect(ask(later, "dan", 50).outcome).toBe("held");
  });

  it("is left by unlocking, and whoever is head then has ten minutes of its own", () => {
    const free = unlock(bothWait, "ann", at(30)).state;
    const left = unlock(free, "bob", at(39));
    expect(left.outcome).toBe("left_queue");
    expect(ask(left.state, "dan", 48).outcome).toBe("refused");
    expect(ask(left.state, "cid", 48).outcome).toBe("held");
    expect(unlock(bothWait, "cid", at(5)).state.queue).toHaveLength(1);
  });

  it("has an end", () => {
    let state = heldByAnn;
    for (let i = 0; i < longestQueue; i++) state = ask(state, `w${i}`, 1, true).state;
    expect(ask(state, "one-more", 1, true)).toMatchObject({ outcome: "queue_full", changed: false });
  });
});

describe("a clock that goes back", () => {
  it("does not give the lock to its former holder", () => {
    const taken = ask(heldByAnn, "bob", 61).state;
    expect(ask(taken, "ann", 10).outcome).toBe("refused");
    expect(unlock(taken, "ann", at(10)).outcome).toBe("refused");
  });

  it("takes nobody's place away", () => {
    const free = unlock(ask(heldByAnn, "bob", 1, true).state, "ann", at(30)).state;
    expect(ask(free, "cid", 0).outcome).toBe("refused");
    expect(ask(free, "bob", 0).outcome).toBe("held");
  });
});

it("whatever is asked at whatever time, a holder is replaced only once it has expired or given the lock back", () => {
  const step = fc.record({
    owner: fc.constantFrom("ann", "bob", "cid"),
    minutes: fc.integer({ min: -90, max: 90 }),
    what: fc.constantFrom("lock", "queue", "unlock"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = neverLocked;
      let clock = 0;
      for (const { owner, minutes, what } of steps) {
        clock += minutes;
        const before = state;
        const answer =
          what === "unlock" ? unlock(before, owner, at(clock)) : ask(before, owner, clock, what === "queue");
        if (!answer.changed) continue;
        state = answer.state;
        const was = before.holder;
        if (was === null || was.token === state.holder?.token) continue;
        const expired = Date.parse(was.expires) <= at(clock);
        expect(expired || (what === "unlock" && was.owner === owner)).toBe(true);
        expect(new Set(state.queue.map((one) => one.owner)).size).toBe(state.queue.length);
      }
    }),
  );
  expect(headPatience).toBe(10 * minute);
});
