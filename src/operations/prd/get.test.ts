import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("prd.get", () => {
  it("shows the criteria under their heading only, with state and line", async () => {
    const text =
      "---\nstatus: draft\n---\n\n- [ ] elsewhere\n\n## Acceptance Criteria\n\n- [x] one\n- [ ] two\n\n## After\n\n- [ ] not this\n";
    const desk = makeDesk({
      tree: {
        ".blue/docs/prds/0001-a.draft.md": text,
        ".blue/docs/prds/0002-b.draft.md": "---\nstatus: draft\n---\n- [ ] anywhere\n",
      },
    });
    const answer = await desk.call("prd.get", { id: 1 });
    expect(answer).toMatchObject({
      criteria: [
        { text: "one", met: true, line: 9 },
        { text: "two", met: false, line: 10 },
      ],
    });
    expect(await show("prd.get", answer)).toContain("Acceptance criteria: 1/2");
    expect(await desk.call("prd.get", { id: 2 })).toMatchObject({ criteria: [{ text: "anywhere" }] });
  });
});
