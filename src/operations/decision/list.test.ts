import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("decision.list", () => {
  it("lists decisions oldest first", async () => {
    const desk = makeDesk({
      tree: {
        ".blue/docs/decisions/2026-01-02T0000Z-tabs.recorded.md": "---\ntitle: Tabs\nstatus: recorded\n---\n",
        ".blue/docs/decisions/2026-01-01T0000Z-spaces.recorded.md": "---\ntitle: Spaces\nstatus: recorded\n---\n",
      },
    });
    const answer = await desk.call("decision.list");
    expect(answer).toMatchObject({ documents: [{ title: "Spaces" }, { title: "Tabs" }] });
    expect(await show("decision.list", await makeDesk().call("decision.list"))).toBe("No decisions.");
  });
});
