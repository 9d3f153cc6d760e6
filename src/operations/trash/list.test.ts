import { describe, expect, it } from "vitest";
import { makeDesk, show } from "../../../test/helpers/dialogue.ts";

describe("trash.list", () => {
  it("says what was deleted, when and why; each id can be restored", async () => {
    const desk = makeDesk();
    for (const title of ["Cursors", "注文"]) {
      await desk.call("rfc.create", { title });
      await desk.call("delete", { id: title.toLowerCase(), reason: `no ${title}` });
    }
    const { deleted } = await desk.call<{ deleted: { id: string }[] }>("trash.list");
    expect(deleted).toMatchObject([
      { title: "Cursors", reason: "no Cursors", path: ".blue/docs/rfcs/0001-cursors.draft.md" },
      { title: "注文", path: ".blue/docs/rfcs/0002-注文.draft.md" },
    ]);
    expect(await show("trash.list", { deleted })).toMatch(/Cursors +no Cursors +.*-0001-cursors-draft$/m);
    for (const { id } of deleted) await desk.call("restore", { id });
    const empty = await desk.call("trash.list");
    expect(await show("trash.list", empty)).toBe("The trash is empty.");
  });
});
