import { join } from "node:path";

/** Set by the launcher: the repository, and the folder these figures were bundled into. */
declare const BENCH: { root: string; bundle: string };

export const root = BENCH.root;
export const blue = join(BENCH.root, "dist/blue.js");
export const examples = join(BENCH.root, "examples");
export const smallestServer = join(BENCH.bundle, "smallest-server.mjs");
