import { afterEach, describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import { makeFolder } from "../../../test/helpers/project.ts";

const before = process.env.BLUE_DATABASE_URL;
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

describe("org.drop", () => {
  it("says that the database does not answer, where it was sought, and not with which password", async () => {
    const folder = makeFolder();
    process.env.BLUE_DATABASE_URL = `postgresql://me:s3cret@/decisions?host=${encodeURIComponent(folder)}`;
    const desk = makeDesk();
    const calls = [
      ["org.drop", { repository: "example.org/shop" }],
      ["search", { questions: ["x"], scope: "org" }],
      ["recall", { questions: ["paging"], scope: "org" }],
      ["decisions", { scope: "org" }],
    ] as const;
    for (const [name, input] of calls) {
      const error = await desk.refused("database_unavailable", name, input);
      expect(error.message).toContain(`decisions at ${folder}`);
      expect(JSON.stringify(error)).not.toContain("s3cret");
    }
    expect(await desk.call("search", { questions: ["x"] })).toMatchObject({ total: 0 });
  });
});
