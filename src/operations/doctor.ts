import * as z from "zod";
import { checks } from "./doctor/checks.ts";
import { nextCall, nextSchema, renderNext } from "./next-call.ts";
import { defineOperation } from "./operation.ts";

export const operation = defineOperation({
  name: "doctor",
  summary: "Check that Blue can work here, and say how to fix what is wrong",
  description:
    "Looks at Node, the SQLite driver, permissions and hard links, the index, stray temporary files, damaged or missing records, the clock, drifted generated files, untracked or ignored records, a tracked database or tracked drafts, the configuration and leftover servers. `fix` repairs what can be repaired safely: it makes missing folders and ignore lines, removes stray temporary files, makes generated files again and refreshes the index. Exits 6 when something fails.",
  effect: "write",
  idempotent: true,
  toolset: "maintenance",
  input: z.strictObject({ fix: z.boolean().default(false).describe("Repair what can be repaired safely.") }),
  output: z.strictObject({
    healthy: z.boolean(),
    checks: z.array(
      z.strictObject({
        name: z.string(),
        status: z.enum(["ok", "warning", "failed", "fixed"]),
        message: z.string(),
        fix: z.string().nullable(),
      }),
    ),
    next: nextSchema,
  }),
  examples: [
    { command: "blue doctor", note: "look only" },
    { command: "blue doctor --fix", note: "repair what is safe to repair" },
  ],
  async run({ fix }, context) {
    const results = [];
    for (const [i, check] of checks.entries()) {
      context.progress({ done: i, total: checks.length, message: check.name });
      const found = await check.look(context);
      if (fix && found.repair !== undefined && found.status !== "ok") {
        found.repair();
        const again = await check.look(context);
        results.push({
          name: check.name,
          status: again.status === "ok" ? ("fixed" as const) : again.status,
          message: again.status === "ok" ? found.message : again.message,
          fix: again.fix ?? null,
        });
      } else {
        results.push({ name: check.name, status: found.status, message: found.message, fix: found.fix ?? null });
      }
    }
    const repairable = results.some(
      ({ status, fix: how }) => status !== "ok" && status !== "fixed" && how?.includes("--fix"),
    );
    return {
      healthy: results.every(({ status }) => status !== "failed"),
      checks: results,
      next: results.some(({ name, status }) => name === "records" && status === "failed")
        ? nextCall("dialogue.verify", {}, "It says what puts each record right.")
        : repairable
          ? nextCall("doctor", { fix: true }, "Repairs what is safe to repair.")
          : nextCall("status", {}, "See what is open."),
    };
  },
  hasFindings: ({ healthy }) => !healthy,
  render: (out) =>
    [
      ...out.checks.flatMap(({ name, status, message, fix }) => [
        `${status === "ok" || status === "fixed" ? "✓" : status === "warning" ? "!" : "✗"} ${name}: ${message}${status === "fixed" ? " (fixed)" : ""}`,
        ...(fix === null || status === "ok" || status === "fixed" ? [] : [`    ${fix}`]),
      ]),
      renderNext(out.next),
    ].join("\n"),
});
