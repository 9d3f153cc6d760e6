/** How much of the machine other programs used meanwhile, on Linux: what all processors did, less what this process and those it started did. */
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
    const running = processes();
    const isOwn = ({ id, parent }: Process): boolean =>
      id === process.pid || running.some((one) => one.id === parent && isOwn(one));
    const own = running.filter((one) => isOwn(one) || alongside.includes(one.name));
    return { busy: user + nice + system + irq + softirq, own: own.reduce((sum, { ticks }) => sum + ticks, 0) };
  } catch {
    return null;
  }
}

interface Process {
  id: number;
  name: string;
  parent: number;
  /** With those of its children that have ended. */
  ticks: number;
}

function processes(): Process[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const text = readFileSync(`/proc/${id}/stat`, "utf8");
      const end = text.lastIndexOf(")");
      const fields = text.slice(end + 2).split(" ");
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ id: Number(id), name: text.slice(text.indexOf("(") + 1, end), parent: Number(fields[1]), ticks }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}
