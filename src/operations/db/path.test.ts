import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDialogue, show } from "../../../test/helpers/dialogue.ts";

describe("db.path", () => {
  it("prints where the index is, made and up to date", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    const answer = await dialogue.call("db.path");
    expect(answer).toMatchObject({
      path: join(dialogue.root, ".blue/blue.db"),
      driver: expect.stringContaining("SQLite"),
    });
    expect(existsSync(answer.path as string)).toBe(true);
    expect(await show("db.path", answer)).toBe(answer.path);
  });

  it("never asks it at the gate: a dialogue is decided over a database that is rubbish", async () => {
    const dialogue = await makeDialogue();
    await dialogue.round();
    writeFileSync(join(dialogue.root, ".blue/blue.db"), "not a database");
    expect(await dialogue.verdict()).toMatchObject({ status: "registered" });
    expect(existsSync((await dialogue.call("db.path")).path as string)).toBe(true);
  });
});
