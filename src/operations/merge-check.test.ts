import { describe, expect, it } from "vitest";
import { makeDesk } from "../../test/helpers/dialogue.ts";

describe("merge-check", () => {
  it("needs git, and says so", async () => {
    const error = await makeDesk().refused("invalid_input", "merge-check", { branch: "main" });
    expect(error).toMatchObject({ field: "branch", suggestion: "Run it in a git repository." });
  });
});
