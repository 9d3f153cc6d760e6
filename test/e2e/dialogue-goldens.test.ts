import { expect, it } from "vitest";
import { goldensOf } from "../helpers/goldens.ts";
import { roundsInWork } from "../helpers/rounds-in-work.ts";

it("every verb answers as agreed; after one that writes `next` is that of a `status` right after it", async () => {
  await expect(await goldensOf(roundsInWork)).toMatchFileSnapshot("dialogue-goldens.txt");
}, 300_000);
