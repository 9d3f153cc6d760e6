/** What ten times as many dialogues cost: commands, and the page's list. */
import { ask } from "../test/helpers/page-client.ts";
import { blueCommand } from "./blue-command.ts";
import { type Figure, figure, type Group } from "./figure.ts";
import { medianOf } from "./measure.ts";
import { manyDialoguesDesk, serve } from "./page.ts";
import { long } from "./places.ts";

/** A hundred thousand dialogues take minutes to plant and to index. */
const [few, many] = long ? [10_000, 100_000] : [1_000, 10_000];
const beside = `${many.toLocaleString("en")} dialogues, beside ${few.toLocaleString("en")}`;
const commands: Record<string, readonly string[]> = {
  [`blue status, ${beside}`]: ["status"],
  [`blue dialogue list, ${beside}`]: ["dialogue", "list"],
  [`blue dialogue status, ${beside}`]: ["dialogue", "status", "dialogue-00500"],
  [`blue search, ${beside}`]: ["search", "subject7", "checkout"],
  [`blue recall, ${beside}`]: ["recall", "subject7", "checkout"],
};
const cold = `blue search, cold, ${beside}`;
const page = `the page's list, ${beside}`;

export const growth: Group = {
  figures: [cold, ...Object.keys(commands), page],
  async measure(wanted) {
    const floors = await measureAt(few, wanted);
    const values = await measureAt(many, wanted);
    return [...values].map(([name, value]): Figure => figure(name, "ms", { value, floor: floors.get(name)! }));
  },
};

async function measureAt(count: number, wanted: (name: string) => boolean): Promise<Map<string, number>> {
  const desk = await manyDialoguesDesk(count);
  const blue = blueCommand(desk, "WebAssembly")!;
  const times = new Map<string, number>();
  const first = await medianOf({ run: () => blue("search", "subject7", "checkout") }, 1);
  if (wanted(cold)) times.set(cold, first);
  for (const [name, words] of Object.entries(commands).filter(([name]) => wanted(name)))
    times.set(name, await medianOf({ run: () => blue(...words) }, 5));
  if (wanted(page)) times.set(page, await pageList(desk.root));
  return times;
}

async function pageList(root: string): Promise<number> {
  const { child, at } = await serve(root);
  try {
    const read = async () => {
      const { status } = await ask("/api/dialogues", at);
      if (status !== 200) throw new Error(`the list answered ${status}`);
    };
    await read();
    return await medianOf({ run: read }, 5);
  } finally {
    child.kill();
  }
}
