import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeDialogue, raisesTension } from "../helpers/dialogue.ts";
import { draftsFolder } from "../../src/store/drafts.ts";

it("smoke", async () => {
  const d = await makeDialogue();
  expect(d.panel()).toEqual(["Muffin", "Cupcake", "Scone"]);
  const open = d.open();
  const first = await d.round({ Muffin: raisesTension });
  console.log(JSON.stringify(first, null, 1));
  rmSync(join(d.root, draftsFolder(open)), { recursive: true });
  const again = await d.call("dialogue.round-register", { dialogue_id: d.id, round: 0, score_components: { W: 1, C: 1, T: 1, R: 1 } });
  console.log(JSON.stringify(again, null, 1));
});
