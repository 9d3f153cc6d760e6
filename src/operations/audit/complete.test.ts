import { describe, expect, it } from "vitest";
import { edit, makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

const path = ".blue/docs/audits/2026-01-01T0000Z-a.wip.md";

describe("audit.complete", () => {
  it("refuses while a critical finding is open, then counts and closes", async () => {
    const desk = makeDesk({ tree: { [path]: "---\nstatus: wip\n---\n\n- [ ] critical: leak\n- [ ] high: slow\n" } });
    const error = await desk.refused("findings_open", "audit.complete", { id: "a" });
    expect(error.message).toBe("1 critical finding is open: line 5: leak");
    edit(desk.root, path, (text) => text.replace("[ ] critical", "[x] critical"));
    const done = await desk.call<Entry>("audit.complete", { id: "a", summary: "Sound." });
    expect(done).toMatchObject({ status: "done", counts: { high: { open: 1, total: 1 } } });
    expect(readDoc(desk, done.path)).toBe(
      "---\nstatus: done\n---\n\n- [x] critical: leak\n- [ ] high: slow\n\n## Summary\n\nSound.\n",
    );
    expect(await show("audit.complete", done)).toContain("1 critical (0 open), 1 high (1 open)");
    await desk.refused("invalid_status_transition", "audit.complete", { id: "a" });
  });

  it("takes a finding for closed only when its row says so and nothing else", async () => {
    const rows =
      "| Severity | Finding | State |\n|---|---|---|\n| critical | Expired tokens accepted | open |\n| critical | Tokens logged | not fixed |\n| critical | Third | fixed in #12 |\n";
    const desk = makeDesk({ tree: { [path]: `---\nstatus: wip\n---\n\n${rows}` } });
    expect((await desk.refused("findings_open", "audit.complete", { id: "a" })).message).toContain(
      "2 critical findings",
    );
  });
});
