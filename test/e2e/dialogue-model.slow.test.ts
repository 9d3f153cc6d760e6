/**
 * Dialogues made by chance, beside a ledger kept by hand: what experts do is chosen as data, written as drafts, and counted twice. Whatever
 * happens, Blue's numbers are the hand's, its refusals are the rules', and its records verify.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Dialogue, type Input, makeDialogue } from "../helpers/dialogue.ts";

/** What one expert does in one round; numbers choose among what there is. */
interface Act {
  perspectives: number;
  refines: number | null;
  raises: boolean;
  resolves: number | null;
  reopens: number | null;
  converges: boolean;
}

/** What the Judge tries with one tension of an earlier round. */
type Attempt = "close" | "accept" | "leave";

interface Turn {
  acts: Act[];
  attempts: Attempt[];
}

interface Tension {
  state: "open" | "resolved" | "accepted";
  resolvers: string[];
}

const pick = fc.nat({ max: 1000 });
const sometimes = fc.option(pick, { freq: 2, nil: null });
const act: fc.Arbitrary<Act> = fc.record({
  perspectives: fc.constantFrom(0, 0, 0, 1, 2),
  refines: fc.option(pick, { freq: 1, nil: null }),
  raises: fc.constantFrom(false, false, false, true),
  resolves: sometimes,
  reopens: fc.option(pick, { freq: 1, nil: null }),
  converges: fc.constantFrom(true, true, true, false),
});
const turn: fc.Arbitrary<Turn> = fc.record({
  acts: fc.array(act, { minLength: 3, maxLength: 3 }),
  attempts: fc.array(fc.constantFrom<Attempt>("close", "close", "accept", "leave"), { minLength: 6, maxLength: 6 }),
});

class Hand {
  readonly tensions = new Map<string, Tension>();
  readonly perspectives: string[] = [];
  private readonly next: Record<string, number> = {};

  newId(type: string, round: number): string {
    const key = `${type}${String(round).padStart(2, "0")}`;
    this.next[key] = (this.next[key] ?? 0) + 1;
    return `${key}${String(this.next[key]).padStart(2, "0")}`;
  }

  get open(): string[] {
    return [...this.tensions].filter(([, { state }]) => state === "open").map(([id]) => id);
  }

  get accepted(): string[] {
    return [...this.tensions].filter(([, { state }]) => state === "accepted").map(([id]) => id);
  }
}

/** Writes the drafts of one round and registers it; answers with what the hand counted. */
async function play(dialogue: Dialogue, hand: Hand, round: number, { acts, attempts }: Turn) {
  const earlier = [...hand.tensions.keys()];
  const known = [...hand.perspectives];
  const names = dialogue.panel();
  const digits = String(round).padStart(2, "0");
  const mapping: Record<string, string> = {};
  const fresh: string[] = [];
  const signals: string[] = [];
  const reopened = new Set<string>();
  const raised: string[] = [];
  const offered = new Map<string, string[]>();

  for (const [i, name] of names.entries()) {
    const { perspectives, refines, raises, resolves, reopens, converges } = acts[i]!;
    const blocks: string[] = converges ? ["[MOVE:CONVERGE]"] : [];
    const count: Record<string, number> = {};
    const item = (type: string, text: string): string => {
      count[type] = (count[type] ?? 0) + 1;
      const local = `${name.toUpperCase()}-${type}${digits}0${count[type]}`;
      blocks.push(`[${local}: item]\n${text}`);
      mapping[local] = hand.newId(type, round);
      return mapping[local];
    };
    for (let n = 0; n < perspectives; n++) fresh.push(item("P", "So."));
    if (refines !== null && known.length > 0) item("P", `[RE:REFINE ${known[refines % known.length]}]\nFiner.`);
    if (raises) raised.push(item("T", "Not so."));
    const target = resolves === null ? undefined : earlier[resolves % earlier.length];
    if (target !== undefined) {
      const id = item("C", `[RE:RESOLVE ${target}]\nThus.`);
      offered.set(target, [...(offered.get(target) ?? []), id]);
    }
    const again = reopens === null ? undefined : earlier[reopens % earlier.length];
    if (again !== undefined) {
      blocks.push(`[RE:REOPEN ${again}]`);
      reopened.add(again);
    }
    if (converges && !raises && again === undefined) signals.push(name);
    dialogue.write(name, blocks);
  }

  for (const id of reopened) hand.tensions.get(id)!.state = "open";
  for (const [id, items] of offered) hand.tensions.get(id)!.resolvers.push(...items);
  const updates: Input[] = [];
  for (const [i, id] of earlier.entries()) {
    const tension = hand.tensions.get(id)!;
    const attempt = attempts[i % attempts.length]!;
    if (attempt === "leave") continue;
    const via = tension.resolvers.at(-1);
    const update =
      attempt === "accept"
        ? { id, status: "accepted", reason: "a trade-off" }
        : { id, status: "resolved", ...(via === undefined ? {} : { via }) };
    const refusal =
      tension.state !== "open" || reopened.has(id)
        ? "invalid_status_transition"
        : attempt === "close" && via === undefined
          ? "no_resolver"
          : undefined;
    if (refusal !== undefined) {
      await dialogue.registerRefused(refusal, { tension_updates: [update] });
      continue;
    }
    tension.state = attempt === "accept" ? "accepted" : "resolved";
    updates.push(update);
  }
  for (const id of raised) {
    await dialogue.registerRefused("invalid_status_transition", {
      tension_updates: [{ id, status: "accepted", reason: "unseen" }],
    });
    hand.tensions.set(id, { state: "open", resolvers: [] });
  }
  hand.perspectives.push(...Object.values(mapping).filter((id) => id.startsWith("P")));

  const counts = { open_tensions: hand.open, new_perspectives: fresh, converge_signals: signals };
  await dialogue.registerRefused("count_mismatch", {
    tension_updates: updates,
    ...counts,
    velocity: hand.open.length + fresh.length + 1,
  });
  const judgement = { round, tension_updates: updates, ...counts };
  const registered = await dialogue.register(judgement);
  expect(registered).toMatchObject({
    status: "registered",
    id_mapping: mapping,
    velocity: { total: hand.open.length + fresh.length },
    convergence: { signals: signals.length, panel_size: 3, missing: names.filter((name) => !signals.includes(name)) },
  });
  expect(await dialogue.register(judgement)).toMatchObject({ status: "already_registered", differs: [] });
  return { fresh, signals };
}

it("a dialogue made by chance has the numbers of a ledger kept by hand, and converges exactly when that does", async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
      const dialogue = await makeDialogue();
      const hand = new Hand();
      for (const [round, one] of turns.entries()) {
        const { fresh, signals } = await play(dialogue, hand, round, one);
        const tensions_accepted = hand.accepted;
        if (hand.open.length + fresh.length > 0)
          await dialogue.verdictRefused("velocity_not_zero", { tensions_accepted });
        else if (signals.length < 3) await dialogue.verdictRefused("convergence_not_unanimous", { tensions_accepted });
        else {
          if (tensions_accepted.length > 0) await dialogue.verdictRefused("accepted_not_acknowledged");
          expect(await dialogue.verdict({ tensions_accepted })).toMatchObject({ decision: true, forced: false });
          decided++;
        }
      }
      const { findings } = await dialogue.call<{ findings: { kind: string }[] }>("dialogue.verify", {
        dialogue_id: dialogue.id,
      });
      expect(findings.filter(({ kind }) => kind !== "superseded")).toEqual([]);
    }),
    { numRuns: 12, seed: 57 },
  );
  expect(decided).toBeGreaterThan(0);
});
