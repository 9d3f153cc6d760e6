import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("audit.create", () => {
  it("begins an audit with type and scope", async () => {
    const desk = makeDesk();
    const made = await desk.call<Entry>("audit.create", { title: "Tokens", type: "security", scope: "src/auth" });
    expect(made.path).toBe(".blue/docs/audits/2026-02-03T1423Z-tokens.wip.md");
    expect(readDoc(desk, made.path)).toContain(
      "audit_type: security\nscope: src/auth\n---\n\n# Audit: Tokens\n\n## Scope\n\nsrc/auth\n",
    );
    expect(await show("audit.create", made)).toContain("blue audit complete");
  });
});
