/** Compares what is measured now with what is recorded. */
import { type Measured, type Probe, probes } from "../../src/play/runners/measured.ts";

export { sessionOf } from "./installed.ts";
export { faultsOf, installedTable } from "./installed-table.ts";
export { plays } from "./play.ts";
export { measuresWith } from "./probe.ts";

/** The record with this measurement in it, and what no longer holds. */
export function record(
  known: Measured,
  runner: string,
  version: string,
  system: string,
  seen: Record<Probe, boolean>,
): { measured: Measured; lost: Probe[] } {
  const before = known[runner];
  const lost = probes.filter((probe) => before?.systems[system]?.[probe] === true && !seen[probe]);
  // What was measured of another version need not hold for this one.
  const systems = before?.version === version ? before.systems : {};
  return { measured: { ...known, [runner]: { version, systems: { ...systems, [system]: seen } } }, lost };
}

/** As docs/clients.md has it. */
export function tableOf(measured: Measured): string {
  const columns = Object.entries(measured).flatMap(([runner, { version, systems }]) =>
    Object.entries(systems).map(([system, seen]) => ({ title: `${runner} ${version}, ${system}`, seen })),
  );
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["Probe", ...columns.map(({ title }) => title)]),
    row(["---", ...columns.map(() => "---")]),
    ...probes.map((probe) => row([probe, ...columns.map(({ seen }) => (seen[probe] ? "held" : "**got out**"))])),
  ].join("\n");
}
