import { defineConfig } from "vitest/config";

const tests = ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"];
const slow = ["src/**/*.slow.test.ts", "test/**/*.slow.test.ts"];

/** `npm test` runs the core: every test file whose name does not end in `.slow.test.ts`. `npm run test:all` runs both. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: "100%",
    setupFiles: ["test/helpers/remove-folders.ts", "test/helpers/printed-commands.ts"],
    projects: [
      // Not isolated: the files of one worker share the loaded modules, which saves most of the time.
      { extends: true, test: { name: "core", include: tests, exclude: slow, isolate: false } },
      // These start processes, measure time or need the built program, so each has a process of its own.
      { extends: true, test: { name: "slow", include: slow, globalSetup: ["test/helpers/build-once.ts"] } },
    ],
  },
});
