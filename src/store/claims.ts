/** Names that one process at a time may hold: a file under `.blue/tmp/`, made so that only one can make it. */
import { discard } from "./blue-folder.ts";
import { errno, findStatus, openFlags } from "./files.ts";
import { insideProject, type Rooted } from "./paths.ts";

const pathOf = (name: string) => `.blue/tmp/claim-${name}`;

/** What lets go of the name again; undefined while another process holds it. `.blue/tmp/` must be there. */
export function findClaim(project: Rooted, name: string): (() => void) | undefined {
  const path = insideProject(project, pathOf(name));
  try {
    project.files.close(project.files.open(path, openFlags.create, 0o644));
  } catch (thrown) {
    if (errno(thrown) === "EEXIST") return undefined;
    throw thrown;
  }
  return () => {
    try {
      project.files.unlink(path);
    } catch {} // a leftover costs the next one a wait
  };
}

/** Longer than any holder takes; an older claim is of a process that was killed. */
const deadAfterMs = 10_000;
const waitMs = 2;

/**
 * Runs while no other process holds the name. A dead claim stays where it is, and the next number of the name is drawn instead: so of all who see it
 * only one goes on. Whoever was stopped for so long leaves its claim to the others.
 */
export function withClaim<T>(project: Rooted, name: string, run: () => T): T {
  for (let number = 1; ; ) {
    const numbered = `${name}-${number}`;
    const release = findClaim(project, numbered);
    if (release === undefined) {
      const age = ageOf(project, numbered);
      if (age !== undefined && age > deadAfterMs) number++;
      else if (age !== undefined) pause(waitMs);
      continue;
    }
    const start = Date.now();
    try {
      return run();
    } finally {
      if (Date.now() - start < deadAfterMs) release();
    }
  }
}

export function isClaimed(project: Rooted, name: string): boolean {
  return ageOf(project, name) !== undefined;
}

/** For what may be done twice at once, but need not: who has waited long enough goes on without the name. `.blue/tmp/` must be there. */
export function waitForClaim(project: Rooted, name: string, longestMs: number): { waited: boolean; release(): void } {
  const start = Date.now();
  for (let waited = 0; waited < longestMs; waited = Date.now() - start) {
    const age = ageOf(project, name);
    const isDead = age !== undefined && age > deadAfterMs;
    // Its holder was killed or is very slow. Removing the name then is safe: the work may be done twice.
    if (isDead) discard(project.files, insideProject(project, pathOf(name)));
    const release = age === undefined || isDead ? findClaim(project, name) : undefined;
    if (release !== undefined) return { waited: waited > 0, release };
    // Who came first looks more often.
    pause(waited < longestMs / 2 ? 10 * waitMs : waitMs);
  }
  return { waited: true, release() {} };
}

function ageOf(project: Rooted, name: string): number | undefined {
  const status = findStatus(project.files, insideProject(project, pathOf(name)));
  return status === undefined ? undefined : Date.now() - status.mtimeMs;
}

export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
