import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";
import { makeProject } from "../../../test/helpers/project.ts";
import { makeContext } from "../../context.ts";
import { runOperation } from "../run-operation.ts";
import { operation } from "./migrate.ts";

const before = process.env.BLUE_DATABASE_URL;
beforeEach(() => {
  delete process.env.BLUE_DATABASE_URL;
});
afterEach(() => {
  if (before === undefined) delete process.env.BLUE_DATABASE_URL;
  else process.env.BLUE_DATABASE_URL = before;
});

describe("org.migrate", () => {
  it("says what to set when nobody said where the database is", async () => {
    const error = await makeDesk().refused("input_needed", "org.migrate");
    expect(error).toMatchObject({ field: "database", suggestion: expect.stringContaining("BLUE_DATABASE_URL") });
  });

  it("takes no password from a command line, and does not repeat it", async () => {
    const desk = makeDesk();
    for (const database of ["postgresql://me:s3cret@host/x", "postgresql://host/x?user=me&password=s3cret"]) {
      const error = await desk.refused("invalid_input", "org.migrate", { database });
      expect(error).toMatchObject({ field: "database", constraint: "no_password" });
      expect(JSON.stringify(error)).not.toContain("s3cret");
    }
  });

  it("takes no address that is none, and does not repeat that either", async () => {
    process.env.BLUE_DATABASE_URL = "mysql://me:s3cret@host/x";
    const error = await makeDesk().refused("invalid_input", "org.migrate");
    expect(error).toMatchObject({ constraint: "postgres_url" });
    expect(JSON.stringify(error)).not.toContain("s3cret");
  });

  it("takes another address than the configured one from a person only", async () => {
    const context = makeContext(makeProject(), { face: "mcp" });
    const call = runOperation(operation, { database: "postgresql://host/x" }, context);
    await expect(call).rejects.toMatchObject({ constraint: "person_only" });
  });
});
