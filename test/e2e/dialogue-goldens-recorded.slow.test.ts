import { expect, it } from "vitest";
import { goldensOf } from "../helpers/goldens.ts";
import { recordedDialogues } from "../helpers/rounds-in-work.ts";

it("every verb answers as agreed on the dialogues of this project", async () => {
  await expect(await goldensOf(recordedDialogues)).toMatchFileSnapshot("dialogue-goldens-recorded.txt");
}, 300_000);
