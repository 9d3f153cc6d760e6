/** Hand-written mutants are applied by `npm run mutants`, which takes long. Whether each still finds its place is seen here, with every change. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  in: string;
  test: string;
}

const folder = "test/mutants";
const mutants = readdirSync(folder)
  .sort()
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Mutant[]);
const textOf = (path: string) => readFileSync(path, "utf8");

test("what a mutant changes occurs exactly once in its file", () => {
  const lost = mutants.flatMap(({ name, file, find }) => {
    const times = textOf(file).split(find).length - 1;
    return times === 1 ? [] : [`${name}: ${times} times in ${file}`];
  });
  expect(lost).toEqual([]);
  expect(mutants.length).toBeGreaterThan(100);
});

test("each mutant has a name of its own, changes something, and names a test file that is there", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.filter(({ find, replace }) => find === replace)).toEqual([]);
  for (const path of new Set(mutants.map((mutant) => mutant.in))) expect(textOf(path)).toContain("test");
});
