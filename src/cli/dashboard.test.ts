import { expect, test } from "vitest";
import { runWords } from "../../test/helpers/faces.ts";
import { makeFolder } from "../../test/helpers/project.ts";
import { extraCommands } from "./extra-commands.ts";

test("the page over all repositories does not open where nobody said which database", async () => {
  const { code, out } = await runWords(makeFolder(), ["--json", "dashboard", "--org"], { entries: extraCommands });
  expect([code, JSON.parse(out)]).toMatchObject([
    4,
    { error_code: "input_needed", field: "database", suggestion: expect.stringContaining("BLUE_DATABASE_URL") },
  ]);
});
