import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/runbooks/deploy.active.md";
const text =
  "---\nstatus: active\n---\n\n# Runbook: Deploy\n\nmine\n\n## Actions\n\n### Action: deploy\n\n1. tag\n\n### Action: Roll back\n\n1. old way\n\n## Contacts\n\n* us\n";

describe("runbook.update", () => {
  it("replaces an action of the same name, adds another, notes, and leaves the rest alone", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    await desk.call("runbook.update", { id: "deploy", action: "roll back", steps: ["new way"] });
    expect(readDoc(desk, path)).toBe(
      text.replace("### Action: Roll back\n\n1. old way", "### Action: roll back\n\n1. new way"),
    );
    const answer = await desk.call<Entry>("runbook.update", {
      id: "deploy",
      action: "scale",
      triggers: ["slow"],
      steps: ["add one"],
      note: "done twice",
    });
    expect(readDoc(desk, path)).toBe(
      `${text.replace("### Action: Roll back\n\n1. old way", "### Action: roll back\n\n1. new way\n\n### Action: scale\n\n**Triggers:** slow\n\n1. add one")}\n## Notes\n\n- 2026-02-03: done twice\n`,
    );
    expect(await show("runbook.update", answer)).toContain("✓ deploy updated");
  });

  it("archives and brings back, and refuses a change that is none", async () => {
    const desk = makeDesk({ tree: { [path]: text } });
    expect(await desk.call("runbook.update", { id: "deploy", status: "archived" })).toMatchObject({
      path: ".blue/docs/runbooks/deploy.archived.md",
    });
    expect(await desk.call("runbook.lookup", { action: "deploy" })).toMatchObject({ matches: [] });
    await desk.call("runbook.update", { id: "deploy", status: "active" });
    await desk.refused("invalid_input", "runbook.update", { id: "deploy" });
    expect((await desk.refused("invalid_input", "runbook.update", { id: "deploy", action: "x" })).field).toBe("steps");
  });

  it("keeps comments, also in code, and any title", async () => {
    const extra = "\n<!-- keep: pager -->\n\n```html\n<!-- example -->\n```\n";
    const desk = makeDesk();
    const made = await desk.call<Entry>("runbook.create", { title: "Index rebuild", action: "ship", steps: ["a"] });
    expect(made.path).toBe(".blue/docs/runbooks/index-rebuild.active.md");
    writeFileSync(join(desk.root, made.path), readDoc(desk, made.path) + extra);
    await desk.call("runbook.update", { id: "index-rebuild", action: "roll back", steps: ["x"] });
    expect(readDoc(desk, made.path)).toContain(extra);
  });
});
