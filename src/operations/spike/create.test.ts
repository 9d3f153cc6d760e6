import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { type Entry, readDoc } from "../../../test/helpers/documents.ts";

describe("spike.create", () => {
  it("begins a dated spike with question, time box and RFC; a second of the minute gets a name of its own", async () => {
    const desk = makeDesk();
    await desk.call("rfc.create", { title: "Pages" });
    const made = await desk.call<Entry>("spike.create", {
      title: "Deep pages",
      question: "How slow?",
      time_box: "2 hours",
      rfc: 1,
    });
    expect(made.path).toBe(".blue/docs/spikes/2026-02-03T1423Z-deep-pages.wip.md");
    expect(readDoc(desk, made.path)).toBe(
      "---\ntitle: Deep pages\nstatus: wip\ndate: 2026-02-03\ntime_box: 2 hours\nrfc: 0001-pages.draft.md\n---\n\n# Spike: Deep pages\n\n## Question\n\nHow slow?\n\n## Investigation\n\n<!-- What was tried, what was seen? -->\n",
    );
    expect((await desk.call<Entry>("spike.create", { title: "Deep pages" })).path).toBe(
      ".blue/docs/spikes/2026-02-03T1423Z-deep-pages-2.wip.md",
    );
    expect(await show("spike.create", made)).toContain("blue spike complete --id 2026-02-03T1423Z-deep-pages");
    expect((await desk.refused("not_found", "spike.create", { title: "X", rfc: 9 })).field).toBe("rfc");
  });
});
