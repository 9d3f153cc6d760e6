import { defineConfig } from "vitest/config";

/** Only the pure rules and their own tests: a mutant is judged in milliseconds. */
export default defineConfig({
  test: {
    include: ["src/deliberation/*.test.ts", "src/deliberation/markers/*.test.ts"],
    exclude: ["src/deliberation/markers/hostile-drafts.slow.test.ts"],
    testTimeout: 20_000,
  },
});
