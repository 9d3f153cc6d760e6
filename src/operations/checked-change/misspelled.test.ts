import { expect, it } from "vitest";
import { findMisspelled } from "./misspelled.ts";

const known = [".blue/dialogues/2026-02-03T1423Z-caf\u00e9/opening.json", ".blue/docs/README.md", "src/a.ts"];

it.each([
  [".BLUE/dialogues/x/opening.json", ".blue/dialogues/x/opening.json"],
  [".Blue", ".blue"],
  [".b\u200clue/x", ".blue/x"],
  [".blue/Dialogues/x/opening.json", ".blue/dialogues/x/opening.json"],
  [".blue/dialogue\u017f/x/opening.json", ".blue/dialogues/x/opening.json"],
  [".blue/docs/RFCs/0001-x.draft.md", ".blue/docs/rfcs/0001-x.draft.md"],
  [".blue/Settled/x/y.json", ".blue/settled/x/y.json"],
  [".blue/dialogues/2026-02-03t1423z-caf\u00e9/opening.json", known[0]],
  [".blue/dialogues/2026-02-03T1423Z-cafe\u0301/opening.json", known[0]],
  [".blue/dialogues/2026-02-03T1423Z-caf\u00e9/Opening.json", known[0]],
])("%j is %j on another disk", (path, meant) => {
  expect(findMisspelled([path], known)).toEqual([{ path, meant }]);
});

it("of two new paths that would be one, the second is named", () => {
  const paths = [".blue/docs/rfcs/0001-a.draft.md", ".blue/docs/rfcs/0001-A.draft.md"];
  expect(findMisspelled(paths, [])).toEqual([{ path: paths[1], meant: paths[0] }]);
});

it("names nothing that is spelled as it is, and nothing outside", () => {
  const paths = [".blue/dialogues/2026-02-03T1423Z-b/opening.json", ".bluer/X", "SRC/a.ts", ".blue.md"];
  expect(findMisspelled(paths, known)).toEqual([]);
});
