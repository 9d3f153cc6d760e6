import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("runbook.list", () => {
  it("lists runbooks by name, archived ones too unless asked otherwise", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/runbooks/deploy.active.md": "---\ntitle: Deploy\nstatus: active\n---\n",
        ".blue/docs/runbooks/backup.archived.md": "---\ntitle: Backup\nstatus: archived\n---\n",
      },
    });
    const answer = await desk.call("runbook.list");
    expect(answer).toMatchObject({ documents: [{ id: "backup" }, { id: "deploy" }] });
    expect(await show("runbook.list", answer)).toContain("backup    archived        Backup");
    expect(await desk.call("runbook.list", { status: "active" })).toMatchObject({ total: 1 });
  });
});
