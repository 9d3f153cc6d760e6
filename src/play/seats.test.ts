import { describe, expect, it } from "vitest";
import { assignSeats, type Choice } from "./seats.ts";

const claude = { runner: "claude", model: null };
const qwen = { runner: "ollama", model: "qwen3:8b" };

describe("who sits where", () => {
  it("gives each runner as many seats as the plan says", () => {
    const seats = assignSeats(
      ["Muffin", "Cupcake", "Scone", "Eclair"],
      [
        { ...claude, count: 3 },
        { ...qwen, count: 1 },
      ],
      new Map(),
    );
    expect([...seats.values()].filter(({ runner }) => runner === "claude")).toHaveLength(3);
    expect([...seats.values()].filter(({ runner }) => runner === "ollama")).toHaveLength(1);
  });

  it("shares evenly where no counts are given", () => {
    const plan = [claude, qwen].map((choice) => ({ ...choice, count: null }));
    const seats = assignSeats(["Muffin", "Cupcake", "Scone", "Eclair"], plan, new Map());
    expect([...seats.values()].map(({ runner }) => runner)).toEqual(["claude", "ollama", "claude", "ollama"]);
  });

  it("keeps a member's runner while the plan has it, and gives it another when not", () => {
    const before = new Map<string, Choice>([
      ["Muffin", qwen],
      ["Cupcake", { runner: "codex", model: null }],
    ]);
    const plan = [claude, qwen].map((choice) => ({ ...choice, count: null }));
    const seats = assignSeats(["Muffin", "Cupcake"], plan, before);
    expect(seats.get("Muffin")).toEqual(qwen);
    expect(seats.get("Cupcake")).toEqual(claude);
  });
});
