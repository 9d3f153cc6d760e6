import { describe, expect, it } from "vitest";
import { makeDesk } from "../../../test/helpers/dialogue.ts";

describe("postmortem.list", () => {
  it("lists postmortems, by status", async () => {
    const desk = makeDesk();
    await desk.call("postmortem.create", { title: "Lost orders" });
    await desk.call("postmortem.create", { title: "Slow export" });
    await desk.call("postmortem.close", { id: "lost-orders" });
    expect(await desk.call("postmortem.list", { status: "open" })).toMatchObject({
      documents: [{ title: "Slow export" }],
      total: 1,
    });
    expect(await desk.call("postmortem.list")).toMatchObject({ total: 2 });
  });
});
