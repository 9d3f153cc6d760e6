import { defineConfig } from "vitest/config";

/** Only the pure rules and their own tests: a mutant is judged in milliseconds. */
export default defineConfig({
  test: {
    include: ["src/rules/**/*.test.ts", "src/drafts/*.test.ts"],
    exclude: ["**/*.slow.test.ts"],
    testTimeout: 20_000,
  },
});
