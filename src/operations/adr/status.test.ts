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

  it("says what nobody wrote when an empty one is accepted, and lint goes on saying it", async () => {
    const desk = makeDesk();
    await desk.call("adr.create", { title: "Empty" });
    const said =
      "It is accepted, and nobody wrote “Context and Problem Statement”, “Considered Options”, “Decision Outcome”, “Consequences”";
    expect(await desk.call("lint")).toMatchObject({ findings: [] });
    const answer = await desk.call("adr.status", { id: 1, status: "accepted" });
    expect(answer).toMatchObject({ warnings: [said] });
    expect(await show("adr.status", answer)).toContain(`! ${said}`);
    const path = ".blue/docs/adrs/0001-empty.accepted.md";
    expect(await desk.call("lint")).toMatchObject({
      errors: 0,
      findings: [{ path, line: 9, check: "content", severity: "warning", message: said }],
    });
    const written = { context: "c", decision: "d", options: ["o"], consequences: ["k"] };
    expect(await desk.call("adr.create", { title: "Full", status: "accepted", ...written })).toMatchObject({
      warnings: [],
    });
    expect(await desk.call("adr.create", { title: "None", status: "accepted" })).toMatchObject({ warnings: [said] });
  });
});
