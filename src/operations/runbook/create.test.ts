import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("runbook.create", () => {
  it("takes title and link from an RFC, and one action from flags", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "Deploy" });
    const made = await desk.call<Entry>("runbook.create", {
      rfc: 1,
      action: "deploy",
      triggers: ["ship", "release"],
      steps: ["tag it", "push\nand wait"],
    });
    expect(made.path).toBe(".blue/docs/runbooks/deploy.active.md");
    expect(readDoc(desk, made.path)).toContain(
      "[RFC 0001](../rfcs/0001-deploy.draft.md) describes: Deploy.\n\n## Actions\n\n### Action: deploy\n\n**Triggers:** ship, release\n\n1. tag it\n2. push\n   and wait\n",
    );
    expect(made.actions).toMatchObject([
      { name: "deploy", triggers: ["ship", "release"], steps: ["tag it", "push\nand wait"] },
    ]);
    expect(await show("runbook.create", made)).toContain("✓ deploy created");
    expect((await desk.call<Entry>("runbook.create", { title: "Deploy" })).path).toBe(
      ".blue/docs/runbooks/deploy-2.active.md",
    );
    expect((await desk.refused("invalid_input", "runbook.create", {})).field).toBe("title");
    expect((await desk.refused("invalid_input", "runbook.create", { title: "X", steps: ["a"] })).field).toBe("action");
  });
});
