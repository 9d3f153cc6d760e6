import { expect, it } from "vitest";
import { makeProject } from "../../test/helpers/project.ts";
import { hear } from "./search.ts";

it("a word counts by how many documents and dialogues have it, however many passages of one do", async () => {
  const page = "# Page\n\nA cursor.\n";
  const project = makeProject({
    ".blue/dialogues/2026-02-01T1000Z-pages/round-0.summary.md": page,
    ".blue/dialogues/2026-02-01T1000Z-pages/round-1.summary.md": page,
    ".blue/docs/adrs/0001-clocks.accepted.md": "# Clocks\n\nAll times are UTC.\n",
  });
  const [heard] = await hear(project, [["cursor", "UTC", "walrus"]], 10);
  expect(Object.fromEntries(heard!.frequency)).toEqual({ cursor: 1, UTC: 1, walrus: 0 });
  expect(heard!.sources).toBe(2);
});
