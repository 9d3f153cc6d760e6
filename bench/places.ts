import { join } from "node:path";

/** The build of another commit: its program, and its `registering.ts`, bundled. */
interface OtherBuild {
  commit: string;
  blue: string;
  registering: string;
}

/** Set by the launcher: the repository, the folder these figures were bundled into, what `--against` names, and whether `--long` was said. */
declare const BENCH: { root: string; bundle: string; against: OtherBuild | null; long: boolean };

export const root = BENCH.root;
export const blue = join(BENCH.root, "dist/blue.js");
export const examples = join(BENCH.root, "examples");
export const against = BENCH.against;
export const long = BENCH.long;
export const smallestServer = join(BENCH.bundle, "smallest-server.mjs");
