import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const demo = (...flags: string[]) =>
  execFileSync(process.execPath, ["dist/blue.js", "demo", "--pace", "0", ...flags], { encoding: "utf8" });

it("the demo tells a story in under 60 lines of 80 columns and leaves the record to read", () => {
  const out = demo();
  const [, root = "", page = ""] = /on record, in (.+)\n {2}(.+)$/m.exec(out) ?? [];
  try {
    const lines = out.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(60);
    const wide = lines.filter((line) => line.length > 80);
    expect(wide.filter((line) => !line.includes(root) && !line.endsWith(" install"))).toEqual([]); // folders of this machine
    const parts = ["The question:", "An attack", "Its answer", "A mind that changed:", "Blue refuses:", "= Velocity"];
    const places = [...parts, "✓ Nothing is open", "The decision:", "What it cost:"].map((part) => out.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(out.match(/= Velocity/g)).toHaveLength(1);
    expect(lines.slice(-2).join("\n")).toMatch(/Your own question\? .*:\n {2}.* install$/);
    expect(readFileSync(join(root, page), "utf8")).toMatch(/^\| How \| everybody agreed/m);
  } finally {
    if (root !== "") rmSync(root, { recursive: true, force: true });
  }
});

it("the demo as JSON says what was refused and what passed", () => {
  const { project, path, events } = JSON.parse(demo("--json"));
  try {
    const kinds = events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== "registered");
    expect(kinds).toEqual(["created", "refused", "refused", "refused", "went on", "verdict"]);
    expect(events[4].reasons[0]).toContain("Cannot register verdict: velocity=19");
    expect(events.at(-1).summary).toContain("100% CONVERGENCE ACHIEVED");
    expect(existsSync(join(project, path, "round-4/round.json"))).toBe(true);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

it("the picture of the README shows what the demo prints", () => {
  execFileSync(process.execPath, ["scripts/demo-picture.mjs", "--check"], { stdio: "pipe" });
});
