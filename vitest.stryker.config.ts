import { basename, dirname, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import stryker from "./stryker.config.json" with { type: "json" };

/** The first failure ends a run, so what fails soonest comes first: the tests of the mutated file, then the quickest files. */
class SoonestFailureFirst extends BaseSequencer {
  private readonly durations = new Map<string, number>();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const mutated = config.related?.map((path) => basename(path, ".ts")) ?? [];
    const cost = ({ moduleId }: TestSpecification) => {
      if (mutated.includes(basename(moduleId, ".test.ts"))) return -1;
      const last = cache.getFileTestResults(`:${relative(config.root, moduleId)}`)?.duration ?? 0;
      const longest = Math.max(last, this.durations.get(moduleId) ?? 0); // a run that failed early says little
      this.durations.set(moduleId, longest);
      return longest;
    };
    return files
      .map((file) => ({ file, cost: cost(file) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ file }) => file);
  }
}

/** The core tests that sit beside the mutated files, and no others: a mutant is judged in milliseconds. */
export default defineConfig({
  test: {
    include: stryker.mutate.filter((path) => !path.startsWith("!")).map((path) => `${dirname(path)}/*.test.ts`),
    exclude: ["**/*.slow.test.ts"],
    isolate: false,
    sequence: { sequencer: SoonestFailureFirst },
  },
});
