import { defineConfig } from "vitest/config";

/** Only the pure rules and their own tests: a mutant is judged in milliseconds. */
export default defineConfig({
  test: {
    include: ["src/rules/*.test.ts", "src/drafts/*.test.ts"],
    exclude: ["src/drafts/hostile-drafts.test.ts"],
    testTimeout: 20_000,
  },
});
