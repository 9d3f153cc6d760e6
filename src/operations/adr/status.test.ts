import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";
import { docsIn, readDoc } from "../../../test/helpers/documents.ts";

describe("adr.status", () => {
  it("accepts, and then marks what it supersedes", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title: "Old", status: "accepted" });
    await desk.call("adr.create", { title: "New", supersedes: 1 });
    const answer = await desk.call("adr.status", { id: 2, status: "accepted" });
    expect(answer).toMatchObject({ from: "proposed", superseded: [{ id: "ADR 0001", status: "superseded" }] });
    expect(docsIn(desk, "adrs")).toEqual(["0001-old.superseded.md", "0002-new.accepted.md"]);
    expect(readDoc(desk, ".blue/docs/adrs/0002-new.accepted.md")).toContain("supersedes: 0001-old.superseded.md\n");
    expect(readDoc(desk, ".blue/docs/adrs/0001-old.superseded.md")).toContain("superseded_by: 0002-new.accepted.md\n");
    expect(await show("adr.status", answer)).toContain("supersedes ADR 0001");
    expect(await desk.call("adr.audit")).toMatchObject({ findings: [] });
  });

  it("needs to know what takes the place of a superseded one, and then links both", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title: "Old", status: "accepted" });
    await desk.call("adr.create", { title: "New", status: "accepted" });
    expect((await desk.refused("invalid_input", "adr.status", { id: 1, status: "superseded" })).field).toBe(
      "superseded_by",
    );
    await desk.refused("invalid_input", "adr.status", { id: 1, status: "superseded", superseded_by: 1 });
    await desk.refused("invalid_status_transition", "adr.status", { id: 1, status: "proposed" });
    await desk.call("adr.status", { id: 1, status: "superseded", superseded_by: 2 });
    expect(readDoc(desk, ".blue/docs/adrs/0002-new.accepted.md")).toContain("supersedes: 0001-old.superseded.md\n");
    expect(await desk.call("adr.audit")).toMatchObject({ findings: [] });
  });
});
