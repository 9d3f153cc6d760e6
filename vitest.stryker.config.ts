import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The tests of the mutated file first: they kill most of its mutants, and the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = this.ctx.config.related?.map((path) => basename(path, ".ts")) ?? [];
    const isOwn = ({ moduleId }: TestSpecification) => mutated.includes(basename(moduleId, ".test.ts"));
    return [...files.filter(isOwn), ...files.filter((file) => !isOwn(file))];
  }
}

/** Only the pure rules and their own tests: a mutant is judged in milliseconds. */
export default defineConfig({
  test: {
    include: ["src/deliberation/*.test.ts", "src/deliberation/markers/*.test.ts"],
    exclude: ["src/deliberation/markers/hostile-drafts.slow.test.ts"],
    testTimeout: 20_000,
    isolate: process.env.ISO === "1",
    sequence: { sequencer: OwnTestsFirst },
  },
});
