// Stryker judges all files together. Here each file must reach what all must reach together: reads the report of the last run and names those that do not.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (path) => JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8"));
const { thresholds, jsonReporter } = read("stryker.config.json");
const scores = Object.entries(read(jsonReporter.fileName).files).map(([file, { mutants }]) => {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const dead = count("Killed", "Timeout");
  const all = dead + count("Survived", "NoCoverage");
  return { file, dead, all, percent: all === 0 ? 100 : (dead / all) * 100 };
});
const below = scores.filter(({ percent }) => percent < thresholds.break).sort((a, b) => a.percent - b.percent);
for (const { file, dead, all, percent } of below)
  console.log(
    `✗ ${file}: ${percent.toFixed(1)} % (${dead} of ${all}), and ${thresholds.break} % must die in each file`,
  );
console.log(`${scores.length - below.length} files passed, ${below.length} failed`);
process.exitCode = below.length > 0 ? 1 : 0;
