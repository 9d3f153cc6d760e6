/**
 * What `npm run clients` saw: whether a run of a program could get out of what it was given. Confinement rests on the program's own flags, and a version
 * before the measured one may not know them, so it is not used at all.
 */
import measured from "./measured.json" with { type: "json" };

export const probes = [
  "reads outside",
  "@ paths",
  "hooks",
  "MCP servers",
  "agent files",
  "files of tools",
  "a peer's folder",
  "writing",
  "sending",
] as const;
export type Probe = (typeof probes)[number];

/** Program → the version that was measured, and on each system which probes it withstood. */
export type Measured = Record<string, { version: string; systems: Record<string, Record<Probe, boolean>> }>;

export type Standing = { confined: boolean; notes: string[] } | { unusable: string };

/** What may be said of this version of a program on this system. */
export function standingOf(
  program: string,
  version: string,
  system: string = process.platform,
  known: Measured = measured as Measured,
): Standing {
  const { version: pinned, systems } = known[program]!;
  const order = compareVersions(version, pinned);
  if (order < 0) return { unusable: `${program} ${version} is older than ${pinned}, the version that was measured` };
  const notes = order > 0 ? [`${program} ${version} is newer than ${pinned}, the version that was measured`] : [];
  const seen = systems[system];
  if (seen === undefined) return { confined: false, notes: [...notes, `${program} was not measured on ${system}`] };
  const failed = probes.filter((probe) => !seen[probe]);
  if (failed.length > 0) notes.push(`${program} ${pinned} did not withstand: ${failed.join(", ")}`);
  return { confined: failed.length === 0, notes };
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < 3; i++) if (a![i] !== b![i]) return (a![i] ?? 0) - (b![i] ?? 0);
  return 0;
}
