/** How much of the machine other programs used meanwhile, on Linux: what all processors did, less what this process and its ended children did. */
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Answers with the share of all cores, from the call to the answer; null where it cannot be told. `alongside`: programs that belong to the figure. */
export function watchOthers(alongside: readonly string[] = []): () => number | null {
  const before = look(alongside);
  const started = performance.now();
  return () => {
    const after = look(alongside);
    if (before === null || after === null) return null;
    const ticks = ((performance.now() - started) / 1000) * 100 * cpus().length;
    return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / ticks);
  };
}

/** In ticks of a hundredth of a second. */
function look(alongside: readonly string[]): { busy: number; own: number } | null {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync("/proc/stat", "utf8")
      .split("\n")[0]!
      .trim()
      .split(/\s+/)
      .slice(1)
      .map(Number);
    const named = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const theirs = alongside.length === 0 ? 0 : named.reduce((sum, id) => sum + ticksOf(id, alongside), 0);
    return { busy: user + nice + system + irq + softirq, own: ticksOf("self") + theirs };
  } catch {
    return null;
  }
}

function ticksOf(id: string, programs?: readonly string[]): number {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    if (programs !== undefined && !programs.includes(text.slice(text.indexOf("(") + 1, end))) return 0;
    const fields = text
      .slice(end + 2)
      .split(" ")
      .map(Number);
    return [11, 12, 13, 14].reduce((sum, i) => sum + fields[i]!, 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}
