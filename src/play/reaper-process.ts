/** The process that `startReaper` starts: a line for every group, answered when it is noted; at the end of the lines it ends what is left of them. */
import { createInterface } from "node:readline";
import { endLeftovers, type StartedGroup } from "../store/processes.ts";

const groups: StartedGroup[] = [];
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  groups.push(JSON.parse(line) as StartedGroup);
  process.stdout.write("noted\n");
});
process.stdout.on("error", () => {}); // nobody is left to hear it
await new Promise((ended) => lines.on("close", ended));
await endLeftovers(groups);
